import AudioCore

/// What a decoder of Apple Lossless must know: `ALACSpecificConfig`, the magic cookie.
struct ALACConfig: Equatable, Sendable {
    /// Frames of every packet but a partial one.
    var frameLength = 4096
    /// Bits of a sample: 16, 20, 24 or 32.
    var bitDepth = 16
    /// How fast the running mean of the residuals follows them.
    var historyMultiplier = 40
    /// The running mean at the start of each channel of a packet.
    var initialHistory = 10
    /// The largest Rice parameter.
    var riceLimit = 14
    var channels = 2
    /// The longest run of zeros; decoders do not need it.
    var maximumRun = 255
    /// Bytes of the largest packet, 0 where unknown.
    var maximumPacketSize = 0
    /// Bits per second, 0 where unknown.
    var averageBitRate = 0
    var sampleRate = 0
    /// The layout that the cookie's last part, which is optional, states for more than two channels; 0 without that part.
    var layoutTag: UInt32 = 0

    static let size = 24
    /// `ALACChannelLayoutInfo`: the size, its name, a version, the tag, and two words that mean nothing.
    private static let layoutSize = 24
    static let bitDepths = [16, 20, 24, 32]

    /// Packets longer than this are not made by anybody, and a header may claim anything.
    static let longestFrame = 65_536

    init() {}

    /// Reads a cookie, the bare 24 bytes or the older form with `frma` and `alac` atoms around them.
    ///
    /// A channel layout may follow. What else does (a terminator) is not needed.
    /// - Throws: `converterFormat` where it ends early or describes what cannot be.
    init(cookie: [UInt8]) throws(AudioError) {
        do throws(AudioError) {
            var reader = ByteReader(try Self.payload(of: cookie))
            frameLength = Int(try reader.big(UInt32.self))
            let version: UInt8 = try reader.big()
            bitDepth = Int(try reader.big(UInt8.self))
            historyMultiplier = Int(try reader.big(UInt8.self))
            initialHistory = Int(try reader.big(UInt8.self))
            riceLimit = Int(try reader.big(UInt8.self))
            channels = Int(try reader.big(UInt8.self))
            maximumRun = Int(try reader.big(UInt16.self))
            maximumPacketSize = Int(try reader.big(UInt32.self))
            averageBitRate = Int(try reader.big(UInt32.self))
            sampleRate = Int(try reader.big(UInt32.self))
            guard version == 0 else {
                throw .converterFormat.because("this version of Apple Lossless is not known")
            }
            if reader.remaining >= Self.layoutSize, try reader.big(UInt32.self) == Self.layoutSize,
                try reader.fourCC() == "chan", try reader.big(UInt32.self) == 0
            {
                layoutTag = try reader.big()
            }
        } catch {
            guard error == .endOfFile else { throw error }
            throw .converterFormat.because("the magic cookie of Apple Lossless is too short")
        }
        guard (1...Self.longestFrame).contains(frameLength), Self.bitDepths.contains(bitDepth),
            (1...ALAC.maximumChannels).contains(channels), riceLimit > 0
        else { throw .converterFormat.because("the magic cookie of Apple Lossless is damaged") }
    }

    /// The 24 bytes within the atoms of the older form, or the bytes themselves.
    private static func payload(of cookie: [UInt8]) throws(AudioError) -> ArraySlice<UInt8> {
        var rest = cookie[...]
        if type(of: rest) == "frma" { rest = rest.dropFirst(12) }
        if type(of: rest) == "alac" { rest = rest.dropFirst(12) }
        guard rest.count >= size else { throw .endOfFile }
        return rest
    }

    private static func type(of atom: ArraySlice<UInt8>) -> FourCC? {
        var reader = ByteReader(atom)
        do throws(AudioError) {
            try reader.skip(4)
            return try reader.fourCC()
        } catch { return nil }
    }

    /// The bare form, with the layout where there is one.
    var cookie: [UInt8] {
        var writer = ByteWriter()
        writer.big(UInt32(clamping: frameLength))
        writer.big(UInt8(0))
        for field in [bitDepth, historyMultiplier, initialHistory, riceLimit, channels] {
            writer.big(UInt8(clamping: field))
        }
        writer.big(UInt16(clamping: maximumRun))
        for field in [maximumPacketSize, averageBitRate, sampleRate] { writer.big(UInt32(clamping: field)) }
        guard layoutTag != 0 else { return writer.bytes }
        writer.big(UInt32(Self.layoutSize))
        writer.big(FourCC("chan").rawValue)
        for field in [0, layoutTag, 0, 0] { writer.big(field) }
        return writer.bytes
    }
}
