import AVFAudio
import AudioCore
import AudioIO
import AudioSession
import AudioToolbox
import CoreMedia
import Foundation
import PlaybackAndRecording

/// Captures a microphone for one output: a queue of the process's one input, whose buffers become sample buffers.
///
/// The audio session pauses it, and lets it continue, as it does with every queue.
final class MicrophoneSource: CaptureSource, SessionParticipant {
    private struct State {
        var queue: RecordingQueue?
        var isInterrupted = false
    }

    private let device: CaptureDevice
    private let center: CaptureCenter
    private let settings: Sent<NSDictionary>
    private let deliver: @Sendable (CMSampleBuffer) -> Void
    private let report: @Sendable (CaptureEvent) -> Void
    private let state = LockedValue(State(), .state)
    /// Whether the default microphone is followed: where the user has chosen this one.
    let followsDefault: Bool

    /// Buffers, and what they last.
    private static let (buffers, seconds) = (8, 0.02)

    /// - Parameters:
    ///   - settings: what the output is to give.
    ///   - deliver: called with each buffer, on the queue's thread.
    ///   - report: called without a lock, on any thread.
    init(
        _ device: CaptureDevice, _ center: CaptureCenter, settings: NSDictionary,
        deliver: @escaping @Sendable (CMSampleBuffer) -> Void, report: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        (self.device, self.center, self.settings) = (device, center, Sent(value: settings))
        (self.deliver, self.report) = (deliver, report)
        followsDefault = device.facts.isDefault
    }

    var isRunning: Bool { state.withLock { $0.queue }?.isRunning ?? false }

    /// The channels of the microphone's buffers; 0 while it does not run.
    var channels: Int { state.withLock { $0.queue }?.format.channels ?? 0 }

    func start() throws {
        let place = followsDefault ? nil : device.id
        let connection = try center.connection()
        let open: RecordingQueue.InputProvider = { (_) throws(AudioError) in
            try Input.shared(device: place, on: connection)
        }
        // Held until the queue has it, as the format follows from the device.
        let input = try open(place)
        defer { withExtendedLifetime(input) {} }
        guard let format = CapturedFormat.make(settings.value as? [String: Any] ?? [:], input.format) else {
            throw AVError(.unsupportedOutputSettings)
        }
        let packer = SamplePacker(format)
        let queue = try RecordingQueue(format, input: open) { [deliver] reference, buffer, time, _, _ in
            if let sample = packer.pack(buffer.pointee, time.pointee) { deliver(sample) }
            // It fails where the queue is being stopped, and the buffer is not needed any more.
            _ = try? AudioQueue.live(reference).enqueue(EnqueueRequest(buffer: buffer))
        }
        queue.session = center.session
        _ = try queue.register()
        do {
            try withUnsafeBytes(of: UInt32(1)) {
                try queue.setProperty(kAudioQueueProperty_EnableLevelMetering, .bytes($0))
            }
            let frames = max(16, Int(Self.seconds * format.sampleRate))
            for _ in 0..<Self.buffers {
                let buffer = try queue.allocateBuffer(bytes: frames * format.bytesPerFrame, descriptions: 0)
                _ = try queue.enqueue(EnqueueRequest(buffer: buffer))
            }
            // Before the start, so that no interruption is missed.
            state.withLock { $0.queue = queue }
            center.session.add(self)
            try queue.start(at: nil)
        } catch {
            state.withLock { $0.queue = nil }
            try? queue.dispose(immediately: true)
            throw error
        }
    }

    func stop() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        try? queue?.dispose(immediately: true)
    }

    /// The levels of a channel in decibels; nil while the microphone does not run.
    func level(_ channel: Int) -> (average: Float, peak: Float)? {
        guard let queue = state.withLock({ $0.queue }),
            case .bytes(let bytes) = try? queue.property(kAudioQueueProperty_CurrentLevelMeterDB)
        else { return nil }
        return bytes.withUnsafeBytes { bytes in
            let levels = bytes.bindMemory(to: AudioQueueLevelMeterState.self)
            guard levels.indices.contains(channel) else { return nil }
            return (levels[channel].mAveragePower, levels[channel].mPeakPower)
        }
    }

    // MARK: The audio session

    func sessionWasInterrupted() {
        guard let queue = state.withLock({ $0.queue }) else { return }
        // The queue may have been paused by the session already.
        try? queue.pause()
        let isNew = state.withLock { state in
            defer { state.isInterrupted = true }
            return !state.isInterrupted && state.queue != nil
        }
        if isNew { report(.interrupted) }
    }

    func sessionMayResume(_ shouldResume: Bool) {
        let (wasInterrupted, queue) = state.withLock { state in
            defer { state.isInterrupted = false }
            return (state.isInterrupted, state.queue)
        }
        guard wasInterrupted, let queue else { return }
        var hasResumed = false
        if shouldResume { hasResumed = (try? queue.start(at: nil)) != nil }
        report(.resumed(hasResumed))
    }

    func routeWasLost() {}
}

/// Makes sample buffers of a queue's buffers.
private final class SamplePacker: Sendable {
    private let format: StreamFormat
    private let description: CMAudioFormatDescription

    init(_ format: StreamFormat) {
        self.format = format
        description = CMAudioFormatDescription(
            AudioStreamBasicDescription(format), layout: nil, cookie: nil, extensions: [:])
    }

    /// A copy of a buffer; nil for an empty one, which is given back.
    func pack(_ buffer: AudioQueueBuffer, _ time: AudioTimeStamp) -> CMSampleBuffer? {
        let size = Int(buffer.mAudioDataByteSize)
        guard size > 0, time.mFlags.contains(.hostTimeValid) else { return nil }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        memory.copyMemory(from: UnsafeRawBufferPointer(start: buffer.mAudioData, count: size))
        guard let block = try? CMBlockBuffer(buffer: memory, deallocator: { base, _ in base.deallocate() }) else {
            memory.deallocate()
            return nil
        }
        return try? CMSampleBuffer(
            dataBuffer: block, formatDescription: description, numSamples: size / format.bytesPerFrame,
            presentationTimeStamp: CMClock.convertSystemUnitsToHostTime(time.mHostTime), packetDescriptions: [])
    }
}
