import Testing

@testable import AudioDevices

/// By what a sound server is to know a program, from what the system says of it.
struct ProgramIdentityTests {
    private static let user = "/user.slice/user-1000.slice/user@1000.service/app.slice"

    /// The identifier of a process with number 42.
    private func id(_ change: (inout ProgramSurroundings) -> Void) -> String {
        var surroundings = ProgramSurroundings()
        surroundings.process = 42
        surroundings.executable = "/usr/bin/player"
        surroundings.command = "player"
        change(&surroundings)
        return ProgramIdentity(surroundings).id
    }

    @Test func aProgramIsItsPath() {
        #expect(id { _ in } == "usr.bin.player")
        #expect(id { $0.executable = "/opt/my player/bin/player" } == "opt.my_20player.bin.player")
        #expect(id { $0.executable = "/opt/player" } == "opt.player")
    }

    @Test func pathsThatDifferHaveIdentifiersThatDiffer() {
        let paths = ["/a/b.c", "/a/b/c", "/a/b_c", "/a/b_2ec", "/a/b-c", "/a.b/c", "/a/b\u{1}c", "/a/bé"]
        #expect(Set(paths.map { ProgramIdentity.id(ofPath: $0) }).count == paths.count)
        #expect(ProgramIdentity.id(ofPath: "/a/b\u{1}.é") == "a.b_01_2e_c3_a9")
    }

    /// One executable of several names, as the tools of this library are.
    @Test func aLinkIsAProgramOfItsOwn() {
        #expect(
            id {
                $0.executable = "/usr/bin/afconvert"
                $0.command = "/usr/local/bin/afplay"
            } == "usr.bin.afplay")
    }

    @Test func namesAreThoseOfTheCommand() {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/afconvert"
        surroundings.command = "/usr/local/bin/afplay"
        let identity = ProgramIdentity(surroundings)
        #expect(identity.name == "afplay" && identity.binary == "afconvert")
        #expect(
            identity.properties.map { "\($0)=\($1)" } == [
                "application.id=usr.bin.afplay", "application.name=afplay", "application.process.binary=afconvert",
            ])
    }

    @Test func longTextsAreCutAndDiffer() {
        let paths = ["", "x", "y"].map { "/" + String(repeating: "é/", count: 4000) + $0 }
        let ids = paths.map { path in id { $0.executable = path + "/player" } }
        #expect(ids.allSatisfy { $0.utf8.count <= 255 && $0.hasPrefix("_c3_a9._c3_a9.") })
        #expect(Set(ids).count == 3)
        var surroundings = ProgramSurroundings()
        surroundings.command = String(repeating: "é", count: 4000)
        let identity = ProgramIdentity(surroundings)
        #expect((240...255).contains(identity.name.utf8.count) && identity.name.hasPrefix("éé"))
        #expect(ProgramIdentity.shortened("org.example.Player") == "org.example.Player")
    }

    /// What a program has that was executed by a descriptor, or by itself.
    @Test(arguments: ["/dev/fd/5", "/proc/self/fd/5", "/proc/42/fd/5", "/proc/self/exe", "/proc/42/exe"])
    func linksOfTheSystemAreNoNames(command: String) {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/player"
        surroundings.command = command
        #expect(ProgramIdentity(surroundings).name == "player")
        #expect(ProgramIdentity(surroundings).id == "usr.bin.player")
    }

    @Test(arguments: ["/dev/fd/5/song", "/proc/self/cwd/song", "/proc/self/root/bin/song", "/proc/song", "proc/song"])
    func filesBehindLinksOfTheSystemAreNames(command: String) {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/player"
        surroundings.command = command
        #expect(ProgramIdentity(surroundings).name == "song")
    }

    /// Where /proc is not mounted.
    @Test func whatWasExecutedIsThePathOfLastResort() {
        var surroundings = ProgramSurroundings()
        surroundings.command = "/usr/local/bin/player"
        #expect(ProgramIdentity(surroundings).id == "usr.local.bin.player")
        surroundings.command = "./player"
        #expect(ProgramIdentity(surroundings).id == "player")
    }

    /// Where /proc is not mounted.
    @Test func aProgramWithoutAPathHasAnIdentifier() {
        let identity = ProgramIdentity(ProgramSurroundings())
        #expect(identity.id == "Core_20Audio" && identity.name == "Core Audio" && identity.binary.isEmpty)
        #expect(identity.properties.map { $0.0 } == ["application.id", "application.name"])
    }

    @Test func flatpakNamesTheApplication() {
        let text = "[Instance]\nname=no\n[Application]\nname=org.example.Player\nruntime=r\n[Context]\nname=no\n"
        #expect(
            id {
                $0.sandbox = text
                $0.application = "org.example.Other"
            } == "org.example.Player")
        #expect(id { $0.sandbox = "[Runtime]\nname=no\n" } == "usr.bin.player")
        #expect(id { $0.sandbox = "[Application]\nname=\n" } == "usr.bin.player")
    }

    @Test func glibsApplicationHasAnIdentifier() {
        #expect(id { $0.application = "org.example.Player" } == "org.example.Player")
    }

    @Test(
        arguments: [
            ("0::/x/snap.radio.player-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f.scope", "radio_player"),
            ("0::/x/snap.radio.my-player-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f.scope", "radio_my-player"),
            ("1:name=systemd:/x/snap.radio.player.0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f.scope", "radio_player"),
            ("0::/x/snap.radio.player.service", "radio_player"), ("0::/x/snap.editor.editor.service", "radio"),
            ("0::/", "radio"),
        ])
    func aSnapsProgramIsItsDesktopFile(groups: String, expected: String) {
        for folder in ["/snap", "/var/lib/snapd/snap"] {
            #expect(
                id {
                    $0.executable = folder + "/radio/17/bin/player"
                    $0.groups = groups
                } == expected)
        }
        // What a snap's terminal starts is in the snap's group.
        #expect(id { $0.groups = groups } == "usr.bin.player")
    }

    @Test(
        arguments: [
            ("app-gnome-org.example.Player-42.scope", "org.example.Player"),
            ("app-org.example.Player-42.scope", "org.example.Player"),
            ("app-gnome-music\\x2dplayer-42.scope", "music-player"),
            // A terminal's, in which its shell has started the program.
            ("app-gnome-org.example.Terminal-41.scope", "usr.bin.player"),
            ("app-org.example.Terminal-142.scope", "usr.bin.player"),
            ("app-42.scope", "usr.bin.player"), ("vte-spawn-42.scope", "usr.bin.player"),
            ("app-org.example.Player@autostart.service", "usr.bin.player"),
        ])
    func aScopeOfTheProcessNamesIt(scope: String, expected: String) {
        #expect(id { $0.groups = "0::\(Self.user)/\(scope)\n" } == expected)
        #expect(id { $0.groups = "3:cpu:/\n1:name=systemd:\(Self.user)/\(scope)/child\n0::/\n" } == expected)
    }

    @Test(
        arguments: [
            ("app-org.example.Player@autostart.service", "org.example.Player"),
            ("app-kde-music\\x2dplayer@0a1b-2c3d.service", "music-player"),
            ("app-org.example.Player.service", "org.example.Player"),
            ("app-.service", "usr.bin.player"), ("app-\\x2.service", "\\x2"), ("other@1.service", "usr.bin.player"),
        ])
    func aServiceOfTheProcessNamesIt(service: String, expected: String) {
        let groups = "0::\(Self.user)/\(service)"
        #expect(
            id {
                $0.groups = groups
                $0.environment["SYSTEMD_EXEC_PID"] = "42"
            } == expected)
        #expect(
            id {
                $0.groups = groups
                $0.environment["SYSTEMD_EXEC_PID"] = "41"
            } == "usr.bin.player")
    }

    @Test func theDesktopFileOfTheProcessNamesIt() {
        let launch = { (file: String, process: String) in
            id {
                $0.environment["GIO_LAUNCHED_DESKTOP_FILE"] = file
                $0.environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] = process
            }
        }
        #expect(launch("/usr/share/applications/org.example.Player.desktop", "42") == "org.example.Player")
        #expect(launch("/usr/share/applications/org.example.Player.desktop", "41") == "usr.bin.player")
        #expect(launch("/usr/share/applications/.desktop", "42") == "usr.bin.player")
        #expect(launch("", "42") == "usr.bin.player")
    }

    @Test func anImageIsItsFile() {
        let mounted = { (folder: String) in
            id {
                $0.executable = "/tmp/.mount_PlayXf3/usr/bin/player"
                $0.environment["APPIMAGE"] = "/opt/images/Player.AppImage"
                $0.environment["APPDIR"] = folder
            }
        }
        #expect(mounted("/tmp/.mount_PlayXf3") == "opt.images.Player_2eAppImage")
        #expect(mounted("/tmp/.mount_Other") == "tmp._2emount_5fPlayXf3.usr.bin.player")
    }

    @Test func thisProcessHasAnIdentity() {
        let identity = ProgramIdentity.present
        #expect(!identity.id.isEmpty && !identity.name.isEmpty && !identity.binary.isEmpty)
        #expect(identity == ProgramIdentity.present)
    }
}
