import AudioCore
import AudioDevices
import CRealtime
import Synchronization

/// What one output or input has in a mix: its sources or sinks, with a common gain and time line.
///
/// The router's lock guards what changes.
final class Bus: @unchecked Sendable {
    /// The device that was asked for; nil where the bus follows the default device.
    let device: String?
    /// What the sources' sound is for.
    let role: StreamRole
    /// That of the sources; nil where it is the mix's, and has been that of all mixes of the bus.
    private(set) var sampleRate: Double?
    /// The factor on the sum of the sources.
    let fader = Fader(1)
    /// Levels of the sum behind the gain; nil while no client asks for them.
    var meters: LevelMeters?
    var sources: [OutputSource] = []
    /// What sees the sum behind the gain, and what sees all of the mix.
    var taps: [OutputSource] = []
    var mixTaps: [OutputSource] = []
    /// The cycle that the bus asks for, in frames. The mix takes the shortest that its buses with sources ask for.
    var framesPerCycle: Int
    /// Whether cycles are to keep their length when other programs ask for shorter ones.
    let locksCycle: Bool
    /// What converts the sum to the mix's rate. Nil where sources have the mix's rate.
    var resampler: BusResampler?
    /// Whether the bus is on its way from one mix to another. No plan includes it then.
    var isMoving = false
    /// The way to another mix that the bus is on, while both mixes' plans include it.
    var handover: Handover?
    /// Frames by which the time line of the bus is ahead of the mix's. Written by the audio thread, from `resumeAt`.
    let offset = Atomic<Int64>(0)
    /// Where the time line continues with the first cycle in another mix; the least number at other times.
    let resumeAt = Atomic<Int64>(.min)
    let observers = LockedValue(StreamObservers(), .observers)

    init(
        device: String?, framesPerCycle: Int, sampleRate: Double? = nil, locksCycle: Bool = false,
        role: StreamRole = .sound
    ) {
        self.role = role
        self.locksCycle = locksCycle
        self.device = device
        self.framesPerCycle = framesPerCycle
        self.sampleRate = sampleRate
    }

    /// The sample time of the bus that belongs to one of its mix, where that has the bus's rate. Real-time safe.
    @_noLocks func sampleTime(_ mixTime: Int64) -> Int64 {
        let resumed = resumeAt.load(ordering: .acquiring)
        return resumed == .min ? mixTime + offset.load(ordering: .relaxed) : resumed
    }

    /// Fixes the time line at the first cycle in a mix. For the audio thread alone. Real-time safe.
    @_noLocks func resume(_ mixTime: Int64) {
        let resumed = resumeAt.load(ordering: .acquiring)
        guard resumed != .min else { return }
        offset.store(resumed - mixTime, ordering: .relaxed)
        resumeAt.store(.min, ordering: .releasing)
    }

    /// Whether a plan needs the bus. A bus that converts sounds on after its last source, and its time continues. A bus that has moved
    /// gets a new time line first.
    var isBusy: Bool {
        !isMoving && (!steps.isEmpty || resampler != nil || resumeAt.load(ordering: .acquiring) != .min)
    }

    /// In the order of a plan.
    var steps: [OutputSource] { sources + taps + mixTaps }

    /// What converts to the rate of a mix; nil where sources have that rate.
    ///
    /// - Parameter old: the mix in which the bus has been.
    func makeResampler(to mix: Mix, from old: Mix? = nil) throws(AudioError) -> BusResampler? {
        let rate = sampleRate ?? old.flatMap { $0.shape.sampleRate == mix.shape.sampleRate ? nil : $0.shape.sampleRate }
        guard let sampleRate = rate else { return nil }
        return try BusResampler(
            sampleRate, to: mix.shape, capacity: OutputMixer.capacity(of: mix.shape), after: resampler)
    }

    /// Converts from now on. Under the router's lock.
    ///
    /// - Parameter frame: where to go on if the bus has not converted before, while no cycle runs it; nil where cycles have
    ///   gone on already.
    func convert(by new: BusResampler, from frame: Int64?) {
        if let frame {
            if let resampler { new.resume(from: resampler.remainder) } else { new.resume(at: frame) }
        }
        sampleRate = new.sampleRate
        resampler = new
    }

    // MARK: Times, under the router's lock

    /// What converts to the rate of one of the mixes that the bus is in.
    func resampler(in mix: Mix) -> BusResampler? {
        if let handover, handover.mix === mix { return handover.resampler }
        return resampler
    }

    private func sampleTime(_ mixTime: Int64, in mix: Mix) -> Int64 {
        if let handover, handover.mix === mix { return handover.sampleTime(mixTime) }
        return sampleTime(mixTime)
    }

    /// The sample time of the next cycle's first frame.
    func position(in mix: Mix) -> Int64 {
        // Between the last cycle of one mix and the first of the other, the time line stops.
        if let handover, handover.mix !== mix, handover.isTaken, resampler == nil { return handover.resumeTime }
        return resampler(in: mix)?.nextFrame(mix.side.position) ?? sampleTime(mix.side.position, in: mix)
    }

    /// Frames by which the time line is ahead of the mix's; nil where it is of another rate.
    func ahead(of mix: Mix) -> Int64? {
        let position = mix.side.position
        return resampler(in: mix) == nil ? sampleTime(position, in: mix) - position : nil
    }

    /// A frame of the bus and when it is heard; nil before the first cycle.
    func clock(in mix: Mix) -> ClockAnchor? {
        guard var anchor = mix.side.anchor else { return nil }
        if let resampler = resampler(in: mix) { return resampler.anchor(anchor) }
        anchor.sampleTime = sampleTime(anchor.sampleTime, in: mix)
        return anchor
    }

    /// Frames from being asked for to being heard.
    func latency(in mix: Mix) -> Int {
        let latency = mix.keeper.stream?.latency ?? 0
        guard let resampler = resampler(in: mix) else { return latency }
        return Int((Double(latency) * resampler.sampleRate / mix.shape.sampleRate).rounded(.up)) + resampler.lead
    }

    /// Frames that sources may be asked for at once.
    func burst(in mix: Mix) -> Int {
        let burst = mix.keeper.stream?.burst ?? 0
        guard let resampler else { return burst }
        return Int((Double(burst) * resampler.sampleRate / mix.shape.sampleRate).rounded(.up))
    }

    func notify(_ event: StreamEvent) {
        LockOrder.willCallClient()
        for handler in observers.withLock({ $0.handlers }) { handler(event) }
    }
}
