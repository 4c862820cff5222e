import AudioCore

/// A file format: how to know it, read its description, and lay a description out as bytes.
///
/// For implementations: a container never touches samples and never calls a codec. It says where packets are
/// (`read`), and what stands before and after them (`enclose`). The engine moves the audio data.
package protocol Container: Sendable {
    /// The file types this container reads and, where a type has formats, writes.
    static var types: [FileType] { get }

    /// Each inner list is one way to know the format: all its magics must match.
    static var signatures: [[Magic]] { get }

    /// What the format has room for besides the sound.
    static var annotations: FileAnnotations { get }

    /// What of it can be written; by default all of it.
    static var writtenAnnotations: FileAnnotations { get }

    /// The evidence for this format in `head`, the file's first bytes after any ID3v2 tags.
    ///
    /// For formats without a magic, and for those before which such tags stand. Called where no container's signature
    /// matches, so it may examine much of `head`, but must not claim noise. By default nothing is claimed.
    ///
    /// - Parameter isWhole: whether `head` extends to the end of the sound.
    static func claim(on head: [UInt8], isWhole: Bool) -> Claim?

    /// Finds out what `source` holds, reading no more of it than the description needs: never the audio data of a format
    /// with constant packets.
    ///
    /// - Throws: `invalidFile` where the source is not what its signature promises; `unsupportedDataFormat` where its
    ///   format has no Core Audio name.
    static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription

    /// Describes a file without reading its audio data, for formats whose `read` must read it; nil where that is not possible.
    ///
    /// - Throws: as `read`.
    static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview?

    /// Finds out what `source`, whose bytes may still be arriving, holds, reading no further than its first packet.
    ///
    /// The source throws `dataUnavailable` for bytes that have not arrived; the engine calls this again when they have.
    ///
    /// - Throws: as `read`; `notOptimized` where what the packets need follows them.
    static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream

    /// The bytes before and after `file.dataSize` bytes of audio data.
    ///
    /// A pure function of the description. `file.isComplete == false` is asked for when a file is created and while it is
    /// written: the result must then be a file that can be opened although its writer was killed, where the format has a
    /// way to say so. Called again when the file is closed.
    ///
    /// - Parameter dataOffset: nil where the audio data has no place yet and the container chooses one (page-aligned
    ///   behind a filler chunk where `file.alignsAudioData`). Else the head must have exactly this many bytes: filler
    ///   shrinks or grows, and what finds no room goes behind the data where the format allows.
    /// - Throws: `unsupportedDataFormat` for a format this type cannot hold; `doesNotAllow64BitDataSize` where the data is
    ///   too large; `operationNotSupported` where the head no longer fits.
    static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure

    /// What stands right before a packet in the file: a header of its own, where the format has one.
    ///
    /// Called before each packet that is written. May also note in the description what the head must state of the first
    /// packet. By default packets follow each other at once.
    /// - Throws: `unsupportedDataFormat` for a packet that the format cannot hold.
    static func packetHeader(
        _ packet: UnsafeRawBufferPointer, in file: inout FileDescription
    ) throws(AudioError) -> [UInt8]

    /// What stands right before each of several packets that are written together: `packetHeader` of each by default.
    ///
    /// For formats with pages, on which several packets follow one header. May note the last page in the description.
    static func packetHeaders(
        _ packets: [UnsafeRawBufferPointer], in file: inout FileDescription
    ) throws(AudioError) -> [[UInt8]]

    /// The header that the last page has by now, where it is another than in the file, and its place in the audio data.
    ///
    /// Asked when a file is finished, and before packets are added to one that was. By default there are no pages.
    static func revisedPage(of file: inout FileDescription) throws(AudioError) -> (bytes: [UInt8], offset: Int64)?

    /// A table of packets for files whose head describes no packets until they are finished, so that a killed writer does not
    /// lose its packets.
    ///
    /// The table stands ahead of the audio data, at the place to which `file.journalOffset` makes the head lead. Called now
    /// and then while packets are written. By default there is no table.
    /// - Parameter progress: the packets that the table lists already; nil for a new table, which lists all packets.
    static func journal(_ file: FileDescription, after progress: JournalEntry.Progress?) -> JournalEntry?

    /// How many sound tracks the file has, 1 where the format has but one.
    static func soundTracks(_ source: any ByteSource) throws(AudioError) -> Int

    /// As `read`, of a certain sound track, counted from 0.
    ///
    /// - Throws: `parameter` where there is no such track.
    static func read(_ source: any ByteSource, soundTrack: Int) throws(AudioError) -> FileDescription
}

extension Container {
    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? { nil }

    package static func packetHeader(
        _ packet: UnsafeRawBufferPointer, in file: inout FileDescription
    ) throws(AudioError) -> [UInt8] { [] }

    package static func packetHeaders(
        _ packets: [UnsafeRawBufferPointer], in file: inout FileDescription
    ) throws(AudioError) -> [[UInt8]] {
        var headers: [[UInt8]] = []
        for packet in packets { headers.append(try packetHeader(packet, in: &file)) }
        return headers
    }

    package static func revisedPage(
        of file: inout FileDescription
    ) throws(AudioError) -> (bytes: [UInt8], offset: Int64)? { nil }

    package static func journal(_ file: FileDescription, after progress: JournalEntry.Progress?) -> JournalEntry? {
        nil
    }

    package static func soundTracks(_ source: any ByteSource) throws(AudioError) -> Int { 1 }

    package static func read(_ source: any ByteSource, soundTrack: Int) throws(AudioError) -> FileDescription {
        guard soundTrack == 0 else { throw .parameter.because("the file has one track") }
        return try read(source)
    }

    package static func claim(on head: [UInt8], isWhole: Bool) -> Claim? { nil }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        throw .unsupportedFileType.because("files of this type are not read as they arrive")
    }

    package static var annotations: FileAnnotations { [] }

    package static var writtenAnnotations: FileAnnotations { annotations }
}

/// What a format can store besides the sound: annotations, and data that its packets need.
package struct FileAnnotations: OptionSet, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    package static let info = FileAnnotations(rawValue: 1)
    package static let artwork = FileAnnotations(rawValue: 2)
    package static let markers = FileAnnotations(rawValue: 4)
    package static let regions = FileAnnotations(rawValue: 8)
    package static let id3Tag = FileAnnotations(rawValue: 16)
    /// Chunks of any id, `AudioFileSetUserData`'s.
    package static let userData = FileAnnotations(rawValue: 32)
    /// What a decoder needs to know besides the format.
    package static let magicCookie = FileAnnotations(rawValue: 64)
    /// A list of packets, and the number of valid frames.
    package static let packetTable = FileAnnotations(rawValue: 128)
    /// The number of frames before the sound, where packets are not listed.
    package static let priming = FileAnnotations(rawValue: 256)

    /// For an elementary stream, which has ID3 tags around it.
    package static let stream: FileAnnotations = [.info, .artwork, .markers, .id3Tag, .userData]
    package static let all: FileAnnotations = [.info, .artwork, .markers, .regions, .id3Tag, .userData]
}

/// What stands around the audio data.
package struct Enclosure: Equatable, Sendable {
    package var head: [UInt8]
    package var tail: [UInt8]

    package init(head: [UInt8], tail: [UInt8] = []) {
        self.head = head
        self.tail = tail
    }
}

/// What a table of the packets of an unfinished file grows by.
package struct JournalEntry: Equatable, Sendable {
    /// What stands before all else in a new table, and stays; empty where the table is there already.
    package var preface: [UInt8] = []
    /// Counts and sizes, written over those before once the rows are there. As many bytes each time.
    package var head: [UInt8]
    /// For the end of the table.
    package var rows: [UInt8]
    package var progress: Progress

    /// The packets that a table lists.
    package struct Progress: Equatable, Sendable {
        package var packets: Int64
        /// Bytes of all its rows.
        package var rowBytes: Int64
        /// The packet that the first row describes.
        package var firstRow: Int64 = 0
    }
}

/// Bytes by which a format is known.
package struct Magic: Hashable, Sendable {
    package var code: FourCC
    package var offset: Int

    package init(_ code: FourCC, at offset: Int = 0) {
        self.code = code
        self.offset = offset
    }

    package func matches(_ head: [UInt8]) -> Bool {
        head.count >= offset + 4 && Array(head[offset..<offset + 4]) == code.bytes
    }
}

/// The strength of the evidence in a file's first bytes for a format without a signature.
package struct Claim: Equatable, Sendable {
    /// Where the first frame begins.
    package var start: Int
    /// Consecutive frames that agree, from there; 0 if a frame may begin there and the next one is not in the bytes.
    package var frames: Int
    /// Whether a file is taken for this format although neither its name nor its reader says so.
    package var isCertain: Bool

    package init(start: Int, frames: Int, isCertain: Bool = true) {
        self.start = start
        self.frames = frames
        self.isCertain = isCertain
    }
}

/// One file type and what AudioFileGetGlobalInfo and afconvert's `-hf` report of it.
package struct FileType: Sendable {
    /// `kAudioFile…Type`
    package var id: FourCC
    /// What people call it: "CAF", "WAVE", "AIFC".
    package var name: String
    /// Without the dot, the usual one first.
    package var extensions: [String]
    package var mimeTypes: [String]
    /// Uniform type identifiers.
    package var utis: [String]
    /// Classic Mac OS file types.
    package var hfsTypes: [FourCC]
    /// What can be written, in the order `-hf` lists it; empty where the type is only read.
    package var formats: [WritableFormat]
    /// Whether integers may have fewer bits than the bytes that they stand in, of which they take the high bits.
    package var holdsFewerBits: Bool

    package init(
        id: FourCC, name: String, extensions: [String], mimeTypes: [String] = [], utis: [String] = [],
        hfsTypes: [FourCC] = [], formats: [WritableFormat] = [], holdsFewerBits: Bool = false
    ) {
        self.holdsFewerBits = holdsFewerBits
        self.id = id
        self.name = name
        self.extensions = extensions
        self.mimeTypes = mimeTypes
        self.utis = utis
        self.hfsTypes = hfsTypes
        self.formats = formats
    }

    /// A data format a file type can hold.
    package enum WritableFormat: Hashable, Sendable {
        /// Linear PCM, packed, of this many bits.
        case pcm(StreamFormat.SampleKind, bits: Int, bigEndian: Bool)
        case encoded(FourCC)

        package var formatID: FourCC {
            switch self {
            case .pcm: .linearPCM
            case .encoded(let id): id
            }
        }
    }

    /// Whether a file of this type can hold `format`. Fields that `format` leaves 0 are not compared.
    package func canHold(_ format: StreamFormat) -> Bool {
        formats.contains { candidate in
            switch candidate {
            case .encoded(let id): id == format.formatID
            case .pcm(let kind, let bits, let bigEndian):
                format.isPCM && format.sampleKind == kind && hasBits(format, bits)
                    && (bits == 8 || format.isBigEndian == bigEndian) && format.isInterleaved
                    && format.flags.fractionBits == 0 && format.bytesPerSample * 8 == bits
            }
        }
    }

    /// Whether samples fill so many bits, or stand in the high ones where the type has a place for how many they are.
    private func hasBits(_ format: StreamFormat, _ bits: Int) -> Bool {
        format.bitsPerChannel == bits
            || holdsFewerBits && (1..<bits).contains(format.bitsPerChannel) && format.flags.contains(.alignedHigh)
    }
}
