import AudioCore

/// What a program uses sound for.
package enum SessionCategory: CaseIterable, Sendable {
    case ambient, soloAmbient, playback, record, playAndRecord, audioProcessing, multiRoute

    package var hasOutput: Bool { self != .record && self != .audioProcessing }
    package var hasInput: Bool { self == .record || self == .playAndRecord || self == .multiRoute }
    /// Whether the silent switch and the locked screen silence what plays.
    package var isSilenceable: Bool { self == .ambient || self == .soloAmbient }

    /// The options that the category takes.
    var options: SessionOptions {
        switch self {
        // Reading back gives `mixWithOthers`, and programs set what they have read.
        case .ambient: [.mixWithOthers, .duckOthers, .allowBluetoothA2DP]
        case .soloAmbient: [.allowBluetoothA2DP]
        case .playback: [.mixWithOthers, .duckOthers, .interruptSpokenAudio, .allowBluetoothA2DP]
        // Apple's pages list no mixing here, but programs for speech set it, `duckOthers` above all.
        case .record:
            [
                .mixWithOthers, .duckOthers, .interruptSpokenAudio, .allowBluetoothHFP,
                .overrideMutedMicrophoneInterruption, .farFieldInput, .bluetoothHighQualityRecording,
            ]
        case .playAndRecord: .all
        case .audioProcessing: []
        case .multiRoute:
            [.mixWithOthers, .duckOthers, .interruptSpokenAudio, .overrideMutedMicrophoneInterruption]
        }
    }
}

/// A special use within a category.
package enum SessionMode: CaseIterable, Sendable {
    case standard, voiceChat, gameChat, videoRecording, measurement, moviePlayback, videoChat, spokenAudio, voicePrompt
    case shortFormVideo, dualRoute

    /// Whether the mode can be set with a category.
    ///
    /// Apple's page lets a mode act as the default one in a category that it is not for. Programs have seen errors for
    /// the modes that need a microphone, and none for the others.
    func suits(_ category: SessionCategory) -> Bool {
        switch self {
        case .voiceChat, .gameChat, .videoChat: category == .playAndRecord
        case .videoRecording: category == .playAndRecord || category == .record
        default: true
        }
    }

    /// Whether the mode is for conversations.
    package var isConversation: Bool { self == .voiceChat || self == .gameChat || self == .videoChat }

    /// The options that the mode sets by itself.
    var implied: SessionOptions {
        switch self {
        case .voiceChat: [.allowBluetoothHFP]
        case .videoChat: [.allowBluetoothHFP, .defaultToSpeaker]
        default: []
        }
    }
}

/// Variations of a category, with the numbers of AVAudioSession.
package struct SessionOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let mixWithOthers = Self(rawValue: 0x1)
    package static let duckOthers = Self(rawValue: 0x2)
    package static let allowBluetoothHFP = Self(rawValue: 0x4)
    package static let defaultToSpeaker = Self(rawValue: 0x8)
    /// The part of `interruptSpokenAudioAndMixWithOthers` (0x11) that interrupts.
    package static let interruptSpokenAudio = Self(rawValue: 0x10)
    package static let allowBluetoothA2DP = Self(rawValue: 0x20)
    package static let allowAirPlay = Self(rawValue: 0x40)
    package static let overrideMutedMicrophoneInterruption = Self(rawValue: 0x80)
    package static let farFieldInput = Self(rawValue: 0x4_0000)
    package static let bluetoothHighQualityRecording = Self(rawValue: 0x8_0000)

    static let all = Self(rawValue: 0xC_00FF)
}

/// Which programs share a route.
package enum SessionPolicy: UInt, CaseIterable, Sendable {
    case standard, longFormAudio, independent, longFormVideo
}

/// A category with a mode, options and a policy that go together.
package struct SessionSetting: Hashable, Sendable {
    package let category: SessionCategory
    package let mode: SessionMode
    /// The options as they are read back: with those that the category, the mode and other options imply. Setting them
    /// again with the same category and mode gives the same.
    package let options: SessionOptions
    package let policy: SessionPolicy
    /// The options without those that are implied: what stays with another mode. Settings are equal whether an option was
    /// asked for or implied.
    package let asked: SessionOptions

    /// - Throws: `parameter` where they do not go together; 'what' for AirPlay with the category `playback`, as programs
    ///   have seen it.
    package init(
        _ category: SessionCategory, mode: SessionMode = .standard, options: SessionOptions = [],
        policy: SessionPolicy = .standard
    ) throws(AudioError) {
        if category == .playback, options.contains(.allowAirPlay) { throw .sessionUnspecified }
        guard category.options.isSuperset(of: options), mode.suits(category) else { throw .sessionSetting }
        switch policy {
        case .standard: break
        // The system gives this one.
        case .independent: throw .sessionSetting
        case .longFormAudio, .longFormVideo:
            let modes = [SessionMode.standard, .moviePlayback, .spokenAudio]
            guard category == .playback, modes.contains(mode), options.isEmpty else { throw .sessionSetting }
        }
        self.category = category
        self.mode = mode
        self.policy = policy
        var read = options.union(mode.implied)
        let mixing: SessionOptions = [.duckOthers, .interruptSpokenAudio]
        if category == .ambient || !options.isDisjoint(with: mixing) { read.insert(.mixWithOthers) }
        self.options = read
        asked = options
    }

    private init() {
        (category, mode, options, policy, asked) = (.soloAmbient, .standard, [], .standard, [])
    }

    /// What every session begins with.
    package static let standard = Self()

    package static func == (left: Self, right: Self) -> Bool {
        (left.category, left.mode, left.options, left.policy) == (
            right.category, right.mode, right.options, right.policy
        )
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(category)
        hasher.combine(mode)
        hasher.combine(options)
        hasher.combine(policy)
    }

    /// Whether the session neither interrupts others when it becomes active nor is interrupted by them.
    package var isMixable: Bool { options.contains(.mixWithOthers) }
}

extension AudioError {
    package static let sessionSetting = Self(
        status: -50, reason: "the category, mode, options and policy do not go together")
    package static let sessionUnspecified = Self("what", "the session cannot do this")
    package static let sessionBusy = Self("!act", "input or output of the session is running")
    package static let sessionCategory = Self("!cat", "the category has no such direction")
    package static let sessionPriority = Self("!pri", "a call has the sound")
    package static let sessionInterrupted = Self("!pri", "another session has just taken the sound")
    package static let sessionResource = Self("!res", "there is no input")
    package static let sessionServer = Self("msrv", "the sound server is gone")
}
