import AudioCore

/// A chunk's body that reads and writes itself. Everything in it is big-endian.
protocol CAFChunk {
    static var id: FourCC { get }
    init(parsing input: inout ByteReader) throws(AudioError)
    func write(to output: inout ByteWriter)
}

extension CAFChunk {
    /// The chunk as it stands in a file, header and body.
    var bytes: [UInt8] {
        var body = ByteWriter()
        write(to: &body)
        return CAFChunkHeader.chunk(Self.id, body: body.bytes)
    }
}

/// The first eight bytes of the file.
struct CAFFileHeader {
    static let size = 8
    static let magic: FourCC = "caff"
    static let version: UInt16 = 1

    init() {}

    /// Unknown flags are ignored, as the specification asks; an unknown version is refused.
    init(parsing input: inout ByteReader) throws(AudioError) {
        guard try input.fourCC() == Self.magic else { throw .invalidFile.because("this is not a CAF file") }
        guard try input.big(UInt16.self) == Self.version else {
            throw .invalidFile.because("the CAF file has an unknown version")
        }
        try input.skip(2)
    }

    func write(to output: inout ByteWriter) {
        output.fourCC(Self.magic)
        output.big(Self.version)
        output.big(UInt16(0))
    }
}

/// What stands before every chunk's body. No padding between chunks, unlike IFF.
struct CAFChunkHeader {
    static let size = 12

    var id: FourCC
    /// Bytes of the body; −1 in the data chunk, and only there, means that it goes to the end of the file.
    var bodySize: Int64

    init(id: FourCC, bodySize: Int64) {
        self.id = id
        self.bodySize = bodySize
    }

    init(parsing input: inout ByteReader) throws(AudioError) {
        id = try input.fourCC()
        bodySize = try input.big()
    }

    func write(to output: inout ByteWriter) {
        output.fourCC(id)
        output.big(bodySize)
    }

    static func chunk(_ id: FourCC, body: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        Self(id: id, bodySize: Int64(body.count)).write(to: &output)
        output.append(body)
        return output.bytes
    }
}

/// `desc`: the format of the audio data.
struct CAFDescription: CAFChunk {
    static let id: FourCC = "desc"
    static let bodySize = 32

    var sampleRate: Double
    var formatID: FourCC
    var formatFlags: UInt32
    var bytesPerPacket: UInt32
    var framesPerPacket: UInt32
    var channelsPerFrame: UInt32
    var bitsPerChannel: UInt32

    init(parsing input: inout ByteReader) throws(AudioError) {
        sampleRate = try input.bigFloat64()
        formatID = try input.fourCC()
        formatFlags = try input.big()
        bytesPerPacket = try input.big()
        framesPerPacket = try input.big()
        channelsPerFrame = try input.big()
        bitsPerChannel = try input.big()
    }

    func write(to output: inout ByteWriter) {
        output.bigFloat64(sampleRate)
        output.fourCC(formatID)
        output.big(formatFlags)
        output.big(bytesPerPacket)
        output.big(framesPerPacket)
        output.big(channelsPerFrame)
        output.big(bitsPerChannel)
    }

    /// The flags that linear PCM has in CAF: not those of `AudioStreamBasicDescription`.
    private static let isFloat: UInt32 = 1
    private static let isLittleEndian: UInt32 = 2

    /// Larger packets than this many bytes or frames exist in no format.
    private static let maximumPacket: UInt32 = 1 << 24

    /// The stream format this describes.
    ///
    /// Integers are always signed, and where they have fewer bits than their bytes hold they stand in the high bits:
    /// the file has no flag that would say otherwise.
    /// - Throws: `invalidFile` for values that no sound has; `unsupportedDataFormat` for PCM of an unsupported width.
    func format() throws(AudioError) -> StreamFormat {
        guard sampleRate.isFinite, sampleRate > 0, sampleRate <= 1e9 else {
            throw .invalidFile.because("the sample rate is \(sampleRate)")
        }
        guard (1...1024).contains(channelsPerFrame) else {
            throw .invalidFile.because("the file claims \(channelsPerFrame) channels")
        }
        guard bytesPerPacket <= Self.maximumPacket, framesPerPacket <= Self.maximumPacket, bitsPerChannel <= 1024 else {
            throw .invalidFile.because("the file claims absurdly large packets")
        }
        return formatID == .linearPCM ? try linearPCM() : encoded
    }

    private func linearPCM() throws(AudioError) -> StreamFormat {
        let format = StreamFormat.pcm(
            formatFlags & Self.isFloat != 0 ? .float : .signed, bits: Int(bitsPerChannel), sampleRate: sampleRate,
            channels: Int(channelsPerFrame), bigEndian: formatFlags & Self.isLittleEndian == 0,
            bytesPerSample: Int(bytesPerPacket / channelsPerFrame), alignedHigh: true)
        guard framesPerPacket == 1, format.bytesPerPacket == Int(bytesPerPacket), format.isValidPCM else {
            throw .unsupportedDataFormat.because(
                "linear PCM of \(bitsPerChannel) bits in \(bytesPerPacket) bytes a frame")
        }
        return format
    }

    private var encoded: StreamFormat {
        StreamFormat(
            sampleRate: sampleRate, formatID: formatID, flags: .init(rawValue: formatFlags),
            bytesPerPacket: Int(bytesPerPacket), framesPerPacket: Int(framesPerPacket),
            bytesPerFrame: framesPerPacket == 1 ? Int(bytesPerPacket) : 0, channels: Int(channelsPerFrame),
            bitsPerChannel: Int(bitsPerChannel))
    }

    /// - Throws: `unsupportedDataFormat` for what the chunk cannot say: unsigned, fixed-point, low-aligned or
    ///   non-interleaved PCM, and values outside the fields.
    init(_ format: StreamFormat) throws(AudioError) {
        guard let bytesPerPacket = UInt32(exactly: format.bytesPerPacket),
            let framesPerPacket = UInt32(exactly: format.framesPerPacket),
            let channels = UInt32(exactly: format.channels), let bits = UInt32(exactly: format.bitsPerChannel)
        else { throw .unsupportedDataFormat }
        sampleRate = format.sampleRate
        formatID = format.formatID
        formatFlags = format.flags.rawValue
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
        channelsPerFrame = channels
        bitsPerChannel = bits
        if format.isPCM { formatFlags = try Self.linearPCMFlags(format) }
        do throws(AudioError) { _ = try self.format() } catch { throw .unsupportedDataFormat.because(error.reason) }
    }

    private static func linearPCMFlags(_ format: StreamFormat) throws(AudioError) -> UInt32 {
        let isAligned = format.bitsPerChannel == format.bytesPerSample * 8 || format.flags.contains(.alignedHigh)
        guard format.isValidPCM, format.isInterleaved, isAligned, format.flags.fractionBits == 0,
            format.sampleKind != .unsigned
        else { throw .unsupportedDataFormat.because("CAF holds interleaved, signed or float PCM alone") }
        return (format.sampleKind == .float ? isFloat : 0) | (format.isBigEndian ? 0 : isLittleEndian)
    }
}

/// `chan`: which loudspeaker each channel is for.
struct CAFChannelLayout: CAFChunk {
    static let id: FourCC = "chan"

    var layout: ChannelLayout

    init(_ layout: ChannelLayout) { self.layout = layout }

    init(parsing input: inout ByteReader) throws(AudioError) {
        layout = ChannelLayout(tag: try input.big(), bitmap: try input.big())
        let count = try input.big(UInt32.self)
        guard Int64(count) * 20 <= Int64(input.remaining) else { throw .endOfFile }
        for _ in 0..<count {
            layout.descriptions.append(
                ChannelLayout.Channel(
                    label: try input.big(), flags: try input.big(),
                    coordinates: SIMD3(try input.bigFloat32(), try input.bigFloat32(), try input.bigFloat32())))
        }
    }

    func write(to output: inout ByteWriter) {
        output.big(layout.tag)
        output.big(layout.bitmap)
        output.big(UInt32(layout.descriptions.count))
        for channel in layout.descriptions {
            output.big(channel.label)
            output.big(channel.flags)
            for axis in 0..<3 { output.bigFloat32(channel.coordinates[axis]) }
        }
    }
}

/// `info`: texts about the sound under the keys of `kAFInfoDictionary_…`.
struct CAFInfo: CAFChunk {
    static let id: FourCC = "info"

    var info: InfoDictionary

    init(_ info: InfoDictionary) { self.info = info }

    /// Takes the pairs that are there, whatever the count claims.
    init(parsing input: inout ByteReader) throws(AudioError) {
        let count = Int(try input.big(UInt32.self))
        var entries: [InfoDictionary.Entry] = []
        while entries.count < count, !input.isAtEnd {
            let key = input.zeroTerminatedText()
            entries.append(InfoDictionary.Entry(key: key, value: input.zeroTerminatedText()))
        }
        info = InfoDictionary(joining: entries)
    }

    func write(to output: inout ByteWriter) {
        output.big(UInt32(info.entries.count))
        for entry in info.entries {
            output.zeroTerminatedPrefix(entry.key)
            output.zeroTerminatedPrefix(entry.value)
        }
    }
}

extension ByteWriter {
    /// Text up to its first zero character, then a zero: a zero within would shift all texts after it.
    mutating func zeroTerminatedPrefix(_ text: String) {
        append(text.utf8.prefix { $0 != 0 })
        big(UInt8(0))
    }
}
