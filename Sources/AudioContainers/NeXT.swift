import AudioCore

/// The sound files of NeXT and Sun, `.snd` and `.au`: a header of six numbers and a text, then the audio data.
///
/// Sun's manual page for au(4). The variant in little-endian order, by its magic `dns.` from DEC machines, is read too.
package enum NeXT: Container {
    package static let signatures = [[Magic(magic)], [Magic(littleEndianMagic)]]

    package static let types = [
        FileType(
            id: "NeXT", name: "NeXT/Sun", extensions: ["snd", "au"], mimeTypes: ["audio/basic", "audio/x-au"],
            utis: ["public.au-audio", "public.ulaw-audio"], hfsTypes: ["NxTS", "ULAW"],
            formats: [
                .pcm(.signed, bits: 8, bigEndian: true), .pcm(.signed, bits: 16, bigEndian: true),
                .pcm(.signed, bits: 24, bigEndian: true), .pcm(.signed, bits: 32, bigEndian: true),
                .pcm(.float, bits: 32, bigEndian: true), .pcm(.float, bits: 64, bigEndian: true),
                .encoded(.ulaw), .encoded(.alaw),
            ])
    ]

    private static let magic: FourCC = ".snd"
    private static let littleEndianMagic: FourCC = "dns."
    private static let headerSize = 24
    private static let unknownSize = UInt32.max
    private static let maximumText = 1 << 16
    private static let commentsKey = "comments"

    package static let annotations = FileAnnotations.info

    package static func read(_ source: any ByteSource) throws(AudioError) -> FileDescription {
        let fileSize = try source.size()
        var input = ByteReader(try source.prefix(at: 0, upTo: headerSize))
        guard input.remaining == headerSize else { throw .invalidFile.because("the header is cut off") }
        let header = try Header(parsing: &input)
        let offset = Int64(header.dataOffset)
        guard offset >= Int64(headerSize), offset <= fileSize else {
            throw .invalidFile.because("the audio data is said to begin at byte \(offset)")
        }
        let format = try header.format()
        let available = fileSize - offset
        // A size of 0 before audio data was left by a writer that never came back to it.
        let isUnknown = header.dataSize == unknownSize || header.dataSize == 0
        let size = isUnknown ? available : min(available, Int64(header.dataSize))
        var file = FileDescription(
            fileType: types[0].id, format: format,
            packets: PacketIndex(
                constantSize: format.bytesPerPacket, frames: 1, count: size / Int64(format.bytesPerPacket)))
        file.dataOffset = offset
        file.dataSize = size
        file.isComplete =
            isUnknown ? size >= Int64(unknownSize) || size == Int64(header.dataSize) : size == header.dataSize
        file.alignsAudioData = false
        let text = try source.prefix(at: Int64(headerSize), upTo: min(Int(offset) - headerSize, maximumText))
        if let comments = comments(text) { file.info[commentsKey] = comments }
        return file
    }

    package static func stream(_ source: any ByteSource) throws(AudioError) -> PacketStream {
        PacketStream(constant: try read(source))
    }

    /// The text between header and audio data. Some writers put several, each ended by a zero: they become lines.
    private static func comments(_ text: [UInt8]) -> String? {
        let lines = text.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    package static func enclose(_ file: FileDescription, dataOffset: Int64?) throws(AudioError) -> Enclosure {
        let text = Array((file.info[commentsKey] ?? "").utf8.prefix(maximumText - 1))
        // The text has at least four bytes and ends with a zero.
        let natural = headerSize + (text.count / 4 + 1) * 4
        let offset = dataOffset ?? Int64(natural)
        let needed = headerSize + (text.isEmpty ? 0 : text.count + 1)
        guard let offset = UInt32(exactly: offset), Int(offset) >= needed, Int(offset) <= headerSize + maximumText
        else {
            throw .operationNotSupported.because("the header does not fit before byte \(offset)")
        }
        guard file.dataSize >= 0 else { throw .parameter }
        var output = ByteWriter()
        var header = try Header(file.format)
        header.dataOffset = offset
        header.dataSize = file.isComplete ? UInt32(clamping: file.dataSize) : unknownSize
        header.write(to: &output)
        output.append(text)
        output.zeros(Int(offset) - output.count)
        return Enclosure(head: output.bytes)
    }

    /// The six numbers at the start of the file.
    private struct Header {
        var isBigEndian = true
        var dataOffset: UInt32 = 0
        /// `unknownSize` where the data goes to the end of the file.
        var dataSize: UInt32 = 0
        var encoding: UInt32
        var sampleRate: UInt32
        var channels: UInt32

        init(parsing input: inout ByteReader) throws(AudioError) {
            let magic = try input.fourCC()
            guard magic == NeXT.magic || magic == littleEndianMagic else {
                throw .invalidFile.because("this is not a NeXT/Sun file")
            }
            let isBig = magic == NeXT.magic
            func number() throws(AudioError) -> UInt32 { isBig ? try input.big() : try input.little() }
            let numbers = [try number(), try number(), try number(), try number(), try number()]
            isBigEndian = isBig
            dataOffset = numbers[0]
            dataSize = numbers[1]
            encoding = numbers[2]
            sampleRate = numbers[3]
            channels = numbers[4]
        }

        func write(to output: inout ByteWriter) {
            output.fourCC(NeXT.magic)
            for number in [dataOffset, dataSize, encoding, sampleRate, channels] { output.big(number) }
        }

        init(_ format: StreamFormat) throws(AudioError) {
            guard types[0].canHold(format), let code = Encoding.all.first(where: { $0.matches(format) })?.code,
                let rate = UInt32(exactly: format.sampleRate.rounded()), rate > 0, (1...1024).contains(format.channels)
            else { throw .unsupportedDataFormat }
            encoding = code
            sampleRate = rate
            channels = UInt32(format.channels)
        }

        func format() throws(AudioError) -> StreamFormat {
            guard sampleRate > 0, (1...1024).contains(channels) else {
                throw .invalidFile.because("\(channels) channels at \(sampleRate) Hz")
            }
            guard let encoding = Encoding.all.first(where: { $0.code == encoding }) else {
                throw .unsupportedDataFormat.because("encoding \(encoding) is not supported")
            }
            return encoding.format(sampleRate: Double(sampleRate), channels: Int(channels), bigEndian: isBigEndian)
        }
    }

    /// One of the numbers by which the header states the format of the samples.
    private struct Encoding {
        var code: UInt32
        var kind: Kind

        enum Kind {
            case pcm(StreamFormat.SampleKind, bits: Int)
            case law(FourCC)
        }

        static let all = [
            Encoding(code: 1, kind: .law(.ulaw)), Encoding(code: 2, kind: .pcm(.signed, bits: 8)),
            Encoding(code: 3, kind: .pcm(.signed, bits: 16)), Encoding(code: 4, kind: .pcm(.signed, bits: 24)),
            Encoding(code: 5, kind: .pcm(.signed, bits: 32)), Encoding(code: 6, kind: .pcm(.float, bits: 32)),
            Encoding(code: 7, kind: .pcm(.float, bits: 64)), Encoding(code: 27, kind: .law(.alaw)),
        ]

        func format(sampleRate: Double, channels: Int, bigEndian: Bool) -> StreamFormat {
            switch kind {
            case .pcm(let kind, let bits):
                .pcm(kind, bits: bits, sampleRate: sampleRate, channels: channels, bigEndian: bigEndian)
            case .law(let id):
                StreamFormat(
                    sampleRate: sampleRate, formatID: id, bytesPerPacket: channels, framesPerPacket: 1,
                    bytesPerFrame: channels, channels: channels, bitsPerChannel: 8)
            }
        }

        func matches(_ format: StreamFormat) -> Bool {
            switch kind {
            case .pcm(let kind, let bits):
                format.isPCM && format.sampleKind == kind && format.bitsPerChannel == bits
            case .law(let id): format.formatID == id
            }
        }
    }
}
