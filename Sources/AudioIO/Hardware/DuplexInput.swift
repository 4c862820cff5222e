import AudioCore
import CRealtime
import Synchronization

/// How an input's cycles and an output's are related.
enum DuplexRelation {
    /// Each of the output's comes right after one of the input's.
    case oneCycle
    /// They come in step, in any order.
    case oneClock
    case twoClocks
}

/// Carries what an input brings to the cycles of an output.
///
/// Where both are in one clock, their cycles come in step, and the frames pass as they are: where the output follows the input,
/// in the same cycle, but for what a number of frames that does not fit the cycles takes. Where they are different devices,
/// whose clocks drift apart, a `DriftFollower` keeps up with the input.
final class DuplexInput: @unchecked Sendable {
    private let ring: Ring
    private let capacity: Int
    /// Frames that a follower wants beside those of its cycle and of the input's.
    private let margin = DriftFollower.margin
    private let follower: DriftFollower?
    private let hasOneClock: Bool
    private let isFollowed: Bool
    /// Whether reading begins anew behind missing frames.
    private let primesAgain: Bool
    private let channels: Int
    private let sampleRate: Double
    // The same objects, to be used without counting references.
    private let ringLink: Unmanaged<Ring>
    private let followerLink: Unmanaged<DriftFollower>?

    /// The end of the last cycle of the input: frames written to the ring, and when the last was captured.
    private let end = StreamClock()
    /// The input's sample time less the ring's count of frames.
    private let offset = Atomic<Int64>(0)
    /// Frames of the input's longest cycle so far. One may be cut short now and then.
    private let cycle = Atomic<Int>(0)

    /// Frames of the input's last cycle at the server. One that is longer than what was agreed on comes in pieces.
    private let wholeCycle = Atomic<Int>(0)
    private let scalarBits = Atomic<UInt64>(Double(1).bitPattern)

    // The input's audio thread's own.
    private var nextSample: Int64?
    private var requestTime: UInt64?
    private var gathered = 0
    private let silence: UnsafeMutablePointer<Float>

    /// Whether the output's audio thread has begun to read.
    private var isPrimed = false
    /// Frames of the last read.
    private var lastFrames = 0
    /// Frames of the output's longest cycle so far, and what divides all of them.
    private var longestCycle = 0
    private var cycleDivisor = 0
    /// When the output's last cycle at the server was requested, and its first frame.
    private var outputRequest: (time: UInt64, sample: Int64) = (0, 0)
    /// Where the input was when this began.
    private let start: ClockAnchor?

    private enum Tuning {
        static var silentFrames: Int { @_noLocks get { 256 } }
    }

    /// - Parameters:
    ///   - frames: the most that are read at a time.
    ///   - start: where the input is, if it runs already.
    init(_ input: StreamFormat, capacity frames: Int, relation: DuplexRelation, start: ClockAnchor?) {
        hasOneClock = relation != .twoClocks
        isFollowed = relation == .oneCycle
        primesAgain = relation != .oneClock
        self.start = start
        channels = input.channels
        sampleRate = input.sampleRate
        ring = Ring(frames: 4 * max(frames, 8192), channels: channels)
        ringLink = .passUnretained(ring)
        capacity = ring.capacity
        follower = hasOneClock ? nil : DriftFollower(ring, sampleRate: input.sampleRate, frames: frames)
        followerLink = follower.map { .passUnretained($0) }
        silence = .allocate(capacity: Tuning.silentFrames * channels)
        silence.initialize(repeating: 0, count: Tuning.silentFrames * channels)
    }

    deinit { silence.deallocate() }

    // MARK: The input's audio thread

    /// Takes one cycle. Lost frames become silence, so that what comes after them keeps its time.
    @_noLocks func keep(_ cycle: RenderCycle) {
        if let nextSample {
            var lost = Int(max(0, min(cycle.sampleTime - nextSample, Int64(capacity))))
            while lost > 0 {
                let count = write(silence, min(lost, Tuning.silentFrames))
                guard count > 0 else { break }
                lost -= count
            }
        }
        nextSample = cycle.sampleTime + Int64(cycle.frames)
        _ = write(cycle.samples, Int(cycle.frames))
        let written = ringLink._withUnsafeGuaranteedRef { $0.writtenFrames }
        offset.store(cycle.sampleTime + Int64(cycle.frames) - Int64(written), ordering: .relaxed)
        self.cycle.store(max(self.cycle.load(ordering: .relaxed), Int(cycle.frames)), ordering: .relaxed)
        gathered = (requestTime == cycle.requestTime ? gathered : 0) + Int(cycle.frames)
        requestTime = cycle.requestTime
        scalarBits.store(cycle.rateScalar.bitPattern, ordering: .relaxed)
        wholeCycle.store(gathered, ordering: .relaxed)
        let duration = HostTime.duration(of: Int64(cycle.frames), at: sampleRate)
        end.mark(sampleTime: Int64(written), hostTime: cycle.hostTime &+ duration)
    }

    @_noLocks private func write(_ samples: UnsafePointer<Float>, _ frames: Int) -> Int {
        ringLink._withUnsafeGuaranteedRef { $0.write(samples, frames: frames) }
    }

    // MARK: The output's audio thread

    /// How long the input's frames last, as parts of their nominal length.
    var rateScalar: Double { @_noLocks get { Double(bitPattern: scalarBits.load(ordering: .relaxed)) } }

    /// Reads the next frames for one cycle of the output: silence until there are enough to go on from, and for what is
    /// missing.
    ///
    /// - Parameter place: of the first frame in the cycle, which may read several times.
    /// - Returns: the input's sample time of the first frame, and when it was captured.
    @_noLocks func read(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ cycle: RenderCycle, at place: Int
    ) -> (sampleTime: Int64, hostTime: UInt64) {
        prime(samples, frames, cycle, at: place)
        let taken = Int64(ringLink._withUnsafeGuaranteedRef { $0.readFrames })
        let first = taken - Int64(followerLink?._withUnsafeGuaranteedRef { $0.lead() } ?? 0)
        guard let end = end.read(sampleRate: sampleRate) else {
            silenceFrames(samples, from: 0, frames)
            return firstTime(frames, cycle, at: place)
        }
        var count = 0
        if isPrimed {
            let now = cycle.requestTime &+ HostTime.duration(of: Int64(place), at: sampleRate)
            count = readFrames(samples, frames, ahead: end.sampleTime(at: now) - Double(taken))
            // Cycles in step that came in the other order leave one in reserve. An output that follows is to hear what is missing
            // here no later than all else, and a follower has to gather its margin again.
            if count < frames, primesAgain { isPrimed = false }
        }
        silenceFrames(samples, from: count, frames)
        let age = HostTime.duration(of: max(0, end.sampleTime - first), at: sampleRate)
        return (first + offset.load(ordering: .relaxed), end.hostTime &- age)
    }

    /// Begins to read once enough frames wait, with the newest of them. After a stall of the output, what lies longer than two
    /// cycles is too old, and so are the frames that a follower finds to wait beside those that waited before.
    @_noLocks private func prime(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ cycle: RenderCycle, at place: Int
    ) {
        let filled = ringLink._withUnsafeGuaranteedRef { $0.filled() }
        longestCycle = max(longestCycle, Int(cycle.frames))
        cycleDivisor = divisor(cycleDivisor, Int(cycle.frames))
        // A call comes as much too early as its place is behind the beginning of its cycle.
        let earliest = longestCycle - divisor(frames, cycleDivisor)
        var wanted = frames + max(0, earliest - place) + margin + self.cycle.load(ordering: .relaxed)
        var most = wanted + wanted
        if hasOneClock {
            // Of one cycle's frames, and those by which calls may be ahead of the cycles' ends, this is what is left here.
            let (whole, passed) = self.whole(of: cycle)
            let (step, ahead) = (divisor(frames, whole), passed + place)
            // Calls begin at each place that is as far as this one behind a multiple of the step.
            wanted = frames - step + ahead % step + whole - ahead
            // Where an input's cycle passes without the output's, or brings nothing, what follows is too late by a cycle.
            let burst = (whole + frames - 1) / frames * frames
            most = wanted + (isFollowed ? whole - 1 : burst)
            // Calls of fewer frames than before need less.
            if frames != lastFrames { most = wanted }
        }
        lastFrames = frames
        let late = followerLink?._withUnsafeGuaranteedRef { $0.late } ?? 0
        guard isPrimed ? filled > most || late > 0 : filled >= wanted else { return }
        let surplus = isPrimed ? self.surplus(late, cycle, at: place) : 0
        isPrimed = true
        // How many frames wait changes with the places of the two cycles, where these differ. How late the sound is does not.
        skip(surplus > 0 ? min(surplus, filled - frames - margin) : filled - wanted, samples, frames)
        followerLink?._withUnsafeGuaranteedRef { $0.rewind() }
    }

    /// How many frames of the ring a follower leaves out to hear the input as soon as before a stall; 0 where that is not known.
    ///
    /// - Parameter late: how many frames more have waited than before, where the follower knows it.
    @_noLocks private func surplus(_ late: Int, _ cycle: RenderCycle, at place: Int) -> Int {
        guard let followerLink, let end = end.read(sampleRate: sampleRate) else { return 0 }
        let now = cycle.requestTime &+ HostTime.duration(of: Int64(place), at: sampleRate)
        let taken = Double(ringLink._withUnsafeGuaranteedRef { $0.readFrames })
        return followerLink._withUnsafeGuaranteedRef { follower in
            let all = late > 0 ? late : follower.surplus(ahead: end.sampleTime(at: now) - taken)
            // It drops those that it has taken from the ring itself.
            return all - follower.lead()
        }
    }

    /// The frames of the server's cycle that a cycle of the output is a piece of, and how many of them came before it. The input
    /// that an output follows has brought all of its own pieces by then.
    @_noLocks private func whole(of cycle: RenderCycle) -> (frames: Int, passed: Int) {
        guard isFollowed else { return (Int(cycle.frames), 0) }
        if outputRequest.time != cycle.requestTime { outputRequest = (cycle.requestTime, cycle.sampleTime) }
        let passed = max(0, Int(cycle.sampleTime - outputRequest.sample))
        return (max(Int(cycle.frames) + passed, wholeCycle.load(ordering: .relaxed)), passed)
    }

    /// The greatest common divisor of two numbers, of which the second is not 0.
    @_noLocks private func divisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }

    /// The time of frames that are read before the input's first cycle: where its clock would have them, if it runs.
    @_noLocks private func firstTime(
        _ frames: Int, _ cycle: RenderCycle, at place: Int
    ) -> (sampleTime: Int64, hostTime: UInt64) {
        let now = cycle.requestTime &+ HostTime.duration(of: Int64(place), at: sampleRate)
        let hostTime = now &- HostTime.duration(of: Int64(frames), at: sampleRate)
        guard let start else { return (0, hostTime) }
        return (Int64(start.sampleTime(at: hostTime)), hostTime)
    }

    @_noLocks private func readFrames(_ samples: UnsafeMutablePointer<Float>, _ frames: Int, ahead: Double) -> Int {
        if let followerLink {
            return followerLink._withUnsafeGuaranteedRef { $0.read(samples, frames: frames, ahead: ahead) }
        }
        return ringLink._withUnsafeGuaranteedRef { $0.read(samples, frames: frames) }
    }

    /// Drops old frames, by way of memory for `room` frames.
    @_noLocks private func skip(_ count: Int, _ memory: UnsafeMutablePointer<Float>, _ room: Int) {
        var left = count
        while left > 0 {
            let wanted = min(left, room)
            let done = ringLink._withUnsafeGuaranteedRef { $0.read(memory, frames: wanted) }
            guard done > 0 else { return }
            left -= done
        }
    }

    @_noLocks private func silenceFrames(_ samples: UnsafeMutablePointer<Float>, from first: Int, _ end: Int) {
        guard first < end else { return }
        _ = realtime_fill(
            samples + first * channels, 0, (end - first) * channels * MemoryLayout<Float>.stride)
    }
}
