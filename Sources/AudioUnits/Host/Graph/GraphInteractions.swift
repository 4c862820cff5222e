/// The interactions of a graph in the order in which clients made them.
///
/// What asks for those of a node, or for the source of an input, looks at these alone: a graph may have thousands.
struct GraphInteractions {
    private struct Entry {
        /// Grows from entry to entry.
        let number: Int
        let interaction: GraphInteraction
    }

    /// An output of a node.
    private struct Output: Hashable {
        let node: Int32
        let element: UInt32
    }

    private var entries: [Entry] = []
    private var nextNumber = 0
    /// The numbers of the entries by input, by connected output, and by the nodes they end and begin at. Those of a node grow.
    private var places: [GraphInput: Int] = [:]
    private var connected: [Output: Int] = [:]
    private var ends: [Int32: [Int]] = [:]
    private var beginnings: [Int32: [Int]] = [:]
    /// Inputs that have lost their source since `takeLost` was called.
    private var lost: Set<GraphInput> = []

    var all: [GraphInteraction] { entries.map(\.interaction) }
    var count: Int { entries.count }

    subscript(index: Int) -> GraphInteraction { entries[index].interaction }

    /// The source of an input; nil for none.
    subscript(place: GraphInput) -> GraphInteraction? { places[place].map(interaction) }

    /// Whether an output is connected.
    func isConnected(_ node: Int32, _ output: UInt32) -> Bool { connected[Output(node: node, element: output)] != nil }

    /// Those whose input belongs to a node.
    func into(_ node: Int32) -> [GraphInteraction] { (ends[node] ?? []).map(interaction) }

    /// The nodes that a node is connected to, and those that are connected to it.
    func successors(of node: Int32) -> [Int32] { (beginnings[node] ?? []).map { interaction($0).node } }
    func predecessors(of node: Int32) -> [Int32] { (ends[node] ?? []).compactMap { interaction($0).sourceNode } }

    /// Whether a node is the source or the destination of one.
    func isUsed(_ node: Int32) -> Bool { ends[node] != nil || beginnings[node] != nil }

    /// Those that a node is the source or the destination of.
    func touching(_ node: Int32) -> [GraphInteraction] {
        Set((ends[node] ?? []) + (beginnings[node] ?? [])).sorted().map(interaction)
    }

    // MARK: Changes

    /// Adds one whose input has no source.
    mutating func append(_ interaction: GraphInteraction) {
        let number = nextNumber
        nextNumber += 1
        entries.append(Entry(number: number, interaction: interaction))
        places[interaction.place] = number
        ends[interaction.node, default: []].append(number)
        guard case .connection(let node, let output) = interaction.source else { return }
        connected[Output(node: node, element: output)] = number
        beginnings[node, default: []].append(number)
    }

    /// Removes the source of an input, where it has one.
    mutating func remove(_ place: GraphInput) {
        guard let number = places.removeValue(forKey: place) else { return }
        let interaction = entries.remove(at: index(of: number)).interaction
        lost.insert(place)
        Self.remove(number, of: interaction.node, from: &ends)
        guard case .connection(let node, let output) = interaction.source else { return }
        connected[Output(node: node, element: output)] = nil
        Self.remove(number, of: node, from: &beginnings)
    }

    /// Removes those that a node is the source or the destination of.
    mutating func removeAll(touching node: Int32) {
        for interaction in touching(node) { remove(interaction.place) }
    }

    mutating func removeAll() {
        let (numbers, lost) = (nextNumber, lost.union(places.keys))
        self = GraphInteractions()
        (nextNumber, self.lost) = (numbers, lost)
    }

    /// The inputs that have lost their source since the last call, some of which may have another one now.
    mutating func takeLost() -> Set<GraphInput> {
        defer { lost = [] }
        return lost
    }

    private static func remove(_ number: Int, of node: Int32, from lists: inout [Int32: [Int]]) {
        guard let list = lists[node] else { return }
        let place = list.firstPlace { $0 >= number }
        lists[node]?.remove(at: place)
        if list.count == 1 { lists[node] = nil }
    }

    // MARK: Numbers

    private func interaction(_ number: Int) -> GraphInteraction { entries[index(of: number)].interaction }

    private func index(of number: Int) -> Int { entries.firstPlace { $0.number >= number } }
}

extension Array {
    /// The index of the first element that meets a condition, which all later elements then meet; the count if none does.
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        // Most are asked for while they are the last.
        guard let last, holds(last) else { return count }
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
