import AudioCore
import Synchronization

/// The rack of a unit, which the audio thread uses while other threads replace it, and what its voices still need of others.
///
/// Where the audio thread still uses something that was replaced, a thread waits until it does not, frees it and ends.
final class SamplerRackHolder: @unchecked Sendable {
    private struct Kept {
        var rack: SamplerRack?
        /// Racks that the audio thread may still use, and instruments that voices may still play.
        var racks: [SamplerRack] = []
        var instruments: [PlayableInstrument] = []
        /// How many racks were to end the voices of others.
        var endings = 0
        /// Whether a thread waits to free what was replaced.
        var isAwaited = false
    }

    private let published = Atomic<UInt>(0)
    /// The rack of the cycle that is in progress; 0 between cycles.
    private let used = Atomic<UInt>(0)
    private let isBusy = Atomic<Bool>(false)
    private let kept = LockedValue(Kept())
    private let waiting = WaitingThreads()

    init(_ rack: SamplerRack) { publish(rack) }

    /// The rack that notes begin with from the next cycle on.
    var rack: SamplerRack? { kept.withLock { $0.rack } }

    /// Puts another rack in its place. Any thread but an audio thread.
    func publish(_ rack: SamplerRack) {
        kept.withLock { kept in
            if let old = kept.rack { kept.racks.append(old) }
            let known = Set(kept.instruments.map(ObjectIdentifier.init))
            kept.instruments += rack.instruments.filter { !known.contains(ObjectIdentifier($0)) }
            if rack.endsOthers { kept.endings += 1 }
            rack.endings = kept.endings
            kept.rack = rack
            published.store(Self.address(rack), ordering: .sequentiallyConsistent)
        }
        let isDone = free()
        // A thread that waits has less to wait for, or nothing.
        waiting.wake()
        guard !isDone else { return }
        let begins = kept.withLock { kept in
            defer { kept.isAwaited = true }
            return !kept.isAwaited
        }
        if begins { freeLater() }
    }

    /// Frees what is left on a thread, as soon as the audio thread does not use it any more.
    private func freeLater() {
        do throws(AudioError) {
            let thread = try Thread(name: "sampler-free") { [self] in waiting.wait { free(andEnd: true) } }
            thread.detach()
        } catch {
            // The next rack that takes the place of this one frees it.
            kept.withLock { $0.isAwaited = false }
        }
    }

    /// Frees what was replaced and the audio thread does not use.
    ///
    /// - Parameter ends: whether the calling thread waits no longer where nothing is left.
    /// - Returns: whether nothing is left.
    private func free(andEnd ends: Bool = false) -> Bool {
        let (freed, isDone) = kept.withLock { kept -> (([SamplerRack], [PlayableInstrument]), Bool) in
            let address = used.load(ordering: .sequentiallyConsistent)
            let racks = kept.racks.filter { Self.address($0) != address }
            kept.racks.removeAll { Self.address($0) != address }
            // A rack that is not in use lets no voice begin: one without voices stays so.
            let present = Set(
                (kept.racks + [kept.rack].compactMap { $0 }).flatMap(\.instruments).map(ObjectIdentifier.init))
            func isFree(_ instrument: PlayableInstrument) -> Bool {
                !present.contains(ObjectIdentifier(instrument))
                    && instrument.voices.load(ordering: .sequentiallyConsistent) == 0
            }
            let instruments = kept.instruments.filter(isFree)
            kept.instruments.removeAll(where: isFree)
            let isDone = kept.racks.isEmpty && kept.instruments.allSatisfy { present.contains(ObjectIdentifier($0)) }
            if isDone, ends { kept.isAwaited = false }
            return ((racks, instruments), isDone)
        }
        // Freed here, without the lock.
        withExtendedLifetime(freed) {}
        return isDone
    }

    private static func address(_ rack: SamplerRack) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(rack).toOpaque())
    }

    /// How many instruments are in memory for the rack and for voices.
    var instrumentCount: Int { kept.withLock { $0.instruments.count } }

    // MARK: Audio thread

    /// Begins a cycle.
    ///
    /// - Returns: false where another thread is in one, as where a unit was initialized anew while it rendered.
    @_noLocks func enter() -> Bool { !isBusy.exchange(true, ordering: .acquiring) }

    /// Ends a cycle. From now on nothing of its rack is used but what voices play.
    @_noLocks func leave() {
        used.store(0, ordering: .sequentiallyConsistent)
        isBusy.store(false, ordering: .releasing)
        waiting.wake()
    }

    /// To be called where voices have ended outside of a cycle.
    func didEndVoices() { waiting.wake() }

    /// The present rack, which lives until `leave`. Between `enter` and `leave`. Real-time safe.
    @_noLocks func take() -> Unmanaged<SamplerRack>? {
        var address = published.load(ordering: .sequentiallyConsistent)
        while true {
            used.store(address, ordering: .sequentiallyConsistent)
            // Who replaced it meanwhile may not have seen that it is used.
            let now = published.load(ordering: .sequentiallyConsistent)
            if now == address { break }
            address = now
        }
        return UnsafeRawPointer(bitPattern: address).map { Unmanaged<SamplerRack>.fromOpaque($0) }
    }
}
