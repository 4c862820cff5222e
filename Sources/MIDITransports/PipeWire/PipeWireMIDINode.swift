import AudioCore
internal import CPipeWire
import Synchronization

/// A node of ours in the graph with one MIDI port, which the server calls in each cycle while the port is linked.
///
/// Belongs to the connection's loop, but for what the audio thread runs.
final class PipeWireMIDINode {
    /// What a node is, for those who see the graph.
    struct Description: Equatable {
        /// Unlike those of other nodes, where that is possible.
        var name: String
        /// What people read.
        var title: String
        var port: String
        var isOutput: Bool
        /// Whether an output sends nothing before `linkIsActive`.
        var waitsForLink = false
    }

    let description: Description
    private let library: PipeWireLibrary
    private let filter: OpaquePointer
    private var port: UnsafeMutableRawPointer?
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private let ring: MessageRing
    private let arrivals: PipeWireArrivals
    /// The same, to be used without counting references.
    private let ringLink: Unmanaged<MessageRing>
    private let arrivalsLink: Unmanaged<PipeWireArrivals>
    private let didChangeState: (_ runs: Bool) -> Void
    private var isClosing = false
    private let isLinked = Atomic<Bool>(false)
    /// The audio thread's own: when the last cycle began, and the first in which the link was active.
    private var lastStart: UInt64 = 0
    private var linkedSince: UInt64 = 0

    /// With the loop's lock held.
    ///
    /// - Parameters:
    ///   - ring: what an output's port sends, or where an input's port writes what it gets.
    ///   - didChangeState: called on the loop's thread.
    init?(
        _ connection: PipeWireMIDI, _ description: Description, ring: MessageRing,
        didChangeState: @escaping (_ runs: Bool) -> Void
    ) {
        library = connection.library
        self.description = description
        self.ring = ring
        ringLink = .passUnretained(ring)
        arrivalsLink = .passUnretained(connection.arrivals)
        arrivals = connection.arrivals
        self.didChangeState = didChangeState
        let properties =
            [
                ("node.name", description.name), ("node.description", description.title), ("media.type", "Midi"),
                ("media.category", description.isOutput ? "Playback" : "Capture"), ("node.autoconnect", "false"),
                ("node.latency", "256/48000"),
            ] + connection.dataLoop
        guard let filter = library.pw_filter_new(connection.core, description.title, library.properties(properties))
        else {
            hook.deallocate()
            return nil
        }
        self.filter = filter
        library.pw_filter_add_listener(filter, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        let portProperties = [("port.name", description.port), ("format.dsp", connection.portFormat)]
        port = Self.addPort(to: filter, isOutput: description.isOutput, library.properties(portProperties), library)
        guard port != nil, library.pw_filter_connect(filter, UInt32(PWFilterRealtimeProcess), nil, 0) >= 0 else {
            isClosing = true
            library.pw_filter_destroy(filter)
            return nil
        }
    }

    private static func addPort(
        to filter: OpaquePointer, isOutput: Bool, _ properties: OpaquePointer?, _ library: PipeWireLibrary
    ) -> UnsafeMutableRawPointer? {
        let words = PipeWireCycle.bufferParameter(PipeWireCycle.bufferBytes)
        return withUnsafeTemporaryAllocation(byteCount: 4 * words.count, alignment: 8) { pod in
            words.withUnsafeBytes { pod.copyMemory(from: $0) }
            var parameter: UnsafeRawPointer? = UnsafeRawPointer(pod.baseAddress)
            return library.pw_filter_add_port(
                filter, Int32(isOutput ? PWDirectionOutput : PWDirectionInput), UInt32(PWFilterPortMapBuffers), 8,
                properties, &parameter, 1)
        }
    }

    deinit { hook.deallocate() }

    /// The server's number of the node; nil before the server knows it.
    var id: UInt32? {
        let id = library.pw_filter_get_node_id(filter)
        return id == UInt32.max ? nil : id
    }

    /// The port's link is active.
    func linkIsActive() { isLinked.store(true, ordering: .releasing) }

    /// With the loop's lock held. The audio thread does not run the node any more.
    func close() {
        isClosing = true
        library.pw_filter_destroy(filter)
    }

    /// One cycle. Real-time safe.
    @_noLocks private func process(_ position: UnsafePointer<PWPosition>) {
        guard let port else { return }
        let library = library
        var buffer: UnsafeMutablePointer<PWBuffer>?
        // The library takes a buffer from a queue without locks, and gives it back in the same way.
        realtimeTrusted { buffer = library.pw_filter_dequeue_buffer(port) }
        guard let buffer else { return }
        if let memory = buffer.pointee.memory, memory.pointee.dataCount > 0, let data = memory.pointee.datas {
            let start = position.pointee.nanoseconds
            let times = CycleTimes(position, previous: lastStart)
            if description.isOutput { write(data, start, times) } else { read(data, times) }
            lastStart = start
        }
        realtimeTrusted { _ = library.pw_filter_queue_buffer(port, buffer) }
    }

    /// Whether the program at the other end gets what is sent. Real-time safe.
    @_noLocks private func isHeard(_ now: UInt64) -> Bool {
        guard description.waitsForLink else { return true }
        guard isLinked.load(ordering: .acquiring) else { return false }
        if linkedSince == 0 { linkedSince = now }
        return now >= linkedSince + PipeWireCycle.patience
    }

    @_noLocks private func write(_ data: UnsafeMutablePointer<PWData>, _ start: UInt64, _ times: CycleTimes) {
        guard let memory = data.pointee.data, let chunk = data.pointee.chunk,
            var writer = ControlSequenceWriter(
                memory, capacity: min(PipeWireCycle.mostBytes, Int(data.pointee.maximumSize)))
        else { return }
        if isHeard(start) { ringLink._withUnsafeGuaranteedRef { PipeWireCycle.fill(&writer, from: $0, times) } }
        chunk.pointee = PWChunk(offset: 0, size: UInt32(truncatingIfNeeded: writer.end()), stride: 1, flags: 0)
    }

    @_noLocks private func read(_ data: UnsafeMutablePointer<PWData>, _ times: CycleTimes) {
        guard let memory = data.pointee.data, let chunk = data.pointee.chunk else { return }
        let size = data.pointee.maximumSize
        let (offset, count) = (chunk.pointee.offset, chunk.pointee.size)
        guard offset <= size, count <= size - offset,
            var reader = ControlSequenceReader(memory + Int(offset), count: Int(count))
        else { return }
        var hasSome = false
        ringLink._withUnsafeGuaranteedRef { hasSome = PipeWireCycle.take(&reader, into: $0, times) }
        if hasSome { arrivalsLink._withUnsafeGuaranteedRef { $0.signal() } }
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWFilterEvents>.allocateZeroed()
        table.pointee.version = UInt32(PWFilterEventsVersion)
        table.pointee.stateChanged = { data, _, state, _ in
            let node = Unmanaged<PipeWireMIDINode>.fromOpaque(data!).takeUnretainedValue()
            if !node.isClosing { node.didChangeState(state == PWFilterStateStreaming) }
        }
        table.pointee.process = { data, position in
            guard let position else { return }
            Unmanaged<PipeWireMIDINode>.fromOpaque(data!)._withUnsafeGuaranteedRef { $0.process(position) }
        }
        return table
    }()
}
