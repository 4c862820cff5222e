import AudioCore

/// An ID3v2 tag, versions 2.2 to 2.4: its size, its texts, its picture and its chapters. Parsed from untrusted bytes.
package struct ID3Tag {
    /// Text frames by the names of `kAFInfoDictionary_…`, else by their frame ID. The first of several frames of a name counts,
    /// and with it those of the same ID.
    package private(set) var dictionary: [InfoDictionary.Entry] = []
    /// The front cover, else the first picture; the bytes of an image file.
    package private(set) var artwork: [UInt8] = []
    /// The `CHAP` frames, in the order of the tag: where each begins, in milliseconds, and its title.
    package private(set) var chapters: [(start: UInt32, name: String)] = []
    /// Frames that are neither text nor the picture nor the note on loudness: carried along.
    private(set) var otherFrames: [ID3Frames.Frame] = []

    /// What one text may take, and all of them; what a person wrote is shorter.
    private static let maximumText = 1 << 20
    private static let maximumTexts = 4 << 20

    /// Bytes of the tag with its header and footer, from its first ten bytes.
    ///
    /// - Throws: `formatSpecifierSize` for fewer than ten bytes, `parameter` where they do not begin a tag.
    package static func size(of bytes: UnsafeRawBufferPointer) throws(AudioError) -> UInt32 {
        try ID3Frames.Header(bytes).totalSize
    }

    /// Bytes of the tag that `bytes` begin, with header and footer; nil where they begin none.
    static func size(at bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { (try? size(of: $0)).map { Int($0) } }
    }

    /// - Throws: `formatSpecifierSize` where the bytes end before the tag does.
    package init(_ bytes: [UInt8]) throws(AudioError) {
        try self.init(bytes, isWhole: true)
    }

    /// - Parameter isWhole: whether a tag whose end is missing is refused; else the whole frames of it are read.
    init(_ bytes: [UInt8], isWhole: Bool) throws(AudioError) {
        let header = try Self.header(bytes)
        guard !isWhole || bytes.count - 10 >= header.bodySize else { throw .formatSpecifierSize }
        let frames = ID3Frames(header, bytes[10..<min(bytes.count, 10 + header.bodySize)]).frames
        takeTexts(frames)
        takePicture(frames)
        for frame in frames where frame.id == "CHAP" {
            if let chapter = Self.chapter(frame.body, header.version) { chapters.append(chapter) }
        }
    }

    private static func header(_ bytes: [UInt8]) throws(AudioError) -> ID3Frames.Header {
        var failure = AudioError.parameter
        let header = bytes.withUnsafeBytes { raw -> ID3Frames.Header? in
            do throws(AudioError) { return try ID3Frames.Header(raw) } catch {
                failure = error
                return nil
            }
        }
        guard let header else { throw failure }
        return header
    }

    private mutating func takeTexts(_ frames: [ID3Frames.Frame]) {
        // The ID of the frame that a key's text came from.
        var sources: [String: String] = [:]
        var entries: [InfoDictionary.Entry] = []
        var room = Self.maximumTexts
        for frame in frames {
            guard frame.body.count <= min(Self.maximumText, room), let entry = ID3Text.entry(of: frame) else {
                if frame.id != "APIC" || frame.isOldPicture { otherFrames.append(frame) }
                continue
            }
            room -= frame.body.count
            if entry.key == "comments:" + SoundCheck.note, let check = SoundCheck(note: entry.value) {
                entries += check.entries.filter { sources.updateValue(frame.id, forKey: $0.key) == nil }
                continue
            }
            let source = sources[entry.key]
            // There may be a comment for each language; one is for the reader.
            guard source == nil || source == frame.id && frame.id.hasPrefix("T") else {
                otherFrames.append(frame)
                continue
            }
            sources[entry.key] = frame.id
            entries.append(entry)
        }
        dictionary = InfoDictionary(joining: entries).entries
        otherFrames.removeAll { $0.isOldPicture }
    }

    private mutating func takePicture(_ frames: [ID3Frames.Frame]) {
        let pictures = frames.filter { $0.id == "APIC" }.compactMap { frame in
            ID3Picture(frame).map { (frame: frame, picture: $0) }
        }
        let chosen = pictures.firstIndex { $0.picture.type == ID3Picture.frontCover } ?? pictures.indices.first
        for (index, picture) in pictures.enumerated() {
            if index == chosen {
                artwork = Array(picture.picture.image)
            } else if !picture.frame.isOldPicture {
                otherFrames.append(picture.frame)
            }
        }
    }

    /// An element's name, its start and end in milliseconds and in bytes, then frames: its title among them.
    private static func chapter(_ body: ArraySlice<UInt8>, _ version: UInt8) -> (start: UInt32, name: String)? {
        var input = ByteReader(body)
        let element = input.zeroTerminatedText()
        guard let start = try? input.big(UInt32.self), (try? input.skip(12)) != nil,
            let header = try? header([0x49, 0x44, 0x33, version, 0, 0, 0, 0, 0, 0])
        else { return nil }
        let title = ID3Frames(header, input.rest()).frames.lazy.compactMap(ID3Text.entry)
            .first { $0.key == "title" }
        return (start, title?.value ?? element)
    }
}

/// A picture's frame: an encoding, what kind of image file it is, what it shows, a description, and the file.
struct ID3Picture {
    static let frontCover: UInt8 = 3

    let type: UInt8
    let image: ArraySlice<UInt8>

    /// Nil for a link to a picture, and for what is cut off.
    init?(_ frame: ID3Frames.Frame) {
        var input = ByteReader(frame.body)
        guard let encoding = try? input.big(UInt8.self) else { return nil }
        let form =
            frame.isOldPicture
            ? String(decoding: (try? input.take(3)) ?? [], as: UTF8.self) : input.zeroTerminatedText()
        guard form != "-->", let type = try? input.big(UInt8.self) else { return nil }
        self.type = type
        ID3Text.skipTerminated(&input, encoding)
        image = input.rest()
        if image.isEmpty { return nil }
    }

    /// A frame's body for a front cover.
    static func body(_ image: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        output.big(UInt8(0))
        output.zeroTerminated(ImageFile.mimeType(image))
        output.big(frontCover)
        output.big(UInt8(0))
        output.append(image)
        return output.bytes
    }
}
