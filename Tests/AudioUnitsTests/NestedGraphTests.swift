import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioUnits

/// Graphs that are nodes of others. The output unit of the outermost is rendered by hand.
@Suite(.mustEnd) struct NestedGraphTests {
    private let graph = UnitGraph(
        ComponentRegistry([ConverterUnit.genericOutput, MultiChannelMixerUnit.mixer, ConverterUnit.converter]))
    /// Of the outermost graph, which is open.
    private let mixer: Int32
    private let output: Int32

    init() throws {
        mixer = try Self.add("aumx", "mcmx", to: graph)
        output = try Self.add("auou", "genr", to: graph)
        try graph.open()
        try Self.setFormats(mixer, of: graph)
        try Self.setFormats(output, of: graph)
        try graph.connect(mixer, 0, to: output, 0)
    }

    private static let format = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)

    private static func add(_ type: FourCC, _ subtype: FourCC, to graph: UnitGraph) throws -> Int32 {
        try graph.addNode(
            AudioComponentDescription(
                componentType: type.rawValue, componentSubType: subtype.rawValue,
                componentManufacturer: UnitBlueprint.manufacturer.rawValue, componentFlags: 0, componentFlagsMask: 0))
    }

    private static func unit(_ node: Int32, of graph: UnitGraph) throws -> Unit {
        try #require(ComponentInstance.handles.object(for: graph.info(node).unit).unit)
    }

    private static func isInitialized(_ node: Int32, of graph: UnitGraph) throws -> Bool {
        try unit(node, of: graph).state.withLock { $0.isInitialized }
    }

    private static func setFormats(_ node: Int32, of graph: UnitGraph) throws {
        let unit = try unit(node, of: graph)
        let counts = unit.state.withLock { ($0.inputs.count, $0.outputs.count) }
        for index in 0..<counts.0 { try unit.setFormat(format, kAudioUnitScope_Input, UInt32(index)) }
        for index in 0..<counts.1 { try unit.setFormat(format, kAudioUnitScope_Output, UInt32(index)) }
    }

    /// A graph within another: its node there, and its output unit.
    private struct Part {
        let node: Int32
        let graph: UnitGraph
        let output: Int32
    }

    private static func addPart(to outer: UnitGraph) throws -> Part {
        let node = try outer.addGraph()
        let graph = try UnitGraph.handles.object(for: outer.graph(of: node))
        let output = try add("auou", "genr", to: graph)
        if graph.isOpen { try setFormats(output, of: graph) }
        return Part(node: node, graph: graph, output: output)
    }

    /// Has a mixer give an output unit its frames.
    private static func addMixer(to part: Part) throws -> Int32 {
        let mixer = try add("aumx", "mcmx", to: part.graph)
        try setFormats(mixer, of: part.graph)
        try part.graph.connect(mixer, 0, to: part.output, 0)
        return mixer
    }

    /// The sample of a time.
    fileprivate static func sample(_ time: Int) -> Float { Float(time % 1000 + 1) }

    /// Gives the samples of the time, times its context.
    private static let source: RenderCallback = { context, _, time, _, frames, list in
        let buffers = BufferList(list!)
        let factor = Float(UInt(bitPattern: context))
        let start = Int(time.pointee.mSampleTime)
        for index in 0..<buffers.count {
            let samples = buffers.samples(index)!
            for frame in 0..<Int(frames) { samples[frame] = factor * NestedGraphTests.sample(start + frame) }
        }
        return 0
    }

    private static func setSource(_ factor: UInt, _ node: Int32, _ input: UInt32, of graph: UnitGraph) throws {
        try graph.setCallback(unsafeBitCast(source, to: UInt.self), factor, of: node, input)
    }

    /// A reference's status among graphs.
    private static func statusOfGraph(_ reference: OpaquePointer) -> Int32 {
        status { _ = try UnitGraph.handles.object(for: reference) }
    }

    // MARK: States

    @Test func aNodeIsAGraph() throws {
        let outer = UnitGraph(graph.registry)
        let converter = try Self.add("aufc", "conv", to: outer)
        let part = try Self.addPart(to: outer)
        #expect(outer.nodes == [converter, part.node])
        #expect(try outer.isGraph(part.node) && !outer.isGraph(converter))
        #expect(try outer.info(part.node).unit == nil && outer.info(part.node).description.componentType == 0)
        #expect(status { _ = try outer.graph(of: converter) } == -10860)
        #expect(status { _ = try outer.graph(of: 99) } == -10860)
        #expect(status { _ = try outer.isGraph(99) } == -10860)
        #expect(try part.graph.info(part.output).unit == nil && !part.graph.isOpen)
        try outer.open()
        #expect(try part.graph.info(part.output).unit != nil && part.graph.isOpen)
        // A graph that is added to an open one has its units at once.
        let late = try Self.addPart(to: outer)
        #expect(try late.graph.info(late.output).unit != nil && late.graph.isOpen)
        try outer.initialize()
        #expect(part.graph.isInitialized && late.graph.isInitialized)
        #expect(status { try part.graph.uninitialize() } == -50)
        #expect(status { try part.graph.close() } == -50)
        try outer.uninitialize()
        #expect(!part.graph.isInitialized && part.graph.isOpen)
        try part.graph.initialize()
        try part.graph.uninitialize()
        try outer.close()
        #expect(try part.graph.info(part.output).unit == nil && !part.graph.isOpen)
        try part.graph.open()
        try part.graph.close()
        outer.dispose()
    }

    /// A component that is not there leaves no graph open.
    @Test func aWrongComponentWithinDoesNotOpen() throws {
        let outer = UnitGraph(graph.registry)
        let part = try Self.addPart(to: outer)
        let none = try Self.add("aufx", "none", to: part.graph)
        let other = try Self.addPart(to: outer)
        #expect(status { try outer.open() } == -10864)
        #expect(!outer.isOpen && !part.graph.isOpen && !other.graph.isOpen)
        #expect(try part.graph.info(part.output).unit == nil)
        try part.graph.removeNode(none)
        try outer.open()
        #expect(part.graph.isOpen && other.graph.isOpen)
        outer.dispose()
    }

    @Test func aGraphWithoutAnOutputIsNotConnected() throws {
        let node = try graph.addGraph()
        try graph.connect(node, 0, to: mixer, 0)
        #expect(status { try graph.initialize() } == -10862)
        #expect(!graph.isInitialized)
        let inner = try UnitGraph.handles.object(for: graph.graph(of: node))
        #expect(!inner.isInitialized)
        let output = try Self.add("auou", "genr", to: inner)
        #expect(status { _ = try Self.add("auou", "genr", to: inner) } == -10862)
        try Self.setFormats(output, of: inner)
        try Self.setSource(3, output, 0, of: inner)
        try graph.initialize()
        #expect(try Hand(graph, self.output).plays(3))
        graph.dispose()
    }

    @Test func aGraphEndsWithItsOwnerOrItsNode() throws {
        let root = try UnitGraph.handles.insert(graph)
        let parts = [try Self.addPart(to: graph), try Self.addPart(to: graph)]
        let within = try Self.addPart(to: parts[0].graph)
        let references = try [
            graph.graph(of: parts[0].node), graph.graph(of: parts[1].node), parts[0].graph.graph(of: within.node),
        ]
        for reference in references {
            #expect(status { try UnitGraph.remove(reference) } == -50)
            #expect(Self.statusOfGraph(reference) == 0)
        }
        let unit = try within.graph.info(within.output).unit
        try graph.removeNode(parts[0].node)
        #expect(references.map { Self.statusOfGraph($0) } == [-50, 0, -50])
        #expect(status { _ = try ComponentInstance.handles.object(for: unit) } == -50)
        #expect(status { _ = try graph.graph(of: parts[0].node) } == -10860)
        #expect(status { _ = try parts[0].graph.addGraph() } == -50)
        try UnitGraph.remove(root)
        #expect(Self.statusOfGraph(references[1]) == -50 && status { try UnitGraph.remove(root) } == -50)
    }

    // MARK: What is heard

    @Test func theOutputOfAGraphIsHeard() throws {
        let part = try Self.addPart(to: graph)
        let inner = try Self.addMixer(to: part)
        try Self.setSource(1, inner, 0, of: part.graph)
        try Self.setSource(2, mixer, 1, of: graph)
        try graph.connect(part.node, 0, to: mixer, 0)
        try graph.initialize()
        #expect(try Self.isInitialized(inner, of: part.graph) && Self.isInitialized(part.output, of: part.graph))
        try graph.start()
        #expect(part.graph.isRunning && status { try part.graph.removeNode(part.output) } == -10862)
        let editor = Editor()
        editor.join(part.graph)
        let hand = try Hand(graph, output)
        #expect(hand.plays(3) && hand.plays(3, frames: 100))
        #expect(editor.flags.map { $0 & 12 } == [4, 8, 4, 8])
        #expect(part.graph.load > 0 && part.graph.takeMostLoad() > 0 && part.graph.takeMostLoad() == 0)
        #expect(graph.takeMostLoad() > 0)
        editor.leave(part.graph)
        try graph.stop()
        #expect(!part.graph.isRunning)
        try graph.start()
        #expect(part.graph.load == 0)
        try graph.uninitialize()
        #expect(try !Self.isInitialized(part.output, of: part.graph))
        try graph.initialize()
        #expect(hand.plays(3))
        graph.dispose()
    }

    /// An output unit without any interaction in its own graph, whose callback has been set on the unit.
    @Test func anOutputMayBeAlone() throws {
        let part = try Self.addPart(to: graph)
        try Self.unit(part.output, of: part.graph).setSource(
            InputSource(Self.source, UnsafeMutableRawPointer(bitPattern: 5)), 0)
        try graph.initialize()
        #expect(try !Self.isInitialized(part.output, of: part.graph))
        try graph.connect(part.node, 0, to: mixer, 4)
        try graph.update()
        #expect(try Self.isInitialized(part.output, of: part.graph) && Hand(graph, output).plays(5))
        graph.dispose()
    }

    /// The deepest graph is heard through all others.
    @Test func graphsAreWithinGraphs() throws {
        var parts: [Part] = []
        for _ in 0..<UnitGraph.mostDepth {
            let part = try Self.addPart(to: parts.last?.graph ?? graph)
            if let last = parts.last {
                try last.graph.connect(part.node, 0, to: last.output, 0)
            } else {
                try graph.connect(part.node, 0, to: mixer, 0)
            }
            parts.append(part)
        }
        let last = try #require(parts.last)
        #expect(status { _ = try last.graph.addGraph() } == -108)
        try Self.setSource(1, last.output, 0, of: last.graph)
        try graph.initialize()
        let hand = try Hand(graph, output)
        #expect(hand.plays(1))
        // An update of the outermost graph is one of all.
        try Self.setSource(2, last.output, 0, of: last.graph)
        #expect(hand.plays(1))
        try graph.update()
        #expect(hand.plays(2))
        try Self.setSource(3, last.output, 0, of: last.graph)
        try last.graph.update()
        #expect(hand.plays(3))
        graph.dispose()
        #expect(!last.graph.isOpen)
    }

    @Test func aGraphDoesNotGetItsOwnFrames() throws {
        let (one, two) = (try Self.addPart(to: graph), try Self.addPart(to: graph))
        let converter = try Self.add("aufc", "conv", to: graph)
        #expect(status { try graph.connect(one.node, 0, to: one.node, 0) } == -10861)
        try graph.connect(one.node, 0, to: converter, 0)
        try graph.connect(converter, 0, to: two.node, 0)
        #expect(status { try graph.connect(two.node, 0, to: one.node, 0) } == -10861)
        try graph.connect(two.node, 0, to: mixer, 0)
        #expect(graph.interactions.count == 4)
        graph.dispose()
    }

    // MARK: Inputs of a graph

    /// An input of the node is one of the output unit, which has one source.
    @Test func anInputOfAGraphIsOneOfItsOutput() throws {
        let part = try Self.addPart(to: graph)
        let (inner, first) = (part.graph, try Self.add("aufc", "conv", to: graph))
        try Self.setFormats(first, of: graph)
        try Self.setSource(1, first, 0, of: graph)
        try graph.connect(first, 0, to: part.node, 0)
        try graph.connect(part.node, 0, to: mixer, 0)
        try graph.initialize()
        let hand = try Hand(graph, output)
        #expect(hand.plays(1))
        let own = try Self.add("aufc", "conv", to: inner)
        #expect(status { try inner.connect(own, 0, to: part.output, 0) } == -10861)
        #expect(status { try Self.setSource(2, part.output, 0, of: inner) } == -10861)
        // The source comes from the one graph, then from the other, each time in one update of both.
        try graph.disconnect(part.node, 0)
        try Self.setSource(2, part.output, 0, of: inner)
        #expect(status { try graph.connect(first, 0, to: part.node, 0) } == -10861)
        #expect(hand.plays(1))
        try graph.update()
        #expect(hand.plays(2))
        try inner.disconnect(part.output, 0)
        try Self.setSource(3, part.node, 0, of: graph)
        try graph.update()
        #expect(hand.plays(3))
        // The update of the outer graph leaves what the inner one has put in place.
        try graph.disconnect(part.node, 0)
        try Self.setSource(4, part.output, 0, of: inner)
        try inner.update()
        #expect(hand.plays(4))
        try graph.update()
        #expect(hand.plays(4))
        try inner.disconnect(part.output, 0)
        try graph.connect(first, 0, to: part.node, 0)
        try graph.update()
        #expect(hand.plays(1))
        try inner.update()
        #expect(hand.plays(1))
        graph.dispose()
    }

    /// A graph may get another output unit while it is at rest.
    @Test func anotherOutputIsConnectedAnew() throws {
        let part = try Self.addPart(to: graph)
        let inner = try Self.addMixer(to: part)
        try Self.setSource(1, inner, 0, of: part.graph)
        try graph.connect(part.node, 0, to: mixer, 0)
        try graph.initialize()
        let hand = try Hand(graph, output)
        #expect(hand.plays(1))
        try part.graph.removeNode(part.output)
        let other = try Self.add("auou", "genr", to: part.graph)
        try Self.setFormats(other, of: part.graph)
        try part.graph.connect(inner, 0, to: other, 0)
        try graph.update()
        #expect(try hand.plays(1) && Self.isInitialized(other, of: part.graph))
        let editor = Editor()
        editor.join(part.graph)
        #expect(hand.plays(1) && editor.flags.count == 2)
        editor.leave(part.graph)
        graph.dispose()
    }

    /// The graph around it has the unit that was replaced until it is updated itself.
    @Test func anotherOutputWaitsForTheGraphAround() throws {
        let part = try Self.addPart(to: graph)
        let inner = try Self.addMixer(to: part)
        try Self.setSource(1, inner, 0, of: part.graph)
        try Self.setSource(4, mixer, 1, of: graph)
        try graph.connect(part.node, 0, to: mixer, 0)
        try graph.initialize()
        let hand = try Hand(graph, output)
        #expect(hand.plays(5))
        try part.graph.removeNode(part.output)
        let other = try Self.add("auou", "genr", to: part.graph)
        try Self.setFormats(other, of: part.graph)
        try part.graph.connect(inner, 0, to: other, 0)
        try part.graph.update()
        #expect(hand.plays(5))
        try graph.update()
        #expect(hand.plays(5))
        graph.dispose()
    }

    /// A listener that disposes of the graph while it is updated: the update closes it at its end.
    @Test func aGraphThatAListenerDisposesOfIsClosed() throws {
        let units = try [mixer, output].map { try #require(graph.info($0).unit) }
        try graph.initialize()
        let other = try Self.add("aumx", "mcmx", to: graph)
        try Self.unit(other, of: graph).setFormat(.float32(sampleRate: 22_050, channels: 1), kAudioUnitScope_Output, 0)
        try graph.connect(other, 0, to: mixer, 1)
        let listener: PropertyListenerFunction = { context, _, _, _, _ in
            let graph = Unmanaged<UnitGraph>.fromOpaque(context!).takeUnretainedValue()
            #expect(status { try graph.close() } == -10863)
            graph.dispose()
        }
        try Self.unit(mixer, of: graph).addListener(
            kAudioUnitProperty_StreamFormat, listener, Unmanaged.passUnretained(graph).toOpaque())
        try graph.update()
        #expect(!graph.isOpen)
        for unit in units { #expect(status { _ = try ComponentInstance.handles.object(for: unit) } == -50) }
    }

    /// A unit without a recording has no output that could be its own input.
    @Test func anOutputUnitDoesNotGetItsOwnFrames() throws {
        #expect(status { try graph.connect(output, 0, to: mixer, 0) } == -10861)
        graph.dispose()
    }

    // MARK: Edits

    @Test func editsOfAllGraphsHoldFromOneCycleOn() throws {
        let part = try Self.addPart(to: graph)
        let inner = try Self.addMixer(to: part)
        try Self.setSource(1, inner, 0, of: part.graph)
        try graph.connect(part.node, 0, to: mixer, 0)
        try graph.initialize()
        try graph.start()
        let (editor, within) = (Editor(), Editor())
        editor.join(graph)
        within.join(part.graph)
        let hand = try Hand(graph, output)
        editor.edit = { [graph, mixer] in
            editor.statuses.append(status { try Self.setSource(2, inner, 1, of: part.graph) })
            editor.statuses.append(status { try Self.setSource(4, mixer, 1, of: graph) })
            for each in [graph, part.graph] { editor.statuses.append(status { try each.update() }) }
            editor.statuses.append(status { try graph.removeNode(part.node) })
            editor.updates.append((try? graph.updateSoon()) ?? true)
        }
        within.edit = { [graph] in
            for each in [graph, part.graph] { within.statuses.append(status { try each.update() }) }
            within.updates.append((try? part.graph.updateSoon()) ?? true)
        }
        #expect(hand.plays(1))
        #expect(editor.statuses == [0, 0, -10863, -10863, -10863] && editor.updates == [false])
        #expect(within.statuses == [-10863, -10863] && within.updates == [false])
        #expect(hand.plays(7))
        #expect(try graph.updateSoon() && part.graph.updateSoon())
        editor.leave(graph)
        within.leave(part.graph)
        graph.dispose()
    }

    /// A graph that is removed is heard until the update. Its reference is invalid at once.
    @Test func aRemovedGraphIsHeardUntilTheUpdate() throws {
        let part = try Self.addPart(to: graph)
        try Self.setSource(1, part.output, 0, of: part.graph)
        try Self.setSource(2, mixer, 1, of: graph)
        try graph.connect(part.node, 0, to: mixer, 0)
        try graph.initialize()
        try graph.start()
        let hand = try Hand(graph, output)
        #expect(hand.plays(3))
        let (reference, unit) = (try graph.graph(of: part.node), try part.graph.info(part.output).unit)
        try graph.removeNode(part.node)
        #expect(Self.statusOfGraph(reference) == -50 && graph.interactions.count == 2)
        #expect(hand.plays(3))
        try graph.update()
        #expect(hand.plays(2))
        #expect(status { _ = try ComponentInstance.handles.object(for: unit) } == -50)
        graph.dispose()
    }

    /// Two sources move between a mixer and the mixer of a graph within its own, as callbacks and as graphs that come and go,
    /// while another thread renders. All edits of an update hold from one cycle on: the sum is right in each frame.
    @Test(arguments: [1, 2]) func randomEditsNeverClick(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let part = try Self.addPart(to: graph)
        let inner = try Self.addMixer(to: part)
        try graph.connect(part.node, 0, to: mixer, 7)
        /// The mixer of a place: 0 to 3 are inputs of the outer one, 4 to 7 of the inner one.
        func target(_ place: UInt32) -> (graph: UnitGraph, mixer: Int32) {
            place < 4 ? (graph, mixer) : (part.graph, inner)
        }
        try Self.setSource(1, mixer, 0, of: graph)
        try Self.setSource(1, inner, 0, of: part.graph)
        try graph.initialize()
        try graph.start()
        let (hand, shared) = (try Hand(graph, output), Cycles())
        let thread = try Thread(name: "cycles") {
            while !shared.isOver.load(ordering: .relaxed) {
                if !hand.plays(2, frames: 32) { shared.faults.wrappingAdd(1, ordering: .relaxed) }
                shared.count.wrappingAdd(1, ordering: .relaxed)
                // An update has to wait for a pause between two cycles, and the edits need the processor more.
                usleep(50)
            }
        }
        var sources: [UInt32: Int32?] = [0: nil, 4: nil]
        for edit in 0..<300 {
            let from = try #require(sources.keys.sorted().randomElement(using: &random))
            let free = (UInt32(0)..<8).filter { sources[$0] == nil }
            let to = Bool.random(using: &random) ? from : try #require(free.randomElement(using: &random))
            let (old, new) = (target(from), target(to))
            try old.graph.disconnect(old.mixer, from % 4)
            if let node = sources.removeValue(forKey: from) ?? nil { try old.graph.removeNode(node) }
            if Bool.random(using: &random) {
                try Self.setSource(1, new.mixer, to % 4, of: new.graph)
                sources[to] = .some(nil)
            } else {
                let within = try Self.addPart(to: new.graph)
                try Self.setSource(1, within.output, 0, of: within.graph)
                try new.graph.connect(within.node, 0, to: new.mixer, to % 4)
                sources[to] = .some(within.node)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: while !(try graph.updateSoon()) { usleep(100) }
            case 1: _ = try graph.updateSoon()
            default: try graph.update()
            }
            #expect(part.graph.isInitialized, "\(edit)")
        }
        try graph.update()
        #expect(eventually { shared.count.load(ordering: .relaxed) > 0 })
        shared.isOver.store(true, ordering: .relaxed)
        thread.join()
        #expect(shared.faults.load(ordering: .relaxed) == 0 && hand.plays(2))
        let graphs = sources.values.compactMap { $0 }.count
        #expect(graph.nodes.count + part.graph.nodes.count == 5 + graphs)
        graph.dispose()
    }
}

/// What the thread that renders has seen.
private final class Cycles: Sendable {
    let isOver = Atomic<Bool>(false)
    let count = Atomic<Int>(0)
    let faults = Atomic<Int>(0)
}

/// Renders an output unit cycle by cycle.
private final class Hand: @unchecked Sendable {
    private let instance: ComponentInstance
    private var time = 0

    init(_ graph: UnitGraph, _ output: Int32) throws {
        instance = try ComponentInstance.handles.object(for: graph.info(output).unit)
        Sanitizer.prepare()
    }

    /// Whether each frame of the next cycle is that of a source, times a factor.
    func plays(_ factor: Float, frames: Int = 512) -> Bool {
        let list = BufferList.allocate(count: 2)
        defer {
            list.deallocate()
            time += frames
        }
        var flags: UInt32 = 0
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (Double(time), .sampleTimeValid)
        let status = Sanitizer.watch { instance.render(&flags, &stamp, bus: 0, frames: UInt32(frames), list.list) }
        guard status == 0, let left = list.samples(0), let right = list.samples(1) else { return false }
        return (0..<frames).allSatisfy { frame in
            let expected = factor * NestedGraphTests.sample(time + frame)
            return left[frame] == expected && right[frame] == expected
        }
    }
}

/// A render notification that notes its flags, and makes an edit once.
private final class Editor: @unchecked Sendable {
    var edit: (() -> Void)?
    var flags: [UInt32] = []
    var statuses: [Int32] = []
    var updates: [Bool] = []

    private static let function: RenderCallback = { context, flags, _, _, _, _ in
        let editor = Unmanaged<Editor>.fromOpaque(context!).takeUnretainedValue()
        let given = flags.pointee
        Sanitizer.ignore {
            editor.flags.append(given)
            let edit = editor.edit
            editor.edit = nil
            edit?()
        }
        return 0
    }

    private var address: UnsafeRawPointer { unsafeBitCast(Self.function, to: UnsafeRawPointer.self) }
    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func join(_ graph: UnitGraph) { graph.addNotify(address, context) }

    func leave(_ graph: UnitGraph) { graph.removeNotify(address, context) }
}
