internal import AudioCore
internal import MIDIEvents

/// A long message that is sent bit by bit. What it reads belongs to the client until it has ended.
package struct ExclusiveRequest: @unchecked Sendable {
    /// Whether it consists of bytes, or of words.
    let isBytes: Bool
    /// The bytes that are left: none where the client has ended it.
    let rest: () -> UnsafeRawBufferPointer
    /// Notes that bytes have been sent.
    let advance: (Int) -> Void
    /// Calls the client, which may free the request.
    let end: () -> Void

    package init(
        isBytes: Bool, rest: @escaping () -> UnsafeRawBufferPointer, advance: @escaping (Int) -> Void,
        end: @escaping () -> Void
    ) {
        self.isBytes = isBytes
        self.rest = rest
        self.advance = advance
        self.end = end
    }
}

/// Sends long messages as fast as their destinations take them, those to one destination one after the other.
final class ExclusiveSender: Sendable {
    /// Bytes that are sent at a time, at most.
    private static let mostBytes = 240
    /// How long a part lasts at least, unless it has as many bytes as that.
    private static let period: UInt64 = 20_000_000
    /// When to try again where there was no room.
    private static let pause: UInt64 = 2_000_000

    private struct Job {
        let request: ExclusiveRequest
        let destination: UInt32
        var due: UInt64
    }

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        var hasNew = false
    }

    private let state = WaitableValue(State())
    private let hasThread: Bool

    init(hasThread: Bool) { self.hasThread = hasThread }

    func add(_ request: ExclusiveRequest, to destination: UInt32, _ system: MIDISystem) throws(AudioError) {
        let now = system.clock()
        try state.withLock { state throws(AudioError) in
            if hasThread, !state.isRunning {
                try Thread(name: "midi-sysex") { [self] in run(system) }.detach()
                state.isRunning = true
            }
            state.jobs.append(Job(request: request, destination: destination, due: now))
            state.hasNew = true
        }
    }

    private func run(_ system: MIDISystem) {
        while true {
            let now = system.clock()
            let next = step(system, now: now)
            state.wait(nanoseconds: next.map { $0 > now ? $0 - now : 0 }) { $0.hasNew ? () : nil }
        }
    }

    /// Sends the parts that are due. Returns when the next one is.
    func step(_ system: MIDISystem, now: UInt64) -> UInt64? {
        // Only this thread removes jobs, and new ones are added after these.
        let jobs = state.withLockQuietly { state in
            state.hasNew = false
            return state.jobs
        }
        var busy: Set<UInt32> = []
        var ended: [Int] = []
        var dues: [Int: UInt64] = [:]
        for (index, job) in jobs.enumerated() where busy.insert(job.destination).inserted && job.due <= now {
            let (due, hasEnded) = send(job, system, now: now)
            dues[index] = due
            if hasEnded { ended.append(index) }
        }
        let next = state.withLockQuietly { state -> UInt64? in
            for (index, due) in dues {
                // Where a message has ended, the next one to the same destination waits until its last part is taken.
                let waiting =
                    !ended.contains(index)
                    ? index
                    : state.jobs.indices.dropFirst(index + 1).first {
                        state.jobs[$0].destination == state.jobs[index].destination
                    }
                if let waiting { state.jobs[waiting].due = max(state.jobs[waiting].due, due) }
            }
            for index in ended.reversed() { state.jobs.remove(at: index) }
            var first: Set<UInt32> = []
            return state.jobs.filter { first.insert($0.destination).inserted }.map(\.due).min()
        }
        for index in ended { ProgramEnd.call { jobs[index].request.end() } }
        return next
    }

    /// Sends a part. Returns when the next one is due, and whether all is sent, or the client or the destination has ended it.
    private func send(_ job: Job, _ system: MIDISystem, now: UInt64) -> (due: UInt64, hasEnded: Bool) {
        let rest = job.request.rest()
        guard !rest.isEmpty, let speed = system.exclusiveSpeed(of: job.destination) else { return (now, true) }
        let wanted = min(Self.mostBytes, max(8, speed * Int(Self.period / 1_000_000) / 1000))
        var count = min(rest.count, wanted)
        if !job.request.isBytes { count = min(rest.count, count / 16 * 16 + 16) }
        guard post(UnsafeRawBufferPointer(rebasing: rest[..<count]), job, system) else {
            return (now + Self.pause, false)
        }
        job.request.advance(count)
        // A message that had to wait does not make up for that by sending faster.
        let begin = max(job.due, now - min(now, Self.period))
        return (begin + UInt64(count) * HostTime.ticksPerSecond / UInt64(speed), count == rest.count)
    }

    private func post(_ bytes: UnsafeRawBufferPointer, _ job: Job, _ system: MIDISystem) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 32 + bytes.count, alignment: 8) { memory in
            let list = memory.baseAddress.unsafelyUnwrapped
            let form: ListForm = job.request.isBytes ? .bytes : .words1
            if form == .bytes {
                let packet = PacketLists.clear(list)
                _ = PacketLists.add(to: list, size: memory.count, current: packet, time: 0, bytes)
            } else {
                let packet = EventLists.clear(list, 1)
                _ = EventLists.add(to: list, size: memory.count, current: packet, time: 0, bytes)
            }
            let posting = Posting(list: list, form: form, target: job.destination, stream: 0)
            return (try? system.post(posting, holds: false, isForSource: false)) != nil
        }
    }
}
