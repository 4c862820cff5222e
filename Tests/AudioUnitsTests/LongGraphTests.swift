import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// Graphs of thousands of nodes. What one call does must not grow with their number.
@Suite(.mustEnd) struct LongGraphTests {
    private let graph = UnitGraph(ComponentRegistry([ConverterUnit.converter]))
    private static let count = 10_000

    private func add(_ count: Int) throws -> [Int32] {
        let description = AudioComponentDescription(
            componentType: FourCC("aufc").rawValue, componentSubType: FourCC("conv").rawValue,
            componentManufacturer: UnitBlueprint.manufacturer.rawValue, componentFlags: 0, componentFlagsMask: 0)
        return try (0..<count).map { _ in try graph.addNode(description) }
    }

    /// In which order the links of a chain are made.
    enum Order: CaseIterable { case forward, backward, evenFirst }

    @Test(arguments: Order.allCases) func aChainTakesItsLinksInAnyOrder(order: Order) throws {
        let nodes = try add(Self.count)
        let links = Array(0..<Self.count - 1)
        let ordered: [Int] =
            switch order {
            case .forward: links
            case .backward: links.reversed()
            case .evenFirst: links.filter { $0 % 2 == 0 } + links.filter { $0 % 2 == 1 }
            }
        for link in ordered { try graph.connect(nodes[link], 0, to: nodes[link + 1], 0) }
        #expect(graph.nodeCount == Self.count && graph.interactionCount == Self.count - 1)
        for (index, link) in ordered.enumerated() {
            #expect(try graph.interaction(at: UInt32(index)).node == nodes[link + 1])
            #expect(try graph.interactions(of: nodes[link]).count == (link == 0 ? 1 : 2))
        }
        #expect(status { try graph.connect(nodes[Self.count - 1], 0, to: nodes[0], 0) } == -10861)
        #expect(status { try graph.connect(nodes[5000], 0, to: nodes[100], 1) } == -10861)
        for (index, node) in nodes.enumerated() { #expect(try graph.node(at: UInt32(index)) == node) }
        for link in ordered where link % 3 == 0 { try graph.disconnect(nodes[link + 1], 0) }
        #expect(graph.interactionCount == Self.count - 1 - (Self.count + 1) / 3)
        // With what a third of them had been connected to.
        for node in nodes.prefix(5000) { try graph.removeNode(node) }
        #expect(graph.nodes == Array(nodes.dropFirst(5000)))
        #expect(graph.interactions.allSatisfy { $0.sourceNode ?? 0 >= nodes[5000] })
        graph.disconnectAll()
        #expect(graph.interactionCount == 0)
        try graph.connect(nodes[9999], 0, to: nodes[5000], 0)
    }

    /// One node with thousands of inputs, and one with thousands of outputs.
    @Test func aNodeTakesThousandsOfConnections() throws {
        let nodes = try add(Self.count)
        let (first, last) = (nodes[0], nodes[Self.count - 1])
        for (index, node) in nodes[1..<Self.count - 1].enumerated() {
            try graph.connect(first, UInt32(index), to: node, 0)
            try graph.connect(node, 0, to: last, UInt32(index))
        }
        #expect(try graph.interactions(of: first).count == Self.count - 2)
        #expect(status { try graph.connect(last, 0, to: first, 0) } == -10861)
        for index in 0..<Self.count - 2 { try graph.disconnect(last, UInt32(index)) }
        #expect(try graph.interactions(of: last).isEmpty)
        try graph.connect(last, 0, to: first, 0)
    }

    /// A chain that is longer than a stack is deep, in the order in which it renders.
    @Test func anOrderNeedsNoStack() {
        var model = GraphModel()
        for id in 1...50_000 as ClosedRange<Int32> {
            model.nodes.insert(GraphNode(id: id, description: AudioComponentDescription()))
        }
        for id in 1..<50_000 as Range<Int32> {
            // The first node gets its frames from the second one, and so on.
            model.wanted.append(GraphInteraction(source: .connection(node: id + 1, output: 0), node: id, input: 0))
        }
        #expect(model.ordered.map(\.id) == (1...50_000).reversed())
    }

    /// Units render one within the other: a chain that is longer than a thread's stack is an error, and changes nothing for others.
    @Test func aChainThatIsTooDeepFails() throws {
        var chain: [Client] = []
        for _ in 0..<513 {
            let client = try Client(FilterUnit.lowPass)
            try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(16))
            try client.setFormats(channels: 1)
            if let last = chain.last { try client.connect(to: last) } else { try client.feed(Feed(constants: [1])) }
            try client.unit.initialize()
            chain.append(client)
        }
        #expect(try chain[511].render(16)[0].count == 16)
        #expect(status { _ = try chain[512].render(16, at: 16) } == AudioError.memoryFull.status)
        #expect(try chain[512].get(kAudioUnitProperty_LastRenderError, as: Int32.self) == AudioError.memoryFull.status)
        #expect(try chain[511].render(16, at: 32)[0].count == 16)
    }
}
