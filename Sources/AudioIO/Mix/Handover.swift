import AudioCore
import CRealtime
import Synchronization

/// A bus on its way from one mix that plays to another.
///
/// Both plans include the bus. The old mix renders it until the new one's first cycle takes it; from then on the new one
/// renders, beginning where the last frame of the old one ends in host time. The bus loses no frame, and repeats none.
final class Handover: @unchecked Sendable {
    /// The mix that the bus goes to, which outlives the way there. Its plan keeps this object.
    unowned let mix: Mix
    /// What converts to that mix's rate, and what has converted to the old one's; nil where sources have both.
    let resampler: BusResampler?
    private let lastResampler: BusResampler?
    /// The same, to be used without counting references.
    private let converter: Unmanaged<BusResampler>?
    private let lastConverter: Unmanaged<BusResampler>?
    private let owner = Atomic<Int>(Owner.old)
    /// The bus's time, and the host time, behind the last frame that the old mix has rendered.
    private let endTime = Atomic<Int64>(.min)
    private let endHostTime = Atomic<UInt64>(0)
    /// Frames by which the time line of the bus is ahead of the new mix's.
    private let aheadOfMix = Atomic<Int64>(0)
    private let begun = Atomic<Bool>(false)
    private let held = Atomic<Bool>(false)

    private enum Owner {
        static let old = 0
        /// A cycle of the old mix renders the bus.
        static let oldCycle = 1
        static let new = 2
    }

    /// The longest silence in the new mix before what the old one was given has been heard, in nanoseconds.
    private static let longestWait: UInt64 = 1_000_000_000

    init(to mix: Mix, _ resampler: BusResampler?, from lastResampler: BusResampler?) {
        self.mix = mix
        self.resampler = resampler
        self.lastResampler = lastResampler
        converter = resampler.map { .passUnretained($0) }
        lastConverter = lastResampler.map { .passUnretained($0) }
    }

    /// Whether the old mix renders the bus no more.
    var isTaken: Bool { owner.load(ordering: .acquiring) == Owner.new }
    /// Whether the new mix renders the bus. Real-time safe.
    var hasBegun: Bool { @_noLocks get { begun.load(ordering: .acquiring) } }
    /// Whether the bus stays in the old mix for now, because the new one's cycles do not have exact times yet.
    var isHeld: Bool {
        get { held.load(ordering: .acquiring) }
        set { held.store(newValue, ordering: .releasing) }
    }
    /// When the last frame of the old mix is heard; 0 if that has rendered none since the hand-over began.
    var lastHeard: UInt64 { endHostTime.load(ordering: .acquiring) }

    /// The bus's time at a frame of the new mix, once that renders it. Real-time safe.
    @_noLocks func sampleTime(_ mixTime: Int64) -> Int64 { mixTime + aheadOfMix.load(ordering: .acquiring) }

    /// Where the bus continues, unless cycles of the old mix have set it.
    func begin(at time: Int64) {
        _ = endTime.compareExchange(expected: .min, desired: time, ordering: .acquiringAndReleasing)
    }

    var resumeTime: Int64 { endTime.load(ordering: .acquiring) }

    // MARK: The old mix's audio thread

    /// Begins a cycle; false where the bus is not the old mix's any more. Real-time safe.
    @_noLocks func beginCycle() -> Bool {
        owner.compareExchange(expected: Owner.old, desired: Owner.oldCycle, ordering: .acquiring).exchanged
    }

    /// Real-time safe.
    @_noLocks func endCycle(sampleTime: Int64, hostTime: UInt64) {
        endTime.store(sampleTime, ordering: .releasing)
        endHostTime.store(hostTime, ordering: .releasing)
        owner.store(Owner.old, ordering: .releasing)
    }

    // MARK: The new mix's audio thread

    /// How many frames of a cycle are silent before the bus continues: perhaps all. Real-time safe.
    @_noLocks func arrive(_ cycle: RenderCycle, at sampleRate: Double) -> Int {
        if begun.load(ordering: .relaxed) { return 0 }
        let frames = Int(cycle.frames)
        guard !held.load(ordering: .acquiring) else { return frames }
        if owner.load(ordering: .relaxed) != Owner.new {
            let isTaken = owner.compareExchange(
                expected: Owner.old, desired: Owner.new, ordering: .acquiringAndReleasing)
            guard isTaken.exchanged else { return frames }
        }
        let silent = silence(before: cycle.hostTime, at: sampleRate)
        guard silent < frames else { return frames }
        aheadOfMix.store(
            endTime.load(ordering: .acquiring) - cycle.sampleTime - Int64(silent), ordering: .releasing)
        if let converter { resume(converter) }
        begun.store(true, ordering: .releasing)
        return silent
    }

    @_noLocks private func resume(_ converter: Unmanaged<BusResampler>) {
        if let lastConverter {
            let remainder = lastConverter._withUnsafeGuaranteedRef { $0.remainder }
            converter._withUnsafeGuaranteedRef { $0.resume(from: remainder) }
        } else {
            let frame = endTime.load(ordering: .acquiring)
            converter._withUnsafeGuaranteedRef { $0.resume(at: frame) }
        }
    }

    /// Frames until what the old mix was given has been heard.
    @_noLocks private func silence(before hostTime: UInt64, at sampleRate: Double) -> Int {
        let end = endHostTime.load(ordering: .acquiring)
        guard end > hostTime, end - hostTime < Self.longestWait else { return 0 }
        return Int(Double(end - hostTime) * sampleRate / 1e9 + 0.5)
    }
}
