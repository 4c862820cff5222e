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
