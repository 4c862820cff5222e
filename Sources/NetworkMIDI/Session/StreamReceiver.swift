/// Puts a peer's packets into order, recovers what is lost from journals, and says when each command is to be played.
package struct StreamReceiver: Sendable {
    /// How late a note may begin, in nanoseconds. A later one is dropped.
    package static let mostLateness: UInt64 = 10_000_000
    /// Packets that wait for one before them, at most.
    private static let mostHeld = 256
    /// How long they wait at most.
    private static let mostWaiting: UInt64 = 100_000_000
    /// Lateness, or earliness, beyond which a time stamp is none: what has it is played as it arrives.
    private static let mostCredibleLateness: Int64 = 150_000_000
    private static let mostCredibleEarliness: Int64 = 1_000_000_000
    /// Sequence numbers that are farther away belong to a new stream.
    private static let mostSkipped: Int64 = 3000

    /// What has happened to the packets.
    package struct Statistics: Equatable, Sendable {
        package var packets = 0
        package var lost = 0
        package var duplicates = 0
        /// Commands that journals brought.
        package var recovered = 0
        /// Notes that came too late to be played.
        package var late = 0
    }

    private struct Held: Sendable {
        var packet: RTPPacket
        /// When the packet's own time is due, and how much later each command is.
        var time: UInt64
        var isTimed: Bool
        /// When it is played in any case, whatever is missing before it.
        var deadline: UInt64
    }

    private var held: [UInt64: Held] = [:]
    /// The next packet, counted on beyond 16 bits; nil before the first.
    private var next: UInt64?
    /// Whether the next packet is the first, before which others may have been lost.
    private var isFirst = false
    private var state = ReceivedState()
    private var joiner = SegmentJoiner()
    private var delay = PlayoutDelay()
    private var lastTime: UInt64 = 0
    package private(set) var statistics = Statistics()
    /// The last packet that was played, as it is reported to the peer; nil where that has been done.
    package private(set) var unreported: UInt16?

    package init() {}

    /// Takes a packet that has arrived.
    package mutating func receive(_ packet: RTPPacket, now: UInt64, clock: ClockEstimate) {
        guard let number = number(of: packet), number >= next ?? 0, held[number] == nil else {
            statistics.duplicates += 1
            return
        }
        statistics.packets += 1
        let (time, isTimed) = time(of: packet, now, clock)
        if next == nil { (next, isFirst) = (number, true) }
        held[number] = Held(
            packet: packet, time: time, isTimed: isTimed, deadline: min(max(now, time), now + Self.mostWaiting))
    }

    /// Notes how late a message of the exchange of clocks was.
    package mutating func note(lateness: Int64, now: UInt64) {
        guard lateness < Self.mostCredibleLateness, lateness > -Self.mostCredibleEarliness else { return }
        delay.add(lateness: lateness, now: now)
    }

    /// The number of a packet beyond 16 bits; nil for one that is long past.
    private mutating func number(of packet: RTPPacket) -> UInt64? {
        guard let next else { return 0x10000 + UInt64(packet.sequence) }
        let difference = Int64(Int16(bitPattern: packet.sequence &- UInt16(truncatingIfNeeded: next)))
        if abs(difference) > Self.mostSkipped {
            // The peer has begun again.
            held = [:]
            joiner.cancel()
            self.next = nil
            return 0x10000 + UInt64(packet.sequence)
        }
        return next &+ UInt64(bitPattern: difference)
    }

    /// When the packet's own time is due, and whether its time stamp could be used.
    private mutating func time(of packet: RTPPacket, _ now: UInt64, _ clock: ClockEstimate) -> (UInt64, Bool) {
        guard let time = clock.hostTime(stamp: packet.timestamp, now: now) else { return (now, false) }
        // A packet leaves when its last command is due.
        let span = UInt64(packet.commands.last?.ticks ?? 0) * ClockEstimate.tick
        let lateness = Int64(now) - Int64(time + span)
        guard lateness < Self.mostCredibleLateness, lateness > -Self.mostCredibleEarliness else { return (now, false) }
        delay.add(lateness: lateness, now: now)
        return (time + delay.current(now), true)
    }

    /// When `release` has something to do; nil while nothing waits.
    package var deadline: UInt64? {
        guard let next, !held.isEmpty else { return nil }
        return held[next] != nil ? 0 : held.values.lazy.map(\.deadline).min()
    }

    /// The commands that can be played, in order, with the times at which they are. Messages are whole.
    package mutating func release(now: UInt64) -> [TimedCommand] {
        var commands: [TimedCommand] = []
        while let number = next, !held.isEmpty {
            if let packet = held.removeValue(forKey: number) {
                if isFirst { recover(packet, now, &commands) }
                isFirst = false
                play(packet, now, &commands)
                next = number + 1
                continue
            }
            guard held.count > Self.mostHeld || held.values.contains(where: { $0.deadline <= now }),
                let first = held.keys.min(), let packet = held[first]
            else { break }
            statistics.lost += Int(first - number)
            joiner.cancel()
            recover(packet, now, &commands)
            next = first
        }
        return commands
    }

    private mutating func play(_ held: Held, _ now: UInt64, _ commands: inout [TimedCommand]) {
        unreported = held.packet.sequence
        for command in held.packet.commands {
            let ticks = held.isTimed ? UInt64(command.ticks) * ClockEstimate.tick : 0
            let time = min(held.time + ticks, now + UInt64(Self.mostCredibleEarliness) + PlayoutDelay.most)
            guard let message = joiner.join(command.bytes) else { continue }
            if held.isTimed, isNoteOn(message), now > time + Self.mostLateness {
                statistics.late += 1
                continue
            }
            state.note(message)
            append(message, time, &commands)
        }
    }

    private mutating func recover(_ held: Held, _ now: UInt64, _ commands: inout [TimedCommand]) {
        guard var journal = held.packet.journal else { return }
        // A note is fresh by the packet's time. By now it may be too late for it.
        let latest = held.time + Self.mostLateness - SentHistory.freshness
        if held.isTimed, now > latest {
            for channel in journal.channels.indices {
                guard var notes = journal.channels[channel].notes else { continue }
                for log in notes.sounding.indices { notes.sounding[log].isFresh = false }
                journal.channels[channel].notes = notes
            }
        }
        for command in state.recover(journal) {
            statistics.recovered += 1
            append(command, held.time, &commands)
        }
    }

    private mutating func append(_ bytes: [UInt8], _ time: UInt64, _ commands: inout [TimedCommand]) {
        lastTime = max(lastTime, time)
        commands.append(TimedCommand(time: lastTime, bytes: bytes))
    }

    private func isNoteOn(_ bytes: [UInt8]) -> Bool { bytes.count == 3 && bytes[0] & 0xF0 == 0x90 && bytes[2] > 0 }

    /// Notes that a report has been sent.
    package mutating func noteReported() { unreported = nil }

    /// Ends the stream: the commands that end the notes that sound.
    package mutating func end(now: UInt64) -> [TimedCommand] {
        held = [:]
        let offs = state.noteOffs
        state = ReceivedState()
        return offs.map { TimedCommand(time: now, bytes: $0) }
    }
}
