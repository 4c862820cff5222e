import AudioCore
import Foundation

// The drivers that the environment names.
extension DriverHost {
    /// The variable: files and the functions that make their drivers, as FILE=FUNCTION, separated by colons.
    static let variable = "COREAUDIO_MIDI_DRIVERS"

    private static let isStarted = LockedValue(false)

    /// Starts the drivers that the environment names, with the first call alone.
    ///
    /// A driver may call any function while it starts. Another thread that calls meanwhile does not wait for the drivers.
    static func startNamed() {
        let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
        }
        guard isFirst, let list = getenv(variable).map({ String(cString: $0) }) else { return }
        for entry in list.split(separator: ":") { shared.load(String(entry)) }
    }

    /// Loads a driver. One that cannot be loaded or started is left out, and standard error says why.
    private func load(_ entry: String) {
        let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let library = dlopen(parts[0], RTLD_NOW | RTLD_LOCAL) else {
            return report(entry, parts.count == 2 ? String(cString: dlerror()) : "it names no function")
        }
        guard let function = dlsym(library, parts[1]) else {
            dlclose(library)
            return report(entry, "it has no such function")
        }
        do throws(AudioError) {
            try start(
                Driver((parts[0] as NSString).lastPathComponent, unsafeBitCast(function, to: Driver.Factory.self)))
        } catch { report(entry, error.reason) }
    }

    private func report(_ entry: String, _ reason: String) {
        FileHandle.standardError.write(Data("CoreMIDI: the driver \(entry) is left out: \(reason)\n".utf8))
    }
}
