import AudioCore
import AudioFiles

/// The frames of a SoundFont's samples: the chunks `smpl` and `sm24`.
struct SoundFontData: Sendable {
    private let high: RIFFChunk?
    /// The low 8 bits of samples of 24 bits.
    private let low: RIFFChunk?

    /// A bank with all its samples in a ROM has none here.
    init(_ chunks: [RIFFChunk], _ source: any ByteSource) throws(AudioError) {
        let list = try chunks.firstList("sdta").map { list throws(AudioError) in try RIFFChunks.inside(list, of: source)
        }
        let high = list?.first("smpl")
        // Of another size it does not belong to the other chunk, and is to be ignored.
        let low = list?.first("sm24").flatMap { low in
            let frames = (high?.size ?? 0) / 2
            return low.size == frames || low.size == frames + frames % 2 ? low : nil
        }
        (self.high, self.low) = (high, low)
    }

    /// Frames of all samples together, where none is compressed.
    private var frames: Int { Int((high?.size ?? 0) / 2) }

    /// What an instrument may have of them.
    func budget(isCompressed: Bool) -> SampleBudget {
        SampleBudget(frames: isCompressed ? Self.frames(ofCompressed: 2 * frames) : frames)
    }

    /// Reads a sample; nil for one that the file does not contain, or of which nothing can be read.
    ///
    /// - Throws: `unitInvalidFile` where it does not fit into the budget, and what reading throws.
    func sample(
        _ header: SoundFontSample, _ budget: inout SampleBudget, _ source: any ByteSource
    ) throws(AudioError) -> SamplerSample? {
        guard let high, !header.isInROM else { return nil }
        if header.isCompressed { return try compressed(header, high, &budget, source) }
        let (start, end) = (Int(header.start), min(Int(header.end), frames))
        guard start < end else { return nil }
        try budget.take(end - start)
        return try SamplerSample(
            capacity: end - start, rate: header.playedRate, loop: header.loop(from: start, count: end - start),
            rootKey: header.rootKey, correction: header.correction
        ) { buffers throws(AudioError) in
            try read(buffers[0], from: start, high, source)
            return end - start
        }
    }

    private func read(
        _ frames: UnsafeMutableBufferPointer<Float>, from start: Int, _ high: RIFFChunk, _ source: any ByteSource
    ) throws(AudioError) {
        let place = high.offset + 2 * Int64(start)
        guard let low else {
            return try StoredFrames.read(.int16(sampleRate: 44_100, channels: 1), at: place, of: source, into: [frames])
        }
        let converter = try StoredFrames.converter(.pcm(.signed, bits: 24, sampleRate: 44_100, channels: 1))
        for block in stride(from: 0, to: frames.count, by: StoredFrames.framesAtATime) {
            let count = min(StoredFrames.framesAtATime, frames.count - block)
            let highs = try source.prefix(at: place + 2 * Int64(block), upTo: 2 * count)
            let lows = try source.prefix(at: low.offset + Int64(start + block), upTo: count)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(3 * count)
            for i in 0..<min(highs.count / 2, lows.count) {
                bytes.append(lows[i])
                bytes.append(contentsOf: highs[2 * i..<2 * i + 2])
            }
            StoredFrames.convert(bytes, converter, into: [frames], at: block)
        }
    }

    /// A sample that is an Ogg file in the place of frames: its positions count bytes.
    private func compressed(
        _ header: SoundFontSample, _ high: RIFFChunk, _ budget: inout SampleBudget, _ source: any ByteSource
    ) throws(AudioError) -> SamplerSample? {
        let (start, end) = (Int64(header.start), min(Int64(header.end), high.size))
        guard start < end, end - start <= Self.mostCompressed else { return nil }
        // Many samples may name the same bytes.
        try budget.take(Int(end - start) / MemoryLayout<Float>.size)
        let bytes = MemoryBytes(try source.prefix(at: high.offset + start, upTo: Int(end - start)))
        // One that cannot be decoded is left out, as others that cannot be read.
        guard let file = try? OpenFile.open(bytes, sink: nil, .read, hint: "Oggf") else { return nil }
        let frames = Int(clamping: file.validFrames)
        guard frames > 0, frames <= Self.frames(ofCompressed: Int(end - start)) else { return nil }
        try budget.take(frames)
        let sample = try? DecodedSound.sample(
            file, channels: 1, rate: header.playedRate, loop: { header.loop(from: 0, count: $0) },
            rootKey: header.rootKey, correction: header.correction)
        return sample.flatMap { $0.count > 0 ? $0 : nil }
    }

    /// Frames that so many compressed bytes can stand for: 64 each, eight times what Vorbis usually makes of them, and ten
    /// seconds of silence.
    private static func frames(ofCompressed bytes: Int) -> Int { 64 * bytes + 441_000 }

    /// More bytes of one compressed sample are not held.
    private static let mostCompressed: Int64 = 256 << 20
}

extension SoundFontSample {
    /// The rate, or 44100 where the file states none, or one that no sound has.
    fileprivate var playedRate: Double { (1...768_000).contains(rate) ? Double(rate) : 44_100 }

    /// The key that the frames sound at; 60 for a sound without a pitch.
    fileprivate var rootKey: UInt8 { key <= 127 ? key : 60 }

    /// The frames to repeat, counted from the sample's first; all of them where those that the file states are not in the sample.
    fileprivate func loop(from start: Int, count: Int) -> Range<Int> {
        let (first, end) = (Int(loopStart) - start, Int(loopEnd) - start)
        return first >= 0 && first < end && end <= count ? first..<end : 0..<count
    }
}
