/// A command with its time.
package struct TimedCommand: Equatable, Sendable {
    /// Host time at which it is due.
    package var time: UInt64
    package var bytes: [UInt8]

    package init(time: UInt64, bytes: [UInt8]) { (self.time, self.bytes) = (time, bytes) }
}

/// Makes packets for a peer, with journals.
///
/// After the last packet come some that only have a journal, until the peer reports that it has all: where the last command is a
/// note off that is lost, no later command would end the note.
package struct StreamSender: Sendable {
    /// When packets without commands follow the last one, in nanoseconds after it. The first two come so soon that a note whose
    /// packet is lost can still be played.
    private static let guardTimes: [UInt64] = [3, 7, 20, 60, 150, 400, 1000, 2000].map { $0 * 1_000_000 }
    /// Bytes of a list beyond which a new packet begins.
    private static let mostListBytes = 1000
    /// How far before now a time may be to be sent as it is. An older one is now.
    private static let mostAge: UInt64 = 5_000_000

    private let source: UInt32
    /// What the session's clock shows to the peer at time 0: nobody else can know what it shows.
    private let clockOrigin: UInt64
    /// The number of the next packet, of which the lowest 16 bits are sent.
    private var next: UInt64
    private let first: UInt64
    private var history: SentHistory
    private var lastTime: UInt64 = 0
    private var lastCommands: UInt64 = 0
    private var guards = 0

    /// - Parameters:
    ///   - source: the session's own number.
    ///   - sequence: that of the first packet.
    ///   - clockOrigin: what is added to the times that the peer gets.
    package init(source: UInt32, sequence: UInt16, clockOrigin: UInt64 = 0) {
        self.source = source
        self.clockOrigin = clockOrigin
        first = 0x10000 + UInt64(sequence)
        next = first
        history = SentHistory(first: first)
        guards = Self.guardTimes.count
    }

    /// The packets for commands, which are in the order of their times.
    package mutating func packets(_ commands: [TimedCommand], now: UInt64) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var list: [TimedCommand] = []
        var bytes = 0
        for command in commands {
            let size = command.bytes.count + 4
            if bytes + size > Self.mostListBytes, !list.isEmpty {
                packets.append(packet(list, now: now))
                (list, bytes) = ([], 0)
            }
            lastTime = max(lastTime, command.time &+ Self.mostAge < now ? now : command.time)
            list.append(TimedCommand(time: lastTime, bytes: command.bytes))
            bytes += size
        }
        if !list.isEmpty { packets.append(packet(list, now: now)) }
        if !packets.isEmpty { (lastCommands, guards) = (now, 0) }
        return packets
    }

    /// A time by the clock that the peer knows.
    func ticks(_ time: UInt64) -> UInt64 { ClockEstimate.ticks(time) + clockOrigin }

    private mutating func packet(_ commands: [TimedCommand], now: UInt64) -> [UInt8] {
        let stamp = ticks(commands.first?.time ?? now)
        let list = commands.map {
            ListCommand(ticks: UInt32(truncatingIfNeeded: ticks($0.time) - stamp), bytes: $0.bytes)
        }
        let packet = RTPPacket(
            sequence: UInt16(truncatingIfNeeded: next), timestamp: UInt32(truncatingIfNeeded: stamp), source: source,
            commands: list, journal: history.journal(for: next, now: commands.first?.time ?? now))
        for command in commands { history.note(command.bytes, in: next, at: command.time) }
        next += 1
        return packet.bytes
    }

    // MARK: Packets without commands

    /// When the next packet without commands is due; nil for never.
    package var deadline: UInt64? {
        guards < Self.guardTimes.count ? lastCommands + Self.guardTimes[guards] : nil
    }

    /// The packet without commands, where it is due.
    package mutating func guardPacket(now: UInt64) -> [UInt8]? {
        guard let deadline, deadline <= now else { return nil }
        guard history.hasUnacknowledged(before: next) else {
            guards = Self.guardTimes.count
            return nil
        }
        while guards < Self.guardTimes.count, lastCommands + Self.guardTimes[guards] <= now { guards += 1 }
        return packet([], now: now)
    }

    /// Notes a peer's report of the last packet that it has. The number is in the upper half or, as some send it, in the lower.
    package mutating func acknowledge(_ report: UInt32) {
        let (upper, lower) = (UInt16(report >> 16), UInt16(truncatingIfNeeded: report))
        for number in upper == 0 && lower != 0 ? [lower] : [upper, lower] {
            let behind = UInt64(UInt16(truncatingIfNeeded: next) &- 1 &- number)
            guard next > first, behind < next - first else { continue }
            return history.acknowledge(before: next - behind)
        }
    }
}
