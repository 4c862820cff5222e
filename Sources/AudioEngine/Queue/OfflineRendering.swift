import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime

/// A playing queue without a device: its sound comes when the client asks for it.
final class OfflineRendering {
    let voice: QueueVoice
    let pipeline: QueuePipeline
    let format: StreamFormat
    private let converter: PCMConverter
    private let scratch: UnsafeMutablePointer<Float>
    private var sampleTime: Int64 = 0

    private static let block = 512
    /// Blocks without a frame, each followed by a callback, before a rendering gives up: the client enqueues nothing but
    /// buffers that are trimmed away.
    static let maximumIdleBlocks = 256

    init(_ format: StreamFormat, _ voice: QueueVoice, _ pipeline: QueuePipeline) throws(AudioError) {
        self.format = format
        self.voice = voice
        self.pipeline = pipeline
        converter = try PCMConverter(
            from: .float32(sampleRate: format.sampleRate, channels: format.channels), to: format)
        scratch = .allocate(capacity: Self.block * format.channels)
    }

    deinit { scratch.deallocate() }

    func rewind() { sampleTime = 0 }

    /// Renders up to `frames` frames, at most a block; fewer where nothing more is enqueued.
    ///
    /// Takes no more out of the client's buffers than these frames need: a buffer is done with when a frame behind its last
    /// one is wanted.
    func render(_ frames: Int, into data: UnsafeMutableRawPointer) -> Int {
        let wanted = min(Self.block, frames)
        _ = pipeline.fill(upTo: wanted)
        let cycle = RenderCycle(
            samples: scratch, frames: UInt32(wanted), channels: UInt32(format.channels), hostTime: 0,
            sampleTime: sampleTime)
        let count = Int(voice.render(cycle))
        var source = UnsafeRawPointer(scratch)
        var target = data
        converter.convert(&source, &target, frames: count)
        sampleTime += Int64(count)
        // The queue's clock goes no further than what was rendered.
        voice.clock.store(Int(sampleTime), ordering: .releasing)
        return count
    }
}

extension PlayingQueue {
    /// Renders into memory from now on; nil goes back to the device. Only while stopped.
    ///
    /// - Throws: `queueRunState`; `converterFormat` for what is not interleaved linear PCM.
    package func setOfflineFormat(_ format: StreamFormat?, layout: ChannelLayout?) throws(AudioError) {
        guard state.withLock({ $0.run }) == .stopped else { throw .queueRunState }
        if let format {
            guard format.isPCM else { throw .converterFormat.because("offline rendering gives interleaved linear PCM") }
            _ = try QueueFormats.playable(format)
            if let layout, layout.channelCount != format.channels {
                throw .parameter.because("the layout has another number of channels than the format")
            }
        }
        discardWorks()
        state.withLock { $0.offlineFormat = format }
    }

    /// Makes what renders. Under the works' lock.
    func connectOffline(_ works: inout Works, _ format: StreamFormat) throws(AudioError) {
        let voice = makeVoice(outputs: format.channels, sampleRate: format.sampleRate)
        let pipeline = try makePipeline(voice)
        works.offline = try OfflineRendering(format, voice, pipeline)
        (works.voice, works.pipeline) = (voice, pipeline)
        publish(voice, nil)
    }

    /// Fills a buffer of the queue's with the next frames.
    ///
    /// The client is called back for each buffer that is done with, on this thread, before this returns; what it enqueues
    /// then is rendered on at once. It may call anything, and end the rendering, too.
    /// - Returns: the frames rendered, fewer than asked for where nothing more is enqueued.
    /// - Throws: `queueOfflineMode` while the queue plays to a device; `queueRunState` before it is started;
    ///   `queueBuffer`, `queueBufferInQueue`, and `parameter` where the buffer is too small. Until this returns, the
    ///   client can neither free nor enqueue the buffer.
    package func renderOffline(
        _ frames: Int, into pointer: UnsafeMutablePointer<AudioQueueBuffer>
    ) throws(AudioError) -> Int {
        let buffer = try claimTarget(pointer)
        defer { release(buffer) }
        guard let format = state.withLock({ $0.offlineFormat }) else { throw .queueOfflineMode }
        guard state.withLock({ $0.run }) == .running else { throw .queueRunState }
        let (bytes, isTooLarge) = frames.multipliedReportingOverflow(by: format.bytesPerFrame)
        guard !isTooLarge, bytes <= buffer.capacity, let data = buffer.room.baseAddress else {
            throw .parameter.because("the buffer is too small for the frames asked for")
        }
        callBack()
        var (done, idleBlocks) = (0, 0)
        while done < frames, let step = renderBlock(frames - done, format, into: data + done * format.bytesPerFrame) {
            done += step.frames
            if step.hasEnded {
                halt()
                break
            }
            idleBlocks = step.frames > 0 ? 0 : idleBlocks + 1
            let hasCalled = callBack()
            guard step.frames > 0 || hasCalled && idleBlocks < OfflineRendering.maximumIdleBlocks else { break }
        }
        pointer.pointee.mAudioDataByteSize = UInt32(done * format.bytesPerFrame)
        return done
    }

    /// Keeps the client from freeing or enqueuing the buffer that is rendered into, until it is released.
    private func claimTarget(_ pointer: UnsafeMutablePointer<AudioQueueBuffer>) throws(AudioError) -> QueueBuffer {
        try books.withLock { books throws(AudioError) in
            guard let buffer = books.buffers[pointer] else { throw .queueBuffer }
            guard !buffer.isEnqueued else { throw .queueBufferInQueue }
            buffer.isEnqueued = true
            return buffer
        }
    }

    /// The next block; nil where the queue does not run any more, or in another format: a callback may have seen to that.
    private func renderBlock(
        _ frames: Int, _ format: StreamFormat, into data: UnsafeMutableRawPointer
    ) -> (frames: Int, hasEnded: Bool)? {
        works.withLock { works in
            let (run, isDraining) = state.withLock { ($0.run, $0.isDraining) }
            guard let offline = works.offline, offline.format == format, run == .running else { return nil }
            applyTimePitch(offline.pipeline)
            let count = offline.render(frames, into: data)
            if let damage = offline.pipeline.decoder.takeDamage() { noteConverterError(damage) }
            return (count, isDraining && offline.voice.endedAt.load(ordering: .acquiring) >= 0)
        }
    }
}
