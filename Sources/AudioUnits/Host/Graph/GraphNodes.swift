/// The nodes of a graph in the order of their numbers, which is that in which clients added them.
struct GraphNodes {
    private var nodes: [GraphNode] = []
    /// The node that plays; 0 for none.
    private var outputID: Int32 = 0
    /// How many are graphs.
    private var graphCount = 0

    var all: [GraphNode] { nodes }
    var count: Int { nodes.count }

    subscript(index: Int) -> GraphNode { nodes[index] }

    /// The node with a number; nil where there is none.
    func node(_ id: Int32) -> GraphNode? {
        let index = index(of: id)
        return index < nodes.count && nodes[index].id == id ? nodes[index] : nil
    }

    /// The first node with a higher number.
    func node(after id: Int32) -> GraphNode? {
        let index = index(of: id + 1)
        return index < nodes.count ? nodes[index] : nil
    }

    var output: GraphNode? { outputID == 0 ? nil : node(outputID) }

    /// Those that are nodes.
    var graphs: [UnitGraph] { graphCount == 0 ? [] : nodes.compactMap(\.graph) }

    // MARK: Changes

    mutating func insert(_ node: GraphNode) {
        nodes.insert(node, at: index(of: node.id))
        if node.isOutput { outputID = node.id }
        if node.graph != nil { graphCount += 1 }
    }

    mutating func remove(_ id: Int32) {
        guard let node = node(id) else { return }
        nodes.remove(at: index(of: id))
        if id == outputID { outputID = 0 }
        if node.graph != nil { graphCount -= 1 }
    }

    mutating func change(_ id: Int32, _ body: (inout GraphNode) -> Void) {
        let index = index(of: id)
        guard index < nodes.count, nodes[index].id == id else { return }
        body(&nodes[index])
    }

    mutating func changeAll(_ body: (inout GraphNode) -> Void) {
        for index in nodes.indices { body(&nodes[index]) }
    }

    /// The place of a number among those of the nodes.
    private func index(of id: Int32) -> Int { nodes.firstPlace { $0.id >= id } }
}
