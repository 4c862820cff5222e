import AudioCodecs
import AudioContainers
import AudioCore

/// A sound of the theme in Vorbis, decoded whole: most themes have no others.
struct VorbisSound {
    /// Interleaved, in the order of Vorbis.
    private(set) var samples: [Float]
    let channels: Int
    let sampleRate: Double
    let layout: ChannelLayout?

    private static let largestFile: Int64 = 8 << 20
    /// Of all channels together: 32 MiB, more than half a minute of stereo at 96 kHz.
    private static let mostSamples = 8 << 20
    /// Packets without sound after which the rest is not looked at.
    private static let mostDamage = 64

    /// - Throws: `systemSoundTooLong`; what reading the file throws; `converterFormat` without a decoder.
    init(_ path: String) throws(AudioError) {
        let source = try FileBytes.open(path)
        guard try source.size() <= Self.largestFile else { throw .systemSoundTooLong }
        let file = try OggVorbis(source)
        channels = file.channels
        sampleRate = file.sampleRate
        layout = file.layout
        samples = []
        try decode(file)
        if let frames = file.frames, frames < samples.count / channels {
            samples.removeLast(samples.count - Int(frames) * channels)
        }
    }

    private mutating func decode(_ file: OggVorbis) throws(AudioError) {
        let decoder = try VorbisDecoder.make(headers: file.headers, channels: channels, sampleRate: sampleRate)
        let most = min(
            Int(SystemSound.maximumSeconds * sampleRate) + VorbisDecoder.maximumFramesPerPacket,
            Self.mostSamples / channels)
        let room = UnsafeMutableBufferPointer<Float>.allocate(
            capacity: VorbisDecoder.maximumFramesPerPacket * channels)
        defer { room.deallocate() }
        var start = 0
        var damage = 0
        for end in file.packetEnds where damage < Self.mostDamage {
            let count = file.data[start..<end].withUnsafeBytes { decode($0, decoder, room) }
            start = end
            if count == 0 { damage += 1 }
            samples += room[..<(count * channels)]
            guard samples.count / channels <= most else { throw .systemSoundTooLong }
        }
    }

    /// Frames of a packet; 0 for one that is damaged, which is left out.
    private func decode(
        _ packet: UnsafeRawBufferPointer, _ decoder: any PacketDecoder, _ room: UnsafeMutableBufferPointer<Float>
    ) -> Int {
        withUnsafePointer(to: PacketDescription(offset: 0, size: UInt32(packet.count))) { place in
            let frames = try? decoder.decode(
                packet, UnsafeBufferPointer(start: place, count: 1), count: 1, into: UnsafeMutableRawBufferPointer(room)
            )
            return frames ?? 0
        }
    }

    /// Converts to another sample rate.
    func converted(to rate: Double) throws(AudioError) -> [Float] {
        guard rate != sampleRate, !samples.isEmpty else { return samples }
        let pipeline = try PCMPipeline(
            .float32(sampleRate: sampleRate, channels: channels), .float32(sampleRate: rate, channels: channels),
            PCMPipeline.Options())
        let all = samples.count / channels
        let frames = Int((Double(all) * rate / sampleRate).rounded(.up))
        guard frames <= Int(SystemSound.maximumSeconds * rate) + 1 else { throw .systemSoundTooLong }
        return [Float](unsafeUninitializedCapacity: frames * channels) { output, count in
            samples.withUnsafeBytes { input in
                guard var source = input.baseAddress, let first = output.baseAddress else { return }
                var target = UnsafeMutableRawPointer(first)
                var done = pipeline.process(&source, frames: all, &target, room: frames).produced
                pipeline.finish()
                target = UnsafeMutableRawPointer(first + done * channels)
                done += pipeline.process(&source, frames: 0, &target, room: frames - done).produced
                count = done * channels
            }
        }
    }
}
