import AudioCore
import Glibc

/// libopus, loaded when sound of Opus at a lower rate is first decoded: libavcodec decodes Opus at 48 kHz only.
private struct OpusLibrary: Sendable {
    /// Sample rate, channels, streams, coupled streams, the place of each channel, and what went wrong.
    typealias Create =
        @convention(c) (Int32, Int32, Int32, Int32, UnsafePointer<UInt8>, UnsafeMutablePointer<Int32>?) ->
        OpaquePointer?
    /// Decoder, packet and its size, samples and room for so many frames, and 0; returns frames.
    typealias Decode =
        @convention(c) (OpaquePointer, UnsafePointer<UInt8>, Int32, UnsafeMutablePointer<Float>, Int32, Int32) -> Int32
    typealias Destroy = @convention(c) (OpaquePointer) -> Void

    let create: Create
    let decode: Decode
    let destroy: Destroy

    static let shared: OpusLibrary? = {
        guard let library = dlopen("libopus.so.0", RTLD_NOW | RTLD_LOCAL),
            let create = dlsym(library, "opus_multistream_decoder_create"),
            let decode = dlsym(library, "opus_multistream_decode_float"),
            let destroy = dlsym(library, "opus_multistream_decoder_destroy")
        else { return nil }
        return OpusLibrary(
            create: unsafeBitCast(create, to: Create.self),
            decode: unsafeBitCast(decode, to: Decode.self),
            destroy: unsafeBitCast(destroy, to: Destroy.self))
    }()
}

/// Opus at 8, 12, 16 or 24 kHz: frames of the band that these rates have, at their rate. Channels in the order of Vorbis.
final class OpusBandDecoder: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    let preRollPackets: Int
    let maximumFramesPerPacket: Int
    private let head: OpusHead
    private let library: OpusLibrary
    private var decoder: OpaquePointer
    private let gain: Float

    /// - Throws: `converterFormat` where libopus is missing or does not take the head.
    init(_ head: OpusHead, sampleRate: Double, preRollPackets: Int) throws(AudioError) {
        guard let library = OpusLibrary.shared else {
            throw .converterFormat.because("Opus at this rate needs libopus: install the package libopus0")
        }
        self.library = library
        self.head = head
        self.preRollPackets = preRollPackets
        outputFormat = .float32(sampleRate: sampleRate, channels: head.channels)
        maximumFramesPerPacket = OpusCodec.longestPacket * Int(sampleRate) / Int(OpusCodec.sampleRate)
        gain = head.gain == 0 ? 1 : Float(pow(10, Double(head.gain) / 5120))
        guard let decoder = Self.make(head, Int32(sampleRate), library) else {
            throw .converterFormat.because("libopus does not decode this kind of Opus")
        }
        self.decoder = decoder
    }

    deinit { library.destroy(decoder) }

    private static func make(_ head: OpusHead, _ sampleRate: Int32, _ library: OpusLibrary) -> OpaquePointer? {
        let streams = head.streams
        return library.create(
            sampleRate, Int32(head.channels), Int32(streams.count), Int32(streams.coupled), streams.places, nil)
    }

    func reset() {
        guard let fresh = Self.make(head, Int32(outputFormat.sampleRate), library) else { return }
        library.destroy(decoder)
        decoder = fresh
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var frames = 0
        try forEachPacket(packets, descriptions, count) { packet throws(AudioError) in
            guard !packet.isEmpty, let bytes = packet.baseAddress, let room = output.baseAddress else {
                throw FFmpegDecoder.damaged
            }
            let target = (room + frames * outputFormat.bytesPerFrame).assumingMemoryBound(to: Float.self)
            let space = min(output.count / outputFormat.bytesPerFrame - frames, maximumFramesPerPacket)
            let input = bytes.assumingMemoryBound(to: UInt8.self)
            let decoded = library.decode(decoder, input, Int32(packet.count), target, Int32(space), 0)
            guard decoded >= 0 else { throw FFmpegDecoder.damaged }
            if gain != 1 { for index in 0..<Int(decoded) * head.channels { target[index] *= gain } }
            frames += Int(decoded)
        }
        return frames
    }
}
