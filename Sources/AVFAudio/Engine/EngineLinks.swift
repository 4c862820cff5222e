/// An input or output of a node.
struct EnginePlace: Hashable {
    let node: ObjectIdentifier
    let bus: Int

    init(_ node: AVAudioNode, _ bus: Int) { (self.node, self.bus) = (ObjectIdentifier(node), bus) }
}

/// A connection from an output of a node to an input of another.
struct EngineLink {
    let source: AVAudioNode
    let output: Int
    let node: AVAudioNode
    let input: Int
    /// Whether the engine has made it, from its main mixer to its output.
    var isImplicit = false

    /// Whether both ends are the same.
    func isSame(_ other: EngineLink) -> Bool {
        source === other.source && output == other.output && node === other.node && input == other.input
    }
}

/// The connections of an engine. An output may have several, an input has one.
struct EngineLinks {
    private var byInput: [EnginePlace: EngineLink] = [:]
    private var byOutput: [EnginePlace: [EnginePlace]] = [:]
    /// The inputs in the order in which they were connected.
    private var order: [EnginePlace] = []

    var all: [EngineLink] { order.compactMap { byInput[$0] } }

    /// What is connected to an input.
    func into(_ node: AVAudioNode, _ bus: Int) -> EngineLink? { byInput[EnginePlace(node, bus)] }

    func into(_ node: AVAudioNode) -> [EngineLink] { all.filter { $0.node === node } }

    /// What an output is connected to, in the order of the connections.
    func out(of node: AVAudioNode, _ bus: Int) -> [EngineLink] {
        (byOutput[EnginePlace(node, bus)] ?? []).compactMap { byInput[$0] }
    }

    func out(of node: AVAudioNode) -> [EngineLink] { all.filter { $0.source === node } }

    /// Whether a node gets frames of another, over any number of nodes.
    func feeds(_ source: AVAudioNode, _ node: AVAudioNode) -> Bool {
        var (seen, open): (Set<ObjectIdentifier>, [AVAudioNode]) = ([], [source])
        while let next = open.popLast() {
            if next === node { return true }
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            open += out(of: next).map(\.node)
        }
        return false
    }

    /// Adds a connection to an input that has none.
    mutating func add(_ link: EngineLink) {
        let place = EnginePlace(link.node, link.input)
        byInput[place] = link
        byOutput[EnginePlace(link.source, link.output), default: []].append(place)
        order.append(place)
    }

    mutating func remove(_ link: EngineLink) {
        let place = EnginePlace(link.node, link.input)
        guard byInput[place]?.isSame(link) == true else { return }
        byInput[place] = nil
        order.removeAll { $0 == place }
        let output = EnginePlace(link.source, link.output)
        byOutput[output]?.removeAll { $0 == place }
        if byOutput[output]?.isEmpty == true { byOutput[output] = nil }
    }
}
