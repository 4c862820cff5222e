import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioGraph

/// Graphs that several threads change at once, and that are changed by a unit while they make it.
@Suite(.mustEnd) struct GraphRaceTests {
    /// What a unit does while it is made.
    private final class Hook: @unchecked Sendable {
        var body: (() -> Void)?

        /// Calls it once.
        func call() {
            let present = body
            body = nil
            present?()
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
