import AudioCore
import AudioFiles
import CAudioToolbox
import CRealtime
import Synchronization

/// A client's function in a queue's sound: it pulls what comes before it, and what it leaves is played.
///
/// Runs on the thread that decodes, in a call that primes the queue, or in one that renders offline. Samples are 32-bit float, a buffer for each channel.
package final class QueueTap: @unchecked Sendable {
    package typealias Call = (
        _ frames: UInt32, _ time: UnsafeMutablePointer<AudioTimeStamp>,
        _ flags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ delivered: UnsafeMutablePointer<UInt32>,
        _ data: UnsafeMutablePointer<AudioBufferList>
    ) -> Void

    /// Frames of one call at most.
    package static let maximumFrames = 2048

    package let flags: AudioQueueProcessingTapFlags
    package let format: StreamFormat
    let call: Call
    weak var queue: PlayingQueue?
    /// What is under way on the thread that decodes; nil outside of the client's function.
    private var current: Current?
    private let planes: UnsafeMutablePointer<Float>
    private let list: AudioBuffers
    private let interleaved: UnsafeMutablePointer<Float>
    /// The thread that runs the client's function; 0 outside of it.
    private let caller = Atomic<UInt>(0)
    /// Whether the client has stopped the queue in its function: it is not called again before the next start.
    private(set) var hasEnded = false
    /// Frames that came through since the last start.
    private var position = 0
    private var isStart = true

    private struct Current {
        let source: (UnsafeMutablePointer<Float>, Int) -> Int
        let isEnd: () -> Bool
        var frames = 0
    }

    init(_ queue: PlayingQueue, flags: AudioQueueProcessingTapFlags, call: @escaping Call) {
        let channels = queue.format.channels
        self.queue = queue
        self.flags = flags
        self.call = call
        format = .float32(sampleRate: queue.format.sampleRate, channels: channels, interleaved: false)
        planes = .allocate(capacity: channels * Self.maximumFrames)
        interleaved = .allocate(capacity: channels * Self.maximumFrames)
        list = .allocate(count: channels)
    }

    deinit {
        planes.deallocate()
        interleaved.deallocate()
        list.deallocate()
    }

    /// The next frames are the first after a jump.
    func restart() {
        position = 0
        isStart = true
        hasEnded = false
    }

    /// Lets the present call be the last one, where the client's function asks for it.
    func endIfCalling() {
        if caller.load(ordering: .relaxed) == realtime_thread() { hasEnded = true }
    }

    /// Runs the client's function, without the pipeline's lock. Its calls do not wait for its own end.
    private func callClient(
        _ frames: UInt32, _ time: inout AudioTimeStamp, _ flags: inout AudioQueueProcessingTapFlags,
        _ delivered: inout UInt32
    ) {
        queue?.pipelineState.callClient {
            LockOrder.willCallClient()
            caller.store(realtime_thread(), ordering: .relaxed)
            realtime_enter_tap()
            ProgramEnd.callIfOwn { call(frames, &time, &flags, &delivered, list.list) }
            realtime_exit_tap()
            caller.store(0, ordering: .relaxed)
        }
    }

    /// Gives frames that the client has worked on, interleaved; 0 where there are none now.
    func read(
        _ samples: UnsafeMutablePointer<Float>, frames: Int, isEnd: @escaping () -> Bool,
        from source: @escaping (UnsafeMutablePointer<Float>, Int) -> Int
    ) -> Int {
        let channels = format.channels
        let wanted = min(frames, Self.maximumFrames)
        prepareList(frames: wanted)
        current = Current(source: source, isEnd: isEnd)
        defer { current = nil }
        var time = AudioTimeStamp()
        var flags: AudioQueueProcessingTapFlags = isStart ? .startOfStream : []
        var delivered: UInt32 = 0
        if self.flags.contains(.siphon) {
            delivered = pull(UInt32(wanted), &time, &flags, list.list)
            guard delivered > 0 else { return 0 }
            // The client reads a copy, the planes; what was pulled continues to the next stage.
            callClient(delivered, &time, &flags, &delivered)
            let count = min(Int(delivered), current?.frames ?? 0)
            samples.update(from: interleaved, count: count * channels)
            return finish(count)
        }
        time = now
        callClient(UInt32(wanted), &time, &flags, &delivered)
        let count = min(Int(delivered), wanted)
        join(count, into: samples)
        return finish(count)
    }

    private func finish(_ count: Int) -> Int {
        if count > 0 { isStart = false }
        position += count
        return count
    }

    private var now: AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mSampleTime = Double(position)
        time.mFlags = .sampleTimeValid
        return time
    }

    private func prepareList(frames: Int) {
        for channel in 0..<format.channels {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frames * 4),
                mData: UnsafeMutableRawPointer(planes + channel * Self.maximumFrames))
        }
    }

    private func join(_ frames: Int, into samples: UnsafeMutablePointer<Float>) {
        let channels = format.channels
        for channel in 0..<channels {
            guard let data = list[channel].mData else { continue }
            let plane = data.assumingMemoryBound(to: Float.self)
            for frame in 0..<frames { samples[frame * channels + channel] = plane[frame] }
        }
    }

    // MARK: For the client's function

    /// Gets the sound that the tap processes: `AudioQueueProcessingTapGetSourceAudio`.
    ///
    /// - Throws: `queueTapContext` outside of the client's function; `parameter` for buffers that do not hold the frames.
    package func sourceAudio(
        _ frames: UInt32, _ time: UnsafeMutablePointer<AudioTimeStamp>,
        _ flags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ delivered: UnsafeMutablePointer<UInt32>,
        _ data: UnsafeMutablePointer<AudioBufferList>
    ) throws(AudioError) {
        guard current != nil else { throw .queueTapContext }
        guard Int(frames) <= Self.maximumFrames, Int(data.pointee.mNumberBuffers) == format.channels,
            hasRoom(for: Int(frames), in: data)
        else { throw .parameter }
        delivered.pointee = pull(frames, time, flags, data)
    }

    /// Whether the buffers hold so many frames. Those without memory get the tap's own.
    private func hasRoom(for frames: Int, in data: UnsafeMutablePointer<AudioBufferList>) -> Bool {
        let buffers = AudioBuffers(data)
        let size = MemoryLayout<Float>.size
        for channel in 0..<format.channels {
            guard let target = buffers[channel].mData else { continue }
            // The size of the tap's own buffer is that of the sound that was last in it, which may be less than it holds.
            let own = UnsafeMutableRawPointer(planes + channel * Self.maximumFrames)
            let room = target == own ? Self.maximumFrames * size : Int(buffers[channel].mDataByteSize)
            if room < frames * size { return false }
        }
        return true
    }

    private func pull(
        _ frames: UInt32, _ time: UnsafeMutablePointer<AudioTimeStamp>,
        _ flags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ data: UnsafeMutablePointer<AudioBufferList>
    ) -> UInt32 {
        guard let source = current?.source, let isEnd = current?.isEnd else { return 0 }
        let channels = format.channels
        let count = source(interleaved, Int(frames))
        let buffers = AudioBuffers(data)
        for channel in 0..<channels {
            let own = UnsafeMutableRawPointer(planes + channel * Self.maximumFrames)
            let target = buffers[channel].mData ?? own
            buffers[channel].mData = target
            buffers[channel].mDataByteSize = UInt32(count * 4)
            let plane = target.assumingMemoryBound(to: Float.self)
            for frame in 0..<count { plane[frame] = interleaved[frame * channels + channel] }
        }
        time.pointee = now
        time.pointee.mSampleTime += Double(current?.frames ?? 0)
        if isStart, current?.frames == 0 { flags.pointee.insert(.startOfStream) }
        if count < Int(frames), isEnd() { flags.pointee.insert(.endOfStream) }
        current?.frames += count
        return UInt32(count)
    }

    /// The queue's time at the frames being worked on, and how many there are.
    ///
    /// - Throws: `queueTapContext` outside of the client's function.
    package func queueTime() throws(AudioError) -> (sampleTime: Double, frames: Int) {
        guard let current else { throw .queueTapContext }
        return (Double(position), current.frames)
    }
}

extension QueueTap {
    package static let handles = HandleTable<QueueTap>(kind: 7, wrongReference: .queueTapContext)

    /// Takes the tap out of its queue.
    package func dispose() throws(AudioError) { try queue?.remove(self) }
}
