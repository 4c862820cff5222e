import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

/// The way of messages of MIDI-CI to destinations and from sources: a client of the library's own, with two ports.
///
/// What comes is handed on by a queue of the library's own, one message after the other, on which the functions of programs are called,
/// too. Nobody waits for them on the thread that delivers.
final class InquiryPort: @unchecked Sendable {
    /// A message, and the source, or the virtual destination, from which it came.
    typealias Handler = @Sendable (InquiryMessage, UInt32) -> Void

    static let queue = DispatchQueue(label: "CoreMIDI.capability-inquiry")

    private struct State {
        var collectors: [UInt32: ExclusiveCollector] = [:]
        var sources: Set<UInt32> = []
        var destinations: Set<UInt32> = []
        var handler: Handler?
    }

    private let system: MIDISystem
    private let state = LockedValue(State())
    private let waiting = WaitingMessages()
    private let client: UInt32
    private let output: UInt32
    private var input: UInt32 = 0

    /// - Parameters:
    ///   - change: is called on the queue when objects come and go.
    ///   - handler: is called on the queue with each message.
    init(
        _ system: MIDISystem, change: @escaping @Sendable () -> Void, handler: @escaping Handler
    ) throws(AudioError) {
        self.system = system
        state.withLock { $0.handler = handler }
        let channel = NoticeChannel(
            schedule: { Self.perform($0) }, call: { if $0 == .setupChanged { change() } })
        client = try system.createClient("MIDI-CI", notices: channel, isOwn: true)
        output = try system.createOutputPort(client, "MIDI-CI")
        input = try system.createInputPort(
            client, "MIDI-CI",
            .bytes { [weak self] list, context in
                self?.receive(list, UInt32(truncatingIfNeeded: UInt(bitPattern: context)))
            })
    }

    deinit { close() }

    /// Ends the client, and no message is handed on from now on.
    func close() {
        state.withLock { $0.handler = nil }
        try? system.disposeClient(client)
    }

    /// Calls a function on the queue.
    static func perform(_ body: @escaping @Sendable () -> Void) { queue.async { ProgramEnd.call(body) } }

    // MARK: Receiving

    /// Hears a source from now on, once.
    func hear(source: UInt32) {
        guard state.withLock({ $0.sources.insert(source).inserted }) else { return }
        do { try system.connect(input, to: source, refCon: UnsafeMutableRawPointer(bitPattern: UInt(source))) } catch {
            state.withLock { _ = $0.sources.remove(source) }
        }
    }

    /// Hears all sources that are listed, and forgets those that are gone.
    func hearAllSources() {
        let present = Set(system.all(.source))
        state.withLock { state in
            state.sources.formIntersection(present)
            state.collectors = state.collectors.filter {
                present.contains($0.key) || state.destinations.contains($0.key)
            }
        }
        for source in present { hear(source: source) }
    }

    /// Hears what a virtual destination of this process gets.
    func hear(destination: UInt32) throws(AudioError) {
        try system.listen(
            input, toDestination: destination, refCon: UnsafeMutableRawPointer(bitPattern: UInt(destination)))
        state.withLock { _ = $0.destinations.insert(destination) }
    }

    func stopHearing(destination: UInt32) {
        state.withLock { _ = $0.destinations.remove(destination) }
        system.stopListening(input, toDestination: destination)
    }

    private func receive(_ list: UnsafePointer<MIDIPacketList>, _ origin: UInt32) {
        let handler = state.withLock { $0.handler }
        guard let handler else { return }
        PacketLists.forEach(list) { packet in
            state.withLock { $0.collectors[origin, default: ExclusiveCollector()] }.collect(packet) {
                collector, messages in
                state.withLock { $0.collectors[origin] = collector }
                for message in messages.compactMap(InquiryMessage.init) {
                    waiting.perform { handler(message, origin) }
                }
            }
        }
    }

    // MARK: Sending

    func send(_ message: InquiryMessage, to destination: UInt32) throws(AudioError) {
        let list = PacketListWriter()
        list.begin()
        message.bytes.withUnsafeBytes { list.appendExclusive(0, begins: true, $0) }
        try system.send(list.list.assumingMemoryBound(to: MIDIPacketList.self), by: output, to: destination)
    }

    /// Sends from a virtual source of this process.
    func send(_ message: InquiryMessage, from source: UInt32) throws(AudioError) {
        let list = PacketListWriter()
        list.begin()
        message.bytes.withUnsafeBytes { list.appendExclusive(0, begins: true, $0) }
        try system.receive(list.list.assumingMemoryBound(to: MIDIPacketList.self), from: source)
    }
}

extension ExclusiveCollector {
    /// Takes a packet of a list, and calls `body` once with what is left and the messages that ended.
    fileprivate func collect(_ packet: UnsafeRawPointer, _ body: (ExclusiveCollector, [[UInt8]]) -> Void) {
        var collector = self
        var messages: [[UInt8]] = []
        collector.take(PacketLists.data(packet)) { messages.append($0) }
        body(collector, messages)
    }
}
