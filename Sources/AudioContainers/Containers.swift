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

    /// How many bytes after ID3v2 tags a container without a signature is shown.
    private static let probeSize = 65_536

    /// The container whose signature the first bytes of a file carry, else the one with the strongest claim.
    package static func claiming(_ head: [UInt8]) -> (any Container.Type)? {
        if let container = signed(head) { return container }
        var start = 0
        while let size = ID3Tag.size(at: head[start...]), size < head.count - start { start += size }
        return claimed(Array(head[start...]), isWhole: true, isTagged: start > 0, hinted: nil)
    }

    /// The container a whole file belongs to: ID3v2 tags, however long, may stand before those that have no signature.
    ///
    /// - Parameter hint: the file type to prefer among those with a claim.
    package static func claiming(
        _ source: any ByteSource, hint: FourCC = FourCC(0)
    ) throws(AudioError) -> (any Container.Type)? {
        if let container = signed(try source.prefix(at: 0, upTo: headSize)) { return container }
        let start = try StreamTags.startOfSound(source)
        let head = try source.prefix(at: start, upTo: probeSize)
        let isWhole = head.count < probeSize
        return claimed(head, isWhole: isWhole, isTagged: start > 0, hinted: type(hint)?.container)
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
            let isWhole = head.count < size
            if let container = claimed(head, isWhole: isWhole, isTagged: start > 0, hinted: hinted) {
                return container
            }
            guard head.count == size else { break }
            size *= 2
        }
        return hinted
    }

    /// Where the sound of a stream that begins at `start` ends: before the tags that follow it.
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
    /// of another. After junk, a type that is not hinted must be certain, unless tags before it say that it is a stream.
    /// Among equals, the hinted type is first, then the one with more consecutive frames, then the first in the list.
    private static func claimed(
        _ head: [UInt8], isWhole: Bool, isTagged: Bool, hinted: (any Container.Type)?
    ) -> (any Container.Type)? {
        var found: [(container: any Container.Type, claim: Claim, isHinted: Bool)] = []
        for container in all {
            guard let claim = container.claim(on: head, isWhole: isWhole) else { continue }
            let isHinted = container == hinted
            let isKnown = claim.start == 0 || claim.isCertain && !isOther(head)
            guard isHinted || isTagged || isKnown else { continue }
            found.append((container, claim, isHinted))
        }
        let first = found.filter { $0.claim.start == 0 && $0.claim.frames > 0 }
        if let best = first.first(where: \.isHinted) ?? first.first { return best.container }
        if found.contains(where: { $0.claim.frames == 0 }) { return nil }
        if let best = found.first(where: \.isHinted) { return best.container }
        let most = found.map(\.claim.frames).max()
        return found.first { $0.claim.frames == most }?.container
    }

    /// Whether the first bytes are those of a file that is no sound, though a sound may be in it.
    private static func isOther(_ head: [UInt8]) -> Bool { others.contains { $0.matches(head) } }

    /// Archives, programs, pictures, documents, and what else than WAVE files begins as they do.
    private static let others: [Magic] = [
        Magic(FourCC(0x504B_0304)), Magic(FourCC(0x7F45_4C46)), Magic("usta", at: 257), Magic("Rar!"),
        Magic(FourCC(0x8950_4E47)), Magic("GIF8"), Magic(FourCC(0xFFD8_FFE0)), Magic(FourCC(0xFFD8_FFE1)),
        Magic("%PDF"), Magic("RIFF"), Magic(FourCC(0x4D5A_9000)), Magic("!<ar"),
    ]

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
