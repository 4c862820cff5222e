import AudioCore
import CAudioToolbox

/// A unit of a graph, or what it is going to be; or a graph of its own.
struct GraphNode {
    let id: Int32
    /// Zeros for a graph.
    let description: AudioComponentDescription
    /// The unit, from the opening of the graph to its closing.
    var reference: AudioComponentInstance?
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
    let unit: AudioComponentInstance
    /// nil for a callback.
    let source: AudioComponentInstance?
}

/// The interactions that units know of, by their inputs.
struct MadeInteractions {
    private var made: [GraphInput: MadeInteraction] = [:]
    /// How many have a node as their source.
    private var uses: [Int32: Int] = [:]

    var all: [MadeInteraction] { Array(made.values) }

    subscript(place: GraphInput) -> MadeInteraction? {
        get { made[place] }
        set {
            if let node = made[place]?.interaction.sourceNode {
                let count = uses[node] ?? 0
                uses[node] = count > 1 ? count - 1 : nil
            }
            if let node = newValue?.interaction.sourceNode { uses[node, default: 0] += 1 }
            made[place] = newValue
        }
    }

    /// Whether an input is connected to a node.
    func isSource(_ node: Int32) -> Bool { uses[node] != nil }
}

/// What clients have asked of a graph, and what of it its units know.
struct GraphModel {
    var nodes = GraphNodes()
    var nextID: Int32 = 1
    var isOpen = false
    var isInitialized = false
    var isRunning = false { didSet { turns &+= 1 } }
    /// How many times `isRunning` has been set.
    private(set) var turns = 0
    var isDisposed = false
    /// What clients see of the graph.
    var wanted = GraphInteractions()
    /// How the units are connected, with what is on its way to them.
    var made = MadeInteractions()
    /// Removed nodes whose units may still be connected.
    var leaving: [GraphNode] = []
    var notifies: [NotifyList.Entry] = []

    func node(_ id: Int32) throws(AudioError) -> GraphNode {
        guard let node = nodes.node(id) else { throw .graphNode }
        return node
    }

    /// Whether frames of one node come to another. What an output node has recorded depends on no input of it.
    ///
    /// Looks from both ends in turn, until one of them has nothing more: where a chain grows, that is soon, at whichever end it does.
    func feeds(_ source: Int32, _ node: Int32) -> Bool {
        guard source != node else { return true }
        func passes(_ id: Int32) -> Bool { nodes.node(id)?.isOutput != true }
        var (ahead, behind) = ([source], [node])
        var (seenAhead, seenBehind): (Set<Int32>, Set<Int32>) = ([], [])
        while let next = ahead.popLast(), let last = behind.popLast() {
            if seenAhead.insert(next).inserted, passes(next) {
                let found = wanted.successors(of: next)
                if found.contains(node) { return true }
                ahead += found
            }
            if seenBehind.insert(last).inserted {
                let found = wanted.predecessors(of: last).filter(passes)
                if found.contains(source) { return true }
                behind += found
            }
        }
        return false
    }

    /// The nodes in an order in which each comes after those that it gets frames from.
    var ordered: [GraphNode] {
        var (result, seen): ([GraphNode], Set<Int32>) = ([], [])
        let all = nodes.all
        for root in all.filter({ !$0.isOutput }) + all.filter(\.isOutput) {
            // A chain may be longer than a thread's stack is deep. Each node is visited twice: before its sources and after them.
            var open = [(id: root.id, isReady: false)]
            while let (id, isReady) = open.popLast() {
                guard isReady || seen.insert(id).inserted, let node = nodes.node(id) else { continue }
                guard !isReady else {
                    result.append(node)
                    continue
                }
                open.append((id, true))
                open += wanted.predecessors(of: id).reversed().map { ($0, false) }
            }
        }
        return result
    }
}
