import AudioCore

/// `stsd`: the sample descriptions of a track, which its samples name by numbers from 1 on.
struct MPEG4Descriptions {
    let entries: [MPEG4Atom]
    private let atoms: MPEG4Atoms

    /// More than a track has.
    private static let most = 256
    private static let mostBytes = 4 << 20

    init(_ stsd: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) {
        self.atoms = atoms
        var header = try atoms.reader(of: stsd, upTo: 8)
        try header.skip(4)
        // Some writers count wrong. The first entry is there even so.
        let claimed = Int(min(max(1, try header.big(UInt32.self)), UInt32(Self.most)))
        var entries: [MPEG4Atom] = []
        var position = stsd.body + 8
        while entries.count < claimed, let entry = try atoms.atom(at: position, end: stsd.end) {
            entries.append(entry)
            position = entry.end
        }
        guard !entries.isEmpty else { throw .invalidFile.because("the track has no sample description") }
        self.entries = entries
    }

    /// The entry of a number. A single one is that of all samples, whatever they name.
    func entry(_ number: UInt32) throws(AudioError) -> MPEG4Atom {
        guard entries.count > 1 else { return entries[0] }
        guard number > 0, number <= UInt32(entries.count) else {
            throw .invalidFile.because("samples have the description \(number) of \(entries.count)")
        }
        return entries[Int(number) - 1]
    }

    /// The one description that all samples of a track of sound have.
    ///
    /// - Parameter numbers: those that samples name; none for the first description.
    /// - Returns: the entry, and all numbers of descriptions that are the same as it; nil where there is just one description.
    /// - Throws: `unsupportedDataFormat` where samples have descriptions that differ.
    func common(_ numbers: [UInt32]) throws(AudioError) -> (entry: MPEG4Atom, numbers: [UInt32]?) {
        guard entries.count > 1 else { return (entries[0], nil) }
        let chosen = try entry(numbers.first ?? 1)
        let bytes = try self.bytes(chosen)
        var same: [UInt32] = []
        for (index, other) in entries.enumerated() where other.id == chosen.id && other.size == chosen.size {
            if try self.bytes(other) == bytes { same.append(UInt32(index) + 1) }
        }
        guard numbers.allSatisfy(same.contains) else {
            throw .unsupportedDataFormat.because("the format of the sound changes within the track")
        }
        return (chosen, same)
    }

    func bytes(_ entry: MPEG4Atom) throws(AudioError) -> [UInt8] { try atoms.bytes(of: entry, limit: Self.mostBytes) }
}
