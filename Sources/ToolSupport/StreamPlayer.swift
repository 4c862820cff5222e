import AudioToolbox
import Dispatch
import Foundation
import Synchronization

/// Plays a file or a broadcast as its bytes arrive: Audio File Stream Services find the packets, an audio queue plays them.
///
/// One thread brings the bytes, which waits while enough is enqueued; another asks how it goes, and keeps the queue still
/// while there is nothing to play.
public final class StreamPlayer: @unchecked Sendable {
    public struct Settings: Sendable {
        public var typeHint: AudioFileTypeID = 0
        /// 0 to 1.
        public var volume: Float = 1
        /// 0.5 to 2, at the same pitch.
        public var rate: Float = 1
        public var isRateCareful = false
        /// Seconds of sound that are waited for before it starts, and before it goes on.
        public var headStart = 0.25
        public var showsLevels = false

        public init() {}
    }

    private let settings: Settings
    private var stream: AudioFileStreamID?
    /// The buffer that is being filled; the bringing thread's own, as is what follows.
    private var filling: AudioQueueBufferRef?
    private var primingLeft: UInt32 = 0
    private var remainder: UInt32 = 0
    private var failure: ToolError?

    private let shared = Mutex(Shared())
    private let free = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// What the threads share.
    private struct Shared {
        var queue: Queue?
        var format = AudioStreamBasicDescription()
        var free: [Buffer] = []
        var enqueued = 0
        /// Frames in the buffers that are enqueued, and in all that ever were.
        var framesAhead: Int64 = 0
        var frames: Int64 = 0
        var isPlaying = false
        var isComplete = false
        var isStopped = false
    }

    private struct Queue: @unchecked Sendable {
        let reference: AudioQueueRef
    }

    private struct Buffer: @unchecked Sendable {
        let reference: AudioQueueBufferRef
    }

    private static let bufferCount = 32
    private static let bufferTime = 0.125
    private static let largestBuffer: UInt32 = 1 << 20
    private static let packetsPerBuffer: UInt32 = 512

    public init(_ settings: Settings) throws(ToolError) {
        self.settings = settings
        try check(
            "AudioFileStreamOpen",
            AudioFileStreamOpen(
                Unmanaged.passUnretained(self).toOpaque(),
                { context, _, property, _ in
                    guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
                    Unmanaged<StreamPlayer>.fromOpaque(context).takeUnretainedValue().begin()
                },
                { context, _, count, bytes, descriptions in
                    Unmanaged<StreamPlayer>.fromOpaque(context).takeUnretainedValue().take(bytes, count, descriptions)
                }, settings.typeHint, &stream))
    }

    deinit {
        if let queue { AudioQueueDispose(queue, true) }
        if let stream { AudioFileStreamClose(stream) }
    }

    private var queue: AudioQueueRef? { shared.withLock { $0.queue }?.reference }
    private var format: AudioStreamBasicDescription { shared.withLock { $0.format } }

    // MARK: The bringing thread

    /// Takes the next bytes and waits while there are enough.
    ///
    /// - Returns: false once the sound was stopped.
    public func parse(_ bytes: UnsafeRawBufferPointer, isDiscontinuous: Bool = false) throws(ToolError) -> Bool {
        guard let stream, !shared.withLock({ $0.isStopped }) else { return false }
        let status = AudioFileStreamParseBytes(
            stream, UInt32(bytes.count), bytes.baseAddress, isDiscontinuous ? .discontinuity : [])
        if let failure { throw failure }
        try check("AudioFileStreamParseBytes", status)
        return !shared.withLock { $0.isStopped }
    }

    /// No more bytes come: what is there is played to its end.
    public func finish() throws(ToolError) {
        guard let stream else { return }
        let status = AudioFileStreamParseBytes(stream, 0, nil, [])
        if let failure { throw failure }
        try check("AudioFileStreamParseBytes", status)
        guard let queue else { throw ToolError("AudioFileStreamParseBytes", kAudioFileStreamError_InvalidFile) }
        enqueue(isLast: true)
        if let failure { throw failure }
        shared.withLock { $0.isComplete = true }
        try start(queue)
        try check("AudioQueueStop", AudioQueueStop(queue, false))
    }

    /// The properties are there: makes the queue and its buffers.
    private func begin() {
        do throws(ToolError) { try makeQueue() } catch { failure = error }
    }

    private func makeQueue() throws(ToolError) {
        var format = value(kAudioFileStreamProperty_DataFormat, AudioStreamBasicDescription()) ?? format
        let context = Unmanaged.passUnretained(self).toOpaque()
        var made: AudioQueueRef?
        try check(
            "AudioQueueNewOutput",
            AudioQueueNewOutput(
                &format,
                { context, _, buffer in
                    Unmanaged<StreamPlayer>.fromOpaque(context!).takeUnretainedValue().giveBack(buffer)
                }, context, nil, nil, 0, &made))
        guard let queue = made else { return }
        let kept = Queue(reference: queue)
        shared.withLock { ($0.queue, $0.format) = (kept, format) }
        if let cookie = bytes(kAudioFileStreamProperty_MagicCookieData) {
            try set(queue, kAudioQueueProperty_MagicCookie, cookie)
        }
        // Where the queue knows no such layout, it plays the channels as they come.
        if let layout = bytes(kAudioFileStreamProperty_ChannelLayout) {
            _ = AudioQueueSetProperty(queue, kAudioQueueProperty_ChannelLayout, layout, UInt32(layout.count))
        }
        if let table = value(kAudioFileStreamProperty_PacketTableInfo, AudioFilePacketTableInfo()) {
            primingLeft = UInt32(clamping: table.mPrimingFrames)
            remainder = UInt32(clamping: table.mRemainderFrames)
        }
        try prepare(queue)
        try makeBuffers(queue)
    }

    private func prepare(_ queue: AudioQueueRef) throws(ToolError) {
        if settings.rate != 1 {
            try set(queue, kAudioQueueProperty_EnableTimePitch, words(1))
            let algorithm =
                settings.isRateCareful
                ? kAudioQueueTimePitchAlgorithm_Spectral : kAudioQueueTimePitchAlgorithm_TimeDomain
            try set(queue, kAudioQueueProperty_TimePitchAlgorithm, words(UInt32(algorithm)))
            try check(
                "AudioQueueSetParameter", AudioQueueSetParameter(queue, kAudioQueueParam_PlayRate, settings.rate))
        }
        try check("AudioQueueSetParameter", AudioQueueSetParameter(queue, kAudioQueueParam_Volume, settings.volume))
        if settings.showsLevels { try set(queue, kAudioQueueProperty_EnableLevelMetering, words(1)) }
        try check(
            "AudioQueueAddPropertyListener",
            AudioQueueAddPropertyListener(
                queue, kAudioQueueProperty_IsRunning,
                { context, queue, _ in
                    var (isRunning, size) = (UInt32(1), UInt32(4))
                    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
                    if isRunning == 0 {
                        Unmanaged<StreamPlayer>.fromOpaque(context!).takeUnretainedValue().ended.signal()
                    }
                }, Unmanaged.passUnretained(self).toOpaque()))
    }

    private func makeBuffers(_ queue: AudioQueueRef) throws(ToolError) {
        let rate = Double(value(kAudioFileStreamProperty_BitRate, UInt32(0)) ?? 128_000) / 8
        let packet = value(kAudioFileStreamProperty_PacketSizeUpperBound, UInt32(0)) ?? 0
        guard packet <= Self.largestBuffer else { throw ToolError("AudioQueueAllocateBuffer", kAudio_MemFullError) }
        let size = max(packet, UInt32(min(max(rate * Self.bufferTime, 4096), Double(Self.largestBuffer))))
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBuffer",
                AudioQueueAllocateBufferWithPacketDescriptions(queue, size, Self.packetsPerBuffer, &buffer))
            guard let buffer else { continue }
            shared.withLock { $0.free.append(Buffer(reference: buffer)) }
            free.signal()
        }
    }

    /// Copies packets into buffers.
    private func take(
        _ bytes: UnsafeRawPointer, _ count: UInt32, _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        let packetSize = Int(format.mBytesPerPacket)
        if let descriptions {
            for packet in UnsafeBufferPointer(start: descriptions, count: Int(count)) {
                let place = bytes + Int(packet.mStartOffset)
                add(place, Int(packet.mDataByteSize), frames: packet.mVariableFramesInPacket)
            }
        } else if packetSize > 0 {
            var (place, left) = (bytes, Int(count))
            while left > 0, let buffer = buffer(with: packetSize) {
                let room = Int(buffer.pointee.mAudioDataBytesCapacity - buffer.pointee.mAudioDataByteSize)
                let packets = min(left, room / packetSize)
                append(place, packets * packetSize, to: buffer)
                (place, left) = (place + packets * packetSize, left - packets)
            }
        }
    }

    private func add(_ bytes: UnsafeRawPointer, _ size: Int, frames: UInt32) {
        guard let buffer = buffer(with: size), let list = buffer.pointee.mPacketDescriptions else { return }
        let index = Int(buffer.pointee.mPacketDescriptionCount)
        list[index] = AudioStreamPacketDescription(
            mStartOffset: Int64(buffer.pointee.mAudioDataByteSize), mVariableFramesInPacket: frames,
            mDataByteSize: UInt32(size))
        buffer.pointee.mPacketDescriptionCount += 1
        append(bytes, size, to: buffer)
    }

    private func append(_ bytes: UnsafeRawPointer, _ size: Int, to buffer: AudioQueueBufferRef) {
        (buffer.pointee.mAudioData + Int(buffer.pointee.mAudioDataByteSize)).copyMemory(from: bytes, byteCount: size)
        buffer.pointee.mAudioDataByteSize += UInt32(size)
    }

    /// The buffer being filled, with room for `size` bytes; nil once the sound was stopped, or has failed.
    private func buffer(with size: Int) -> AudioQueueBufferRef? {
        guard failure == nil else { return nil }
        if let filling {
            let room = Int(filling.pointee.mAudioDataBytesCapacity - filling.pointee.mAudioDataByteSize)
            if room >= size, filling.pointee.mPacketDescriptionCount < filling.pointee.mPacketDescriptionCapacity {
                return filling
            }
            enqueue(isLast: false)
        }
        free.wait()
        guard let next = shared.withLock({ $0.isStopped ? nil : $0.free.popLast() })?.reference else { return nil }
        guard size <= Int(next.pointee.mAudioDataBytesCapacity) else {
            failure = ToolError("AudioFileStreamParseBytes", kAudioFileStreamError_InvalidFile)
            return nil
        }
        (next.pointee.mAudioDataByteSize, next.pointee.mPacketDescriptionCount) = (0, 0)
        filling = next
        return next
    }

    private func enqueue(isLast: Bool) {
        guard let queue, let buffer = filling, buffer.pointee.mAudioDataByteSize > 0 else { return }
        filling = nil
        let frames = frames(in: buffer)
        let start = min(primingLeft, frames)
        primingLeft -= start
        let end = isLast ? min(remainder, frames - start) : 0
        let isEnough = shared.withLock { shared in
            shared.enqueued += 1
            shared.framesAhead += Int64(frames)
            shared.frames += Int64(frames) - Int64(start) - Int64(end)
            return Double(shared.framesAhead) >= settings.headStart * shared.format.mSampleRate
                || shared.enqueued == Self.bufferCount
        }
        do throws(ToolError) {
            try check(
                "AudioQueueEnqueueBuffer",
                AudioQueueEnqueueBufferWithParameters(
                    queue, buffer, buffer.pointee.mPacketDescriptionCount, buffer.pointee.mPacketDescriptions, start,
                    end, 0, nil, nil, nil))
            if isEnough { try self.start(queue) }
        } catch { failure = error }
    }

    private func frames(in buffer: AudioQueueBufferRef) -> UInt32 {
        let each = format.mFramesPerPacket
        guard let list = buffer.pointee.mPacketDescriptions, buffer.pointee.mPacketDescriptionCount > 0 else {
            return buffer.pointee.mAudioDataByteSize / max(format.mBytesPerPacket, 1) * each
        }
        return UnsafeBufferPointer(start: list, count: Int(buffer.pointee.mPacketDescriptionCount)).reduce(0) {
            $0 &+ ($1.mVariableFramesInPacket > 0 ? $1.mVariableFramesInPacket : each)
        }
    }

    private func start(_ queue: AudioQueueRef) throws(ToolError) {
        let isNew = shared.withLock { shared in
            defer { shared.isPlaying = true }
            return !shared.isPlaying && !shared.isStopped
        }
        if isNew { try check("AudioQueueStart", AudioQueueStart(queue, nil)) }
    }

    /// On the queue's thread.
    private func giveBack(_ buffer: AudioQueueBufferRef) {
        let frames = Int64(frames(in: buffer))
        let buffer = Buffer(reference: buffer)
        shared.withLock {
            $0.enqueued -= 1
            $0.framesAhead -= frames
            $0.free.append(buffer)
        }
        free.signal()
    }

    private func value<T: BitwiseCopyable>(_ property: AudioFileStreamPropertyID, _ initial: T) -> T? {
        guard let stream else { return nil }
        var (value, size) = (initial, UInt32(MemoryLayout<T>.size))
        return AudioFileStreamGetProperty(stream, property, &size, &value) == noErr ? value : nil
    }

    private func bytes(_ property: AudioFileStreamPropertyID) -> [UInt8]? {
        var size: UInt32 = 0
        guard let stream, AudioFileStreamGetPropertyInfo(stream, property, &size, nil) == noErr, size > 0 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        return AudioFileStreamGetProperty(stream, property, &size, &bytes) == noErr ? bytes : nil
    }

    private func words(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private func set(
        _ queue: AudioQueueRef, _ property: AudioQueuePropertyID, _ value: [UInt8]
    ) throws(ToolError) {
        try check("AudioQueueSetProperty", AudioQueueSetProperty(queue, property, value, UInt32(value.count)))
    }
}

// MARK: The watching thread

extension StreamPlayer {
    /// Waits up to `seconds` for the end, and keeps the queue still where its buffers have run out.
    ///
    /// - Returns: whether the sound has ended.
    public func wait(seconds: Double) -> Bool {
        if ended.wait(timeout: .now() + seconds) == .success { return true }
        guard let queue else { return false }
        let hasRunOut = shared.withLock { shared in
            guard shared.isPlaying, !shared.isComplete, shared.enqueued == 0 else { return false }
            shared.isPlaying = false
            return true
        }
        if hasRunOut { AudioQueuePause(queue) }
        return false
    }

    /// Ends the sound at once.
    public func stop() {
        shared.withLock { $0.isStopped = true }
        if let queue { AudioQueueStop(queue, true) }
        free.signal()
    }

    /// Whether sound is waited for.
    public var isBuffering: Bool { shared.withLock { !$0.isPlaying } }

    /// Frames of sound that have come.
    public var frames: Int64 { shared.withLock { $0.frames } }

    /// Seconds of the sound that have been heard.
    public var position: Double {
        var time = AudioTimeStamp()
        guard let queue, AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr, format.mSampleRate > 0 else {
            return 0
        }
        return max(0, time.mSampleTime / format.mSampleRate)
    }

    /// The largest sample of each channel since it was last asked.
    public var levels: [Float] {
        guard let queue, settings.showsLevels else { return [] }
        let count = Int(format.mChannelsPerFrame)
        var states = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: count)
        var size = UInt32(count * MemoryLayout<AudioQueueLevelMeterState>.stride)
        let status = AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size)
        return status == noErr ? states.map(\.mPeakPower) : []
    }
}
