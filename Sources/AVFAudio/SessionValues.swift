import AudioCore
import AudioSession
import Foundation

// Between the values of AVAudioSession and those of the engine.

extension SessionCategory {
    /// - Throws: `parameter` for a string that names none.
    init(_ category: AVAudioSession.Category) throws(AudioError) {
        let named = Self.allCases.first { $0.value == category }
        guard let named else { throw .parameter.because("\(category.rawValue) is not a category") }
        self = named
    }

    var value: AVAudioSession.Category {
        switch self {
        case .ambient: .ambient
        case .soloAmbient: .soloAmbient
        case .playback: .playback
        case .record: .record
        case .playAndRecord: .playAndRecord
        // The constant is deprecated.
        case .audioProcessing: AVAudioSession.Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
        case .multiRoute: .multiRoute
        }
    }
}

extension SessionMode {
    /// - Throws: `parameter` for a string that names none.
    init(_ mode: AVAudioSession.Mode) throws(AudioError) {
        let named = Self.allCases.first { $0.value == mode }
        guard let named else { throw .parameter.because("\(mode.rawValue) is not a mode") }
        self = named
    }

    var value: AVAudioSession.Mode {
        switch self {
        case .standard: .default
        case .voiceChat: .voiceChat
        case .gameChat: .gameChat
        case .videoRecording: .videoRecording
        case .measurement: .measurement
        case .moviePlayback: .moviePlayback
        case .videoChat: .videoChat
        case .spokenAudio: .spokenAudio
        case .voicePrompt: .voicePrompt
        case .shortFormVideo: .shortFormVideo
        case .dualRoute: .dualRoute
        }
    }
}

extension SessionPolicy {
    init(_ policy: AVAudioSession.RouteSharingPolicy) {
        switch policy {
        case .default: self = .standard
        case .longFormAudio: self = .longFormAudio
        case .independent: self = .independent
        case .longFormVideo: self = .longFormVideo
        }
    }

    var value: AVAudioSession.RouteSharingPolicy {
        switch self {
        case .standard: .default
        case .longFormAudio: .longFormAudio
        case .independent: .independent
        case .longFormVideo: .longFormVideo
        }
    }
}

/// Runs `body` and turns what the engine throws into the `NSError` of a session's call.
///
/// - Parameter description: what failed, for people; nil if the reason says it.
func throwingSessionErrors<Result>(
    _ description: String? = nil, _ body: () throws(AudioError) -> Result
) throws -> Result {
    do throws(AudioError) {
        return try body()
    } catch {
        throw error.error(domain: NSOSStatusErrorDomain, description: description)
    }
}
