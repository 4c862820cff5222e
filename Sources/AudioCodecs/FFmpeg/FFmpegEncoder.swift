import AudioCore
import AudioDSP
import CFFmpeg

/// Encodes through libavcodec, on the calling thread.
final class FFmpegEncoder: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let maximumPacketSize: Int
    let primingFrames: Int
    let leadingSilence: Int
    let bitRate: Int?
    private(set) var magicCookie: [UInt8]
    private let config: FFmpegConfig
    private let plan: Plan
    private let places: [Int]?
    private let interleave = Interleave()
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var encoder: OpaquePointer
    /// Frames that went in, and frames of the packets that came out.
    private var framesIn = 0
    private var framesOut = 0
    private var hasFinished = false
    private var hasReportedConfiguration = false
    private var filling: AACFilling?
    private var rateControl: AACRateControl?

    /// What an encoder of one codec is like.
    struct Plan {
        var input: StreamFormat
        /// What comes out; frames per packet are those the library is to make.
        var output: StreamFormat
        var maximumPacketSize: Int
        var order = FFmpegChannelOrder.coded
        /// The priming that the library does not report.
        var primingFrames: Int?
        /// The shortest priming that clients expect. Silence fills the difference if the library's is shorter.
        var leastPriming = 0
        /// Fills packets up to a constant bit rate.
        var filling: AACFilling?
        /// Corrects the bit rate by what the packets take.
        var rateControl: AACRateControl?
        /// Whether a last packet with fewer frames than the others says so itself.
        var hasShortPackets = false
        /// Whether packets after the last one with sound, which the library makes at the end, are left out.
        var dropsSurplus = false
        /// Whether the end of the sound stays inside until silence pushes it out.
        var needsPushing = false
        var bitRate: Int?
        /// The magic cookie made of the library's own configuration.
        var cookie: ([UInt8]) -> [UInt8] = { _ in [] }
    }

    /// - Throws: `converterFormat` where the library is missing or does not take the configuration.
    init(_ config: FFmpegConfig, _ plan: Plan) throws(AudioError) {
        try FFmpegLibrary.require()
        self.config = config
        self.plan = plan
        encoder = try Self.open(config)
        let info = FFEncoderGetInfo(encoder)
        guard info.framesPerPacket == plan.output.framesPerPacket || info.framesPerPacket == 0 else {
            FFEncoderClose(encoder)
            throw .converterFormat.because("libavcodec's packets of \(config.name) have \(info.framesPerPacket) frames")
        }
        bitRate = plan.bitRate
        inputFormat = plan.input
        outputFormat = plan.output
        maximumPacketSize = plan.maximumPacketSize
        primingFrames = plan.primingFrames ?? Int(info.primingFrames)
        leadingSilence = max(0, plan.leastPriming - primingFrames)
        filling = plan.filling
        rateControl = plan.rateControl
        magicCookie = plan.cookie(Self.configuration(info))
        places = plan.order.places(mask: config.channelMask)
        planes = .allocate(capacity: plan.input.channels)
    }

    deinit {
        FFEncoderClose(encoder)
        planes.deallocate()
    }

    private static func open(_ config: FFmpegConfig) throws(AudioError) -> OpaquePointer {
        guard let encoder = config.withC({ FFEncoderOpen($0) }) else {
            throw .converterFormat.because("libavcodec does not encode this kind of \(config.name)")
        }
        return encoder
    }

    private static func configuration(_ info: FFEncoderInfo) -> [UInt8] {
        Array(UnsafeBufferPointer(start: info.configuration, count: info.configurationSize))
    }

    /// Replaces the library's encoder by a new one, because few of them can be reset. Where that fails, encoding the next
    /// packet fails.
    func reset() {
        (framesIn, framesOut, hasFinished, hasReportedConfiguration) = (0, 0, false, false)
        filling = plan.filling
        rateControl = plan.rateControl
        guard let fresh = try? Self.open(config) else {
            hasFinished = true
            return
        }
        FFEncoderClose(encoder)
        encoder = fresh
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard frames >= 0, frames <= input.count / inputFormat.bytesPerFrame else { throw .converterInputSize }
        guard !hasFinished else { throw .converterUnspecified.because("the encoder has ended its stream") }
        var room = PacketSpace(output, maximumPacketSize)
        let size = outputFormat.framesPerPacket
        var first = 0
        while first < frames, let samples = input.baseAddress {
            let count = min(size, frames - first)
            try send(samples + first * inputFormat.bytesPerFrame, frames: count)
            framesIn += count
            try receive(into: &room, sizes: &sizes)
            first += count
        }
        return room.packets
    }

    func finish(
        into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard !hasFinished else { return 0 }
        var room = PacketSpace(output, maximumPacketSize)
        while plan.needsPushing, framesIn > 0, framesOut < framesIn + primingFrames {
            try send(nil, frames: outputFormat.framesPerPacket)
            try receive(into: &room, sizes: &sizes)
        }
        hasFinished = true
        guard FFEncoderSend(encoder, 0) == 0 else { throw Self.failed }
        try receive(into: &room, sizes: &sizes)
        if !hasReportedConfiguration { takeConfiguration() }
        return room.packets
    }

    private func takeConfiguration() {
        magicCookie = plan.cookie(Self.configuration(FFEncoderGetInfo(encoder)))
    }

    private static let failed = AudioError.converterUnspecified.because("libavcodec could not encode")

    /// Sends one packet's worth of frames, filled with silence; without samples, all of it silence.
    private func send(_ samples: UnsafeRawPointer?, frames: Int) throws(AudioError) {
        let whole = plan.hasShortPackets ? frames : outputFormat.framesPerPacket
        guard let target = FFEncoderInput(encoder, Int32(whole)) else { throw .memoryFull }
        let channels = inputFormat.channels
        if config.isPlanar {
            for channel in 0..<channels {
                let plane = UnsafeMutableRawPointer(target[places?[channel] ?? channel])
                planes[channel] = plane.bindMemory(to: Float.self, capacity: whole)
                let kept = samples == nil ? 0 : frames
                (planes[channel] + kept).update(repeating: 0, count: whole - kept)
            }
            if let samples {
                interleave.split(
                    samples.assumingMemoryBound(to: Float.self), planes, channels: channels, frames: frames)
                for channel in 0..<channels { Self.silenceNoNumbers(planes[channel], frames) }
            }
        } else {
            let bytes = frames * inputFormat.bytesPerFrame
            let room = UnsafeMutableRawBufferPointer(start: target[0], count: whole * inputFormat.bytesPerFrame)
            let kept = samples == nil ? 0 : bytes
            UnsafeMutableRawBufferPointer(rebasing: room[kept...]).initializeMemory(as: UInt8.self, repeating: 0)
            if let samples { place(samples, frames, in: room) }
        }
        if let rateControl {
            FFEncoderSetBitRate(encoder, Int64(rateControl.wanted))
            FFEncoderSetCutoff(encoder, Int32(rateControl.cutoff))
        }
        guard FFEncoderSend(encoder, Int32(whole)) == 0 else { throw Self.failed }
    }

    /// The library's encoders of AAC fail from the first sample on that is no number, or far beyond full scale. One such sample would
    /// end a recording. The bound is 144 dB above full scale.
    private static func silenceNoNumbers(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
        for index in 0..<count { samples[index] = abs(samples[index]) < 0x1p24 ? samples[index] : 0 }
    }

    /// Interleaved samples, in the library's order.
    private func place(_ samples: UnsafeRawPointer, _ frames: Int, in room: UnsafeMutableRawBufferPointer) {
        guard let places else {
            room.copyMemory(from: UnsafeRawBufferPointer(start: samples, count: frames * inputFormat.bytesPerFrame))
            return
        }
        let source = samples.assumingMemoryBound(to: UInt32.self)
        let target = room.bindMemory(to: UInt32.self)
        for (channel, place) in places.enumerated() {
            for frame in 0..<frames { target[frame * places.count + place] = source[frame * places.count + channel] }
        }
    }

    private func receive(into room: inout PacketSpace, sizes: inout [PacketDescription]) throws(AudioError) {
        while true {
            var bytes: UnsafePointer<UInt8>?
            var size = 0
            let result = FFEncoderReceive(encoder, &bytes, &size)
            guard result != 0 else { return }
            guard result > 0 else { throw Self.failed }
            // At the end the library may return no packet and only report a changed configuration. Take it at once:
            // FLAC's encoder computes its checksum once more, and wrongly, when it is asked for another packet.
            guard let bytes, size > 0 else {
                hasReportedConfiguration = true
                takeConfiguration()
                continue
            }
            // The last frames that went in come out behind the priming.
            if plan.dropsSurplus, hasFinished, framesOut >= framesIn + primingFrames { continue }
            framesOut += outputFormat.framesPerPacket
            let packet = UnsafeRawBufferPointer(start: bytes, count: size)
            rateControl?.note(bytes: size)
            if let filled = filling?.fill(packet) {
                try filled.withUnsafeBufferPointer { filled throws(AudioError) in
                    try room.add(UnsafeRawBufferPointer(filled), sizes: &sizes)
                }
            } else {
                try room.add(packet, sizes: &sizes)
            }
        }
    }
}

/// The caller's room for packets, which stand in it one right after the other.
private struct PacketSpace {
    private let output: UnsafeMutableRawBufferPointer
    private let maximum: Int
    private var end = 0
    private(set) var packets = 0

    init(_ output: UnsafeMutableRawBufferPointer, _ maximum: Int) {
        self.output = output
        self.maximum = maximum
    }

    mutating func add(_ packet: UnsafeRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) {
        guard packet.count <= maximum else {
            throw .converterUnspecified.because("a packet of \(packet.count) bytes is larger than declared")
        }
        guard packet.count <= output.count - end else { throw .converterOutputSize }
        UnsafeMutableRawBufferPointer(rebasing: output[end...]).copyMemory(from: packet)
        sizes.append(PacketDescription(offset: Int64(end), size: UInt32(packet.count)))
        end += packet.count
        packets += 1
    }
}
