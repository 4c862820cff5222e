import AudioCore

/// What is particular to a codec in Ogg: its headers, and how many frames its packets have.
protocol OggSound {
    /// Whether a stream that begins with this packet is of the codec.
    static func begins(_ packet: some Collection<UInt8>) -> Bool

    /// - Parameter head: the packet that begins the stream.
    init(_ head: [UInt8]) throws(AudioError)

    /// Header packets that are still to come.
    var headersLeft: Int { get }

    /// Takes the next header packet, or what there was room for of a large one.
    mutating func take(header: [UInt8]) throws(AudioError)

    /// Frames that a packet adds to those before it; nil for what is no packet of sound.
    mutating func frames(_ packet: UnsafeBufferPointer<UInt8>) -> Int?

    /// The packets that follow are not those behind the ones before.
    mutating func beginAnew()

    /// Whether a stream with other headers may follow in the same sound; false where the sound ends before it.
    func goesOn(with other: Self) -> Bool

    /// Whether the head of a stream that continues the sound is a packet without frames, which makes a decoder start over.
    static var marksLinks: Bool { get }

    /// Without the frames of a packet.
    var format: StreamFormat { get }
    var magicCookie: [UInt8] { get }
    var layout: ChannelLayout? { get }
    /// Frames of the decoder's start, which do not count.
    var preSkip: Int { get }
    var comments: VorbisComments { get }
    /// Bits of the source's samples; 0 where the codec does not have them.
    var sourceBitDepth: Int { get }
    /// No packet has more bytes.
    var largestPacket: Int { get }
    /// Frames assumed for each packet until one has another number; 0 where they always vary.
    static var usualFrames: Int { get }
    /// Frames of a packet in place of lost ones where none was found before.
    var lostFrames: Int { get }
}

extension OggSound {
    var sourceBitDepth: Int { 0 }
}

/// Opus in Ogg, RFC 7845.
struct OggOpus: OggSound {
    let head: OpusHead
    private var tags: [UInt8] = []
    private(set) var headersLeft = 1

    var largestPacket: Int { OpusPacket.maximumSize * head.streams }
    static let usualFrames = 960
    var lostFrames: Int { Self.usualFrames }
    static let tagMagic = Array("OpusTags".utf8)

    static func begins(_ packet: some Collection<UInt8>) -> Bool { packet.starts(with: OpusHead.magic) }

    init(_ head: [UInt8]) throws(AudioError) { self.head = try OpusHead(head) }

    mutating func take(header: [UInt8]) { (tags, headersLeft) = (header, 0) }

    func frames(_ packet: UnsafeBufferPointer<UInt8>) -> Int? { OpusPacket.frames(packet) }

    mutating func beginAnew() {}

    func goesOn(with other: OggOpus) -> Bool { other.head.agrees(with: head) }

    static let marksLinks = false

    var format: StreamFormat {
        StreamFormat(sampleRate: OpusHead.sampleRate, formatID: "opus", channels: head.channels)
    }
    var magicCookie: [UInt8] { head.bytes }
    var layout: ChannelLayout? { head.layout }
    var preSkip: Int { head.preSkip }

    var comments: VorbisComments {
        tags.starts(with: Self.tagMagic) ? VorbisComments(Array(tags.dropFirst(Self.tagMagic.count))) : VorbisComments()
    }
}

/// Vorbis in Ogg, the Vorbis I specification, section A.
///
/// A chained stream with another setup ends the sound, because one magic cookie contains one setup.
struct OggVorbis: OggSound {
    private let identification: [UInt8]
    private var commentHeader: [UInt8] = []
    private var headers: VorbisHeaders?
    /// The block of the packet before.
    private var previous: Int?

    let largestPacket = 1 << 18
    static let usualFrames = 0
    var lostFrames: Int { headers?.maximumFrames ?? 0 }

    static func begins(_ packet: some Collection<UInt8>) -> Bool { VorbisHeaders.isHeader(packet, kind: 1) }

    init(_ head: [UInt8]) { identification = head }

    var headersLeft: Int { headers != nil ? 0 : commentHeader.isEmpty ? 2 : 1 }

    mutating func take(header: [UInt8]) throws(AudioError) {
        if commentHeader.isEmpty {
            guard VorbisHeaders.isHeader(header, kind: 3) else { throw Self.broken }
            commentHeader = header
        } else {
            do throws(AudioError) {
                headers = try VorbisHeaders(identification: identification, setup: header)
            } catch { throw .invalidFile.because(error.reason) }
        }
    }

    private static var broken: AudioError {
        .invalidFile.because("the Vorbis stream does not begin with its three headers")
    }

    mutating func frames(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = packet.first, let block = headers?.block(first) else { return nil }
        defer { previous = block }
        return VorbisHeaders.frames(block, behind: previous)
    }

    mutating func beginAnew() { previous = nil }

    func goesOn(with other: OggVorbis) -> Bool {
        guard let headers, let others = other.headers else { return false }
        return headers.decodesLike(others)
    }

    static let marksLinks = true

    var format: StreamFormat {
        StreamFormat(
            sampleRate: Double(headers?.sampleRate ?? 0), formatID: "vorb", channels: headers?.channels ?? 0)
    }
    var magicCookie: [UInt8] { headers?.cookie ?? [] }
    var layout: ChannelLayout? { headers.flatMap { VorbisHeaders.layout(channels: $0.channels) } }
    let preSkip = 0
    var comments: VorbisComments { VorbisComments(Array(commentHeader.dropFirst(1 + VorbisHeaders.magic.count))) }
}

/// FLAC in Ogg, version 1 of Xiph's mapping: a packet is a frame.
struct OggFLAC: OggSound {
    private let stream: FLACStreamInfo
    private(set) var comments = VorbisComments()
    private(set) var headersLeft: Int
    private var lastFrames: Int?

    private static let magic: [UInt8] = [0x7F] + "FLAC".utf8
    /// Bytes before STREAMINFO: the magic, the version, the number of headers, FLAC's own magic, and the block's header.
    private static let headSize = 17

    static let usualFrames = 0
    var lostFrames: Int { stream.largestBlock }

    static func begins(_ packet: some Collection<UInt8>) -> Bool { packet.starts(with: magic) }

    init(_ head: [UInt8]) throws(AudioError) {
        guard head.count > Self.headSize, head[5] == 1, head[13] & 0x7F == 0 else {
            throw .invalidFile.because("the Ogg stream of FLAC does not begin with STREAMINFO")
        }
        stream = try FLACStreamInfo(Array(head[Self.headSize...]))
        headersLeft = head[13] & 0x80 == 0 ? 1 : 0
    }

    mutating func take(header: [UInt8]) {
        guard let first = header.first else { return }
        if first & 0x7F == 4, comments.isEmpty { comments = VorbisComments(Array(header.dropFirst(4))) }
        // The last block says so. Where none did, a frame shows that there are no more.
        if first & 0x80 != 0 { headersLeft = 0 }
    }

    mutating func frames(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
        // The last page may contain nothing but the end.
        guard !packet.isEmpty else { return nil }
        lastFrames = FLACFrameHeader(packet, stream)?.frames ?? lastFrames
        return lastFrames
    }

    mutating func beginAnew() {}

    func goesOn(with other: OggFLAC) -> Bool {
        stream.channels == other.stream.channels && stream.sampleRate == other.stream.sampleRate
            && stream.bitsPerSample == other.stream.bitsPerSample && stream.largestBlock >= other.stream.largestBlock
    }

    static let marksLinks = false

    var format: StreamFormat {
        StreamFormat(
            sampleRate: Double(stream.sampleRate), formatID: "flac", flags: stream.depthFlag, channels: stream.channels)
    }
    var magicCookie: [UInt8] { stream.cookie }
    var layout: ChannelLayout? { stream.layout }
    let preSkip = 0
    var sourceBitDepth: Int { stream.bitsPerSample }
    var largestPacket: Int { Int(stream.largestFrame(stream.largestBlock)) }
}
