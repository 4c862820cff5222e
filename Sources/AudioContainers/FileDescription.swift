import AudioCore

/// Everything a container says about the sound it holds: what a reader finds and a writer lays out.
///
/// The audio data itself stays in the file, from `dataOffset` on. A value, so that a property setter can change a copy,
/// let the writer judge it, and keep the old one where it will not do.
package struct FileDescription: Hashable, Sendable {
    /// `kAudioFile…Type` of AudioFile.h: one container may have several, WAVE and RF64 for instance.
    package var fileType: FourCC
    package var format: StreamFormat
    /// Where the audio data begins, in bytes from the file's start.
    package var dataOffset: Int64 = 0
    /// Bytes of audio data that the file really has, whatever its header claims.
    package var dataSize: Int64 = 0
    /// Of packets of constant size the last may be cut off by the end of the audio data.
    package var packets: PacketIndex
    /// The number that the next frame must have which is written, where frames are numbered: FLAC. Nil where any will do.
    package var nextFrameNumber: UInt64?
    /// The last page that was written, where packets stand on pages: Ogg.
    package var lastPage: PageNote?
    /// Where the audio data lies that a file keeps in pieces; else it lies in one, from `dataOffset` on.
    package var pages: PagedData?
    /// How often the audio data was changed, where the format counts it (CAF): peaks and overviews of another count are
    /// out of date.
    package var editCount: UInt32 = 1
    /// Present where the file states priming and remainder, or how many frames of the last packet count.
    package var packetTable: PacketTableInfo?
    /// Frames by which the sound begins later than twice the packet table's priming if its packets turn out to contain spectral
    /// band replication.
    package var replicationDelay: Int32 = 0
    package var layout: ChannelLayout?
    package var magicCookie: [UInt8] = []
    /// Bits in which the file keeps each packet's size, where it has a choice: 32 or 16 (MPEG-4).
    package var packetSizeBits = 32
    /// Bits of the source before encoding; negative for float sources, 0 where unknown.
    package var sourceBitDepth = 0
    package var markers: [Marker] = []
    package var regions: [Region] = []
    /// `kSMPTETimeType…`, or 0.
    package var smpteTimeType: UInt32 = 0
    package var info = InfoDictionary()
    /// The picture that goes with the sound, as the bytes of a PNG or JPEG file; empty where there is none.
    package var artwork: [UInt8] = []
    /// Tags before the format's first byte, which a writer puts back where the format is one that they are put before: FLAC.
    package var leadingTags: Chunk?
    /// Where the ID3 tag stands in the file that was read.
    package var id3Tag: ChunkPlace?
    /// Chunks that no property covers, kept as user data, in the order of the file.
    package var userChunks: [Chunk] = []
    /// Chunks the reader understood, by id and place; for `AudioFileCountUserData` and `kAudioFilePropertyChunkIDs`.
    package var knownChunks: [ChunkPlace] = []
    /// False where chunks follow the audio data so that appending must move them.
    package var isOptimized = true
    /// False where rewriting the file would lose parts that do not belong to this sound: pictures, other tracks, fragments.
    package var isRewritable = true
    /// False where a writer did not finish: a CAF whose data size is −1, a WAVE whose sizes are still 0.
    package var isComplete = true
    /// Where the table of an unfinished file's packets stands, in bytes from the file's start: ahead of its audio data.
    package var journalOffset: Int64?
    /// Frames that the encoder puts before the sound, where that is known before the packet table is.
    package var expectedPriming: Int32 = 0
    /// Whether the audio data starts on a 4096-byte boundary behind a filler chunk when a writer lays it out.
    package var alignsAudioData = true

    package init(fileType: FourCC, format: StreamFormat, packets: PacketIndex) {
        self.fileType = fileType
        self.format = format
        self.packets = packets
    }

    /// The packet table while packets are added: all of their frames except the priming are sound.
    package var packetTableSoFar: PacketTableInfo {
        let total = packets.totalFrames
        if let packetTable, packetTable.totalFrames == total { return packetTable }
        let priming = min(Int64(packetTable?.primingFrames ?? expectedPriming), total)
        return PacketTableInfo(validFrames: total - priming, primingFrames: Int32(priming))
    }

    /// A page of packets, whose header may yet change.
    package struct PageNote: Hashable, Sendable {
        /// Where it begins in the audio data, its header as it is in the file, and the bytes after that.
        package var offset: Int64
        package var header: [UInt8]
        package var size: Int
        /// Frames up to its start and to its end.
        package var frames: Range<Int64>
    }

    /// Where a chunk's body stands in the file.
    package struct ChunkPlace: Hashable, Sendable {
        package var id: FourCC
        package var offset: Int64
        package var size: Int64

        package init(id: FourCC, offset: Int64, size: Int64) {
            self.id = id
            self.offset = offset
            self.size = size
        }
    }

    /// A chunk that is carried along unread.
    package struct Chunk: Hashable, Sendable {
        package var id: FourCC
        package var body: Body

        package enum Body: Hashable, Sendable {
            case bytes([UInt8])
            /// Still in the file that was opened.
            case inFile(offset: Int64, size: Int64)
        }

        package init(id: FourCC, body: Body) {
            self.id = id
            self.body = body
        }

        package var size: Int64 {
            switch body {
            case .bytes(let bytes): Int64(bytes.count)
            case .inFile(_, let size): size
            }
        }
    }
}

/// A place in the sound with a name: `AudioFileMarker`.
package struct Marker: Hashable, Sendable {
    package var framePosition: Double
    package var name: String
    package var id: Int32
    package var smpteTime: SMPTETime
    package var type: UInt32
    package var channel: UInt16

    package init(
        framePosition: Double, name: String = "", id: Int32 = 0, smpteTime: SMPTETime = SMPTETime(), type: UInt32 = 0,
        channel: UInt16 = 0
    ) {
        self.framePosition = framePosition
        self.name = name
        self.id = id
        self.smpteTime = smpteTime
        self.type = type
        self.channel = channel
    }

    /// `AudioFile_SMPTE_Time`
    package struct SMPTETime: Hashable, Sendable {
        package var hours: Int8 = 0
        package var minutes: UInt8 = 0
        package var seconds: UInt8 = 0
        package var frames: UInt8 = 0
        package var subFrameSampleOffset: UInt32 = 0

        package init() {}
    }
}

/// A stretch of the sound between markers: `AudioFileRegion`.
package struct Region: Hashable, Sendable {
    package var id: UInt32
    package var name: String
    package var flags: UInt32
    package var markers: [Marker]

    package init(id: UInt32, name: String = "", flags: UInt32 = 0, markers: [Marker] = []) {
        self.id = id
        self.name = name
        self.flags = flags
        self.markers = markers
    }
}
