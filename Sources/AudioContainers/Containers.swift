import AudioCore

/// Every container, in the order in which they are asked whether a file is theirs.
package enum Containers {
    package static let all: [any Container.Type] = [
        CAF.self,
        WAVE.self,
        AIFF.self,
        NeXT.self,
        MPEG4.self,
        FLAC.self,
        Ogg.self,
        AMR.self,
        MPEGAudio.self,
        ADTS.self,
        AC3.self,
    ]

    /// How many leading bytes `claiming` wants to see.
    package static let headSize = 4096

    /// How many bytes behind ID3v2 tags a container without a signature is shown.
    private static let probeSize = 65_536

    /// The container whose signature the first bytes of a file carry, else the one that claims them.
    package static func claiming(_ head: [UInt8]) -> (any Container.Type)? {
        if let container = signed(head) { return container }
        var start = 0
        while let size = ID3Tag.size(at: head[start...]), size < head.count - start { start += size }
        return claimed(Array(head[start...]))
    }

    /// The container a whole file belongs to: ID3v2 tags, however long, may stand before those that have no signature.
    package static func claiming(_ source: any ByteSource) throws(AudioError) -> (any Container.Type)? {
        if let container = signed(try source.prefix(at: 0, upTo: headSize)) { return container }
        return claimed(try source.prefix(at: try StreamTags.startOfSound(source), upTo: probeSize))
    }

    /// The container of a stream, told from as few of its bytes as do; nil where it is none of ours.
    ///
    /// Each question is put to a beginning of fixed length, so that the answer does not hang on how the bytes come.
    ///
    /// - Parameter hint: the file type to ask first, and to take where nothing tells.
    package static func claiming(
        arriving source: any ByteSource, hint: FourCC
    ) throws(AudioError) -> (any Container.Type)? {
        if let container = signed(try source.prefix(at: 0, upTo: signatureSize)) { return container }
        let start = try StreamTags.startOfSound(source)
        let hinted = type(hint)?.container
        var size = 16
        while size <= probeSize {
            let head = try source.prefix(at: start, upTo: size)
            if let hinted, hinted.claims(head) { return hinted }
            if let container = claimed(head) { return container }
            guard head.count == size else { break }
            size *= 2
        }
        return hinted
    }

    /// Where the sound of a stream that begins at `start` ends: before tags that stand behind it.
    package static func endOfSound(_ source: any ByteSource, from start: Int64) throws(AudioError) -> Int64 {
        try StreamTags.endOfSound(source, from: start)
    }

    private static let signatureSize = all.flatMap { $0.signatures.joined().map { $0.offset + 4 } }.max() ?? 0

    private static func signed(_ head: [UInt8]) -> (any Container.Type)? {
        all.first { $0.signatures.contains { $0.allSatisfy { $0.matches(head) } } }
    }

    private static func claimed(_ head: [UInt8]) -> (any Container.Type)? { all.first { $0.claims(head) } }

    /// The container and type entry of a file type.
    package static func type(_ id: FourCC) -> (container: any Container.Type, type: FileType)? {
        for container in all {
            if let type = container.types.first(where: { $0.id == id }) { return (container, type) }
        }
        return nil
    }
}
