import AudioCore
import Foundation
import Testing

/// Requirements of tests on the machine. The test runner reports skipped tests, and the reasons.
extension Trait where Self == ConditionTrait {
    /// Runs a test where this file exists; Debian's `package` brings it.
    package static func needs(file path: String, of package: String) -> Self {
        .enabled(if: FileManager.default.fileExists(atPath: path), "\(path) is not there: install \(package)")
    }

    /// Runs a test where the dynamic loader finds this library.
    package static func needs(library name: String) -> Self {
        .enabled(if: dlopen(name, RTLD_LAZY) != nil, "\(name) is not installed")
    }

    /// Runs a test where at least one sound server is installed; its arguments are `PrivateServer.Kind.installed`.
    package static var needsServer: Self {
        .enabled(if: !PrivateServer.Kind.installed.isEmpty, "neither PipeWire nor PulseAudio is installed")
    }

    /// Runs a test where the system grants real-time priority to a thread that asks for it.
    package static var needsRealtimePriority: Self {
        .enabled(if: grantsRealtimePriority, "the system grants no real-time priority")
    }

    /// Runs a test where a program may have mounts of its own.
    package static var needsOwnMounts: Self {
        .enabled(if: allowsOwnMounts, "unshare -rm is not installed, or the system does not let it mount")
    }

    /// Runs a test where an AirPlay receiver can be started in a network of its own, and a PipeWire server that finds it.
    package static var needsAirPlay: Self {
        .enabled(if: missingForAirPlay == nil, "AirPlay: \(missingForAirPlay ?? "")")
    }

    /// Runs a test where there is a corpus of files that others made.
    package static var needsCorpus: Self {
        .enabled(if: Corpus.root != nil, "COREAUDIO_CORPUS names no folder with a MANIFEST.tsv")
    }
}

/// Whether a thread of this process may have real-time priority.
private let grantsRealtimePriority: Bool = {
    let isGranted = LockedValue(false)
    let thread = try? AudioCore.Thread(name: "priority") {
        let answer = AudioCore.Thread.requestRealtime()
        isGranted.withLock { $0 = answer }
    }
    thread?.join()
    return isGranted.withLock { $0 }
}()

/// Whether a process of this user may have mounts that no other process sees.
private let allowsOwnMounts: Bool = {
    let mount = "mount -t tmpfs none /proc"
    return ChildProcess("/usr/bin/env", ["unshare", "-rm", "sh", "-c", mount])?.wait() == 0
}()

/// What Scripts/with-airplay needs and is not here; nil for nothing.
private let missingForAirPlay: String? = {
    let programs =
        ["shairport-sync", "avahi-daemon", "ip", "unshare", "nsenter"] + PrivateServer.Kind.pipewire.programs
    let missing = programs.filter { !OtherProgram.exists($0) }
    guard missing.isEmpty else { return "not installed: \(missing.joined(separator: ", "))" }
    guard getuid() == 0 else { return "only root can run avahi-daemon" }
    guard ChildProcess("/usr/bin/env", ["unshare", "-mn", "true"])?.wait() == 0 else {
        return "the system lets no program have a network of its own"
    }
    let find =
        "ls /usr/lib*/pipewire-0.3/libpipewire-module-raop-discover.so "
        + "/usr/lib/*/pipewire-0.3/libpipewire-module-raop-discover.so 2>/dev/null | grep -q ."
    return ChildProcess("/usr/bin/env", ["sh", "-c", find])?.wait() == 0 ? nil : "PipeWire has no module for it"
}()

/// A corpus of sound files that others made; it is not part of the project.
package enum Corpus {
    /// The folder that COREAUDIO_CORPUS names; nil where it names none.
    package static let root: String? = {
        guard let path = ProcessInfo.processInfo.environment["COREAUDIO_CORPUS"] else { return nil }
        return FileManager.default.fileExists(atPath: path + "/MANIFEST.tsv") ? path : nil
    }()
}

extension Trait where Self == TimeLimitTrait {
    /// Names a test that hangs. The limit is longer than a whole run: a test counts as started while it waits for a thread.
    package static var mustEnd: Self { .timeLimit(.minutes(40)) }
}
