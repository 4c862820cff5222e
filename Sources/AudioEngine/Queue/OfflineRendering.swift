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

    /// Renders up to `frames` frames; fewer where nothing more is enqueued.
    func render(_ frames: Int, into data: UnsafeMutableRawPointer, noting note: (AudioError) -> Void) -> Int {
        var done = 0
        while done < frames {
            let wanted = min(Self.block, frames - done)
            _ = pipeline.fill(upTo: min(voice.ring.capacity, 2 * Self.block))
            if let damage = pipeline.decoder.takeDamage() { note(damage) }
            let cycle = RenderCycle(
                samples: scratch, frames: UInt32(wanted), channels: UInt32(format.channels), hostTime: 0,
                sampleTime: sampleTime)
            let count = Int(voice.render(cycle))
            var source = UnsafeRawPointer(scratch)
            var target = data + done * format.bytesPerFrame
            converter.convert(&source, &target, frames: count)
            done += count
            sampleTime += Int64(count)
            if count < wanted { break }
        }
        return done
    }
}

extension PlayingQueue {
    /// Renders into memory from now on; nil goes back to the device. Only while stopped.
    ///
    /// - Throws: `queueRunState`; `converterFormat` for what is not interleaved linear PCM.
    package func setOfflineFormat(_ format: StreamFormat?, layout: ChannelLayout?) throws(AudioError) {
        guard state.withLock({ $0.run }) == .stopped else { throw .queueRunState }
        discardWorks()
        guard let format else { return works.withLock { $0.offline = nil } }
        guard format.isValidPCM, format.isInterleaved || format.channels == 1, format.sampleRate > 0 else {
            throw .converterFormat.because("offline rendering gives interleaved linear PCM")
        }
        if let layout, layout.channelCount != format.channels {
            throw .parameter.because("the layout has another number of channels than the format")
        }
        let voice = makeVoice(outputs: format.channels, sampleRate: format.sampleRate)
        let offline = try OfflineRendering(format, voice, makePipeline(voice))
        works.withLock { $0.offline = offline }
    }

    /// Fills a buffer of the queue's with the next frames.
    ///
    /// - Returns: the frames rendered, fewer than asked for where nothing more is enqueued.
    /// - Throws: `queueOfflineMode` while the queue plays to a device; `queueRunState` before it is started;
    ///   `queueBuffer`, and `queuePropertySize` where the buffer is too small.
    package func renderOffline(
        _ frames: Int, into pointer: UnsafeMutablePointer<AudioQueueBuffer>
    ) throws(AudioError) -> Int {
        guard let buffer = books.withLock({ $0.buffers[pointer] }) else { throw .queueBuffer }
        let (run, isDraining) = state.withLock { ($0.run, $0.isDraining) }
        let (count, hasEnded) = try works.withLock { works throws(AudioError) in
            guard let offline = works.offline else { throw .queueOfflineMode }
            guard run == .running else { throw .queueRunState }
            let (bytes, isTooLarge) = frames.multipliedReportingOverflow(by: offline.format.bytesPerFrame)
            guard !isTooLarge, bytes <= buffer.capacity else {
                throw .parameter.because("the buffer is too small for the frames asked for")
            }
            applyTimePitch(offline.pipeline)
            guard let data = buffer.room.baseAddress else { return (0, false) }
            let count = offline.render(frames, into: data) { noteConverterError($0) }
            pointer.pointee.mAudioDataByteSize = UInt32(count * offline.format.bytesPerFrame)
            return (count, offline.voice.endedAt.load(ordering: .acquiring) >= 0)
        }
        if hasEnded, isDraining { try stop(immediately: true) }
        return count
    }
}
