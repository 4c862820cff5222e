import AVFAudio
import TestSupport
import Testing

@testable import AVFAudio

/// Nodes of the units that change sound: their properties are parameters of the units, and sound as those do.
@Suite struct EffectNodeTests {
    /// A property of a class, as a number, and the parameter that it is.
    struct Row: CustomTestStringConvertible, @unchecked Sendable {
        let name: String
        let make: () -> AVAudioUnit
        let id: AudioUnitParameterID
        let range: ClosedRange<Float>
        let initial: Float
        let get: (AVAudioUnit) -> Float
        let set: (AVAudioUnit, Float) -> Void
        var testDescription: String { name }

        init<Node: AVAudioUnit>(
            _ name: String, _ make: @escaping () -> Node, _ id: AudioUnitParameterID, _ range: ClosedRange<Float>,
            _ initial: Float, _ path: ReferenceWritableKeyPath<Node, Float>
        ) {
            (self.name, self.make, self.id, self.range, self.initial) = (name, make, id, range, initial)
            get = { ($0 as! Node)[keyPath: path] }
            set = { ($0 as! Node)[keyPath: path] = $1 }
        }
    }

    static let rows: [Row] = [
        Row("TimePitch.rate", AVAudioUnitTimePitch.init, 0, 1 / 32...32, 1, \.rate),
        Row("TimePitch.pitch", AVAudioUnitTimePitch.init, 1, -2400...2400, 0, \.pitch),
        Row("TimePitch.overlap", AVAudioUnitTimePitch.init, 4, 3...32, 8, \.overlap),
        Row("Varispeed.rate", AVAudioUnitVarispeed.init, 0, 0.25...4, 1, \.rate),
        Row("Delay.delayTime", AVAudioUnitDelay.init, 1, 0...2, 1, \.seconds),
        Row("Delay.feedback", AVAudioUnitDelay.init, 2, -100...100, 50, \.feedback),
        Row("Delay.lowPassCutoff", AVAudioUnitDelay.init, 3, 10...22_050, 15_000, \.lowPassCutoff),
        Row("Delay.wetDryMix", AVAudioUnitDelay.init, 0, 0...100, 100, \.wetDryMix),
        Row("Reverb.wetDryMix", AVAudioUnitReverb.init, 0, 0...100, 0, \.wetDryMix),
        Row("Distortion.preGain", AVAudioUnitDistortion.init, 14, -80...20, -6, \.preGain),
        Row("Distortion.wetDryMix", AVAudioUnitDistortion.init, 15, 0...100, 50, \.wetDryMix),
        Row("EQ.globalGain", { AVAudioUnitEQ(numberOfBands: 3) }, 0, -96...24, 0, \.globalGain),
        Row("EQ.frequency", { AVAudioUnitEQ(numberOfBands: 3) }, 3002, 20...22_050, 1000, \.bands[2].frequency),
        Row("EQ.gain", { AVAudioUnitEQ(numberOfBands: 3) }, 4001, -96...24, 0, \.bands[1].gain),
        Row("EQ.bandwidth", { AVAudioUnitEQ(numberOfBands: 3) }, 5000, 0.05...5, 0.5, \.bands[0].bandwidth),
    ]

    @Test(arguments: rows) func aPropertyIsAParameter(row: Row) {
        let node = row.make()
        #expect(row.get(node) == row.initial)
        let (low, high) = (row.range.lowerBound, row.range.upperBound)
        for part in [0, 0.25, 0.5, 1] as [Float] {
            let value = low + (high - low) * part
            row.set(node, value)
            #expect(row.get(node) == value && NodeStage.parameter(node.audioUnit, row.id) == value)
        }
        let middle = (low + high) / 2
        row.set(node, middle)
        for odd in [Float.nan, .signalingNaN] {
            row.set(node, odd)
            #expect(row.get(node) == middle)
        }
        for (value, limit) in [
            (low - 1, low), (high * 2 + 1, high), (.greatestFiniteMagnitude, high), (-.greatestFiniteMagnitude, low),
            (.infinity, high), (-.infinity, low),
        ] as [(Float, Float)] {
            row.set(node, value)
            #expect(row.get(node) == limit && NodeStage.parameter(node.audioUnit, row.id) == limit)
        }
        // What is set through the unit is found in the property.
        #expect(AudioUnitSetParameter(node.audioUnit, row.id, kAudioUnitScope_Global, 0, middle, 0) == noErr)
        #expect(row.get(node) == middle)
    }

    @Test func aTimeIsADouble() {
        let node = AVAudioUnitDelay()
        for (value, wanted) in [(0.5, 0.5), (1e300, 2), (-1e300, 0), (.infinity, 2)] as [(Double, Double)] {
            node.delayTime = value
            #expect(node.delayTime == wanted)
        }
        node.delayTime = .nan
        #expect(node.delayTime == 2)
    }

    @Test func bandsAreBypassedAtFirst() {
        let node = AVAudioUnitEQ(numberOfBands: 16)
        #expect(node.bands.count == 16 && node.bands.allSatisfy { $0.bypass && $0.filterType == .parametric })
        for (index, band) in node.bands.enumerated() {
            let number = AudioUnitParameterID(index)
            band.bypass = false
            band.filterType = AVAudioUnitEQFilterType(rawValue: index % 11)!
            #expect(NodeStage.parameter(node.audioUnit, 1000 + number) == 0)
            #expect(NodeStage.parameter(node.audioUnit, 2000 + number) == Float(index % 11))
            #expect(!band.bypass && band.filterType.rawValue == index % 11)
            band.bypass = true
            #expect(NodeStage.parameter(node.audioUnit, 1000 + number) == 1)
        }
        #expect(NodeStage.property(node.audioUnit, kAUNBandEQProperty_NumberOfBands) == 16)
        #expect(AVAudioUnitEQ().bands.count == 1)
    }

    // MARK: Presets

    @Test(arguments: 0..<13) func aRoomIsThePresetOfTheUnit(number: Int) throws {
        let node = AVAudioUnitReverb()
        node.wetDryMix = 40
        node.loadFactoryPreset(try #require(AVAudioUnitReverbPreset(rawValue: number)))
        let model = try ModelUnit(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, [[]])
        model.set(property: kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: Int32(number), presetName: nil))
        for id in UInt32(2)...6 {
            #expect(NodeStage.parameter(node.audioUnit, id) == NodeStage.parameter(model.unit, id))
        }
        #expect(node.wetDryMix == 40)
        #expect(NodeStage.property(node.audioUnit, kAudioUnitProperty_ReverbRoomType) == UInt32(number))
        #expect(AVAudioUnitReverbPreset(rawValue: 13) == nil)
    }

    @Test(arguments: 0..<22) func aDistortionIsThePresetOfTheUnit(number: Int) throws {
        let node = AVAudioUnitDistortion()
        node.loadFactoryPreset(try #require(AVAudioUnitDistortionPreset(rawValue: number)))
        let model = try ModelUnit(kAudioUnitType_Effect, kAudioUnitSubType_Distortion, [[]])
        model.set(property: kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: Int32(number), presetName: nil))
        for id in UInt32(0)...15 {
            #expect(NodeStage.parameter(node.audioUnit, id) == NodeStage.parameter(model.unit, id))
        }
        #expect(node.preGain == NodeStage.parameter(model.unit, 14))
        #expect(AVAudioUnitDistortionPreset(rawValue: 22) == nil)
    }

    @Test func aNewReverbHasAMediumHall() {
        let node = AVAudioUnitReverb()
        #expect(NodeStage.property(node.audioUnit, kAudioUnitProperty_ReverbRoomType) == 3)
        #expect(node.name == "AUReverb2" && node.manufacturerName == "Apple" && node.version == 0x10000)
        #expect(node.audioComponentDescription.componentSubType == kAudioUnitSubType_Reverb2)
        #expect(!node.bypass)
    }

    // MARK: Sound

    private static let noise = [
        Signal.noise(frames: 12_000, seed: 1, amplitude: 0.5), Signal.noise(frames: 12_000, seed: 2, amplitude: 0.5),
    ]
    private static let counts = [1, 64, 4096, 1000, 511, 4096]

    /// Renders noise through a node and through the unit that it stands for.
    private func expectSame(
        _ node: AVAudioUnit, _ type: OSType = kAudioUnitType_Effect, _ prepare: (ModelUnit) -> Void
    ) throws -> [[Float]] {
        let model = try ModelUnit(type, node.audioComponentDescription.componentSubType, Self.noise)
        prepare(model)
        let wanted = try model.render(Self.counts)
        let sound = try NodeStage.render(Self.noise, through: node, Self.counts)
        #expect(sound == wanted)
        return sound
    }

    private static let plain = noise.map { $0.prefix(9768) }.map(Array.init)

    @Test func aDelaySoundsAsItsUnit() throws {
        let node = AVAudioUnitDelay()
        (node.delayTime, node.feedback, node.lowPassCutoff, node.wetDryMix) = (0.02, -70, 4000, 60)
        let sound = try expectSame(node) { model in
            for (id, value) in [(0, 60), (1, 0.02), (2, -70), (3, 4000)] as [(UInt32, Float)] { model.set(id, value) }
        }
        #expect(sound != Self.plain)
        // Nothing but the echo, 480 frames later.
        let echo = AVAudioUnitDelay()
        (echo.delayTime, echo.feedback, echo.lowPassCutoff) = (0.01, 0, 24_000)
        let late = try NodeStage.render([Signal.impulse(at: 0, frames: 1)], through: echo, [1024])[0]
        #expect(late[..<480].allSatisfy { $0 == 0 } && late[480] > 0.5)
    }

    @Test func aReverbSoundsAsItsUnit() throws {
        let node = AVAudioUnitReverb()
        #expect(try NodeStage.render(Self.noise, through: node, Self.counts) == Self.plain)
        let wet = AVAudioUnitReverb()
        wet.loadFactoryPreset(.cathedral)
        wet.wetDryMix = 70
        let sound = try expectSame(wet) { model in
            model.set(property: kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: 8, presetName: nil))
            model.set(0, 70)
        }
        #expect(sound != Self.plain)
    }

    @Test func aDistortionSoundsAsItsUnit() throws {
        let node = AVAudioUnitDistortion()
        node.loadFactoryPreset(.multiEverythingIsBroken)
        (node.preGain, node.wetDryMix) = (3, 80)
        let sound = try expectSame(node) { model in
            model.set(property: kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: 16, presetName: nil))
            model.set(14, 3)
            model.set(15, 80)
        }
        #expect(sound != Self.plain)
    }

    @Test(arguments: 0..<11) func anEqualizerSoundsAsItsUnit(kind: Int) throws {
        let node = AVAudioUnitEQ(numberOfBands: 2)
        let band = node.bands[1]
        (band.filterType, band.frequency, band.bandwidth) = (AVAudioUnitEQFilterType(rawValue: kind)!, 2000, 1.5)
        (band.gain, band.bypass, node.globalGain) = (-12, false, 3)
        let sound = try expectSame(node) { model in
            model.set(property: kAUNBandEQProperty_NumberOfBands, UInt32(2))
            for (id, value) in [(0, 3), (1001, 0), (2001, Float(kind)), (3001, 2000), (4001, -12), (5001, 1.5)]
                as [(UInt32, Float)]
            {
                model.set(id, value)
            }
        }
        #expect(sound != Self.plain)
    }

    @Test func bypassedBandsChangeNothing() throws {
        let node = AVAudioUnitEQ(numberOfBands: 4)
        for band in node.bands { band.gain = 20 }
        #expect(try NodeStage.render(Self.noise, through: node, Self.counts) == Self.plain)
    }

    @Test func aTimePitchSoundsAsItsUnit() throws {
        let node = AVAudioUnitTimePitch()
        (node.rate, node.pitch, node.overlap) = (1.5, 300, 12)
        let sound = try expectSame(node, kAudioUnitType_FormatConverter) { model in
            for (id, value) in [(0, 1.5), (1, 300), (4, 12)] as [(UInt32, Float)] { model.set(id, value) }
        }
        #expect(sound != Self.plain)
        #expect(try NodeStage.render(Self.noise, through: AVAudioUnitTimePitch(), Self.counts) == Self.plain)
    }

    @Test func aVarispeedSoundsAsItsUnit() throws {
        let node = AVAudioUnitVarispeed()
        node.rate = 0.75
        let sound = try expectSame(node, kAudioUnitType_FormatConverter) { $0.set(0, 0.75) }
        #expect(sound != Self.plain)
        #expect(try NodeStage.render(Self.noise, through: AVAudioUnitVarispeed(), Self.counts) == Self.plain)
    }

    @Test func aBypassPassesTheInput() throws {
        let reverb = AVAudioUnitReverb()
        (reverb.wetDryMix, reverb.bypass) = (100, true)
        let pitch = AVAudioUnitTimePitch()
        (pitch.rate, pitch.bypass) = (2, true)
        for node in [reverb, pitch] {
            #expect(NodeStage.property(node.audioUnit, kAudioUnitProperty_BypassEffect) == 1)
            #expect(try NodeStage.render(Self.noise, through: node, Self.counts) == Self.plain)
        }
        #expect(reverb.bypass && pitch.bypass)
        reverb.bypass = false
        #expect(!reverb.bypass && NodeStage.property(reverb.audioUnit, kAudioUnitProperty_BypassEffect) == 0)
    }

    /// The length of a sound goes by the rate.
    @Test(arguments: [0.5, 2, 4] as [Float]) func aRateChangesTheLength(rate: Float) throws {
        let sine = Signal.sine(440 / 48_000, frames: 48_000)
        let pitch = AVAudioUnitTimePitch()
        pitch.rate = rate
        let speed = AVAudioUnitVarispeed()
        speed.rate = rate
        for node in [pitch, speed] as [AVAudioUnit] {
            let total = Int(48_000 / rate)
            let sound = try NodeStage.render(
                [sine], through: node, Array(repeating: 1000, count: total / 1000 + 10), format: NodeStage.mono)[0]
            let end = sound.lastIndex { abs($0) > 0.05 } ?? 0
            #expect(abs(end - total) < 2400)
            let middle = sound[total / 4..<total / 4 + total / 2]
            let frequency = node === pitch ? 440.0 : 440 * Double(rate)
            #expect(abs(Measure.level(middle, at: frequency / 48_000) - 0.5) < 0.05)
        }
    }

    /// An effect that nothing is connected to yet is silent, in the format of its own connection.
    @Test func anEffectWithoutASourceIsSilent() throws {
        let engine = try EngineTests.engine()
        let nodes = [AVAudioUnitReverb(), AVAudioUnitTimePitch(), AVAudioUnitEQ(numberOfBands: 1)]
        for node in nodes {
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: NodeStage.stereo)
        }
        try engine.start()
        #expect(try EngineTests.render(engine, [64])[0] == Array(repeating: 0, count: 64))
        let source = NodeStage.constant(0.25)
        engine.attach(source)
        engine.connect(source, to: nodes[0], format: NodeStage.stereo)
        #expect(try EngineTests.render(engine, [64])[0] == Array(repeating: 0.25, count: 64))
        engine.disconnectNodeOutput(source)
        #expect(try EngineTests.render(engine, [64])[0] == Array(repeating: 0, count: 64))
        engine.connect(source, to: nodes[0], format: NodeStage.stereo)
        engine.detach(source)
        #expect(try EngineTests.render(engine, [64])[0] == Array(repeating: 0, count: 64))
    }

    /// An effect takes over the format of its input.
    @Test func anOutputFollowsTheInput() throws {
        let engine = try EngineTests.engine()
        let (source, delay, pitch) = (NodeStage.constant(0.5), AVAudioUnitDelay(), AVAudioUnitTimePitch())
        for node in [source, delay, pitch] { engine.attach(node) }
        let format = AVAudioFormat(standardFormatWithSampleRate: 32_000, channels: 1)!
        engine.connect(source, to: delay, format: format)
        engine.connect(delay, to: pitch, format: nil)
        engine.connect(pitch, to: engine.mainMixerNode, format: nil)
        for node in [delay, pitch] {
            #expect(node.inputFormat(forBus: 0) == format && node.outputFormat(forBus: 0) == format)
        }
        (delay.delayTime, delay.feedback, delay.lowPassCutoff) = (0, 0, 16_000)
        try engine.start()
        let sound = try EngineTests.render(engine, [4800, 4800].map { $0 / 2 })[0]
        #expect(sound.suffix(1000).contains { abs($0) > 0.2 })
    }
}

extension AVAudioUnitDelay {
    /// The time as `Float`, as the other properties are.
    fileprivate var seconds: Float {
        get { Float(delayTime) }
        set { delayTime = TimeInterval(newValue) }
    }
}
