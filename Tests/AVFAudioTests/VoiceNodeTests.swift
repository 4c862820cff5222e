import AVFAudio
import AudioCore
import TestSupport
import Testing

@testable import AVFAudio

/// Voice processing of an engine's input, whose values are properties of the unit.
@Suite struct VoiceNodeTests {
    @Test func theValuesAreThoseOfTheUnit() throws {
        let engine = AVAudioEngine()
        let input = engine.inputNode
        try input.setVoiceProcessingEnabled(true)
        let unit = try #require(input.audioUnit)
        func value(_ id: Int) -> UInt32? { NodeStage.property(unit, AudioUnitPropertyID(id)) }
        let (bypass, level, mute) = (
            Int(kAUVoiceIOProperty_BypassVoiceProcessing), Int(kAUVoiceIOProperty_VoiceProcessingEnableAGC),
            Int(kAUVoiceIOProperty_MuteOutput)
        )
        #expect(
            !input.isVoiceProcessingBypassed && input.isVoiceProcessingAGCEnabled && !input.isVoiceProcessingInputMuted)
        input.isVoiceProcessingBypassed = true
        input.isVoiceProcessingAGCEnabled = false
        input.isVoiceProcessingInputMuted = true
        #expect(value(bypass) == 1 && value(level) == 0 && value(mute) == 1)
        #expect(
            input.isVoiceProcessingBypassed && !input.isVoiceProcessingAGCEnabled && input.isVoiceProcessingInputMuted)
        let first = input.voiceProcessingOtherAudioDuckingConfiguration
        #expect(!first.enableAdvancedDucking.boolValue && first.duckingLevel == .default)
        for level in [10, 20, 30, 0] {
            input.voiceProcessingOtherAudioDuckingConfiguration = .init(
                enableAdvancedDucking: true, duckingLevel: try #require(.init(rawValue: level)))
            var (known, size) = (AUVoiceIOOtherAudioDuckingConfiguration(), UInt32(8))
            let id = AudioUnitPropertyID(kAUVoiceIOProperty_OtherAudioDuckingConfiguration)
            #expect(AudioUnitGetProperty(unit, id, kAudioUnitScope_Global, 0, &known, &size) == noErr)
            #expect(known.mEnableAdvancedDucking && known.mDuckingLevel.rawValue == UInt32(level))
            let back = input.voiceProcessingOtherAudioDuckingConfiguration
            #expect(back.enableAdvancedDucking.boolValue && back.duckingLevel.rawValue == level)
        }
    }

    private final class Kept: Sendable {}

    @Test func aListenerIsKeptUntilItIsRemoved() throws {
        let engine = AVAudioEngine()
        let input = engine.inputNode
        #expect(!input.setMutedSpeechActivityEventListener { _ in })
        try input.setVoiceProcessingEnabled(true)
        weak var kept: Kept?
        do {
            let object = Kept()
            kept = object
            #expect(input.setMutedSpeechActivityEventListener { _ in withExtendedLifetime(object) {} })
        }
        #expect(kept != nil)
        #expect(input.setMutedSpeechActivityEventListener(nil))
        #expect(kept == nil)
    }

    /// Without voice processing nothing is set.
    @Test func nothingHappensWithoutVoiceProcessing() throws {
        let engine = AVAudioEngine()
        let input = engine.inputNode
        input.isVoiceProcessingBypassed = true
        input.isVoiceProcessingInputMuted = true
        input.voiceProcessingOtherAudioDuckingConfiguration = .init(enableAdvancedDucking: true, duckingLevel: .max)
        #expect(!input.isVoiceProcessingBypassed && !input.isVoiceProcessingInputMuted)
        #expect(input.voiceProcessingOtherAudioDuckingConfiguration.duckingLevel == .default)
        let manual = try EngineTests.engine()
        manual.inputNode.isVoiceProcessingInputMuted = true
        #expect(!manual.inputNode.isVoiceProcessingInputMuted)
        #expect(AVAudioVoiceProcessingSpeechActivityEvent.ended.rawValue == 1)
        #expect(AVAudioVoiceProcessingSpeechActivityEvent(rawValue: 2) == nil)
    }
}
