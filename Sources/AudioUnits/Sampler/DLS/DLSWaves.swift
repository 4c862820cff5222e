import AudioCore

/// The waves of a DLS bank: linear PCM, one or two channels of 8, 16, 24 or 32 bits, or Float32.
struct DLSWaves: Sendable {
    private let pool: RIFFChunk?
    /// Where each wave's list begins, in bytes from the pool's.
    private let cues: [UInt32]

    /// More waves cannot be told apart by tables of a sensible size.
    private static let mostCues = 1 << 16
    /// More parts of a wave are not looked at. Lists may overlap, so that thousands of waves could have the same thousands of parts.
    private static let mostParts = 32

    init(_ chunks: [RIFFChunk], _ source: any ByteSource) throws(AudioError) {
        pool = chunks.firstList("wvpl")
        guard let table = chunks.first("ptbl") else {
            cues = []
            return
        }
        var reader = ByteReader(try source.prefix(at: table.offset, upTo: Int(min(table.size, 1 << 20))))
        guard reader.remaining >= 8 else {
            cues = []
            return
        }
        let size = Int(try reader.little(UInt32.self))
        let count = Int(try reader.little(UInt32.self))
        guard size >= 8, size - 8 <= reader.remaining else {
            cues = []
            return
        }
        try reader.skip(size - 8)
        var cues: [UInt32] = []
        for _ in 0..<min(count, reader.remaining / 4, Self.mostCues) { cues.append(try reader.little()) }
        self.cues = cues
    }

    /// One wave's format, and where its frames are.
    private struct Wave {
        var format: StreamFormat
        var data: RIFFChunk
        /// How it is played where a region does not say it.
        var playing: DLSPlaying

        var frames: Int { Int(data.size) / format.bytesPerFrame }
    }

    /// The wave whose list begins so many bytes after the pool; nil where there is none with frames, or one that is not linear PCM.
    private func wave(at cue: UInt32, _ source: any ByteSource) throws(AudioError) -> Wave? {
        guard let pool, Int64(cue) + 12 <= pool.size else { return nil }
        let place = RIFFChunk(id: "LIST", offset: pool.offset + Int64(cue), size: pool.size - Int64(cue))
        guard let list = try RIFFChunks.first(place, of: source), list.type == "wave" else { return nil }
        let parts = try RIFFChunks.inside(list, of: source, atMost: Self.mostParts)
        guard let format = parts.first("fmt "), let data = parts.first("data") else { return nil }
        var reader = ByteReader(try source.prefix(at: format.offset, upTo: 16))
        guard reader.remaining == 16 else { return nil }
        let tag = try reader.little(UInt16.self)
        let channels = Int(try reader.little(UInt16.self))
        let rate = try reader.little(UInt32.self)
        try reader.skip(6)
        guard let kind = Self.kind(tag, bits: Int(try reader.little(UInt16.self))), (1...2).contains(channels) else {
            return nil
        }
        let isRate = (1...768_000).contains(rate)
        let wave = Wave(
            format: .pcm(kind.0, bits: kind.1, sampleRate: isRate ? Double(rate) : 44_100, channels: channels),
            data: data, playing: try DLSPlaying(parts, source) ?? DLSPlaying())
        return wave.frames > 0 ? wave : nil
    }

    private static func kind(_ tag: UInt16, bits: Int) -> (StreamFormat.SampleKind, Int)? {
        switch (tag, bits) {
        case (1, 8): (.unsigned, 8)
        case (1, 16), (1, 24), (1, 32): (.signed, bits)
        case (3, 32): (.float, 32)
        default: nil
        }
    }

    /// The waves that an instrument has loaded.
    struct Loaded {
        private let waves: DLSWaves
        private var budget: SampleBudget
        /// The waves that regions have named, by where their lists begin. Nil for one that cannot be read, so that each is looked at
        /// once, however many regions name it.
        private var parsed: [UInt32: Wave?] = [:]
        private var known: [Key: SamplerSample] = [:]
        /// A loop belongs to a sample, so that regions which repeat different frames of a wave have samples of their own.
        private struct Key: Hashable {
            var cue: UInt32
            var loop: DLSPlaying.Loop?
        }

        init(_ waves: DLSWaves) {
            self.waves = waves
            budget = SampleBudget(frames: Int(waves.pool?.size ?? 0))
        }

        /// The sample that a region plays, and how; nil where it cannot be read.
        mutating func sample(
            of region: DLSRegion, _ source: any ByteSource
        ) throws(AudioError) -> (SamplerSample, DLSPlaying)? {
            guard waves.cues.indices.contains(region.wave) else { return nil }
            let cue = waves.cues[region.wave]
            guard let wave = try wave(at: cue, source) else { return nil }
            let playing = region.playing ?? wave.playing
            let key = Key(cue: cue, loop: playing.loop)
            if let sample = known[key] { return (sample, playing) }
            let channels = wave.format.channels
            try budget.take(wave.frames * channels)
            let sample = try SamplerSample(
                channels: channels, capacity: wave.frames, rate: wave.format.sampleRate,
                loop: playing.loop(frames: wave.frames), rootKey: playing.rootKey
            ) { buffers throws(AudioError) in
                try StoredFrames.read(wave.format, at: wave.data.offset, of: source, into: buffers)
                return wave.frames
            }
            known[key] = sample
            return (sample, playing)
        }

        private mutating func wave(at cue: UInt32, _ source: any ByteSource) throws(AudioError) -> Wave? {
            if let wave = parsed[cue] { return wave }
            let wave = try waves.wave(at: cue, source)
            parsed.updateValue(wave, forKey: cue)
            return wave
        }
    }
}

extension DLSPlaying {
    /// The frames to repeat; all where those that the file states are not in the wave.
    fileprivate func loop(frames: Int) -> Range<Int> {
        guard let loop, loop.length > 0, Int(loop.start) + Int(loop.length) <= frames else { return 0..<frames }
        return Int(loop.start)..<Int(loop.start) + Int(loop.length)
    }
}
