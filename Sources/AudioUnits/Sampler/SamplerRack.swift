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
    /// Whether voices that play instruments of the racks before are to end.
    let endsOthers: Bool
    /// How many racks up to this one are to end the voices of others. The holder sets it before the audio thread gets the rack.
    var endings = 0
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
