import AudioCore
import CSpeech

/// Speech of the first digital mobile telephones, GSM 06.10 full rate: 160 frames of one channel in 33 bytes.
///
/// libgsm encodes; wherever Debian's libavcodec is, it is there, too. Decoding is done here: the long-term prediction may pass
/// a sound on without an end, so that only a decoder whose state can be kept and taken up makes seeks exact. The standard, ETSI
/// EN 300 961, determines the samples bit for bit. It is meant for 8000 Hz, and files of other rates are as common.
package enum GSMFullRate: Codec {
    package static let formatID: FourCC = "agsm"
    package static let name = "GSM 6.10"
    package static let abilities = CodecAbilities(channels: [1], hasDependentPackets: true)

    package static func isInstalled(encoding: Bool) -> Bool { !encoding || GSMLoad() != nil }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        guard format.channels == 1, [0, 160].contains(format.framesPerPacket), [0, 33].contains(format.bytesPerPacket)
        else { throw .converterFormat.because("a packet of GSM has 160 frames of one channel in 33 bytes") }
        var complete = format
        complete.framesPerPacket = 160
        complete.bytesPerPacket = 33
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        GSMDecoder(try complete(format, magicCookie: magicCookie), .single)
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        GSMEncoder(try complete(format, magicCookie: []), try GSMEncoderState(.single))
    }
}

/// The same as WAVE has it: two frames without their first four bits, in another order of bits, in 65 bytes.
package enum MicrosoftGSM: WAVEBlockCodec {
    package static let name = "Microsoft GSM 6.10"
    static let kind = WAVEBlocks.Kind.gsm
    package static let abilities = CodecAbilities(channels: [1], hasDependentPackets: true)

    package static func isInstalled(encoding: Bool) -> Bool { !encoding || GSMLoad() != nil }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        GSMDecoder(try complete(format, magicCookie: magicCookie), .pair)
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        return GSMEncoder(complete, try GSMEncoderState(.pair), magicCookie: WAVEBlocks(complete)?.magicCookie ?? [])
    }
}

/// How frames are stored.
enum GSMForm {
    case single
    /// Two at a time, as in WAVE.
    case pair

    /// Bytes and sound of the smallest unit.
    var bytes: Int { self == .pair ? 65 : 33 }
    var frames: Int { self == .pair ? 320 : 160 }
}

/// The state that libgsm's encoder keeps between frames. Created when it is first needed, and again after `reset`.
final class GSMEncoderState {
    let form: GSMForm
    private let library: GSMLibrary
    private var state: OpaquePointer?

    /// GSM_OPT_WAV49
    private static let pairs: Int32 = 4

    init(_ form: GSMForm) throws(AudioError) {
        guard let library = GSMLoad()?.pointee else { throw .missingLibrary("libgsm1") }
        self.form = form
        self.library = library
    }

    deinit { reset() }

    func reset() {
        if let state { library.gsm_destroy(state) }
        state = nil
    }

    private func pointer() throws(AudioError) -> OpaquePointer {
        if let state { return state }
        guard let fresh = library.gsm_create() else { throw .memoryFull }
        var isOn: Int32 = form == .pair ? 1 : 0
        _ = library.gsm_option(fresh, Self.pairs, &isOn)
        state = fresh
        return fresh
    }

    /// Encodes one unit of the form.
    func encode(_ samples: UnsafeMutablePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>) throws(AudioError) {
        let state = try pointer()
        library.gsm_encode(state, samples, bytes)
        // The first frame ends in the middle of the byte with which the second one begins.
        if form == .pair { library.gsm_encode(state, samples + 160, bytes + 32) }
    }
}

/// Encodes 16-bit integers to GSM, the same bytes as all other users of libgsm.
private final class GSMEncoder: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8]
    let maximumPacketSize: Int
    let primingFrames = 0
    private let state: GSMEncoderState
    private let samples: UnsafeMutablePointer<Int16>

    init(_ format: StreamFormat, _ state: GSMEncoderState, magicCookie: [UInt8] = []) {
        self.state = state
        self.magicCookie = magicCookie
        inputFormat = .int16(sampleRate: format.sampleRate, channels: 1)
        outputFormat = format
        maximumPacketSize = format.bytesPerPacket
        samples = .allocate(capacity: state.form.frames)
    }

    deinit { samples.deallocate() }

    func reset() { state.reset() }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        let perPacket = outputFormat.framesPerPacket
        guard frames >= 0, frames <= input.count / 2 else { throw .converterInputSize }
        let packets = (frames + perPacket - 1) / perPacket
        guard packets <= output.count / maximumPacketSize else { throw .converterOutputSize }
        guard packets > 0, let source = input.baseAddress?.assumingMemoryBound(to: Int16.self),
            let room = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return 0 }
        for packet in 0..<packets {
            let end = min(frames, (packet + 1) * perPacket)
            for unit in 0..<maximumPacketSize / state.form.bytes {
                let first = packet * perPacket + unit * state.form.frames
                let count = min(max(end - first, 0), state.form.frames)
                if count > 0 { samples.update(from: source + first, count: count) }
                (samples + count).update(repeating: 0, count: state.form.frames - count)
                try state.encode(samples, room + packet * maximumPacketSize + unit * state.form.bytes)
            }
        }
        return packets
    }

    func finish(into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) -> Int
    {
        0
    }
}
