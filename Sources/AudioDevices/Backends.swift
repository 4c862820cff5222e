import AudioCore
import Glibc

/// The back ends, and how one of them is chosen.
package enum Backends {
    /// In the order in which they are tried. The last one always answers.
    package static let all: [any Backend.Type] = [PipeWire.self, PulseAudio.self, ALSA.self, Null.self]

    /// Those that are only ever taken by name.
    package static let byNameOnly: [any Backend.Type] = [Manual.self]

    /// The environment variable that names a back end for programs that do not choose one themselves.
    package static let environmentVariable = "COREAUDIO_BACKEND"

    /// The back end of a name, or of the beginning of one: "pulse" is "pulseaudio".
    package static func named(_ name: String) -> (any Backend.Type)? {
        let backends = all + byNameOnly
        return backends.first { $0.name == name } ?? backends.first { !name.isEmpty && $0.name.hasPrefix(name) }
    }

    /// The name that the caller or else the environment asks for; nil where the choice is free.
    package static func forced(_ name: String?) -> String? {
        if let name { return name }
        guard let value = getenv(environmentVariable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Connects to the back end of a name or, without one, to the first that answers. ALSA is left out while PulseAudio
    /// does not respond.
    ///
    /// - Parameter name: from the program; nil leaves it to the environment, and then to the order of `all`.
    /// - Throws: the named back end's own error, or `noDevice` for an unknown name.
    package static func connect(
        _ name: String? = nil, events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(AudioError) -> any Backend {
        if let name = forced(name) {
            guard let backend = named(name) else {
                let names = (all + byNameOnly).map { $0.name }.joined(separator: ", ")
                throw .noDevice.because("there is no back end called \"\(name)\"; there are \(names)")
            }
            return try backend.init(events: events)
        }
        var last = AudioError.serverUnavailable
        var isStalled = false
        for backend in all {
            // The default device of ALSA may be that server's, and would wait for half a minute.
            if isStalled, backend == ALSA.self { continue }
            do throws(AudioError) { return try backend.init(events: events) } catch {
                last = error
                isStalled = isStalled || error == .serverTimeout
            }
        }
        throw last
    }
}
