import AVFAudio
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Nodes of any audio units: how they are made, their presets, instruments and generators.
@Suite struct UnitNodeTests {
    private static func description(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
    }

    // MARK: Making

    @Test func aTypeHasItsClass() async throws {
        #expect(NoteKeeper.isRegistered)
        let effect = try await AVAudioUnit.instantiate(
            with: Self.description(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        #expect(type(of: effect) == AVAudioUnitEffect.self && effect.name == "AUDelay")
        let speed = try await AVAudioUnit.instantiate(
            with: Self.description(kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed), options: .loadInProcess
        )
        #expect(type(of: speed) == AVAudioUnitTimeEffect.self)
        let player = try await AVAudioUnit.instantiate(
            with: Self.description(kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer))
        #expect(type(of: player) == AVAudioUnitGenerator.self && player.numberOfInputs == 0)
        let instrument = try await AVAudioUnit.instantiate(with: NoteKeeper.description)
        #expect(type(of: instrument) == AVAudioUnitMIDIInstrument.self && instrument.name == "Note Keeper")
        #expect(instrument.manufacturerName == "Tests" && instrument.version == 0x0102_0304)
        let mixer = try await AVAudioUnit.instantiate(
            with: Self.description(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer))
        #expect(type(of: mixer) == AVAudioUnit.self)
    }

    @Test func whatIsNotThereIsAnError() async throws {
        let missing = Self.description(kAudioUnitType_Effect, 0x6E6F_6E65)
        let error = await #expect(throws: NSError.self) { try await AVAudioUnit.instantiate(with: missing) }
        #expect(error?.domain == "com.apple.coreaudio.avfaudio")
        let answer = WaitableValue<(Bool, Bool)?>(nil)
        AVAudioUnit.instantiate(with: missing, options: []) { unit, error in
            answer.withLock { $0 = (unit == nil, error != nil) }
        }
        #expect(try #require(answer.wait { $0 }) == (true, true))
        let name = WaitableValue<String?>(nil)
        AVAudioUnit.instantiate(with: Self.description(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)) {
            unit, error in
            name.withLock { $0 = error == nil ? unit?.name : "error" }
        }
        #expect(name.wait { $0 } == "AUReverb2")
    }

    /// A node of a class sounds as one that `instantiate` makes.
    @Test func anInstanceIsUsedAsOthers() async throws {
        let unit = try await AVAudioUnit.instantiate(
            with: Self.description(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        let effect = try #require(unit as? AVAudioUnitEffect)
        #expect(
            AudioUnitSetParameter(effect.audioUnit, kDelayParam_DelayTime, kAudioUnitScope_Global, 0, 0.01, 0) == noErr)
        #expect(
            AudioUnitSetParameter(effect.audioUnit, kDelayParam_WetDryMix, kAudioUnitScope_Global, 0, 100, 0) == noErr)
        let model = AVAudioUnitDelay()
        model.delayTime = 0.01
        let noise = [Signal.noise(frames: 4000, seed: 9)]
        let sound = try NodeStage.render(noise, through: effect, [4000])
        #expect(try sound == NodeStage.render(noise, through: model, [4000]))
        effect.bypass = true
        #expect(try NodeStage.render(noise, through: effect, [4000])[0] == noise[0])
    }

    /// The object of version 3 has the same parameters and presets.
    @Test func aNodeHasAnObjectOfVersion3() throws {
        let node = AVAudioUnitReverb()
        let unit = node.auAudioUnit
        #expect(unit === node.auAudioUnit && unit.audioUnitName == "AUReverb2")
        let mix = try #require(unit.parameterTree?.parameter(withAddress: AUParameterAddress(kReverb2Param_DryWetMix)))
        #expect(mix.value == 0)
        mix.value = 35
        #expect(node.wetDryMix == 35)
        node.wetDryMix = 45
        #expect(mix.value == 45)
        unit.currentPreset = try #require(unit.factoryPresets?.first { $0.number == 8 })
        #expect(NodeStage.property(node.audioUnit, kAudioUnitProperty_ReverbRoomType) == 8 && node.wetDryMix == 45)
    }

    // MARK: Presets

    /// What a host has saved of a unit is restored in another one.
    @Test func aPresetIsRestored() throws {
        let folder = ScratchFolder()
        let node = AVAudioUnitEQ(numberOfBands: 3)
        (node.globalGain, node.bands[2].gain, node.bands[2].bypass, node.bands[1].filterType) = (
            -7, 5, false, .bandStop
        )
        var info: Unmanaged<CFDictionary>?
        var size = UInt32(MemoryLayout<Unmanaged<CFDictionary>?>.size)
        #expect(
            AudioUnitGetProperty(node.audioUnit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &info, &size)
                == noErr)
        let state = try #require(info?.takeRetainedValue())
        for (index, format) in [PropertyListSerialization.PropertyListFormat.xml, .binary].enumerated() {
            let data = try PropertyListSerialization.data(fromPropertyList: state, format: format, options: 0)
            let place = folder.place("preset \(index).aupreset")
            try data.write(to: place)
            let other = AVAudioUnitEQ(numberOfBands: 3)
            try other.loadPreset(at: place)
            #expect(other.globalGain == -7 && other.bands[2].gain == 5 && !other.bands[2].bypass)
            #expect(other.bands[1].filterType == .bandStop && other.bands[0].bypass)
            // Also while it renders.
            let engine = try EngineTests.engine()
            let third = AVAudioUnitEQ(numberOfBands: 3)
            engine.attach(third)
            engine.connect(third, to: engine.mainMixerNode, format: NodeStage.stereo)
            try engine.start()
            try third.loadPreset(at: place)
            #expect(third.globalGain == -7)
        }
    }

    @Test func wrongPresetsAreRefused() throws {
        let folder = ScratchFolder()
        let node = AVAudioUnitDelay()
        #expect(throws: (any Error).self) { try node.loadPreset(at: folder.place("none.aupreset")) }
        let lists: [Any] = [
            ["type": 1], [1, 2, 3], "text",
            [
                "version": 0, "type": 0x6175_6678, "subtype": 0x7276_6232, "manufacturer": 0x6170_706C, "data": Data(),
                "name": "x",
            ],
            [
                "version": 0, "type": 0x6175_6678, "subtype": 0x6465_6C79, "manufacturer": 0x6170_706C,
                "data": Data([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]), "name": "x",
            ],
        ]
        for (index, list) in lists.enumerated() {
            let place = folder.place("\(index).aupreset")
            try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: place)
            let error = #expect(throws: NSError.self) { try node.loadPreset(at: place) }
            #expect(error?.code == -10851 && error?.domain == "com.apple.coreaudio.avfaudio")
        }
        try Data([0, 1, 2, 255]).write(to: folder.place("noise.aupreset"))
        #expect(throws: NSError.self) { try node.loadPreset(at: folder.place("noise.aupreset")) }
        #expect(node.delayTime == 1 && node.wetDryMix == 100)
    }

    // MARK: Instruments and generators

    @Test func anInstrumentIsSentMessages() throws {
        #expect(NoteKeeper.isRegistered)
        let node = AVAudioUnitMIDIInstrument(audioComponentDescription: NoteKeeper.description)
        node.startNote(60, withVelocity: 100, onChannel: 3)
        node.stopNote(60, onChannel: 3)
        node.sendController(7, withValue: 90, onChannel: 15)
        node.sendPitchBend(8192, onChannel: 0)
        node.sendPitchBend(16383, onChannel: 1)
        node.sendPressure(5, onChannel: 2)
        node.sendPressure(forKey: 61, withValue: 6, onChannel: 2)
        node.sendProgramChange(11, onChannel: 4)
        node.sendProgramChange(12, bankMSB: 0x79, bankLSB: 3, onChannel: 4)
        node.sendMIDIEvent(0x9F, data1: 1, data2: 2)
        node.sendMIDIEvent(0xC1, data1: 9)
        node.sendMIDISysExEvent(Data([0xF0, 1, 2, 0xF7]))
        node.sendMIDISysExEvent(Data())
        node.startNote(255, withVelocity: 255, onChannel: 255)
        node.sendPitchBend(.max, onChannel: 16)
        let wanted: [[UInt8]] = [
            [0x93, 60, 100], [0x83, 60, 0], [0xBF, 7, 90], [0xE0, 0, 64], [0xE1, 127, 127], [0xD2, 5, 0],
            [0xA2, 61, 6],
            [0xC4, 11, 0], [0xB4, 0, 0x79], [0xB4, 32, 3], [0xC4, 12, 0], [0x9F, 1, 2], [0xC1, 9, 0],
            [0xF0, 1, 2, 0xF7],
            [0x9F, 127, 127], [0xE0, 127, 127],
        ]
        #expect(NoteKeeper.messages(of: node.audioUnit) == wanted)
    }

    @Test func anInstrumentIsHeardAtItsVolume() throws {
        #expect(NoteKeeper.isRegistered)
        let engine = try EngineTests.engine()
        let node = AVAudioUnitMIDIInstrument(audioComponentDescription: NoteKeeper.description)
        (node.volume, node.pan) = (0.5, -1)
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: NodeStage.stereo)
        try engine.start()
        let sound = try EngineTests.render(engine, [100, 100])
        #expect(sound[0].allSatisfy { $0 >= 0.125 } && sound[1].allSatisfy { $0 == 0 })
    }

    /// Packets reach an instrument with the next cycle.
    @Test func anInstrumentIsSentPackets() throws {
        #expect(NoteKeeper.isRegistered)
        let engine = try EngineTests.engine()
        let node = AVAudioUnitMIDIInstrument(audioComponentDescription: NoteKeeper.description)
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: NodeStage.stereo)
        try engine.start()
        var list = MIDIEventList()
        (list.protocol, list.numPackets) = (._1_0, 1)
        list.packet.wordCount = 2
        (list.packet.words.0, list.packet.words.1) = (0x2091_3C40, 0x20B1_0764)
        node.send(&list)
        _ = try EngineTests.render(engine, [64])
        #expect(NoteKeeper.messages(of: node.audioUnit) == [[0x91, 60, 64], [0xB1, 7, 100]])
    }

    @Test func aGeneratorHasABypass() throws {
        let node = AVAudioUnitGenerator(
            audioComponentDescription: Self.description(
                kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer))
        #expect(!node.bypass && node.volume == 1)
        node.bypass = true
        #expect(node.bypass)
        node.bypass = false
        #expect(!node.bypass)
    }

    // MARK: Misuse

    /// What raises an exception on a Mac ends the program with the text of it.
    @Test func wrongComponentsEndTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = AVAudioUnitEffect(
                audioComponentDescription: .system(kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer))
        }
        await #expect(processExitsWith: .failure) {
            _ = AVAudioUnitGenerator(audioComponentDescription: .system(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        }
        await #expect(processExitsWith: .failure) {
            _ = AVAudioUnitTimeEffect(
                audioComponentDescription: .system(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        }
        await #expect(processExitsWith: .failure) {
            _ = AVAudioUnitMIDIInstrument(audioComponentDescription: AudioComponentDescription())
        }
        await #expect(processExitsWith: .failure) {
            _ = AVAudioUnitEffect(audioComponentDescription: .system(kAudioUnitType_Effect, 1))
        }
        for count in [0, -1, 17, Int.max] {
            await #expect(processExitsWith: .failure) { [count = count as Int] in
                _ = AVAudioUnitEQ(numberOfBands: count)
            }
        }
    }

    /// All of a node may be used before it is attached, after it was detached, and while another thread renders.
    @Test func callsAreFineAtAnyTime() throws {
        let engine = try EngineTests.engine()
        let source = NodeStage.Feed([Signal.noise(frames: 1 << 16, seed: 4, amplitude: 0.2)]).node
        let (reverb, delay, equalizer) = (AVAudioUnitReverb(), AVAudioUnitDelay(), AVAudioUnitEQ(numberOfBands: 2))
        let (distortion, pitch, speed) = (AVAudioUnitDistortion(), AVAudioUnitTimePitch(), AVAudioUnitVarispeed())
        let nodes: [AVAudioUnit] = [pitch, speed, distortion, delay, equalizer, reverb]
        @Sendable func use(_ step: Int) {
            let value = Float(step % 100)
            reverb.wetDryMix = value
            reverb.loadFactoryPreset(AVAudioUnitReverbPreset(rawValue: step % 13)!)
            (delay.delayTime, delay.feedback, delay.wetDryMix) = (Double(step % 20) / 10, value, value)
            distortion.loadFactoryPreset(AVAudioUnitDistortionPreset(rawValue: step % 22)!)
            (distortion.preGain, distortion.wetDryMix) = (-value, value)
            (pitch.rate, pitch.pitch) = (0.5 + value / 50, 20 * value)
            speed.rate = 0.25 + value / 40
            let band = equalizer.bands[step % 2]
            (band.filterType, band.bypass) = (AVAudioUnitEQFilterType(rawValue: step % 11)!, step % 3 == 0)
            (band.gain, band.frequency, equalizer.globalGain) = (value - 90, 20 + 200 * value, -value)
            delay.bypass = step % 5 == 0
            pitch.bypass = step % 7 == 0
            for node in nodes { _ = (node.latency, node.outputPresentationLatency, node.lastRenderTime, node.name) }
            reverb.reset()
        }
        use(1)
        engine.attach(source)
        for node in nodes { engine.attach(node) }
        use(2)
        for (one, other) in zip([source] + nodes, nodes + [engine.mainMixerNode]) {
            engine.connect(one, to: other, format: NodeStage.stereo)
        }
        try engine.start()
        let done = WaitableValue(false)
        DispatchQueue(label: "user").async {
            for step in 0..<400 { use(step) }
            done.withLock { $0 = true }
        }
        var isEnd = false
        while !isEnd {
            isEnd = done.withLock { $0 }
            #expect(try EngineTests.render(engine, [128]).allSatisfy { $0.allSatisfy { $0.isFinite } })
        }
        for node in nodes { engine.detach(node) }
        use(3)
        #expect(nodes.allSatisfy { $0.engine == nil } && reverb.wetDryMix == 3)
    }
}
