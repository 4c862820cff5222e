import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioUnits

/// Graphs of units, whose output unit plays on a device that is driven by hand.
@Suite(.mustEnd) struct GraphTests {
    private let server = ManualServer()
    private let graph: UnitGraph

    init() {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        var output = UnitBlueprint("auou", "def ", "Tests: output") {
            DeviceUnit($0, .init(records: false, choosesDevice: false), system: system)
        }
        output.parameters = DeviceUnit.defaultOutput.parameters
        graph = UnitGraph(
            ComponentRegistry([
                output, MultiChannelMixerUnit.mixer, ConverterUnit.converter, FilterUnit.lowPass,
                ScheduledSoundUnit.player,
            ]))
    }

    private static let format = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)

    private func add(_ type: FourCC, _ subtype: FourCC) throws -> Int32 {
        try graph.addNode(
            AudioComponentDescription(
                componentType: type.rawValue, componentSubType: subtype.rawValue,
                componentManufacturer: UnitBlueprint.manufacturer.rawValue, componentFlags: 0, componentFlagsMask: 0))
    }

    private func unit(_ node: Int32) throws -> Unit {
        try #require(ComponentInstance.handles.object(for: graph.info(node).unit).unit)
    }

    private func setFormats(_ node: Int32) throws {
        let unit = try unit(node)
        let counts = unit.state.withLock { ($0.inputs.count, $0.outputs.count) }
        for index in 0..<counts.0 { try unit.setFormat(Self.format, kAudioUnitScope_Input, UInt32(index)) }
        for index in 0..<counts.1 { try unit.setFormat(Self.format, kAudioUnitScope_Output, UInt32(index)) }
    }

    /// The sample of a time, by which any two sources give the same.
    private static func sample(_ time: Int) -> Float { Float(time % 1000 + 1) }

    private static let source: RenderCallback = { _, _, time, _, frames, list in
        let buffers = BufferList(list!)
        for index in 0..<buffers.count {
            let samples = buffers.samples(index)!
            for frame in 0..<Int(frames) { samples[frame] = GraphTests.sample(Int(time.pointee.mSampleTime) + frame) }
        }
        return 0
    }

    private func setSource(_ node: Int32, _ input: UInt32) throws {
        try graph.setCallback(unsafeBitCast(Self.source, to: UInt.self), 0, of: node, input)
    }

    /// A mixer with its output, open and not initialized.
    private func mixer() throws -> (mixer: Int32, output: Int32) {
        let (mixer, output) = (try add("aumx", "mcmx"), try add("auou", "def "))
        try graph.open()
        try setFormats(mixer)
        try graph.connect(mixer, 0, to: output, 0)
        return (mixer, output)
    }

    private func play(_ frames: Int) -> [Float] {
        let samples = server.advance(frames)
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    /// Runs cycles until something is so. The first ones after a start may be without the unit.
    private func plays(until isSo: () -> Bool) -> Bool {
        eventually {
            _ = play(512)
            return isSo()
        }
    }

    // MARK: States

    @Test func unitsAreMadeByOpening() throws {
        #expect(status { try graph.initialize() } == -10864)
        let (mixer, output) = (try add("aumx", "mcmx"), try add("auou", "def "))
        #expect(status { _ = try add("auou", "def ") } == -10862)
        #expect(try graph.info(mixer).unit == nil)
        try graph.open()
        #expect(try graph.info(mixer).unit != nil && graph.info(output).unit != nil)
        let late = try add("aufc", "conv")
        #expect(try graph.info(late).unit != nil)
        #expect(status { _ = try add("aufx", "none") } == -10864)
        #expect(graph.nodes == [mixer, output, late])
        #expect(try graph.node(at: 2) == late)
        #expect(status { _ = try graph.node(at: 3) } == -10860)
        #expect(status { _ = try graph.info(77) } == -10860)
        try graph.connect(mixer, 0, to: output, 0)
        #expect(status { try graph.start() } == -10867)
        try graph.initialize()
        #expect(try unit(mixer).state.withLock { $0.isInitialized })
        #expect(try !unit(late).state.withLock { $0.isInitialized })
        try graph.connect(late, 0, to: mixer, 0)
        #expect(try !unit(late).state.withLock { $0.isInitialized })
        try graph.update()
        #expect(try unit(late).state.withLock { $0.isInitialized })
        try graph.close()
        #expect(try graph.info(mixer).unit == nil && !graph.isOpen && !graph.isInitialized)
        #expect(graph.interactions.count == 2)
    }

    @Test func aWrongComponentDoesNotOpen() throws {
        let (mixer, none) = (try add("aumx", "mcmx"), try add("aufx", "none"))
        #expect(status { try graph.open() } == -10864)
        #expect(try graph.info(mixer).unit == nil && !graph.isOpen)
        try graph.removeNode(none)
        try graph.open()
        #expect(graph.isOpen)
    }

    /// How many instances of the output below have been closed.
    private static let closings = Atomic<Int>(0)

    /// A program's own output, which has no function to add a notification.
    private static let deafOutput: ComponentFactory = { _ in
        let memory = UnsafeMutablePointer<AudioComponentPlugInInterface>.allocate(capacity: 1)
        memory.initialize(
            to: AudioComponentPlugInInterface(
                Open: { _, _ in 0 },
                Close: { own in
                    GraphTests.closings.wrappingAdd(1, ordering: .relaxed)
                    own.deallocate()
                    return 0
                }, Lookup: { _ in nil }, reserved: nil))
        return memory
    }

    @Test func anOutputThatTakesNoNotificationIsClosed() throws {
        let description = AudioComponentDescription(
            componentType: FourCC("auou").rawValue, componentSubType: FourCC("deaf").rawValue,
            componentManufacturer: FourCC("test").rawValue, componentFlags: 0, componentFlagsMask: 0)
        _ = try graph.registry.register(description, name: "Tests: deaf", version: 1, factory: Self.deafOutput)
        try graph.open()
        #expect(status { _ = try graph.addNode(description) } == -4)
        #expect(graph.nodes.isEmpty && Self.closings.load(ordering: .relaxed) == 1)
        try graph.close()
        _ = try graph.addNode(description)
        #expect(status { try graph.open() } == -4)
        #expect(!graph.isOpen && Self.closings.load(ordering: .relaxed) == 2)
    }

    @Test func refusesWhatCannotBeConnected() throws {
        let (one, two) = (try add("aufc", "conv"), try add("aufc", "conv"))
        let (mixer, output) = (try add("aumx", "mcmx"), try add("auou", "def "))
        try graph.connect(one, 0, to: two, 0)
        #expect(status { try graph.connect(two, 0, to: one, 0) } == -10861)
        #expect(status { try graph.connect(one, 0, to: one, 0) } == -10861)
        #expect(status { try graph.connect(mixer, 0, to: two, 0) } == -10861)
        #expect(status { try graph.connect(one, 0, to: mixer, 0) } == -10861)
        #expect(status { try graph.connect(one, 0, to: 99, 0) } == -10860)
        #expect(status { try setSource(two, 0) } == -10861)
        try setSource(one, 0)
        #expect(try graph.interactions(of: one).count == 2)
        #expect(try graph.interactions(of: two).count == 1)
        #expect(try graph.interaction(at: 1).sourceNode == nil)
        #expect(status { _ = try graph.interaction(at: 2) } == -10861)
        try graph.disconnect(two, 0)
        #expect(status { try graph.disconnect(two, 0) } == -10861)
        // What a device records goes to what it plays.
        try graph.connect(output, 1, to: mixer, 0)
        try graph.connect(mixer, 0, to: output, 0)
        graph.disconnectAll()
        #expect(graph.interactions.isEmpty)
        try graph.removeNode(mixer)
        #expect(status { try graph.removeNode(mixer) } == -10860)
    }

    /// Formats go from the sources to the output when the graph is initialized, in whatever order it was connected.
    @Test func formatsFollowTheConnections() throws {
        let (output, filter, converter) = (try add("auou", "def "), try add("aufx", "lpas"), try add("aufc", "conv"))
        try graph.connect(filter, 0, to: output, 0)
        try graph.connect(converter, 0, to: filter, 0)
        try graph.open()
        let mono = StreamFormat.float32(sampleRate: 32_000, channels: 1, interleaved: false)
        try unit(converter).setFormat(mono, kAudioUnitScope_Output, 0)
        try graph.initialize()
        #expect(try unit(filter).format(kAudioUnitScope_Output, 0) == mono)
        #expect(try unit(output).format(kAudioUnitScope_Input, 0) == mono)
        #expect(status { try unit(filter).setFormat(Self.format, kAudioUnitScope_Input, 0) } == -10865)
    }

    // MARK: Running

    /// A player in a graph begins with the first frame of its first slice, and loses none.
    @Test func aPlayerPlaysThroughAMixer() throws {
        let (mixer, _) = try mixer()
        let player = try add("augn", "sspl")
        try setFormats(player)
        try graph.connect(player, 0, to: mixer, 0)
        try graph.initialize()
        let slices = [Slice(900, from: 1), Slice(1100, from: 901)]
        for slice in slices { try slice.schedule(unit(player)) }
        var time = AudioTimeStamp()
        (time.mSampleTime, time.mFlags) = (-1, .sampleTimeValid)
        try withUnsafeBytes(of: time) {
            try unit(player).set(UnitRequest(kAudioUnitProperty_ScheduleStartTimeStamp, input: $0))
        }
        try graph.start()
        var heard: [Float] = []
        let isAll = eventually {
            heard += play(512).filter { $0 != 0 }
            return heard.count >= 2000
        }
        #expect(isAll && heard == (1...2000).map { Float($0) })
        #expect(eventually { slices.allSatisfy { $0.count == 1 } })
    }

    @Test func editsWaitForTheUpdate() throws {
        let (mixer, output) = try mixer()
        try setSource(mixer, 0)
        try graph.initialize()
        try graph.start()
        try graph.start()
        #expect(graph.isRunning && eventually { server.runningStreams > 0 })
        #expect(status { try graph.removeNode(output) } == -10862)
        #expect(plays { play(64).contains { $0 != 0 } })
        #expect(play(64).allSatisfy { $0 != 0 })
        try graph.disconnect(mixer, 0)
        #expect(play(512).allSatisfy { $0 != 0 })
        try graph.update()
        _ = play(2048)
        #expect(play(512).allSatisfy { $0 == 0 })
        try graph.stop()
        #expect(!graph.isRunning)
        try graph.removeNode(output)
        try graph.update()
        #expect(status { try graph.start() } == -10862)
        graph.dispose()
    }

    /// A unit that refuses its source costs that edit alone.
    @Test func anErrorLeavesTheRestToTheNextUpdate() throws {
        let (mixer, _) = try mixer()
        try graph.initialize()
        try setSource(mixer, 99)
        try setSource(mixer, 1)
        #expect(status { try graph.update() } == -10877)
        #expect(graph.interactions.count == 2)
        try graph.update()
        #expect(try unit(mixer).state.withLock { $0.inputs[1].source != nil })
        #expect(try graph.updateSoon())
    }

    /// What a render notification calls.
    private final class Caller: @unchecked Sendable {
        let graph: UnitGraph
        let mixer: Int32
        var flags: [UInt32] = []
        var statuses: [Int32] = []
        var updates: [Bool] = []
        var edit: (() -> Void)?

        init(_ graph: UnitGraph, _ mixer: Int32) { (self.graph, self.mixer) = (graph, mixer) }

        static let function: RenderCallback = { context, flags, _, _, _, _ in
            let caller = Unmanaged<Caller>.fromOpaque(context!).takeUnretainedValue()
            caller.flags.append(flags.pointee)
            caller.edit?()
            caller.edit = nil
            return 0
        }

        var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
        var address: UnsafeRawPointer { unsafeBitCast(Self.function, to: UnsafeRawPointer.self) }
    }

    @Test func callbacksMayCall() throws {
        let (mixer, _) = try mixer()
        let caller = Caller(graph, mixer)
        graph.addNotify(caller.address, caller.context)
        graph.addNotify(caller.address, caller.context)
        try graph.initialize()
        try graph.start()
        #expect(eventually { server.runningStreams > 0 })
        caller.edit = { [graph] in
            caller.statuses.append(status { try graph.setCallback(1, 0, of: mixer, 3) })
            caller.statuses.append(status { try graph.disconnect(mixer, 3) })
            caller.statuses.append(
                status { try graph.setCallback(unsafeBitCast(Self.source, to: UInt.self), 0, of: mixer, 0) })
            caller.statuses.append(status { try graph.update() })
            caller.updates.append((try? graph.updateSoon()) ?? true)
            caller.updates.append((try? graph.updateSoon()) ?? true)
        }
        #expect(plays { caller.flags.count >= 16 })
        #expect(caller.statuses == [0, 0, 0, -10863] && caller.updates == [false, false])
        #expect(try graph.updateSoon())
        #expect(play(512).allSatisfy { $0 != 0 })
        #expect(caller.flags.prefix(2).map { $0 & 12 } == [4, 8])
        #expect(graph.load > 0 && graph.takeMostLoad() > 0 && graph.takeMostLoad() == 0)
        graph.removeNotify(caller.address, caller.context)
        let count = caller.flags.count
        _ = play(1024)
        #expect(caller.flags.count == count)
        try graph.uninitialize()
        #expect(!graph.isRunning)
    }

    /// A source of another format takes the place of one that is heard, without a gap between them.
    @Test func anotherFormatLeavesNoGap() throws {
        let (mixer, _) = try mixer()
        let converters = try (0..<2).map { _ in try add("aufc", "conv") }
        for node in converters {
            let mono = StreamFormat.float32(sampleRate: 48_000, channels: 1, interleaved: false)
            for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] { try unit(node).setFormat(mono, scope, 0) }
            try setSource(node, 0)
        }
        for input in UInt32(0)..<2 { try setSource(mixer, input) }
        let caller = Caller(graph, mixer)
        graph.addNotify(caller.address, caller.context)
        try graph.initialize()
        try graph.start()
        #expect(eventually { server.runningStreams > 0 })
        #expect(plays { play(64).contains { $0 != 0 } })
        caller.edit = { [graph] in
            for input in UInt32(0)..<2 {
                caller.statuses.append(status { try graph.disconnect(mixer, input) })
                caller.statuses.append(status { try graph.connect(converters[Int(input)], 0, to: mixer, input) })
            }
            caller.updates.append((try? graph.updateSoon()) ?? true)
        }
        let samples = (0..<8).flatMap { _ in play(512) }
        #expect(caller.statuses == [0, 0, 0, 0] && caller.updates == [false])
        #expect(samples.allSatisfy { $0 != 0 })
        for (one, next) in zip(samples, samples.dropFirst()) { #expect(next == one + 2 || next == 2) }
        try graph.update()
        let plan = try #require(unit(mixer).state.withLock { $0.plan })
        #expect((0..<2).allSatisfy { plan.inputs[$0].format.channels == 1 })
        #expect(try unit(mixer).renderer.planSlot.raw == Unmanaged.passUnretained(plan).toOpaque())
        try graph.stop()
        graph.removeNotify(caller.address, caller.context)
    }

    /// A graph that is closed in the middle of a cycle is as good as new.
    @Test func aCallbackMayClose() throws {
        let (mixer, _) = try mixer()
        let caller = Caller(graph, mixer)
        graph.addNotify(caller.address, caller.context)
        try graph.initialize()
        try graph.start()
        #expect(eventually { server.runningStreams > 0 })
        caller.edit = { [graph] in caller.statuses.append(status { try graph.close() }) }
        #expect(plays { !caller.statuses.isEmpty })
        #expect(caller.statuses == [0] && !graph.isOpen && !graph.isRunning)
        #expect(eventually { server.runningStreams == 0 })
        try graph.open()
        try setFormats(mixer)
        try graph.initialize()
        try setSource(mixer, 0)
        try graph.update()
        try graph.start()
        #expect(eventually { server.runningStreams > 0 })
        #expect(plays { play(64).contains { $0 != 0 } })
        #expect(play(64).allSatisfy { $0 != 0 })
        try graph.stop()
    }

    /// Two sources move between the inputs of a mixer, change their kind and come and go, while another thread renders: 500 times
    /// with each seed.
    /// All edits of an update hold from one cycle on: the sum is right in each frame.
    @Test(arguments: [1, 2]) func randomEditsNeverClick(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let (mixer, _) = try mixer()
        for input in UInt32(0)..<2 { try setSource(mixer, input) }
        try graph.initialize()
        try graph.start()
        #expect(eventually { server.runningStreams > 0 })
        let (played, isOver) = (LockedValue<[Float]>([]), Flag())
        let thread = try Thread(name: "cycles") { [self] in
            while !isOver.value.load(ordering: .relaxed) {
                // Short cycles with pauses: an update has to wait for one, and the edits need the processor more.
                let samples = play(32)
                played.withLock { $0 += samples }
                usleep(samples.isEmpty ? 500 : 50)
            }
        }
        #expect(eventually { played.withLock { $0.contains { $0 != 0 } } })
        var sources: [UInt32: Int32?] = [0: nil, 1: nil]
        for edit in 0..<500 {
            let from = try #require(sources.keys.sorted().randomElement(using: &random))
            let to = Bool.random(using: &random) ? from : (UInt32(0)..<8).first { sources[$0] == nil }!
            try graph.disconnect(mixer, from)
            if let old = sources.removeValue(forKey: from) ?? nil { try graph.removeNode(old) }
            if Bool.random(using: &random) {
                try setSource(mixer, to)
                sources[to] = .some(nil)
            } else {
                let node = try add("aufc", "conv")
                try setFormats(node)
                try setSource(node, 0)
                try graph.connect(node, 0, to: mixer, to)
                sources[to] = .some(node)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: while !(try graph.updateSoon()) { usleep(100) }
            case 1: _ = try graph.updateSoon()
            default: try graph.update()
            }
            #expect(graph.interactions.count >= 3, "\(edit)")
        }
        try graph.update()
        isOver.value.store(true, ordering: .relaxed)
        thread.join()
        try graph.stop()
        let samples = Array(played.withLock { $0 }.drop { $0 == 0 })
        #expect(samples.count > 0)
        let wrong = samples.indices.first { samples[$0] != 2 * Self.sample($0) }
        #expect(wrong == nil, "frame \(wrong ?? 0) of \(samples.count)")
        #expect(graph.nodes.count == 2 + sources.values.compactMap { $0 }.count)
        graph.dispose()
    }
}

private final class Flag: Sendable { let value = Atomic<Bool>(false) }
