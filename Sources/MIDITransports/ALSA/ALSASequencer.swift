internal import CALSA
import Glibc
internal import MessageBus

/// The ALSA sequencer of the system, by libasound.
final class ALSASequencer: SequencerCalls, @unchecked Sendable {
    let client: UInt8
    private let library: ALSASequencerLibrary
    private let handle: OpaquePointer
    private let wakeUp: WakeUp

    static var isInstalled: Bool { ALSASequencerLoad() != nil }

    /// Nil where libasound or the sequencer is missing, as in containers.
    init?(_ name: String) {
        guard let library = ALSASequencerLoad()?.pointee, let wakeUp = WakeUp() else { return nil }
        var handle: OpaquePointer?
        guard library.snd_seq_open(&handle, "default", Int32(ALSASequencerDuplex), Int32(ALSASequencerNonblock)) == 0,
            let handle
        else { return nil }
        let number = library.snd_seq_client_id(handle)
        guard library.snd_seq_set_client_name(handle, name) == 0, let client = UInt8(exactly: number) else {
            _ = library.snd_seq_close(handle)
            return nil
        }
        self.client = client
        self.library = library
        self.handle = handle
        self.wakeUp = wakeUp
    }

    deinit { _ = library.snd_seq_close(handle) }

    func ports() -> [SequencerPort] {
        var clients: OpaquePointer?
        var ports: OpaquePointer?
        guard library.snd_seq_client_info_malloc(&clients) == 0, let clients else { return [] }
        defer { library.snd_seq_client_info_free(clients) }
        guard library.snd_seq_port_info_malloc(&ports) == 0, let ports else { return [] }
        defer { library.snd_seq_port_info_free(ports) }
        var result: [SequencerPort] = []
        library.snd_seq_client_info_set_client(clients, -1)
        while library.snd_seq_query_next_client(handle, clients) >= 0 {
            let client = library.snd_seq_client_info_get_client(clients)
            let clientName = library.snd_seq_client_info_get_name(clients).map { String(cString: $0) } ?? ""
            library.snd_seq_port_info_set_client(ports, client)
            library.snd_seq_port_info_set_port(ports, -1)
            while library.snd_seq_query_next_port(handle, ports) >= 0 {
                let abilities = Int(library.snd_seq_port_info_get_capability(ports))
                let has = { (mask: Int) in abilities & mask == mask && abilities & ALSAPortNoExport == 0 }
                guard let client = UInt8(exactly: client),
                    let port = UInt8(exactly: library.snd_seq_port_info_get_port(ports))
                else { continue }
                let name = library.snd_seq_port_info_get_name(ports).map { String(cString: $0) } ?? ""
                result.append(
                    SequencerPort(
                        client: client, port: port, clientName: clientName, name: name,
                        sends: has(ALSAPortRead | ALSAPortSubscribeRead),
                        takes: has(ALSAPortWrite | ALSAPortSubscribeWrite)))
            }
        }
        return result
    }

    func makePort(_ name: String, sends: Bool, takes: Bool) -> UInt8? {
        var abilities = 0
        if sends { abilities |= ALSAPortRead | ALSAPortSubscribeRead }
        if takes { abilities |= ALSAPortWrite | ALSAPortSubscribeWrite }
        if !sends, !takes { abilities = ALSAPortRead | ALSAPortWrite | ALSAPortNoExport }
        let port = library.snd_seq_create_simple_port(
            handle, name, UInt32(abilities), UInt32(ALSAPortGeneric | ALSAPortApplication))
        return UInt8(exactly: port)
    }

    func removePort(_ port: UInt8) { _ = library.snd_seq_delete_simple_port(handle, Int32(port)) }

    func connect(_ port: UInt8, from client: UInt8, _ other: UInt8) -> Bool {
        library.snd_seq_connect_from(handle, Int32(port), Int32(client), Int32(other)) == 0
    }

    func disconnect(_ port: UInt8, from client: UInt8, _ other: UInt8) {
        _ = library.snd_seq_disconnect_from(handle, Int32(port), Int32(client), Int32(other))
    }

    func send(_ event: ALSAEvent) {
        var event = event
        _ = library.snd_seq_event_output_direct(handle, &event)
    }

    func receive(_ body: (ALSAEvent, UnsafeRawBufferPointer) -> Void) -> Bool {
        var descriptors = [wakeUp.poll, pollfd()]
        guard library.snd_seq_poll_descriptors(handle, &descriptors[1], 1, Int16(POLLIN)) == 1 else { return false }
        guard poll(&descriptors, 2, -1) >= 0 || errno == EINTR else { return false }
        if descriptors[0].revents != 0 { wakeUp.clear() }
        guard descriptors[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 else { return false }
        var event: UnsafeMutablePointer<ALSAEvent>?
        while true {
            let status = library.snd_seq_event_input(handle, &event)
            // Where events were lost, there are others.
            if status == -ENOSPC { continue }
            guard status >= 0, let event else { return status == -EAGAIN || status >= 0 }
            body(event.pointee, Self.bytes(event))
        }
    }

    private static func bytes(_ event: UnsafePointer<ALSAEvent>) -> UnsafeRawBufferPointer {
        guard Int(event.pointee.flags) & ALSAEventLengthMask == ALSAEventVariable, let start = ALSAEventBytes(event)
        else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(ALSAEventSize(event)))
    }

    func wake() { wakeUp.signal() }
}
