import AudioCore
import AudioDSP
import CFFmpeg

/// Decodes packets through libavcodec, one after the other on the calling thread.
///
/// The library gets only packets of a sane size and a configuration that we have parsed; of what it gives back the rate,
/// the number of channels and of frames are checked before anything is copied.
final class FFmpegDecoder: PacketDecoder {
    let outputFormat: StreamFormat
    /// Always 0. A file states all of its priming; one that states none is played from the first frame on.
    let primingFrames = 0
    let preRollPackets: Int
    let maximumFramesPerPacket: Int
    private var decoder: OpaquePointer
    private let config: FFmpegConfig
    let packetsPerSegment: Int?
    /// Whether a flush leaves something in the library's decoder.
    private let leavesTraces: Bool
    /// The most packets that `memory(of:)` returns for a segment.
    private let mostMemory: Int
    /// Packets of the segment that were decoded, and the last ones of a whole segment.
    private var segmentPackets = 0
    private var lastPackets = PacketRun()
    /// Whether the library's decoder has not seen any packet.
    private var isFresh = true
    /// Whether the last packet with sound had the stream's format.
    private var isOfFormat = true
    private let order: FFmpegChannelOrder
    private let memory: @Sendable (PacketRun) -> Int?
    private let repeatsOfLead: @Sendable (Int) -> Int
    /// How many times more the next packet is decoded, for the state that this leaves in the decoder.
    private var repeats = 0
    private let beginsAnew: @Sendable (UnsafeRawBufferPointer) -> Bool
    private let interleave = Interleave()
    private let planes: UnsafeMutablePointer<UnsafePointer<Float>>
    /// The channel order of the last frame, and what it came from.
    private var places: [Int]?
    private var placesMask: UInt64 = 0

    /// - Parameters:
    ///   - output: 16-bit or 32-bit integers or 32-bit float, interleaved.
    ///   - packetsPerSegment: for codecs whose decoder keeps a state through the whole stream, which a flush does not
    ///     reset: packets after which a new decoder of the library takes over. The new one first decodes as many of the
    ///     packets before as `memory` returns. Where `memory` returns nil, the decoder in use continues.
    ///   - mostMemory: the most packets of a segment that `memory` looks at.
    ///   - leavesTraces: whether a flush of the library's decoder leaves something behind even so.
    ///   - memory: what `memory(of:)` answers; nil for codecs in which all earlier packets may count.
    ///   - repeatsOfLead: how many times more the first of so many packets before a segment is decoded.
    ///   - beginsAnew: whether a packet has no sound, but begins another stream of the same format.
    /// - Throws: `converterFormat` where the library is missing or does not take the configuration.
    init(
        _ config: FFmpegConfig, output: StreamFormat, preRollPackets: Int, maximumFramesPerPacket: Int,
        order: FFmpegChannelOrder = .coded, packetsPerSegment: Int? = nil, mostMemory: Int = 1,
        leavesTraces: Bool = false,
        memory: @escaping @Sendable (PacketRun) -> Int? = { _ in nil },
        repeatsOfLead: @escaping @Sendable (Int) -> Int = { _ in 0 },
        beginsAnew: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in false }
    ) throws(AudioError) {
        try FFmpegLibrary.require()
        guard let decoder = config.withC({ FFDecoderOpen($0) }) else {
            throw .converterFormat.because("libavcodec does not decode this kind of \(config.name)")
        }
        self.decoder = decoder
        self.config = config
        self.packetsPerSegment = packetsPerSegment
        self.mostMemory = mostMemory
        self.leavesTraces = leavesTraces || packetsPerSegment != nil
        self.preRollPackets = preRollPackets
        self.maximumFramesPerPacket = maximumFramesPerPacket
        self.order = order
        self.memory = memory
        self.repeatsOfLead = repeatsOfLead
        self.beginsAnew = beginsAnew
        outputFormat = output
        planes = .allocate(capacity: output.channels)
    }

    deinit {
        FFDecoderClose(decoder)
        planes.deallocate()
    }

    func reset() {
        beginSegment()
        isOfFormat = true
        if leavesTraces, !isFresh { reopen() } else { FFDecoderFlush(decoder) }
    }

    /// Has another of the library's decoders take over, which has not seen any packet.
    private func reopen() {
        guard let fresh = config.withC({ FFDecoderOpen($0) }) else { return FFDecoderFlush(decoder) }
        FFDecoderClose(decoder)
        decoder = fresh
        isFresh = true
        (places, placesMask) = (nil, 0)
    }

    func memory(of run: PacketRun) -> Int? { memory(run) }

    func beginLead(packets: Int) { repeats = repeatsOfLead(packets) }

    func beginSegment() {
        (segmentPackets, repeats) = (0, 0)
        lastPackets.removeAll()
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var frames = 0
        try forEachPacket(packets, descriptions, count) { packet throws(AudioError) in
            guard !beginsAnew(packet) else { return reset() }
            let room = UnsafeMutableRawBufferPointer(rebasing: output[(frames * outputFormat.bytesPerFrame)...])
            goOn(to: packet, room)
            decodeRepeats(packet, room)
            frames += try decode(packet, into: room)
        }
        return frames
    }

    /// Counts a packet, damaged or not. Begins a new segment where the packet is the first one of it.
    private func goOn(to packet: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer) {
        guard let packetsPerSegment else { return }
        if segmentPackets == packetsPerSegment { takeOver(room) }
        segmentPackets += 1
        if segmentPackets > packetsPerSegment - mostMemory { lastPackets.append(packet) }
    }

    /// Begins a segment, with another of the library's decoders if that can know what it must.
    private func takeOver(_ room: UnsafeMutableRawBufferPointer) {
        guard let needed = memory(lastPackets) else { return beginSegment() }
        var before = PacketRun()
        swap(&before, &lastPackets)
        reset()
        let count = min(needed, before.count)
        beginLead(packets: count)
        for index in before.count - count..<before.count {
            before[index].withUnsafeBytes { packet in
                decodeRepeats(packet, room)
                // An error in one of these packets was thrown when it was decoded the first time.
                _ = try? decode(packet, into: room)
            }
        }
    }

    private func decodeRepeats(_ packet: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer) {
        while repeats > 0 {
            repeats -= 1
            _ = try? decode(packet, into: room)
        }
    }

    private func decode(
        _ packet: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard let bytes = packet.baseAddress, packet.count > 0 else { throw Self.damaged }
        isFresh = false
        var frame = FFFrame()
        guard FFDecoderSend(decoder, bytes, packet.count) == 0 else {
            // Nothing of a damaged packet may stand in the way of the next.
            drop(&frame)
            throw Self.damaged
        }
        var frames = 0
        while true {
            let result = FFDecoderReceive(decoder, &frame)
            guard result != 0 else { return frames }
            guard result > 0, let room = output.baseAddress, frame.frames >= 0,
                Int(frame.frames) <= min(output.count / outputFormat.bytesPerFrame, maximumFramesPerPacket) - frames
            else {
                drop(&frame)
                throw Self.damaged
            }
            guard copy(frame, to: room + frames * outputFormat.bytesPerFrame) else {
                // libavcodec would apply what the packet claims to the next packets too. Where all claim the same, nothing helps.
                if isOfFormat { reopen() } else { drop(&frame) }
                isOfFormat = false
                throw Self.damaged.because("a packet decodes to another format than the stream's")
            }
            isOfFormat = true
            frames += Int(frame.frames)
        }
    }

    static let damaged = AudioError.converterUnspecified.because("a packet is damaged")

    /// Takes what a packet may still give out. No packet has more frames than bytes.
    private func drop(_ frame: inout FFFrame) {
        for _ in 0..<1 << 12 where FFDecoderReceive(decoder, &frame) == 0 { return }
    }

    /// False where the frame does not fit the format.
    private func copy(_ frame: FFFrame, to output: UnsafeMutableRawPointer) -> Bool {
        let count = Int(frame.frames)
        let channels = outputFormat.channels
        // One channel stands for two where the stream's second one is not there yet, as with parametric stereo.
        guard Int(frame.sampleRate) == Int(outputFormat.sampleRate) || outputFormat.sampleRate == 0,
            frame.channels == channels || frame.channels == 1 && channels == 2
        else { return false }
        guard let input = frame.planes else { return false }
        guard outputFormat.sampleKind == .float else { return copyIntegers(frame, input[0], to: output) }
        guard frame.sampleFormat == FFSampleFloat else { return false }
        guard frame.isPlanar != 0, channels > 1 else {
            guard frame.channels == channels, frame.isPlanar == 0 || channels == 1 else { return false }
            if let places = places(frame) {
                permute(input[0], places, to: output, count: count)
            } else {
                output.copyMemory(from: input[0], byteCount: count * outputFormat.bytesPerFrame)
            }
            return true
        }
        let places = frame.channels == channels ? places(frame) : nil
        for channel in 0..<channels {
            let plane = frame.channels == 1 ? 0 : places?[channel] ?? channel
            planes[channel] = UnsafeRawPointer(input[plane]).assumingMemoryBound(to: Float.self)
        }
        interleave.join(planes, output.assumingMemoryBound(to: Float.self), channels: channels, frames: count)
        return true
    }

    private func copyIntegers(_ frame: FFFrame, _ input: UnsafePointer<UInt8>, to output: UnsafeMutableRawPointer)
        -> Bool
    {
        let wanted = outputFormat.bytesPerSample == 2 ? FFSampleInt16 : FFSampleInt32
        guard frame.sampleFormat == wanted, frame.channels == outputFormat.channels,
            frame.isPlanar == 0 || frame.channels == 1
        else { return false }
        output.copyMemory(from: input, byteCount: Int(frame.frames) * outputFormat.bytesPerFrame)
        return true
    }

    private func places(_ frame: FFFrame) -> [Int]? {
        if frame.channelMask != placesMask {
            placesMask = frame.channelMask
            places = order.places(mask: frame.channelMask)
        }
        return places?.count == Int(frame.channels) ? places : nil
    }

    /// Interleaved samples into another order of channels.
    private func permute(_ input: UnsafePointer<UInt8>, _ places: [Int], to output: UnsafeMutableRawPointer, count: Int)
    {
        let source = UnsafeRawPointer(input).assumingMemoryBound(to: Float.self)
        let target = output.assumingMemoryBound(to: Float.self)
        let channels = places.count
        for (channel, place) in places.enumerated() {
            for frame in 0..<count { target[frame * channels + channel] = source[frame * channels + place] }
        }
    }
}
