import AudioCore

/// A way to reach loudspeakers and microphones: PipeWire, PulseAudio, ALSA, or one of ours without hardware.
package protocol Backend: AnyObject, Sendable {
    /// The name by which it is chosen: "pipewire", "null", …
    static var name: String { get }

    /// Connects, or throws where the server or its library is not there. Cheap when it fails.
    init() throws(AudioError)
}
