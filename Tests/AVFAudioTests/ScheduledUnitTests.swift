import AVFAudio
import AudioCore
import TestSupport
import Testing

@testable import AVFAudio

/// What programs schedule and observe at the `AUAudioUnit` of a node.
@Suite struct ScheduledUnitTests {
    @Test func aScheduledRampOfAMixerIsHeard() throws {
        let engine = try EngineTests.engine()
        let (source, mixer) = (NodeStage.constant(1), AVAudioMixerNode())
        engine.attach(source)
        engine.attach(mixer)
        engine.connect(source, to: mixer, format: NodeStage.stereo)
        engine.connect(mixer, to: engine.mainMixerNode, format: NodeStage.stereo)
        let unit = mixer.auAudioUnit
        let volume = try #require(
            unit.parameterTree?.parameter(
                withID: kMultiChannelMixerParam_Volume, scope: kAudioUnitScope_Input, element: 0))
        try engine.start()
        defer { engine.stop() }
        _ = try EngineTests.render(engine, [16])
        // It begins in one cycle, and ends in the one after the next.
        unit.scheduleParameterBlock(24, 32, volume.address, 0.5)
        let heard = try EngineTests.render(engine, [16, 16, 16, 16])[0]
        let wanted = (16..<80).map { 1 - Float(min(max($0 - 24, 0), 32)) / 64 }
        #expect(heard == wanted)
        #expect(volume.value == 0.5)
    }

    @Test func aScheduledValueOfAnEffectIsHeardFromItsFrameOn() throws {
        let engine = try EngineTests.engine()
        let (source, delay) = (NodeStage.constant(1), AVAudioUnitDelay())
        engine.attach(source)
        engine.attach(delay)
        engine.connect(source, to: delay, format: NodeStage.stereo)
        engine.connect(delay, to: engine.mainMixerNode, format: NodeStage.stereo)
        (delay.delayTime, delay.wetDryMix) = (1, 100)
        delay.auAudioUnit.scheduleParameterBlock(AUEventSampleTimeImmediate + 40, 0, UInt64(kDelayParam_WetDryMix), 0)
        try engine.start()
        defer { engine.stop() }
        let heard = try EngineTests.render(engine, [64])[0]
        #expect(heard[..<40].allSatisfy { $0 == 0 } && heard[63] > 0.5)
        #expect(delay.wetDryMix == 0)
    }

    @Test func observersHearOfTheRendersOfANode() throws {
        let engine = try EngineTests.engine()
        let (source, mixer) = (NodeStage.constant(1), AVAudioMixerNode())
        engine.attach(source)
        engine.attach(mixer)
        engine.connect(source, to: mixer, format: NodeStage.stereo)
        engine.connect(mixer, to: engine.mainMixerNode, format: NodeStage.stereo)
        let seen = LockedValue<[String]>([])
        let token = mixer.auAudioUnit.token(byAddingRenderObserver: { flags, time, frames, bus in
            let isBefore = flags.contains(.unitRenderAction_PreRender)
            seen.withLock {
                $0.append("\(isBefore ? "before" : "after") \(Int(time.pointee.mSampleTime)) \(frames) \(bus)")
            }
        })
        try engine.start()
        defer { engine.stop() }
        _ = try EngineTests.render(engine, [16, 8])
        #expect(seen.withLock { $0 } == ["before 0 16 0", "after 0 16 0", "before 16 8 0", "after 16 8 0"])
        mixer.auAudioUnit.removeRenderObserver(token)
        _ = try EngineTests.render(engine, [16])
        #expect(seen.withLock { $0.count } == 4)
    }

    @Test func connectedMIDIArrivesAtItsTime() async throws {
        #expect(NoteKeeper.isRegistered && NoteGiver.isRegistered)
        let engine = try EngineTests.engine()
        let giver = try await AVAudioUnit.instantiate(with: NoteGiver.giver)
        let taker = try await AVAudioUnit.instantiate(with: NoteGiver.taker)
        let keeper = try await AVAudioUnit.instantiate(with: NoteKeeper.description)
        for node in [giver, taker, keeper] {
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: NodeStage.stereo)
        }
        engine.connectMIDI(giver, to: [taker, keeper], format: nil, eventListBlock: nil)
        try engine.start()
        defer { engine.stop() }
        _ = try EngineTests.render(engine, [32, 32, 32])
        let object = try #require(taker.auAudioUnit as? NoteGiver)
        // Given in the first cycle for the fifth frame of the second one.
        #expect(object.code.messages.withLock { $0 } == [[0x91, 60, 100]])
        #expect(object.code.times.withLock { $0 } == [37])
        #expect(NoteKeeper.messages(of: keeper.audioUnit) == [[0x91, 60, 100]])
        #expect(NoteKeeper.offsets(of: keeper.audioUnit) == [5])
        #expect(giver.auAudioUnit.midiOutputEventBlock != nil)
        engine.disconnectMIDI(giver, from: taker)
        #expect(giver.auAudioUnit.midiOutputEventBlock != nil)
        engine.disconnectMIDIInput(keeper)
        #expect(giver.auAudioUnit.midiOutputEventBlock == nil)
        engine.connectMIDI(giver, to: taker, format: nil, eventListBlock: nil)
        engine.disconnectMIDIOutput(giver)
        #expect(giver.auAudioUnit.midiOutputEventBlock == nil)
    }

    @Test func aUnitTakesWhatWasScheduledForManyCycles() throws {
        let engine = try EngineTests.engine()
        let (source, mixer) = (NodeStage.constant(1), AVAudioMixerNode())
        engine.attach(source)
        engine.attach(mixer)
        engine.connect(source, to: mixer, format: NodeStage.stereo)
        engine.connect(mixer, to: engine.mainMixerNode, format: NodeStage.stereo)
        let unit = mixer.auAudioUnit
        let volume = try #require(
            unit.parameterTree?.parameter(
                withID: kMultiChannelMixerParam_Volume, scope: kAudioUnitScope_Input, element: 0))
        try engine.start()
        defer { engine.stop() }
        // More events than the unit keeps at once.
        for cycle in 0..<5000 {
            unit.scheduleParameterBlock(AUEventSampleTimeImmediate, 0, volume.address, cycle % 2 == 0 ? 0.5 : 0.25)
            _ = try EngineTests.render(engine, [4])
            #expect(volume.value == (cycle % 2 == 0 ? 0.5 : 0.25))
        }
    }
}

/// Units of version 3 of the tests' own: one gives a note in its first cycle for a frame of the next one, another takes notes.
private final class NoteGiver: AUAudioUnit {
    final class Code: @unchecked Sendable {
        let messages = LockedValue<[[UInt8]]>([])
        let times = LockedValue<[Int64]>([])
        /// Where a giver sends its note.
        var output: AUMIDIOutputEventBlock?
    }

    let code = Code()
    private var inputs: AUAudioUnitBusArray!
    private var outputs: AUAudioUnitBusArray!

    static let taker = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x7461_6B65, componentManufacturer: 0x7465_7374,
        componentFlags: 0, componentFlagsMask: 0)
    static let giver = AudioComponentDescription(
        componentType: kAudioUnitType_Generator, componentSubType: 0x6769_7665, componentManufacturer: 0x7465_7374,
        componentFlags: 0, componentFlagsMask: 0)

    static let isRegistered: Bool = {
        registerSubclass(NoteGiver.self, as: taker, name: "Tests: Taker", version: 1)
        registerSubclass(NoteGiver.self, as: giver, name: "Tests: Giver", version: 1)
        return true
    }()

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [])
        let bus = try AUAudioUnitBus(format: NodeStage.stereo)
        outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [bus])
    }

    override var inputBusses: AUAudioUnitBusArray { inputs }
    override var outputBusses: AUAudioUnitBusArray { outputs }
    override var midiOutputNames: [String] { ["Notes"] }

    override func allocateRenderResources() throws {
        try super.allocateRenderResources()
        code.output = midiOutputEventBlock
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        let code = code
        return { _, time, frames, _, list, events, _ in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: 0, count: Int(frames))
            }
            var next = events
            while let event = next {
                let bytes = UnsafeRawBufferPointer(
                    start: UnsafeRawPointer(event) + 21, count: Int(event.pointee.MIDI.length))
                code.messages.withLock { $0.append(Array(bytes)) }
                code.times.withLock { $0.append(event.pointee.head.eventSampleTime) }
                next = UnsafePointer(event.pointee.head.next)
            }
            if time.pointee.mSampleTime == 0, let output = code.output {
                _ = output(AUEventSampleTime(frames) + 5, 0, 3, [0x91, 60, 100])
            }
            return noErr
        }
    }
}
