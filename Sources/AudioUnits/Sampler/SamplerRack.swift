import AudioCore
import Synchronization

/// The instruments that notes may begin with, as the audio thread has them. Never changed: another rack takes its place.
final class SamplerRack: @unchecked Sendable {
    /// Where an instrument is in the rack: the number of its bank, and that of its program.
    struct Place: Hashable, Sendable {
        var bank: UInt16
        var program: UInt8
    }

    private struct Entry {
        let place: Place
        let instrument: Unmanaged<PlayableInstrument>
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let count: Int
    /// Whether all channels play the first instrument.
    private let isSingle: Bool
    /// Whether voices that play instruments of other racks are to end.
    let endsOthers: Bool
    let instruments: [PlayableInstrument]

    /// A rack with one instrument for all channels, which takes the place of all others.
    convenience init(_ instrument: PlayableInstrument) {
        self.init([(Place(bank: 0, program: 0), instrument)], isSingle: true, endsOthers: true)
    }

    init(_ list: [(Place, PlayableInstrument)], isSingle: Bool = false, endsOthers: Bool) {
        (count, self.isSingle, self.endsOthers) = (list.count, isSingle, endsOthers)
        instruments = list.map(\.1)
        entries = .allocate(capacity: max(1, list.count))
        for (index, entry) in list.enumerated() {
            (entries + index).initialize(to: Entry(place: entry.0, instrument: .passUnretained(entry.1)))
        }
    }

    deinit { entries.deallocate() }

    /// The instrument of a program, or of what stands in for it; nil where there is none. Real-time safe.
    @_noLocks func find(bank: UInt16, program: UInt8) -> Unmanaged<PlayableInstrument>? {
        if isSingle { return entries[0].instrument }
        if let found = exactly(bank, program) { return found }
        if let found = exactly(bank & 0xFF, program) { return found }
        if let found = exactly(bank, 0) { return found }
        // A bank of variations has few of the programs. Percussion is like no other bank.
        guard bank != 128 else { return nil }
        if let found = exactly(0, program) { return found }
        return exactly(0, 0)
    }

    @_noLocks private func exactly(_ bank: UInt16, _ program: UInt8) -> Unmanaged<PlayableInstrument>? {
        for index in 0..<count {
            let entry = entries[index]
            if entry.place.bank == bank, entry.place.program == program { return entry.instrument }
        }
        return nil
    }
}

/// The rack of a unit, which the audio thread uses while other threads replace it, and what its voices still need of others.
final class SamplerRackHolder: @unchecked Sendable {
    private struct Kept {
        var rack: SamplerRack?
        /// Racks that the audio thread may still use, and instruments that voices may still play.
        var racks: [SamplerRack] = []
        var instruments: [PlayableInstrument] = []
    }

    private let published = Atomic<UInt>(0)
    private let used = Atomic<UInt>(0)
    private let isBusy = Atomic<Bool>(false)
    private let kept = LockedValue(Kept())

    init(_ rack: SamplerRack) { publish(rack) }

    /// The rack that notes begin with from the next cycle on.
    var rack: SamplerRack? { kept.withLock { $0.rack } }

    /// Puts another rack in its place. Any thread but an audio thread.
    func publish(_ rack: SamplerRack) {
        kept.withLock { kept in
            if let old = kept.rack { kept.racks.append(old) }
            let known = Set(kept.instruments.map(ObjectIdentifier.init))
            kept.instruments += rack.instruments.filter { !known.contains(ObjectIdentifier($0)) }
            kept.rack = rack
            published.store(Self.address(rack), ordering: .sequentiallyConsistent)
        }
        collect()
    }

    /// Frees what the audio thread does not use any more. Any thread but an audio thread.
    func collect() {
        let freed = kept.withLock { kept -> ([SamplerRack], [PlayableInstrument]) in
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
            return (racks, instruments)
        }
        // Freed here, without the lock.
        withExtendedLifetime(freed) {}
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

    /// Ends a cycle.
    @_noLocks func leave() { isBusy.store(false, ordering: .releasing) }

    /// The present rack, which lives until `take` is called again. Between `enter` and `leave`. Real-time safe.
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
