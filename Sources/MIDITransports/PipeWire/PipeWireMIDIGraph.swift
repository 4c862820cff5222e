/// The MIDI ports of the server's graph, as its registry names them, and the devices that they are.
struct PipeWireMIDIGraph {
    struct Node: Equatable {
        var name: String
        var title: String
        /// The server's number of the connection that it is of.
        var client: UInt32?
    }

    struct Port: Equatable {
        var node: UInt32
        var name: String
        var isOutput: Bool
        /// Whether it takes Universal MIDI Packets of MIDI 2.0.
        var takesWords: Bool
    }

    /// A device with the ports of its entities.
    struct Device: Equatable {
        struct Entity: Equatable {
            var key: String
            var name: String
            var takesWords = false
            /// The server's numbers of a port that sends, and of one that receives.
            var output: UInt32?
            var input: UInt32?
        }

        var key: String
        var name: String
        var entities: [Entity]
    }

    /// What the names of nodes begin with that are there to link a program to one port. Other programs do not take them for devices.
    static let helperPrefix = "coreaudio-midi-link."

    /// The name of the node that has the ports of the ALSA sequencer.
    private static let bridge = "Midi-Bridge"

    private(set) var nodes: [UInt32: Node] = [:]
    private(set) var ports: [UInt32: Port] = [:]

    /// Notes an object. True where it is a node or a MIDI port.
    mutating func add(_ id: UInt32, type: String, _ properties: [String: String]) -> Bool {
        switch type {
        case "PipeWire:Interface:Node":
            let name = properties["node.name"] ?? ""
            let title = properties["node.description"] ?? properties["node.nick"] ?? name
            nodes[id] = Node(name: name, title: title, client: properties["client.id"].flatMap { UInt32($0) })
        case "PipeWire:Interface:Port":
            let format = properties["format.dsp"] ?? ""
            guard format.hasSuffix("raw midi") || format.hasSuffix("raw UMP"), properties["port.monitor"] != "true",
                let node = properties["node.id"].flatMap({ UInt32($0) })
            else { return false }
            ports[id] = Port(
                node: node, name: properties["port.name"] ?? "", isOutput: properties["port.direction"] == "out",
                takesWords: format.hasSuffix("raw UMP"))
        default: return false
        }
        return true
    }

    /// Forgets an object. True where it was known.
    mutating func remove(_ id: UInt32) -> Bool {
        let (node, port) = (nodes.removeValue(forKey: id), ports.removeValue(forKey: id))
        return node != nil || port != nil
    }

    /// The port of a node with one port.
    func port(of node: UInt32) -> UInt32? { ports.first { $0.value.node == node }?.key }

    /// The devices: a node each, but for the server's bridge to the ALSA sequencer, whose ports' names say which device they are of.
    ///
    /// - Parameters:
    ///   - client: the server's number of our connection, whose nodes are left out.
    ///   - hasSequencer: whether the ports of the sequencer come by another way.
    func devices(without client: UInt32?, hasSequencer: Bool = false) -> [Device] {
        var devices: [Device] = []
        var names: [String: Int] = [:]
        for (id, node) in nodes.sorted(by: { $0.key < $1.key }) {
            guard !node.name.hasPrefix(Self.helperPrefix), node.client == nil || node.client != client,
                !hasSequencer || node.name != Self.bridge
            else { continue }
            let ports = ports.filter { $0.value.node == id }.sorted { $0.key < $1.key }
            guard !ports.isEmpty else { continue }
            let number = names[node.name, default: 0]
            names[node.name] = number + 1
            let key = number == 0 ? node.name : "\(node.name)#\(number + 1)"
            var ofNode: [Device] = []
            for (id, port) in ports { Self.add(id, port, to: &ofNode, key: key, title: node.title) }
            devices += ofNode
        }
        return devices
    }

    private static func add(_ id: UInt32, _ port: Port, to devices: inout [Device], key: String, title: String) {
        let (device, name) = split(port.name)
        let deviceKey = device.map { "\(key):\($0)" } ?? key
        let index = devices.firstIndex { $0.key == deviceKey } ?? devices.count
        if index == devices.count { devices.append(Device(key: deviceKey, name: device ?? title, entities: [])) }
        let sameName = devices[index].entities.indices.filter { devices[index].entities[$0].name == name }
        let free = sameName.first {
            (port.isOutput ? devices[index].entities[$0].output : devices[index].entities[$0].input) == nil
        }
        var entity =
            free.map { devices[index].entities[$0] }
            ?? Device.Entity(key: sameName.isEmpty ? name : "\(name)#\(sameName.count + 1)", name: name)
        if port.isOutput { entity.output = id } else { entity.input = id }
        entity.takesWords = entity.takesWords || port.takesWords
        if let free { devices[index].entities[free] = entity } else { devices[index].entities.append(entity) }
    }

    /// The device and the port that a port's name says: "Keys:(capture_0) Keys MIDI 1" is "Keys MIDI 1" of "Keys". Others are of their node.
    static func split(_ name: String) -> (device: String?, port: String) {
        for mark in [":(capture_", ":(playback_"] {
            guard let range = name.firstRange(of: mark), let end = name[range.upperBound...].firstIndex(of: ")")
            else { continue }
            let device = String(name[..<range.lowerBound])
            let port = name[name.index(after: end)...].drop { $0 == " " }
            return (device, port.isEmpty ? device : String(port))
        }
        return (nil, name)
    }
}
