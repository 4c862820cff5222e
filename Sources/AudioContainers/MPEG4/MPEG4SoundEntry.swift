import AudioCore

/// An entry of `stsd`: the format of a track's samples.
struct MPEG4SoundEntry {
    var format: StreamFormat
    var magicCookie: [UInt8] = []
    var layout: ChannelLayout?
    var sourceBitDepth = 0
    /// Frames of the decoder's start, which a track without edits leaves out all the same: those of Opus.
    var preSkip = 0
    /// Whether a file's sample may be several packets, as 3GPP allows for AMR.
    var packsFrames = false
    /// The numbers of the descriptions that say all this; nil for any.
    var numbers: [UInt32]?

    private static let maximumBody = 1 << 18

    /// What all entries have in common.
    struct Fields {
        var id: FourCC
        var version: UInt16 = 0
        var channels = 0
        var bits = 0
        var sampleRate: Double = 0
        /// Of QuickTime's second version; nil before it.
        var pcmFlags: UInt32?
        var bytesPerPacket = 0
        /// The atoms within the entry, those of `wave` too.
        var atoms: [(id: FourCC, body: ByteReader)] = []

        func atom(_ id: FourCC) -> ByteReader? { atoms.first { $0.id == id }?.body }
    }

    /// Reads an entry of `stsd`.
    ///
    /// - Parameter timescale: the track's, which is the sample rate where the entry has no room for it.
    static func read(
        _ entry: MPEG4Atom, in stsd: MPEG4Atom, of atoms: MPEG4Atoms, timescale: Double
    ) throws(AudioError) -> MPEG4SoundEntry {
        var header = try atoms.reader(of: stsd, upTo: 8)
        let stsdVersion = try header.big(UInt32.self) >> 24
        if ["enca", "drms", "p608", "encv"].contains(entry.id) {
            throw .unsupportedDataFormat.because("the sound is encrypted ('\(entry.id)')")
        }
        var input = ByteReader(try atoms.bytes(of: entry, limit: maximumBody))
        var fields = try Self.fields(entry.id, &input, isISO: stsdVersion > 0)
        if fields.sampleRate <= 0 { fields.sampleRate = timescale }
        var sound = try MPEG4SoundFormats.sound(fields)
        if sound.layout == nil || !(fields.atom("chan") == nil && fields.atom("chnl") == nil) {
            let stated =
                fields.atom("chan").flatMap { MPEG4Layouts.parseChan($0, channels: sound.format.channels) }
                ?? fields.atom("chnl").flatMap { MPEG4Layouts.parseChnl($0, channels: sound.format.channels) }
            sound.layout = stated ?? sound.layout
        }
        try sound.check()
        return sound
    }

    private static func fields(
        _ id: FourCC, _ input: inout ByteReader, isISO: Bool
    ) throws(AudioError) -> Fields {
        var fields = Fields(id: id)
        try input.skip(8)
        fields.version = try input.big()
        try input.skip(6)
        fields.channels = Int(try input.big(UInt16.self))
        fields.bits = Int(try input.big(UInt16.self))
        try input.skip(4)
        fields.sampleRate = Double(try input.big(UInt32.self)) / 65536
        if !isISO, fields.version == 1 {
            try input.skip(8)
            fields.bytesPerPacket = Int(try input.big(UInt32.self))
            try input.skip(4)
        } else if !isISO, fields.version == 2 {
            try input.skip(4)
            fields.sampleRate = try input.bigFloat64()
            fields.channels = Int(try input.big(UInt32.self))
            try input.skip(4)
            fields.bits = Int(try input.big(UInt32.self))
            fields.pcmFlags = try input.big(UInt32.self)
            fields.bytesPerPacket = Int(try input.big(UInt32.self))
            try input.skip(4)
        }
        while let child = input.nextAtom() {
            fields.atoms.append(child)
            guard child.id == "wave" else { continue }
            var wave = child.body
            while let inner = wave.nextAtom() { fields.atoms.append(inner) }
        }
        if let rate = rateAtom(fields) { fields.sampleRate = rate }
        return fields
    }

    /// `srat`: a rate for which the entry's 16 bits are too few.
    private static func rateAtom(_ fields: Fields) -> Double? {
        guard var body = fields.atom("srat"), (try? body.skip(4)) != nil, let rate = try? body.big(UInt32.self),
            rate > 0
        else { return nil }
        return Double(rate)
    }

    /// Whether samples of another entry are decoded in the same way: bit rates may differ.
    func isDecoded(as other: MPEG4SoundEntry) -> Bool {
        format == other.format && layout == other.layout && sourceBitDepth == other.sourceBitDepth
            && preSkip == other.preSkip && packsFrames == other.packsFrames
            && configuration == other.configuration
    }

    /// What the magic cookie states apart from bit rates and sizes of buffers.
    private var configuration: [UInt8] {
        switch format.formatID {
        // Each packet states its own.
        case "ac-3", "ec-3": return []
        case .alac where magicCookie.count >= 24:
            // The size of the largest packet, and the bit rate.
            var cookie = magicCookie
            cookie.replaceSubrange(12..<20, with: repeatElement(0, count: 8))
            return cookie
        default:
            guard ESDescriptor.claims(magicCookie), let stream = try? ESDescriptor(magicCookie) else {
                return magicCookie
            }
            return [stream.objectType] + stream.specificInfo
        }
    }

    private func check() throws(AudioError) {
        guard format.sampleRate.isFinite, format.sampleRate > 0, format.sampleRate <= 1e9 else {
            throw .invalidFile.because("the sample rate is \(format.sampleRate)")
        }
        guard (1...1024).contains(format.channels) else {
            throw .invalidFile.because("the file claims \(format.channels) channels")
        }
        guard format.framesPerPacket <= 1 << 24, !format.isPCM || format.isValidPCM else {
            throw .unsupportedDataFormat.because("the sound's entry contradicts itself")
        }
    }
}

/// From the code of an entry to a Core Audio format.
enum MPEG4SoundFormats {
    static func sound(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> MPEG4SoundEntry {
        switch fields.id {
        case "mp4a": return try elementaryStream(fields)
        case "alac": return try lossless(fields)
        case "samr": return encoded("samr", fields, rate: 8000, frames: 160, channels: 1, packs: true)
        case "sawb": return encoded("sawb", fields, rate: 16_000, frames: 320, channels: 1, packs: true)
        case "ac-3": return dolby("ac-3", "dac3", fields)
        case "ec-3": return dolby("ec-3", "dec3", fields)
        case ".mp3", FourCC(0x6D73_0055): return mpegAudio(layer: 3, fields)
        case "fLaC": return try flac(fields)
        case "Opus": return try opus(fields)
        case "ulaw", "alaw": return constant(fields, bytes: 1, frames: 1, bits: 8)
        case "ima4": return constant(fields, bytes: 34, frames: 64, bits: 0)
        case "agsm": return constant(fields, bytes: 33, frames: 160, bits: 0)
        case "lpcm", "sowt", "twos", "raw ", "NONE", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm":
            return MPEG4SoundEntry(format: try linearPCM(fields))
        default:
            if WAVEBlocks.Kind(fields.id) != nil { return try blocks(fields) }
            throw .unsupportedDataFormat.because("the sound's format '\(fields.id)' is not supported")
        }
    }

    private static func encoded(
        _ id: FourCC, _ fields: MPEG4SoundEntry.Fields, rate: Double? = nil, frames: Int, channels: Int? = nil,
        packs: Bool = false
    ) -> MPEG4SoundEntry {
        var sound = MPEG4SoundEntry(
            format: StreamFormat(
                sampleRate: rate ?? fields.sampleRate, formatID: id, framesPerPacket: frames,
                channels: channels ?? fields.channels))
        sound.packsFrames = packs
        return sound
    }

    private static func constant(
        _ fields: MPEG4SoundEntry.Fields, bytes: Int, frames: Int, bits: Int
    ) -> MPEG4SoundEntry {
        let size = bytes * fields.channels
        return MPEG4SoundEntry(
            format: StreamFormat(
                sampleRate: fields.sampleRate, formatID: fields.id, bytesPerPacket: size, framesPerPacket: frames,
                bytesPerFrame: frames == 1 ? size : 0, channels: fields.channels, bitsPerChannel: bits))
    }

    /// QuickTime has WAVE's compressed formats in blocks, whose description stands in an atom of the format's name.
    private static func blocks(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> MPEG4SoundEntry {
        guard var body = fields.atom(fields.id), case let cookie = Array(body.rest()),
            let blocks = try? WAVEBlocks(magicCookie: cookie), blocks.kind.formatID == fields.id,
            blocks.channels == fields.channels
        else { throw .invalidFile.because("the sound's block format is missing or broken") }
        var sound = MPEG4SoundEntry(
            format: StreamFormat(
                sampleRate: fields.sampleRate, formatID: fields.id, bytesPerPacket: blocks.bytesPerBlock,
                framesPerPacket: blocks.framesPerBlock, channels: blocks.channels,
                bitsPerChannel: blocks.kind.bitsPerChannel))
        sound.magicCookie = cookie
        return sound
    }

    // MARK: mp4a

    private static func elementaryStream(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> MPEG4SoundEntry {
        guard var body = fields.atom("esds"), (try? body.skip(4)) != nil else {
            throw .invalidFile.because("the sound's entry has no esds")
        }
        let cookie = Array(body.rest())
        guard let descriptor = try? ESDescriptor(cookie) else {
            throw .invalidFile.because("the elementary stream descriptor is broken")
        }
        switch descriptor.objectType {
        case ESDescriptor.mpeg4Audio, 0x66...0x68: return try aac(fields, descriptor, cookie)
        case 0x69, 0x6B: return mpegAudio(layer: 3, fields)
        case 0xA5: return encoded("ac-3", fields, frames: 1536)
        case 0xA6: return encoded("ec-3", fields, frames: 1536)
        case 0xDD: return try vorbis(fields, descriptor)
        default:
            throw .unsupportedDataFormat.because(
                "elementary streams of object type \(descriptor.objectType) are not supported")
        }
    }

    private static func aac(
        _ fields: MPEG4SoundEntry.Fields, _ descriptor: ESDescriptor, _ cookie: [UInt8]
    ) throws(AudioError) -> MPEG4SoundEntry {
        guard let config = try? AudioSpecificConfig(descriptor.specificInfo) else {
            throw .invalidFile.because("the sound's AudioSpecificConfig is broken")
        }
        if (32...34).contains(config.objectType) { return mpegAudio(layer: config.objectType - 31, fields) }
        guard let id = config.formatID, config.objectType != AudioSpecificConfig.unified else {
            throw .unsupportedDataFormat.because("MPEG-4 audio object type \(config.objectType) is not supported")
        }
        guard config.sampleRate > 0 else { throw .invalidFile.because("the AAC stream has no sample rate") }
        var sound = encoded(
            id, fields, rate: Double(config.sampleRate), frames: config.framesPerPacket,
            channels: config.channels > 0 ? config.channels : fields.channels)
        sound.magicCookie = cookie
        sound.layout = config.layout ?? (sound.format.channels == 2 ? ChannelLayout(tag: ChannelLayout.stereo) : nil)
        return sound
    }

    /// MPEG-1 and -2 audio; half the frames at the lower rates of MPEG-2.
    private static func mpegAudio(layer: Int, _ fields: MPEG4SoundEntry.Fields) -> MPEG4SoundEntry {
        let frames = layer == 1 ? 384 : layer == 3 && fields.sampleRate < 32_000 ? 576 : 1152
        return encoded([".mp1", ".mp2", ".mp3"][layer - 1], fields, frames: frames)
    }

    // MARK: Formats with a configuration of their own

    private static func lossless(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> MPEG4SoundEntry {
        guard var body = fields.atom("alac"), (try? body.skip(4)) != nil,
            let config = MPEG4LosslessConfig(Array(body.rest()))
        else { throw .invalidFile.because("the sound's Apple Lossless configuration is missing or broken") }
        var sound = encoded(
            .alac, fields, rate: Double(config.sampleRate), frames: config.framesPerPacket,
            channels: config.channels)
        sound.format.flags = StreamFormat.Flags(rawValue: config.flags)
        sound.sourceBitDepth = config.bitDepth
        sound.magicCookie = config.bytes
        sound.layout = MPEG4Layouts.lossless(channels: config.channels)
        return sound
    }

    private static func dolby(_ id: FourCC, _ atom: FourCC, _ fields: MPEG4SoundEntry.Fields) -> MPEG4SoundEntry {
        var body = fields.atom(atom)
        let config = body.map { _ in Array(body!.rest()) } ?? []
        let speakers = MPEG4Dolby.speakers(id, config: config)
        var sound = encoded(id, fields, frames: 1536, channels: speakers?.channels)
        sound.magicCookie = config
        sound.layout = speakers?.layout
        return sound
    }

    private static func flac(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> MPEG4SoundEntry {
        guard var body = fields.atom("dfLa"), (try? body.skip(4)) != nil,
            let stream = try? FLACStreamInfo(cookie: Array(body.rest()))
        else { throw .invalidFile.because("the sound's FLAC configuration is missing or broken") }
        var sound = encoded(
            "flac", fields, rate: Double(stream.sampleRate), frames: stream.constantBlock, channels: stream.channels)
        sound.format.flags = stream.depthFlag
        sound.sourceBitDepth = stream.bitsPerSample
        // As FLAC's own files give it: other blocks do not concern a decoder.
        sound.magicCookie = stream.cookie
        sound.layout = stream.layout
        return sound
    }

    private static func opus(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> MPEG4SoundEntry {
        guard var body = fields.atom("dOps") else {
            throw .invalidFile.because("the sound's Opus configuration is missing")
        }
        let head = try OpusHead(config: Array(body.rest()))
        var sound = encoded("opus", fields, rate: OpusHead.sampleRate, frames: 0, channels: head.channels)
        sound.magicCookie = head.bytes
        sound.layout = head.layout
        sound.preSkip = head.preSkip
        return sound
    }

    /// Vorbis, whose three headers are the decoder's information, in the form of its magic cookie.
    private static func vorbis(
        _ fields: MPEG4SoundEntry.Fields, _ descriptor: ESDescriptor
    ) throws(AudioError) -> MPEG4SoundEntry {
        guard let headers = try? VorbisHeaders(cookie: descriptor.specificInfo) else {
            throw .invalidFile.because("the headers of the Vorbis stream are broken")
        }
        var sound = encoded("vorb", fields, rate: Double(headers.sampleRate), frames: 0, channels: headers.channels)
        sound.magicCookie = headers.cookie
        sound.layout = VorbisHeaders.layout(channels: headers.channels)
        return sound
    }

    // MARK: Linear PCM

    private static func linearPCM(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> StreamFormat {
        var kind = StreamFormat.SampleKind.signed
        var bits = fields.bits
        var isBig = true
        var enda = fields.atom("enda")
        if let value = try? enda?.big(UInt16.self) { isBig = value == 0 }
        switch fields.id {
        case "lpcm": return try quickTimePCM(fields)
        case "sowt": isBig = false
        case "twos": isBig = true
        case "raw ": kind = bits == 16 ? .signed : .unsigned
        case "NONE": kind = bits == 8 ? .unsigned : .signed
        case "in24": bits = 24
        case "in32": bits = 32
        case "fl32", "fl64":
            kind = .float
            bits = fields.id == "fl32" ? 32 : 64
        default:
            if fields.id == "fpcm" { kind = .float }
            guard var body = fields.atom("pcmC"), (try? body.skip(4)) != nil,
                let flags = try? body.big(UInt8.self), let size = try? body.big(UInt8.self)
            else { throw .invalidFile.because("the sound's entry has no pcmC") }
            isBig = flags & 1 == 0
            bits = Int(size)
        }
        guard [8, 16, 24, 32, 64].contains(bits), (1...1024).contains(fields.channels) else {
            throw .unsupportedDataFormat.because("linear PCM of \(bits) bits")
        }
        return .pcm(
            kind, bits: bits, sampleRate: fields.sampleRate, channels: fields.channels, bigEndian: isBig && bits > 8)
    }

    private static func quickTimePCM(_ fields: MPEG4SoundEntry.Fields) throws(AudioError) -> StreamFormat {
        guard let raw = fields.pcmFlags, (1...1024).contains(fields.channels) else {
            throw .unsupportedDataFormat.because("linear PCM without its flags")
        }
        let flags = StreamFormat.Flags(rawValue: raw)
        guard !flags.contains(.nonInterleaved) else {
            throw .unsupportedDataFormat.because("linear PCM that is not interleaved")
        }
        return .pcm(
            flags.contains(.float) ? .float : flags.contains(.signedInteger) ? .signed : .unsigned, bits: fields.bits,
            sampleRate: fields.sampleRate, channels: fields.channels, bigEndian: flags.contains(.bigEndian),
            bytesPerSample: fields.bytesPerPacket / fields.channels, alignedHigh: flags.contains(.alignedHigh))
    }
}

/// The 24 bytes of ALACSpecificConfig, Core Audio's magic cookie for Apple Lossless.
struct MPEG4LosslessConfig {
    let bytes: [UInt8]
    let framesPerPacket: Int
    let bitDepth: Int
    let channels: Int
    let sampleRate: UInt32

    private static let size = 24
    /// The older form of the cookie has 12 bytes of `frma` and 12 of an atom's header before the same.
    private static let wrapping = 24

    init?(_ cookie: [UInt8]) {
        let isWrapped = cookie.count >= Self.wrapping + Self.size && Array(cookie[4..<8]) == FourCC("frma").bytes
        var input = ByteReader(cookie[(isWrapped ? Self.wrapping : 0)...])
        guard let config = try? input.take(Self.size) else { return nil }
        // A channel layout may follow, and is kept.
        let rest = Array(input.rest().prefix(Self.size))
        let hasLayout = rest.count == Self.size && rest.starts(with: [0, 0, 0, 24] + FourCC("chan").bytes)
        bytes = Array(config) + (hasLayout ? rest : [])
        var fields = ByteReader(config)
        guard let frames = try? fields.big(UInt32.self), (try? fields.skip(1)) != nil,
            let depth = try? fields.big(UInt8.self), (try? fields.skip(3)) != nil,
            let count = try? fields.big(UInt8.self), (try? fields.skip(10)) != nil,
            let rate = try? fields.big(UInt32.self), frames > 0, frames <= 1 << 24
        else { return nil }
        framesPerPacket = Int(frames)
        bitDepth = Int(depth)
        channels = Int(count)
        sampleRate = rate
    }

    /// `kAppleLosslessFormatFlag_…`
    var flags: UInt32 { UInt32(([16, 20, 24, 32].firstIndex(of: bitDepth) ?? -1) + 1) }
}
