import AudioCore

/// The elementary stream descriptor of `esds` (ISO 14496-1): which codec, and what its decoder needs.
struct MPEG4Descriptor {
    /// `objectTypeIndication`
    var objectType: UInt8
    /// DecoderSpecificInfo; for AAC the AudioSpecificConfig.
    var specificInfo: [UInt8] = []

    private static let streamTag: UInt8 = 3
    private static let configTag: UInt8 = 4
    private static let infoTag: UInt8 = 5
    static let aac: UInt8 = 0x40

    /// - Parameter bytes: what follows version and flags of `esds`, which is Core Audio's magic cookie for AAC.
    init?(_ bytes: [UInt8]) {
        var input = ByteReader(bytes)
        guard var stream = Self.next(&input, tag: Self.streamTag), (try? stream.skip(2)) != nil,
            let flags = try? stream.big(UInt8.self)
        else { return nil }
        if flags & 0x80 != 0 { _ = try? stream.skip(2) }
        if flags & 0x40 != 0, let length = try? stream.big(UInt8.self) { _ = try? stream.skip(Int(length)) }
        if flags & 0x20 != 0 { _ = try? stream.skip(2) }
        guard var config = Self.next(&stream, tag: Self.configTag), let type = try? config.big(UInt8.self),
            (try? config.skip(12)) != nil
        else { return nil }
        objectType = type
        if var info = Self.next(&config, tag: Self.infoTag) { specificInfo = Array(info.rest()) }
    }

    /// The body of the next descriptor, which must have this tag.
    private static func next(_ input: inout ByteReader, tag: UInt8) -> ByteReader? {
        guard (try? input.big(UInt8.self)) == tag else { return nil }
        var length = 0
        for _ in 0..<4 {
            guard let byte = try? input.big(UInt8.self) else { return nil }
            length = length << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return try? input.slice(min(length, input.remaining))
    }

    /// The magic cookie around an AudioSpecificConfig, with lengths of four bytes as Core Audio writes them.
    static func cookie(around config: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        func descriptor(_ tag: UInt8, _ length: Int) {
            output.big(tag)
            for shift in [21, 14, 7] { output.big(UInt8(length >> shift & 0x7F | 0x80)) }
            output.big(UInt8(length & 0x7F))
        }
        descriptor(streamTag, 3 + 5 + 13 + 5 + config.count + 5 + 1)
        output.zeros(3)
        descriptor(configTag, 13 + 5 + config.count)
        output.big(aac)
        output.big(UInt8(0x15))
        output.zeros(11)
        descriptor(infoTag, config.count)
        output.append(config)
        descriptor(6, 1)
        output.big(UInt8(2))
        return output.bytes
    }
}

/// What AudioSpecificConfig (ISO 14496-3) says of the packets.
struct MPEG4AudioConfig {
    /// The object type of the base layer.
    var objectType = 0
    var coreRate = 0
    /// The rate the decoder puts out: twice the core's with spectral band replication.
    var sampleRate = 0
    /// 0 where the stream itself tells.
    var channelConfiguration = 0
    var channels = 0
    var framesPerPacket = 1024
    var hasSBR = false
    var hasParametricStereo = false

    private static let rates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
    private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8]

    init?(_ bytes: [UInt8]) {
        var bits = MPEG4Bits(bytes)
        guard let type = bits.objectType(), let rate = bits.rate(Self.rates), let configuration = bits.take(4) else {
            return nil
        }
        objectType = type
        coreRate = rate
        sampleRate = rate
        channelConfiguration = configuration
        channels = Self.channelCounts.indices.contains(configuration) ? Self.channelCounts[configuration] : 0
        if type == 5 || type == 29 {
            guard let output = bits.rate(Self.rates), let core = bits.objectType() else { return nil }
            hasSBR = true
            hasParametricStereo = type == 29
            sampleRate = output
            objectType = core
        }
        readFrameLength(&bits)
        if !hasSBR { findExtension(bytes) }
        if hasSBR, sampleRate == coreRate * 2 { framesPerPacket *= 2 }
        if hasParametricStereo, channels == 1 { channels = 2 }
    }

    private mutating func readFrameLength(_ bits: inout MPEG4Bits) {
        guard let isShort = bits.take(1) else { return }
        switch objectType {
        case 23, 39: framesPerPacket = isShort == 1 ? 480 : 512
        case 1, 2, 3, 4, 6, 7, 17, 19, 20, 22: framesPerPacket = isShort == 1 ? 960 : 1024
        default: break
        }
    }

    /// The extension behind the base layer's fields, which decoders without SBR pass over. Its first 11 bits are 0x2B7.
    private mutating func findExtension(_ bytes: [UInt8]) {
        guard objectType == 2, channelConfiguration != 0 else { return }
        var bits = MPEG4Bits(bytes)
        _ = bits.objectType()
        _ = bits.rate(Self.rates)
        _ = bits.take(4)
        // frameLengthFlag, dependsOnCoreCoder with its delay, extensionFlag
        _ = bits.take(1)
        if bits.take(1) == 1 { _ = bits.take(14) }
        _ = bits.take(1)
        guard bits.take(11) == 0x2B7, bits.objectType() == 5, bits.take(1) == 1, let rate = bits.rate(Self.rates)
        else { return }
        hasSBR = true
        sampleRate = rate
        if bits.take(11) == 0x548, bits.take(1) == 1 { hasParametricStereo = true }
    }

    /// The config of plain AAC-LC; nil where the rate or the number of channels has no code.
    static func lowComplexity(sampleRate: Double, channels: Int) -> [UInt8]? {
        guard let rate = rates.firstIndex(where: { Double($0) == sampleRate }),
            let configuration = channelCounts.firstIndex(of: channels), configuration > 0
        else { return nil }
        let bits = 2 << 11 | rate << 7 | configuration << 3
        return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    }

    /// The order of the channels as a layout, where the configuration tells.
    var layout: ChannelLayout? { MPEG4Layouts.implied(byConfiguration: channelConfiguration, channels: channels) }
}

/// Bits, most significant first.
private struct MPEG4Bits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else {
            position = bytes.count * 8
            return nil
        }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    mutating func objectType() -> Int? {
        guard let type = take(5) else { return nil }
        return type == 31 ? take(6).map { $0 + 32 } : type
    }

    mutating func rate(_ rates: [Int]) -> Int? {
        guard let index = take(4) else { return nil }
        if index == 15 { return take(24) }
        return rates.indices.contains(index) ? rates[index] : nil
    }
}
