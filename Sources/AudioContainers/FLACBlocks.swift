import AudioCore

/// Metadata blocks that no property covers, and that a writer carries along: cue sheets, what applications keep, further
/// pictures, types that came later.
///
/// In a description an application's block is a chunk by the application's registered ID; any other has the letters FLA and
/// the block's type as its fourth byte.
enum FLACBlocks {
    private static let application: UInt8 = 2
    private static let name: UInt32 = 0x464C_4100
    /// STREAMINFO, padding, seek points: the writer makes its own or needs none. 127 is an invalid type.
    private static let ownTypes: Set<UInt8> = [0, 1, 3, 127]
    /// A block's size has 24 bits.
    static let maximumSize = 1 << 24 - 1

    /// The block whose body stands at `offset`; nil for one that need not be kept.
    static func chunk(
        _ type: UInt8, at offset: Int64, size: Int, in source: any ByteSource
    ) throws(AudioError) -> FileDescription.Chunk? {
        guard !ownTypes.contains(type) else { return nil }
        let size = Int64(size)
        guard type == application else {
            return FileDescription.Chunk(id: FourCC(name | UInt32(type)), body: .inFile(offset: offset, size: size))
        }
        guard size >= 4 else { return nil }
        var id = ByteReader(try source.prefix(at: offset, upTo: 4))
        return FileDescription.Chunk(id: try id.fourCC(), body: .inFile(offset: offset + 4, size: size - 4))
    }

    /// The block of a picture that was read.
    static func picture(_ body: [UInt8]) -> FileDescription.Chunk {
        FileDescription.Chunk(id: FourCC(name | 6), body: .bytes(body))
    }

    /// What a chunk is in the file.
    ///
    /// - Throws: `operationNotSupported` where it is too large, or still in the file it was read from.
    static func block(_ chunk: FileDescription.Chunk) throws(AudioError) -> (type: UInt8, body: [UInt8]) {
        guard case .bytes(let bytes) = chunk.body, bytes.count <= maximumSize - 4 else {
            throw .operationNotSupported.because("the block \(chunk.id) is too large, or still in its file")
        }
        let type = UInt8(chunk.id.rawValue & 0xFF)
        guard chunk.id.rawValue & 0xFFFF_FF00 == name, type < 128, !ownTypes.contains(type) else {
            return (application, chunk.id.bytes + bytes)
        }
        return (type, bytes)
    }
}
