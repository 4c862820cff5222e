/// An MPEG-4 file, changed for tests.
package enum MovieFile {
    /// The file with its sound ahead of the movie atom, as writers leave it that cannot know the atom's size before.
    ///
    /// - Parameter file: with its movie atom first, and its tables of places of 32 bits.
    package static func withSoundFirst(_ file: [UInt8]) -> [UInt8] {
        let atoms = atoms(file)
        guard let sound = atoms.first(where: { $0.id == "mdat" }),
            let movie = atoms.first(where: { $0.id == "moov" }), movie.range.upperBound <= sound.range.lowerBound
        else { return file }
        let start = atoms.first { $0.id == "ftyp" }.map { Array(file[$0.range]) } ?? []
        var moved = Array(file[movie.range])
        let distance = sound.range.lowerBound - start.count
        for place in places(of: Array("stco".utf8), in: moved) {
            let count = word(moved, place + 8)
            for index in 0..<count {
                let entry = place + 12 + index * 4
                let offset = UInt32(word(moved, entry) - distance)
                moved.replaceSubrange(
                    entry..<entry + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) })
            }
        }
        return start + file[sound.range] + moved
    }

    private static func atoms(_ file: [UInt8]) -> [(id: String, range: Range<Int>)] {
        var (atoms, position): ([(id: String, range: Range<Int>)], Int) = ([], 0)
        while position + 8 <= file.count {
            let end = min(file.count, position + max(8, word(file, position)))
            atoms.append((String(decoding: file[position + 4..<position + 8], as: UTF8.self), position..<end))
            position = end
        }
        return atoms
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func places(of code: [UInt8], in bytes: [UInt8]) -> [Int] {
        (0..<max(0, bytes.count - 12)).filter { bytes[$0] == code[0] && bytes[$0..<$0 + 4].elementsEqual(code) }
    }
}
