package import AudioCore
package import CMIDIPackets
internal import MIDIEvents

// Sending: a list is copied, and delivered on the thread for that.
extension MIDISystem {
    package func send(
        _ list: UnsafePointer<MIDIPacketList>, by port: UInt32, to destination: UInt32
    ) throws(AudioError) {
        try send(UnsafeRawPointer(list), .bytes, by: port, to: destination)
    }

    package func send(
        _ list: UnsafePointer<MIDIEventList>, by port: UInt32, to destination: UInt32
    ) throws(AudioError) {
        try send(UnsafeRawPointer(list), ListForm(list), by: port, to: destination)
    }

    private func send(
        _ list: UnsafeRawPointer, _ form: ListForm, by port: UInt32, to destination: UInt32
    ) throws(AudioError) {
        let wantsAll = try state.withLock { state throws(AudioError) in
            _ = try state.object(port, .outputPort, else: .midiPort)
            return state.integer(MIDIKey.scheduleAhead, of: try state.endpoint(destination, .destination)) ?? 0 > 0
        }
        let posting = Posting(list: list, form: form, target: destination, stream: port)
        try post(posting, holds: !wantsAll, isForSource: false)
    }

    /// Sends from a virtual source.
    package func receive(_ list: UnsafePointer<MIDIPacketList>, from source: UInt32) throws(AudioError) {
        try receive(UnsafeRawPointer(list), .bytes, from: source)
    }

    package func receive(_ list: UnsafePointer<MIDIEventList>, from source: UInt32) throws(AudioError) {
        try receive(UnsafeRawPointer(list), ListForm(list), from: source)
    }

    private func receive(_ list: UnsafeRawPointer, _ form: ListForm, from source: UInt32) throws(AudioError) {
        try state.withLock { state throws(AudioError) in _ = try state.endpoint(source, .source) }
        let posting = Posting(list: list, form: form, target: source, stream: 0)
        try post(posting, holds: true, isForSource: true)
    }

    /// Hands a list to other processes at once, where its time is awaited, and to the thread that delivers what is for this one.
    func post(_ posting: Posting, holds: Bool, isForSource: Bool) throws(AudioError) {
        let size =
            posting.form == .bytes
            ? PacketLists.size(of: posting.list, limit: Self.mostListBytes)
            : EventLists.size(of: posting.list, limit: Self.mostListBytes)
        guard let size else { throw .midiSend.because("the list of MIDI messages is malformed or too long") }
        guard size > posting.form.header else { return }
        // The list has been checked, whether anybody hears it or not.
        guard handOver(posting, size: size) else { return }
        try queue.post(posting, size: size, now: clock(), holds: holds, isForSource: isForSource)
    }

    /// Gives a list to the other processes that it is for. Returns whether somebody in this one gets it, too.
    @discardableResult func handOver(_ posting: Posting, size: Int) -> Bool {
        sends.begin()
        defer { sends.end() }
        let connections = state.withLock { $0.objects[posting.target]?.connections ?? [] }
        var hasNear = false
        for connection in connections {
            if connection.isFar {
                connection.handOver(posting, size: size)
            } else if !connection.isDirect {
                hasNear = true
            }
        }
        return hasNear
    }

    /// Drops what was sent for later; nil for all destinations.
    package func flush(_ destination: UInt32?) throws(AudioError) {
        if let destination {
            try state.withLock { state throws(AudioError) in _ = try state.endpoint(destination, .destination) }
        }
        queue.flush(destination, isOf: StreamOrigin.isHere)
        link?.flush(destination, self)
        flushWaysOut(of: destination)
    }

    /// Has the transports of a destination, or of all, drop what they hold for later.
    func flushWaysOut(of destination: UInt32?) {
        let waysOut = state.withLock { state in
            let destinations = destination.map { [$0] } ?? Array(state.objects.keys)
            return destinations.flatMap { state.objects[$0]?.connections ?? [] }.compactMap { connection in
                if case .transport(let wayOut) = connection.receiver { wayOut } else { nil }
            }
        }
        for wayOut in waysOut { wayOut.flush() }
    }

    // MARK: Long messages

    package func send(_ request: ExclusiveRequest, to destination: UInt32) throws(AudioError) {
        try state.withLock { state throws(AudioError) in _ = try state.endpoint(destination, .destination) }
        try exclusives.add(request, to: destination, self)
    }

    /// How fast a destination takes long messages, in bytes per second; nil where it is gone.
    func exclusiveSpeed(of destination: UInt32) -> Int? {
        state.withLock { state in
            guard let object = try? state.endpoint(destination, .destination) else { return nil }
            let speed = state.integer(MIDIKey.maxSysExSpeed, of: object) ?? 0
            return speed > 0 ? Int(speed) : 3125
        }
    }
}
