import AudioCore
internal import CMIDIPackets
internal import MIDIDevices
import MIDIEvents

/// A virtual endpoint of a client of ours, which other programs see as a port.
///
/// Belongs to the connection's loop.
final class PipeWireVirtualPort {
    let endpoint: MIDIVirtualEndpoint
    let isSource: Bool
    private let connection: PipeWireMIDI
    private var node: PipeWireMIDINode?
    private var receiver: PipeWireReceiver?
    /// The port of the system by which messages leave it, or come in.
    private var port: UInt32 = 0

    /// With the loop's lock held. Nil where the endpoint has just gone, or the server refuses a port.
    init?(source endpoint: MIDIVirtualEndpoint, _ connection: PipeWireMIDI) {
        self.endpoint = endpoint
        isSource = true
        self.connection = connection
        let form: ListForm = !connection.sendsWords ? .bytes : endpoint.protocolID == 2 ? .words2 : .words1
        let sender = PipeWireSender(form, keepsWaiting: false)
        let receive: MIDIReceiver =
            switch form {
            case .bytes: .bytes { list, _ in sender.send(UnsafeRawPointer(list)) }
            case .words1: .words(1) { list, _ in sender.send(UnsafeRawPointer(list)) }
            case .words2: .words(2) { list, _ in sender.send(UnsafeRawPointer(list)) }
            }
        do throws(AudioError) {
            port = try connection.system.createInputPort(connection.client, endpoint.name, receive)
            try connection.system.connect(port, to: endpoint.reference, refCon: nil)
        } catch {
            close()
            return nil
        }
        let ring = sender.makeRing()
        node = PipeWireMIDINode(connection, description(isOutput: true), ring: ring) { sender.setOpen($0) }
        if node == nil {
            close()
            return nil
        }
    }

    /// With the loop's lock held. Nil where the server refuses a port.
    init?(destination endpoint: MIDIVirtualEndpoint, _ connection: PipeWireMIDI) {
        self.endpoint = endpoint
        isSource = false
        self.connection = connection
        guard let port = try? connection.system.createOutputPort(connection.client, endpoint.name) else { return nil }
        self.port = port
        let (system, reference) = (connection.system, endpoint.reference)
        let receiver = PipeWireReceiver { isWords, time, bytes in
            system.pass(isWords: isWords, time, bytes, by: port, to: reference)
        }
        self.receiver = receiver
        connection.arrivals.add(receiver)
        node = PipeWireMIDINode(connection, description(isOutput: false), ring: receiver.ring) { _ in }
        if node == nil {
            close()
            return nil
        }
    }

    private func description(isOutput: Bool) -> PipeWireMIDINode.Description {
        let program = endpoint.client.isEmpty ? connection.identity.name : endpoint.client
        return .init(name: "\(program) \(endpoint.name)", title: program, port: endpoint.name, isOutput: isOutput)
    }

    /// With the loop's lock held.
    func close() {
        if port != 0 { try? connection.system.disposePort(port) }
        port = 0
        node?.close()
        node = nil
        if let receiver { connection.arrivals.remove(receiver) }
        receiver = nil
    }
}

extension MIDISystem {
    /// Sends what a port has got to a virtual destination. What the system has no room for is lost.
    fileprivate func pass(
        isWords: Bool, _ time: UInt64, _ bytes: UnsafeRawBufferPointer, by port: UInt32,
        to destination: UInt32
    ) {
        if isWords {
            let words = bytes.bindMemory(to: UInt32.self)
            try? SingleMessages.withList(words, protocolID: Self.protocolID(words), at: time) {
                list throws(AudioError) in
                try send(UnsafePointer(list.assumingMemoryBound(to: MIDIEventList.self)), by: port, to: destination)
            }
        } else {
            try? SingleMessages.forEachList(bytes, at: time) { list throws(AudioError) in
                try send(UnsafePointer(list.assumingMemoryBound(to: MIDIPacketList.self)), by: port, to: destination)
            }
        }
    }
}
