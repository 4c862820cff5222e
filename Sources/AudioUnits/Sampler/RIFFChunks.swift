import AudioCore

/// A chunk of a RIFF file: where its body is, cut to what contains it.
struct RIFFChunk: Equatable, Sendable {
    /// `LIST` for a list, whose body begins with its type.
    var id: FourCC
    /// The type of a list; else 0.
    var type = FourCC(0)
    /// Where the body begins, in bytes from the file's start; after the type of a list.
    var offset: Int64
    /// Bytes of the body that the file has.
    var size: Int64

    var end: Int64 { offset + size }
}

/// The chunks of RIFF files whose sizes may lie. Each list of chunks is read to its end, or to where it makes no sense.
enum RIFFChunks {
    /// Keeps a file full of empty chunks from taking seconds.
    private static let mostChunks = 4096

    /// The file's outermost chunk.
    ///
    /// - Throws: `unitInvalidFile` where the file does not begin with a RIFF chunk.
    static func outermost(_ source: any ByteSource) throws(AudioError) -> RIFFChunk {
        var reader = ByteReader(try source.prefix(at: 0, upTo: 12))
        guard reader.remaining == 12, try reader.fourCC() == "RIFF" else {
            throw .unitInvalidFile.because("the file is not a RIFF file")
        }
        let size = Int64(try reader.little(UInt32.self))
        // A writer that did not finish leaves no size.
        let isKnown = size >= 4 && size < Int64(UInt32.max)
        let available = try source.size() - 12
        return RIFFChunk(
            id: "RIFF", type: try reader.fourCC(), offset: 12, size: isKnown ? min(size - 4, available) : available)
    }

    /// The first chunk in a list; nil where it has none.
    static func first(_ list: RIFFChunk, of source: any ByteSource) throws(AudioError) -> RIFFChunk? {
        try chunk(at: list.offset, end: list.end, source)
    }

    /// The chunks in a list, in their order.
    ///
    /// - Parameter most: more chunks are left out.
    static func inside(
        _ list: RIFFChunk, of source: any ByteSource, atMost most: Int = mostChunks
    ) throws(AudioError) -> [RIFFChunk] {
        var chunks: [RIFFChunk] = []
        var position = list.offset
        while chunks.count < most, let chunk = try chunk(at: position, end: list.end, source) {
            chunks.append(chunk)
            position = chunk.end + chunk.size % 2
        }
        return chunks
    }

    private static func chunk(
        at position: Int64, end: Int64, _ source: any ByteSource
    ) throws(AudioError) -> RIFFChunk? {
        guard end - position >= 8 else { return nil }
        var reader = ByteReader(try source.prefix(at: position, upTo: 12))
        guard reader.remaining >= 8 else { return nil }
        let id = try reader.fourCC()
        let size = min(Int64(try reader.little(UInt32.self)), end - position - 8)
        guard id == "LIST", size >= 4, reader.remaining >= 4 else {
            return RIFFChunk(id: id, offset: position + 8, size: size)
        }
        return RIFFChunk(id: id, type: try reader.fourCC(), offset: position + 12, size: size - 4)
    }
}

extension [RIFFChunk] {
    /// The first chunk with an id that is no list.
    func first(_ id: FourCC) -> RIFFChunk? { first { $0.id == id } }

    /// The first list of a type.
    func firstList(_ types: FourCC...) -> RIFFChunk? { first { $0.id == "LIST" && types.contains($0.type) } }
}

extension ByteReader {
    /// Text of a fixed size up to its first zero, without blanks at its end. Latin-1 where it is not UTF-8.
    mutating func fixedText(_ count: Int) throws(AudioError) -> String {
        let bytes = try take(count).prefix { $0 != 0 }
        var text =
            String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
        while text.last == " " { text.removeLast() }
        return text
    }
}
