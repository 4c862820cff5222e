import AudioCore
internal import AudioDevices
internal import CPipeWire
internal import MIDIDevices
import Synchronization

/// A port of another program or of a device, and the node of ours that is linked to it while it is used.
///
/// Belongs to the connection's loop, but for what it hears from the system.
final class PipeWireRemotePort: MIDIWayIn, @unchecked Sendable {
    /// The system's object, for the thread that passes messages on, too.
    private final class Endpoint: Sendable {
        let reference = Atomic<UInt32>(0)
    }

    let id: UInt32
    let node: UInt32
    /// Whether messages come from it: it is a source.
    let isOutput: Bool
    /// What sends to the port; nil for a source.
    let sender: PipeWireSender?
    private let title: String
    private unowned let connection: PipeWireMIDI
    private let didChange: @Sendable () -> Void
    /// The object of the system; 0 before it is there.
    private let endpoint = Endpoint()
    private var own: PipeWireMIDINode?
    private var receiver: PipeWireReceiver?
    private var link: OpaquePointer?
    private let linkHook = UnsafeMutablePointer<PWHook>.allocateZeroed()

    /// - Parameter didChange: called where it may have to be linked, or need not be any more.
    init(
        _ id: UInt32, _ port: PipeWireMIDIGraph.Port, _ connection: PipeWireMIDI,
        didChange: @escaping @Sendable () -> Void
    ) {
        self.id = id
        node = port.node
        isOutput = port.isOutput
        title = port.name
        self.connection = connection
        self.didChange = didChange
        let form: ListForm = !connection.sendsWords ? .bytes : port.takesWords ? .words2 : .words1
        sender = isOutput ? nil : PipeWireSender(form, keepsWaiting: true, wasWanted: didChange)
    }

    deinit { linkHook.deallocate() }

    func setEndpoint(_ reference: UInt32) { endpoint.reference.store(reference, ordering: .releasing) }

    func listenersDidChange() { didChange() }

    /// Links the port where it is used and not linked yet, or takes the link away where it is not used.
    func update() {
        let isUsed = sender?.hasMessages ?? connection.system.isHeard(endpoint.reference.load(ordering: .acquiring))
        guard isUsed else { return close() }
        if own == nil { own = makeNode() }
        guard link == nil, let own, let node = own.id, let port = connection.graph.port(of: node) else { return }
        let ends =
            isOutput ? (output: (self.node, id), input: (node, port)) : (output: (node, port), input: (self.node, id))
        let properties = [
            ("link.output.node", "\(ends.output.0)"), ("link.output.port", "\(ends.output.1)"),
            ("link.input.node", "\(ends.input.0)"), ("link.input.port", "\(ends.input.1)"), ("object.linger", "false"),
        ]
        link = connection.library.withDictionary(properties) { PWCoreCreateLink(connection.core, $0) }
        linkHook.initialize(to: PWHook())
        if let link { PWLinkAddListener(link, linkHook, Self.events, Unmanaged.passUnretained(self).toOpaque()) }
    }

    private func makeNode() -> PipeWireMIDINode? {
        let description = PipeWireMIDINode.Description(
            name: "\(PipeWireMIDIGraph.helperPrefix)\(connection.identity.name).\(id)",
            title: connection.identity.name, port: title, isOutput: !isOutput, waitsForLink: true)
        let ring: MessageRing
        if let sender {
            ring = sender.makeRing()
        } else {
            let receiver = PipeWireReceiver { [system = connection.system, endpoint] isWords, time, bytes in
                system.take(isWords: isWords, time, bytes, from: endpoint.reference.load(ordering: .acquiring))
            }
            connection.arrivals.add(receiver)
            self.receiver = receiver
            ring = receiver.ring
        }
        return PipeWireMIDINode(connection, description, ring: ring) { [weak connection] _ in connection?.refreshLater()
        }
    }

    /// With the loop's lock held.
    func close() {
        if let link { connection.library.pw_proxy_destroy(link) }
        link = nil
        own?.close()
        own = nil
        if let receiver { connection.arrivals.remove(receiver) }
        receiver = nil
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWLinkEvents>.allocateZeroed()
        table.pointee.info = { data, info in
            guard let info, info.pointee.state == PWLinkStateActive else { return }
            Unmanaged<PipeWireRemotePort>.fromOpaque(data!).takeUnretainedValue().own?.linkIsActive()
        }
        return table
    }()
}

extension MIDISystem {
    /// Hands in what a source has received. What the system has no room for is lost.
    func take(isWords: Bool, _ time: UInt64, _ bytes: UnsafeRawBufferPointer, from source: UInt32) {
        guard isWords else {
            try? received(bytes, at: time, from: source)
            return
        }
        let words = bytes.bindMemory(to: UInt32.self)
        try? received(words: words, protocolID: Self.protocolID(words), at: time, from: source)
    }

    /// The protocol of a message: that of MIDI 2.0 where it is one of its channel voice messages.
    static func protocolID(_ words: UnsafeBufferPointer<UInt32>) -> Int32 {
        words.first.map { $0 >> 28 == 4 } == true ? 2 : 1
    }
}
