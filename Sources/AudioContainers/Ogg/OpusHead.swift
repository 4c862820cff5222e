import AudioCore

/// `OpusHead`: what a decoder needs to know.
struct OpusHead {
    private(set) var bytes: [UInt8]
    let channels: Int
    /// How streams become channels; family 0 has no table.
    private let mapping: ArraySlice<UInt8>
    private let family: UInt8

    private static let size = 19
    static let magic = Array("OpusHead".utf8)
    static let sampleRate = 48_000.0
    /// The rates at which encoders take sound.
    static let rates = [8000.0, 12_000, 16_000, 24_000, 48_000]

    /// Frames that decoders leave out, at 48 kHz; the field holds up to 65535.
    var preSkip: Int {
        get { Int(bytes[10]) | Int(bytes[11]) << 8 }
        set {
            let value = UInt16(clamping: newValue)
            (bytes[10], bytes[11]) = (UInt8(value & 0xFF), UInt8(value >> 8))
        }
    }

    init(_ packet: [UInt8]) throws(AudioError) {
        guard packet.starts(with: Self.magic), packet.count >= Self.size, packet[8] < 16, packet[9] > 0 else {
            throw .invalidFile.because("the header of the Opus stream is broken")
        }
        channels = Int(packet[9])
        family = packet[18]
        let end = family == 0 ? Self.size : Self.size + 2 + channels
        guard packet.count >= end, family != 0 || channels <= 2 else {
            throw .invalidFile.because("the header of the Opus stream does not map its \(channels) channels")
        }
        bytes = Array(packet[..<end])
        mapping = bytes[18...]
    }

    /// Streams of Opus in each packet.
    var streams: Int { family == 0 ? 1 : max(1, Int(bytes[Self.size])) }

    /// From the atom `dOps` of MPEG-4, which has the same fields in the other byte order, version 0, and no magic.
    init(config: [UInt8]) throws(AudioError) {
        guard config.count >= 11 else { throw .invalidFile.because("the Opus configuration is cut off") }
        try self.init(Self.magic + [1, config[1]] + Self.turned(config[2..<10]) + config[10...])
    }

    /// Family, streams, coupled streams, and the place of each channel, as encoders have them for so many channels.
    private static let mappings: [Int: [UInt8]] = [
        1: [0], 2: [0], 3: [1, 2, 1, 0, 2, 1], 4: [1, 2, 2, 0, 1, 2, 3], 5: [1, 3, 2, 0, 4, 1, 2, 3],
        6: [1, 4, 2, 0, 4, 1, 2, 3, 5], 7: [1, 4, 3, 0, 4, 1, 2, 3, 5, 6], 8: [1, 5, 3, 0, 6, 1, 2, 3, 4, 5, 7],
    ]

    /// From a magic cookie in either form, or without one from the format.
    init(cookie: [UInt8], format: StreamFormat) throws(AudioError) {
        if cookie.starts(with: Self.magic) {
            try self.init(cookie)
        } else if !cookie.isEmpty, let head = try? Self(config: cookie) {
            self = head
        } else {
            guard let mapping = Self.mappings[format.channels] else {
                throw .unsupportedDataFormat.because("Opus has one to eight channels, and others by its magic cookie")
            }
            let rate = UInt32(format.sampleRate)
            let fields = (0..<4).map { UInt8(truncatingIfNeeded: rate >> UInt32(8 * $0)) }
            try self.init(Self.magic + [1, UInt8(format.channels), 0, 0] + fields + [0, 0] + mapping)
        }
        guard channels == format.channels else {
            throw .unsupportedDataFormat.because("the magic cookie is of another format than the file's")
        }
    }

    /// What `dOps` holds.
    var config: [UInt8] { [0, bytes[9]] + Self.turned(bytes[10..<18]) + bytes[18...] }

    /// The three numbers behind the channels in the other byte order.
    private static func turned(_ fields: ArraySlice<UInt8>) -> [UInt8] {
        let all = Array(fields)
        return Array(all[0..<2].reversed() + all[2..<6].reversed() + all[6..<8].reversed())
    }

    /// Whether sound of `other` can follow in the same file.
    func agrees(with other: OpusHead) -> Bool { channels == other.channels && mapping == other.mapping }

    /// Families 0 and 1 have the channels in the order of Vorbis.
    var layout: ChannelLayout? { family < 2 ? VorbisHeaders.layout(channels: channels) : nil }
}

/// How many frames an Opus packet decodes to, which its first two bytes state: RFC 6716, section 3.
enum OpusPacket {
    /// Frames of the longest packet, at 48 kHz: 120 ms.
    static let maximumFrames = 5760
    /// Bytes of the largest packet of one stream: 48 frames of 1275 bytes with their sizes.
    static let maximumSize = 61_440

    /// nil for what is no packet.
    static func frames(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = packet.first else { return nil }
        let configuration = Int(first >> 3)
        let length =
            configuration < 12
            ? [480, 960, 1920, 2880][configuration % 4]
            : configuration < 16 ? 480 << (configuration % 2) : 120 << (configuration % 4)
        let count: Int
        switch first & 3 {
        case 0: count = 1
        case 3:
            guard packet.count > 1 else { return nil }
            count = Int(packet[1] & 63)
        default: count = 2
        }
        let frames = length * count
        return frames > 0 && frames <= maximumFrames ? frames : nil
    }
}
