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
    /// - Parameters:
    ///   - numbers: those that samples name; none for the first description.
    ///   - read: reads an entry.
    /// - Returns: the entry, and all numbers of descriptions that are decoded as it is; nil where there is just one description.
    /// - Throws: `unsupportedDataFormat` where samples have descriptions that are decoded in other ways; what `read` throws.
    func common(
        _ numbers: [UInt32], _ read: (MPEG4Atom) throws(AudioError) -> MPEG4SoundEntry
    ) throws(AudioError) -> (sound: MPEG4SoundEntry, numbers: [UInt32]?) {
        guard entries.count > 1 else { return (try read(entries[0]), nil) }
        let chosen = try entry(numbers.first ?? 1)
        let sound = try read(chosen)
        var same: [UInt32] = []
        for (index, other) in entries.enumerated() where other.id == chosen.id {
            let isSame = other.start == chosen.start ? true : try isDecoded(other, as: sound, read)
            if isSame { same.append(UInt32(index) + 1) }
        }
        guard numbers.allSatisfy(same.contains) else {
            throw .unsupportedDataFormat.because("the format of the sound changes within the track")
        }
        return (sound, same)
    }

    /// Whether an entry is decoded as a sound is. One that cannot be read is not.
    private func isDecoded(
        _ entry: MPEG4Atom, as sound: MPEG4SoundEntry, _ read: (MPEG4Atom) throws(AudioError) -> MPEG4SoundEntry
    ) throws(AudioError) -> Bool {
        do throws(AudioError) { return try read(entry).isDecoded(as: sound) } catch {
            guard error.isOfContent else { throw error }
            return false
        }
    }

    func bytes(_ entry: MPEG4Atom) throws(AudioError) -> [UInt8] { try atoms.bytes(of: entry, limit: Self.mostBytes) }
}
