import AudioCore

// ID3v2.4 tags, and the chunk in which WAVE and AIFF keep one.
extension ID3Tag {
    /// A tag of version 2.4 with texts, a picture, and frames carried along. Empty where there is nothing to say.
    static func bytes(_ info: InfoDictionary, artwork: [UInt8], others: [ID3Frames.Frame] = []) -> [UInt8] {
        var frames: [ID3Frames.Frame] = []
        let check = SoundCheck(info)
        for entry in info.entries where check == nil || !SoundCheck.keys.contains(entry.key) {
            frames.append(ID3Text.frame(entry))
        }
        if let check {
            frames.append(
                ID3Text.frame(InfoDictionary.Entry(key: "comments:" + SoundCheck.note, value: check.noteText)))
        }
        if !artwork.isEmpty { frames.append(ID3Frames.Frame(id: "APIC", body: ID3Picture.body(artwork)[...])) }
        frames += others.filter { $0.id.utf8.count == 4 && !$0.body.isEmpty }
        guard !frames.isEmpty else { return [] }
        var output = ByteWriter()
        output.append("ID3".utf8)
        output.append([4, 0, 0])
        output.append(synchsafe(frames.reduce(0) { $0 + 10 + $1.body.count }))
        for frame in frames {
            output.append(frame.id.utf8)
            output.append(synchsafe(frame.body.count))
            output.append([0, 0])
            output.append(frame.body)
        }
        return output.bytes
    }

    private static func synchsafe(_ size: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0) & 0x7F }
    }
}

/// The chunk of a WAVE or AIFF file that holds an ID3v2 tag.
///
/// It stays among the user chunks, and is written back byte for byte as long as the description states the same: a tag
/// contains frames that no property covers. Otherwise a new tag is made, with these frames.
package enum ID3Chunk {
    /// What AIFF has by the rule; WAVE has no rule, and programs write either.
    static let id: FourCC = "ID3 "
    static let lowercaseID: FourCC = "id3 "
    /// The bytes of a tag that are read. Texts stand first, and a larger picture is left out.
    static let maximumSize = 12 << 20

    package static func isTag(_ id: FourCC) -> Bool { id == self.id || id == lowercaseID }

    /// The tag that a file's user chunks hold.
    static func tag(in chunks: [FileDescription.Chunk]) -> ID3Tag? {
        guard case .bytes(let bytes)? = chunks.first(where: { isTag($0.id) })?.body else { return nil }
        return try? ID3Tag(bytes, isWhole: false)
    }

    /// The tag of a chunk that is being read.
    static func read(_ chunk: IFFChunk, _ walker: IFFWalker) throws(AudioError) -> ID3Tag? {
        try? ID3Tag(try walker.body(chunk, limit: maximumSize), isWhole: false)
    }

    /// Adds what the tag says to what the file's own chunks say.
    static func add(_ tag: ID3Tag?, to file: inout FileDescription) {
        guard let tag else { return }
        file.info.add(tag.dictionary)
        // A list in WAVE has one text where the tag has several.
        file.info.keepValues(of: InfoDictionary(tag.dictionary))
        file.artwork = tag.artwork
    }

    /// Puts a tag into the user chunks of a file, as it is, and what it says into the properties.
    ///
    /// No bytes take the tag out, and with it what it says. A tag before the file makes way for this one.
    /// - Throws: `parameter` for what is no ID3v2 tag, `badPropertySize` for less or more than one.
    package static func set(_ bytes: [UInt8], in file: inout FileDescription) throws(AudioError) {
        if !bytes.isEmpty {
            guard let size = ID3Tag.size(at: bytes[...]) else {
                throw .parameter.because("only ID3v2 tags are written")
            }
            guard size == bytes.count else { throw .badPropertySize }
        }
        let id = file.fileType == "AIFF" || file.fileType == "AIFC" ? id : lowercaseID
        forget(in: &file)
        file.userChunks.removeAll { isTag($0.id) }
        file.replaceLeadingTag(by: bytes)
        if bytes.isEmpty {
            file.id3Tag = nil
        } else {
            file.userChunks.append(FileDescription.Chunk(id: id, body: .bytes(bytes)))
        }
        learn(in: &file)
    }

    /// Lets the properties say what the tag among the user chunks does: it is newer than they are.
    package static func learn(in file: inout FileDescription) {
        guard let tag = tag(in: file.userChunks) else { return }
        for entry in tag.dictionary { file.info.replace(by: entry) }
        file.artwork = tag.artwork
    }

    /// Takes out of the properties what the tag among the user chunks says, before it goes.
    package static func forget(in file: inout FileDescription) {
        guard let tag = tag(in: file.userChunks) ?? file.leadingID3Tag.flatMap({ try? ID3Tag($0, isWhole: false) })
        else {
            return
        }
        for entry in tag.dictionary where file.info[entry.key] == entry.value { file.info[entry.key] = nil }
        if file.artwork == tag.artwork { file.artwork = [] }
    }

    /// The user chunks as they are to be written, with a tag where one is there already or is needed.
    ///
    /// - Parameters:
    ///   - chunks: the chunks to write, those of markers renewed already.
    ///   - holds: whether the file's own chunks contain an entry, so that it needs no tag.
    static func renewed(
        _ chunks: [FileDescription.Chunk], _ file: FileDescription, id: FourCC,
        holds: (InfoDictionary.Entry) -> Bool
    ) -> [FileDescription.Chunk] {
        let place = chunks.firstIndex { isTag($0.id) }
        let old = tag(in: chunks)
        let missing = file.info.entries.filter { !holds($0) }
        // Nothing to say, and nothing said; or a chunk that is no tag at all.
        if old == nil, missing.isEmpty, file.artwork.isEmpty { return chunks }
        if let old, isUnchanged(old, file, missing, holds) { return chunks }
        let bytes = ID3Tag.bytes(file.info, artwork: file.artwork, others: old?.otherFrames ?? [])
        var renewed = chunks
        if let place { renewed.remove(at: place) }
        if !bytes.isEmpty {
            let chunk = FileDescription.Chunk(id: place.map { chunks[$0].id } ?? id, body: .bytes(bytes))
            renewed.insert(chunk, at: place ?? renewed.endIndex)
        }
        return renewed
    }

    private static func isUnchanged(
        _ old: ID3Tag, _ file: FileDescription, _ missing: [InfoDictionary.Entry],
        _ holds: (InfoDictionary.Entry) -> Bool
    ) -> Bool {
        let said = InfoDictionary(old.dictionary)
        return old.artwork == file.artwork && missing.allSatisfy { said[$0.key] == $0.value }
            && said.entries.allSatisfy { entry in
                guard let value = file.info[entry.key] else { return false }
                return value == entry.value || holds(InfoDictionary.Entry(key: entry.key, value: value))
            }
    }
}

// The tags before a file whose own format has no place for them: FLAC. They must have been read into memory.
extension FileDescription {
    private var leadingBytes: [UInt8] {
        guard case .bytes(let bytes)? = leadingTags?.body else { return [] }
        return bytes
    }

    /// The bytes of the first ID3v2 tag before the file; nil where there is none, or none in memory.
    package var leadingID3Tag: [UInt8]? {
        let tags = leadingBytes
        return StreamTags.split(tags).first { ID3Tag.size(at: tags[$0]) != nil }.map { Array(tags[$0]) }
    }

    /// Puts a tag in the place of the ID3v2 tags before the file, if there are any. Tags of other kinds stay behind it.
    ///
    /// - Parameter tag: one whole tag, or nothing. What is neither changes nothing.
    package mutating func replaceLeadingTag(by tag: [UInt8]) {
        guard tag.isEmpty || ID3Tag.size(at: tag[...]) == tag.count else { return }
        let tags = leadingBytes
        let parts = StreamTags.split(tags)
        let others = parts.filter { ID3Tag.size(at: tags[$0]) == nil }
        guard others.count < parts.count else { return }
        let bytes = tag + others.flatMap { tags[$0] }
        leadingTags = bytes.isEmpty ? nil : Chunk(id: ID3Chunk.id, body: .bytes(bytes))
    }

    /// Takes the pictures out of the ID3v2 tag before the file, if there is one: another now goes with the sound, or none.
    package mutating func dropLeadingPicture() {
        guard let bytes = leadingID3Tag, let tag = try? ID3Tag(bytes, isWhole: false), !tag.artwork.isEmpty else {
            return
        }
        let info = InfoDictionary(tag.dictionary)
        replaceLeadingTag(by: ID3Tag.bytes(info, artwork: [], others: tag.otherFrames.filter { $0.id != "APIC" }))
        if leadingID3Tag == nil { id3Tag = nil }
    }
}
