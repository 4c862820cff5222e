public import Foundation

/// How voice processing lowers other sound than the voice.
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
    /// By how much other sound is lowered.
    public enum Level: Int, @unchecked Sendable {
        /// By 12 dB.
        case `default` = 0
        /// By 6 dB.
        case min = 10
        /// By 18 dB.
        case mid = 20
        /// By 30 dB.
        case max = 30
    }

    /// Whether other sound is lowered only while the microphone hears a voice.
    public var enableAdvancedDucking: ObjCBool
    /// By how much other sound is lowered.
    public var duckingLevel: Level

    /// Creates the configuration that is there at first: other sound is lowered by 12 dB all the time.
    public init() { (enableAdvancedDucking, duckingLevel) = (false, .default) }

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - enableAdvancedDucking: whether other sound is lowered only while the microphone hears a voice.
    ///   - duckingLevel: by how much.
    public init(enableAdvancedDucking: ObjCBool, duckingLevel: Level) {
        (self.enableAdvancedDucking, self.duckingLevel) = (enableAdvancedDucking, duckingLevel)
    }
}

/// What a muted microphone hears.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, @unchecked Sendable {
    /// A voice.
    case started = 0
    /// None any more.
    case ended = 1
}
