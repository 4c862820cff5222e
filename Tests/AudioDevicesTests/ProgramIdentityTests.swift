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

    @Test func aProgramIsTheNameOfItsFile() {
        #expect(id { _ in } == "player")
        #expect(id { $0.executable = "/opt/my player/bin/my player" } == "player")
        #expect(
            id {
                $0.executable = "/opt/my player/bin/my player"
                $0.command = ""
            } == "my player")
    }

    /// One executable of several names, as the tools of this library are.
    @Test func aLinkIsAProgramOfItsOwn() {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/afconvert"
        surroundings.command = "/usr/local/bin/afplay"
        surroundings.commandTarget = "/usr/bin/afconvert"
        let identity = ProgramIdentity(surroundings)
        #expect(
            identity.properties.map { "\($0)=\($1)" } == [
                "application.id=afplay", "application.name=afplay", "application.process.binary=afplay",
            ])
    }

    /// Its interpreter is what runs.
    @Test func aScriptIsAProgramOfItsOwn() {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/python3.11"
        surroundings.command = "/usr/bin/radio"
        surroundings.commandTarget = "/usr/bin/radio"
        let identity = ProgramIdentity(surroundings)
        #expect(identity.id == "radio" && identity.name == "radio" && identity.binary == "python3.11")
    }

    @Test func longTextsAreCutAndDiffer() {
        let names = ["", "x", "y"].map { String(repeating: "é", count: 4000) + $0 }
        let ids = names.map { name in id { $0.command = name } }
        #expect(ids.allSatisfy { (240...255).contains($0.utf8.count) && $0.hasPrefix("éé") })
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
        #expect(ProgramIdentity(surroundings).id == "player")
    }

    @Test(arguments: ["/dev/fd/5/song", "/proc/self/cwd/song", "/proc/self/root/bin/song", "/proc/song", "proc/song"])
    func filesBehindLinksOfTheSystemAreNames(command: String) {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/player"
        surroundings.command = command
        #expect(ProgramIdentity(surroundings).name == "song")
    }

    /// Where /proc is not mounted.
    @Test func whatWasExecutedIsTheNameOfLastResort() {
        var surroundings = ProgramSurroundings()
        for command in ["/usr/local/bin/player", "./player"] {
            surroundings.command = command
            #expect(ProgramIdentity(surroundings).id == "player")
        }
    }

    /// Where /proc is not mounted.
    @Test func aProgramWithoutAPathHasAnIdentifier() {
        let identity = ProgramIdentity(ProgramSurroundings())
        #expect(identity.id == "audio-program" && identity.name == "audio-program" && identity.binary.isEmpty)
        #expect(identity.properties.map { $0.0 } == ["application.id", "application.name"])
    }

    @Test func flatpakNamesTheApplication() {
        let text = "[Instance]\nname=no\n[Application]\nname=org.example.Player\nruntime=r\n[Context]\nname=no\n"
        #expect(
            id {
                $0.sandbox = text
                $0.application = "org.example.Other"
            } == "org.example.Player")
        #expect(id { $0.sandbox = "[Runtime]\nname=no\n" } == "player")
        #expect(id { $0.sandbox = "[Application]\nname=\n" } == "player")
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
        #expect(id { $0.groups = groups } == "player")
    }

    @Test(
        arguments: [
            ("app-gnome-org.example.Player-42.scope", "org.example.Player"),
            ("app-org.example.Player-42.scope", "org.example.Player"),
            ("app-gnome-music\\x2dplayer-42.scope", "music-player"),
            // A terminal's, in which its shell has started the program.
            ("app-gnome-org.example.Terminal-41.scope", "player"),
            ("app-org.example.Terminal-142.scope", "player"),
            ("app-42.scope", "player"), ("vte-spawn-42.scope", "player"),
            ("app-org.example.Player@autostart.service", "player"),
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
            ("app-.service", "player"), ("app-\\x2.service", "\\x2"), ("other@1.service", "player"),
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
            } == "player")
    }

    @Test func theDesktopFileOfTheProcessNamesIt() {
        let launch = { (file: String, process: String) in
            id {
                $0.environment["GIO_LAUNCHED_DESKTOP_FILE"] = file
                $0.environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] = process
            }
        }
        #expect(launch("/usr/share/applications/org.example.Player.desktop", "42") == "org.example.Player")
        #expect(launch("/usr/share/applications/org.example.Player.desktop", "41") == "player")
        #expect(launch("/usr/share/applications/.desktop", "42") == "player")
        #expect(launch("", "42") == "player")
    }

    @Test func anImageIsItsFile() {
        let mounted = { (folder: String) in
            id {
                $0.executable = "/tmp/.mount_PlayXf3/usr/bin/player"
                $0.environment["APPIMAGE"] = "/opt/images/Player.AppImage"
                $0.environment["APPDIR"] = folder
            }
        }
        #expect(mounted("/tmp/.mount_PlayXf3") == "Player.AppImage")
        #expect(mounted("/tmp/.mount_Other") == "player")
    }

    // MARK: Desktop files

    private static let entry = """
        # A comment
        [Desktop Entry]
        Type=Application
        Name = Example Player
        Name[de]=Beispielspieler
        Icon=org.example.Player
        Exec=/usr/bin/player --new %F
        [Desktop Action mute]
        Name=Mute
        Icon=mute
        """

    private func identity(entry: String, _ change: (inout ProgramSurroundings) -> Void) -> ProgramIdentity {
        var surroundings = ProgramSurroundings()
        surroundings.executable = "/usr/bin/player"
        surroundings.entry = { id in ["player", "org.example.Player"].contains(id) ? DesktopEntry(entry) : nil }
        change(&surroundings)
        return ProgramIdentity(surroundings)
    }

    @Test func theDesktopFileNamesTheProgramAndItsIcon() {
        let stated = identity(entry: Self.entry) { $0.application = "org.example.Player" }
        #expect(stated.id == "org.example.Player" && stated.name == "Example Player")
        #expect(stated.icon(of: .output, key: "icon-name") == ("application.icon-name", "org.example.Player"))
        let other = identity(entry: Self.entry) { $0.application = "org.example.Other" }
        #expect(other.id == "org.example.Other" && other.name == "player" && other.icon == nil)
        #expect(other.icon(of: .output, key: "icon-name") == ("media.icon-name", "audio-x-generic"))
        #expect(other.icon(of: .input, key: "icon_name") == ("media.icon_name", "audio-input-microphone"))
    }

    /// As of a program that is not installed, which has no desktop file.
    @Test func aProgramMayNameItselfToGLib() {
        let named = { (entry: String) in
            identity(entry: entry) {
                $0.application = "org.example.Player"
                $0.applicationName = "Player of Examples"
            }
        }
        #expect(named("").name == "Player of Examples" && named("").id == "org.example.Player")
        #expect(named(Self.entry).name == "Example Player")
    }

    /// Where nothing but the name of its file says which program this is.
    @Test func aDesktopFileOfTheSameNameIsTheProgramsWhereItStartsIt() {
        #expect(identity(entry: Self.entry) { _ in }.name == "Example Player")
        #expect(identity(entry: Self.entry) { _ in }.id == "player")
        let foreign = Self.entry.replacing("/usr/bin/player", with: "\"/opt/other player\"")
        #expect(identity(entry: foreign) { _ in }.name == "player")
        #expect(identity(entry: foreign) { _ in }.icon == nil)
    }

    @Test func damagedDesktopFilesSayNothing() {
        for text in ["", "Name=x\nIcon=y\n", "[Other]\nName=x\n", "[Desktop Entry]\nName\nIcon=/a/b.png\n=\n"] {
            let identity = identity(entry: text) { $0.application = "org.example.Player" }
            #expect(identity.name == "player" && identity.icon == nil, "\(text)")
        }
        #expect(DesktopEntry("[Desktop Entry]\r\nName=x\r\n").name == "x")
        #expect(DesktopEntry.installed("../../etc/passwd") == nil && DesktopEntry.installed("") == nil)
    }

    @Test func thisProcessHasAnIdentity() {
        let identity = ProgramIdentity.present
        #expect(!identity.id.isEmpty && !identity.name.isEmpty && !identity.binary.isEmpty)
        #expect(identity == ProgramIdentity.present)
    }
}
