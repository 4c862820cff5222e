import AudioCore
import AudioDSP
import AudioIO
import CAudioToolbox
import CRealtime

/// A playing queue without a device, which renders when the client asks for it.
final class OfflineRendering {
    let voice: QueueVoice
    let pipeline: QueuePipeline
    let format: StreamFormat
    private let converter: PCMConverter
    private let scratch: UnsafeMutablePointer<Float>
    private var sampleTime: Int64 = 0

    private static let block = 512
    /// The number of blocks without a frame, each followed by a callback, after which a rendering ends: the client only
    /// enqueues buffers whose frames are all trimmed.
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

    /// Renders up to `frames` frames, at most a block; fewer if nothing more is enqueued.
    ///
    /// Reads only what these frames need from the client's buffers. A buffer is returned when a frame after its last
    /// one is requested.
    func render(_ frames: Int, into data: UnsafeMutableRawPointer) -> Int {
        let wanted = min(Self.block, frames)
        _ = pipeline.fill(upTo: wanted)
        let cycle = RenderCycle(
            samples: scratch, frames: UInt32(wanted), channels: UInt32(format.channels), hostTime: 0,
            requestTime: 0, sampleTime: sampleTime, rateScalar: 1)
        let count = Int(voice.render(cycle))
        var source = UnsafeRawPointer(scratch)
        var target = data
        converter.convert(&source, &target, frames: count)
        sampleTime += Int64(count)
        // The queue's clock counts rendered frames only.
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
                throw .parameter.because("the layout and the format differ in the number of channels")
            }
        }
        discardPipeline()
        state.withLock { $0.offlineFormat = format }
    }

    /// Makes the objects that render.
    func connectOffline(_ pipelineState: inout PipelineState, _ format: StreamFormat) throws(AudioError) {
        let voice = makeVoice(outputs: format.channels, sampleRate: format.sampleRate)
        let pipeline = try makePipeline(voice)
        pipelineState.offline = try OfflineRendering(format, voice, pipeline)
        (pipelineState.voice, pipelineState.pipeline) = (voice, pipeline)
        publish(voice, nil, device: nil)
    }

    /// Fills a buffer of the queue's with the next frames.
    ///
    /// Calls the client's callback for each buffer that has been read, on this thread, before it returns. Buffers that
    /// the callback enqueues are rendered in the same call. The callback may make any call, and end the rendering.
    /// - Returns: the number of rendered frames, fewer than requested if nothing more is enqueued.
    /// - Throws: `queueOfflineMode` while the queue plays to a device; `queueRunState` before it is started, and in a tap;
    ///   `queueBuffer`, `queueBufferInQueue`, and `parameter` where the buffer is too small. Until this returns, the
    ///   client can neither free nor enqueue the buffer.
    package func renderOffline(
        _ frames: Int, into pointer: UnsafeMutablePointer<AudioQueueBuffer>
    ) throws(AudioError) -> Int {
        guard !DeferredWork.isNeeded else { throw .queueRunState }
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

    /// Marks the target buffer as enqueued, so that the client can neither free nor enqueue it until it is released.
    private func claimTarget(_ pointer: UnsafeMutablePointer<AudioQueueBuffer>) throws(AudioError) -> QueueBuffer {
        try registration.withLock { registration throws(AudioError) in
            guard let buffer = registration.buffers[pointer] else { throw .queueBuffer }
            guard !buffer.isEnqueued else { throw .queueBufferInQueue }
            buffer.isEnqueued = true
            return buffer
        }
    }

    /// Renders the next block; nil if a callback has stopped the queue or changed its format.
    private func renderBlock(
        _ frames: Int, _ format: StreamFormat, into data: UnsafeMutableRawPointer
    ) -> (frames: Int, hasEnded: Bool)? {
        pipelineState.withLock { pipelineState in
            let (run, isDraining) = state.withLock { ($0.run, $0.isDraining) }
            guard let offline = pipelineState.offline, offline.format == format, run == .running else { return nil }
            applyTimePitch(offline.pipeline)
            let count = offline.render(frames, into: data)
            if let damage = offline.pipeline.decoder.takeDamage() { noteConverterError(damage) }
            return (count, isDraining && offline.voice.endedAt.load(ordering: .acquiring) >= 0)
        }
    }
}
