import AudioCore
import AudioDSP
import AudioToolbox
import TestSupport
import Testing

/// What a second of sound costs the thread that renders it, in the build at hand: a debug build plays too.
@Suite struct RenderCostTests {
    private static let most = Duration.seconds(0.3)
    private static let rate = 48_000
    private static let frames = 480

    /// A unit with settings that leave it nothing to skip.
    struct Tested: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let type: OSType
        let subtype: OSType
        var bands: UInt32 = 0
        var parameters: [(AudioUnitParameterID, AudioUnitParameterValue)] = []
    }

    /// Sixteen bands, none of them bypassed.
    private static let bands: [(AudioUnitParameterID, AudioUnitParameterValue)] = {
        let first = [kAUNBandEQParam_BypassBand, kAUNBandEQParam_Frequency, kAUNBandEQParam_Gain]
        let ids = first.map { AudioUnitParameterID($0) }
        var values: [(AudioUnitParameterID, AudioUnitParameterValue)] = []
        for band in 0..<16 as Range<UInt32> {
            values += [(ids[0] + band, 0), (ids[1] + band, 200 + 500 * Float(band)), (ids[2] + band, 6)]
        }
        return values
    }()

    /// All that a distortion mixes.
    private static let mixes: [(AudioUnitParameterID, AudioUnitParameterValue)] = [
        kDistortionParam_DelayMix, kDistortionParam_DecimationMix, kDistortionParam_PolynomialMix,
        kDistortionParam_RingModMix, kDistortionParam_FinalMix,
    ].map { (AudioUnitParameterID($0), 50) }

    private static let units: [Tested] = [
        Tested(
            testDescription: "NewTimePitch", type: kAudioUnitType_FormatConverter,
            subtype: kAudioUnitSubType_NewTimePitch, parameters: [(AudioUnitParameterID(kNewTimePitchParam_Rate), 1.3)]),
        Tested(
            testDescription: "TimePitch", type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_TimePitch,
            parameters: [(AudioUnitParameterID(kTimePitchParam_Rate), 1.3)]),
        Tested(
            testDescription: "AUPitch", type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_Pitch,
            parameters: [(AudioUnitParameterID(kTimePitchParam_Pitch), 300)]),
        Tested(
            testDescription: "Reverb2", type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_Reverb2,
            parameters: [(AudioUnitParameterID(kReverb2Param_DryWetMix), 50)]),
        Tested(
            testDescription: "NBandEQ", type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_NBandEQ, bands: 16,
            parameters: bands),
        Tested(
            testDescription: "Distortion", type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_Distortion,
            parameters: mixes),
    ]

    /// Noise, and room for a cycle of each of two channels.
    private struct Sound {
        let noise: UnsafeMutablePointer<Float>
        let left: UnsafeMutablePointer<Float>
        let right: UnsafeMutablePointer<Float>
        static let count = 1 << 16

        init() {
            noise = .allocate(capacity: Self.count)
            noise.initialize(
                from: Signal.noise(frames: Self.count, seed: 5, amplitude: 0.25), count: Self.count)
            left = .allocate(capacity: RenderCostTests.frames)
            right = .allocate(capacity: RenderCostTests.frames)
            for channel in [left, right] { channel.initialize(repeating: 0, count: RenderCostTests.frames) }
        }

        func free() { for memory in [noise, left, right] { memory.deallocate() } }
    }

    /// The least time of three: what else the machine does may double one of them.
    private static func least(of second: () throws -> Void) rethrows -> Duration {
        var least = Duration.seconds(60)
        for _ in 0..<3 where least > most { least = min(least, try ThreadClock.measure(second)) }
        return least
    }

    @Test(arguments: units) func aSecondOfStereoTakesLittle(tested: Tested) throws {
        let sound = Sound()
        defer { sound.free() }
        let unit = try Self.make(tested, sound)
        defer { AudioComponentInstanceDispose(unit) }
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        var (time, energy) = (AudioTimeStamp(), Float(0))
        time.mFlags = .sampleTimeValid
        let took = try Self.least {
            for _ in 0..<Self.rate / Self.frames {
                let size = UInt32(Self.frames * 4)
                list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: size, mData: sound.left)
                list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: size, mData: sound.right)
                var flags = AudioUnitRenderActionFlags()
                let status = AudioUnitRender(
                    unit, &flags, &time, 0, UInt32(Self.frames), list.unsafeMutablePointer)
                try must("AudioUnitRender", status)
                time.mSampleTime += Double(Self.frames)
                energy += abs(sound.left[0])
            }
        }
        #expect(took <= Self.most, "\(took)")
        #expect(energy > 0.1)
    }

    private static func make(_ tested: Tested, _ sound: Sound) throws -> AudioUnit {
        var description = AudioComponentDescription()
        description.componentType = tested.type
        description.componentSubType = tested.subtype
        description.componentManufacturer = kAudioUnitManufacturer_Apple
        let component = try #require(AudioComponentFindNext(nil, &description))
        var made: AudioUnit?
        try must("AudioComponentInstanceNew", AudioComponentInstanceNew(component, &made))
        let unit = try #require(made)
        if tested.bands > 0 { try set(unit, kAUNBandEQProperty_NumberOfBands, to: tested.bands) }
        let format = AudioStreamBasicDescription.float(rate: Double(rate), channels: 2, interleaved: false)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            try set(unit, kAudioUnitProperty_StreamFormat, scope, to: format)
        }
        // The same noise in each channel, a part of it by the time.
        let callback = AURenderCallbackStruct(
            inputProc: { noise, _, time, _, frames, list in
                let first = Int(time.pointee.mSampleTime) & (Sound.count / 2 - 1)
                let start = noise.assumingMemoryBound(to: Float.self) + first
                for buffer in UnsafeMutableAudioBufferListPointer(list!) {
                    buffer.mData?.copyMemory(from: start, byteCount: Int(frames) * 4)
                }
                return noErr
            }, inputProcRefCon: UnsafeMutableRawPointer(sound.noise))
        try set(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, to: callback)
        for (id, value) in tested.parameters {
            try must(
                "AudioUnitSetParameter \(id)", AudioUnitSetParameter(unit, id, kAudioUnitScope_Global, 0, value, 0))
        }
        try must("AudioUnitInitialize", AudioUnitInitialize(unit))
        return unit
    }

    private static func set<T: BitwiseCopyable>(
        _ unit: AudioUnit, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, to value: T
    ) throws {
        var value = value
        try must(
            "AudioUnitSetProperty \(id)",
            AudioUnitSetProperty(unit, id, scope, 0, &value, UInt32(MemoryLayout<T>.size)))
    }

    /// One channel, as the voice processing unit has it, with a loudspeaker that sounds.
    @Test func aSecondOfAVoiceTakesLittle() {
        let sound = Sound()
        defer { sound.free() }
        let processor = VoiceProcessor(sampleRate: Double(Self.rate))
        var energy: Float = 0
        let took = Self.least {
            for cycle in 0..<Self.rate / Self.frames {
                let start = sound.noise + cycle * Self.frames
                processor.process(played: start, heard: start + 4000, into: sound.left, frames: Self.frames)
                energy += abs(sound.left[0])
            }
        }
        #expect(took <= Self.most, "\(took)")
        #expect(energy > 0.01)
    }
}
