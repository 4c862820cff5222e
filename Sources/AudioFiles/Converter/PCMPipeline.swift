import AudioCore
import AudioDSP

/// Linear PCM in, linear PCM out: form, channels and sample rate.
///
/// Where only the form changes, samples go straight from the client's memory to the client's memory. Otherwise they go in
/// runs through planar memory that is made once: taken apart, mixed or routed, resampled, put together. Used by one
/// thread at a time; `process` neither allocates nor locks (unless the resampler has threads of its own).
package final class PCMPipeline {
    /// Frames that go through the stages at a time: they stay in the processor's nearest caches.
    static let runLength = 4096

    let input: StreamFormat
    let output: StreamFormat
    let rate: RateStage?
    private let routing: ChannelRouting
    /// The whole work, where only the form changes.
    private let direct: PCMConverter?
    /// Takes the input apart; nil where it comes apart already.
    private let split: PCMConverter?
    private let mixer: MatrixMixer?
    /// Puts the output together; nil where the last stage writes it as it should be.
    private let join: PCMConverter?

    private let runFrames: Int
    private let apart: PlanarRun
    private let mixed: PlanarRun?
    private let resampled: PlanarRun?
    /// Pointers to the channels that go on from a stage, and into the client's memory.
    private let routed: UnsafeMutablePointer<UnsafeRawPointer>
    private let sources: UnsafeMutablePointer<UnsafeRawPointer>
    private let targets: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private let silence: UnsafeMutableRawPointer

    /// What a pipeline is made of besides its formats.
    package struct Options {
        var routing = ChannelRouting.straight
        var dither = PCMConverter.Dither.none
        var ditherBitDepth: Int?
        var rate: RateStage.Options

        package init(rate: RateStage.Options = RateStage.Options()) { self.rate = rate }
    }

    /// - Throws: `converterFormat`, `inputSampleRate` or `outputSampleRate` for what cannot be converted.
    package init(_ input: StreamFormat, _ output: StreamFormat, _ options: Options) throws(AudioError) {
        self.input = input
        self.output = output
        routing = options.routing
        let changesRate = input.sampleRate != output.sampleRate
        runFrames = changesRate ? options.rate.runLength : Self.runLength
        if !changesRate, routing == .straight {
            direct = try PCMConverter(
                from: input, to: output, dither: options.dither, ditherBitDepth: options.ditherBitDepth)
        } else {
            direct = nil
        }
        // Mixing and resampling compute with floats; channels that only change places keep their form.
        var isMixed = false
        if case .mix = routing { isMixed = true }
        let computes = changesRate || isMixed
        let inner = computes ? StreamFormat.float32(sampleRate: 0, channels: 1, interleaved: false) : input
        let inputApart = inner.apart(channels: input.channels)
        let outputApart = inner.apart(channels: output.channels)
        split = input.isSame(as: inputApart) ? nil : try PCMConverter(from: input, to: inputApart)
        let isPlain = computes && output.isSame(as: outputApart)
        join =
            isPlain
            ? nil
            : try PCMConverter(
                from: outputApart, to: output, dither: options.dither, ditherBitDepth: options.ditherBitDepth)
        if case .mix(let gains) = routing {
            mixer = try MatrixMixer(inputs: input.channels, outputs: output.channels, coefficients: gains)
            mixed = PlanarRun(channels: output.channels, frames: runFrames, bytesPerSample: 4)
        } else {
            (mixer, mixed) = (nil, nil)
        }
        let mixesFirst = output.channels <= input.channels
        rate =
            changesRate
            ? try RateStage(
                from: input.sampleRate, to: output.sampleRate,
                channels: mixesFirst ? output.channels : input.channels, options.rate)
            : nil
        resampled =
            changesRate
            ? PlanarRun(channels: max(input.channels, output.channels), frames: runFrames, bytesPerSample: 4) : nil
        apart = PlanarRun(
            channels: split == nil ? 0 : input.channels, frames: runFrames, bytesPerSample: inputApart.bytesPerSample)
        let most = max(input.channels, output.channels)
        routed = .allocate(capacity: most)
        sources = .allocate(capacity: most)
        targets = .allocate(capacity: most)
        silence = .allocate(byteCount: runFrames * 8, alignment: 64)
        Self.fill(silence, byteCount: runFrames * 8, withSilenceOf: inputApart)
    }

    deinit {
        routed.deallocate()
        sources.deallocate()
        targets.deallocate()
        silence.deallocate()
    }

    /// Zeros, or for unsigned samples their middle.
    static func fill(_ memory: UnsafeMutableRawPointer, byteCount: Int, withSilenceOf format: StreamFormat) {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        guard format.sampleKind == .unsigned else { return }
        let size = format.bytesPerSample
        let isHigh = format.flags.contains(.alignedHigh)
        let middle: UInt64 = 1 << UInt64((isHigh ? size * 8 : format.bitsPerChannel) - 1)
        for position in 0..<byteCount / size * size {
            let place = position % size
            let shift = UInt64(format.isBigEndian ? size - 1 - place : place) * 8
            memory.storeBytes(of: UInt8(truncatingIfNeeded: middle >> shift), toByteOffset: position, as: UInt8.self)
        }
    }

    /// Whether the output is the input, byte for byte.
    var isIdentity: Bool { direct != nil && input.isSame(as: output) }

    /// Forgets what came before.
    package func reset() { rate?.reset() }

    /// Frames of input wanted before `frames` more frames of output can come.
    package func inputFrames(for frames: Int) -> Int { rate?.inputFramesNeeded(for: frames) ?? frames }

    /// Says that no more input will come; call `process` with no frames for what is left.
    package func finish() { rate?.finish() }

    /// Takes frames and gives frames, as much as there is and fits.
    ///
    /// - Parameters:
    ///   - source: the client's buffers, one where interleaved, else one per channel.
    ///   - destination: likewise, where the first frame goes.
    /// - Returns: the frames taken, and those given.
    package func process(
        _ source: UnsafePointer<UnsafeRawPointer>, frames: Int, _ destination: UnsafePointer<UnsafeMutableRawPointer>,
        room: Int
    ) -> (consumed: Int, produced: Int) {
        if let direct {
            let count = min(frames, room)
            direct.convert(source, destination, frames: count)
            return (count, count)
        }
        var consumed = 0
        var produced = 0
        while produced < room {
            let (taken, given) = processRun(
                source, at: consumed, frames: frames - consumed, destination, at: produced, room: room - produced)
            guard taken > 0 || given > 0 else { break }
            consumed += taken
            produced += given
        }
        return (consumed, produced)
    }

    private func processRun(
        _ source: UnsafePointer<UnsafeRawPointer>, at sourceFrame: Int, frames: Int,
        _ destination: UnsafePointer<UnsafeMutableRawPointer>, at frame: Int, room: Int
    ) -> (consumed: Int, produced: Int) {
        let most = min(room, runFrames)
        let count = min(frames, runFrames, rate?.inputFramesNeeded(for: most) ?? most)
        for index in 0..<input.bufferCount { sources[index] = source[index] + sourceFrame * input.bytesPerFrame }
        for index in 0..<output.bufferCount { targets[index] = destination[index] + frame * output.bytesPerFrame }
        var planes = UnsafePointer(sources)
        if let split {
            split.convert(sources, apart.writable, frames: count)
            planes = apart.readable
        }
        guard let rate, let resampled else {
            deliver(route(planes, frames: count), frames: count)
            return (count, count)
        }
        let mixesFirst = output.channels <= input.channels
        if mixesFirst { planes = route(planes, frames: count) }
        let rendersInPlace = join == nil && mixesFirst
        let (consumed, produced) = rate.process(
            planes, frames: count, rendersInPlace ? UnsafePointer(targets) : resampled.writable, room: most)
        if !rendersInPlace {
            planes = mixesFirst ? resampled.readable : route(resampled.readable, frames: produced)
            deliver(planes, frames: produced)
        }
        return (consumed, produced)
    }

    /// The output's channels, made of the input's.
    private func route(_ planes: UnsafePointer<UnsafeRawPointer>, frames: Int) -> UnsafePointer<UnsafeRawPointer> {
        switch routing {
        case .straight:
            return planes
        case .map(let map):
            for index in map.indices { routed[index] = map[index].map { planes[$0] } ?? UnsafeRawPointer(silence) }
            return UnsafePointer(routed)
        case .mix:
            guard let mixer, let mixed else { return planes }
            mixer.mix(
                UnsafeRawPointer(planes).assumingMemoryBound(to: UnsafePointer<Float>.self),
                UnsafeRawPointer(mixed.writable).assumingMemoryBound(to: UnsafeMutablePointer<Float>.self),
                frames: frames)
            return mixed.readable
        }
    }

    /// Puts planar samples where the client wants them.
    private func deliver(_ planes: UnsafePointer<UnsafeRawPointer>, frames: Int) {
        if let join {
            join.convert(planes, targets, frames: frames)
        } else {
            for index in 0..<output.channels {
                targets[index].copyMemory(from: planes[index], byteCount: frames * output.bytesPerFrame)
            }
        }
    }
}

/// Memory for a run of frames, channel by channel.
final class PlanarRun {
    private let storage: UnsafeMutableRawPointer
    let writable: UnsafePointer<UnsafeMutableRawPointer>
    let readable: UnsafePointer<UnsafeRawPointer>

    init(channels: Int, frames: Int, bytesPerSample: Int) {
        // Channels a multiple of 4096 bytes apart would fall on the same lines of the cache.
        let stride = (frames * bytesPerSample + 63) / 64 * 64 + 64
        storage = .allocate(byteCount: max(stride * channels, 1), alignment: 64)
        let writable = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: max(channels, 1))
        let readable = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: max(channels, 1))
        for channel in 0..<channels {
            (writable + channel).initialize(to: storage + channel * stride)
            (readable + channel).initialize(to: UnsafeRawPointer(storage + channel * stride))
        }
        self.writable = UnsafePointer(writable)
        self.readable = UnsafePointer(readable)
    }

    deinit {
        storage.deallocate()
        writable.deallocate()
        readable.deallocate()
    }
}

extension StreamFormat {
    /// The same kind of sample, a buffer for each of `channels` channels.
    fileprivate func apart(channels: Int) -> StreamFormat {
        var apart = self
        apart.channels = channels
        apart.flags.insert(.nonInterleaved)
        apart.bytesPerFrame = bytesPerSample
        apart.bytesPerPacket = bytesPerSample
        return apart
    }

    /// Whether two formats of linear PCM lay out the same bytes.
    func isSame(as other: StreamFormat) -> Bool {
        let isApart = channels > 1 && !isInterleaved
        let otherIsApart = other.channels > 1 && !other.isInterleaved
        return channels == other.channels && sampleKind == other.sampleKind && bitsPerChannel == other.bitsPerChannel
            && bytesPerSample == other.bytesPerSample && isApart == otherIsApart
            && (bytesPerSample == 1 || isBigEndian == other.isBigEndian)
            && flags.fractionBits == other.flags.fractionBits
            && (bitsPerChannel == bytesPerSample * 8
                || flags.contains(.alignedHigh) == other.flags.contains(.alignedHigh))
    }
}
