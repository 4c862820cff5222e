import AudioCore
import AudioDevices
import AudioIO

/// The sound server of this process: Apple's API does not say which one that is, nor whether there is one.
package enum SoundServer {
    /// Why there is none.
    package struct Failure: Error {
        package let reason: String
    }

    package struct Device: Equatable, Sendable {
        /// The server's lasting name for it.
        package let uid: String
        /// What desktops show.
        package let name: String
        package let channels: Int
        package let sampleRate: Double
        package let isDefault: Bool
    }

    /// The name of the back end: "pipewire", "pulseaudio", "alsa", or "null" where none of them answers. Nil while the server is
    /// gone.
    package static var name: String? {
        get throws(Failure) { try connection().backendName }
    }

    /// The devices that play, or those that record, as the server lists them now.
    package static func devices(recording isInput: Bool) throws(Failure) -> [Device] {
        let connection = try connection()
        let all: [DeviceDescription]
        do throws(AudioError) { all = try connection.devices() } catch { throw Failure(reason: error.reason) }
        return all.filter { $0.direction == (isInput ? .input : .output) }.map {
            Device(
                uid: $0.id, name: $0.name, channels: $0.channels, sampleRate: $0.sampleRate, isDefault: $0.isDefault)
        }
    }

    private static func connection() throws(Failure) -> Connection {
        do { return try Connection.shared() } catch { throw Failure(reason: error.reason) }
    }
}
