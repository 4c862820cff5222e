import AudioCore

/// A compressed format: what it looks like, and how to get a decoder and an encoder for it.
///
/// For implementations: a codec knows packets and samples, never files. Linear PCM is not a codec here: `AudioDSP` moves
/// samples between its forms.
package protocol Codec: Sendable {
    static var formatID: FourCC { get }

    /// What people call it: "Apple IMA4", "µ-law".
    static var name: String { get }

    /// Fills in what the format ID and the fields already set determine: frames and bytes per packet, for instance.
    ///
    /// - Throws: `converterFormat` where the fields contradict the codec.
    static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat

    /// What it can do; a codec that only decodes, or takes only some rates or channels, says so here.
    static var abilities: CodecAbilities { get }

    /// Bits per second over all channels that an encoder to this format offers; empty where the format determines them.
    static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>]

    /// Frames of the packets that an encoder makes of a complete format which leaves it open; 0 where none does.
    static func usualFrames(_ format: StreamFormat) -> Int

    /// Whether the library that a direction needs is there, which loads it; true for what is done in Swift.
    static func isInstalled(encoding: Bool) -> Bool

    /// Which loudspeaker each channel of a packet is for, as the magic cookie states it; nil where it does not.
    static func layout(magicCookie: [UInt8]) -> ChannelLayout?

    /// Which loudspeaker each channel of a packet is for, by the magic cookie or, without one, by the format.
    static func layout(_ format: StreamFormat, magicCookie: [UInt8]) -> ChannelLayout?

    static func makeDecoder(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> any PacketDecoder

    /// An encoder to `format`, or nil where the format is only decoded.
    static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)?
}

/// Turns packets into linear PCM. Used by one thread at a time; not real-time safe unless it says so.
package protocol PacketDecoder: AnyObject {
    /// The interleaved, native-endian linear PCM that comes out.
    var outputFormat: StreamFormat { get }

    /// Frames that must be dropped from the start of what is decoded after `reset`.
    var primingFrames: Int { get }

    /// Packets to decode and drop before the first one wanted, after a jump.
    var preRollPackets: Int { get }

    /// Packets after which what runs through the stream whatever is in it, such as random numbers, is as at the stream's
    /// start: what is decoded before a packet for its exact samples begins at a multiple of them. 1 where nothing does.
    var packetsPerCycle: Int { get }

    /// How many of the last packets of `run` must be decoded after `reset`, and their frames dropped, for the packet after
    /// the run to come out bit for bit as in a stream decoded from its start.
    ///
    /// Each packet must then give as many frames as it gives there. For an empty run it gives how many a usual stream needs.
    /// - Returns: nil where all earlier packets count, or it is not known; such a stream is decoded in one piece.
    func memory(of run: PacketRun) -> Int?

    /// Packets of a segment, for a decoder that starts over with each segment of a stream; nil for one that never does.
    ///
    /// Such a decoder begins a segment having decoded only as many packets before it as `memory(of:)` returns, which are no
    /// more than a segment has. So a segment decodes to the same frames alone as within the stream, whatever else the
    /// decoder keeps. Where `memory(of:)` returns nil for the packets before a segment, the decoder does not start over, and
    /// the segment belongs to the one before. `memory(of:)` of such a decoder also returns nil for an empty run.
    var packetsPerSegment: Int? { get }

    /// Says, after `reset`, that the next packets stand before a segment, and how many they are.
    func beginLead(packets: Int)

    /// Says that what was decoded since `reset` stands before a segment, and that the next packet is its first.
    func beginSegment()

    /// The most frames that a packet may decode to where the format leaves it open; 0 where it does not.
    var maximumFramesPerPacket: Int { get }

    /// Decodes whole packets and returns the frames written to `output`.
    ///
    /// - Parameters:
    ///   - packets: their bytes; descriptions' offsets count from its start.
    ///   - descriptions: one per packet, or nil where packets have a constant size.
    ///   - output: room for `count` times the format's frames per packet.
    /// - Throws: `converterUnspecified` for packets that cannot be decoded. The decoder can go on with the next packet.
    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int

    /// Forgets all history, as before the first packet.
    func reset()

    /// All that earlier packets leave for later ones, for a decoder that remembers all of them, so that only decoding from the
    /// stream's start gives a packet its exact samples; nil for any other.
    ///
    /// It is set to one that a decoder alike had: this one then continues as that one did.
    var state: [Int32]? { get set }
}

extension PacketDecoder {
    /// Hands on the bytes of one packet after the other.
    ///
    /// - Throws: `requiresPacketDescriptions` without a description of each, `converterInputSize` where one is of other bytes.
    func forEachPacket(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, _ count: Int,
        _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
    ) throws(AudioError) {
        guard count > 0 else { return }
        guard let descriptions, descriptions.count >= count else { throw .requiresPacketDescriptions }
        for packet in descriptions[..<count] {
            let (offset, size) = (Int(packet.offset), Int(packet.size))
            guard offset >= 0, offset <= packets.count, size <= packets.count - offset else {
                throw .converterInputSize
            }
            try body(UnsafeRawBufferPointer(rebasing: packets[offset..<offset + size]))
        }
    }

    package var state: [Int32]? {
        get { nil }
        set {}
    }

    package var packetsPerCycle: Int { 1 }

    package func memory(of run: PacketRun) -> Int? { nil }

    package var packetsPerSegment: Int? { nil }

    package func beginLead(packets: Int) {}

    package func beginSegment() {}

    package var maximumFramesPerPacket: Int { 0 }
}

/// Turns linear PCM into packets. Used by one thread at a time; not real-time safe unless it says so.
package protocol PacketEncoder: AnyObject {
    /// The interleaved, native-endian linear PCM that goes in.
    var inputFormat: StreamFormat { get }

    /// What comes out, all fields known.
    var outputFormat: StreamFormat { get }

    var magicCookie: [UInt8] { get }

    /// The largest packet in bytes.
    var maximumPacketSize: Int { get }

    /// Frames that a decoder puts before the first frame that went in.
    var primingFrames: Int { get }

    /// Frames of silence to encode before the first frame of a stream. They count as priming.
    var leadingSilence: Int { get }

    /// The bit rate that the encoder aims at, or that its quality usually gives, in bits per second; nil if neither is
    /// known.
    var bitRate: Int? { get }

    /// Encodes `frames` frames, whole packets' worth or, for the last call, fewer; a last packet is filled with silence.
    ///
    /// - Returns: the packets written to `output`, their sizes appended to `sizes` where they vary.
    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int

    /// The packets still held back once all input has been given. Empty for codecs without delay.
    func finish(into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) -> Int

    func reset()

    /// Whether a packet is made of its own frames alone, so that several encoders can share a stream and give the same
    /// bytes as one.
    var makesIndependentPackets: Bool { get }

    /// How many frames an encoder that begins inside a stream is given first, so that it usually is where one that had all
    /// of the stream would be; nil where that cannot be hoped for. Whole packets.
    ///
    /// Whether it is shows in `state`, so that several encoders can share such a stream, too, and give the same bytes.
    var settlingFrames: Int? { get }

    /// All that earlier frames leave for later ones, if there are `settlingFrames`.
    var state: [Int32] { get set }

    /// Adds what another such encoder noted of its packets of the stream, for the magic cookie.
    func adopt(notesOf other: any PacketEncoder)

    /// The lanes among which this encoder divides a stream, so that each can have a thread and give the same bytes; nil for
    /// one that does not divide it.
    func makeLanes() throws(AudioError) -> (plan: LanePlan, lanes: [EncoderLane])?
}

extension PacketEncoder {
    package var makesIndependentPackets: Bool { false }

    package var settlingFrames: Int? { nil }

    package var state: [Int32] {
        get { [] }
        set {}
    }

    package func adopt(notesOf other: any PacketEncoder) {}

    package func makeLanes() throws(AudioError) -> (plan: LanePlan, lanes: [EncoderLane])? { nil }

    package var bitRate: Int? { nil }

    package var leadingSilence: Int { 0 }
}

/// What a client may ask of an encoder; nil leaves the choice to it.
package struct EncoderOptions: Sendable {
    /// Bits per second over all channels.
    package var bitRate: Int?
    /// 0…127, `kAudioConverterQuality_…`
    package var quality: Int?
    /// `kAudioCodecBitRateControlMode_…`: 0 constant, 1 long-term average, 2 constrained, 3 variable.
    package var bitRateControlMode: Int?
    /// 0…127, `kAudioCodecPropertySoundQualityForVBR`
    package var variableQuality: Int?
    /// Bits of the source's samples.
    package var sourceBitDepth: Int?
    /// Which loudspeaker each channel that goes in is for.
    package var layout: ChannelLayout?
    /// Whether the priming is the shortest that the encoder needs, rather than the length that clients expect.
    package var hasLeastPriming = false

    package init() {}
}
