import AudioCore

/// Every container, in the order in which they are asked whether a file is theirs.
package enum Containers {
    package static let all: [any Container.Type] = [
        CAF.self,
        WAVE.self,
        Wave64.self,
        AIFF.self,
        NeXT.self,
        MPEG4.self,
        FLAC.self,
        Ogg.self,
        AMR.self,
        MPEGAudio.self,
        ADTS.self,
        LOAS.self,
        AC3.self,
    ]

    /// How many leading bytes `claiming` wants to see.
    package static let headSize = 4096

    /// How many bytes behind ID3v2 tags a container without a signature is shown.
    private static let probeSize = 65_536

    /// The container whose signature the first bytes of a file carry, else the one with the strongest claim.
    package static func claiming(_ head: [UInt8]) -> (any Container.Type)? {
        if let container = signed(head) { return container }
        var start = 0
        while let size = ID3Tag.size(at: head[start...]), size < head.count - start { start += size }
        return claimed(Array(head[start...]), isWhole: true, hinted: nil)
    }

    /// The container a whole file belongs to: ID3v2 tags, however long, may stand before those that have no signature.
    ///
    /// - Parameter hint: the file type to prefer among those with a claim.
    package static func claiming(
        _ source: any ByteSource, hint: FourCC = FourCC(0)
    ) throws(AudioError) -> (any Container.Type)? {
        if let container = signed(try source.prefix(at: 0, upTo: headSize)) { return container }
        let head = try source.prefix(at: try StreamTags.startOfSound(source), upTo: probeSize)
        return claimed(head, isWhole: head.count < probeSize, hinted: type(hint)?.container)
    }

    /// Determines the container of a stream from as few of its bytes as possible; nil where no container knows it.
    ///
    /// Each test examines a beginning of fixed length, so that the result does not depend on how the bytes arrive.
    ///
    /// - Parameter hint: the file type to prefer among those with a claim, and to use if none has one.
    package static func claiming(
        arriving source: any ByteSource, hint: FourCC
    ) throws(AudioError) -> (any Container.Type)? {
        if let container = signed(try source.prefix(at: 0, upTo: signatureSize)) { return container }
        let start = try StreamTags.startOfSound(source)
        let hinted = type(hint)?.container
        var size = 16
        while size <= probeSize {
            let head = try source.prefix(at: start, upTo: size)
            if let container = claimed(head, isWhole: head.count < size, hinted: hinted) { return container }
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

    /// The container with the strongest claim on a file's first bytes; nil if none has one, or if more bytes may give a
    /// stronger one.
    ///
    /// Frames that begin at the first byte precede frames after junk: random bytes of one format can look like frames
    /// of another. Among equals, the hinted type is first, then the one with more consecutive frames, then the first in
    /// the list.
    private static func claimed(
        _ head: [UInt8], isWhole: Bool, hinted: (any Container.Type)?
    ) -> (any Container.Type)? {
        var found: [(container: any Container.Type, claim: Claim, isHinted: Bool)] = []
        for container in all {
            guard let claim = container.claim(on: head, isWhole: isWhole) else { continue }
            found.append((container, claim, container == hinted))
        }
        let first = found.filter { $0.claim.start == 0 && $0.claim.frames > 0 }
        if let best = first.first(where: \.isHinted) ?? first.first { return best.container }
        if found.contains(where: { $0.claim.frames == 0 }) { return nil }
        if let best = found.first(where: \.isHinted) { return best.container }
        let most = found.map(\.claim.frames).max()
        return found.first { $0.claim.frames == most }?.container
    }

    /// The container and type entry of a file type.
    package static func type(_ id: FourCC) -> (container: any Container.Type, type: FileType)? {
        for container in all {
            if let type = container.types.first(where: { $0.id == id }) { return (container, type) }
        }
        return nil
    }

    /// The first file type with this file name extension.
    package static func type(ofName name: String) -> FourCC? {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
        let end = name[dot...].dropFirst().lowercased()
        return all.lazy.flatMap { $0.types }.first { $0.extensions.contains(end) }?.id
    }
}
