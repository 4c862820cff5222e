import AudioCore

/// A block of an EXS24 file.
struct EXS24Block {
    enum Kind: UInt8 { case instrument, zone, group, sample, parameters }

    /// Nil for one that only later versions know.
    var kind: Kind?
    var name: String
    var body: [UInt8]
    var isBigEndian: Bool

    static let headSize = 84

    /// The blocks of a file, up to where it breaks off.
    ///
    /// - Throws: `unitInvalidFile` where it does not begin with a block.
    static func all(_ bytes: [UInt8]) throws(AudioError) -> [EXS24Block] {
        guard EXS24.claims(bytes) else { throw .unitInvalidFile.because("the file is no EXS24 instrument") }
        var reader = ByteReader(bytes)
        var blocks: [EXS24Block] = []
        while reader.remaining >= headSize, let block = try? EXS24Block(parsing: &reader) { blocks.append(block) }
        return blocks
    }

    private init(parsing input: inout ByteReader) throws(AudioError) {
        isBigEndian = try input.little(UInt8.self) == 0
        try input.skip(2)
        let type = try input.little(UInt8.self)
        kind = Kind(rawValue: type & 0x0F)
        var size = Int(isBigEndian ? try input.big(UInt32.self) : try input.little(UInt32.self))
        // Files in the other order of bytes have a flag in the size.
        if type & 0x80 != 0 { size &= 0x7FFF }
        // A number, and flags.
        try input.skip(8)
        let magic = try input.fourCC()
        guard ["TBOS", "JBOS", "SOBT", "SOBJ"].contains(magic) else { throw .unitInvalidFile }
        name = try input.fixedText(64)
        body = Array(try input.take(min(size, input.remaining)))
    }

    /// The byte at a place of the body; 0 after its end.
    func byte(_ place: Int) -> UInt8 { body.indices.contains(place) ? body[place] : 0 }

    func signed(_ place: Int) -> Int { Int(Int8(bitPattern: byte(place))) }

    func word(_ place: Int) -> Int {
        let bytes = (0..<4).map { UInt32(byte(place + $0)) }
        let word = (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | $1 }
        return Int(Int32(bitPattern: word))
    }

    func text(_ place: Int, _ count: Int) -> String {
        guard place < body.count else { return "" }
        var reader = ByteReader(body[place..<min(place + count, body.count)])
        return (try? reader.fixedText(reader.remaining)) ?? ""
    }
}
