import AudioCore
import CAudioToolbox

/// A unit of a graph, or what it is going to be; or a graph of its own.
struct GraphNode {
    let id: Int32
    /// Zeros for a graph.
    let description: AudioComponentDescription
    /// The unit, from the opening of the graph to its closing.
    var reference: OpaquePointer?
    var instance: ComponentInstance?
    var isInitialized = false
    /// The graph that the node is; nil for a unit.
    var graph: UnitGraph?

    /// Whether it plays: the node that the others are rendered for.
    var isOutput: Bool { description.componentType == FourCC("auou").rawValue }
}

/// An input of a node.
struct GraphInput: Hashable {
    let node: Int32
    let element: UInt32
}

/// Where an input of a node gets its frames: `AUNodeInteraction`.
package struct GraphInteraction: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        case connection(node: Int32, output: UInt32)
        /// The addresses of a client's function and its context.
        case callback(function: UInt, context: UInt)
    }

    package let source: Source
    package let node: Int32
    package let input: UInt32

    var place: GraphInput { GraphInput(node: node, element: input) }

    var sourceNode: Int32? {
        if case .connection(let node, _) = source { node } else { nil }
    }

    package func touches(_ id: Int32) -> Bool { node == id || sourceNode == id }
}

/// An interaction, and the units that know of it. A graph's output unit may be replaced, and is to be connected anew then.
struct MadeInteraction: Equatable {
    let interaction: GraphInteraction
    let unit: OpaquePointer
    /// nil for a callback.
    let source: OpaquePointer?
}

/// What clients have asked of a graph, and what of it its units know.
struct GraphModel {
    var nodes: [GraphNode] = []
    var nextID: Int32 = 1
    var isOpen = false
    var isInitialized = false
    var isRunning = false { didSet { turns &+= 1 } }
    /// How many times `isRunning` has been set.
    private(set) var turns = 0
    var isDisposed = false
    /// As clients see the graph.
    var wanted: [GraphInteraction] = []
    /// As the units are connected, with what is on its way to them.
    var made: [GraphInput: MadeInteraction] = [:]
    /// Removed nodes whose units may still be connected.
    var leaving: [GraphNode] = []
    var notifies: [NotifyList.Entry] = []

    func node(_ id: Int32) throws(AudioError) -> GraphNode {
        guard let node = nodes.first(where: { $0.id == id }) else { throw .graphNode }
        return node
    }

    var output: GraphNode? { nodes.first { $0.isOutput } }

    /// Those that are nodes.
    var graphs: [UnitGraph] { nodes.compactMap(\.graph) }

    mutating func change(_ id: Int32, _ body: (inout GraphNode) -> Void) {
        guard let index = nodes.firstIndex(where: { $0.id == id }) else { return }
        body(&nodes[index])
    }

    /// Whether frames of one node come to another. What an output node has recorded depends on no input of it.
    func feeds(_ source: Int32, _ node: Int32) -> Bool {
        var (open, seen) = ([source], Set<Int32>())
        while let next = open.popLast() {
            if next == node { return true }
            guard seen.insert(next).inserted, nodes.first(where: { $0.id == next })?.isOutput != true else { continue }
            open += wanted.filter { $0.sourceNode == next }.map(\.node)
        }
        return false
    }

    /// The nodes in an order in which each comes behind those that it gets frames from.
    var ordered: [GraphNode] {
        var (result, seen): ([GraphNode], Set<Int32>) = ([], [])
        func visit(_ id: Int32) {
            guard seen.insert(id).inserted, let node = nodes.first(where: { $0.id == id }) else { return }
            for interaction in wanted where interaction.node == id {
                if let source = interaction.sourceNode { visit(source) }
            }
            result.append(node)
        }
        for node in nodes where !node.isOutput { visit(node.id) }
        for node in nodes where node.isOutput { visit(node.id) }
        return result
    }
}
