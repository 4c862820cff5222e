import AVFAudio
import Testing

/// How programs written for a Mac make nodes of audio units, and the manager of their components.
@Suite struct UnitInitializerTests {
    private static func description(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
    }

    /// A subclass overrides `init()`, and has its own number of bands then.
    private class TenBands: AVAudioUnitEQ, @unchecked Sendable {
        override init() { super.init(numberOfBands: 10) }
    }

    @Test func aSubclassOverridesTheInitializerOfAnEqualizer() {
        #expect(TenBands().bands.count == 10)
        #expect(AVAudioUnitEQ().bands.count == 1)
    }

    @Test func nodesThatChangeTheSpeedTakeADescription() {
        let stretcher = AVAudioUnitTimePitch(
            audioComponentDescription: Self.description(kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch))
        stretcher.rate = 2
        #expect(stretcher.rate == 2 && stretcher.name == "AUNewTimePitch")
        let tape = AVAudioUnitVarispeed(
            audioComponentDescription: Self.description(kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed))
        #expect(tape.rate == 1 && tape.name == "AUVarispeed")
    }

    @Test func effectsTakeADescription() {
        let delay = AVAudioUnitDelay(
            audioComponentDescription: Self.description(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        #expect(delay.delayTime == 1 && delay.name == "AUDelay")
        let reverb = AVAudioUnitReverb(
            audioComponentDescription: Self.description(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2))
        reverb.wetDryMix = 40
        #expect(reverb.wetDryMix == 40 && reverb.name == "AUReverb2")
        let distortion = AVAudioUnitDistortion(
            audioComponentDescription: Self.description(kAudioUnitType_Effect, kAudioUnitSubType_Distortion))
        #expect(distortion.name == "AUDistortion")
    }

    /// Programs take NewTimePitch for an effect that changes the pitch alone.
    @Test func newTimePitchIsAnEffectToo() async throws {
        let wanted = Self.description(kAudioUnitType_Effect, kAudioUnitSubType_NewTimePitch)
        #expect(AVAudioUnitComponentManager.shared().components(matching: wanted).map(\.name) == ["AUNewPitch"])
        let made = try await AVAudioUnit.instantiate(with: wanted)
        #expect(made is AVAudioUnitEffect)
        let effect = AVAudioUnitEffect(audioComponentDescription: wanted)
        var pitch: AudioUnitParameterValue = 7
        for (node, value) in [(made, 300), (effect, -500)] as [(AVAudioUnit, Float)] {
            let unit = node.audioUnit
            #expect(AudioUnitGetParameter(unit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, &pitch) == noErr)
            #expect(pitch == 0)
            let status = AudioUnitSetParameter(unit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, value, 0)
            #expect(status == noErr)
            AudioUnitGetParameter(unit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, &pitch)
            #expect(pitch == value)
        }
    }

    @Test func anotherManagerFindsTheSameUnits() {
        let wanted = Self.description(kAudioUnitType_FormatConverter, 0)
        let found = AVAudioUnitComponentManager().components(matching: wanted).map(\.name)
        #expect(!found.isEmpty)
        #expect(found == AVAudioUnitComponentManager.shared().components(matching: wanted).map(\.name))
    }
}
