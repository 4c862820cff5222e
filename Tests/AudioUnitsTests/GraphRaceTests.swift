import AudioCore
import CAudioToolbox
import Synchronization
import TestSupport
import Testing

@testable import AudioUnits

/// Graphs that several threads change at once, and that are changed by a unit while they make it.
@Suite(.mustEnd) struct GraphRaceTests {
    /// What a unit does while it is made.
    private final class Hook: @unchecked Sendable {
        var body: (() -> Void)?

        /// Calls it once.
        func call() {
            guard let present = body else { return }
            body = nil
            present()
        }
    }

    private let hook = Hook()
    private let graph: UnitGraph

    init() {
        let hook = self.hook
        let hooked = UnitBlueprint("aufx", "hook", "Test: Hook") { blueprint in
            hook.call()
            return Unit(blueprint)
        }
        graph = UnitGraph(
            ComponentRegistry([ConverterUnit.genericOutput, ConverterUnit.converter, hooked]))
    }

    private static func add(_ type: FourCC, _ subtype: FourCC, to graph: UnitGraph) throws -> Int32 {
        try graph.addNode(
            AudioComponentDescription(
                componentType: type.rawValue, componentSubType: subtype.rawValue,
                componentManufacturer: UnitBlueprint.manufacturer.rawValue, componentFlags: 0, componentFlagsMask: 0))
    }

    private static func graph(_ node: Int32, of graph: UnitGraph) throws -> UnitGraph {
        try UnitGraph.handles.object(for: graph.graph(of: node))
    }

    // MARK: Opening and closing

    /// What is added to a graph while it opens is open with it.
    @Test func whatIsAddedWhileAGraphOpensIsOpen() throws {
        let graph = self.graph
        _ = try Self.add("aufx", "hook", to: graph)
        var added: (part: Int32, unit: Int32)?
        hook.body = {
            added = try? (part: graph.addGraph(), unit: Self.add("aufc", "conv", to: graph))
        }
        try graph.open()
        let nodes = try #require(added)
        let part = try Self.graph(nodes.part, of: graph)
        #expect(graph.isOpen && part.isOpen)
        #expect(try graph.info(nodes.unit).unit != nil)
        let inner = try Self.add("aufc", "conv", to: part)
        #expect(try part.info(inner).unit != nil)
        graph.dispose()
    }

    /// A node that is added while the graph is closed has no unit until it opens.
    @Test func whatIsAddedWhileAGraphClosesIsClosed() throws {
        let graph = self.graph
        try graph.open()
        hook.body = { try? graph.close() }
        let node = try Self.add("aufx", "hook", to: graph)
        #expect(!graph.isOpen)
        #expect(try graph.info(node).unit == nil)
        try graph.open()
        #expect(try graph.info(node).unit != nil)
        graph.dispose()
    }

    /// Graphs that another thread adds are open where the graph around them is.
    @Test(arguments: [false, true]) func graphsOpenAndCloseTogether(endsOpen: Bool) throws {
        for round in 0..<50 {
            let outer = UnitGraph(graph.registry)
            try atOnce(
                {
                    for _ in 0..<20 {
                        try outer.open()
                        try outer.close()
                    }
                    if endsOpen { try outer.open() }
                }, { for _ in 0..<20 { _ = try outer.addGraph() } })
            let parts = try outer.nodes.map { try Self.graph($0, of: outer) }
            #expect(outer.isOpen == endsOpen && parts.count == 20)
            #expect(parts.allSatisfy { $0.isOpen == endsOpen }, "round \(round)")
            outer.dispose()
        }
    }

    /// A graph within another is not closed while that one opens.
    @Test func aGraphWithinAnOpenOneStaysOpen() throws {
        let outer = UnitGraph(graph.registry)
        let part = try Self.graph(outer.addGraph(), of: outer)
        for round in 0..<500 {
            try atOnce({ try outer.open() }, { try part.close() })
            #expect(outer.isOpen && part.isOpen, "round \(round)")
            try outer.close()
        }
        outer.dispose()
    }

    // MARK: Starting and stopping

    /// An output unit that only notes whether it has been started, and calls a hook in the middle of each change.
    private final class Output: Unit, @unchecked Sendable {
        let hook: Hook
        private let hasStarted = Atomic<Bool>(false)
        var isOn: Bool { hasStarted.load(ordering: .sequentiallyConsistent) }

        init(_ blueprint: UnitBlueprint, _ hook: Hook) {
            self.hook = hook
            super.init(blueprint)
        }

        override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
            Kernel()
        }

        override func start() throws(AudioError) {
            hook.call()
            hasStarted.store(true, ordering: .sequentiallyConsistent)
        }

        override func stop() throws(AudioError) {
            hook.call()
            hasStarted.store(false, ordering: .sequentiallyConsistent)
        }
    }

    /// A graph whose output unit is initialized, and the unit.
    private func started() throws -> (graph: UnitGraph, output: Output) {
        let hook = self.hook
        let blueprint = UnitBlueprint("auou", "noth", "Test: Output") { Output($0, hook) }
        let graph = UnitGraph(ComponentRegistry([blueprint]))
        let node = try Self.add("auou", "noth", to: graph)
        try graph.open()
        try graph.initialize()
        let instance = try ComponentInstance.handles.object(for: graph.info(node).unit)
        return (graph, try #require(instance.unit as? Output))
    }

    /// The output unit does what the last call wants: one that comes while it starts too.
    @Test func aStopWhileTheOutputStartsHolds() throws {
        let (graph, output) = try started()
        hook.body = { try? graph.stop() }
        try graph.start()
        #expect(!graph.isRunning && !output.isOn)
        try graph.start()
        #expect(graph.isRunning && output.isOn)
        hook.body = { try? graph.start() }
        try graph.stop()
        #expect(graph.isRunning && output.isOn)
        graph.dispose()
    }

    /// A graph that another thread starts while this one ends it does not run afterwards.
    @Test(arguments: [false, true]) func aStartWhileTheGraphEndsDoesNotHold(closes: Bool) throws {
        let (graph, _) = try started()
        try graph.start()
        hook.body = { try? graph.start() }
        if closes { try graph.close() } else { try graph.uninitialize() }
        #expect(!graph.isRunning && !graph.isInitialized)
        try graph.open()
        try graph.initialize()
        try graph.start()
        #expect(graph.isRunning)
        graph.dispose()
    }

    /// Whatever two threads do, the unit plays where the graph runs.
    @Test func theOutputRunsWithTheGraph() throws {
        let (graph, output) = try started()
        for round in 0..<2000 {
            try atOnce({ try graph.start() }, { try graph.stop() })
            #expect(output.isOn == graph.isRunning, "round \(round)")
        }
        graph.dispose()
    }

    // MARK: Sources

    /// An input that two graphs have in common gets one source, from one of them.
    @Test func anInputOfTwoGraphsHasOneSource() throws {
        let outer = UnitGraph(graph.registry)
        let converter = try Self.add("aufc", "conv", to: outer)
        let node = try outer.addGraph()
        let part = try Self.graph(node, of: outer)
        let output = try Self.add("auou", "genr", to: part)
        for round in 0..<1000 {
            try atOnce(
                { try outer.connect(converter, 0, to: node, 0) }, { try part.setCallback(1, 0, of: output, 0) })
            #expect(outer.interactions.count + part.interactions.count == 1, "round \(round)")
            outer.disconnectAll()
            part.disconnectAll()
        }
        outer.dispose()
    }
}
