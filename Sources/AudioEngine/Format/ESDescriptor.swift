import AudioCore

/// An MPEG-4 elementary stream descriptor and the AudioSpecificConfig in it. Parsed from untrusted bytes.
struct ESDescriptor {
    /// The stream's format; sizes that only packets can tell are 0.
    private(set) var format = StreamFormat(formatID: .aac, channels: 0)
    private var layoutTag: UInt32?

    /// - Throws: `formatSpecifierSize` where the bytes end too early, `converterFormat` where they describe no
    ///   format that has a Core Audio name.
    init(_ bytes: [UInt8]) throws(AudioError) {
        guard !bytes.isEmpty, bytes.count <= 1 << 20 else { throw .formatSpecifierSize }
        do throws(AudioError) { try parse(bytes) } catch {
            throw error == .endOfFile ? .formatSpecifierSize.because("the descriptor is cut short") : error
        }
    }

    func layout() throws(AudioError) -> ChannelLayout {
        if let layoutTag { return ChannelLayout(tag: layoutTag) }
        guard let layout = ChannelLayout.standard(channels: format.channels) else { throw .converterFormat }
        return layout
    }

    private mutating func parse(_ bytes: [UInt8]) throws(AudioError) {
        var reader = ByteReader(bytes)
        // As an atom's contents it begins with a version word.
        if bytes.first == 0 { try reader.skip(4) }
        var (tag, body) = try Self.descriptor(&reader)
        if tag == 3 {
            try body.skip(2)
            let flags = try body.big(UInt8.self)
            if flags & 0x80 != 0 { try body.skip(2) }
            if flags & 0x40 != 0 { try body.skip(Int(try body.big(UInt8.self))) }
            if flags & 0x20 != 0 { try body.skip(2) }
            (tag, body) = try Self.descriptor(&body)
        }
        guard tag == 4 else { throw .converterFormat.because("there is no decoder configuration") }
        let objectType = try body.big(UInt8.self)
        try body.skip(12)
        switch objectType {
        case 0x40, 0x66, 0x67, 0x68:
            let (tag, config) = try Self.descriptor(&body)
            guard tag == 5 else { throw .converterFormat.because("there is no audio configuration") }
            var rest = config
            try parseConfig(AudioConfigBits(rest.rest()))
        case 0x69, 0x6B: format = StreamFormat(formatID: ".mp3", channels: 0)
        case 0xA5: format = StreamFormat(formatID: "ac-3", framesPerPacket: 1536, channels: 0)
        case 0xA6: format = StreamFormat(formatID: "ec-3", channels: 0)
        default: throw .converterFormat.because("object type \(objectType) is no audio known here")
        }
    }

    /// A tag, and a reader of as many bytes as the length says: seven bits a byte, at most four of them.
    private static func descriptor(_ reader: inout ByteReader) throws(AudioError) -> (UInt8, ByteReader) {
        let tag = try reader.big(UInt8.self)
        var length = 0
        for _ in 0..<4 {
            let byte = try reader.big(UInt8.self)
            length = length << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return (tag, try reader.slice(length))
    }

    private mutating func parseConfig(_ source: AudioConfigBits) throws(AudioError) {
        var bits = source
        var object = try bits.objectType()
        var rate = try bits.sampleRate()
        let channelConfig = try bits.read(4)
        var id: FourCC = .aac
        if object == 5 || object == 29 {
            id = object == 5 ? "aach" : "aacp"
            rate = try bits.sampleRate()
            object = try bits.objectType()
        } else if let named = [23: "aacl", 39: "aace", 42: "usac"][object] as FourCC? {
            id = named
        } else if !(1...4).contains(object), object != 17 {
            throw .converterFormat.because("audio object type \(object) is not known here")
        }
        let isShort = object == 42 ? false : try bits.read(1) == 1
        var frames = object == 23 || object == 39 ? (isShort ? 480 : 512) : (isShort ? 960 : 1024)
        if id == "aach" || id == "aacp" { frames *= 2 }
        var channels = Self.channels(channelConfig)
        if channelConfig == 0, object < 23 { channels = try bits.programChannels() }
        if id == "aacp" { channels = max(channels, 2) }
        guard rate > 0, channels > 0 else {
            throw .converterFormat.because("the configuration has no rate or channels")
        }
        format = StreamFormat(sampleRate: rate, formatID: id, framesPerPacket: frames, channels: channels)
        layoutTag = id == "aacp" && channelConfig == 1 ? ChannelLayout.stereo : Self.layout(channelConfig)
    }

    private static func channels(_ config: Int) -> Int {
        switch config {
        case 1...6: config
        case 7, 12, 14: 8
        case 11: 7
        default: 0
        }
    }

    /// The layouts of ISO 14496-3 table 1.19, centre first.
    private static func layout(_ config: Int) -> UInt32? {
        let names = [
            1: "Mono", 2: "Stereo", 3: "AAC_3_0", 4: "AAC_4_0", 5: "AAC_5_0", 6: "AAC_5_1", 7: "AAC_7_1", 11: "AAC_6_1",
            12: "AAC_7_1_B", 14: "AAC_7_1_C",
        ]
        return names[config].flatMap { ChannelLayout.tag(named: $0) }
    }
}

/// The bits of an AudioSpecificConfig, first bit highest.
struct AudioConfigBits {
    private let bytes: ArraySlice<UInt8>
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The next `count` bits, at most 32.
    mutating func read(_ count: Int) throws(AudioError) -> Int {
        guard count <= bytes.count * 8 - position else { throw .endOfFile }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[bytes.startIndex + position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    mutating func objectType() throws(AudioError) -> Int {
        let type = try read(5)
        return type == 31 ? 32 + (try read(6)) : type
    }

    /// Frames per second; 0 for an index that is reserved.
    mutating func sampleRate() throws(AudioError) -> Double {
        let index = try read(4)
        if index == 15 { return Double(try read(24)) }
        return index < MPEGPacketHeader.aacRates.count ? MPEGPacketHeader.aacRates[index] : 0
    }

    /// The channels of a program configuration element, after the fields that stand before it.
    mutating func programChannels() throws(AudioError) -> Int {
        if try read(1) == 1 { _ = try read(14) }
        _ = try read(1)
        _ = try read(4 + 2 + 4)
        let groups = [try read(4), try read(4), try read(4)]
        let lowFrequency = try read(2)
        _ = try read(3 + 4)
        if try read(1) == 1 { _ = try read(4) }
        if try read(1) == 1 { _ = try read(4) }
        if try read(1) == 1 { _ = try read(3) }
        var channels = lowFrequency
        for count in groups {
            for _ in 0..<count {
                channels += 1 + (try read(1))
                _ = try read(4)
            }
        }
        return channels
    }
}
