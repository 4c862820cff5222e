import AudioToolbox
import CoreAudioAdditions
import Dispatch
import Foundation
import Synchronization

/// Plays packets through an audio queue as they are brought.
///
/// One thread brings the packets, which waits while enough is enqueued; another asks how it goes, and keeps the queue still
/// while there is nothing to play.
public final class QueuePlayer: @unchecked Sendable {
    /// What is to be played.
    public struct Sound {
        public var format: AudioStreamBasicDescription
        public var cookie: [UInt8]?
        /// An `AudioChannelLayout`.
        public var layout: [UInt8]?
        /// Frames to leave out of the first packets, and of the last.
        public var primingFrames: UInt32 = 0
        public var remainderFrames: UInt32 = 0
        public var largestPacket: UInt32 = 0
        public var bytesPerSecond = 16_000.0

        public init(_ format: AudioStreamBasicDescription) {
            self.format = format
            if format.mFramesPerPacket > 0, format.mBytesPerPacket > 0 {
                bytesPerSecond = format.mSampleRate * Double(format.mBytesPerPacket) / Double(format.mFramesPerPacket)
            }
        }
    }

    public struct Settings: Sendable {
        /// 1 as recorded; more amplifies.
        public var volume: Float = 1
        /// How much faster, at the same pitch: 0.5 to 2; linear PCM 0.125 to 8.
        public var rate = 1.0
        public var isRateCareful = false
        /// The device by the server's name; nil for the default one.
        public var device: String?
        /// What users see of the sound among the streams of a sound server; nil for the program's name.
        public var title: String?
        /// Seconds of playing after which the sound ends, to the frame.
        public var time: Double?
        /// Seconds of sound that are waited for before it starts, and before it continues.
        public var headStart = 0.25
        public var showsLevels = false
        /// Whether `framesPlayed` counts.
        public var countsFrames = false

        public init() {}
    }

    private let settings: Settings
    private let format: AudioStreamBasicDescription
    /// The sample rate of the queue's format: the sound's, except for play rates that a queue does not support.
    private let queueRate: Double
    private let headStart: Int64
    /// Frames after which the tap gives silence: a changed rate does not come out to the frame.
    private let loudFrames: Int64
    private nonisolated(unsafe) var queue: AudioQueueRef?

    // The bringing thread's own.
    private var filling: AudioQueueBufferRef?
    private var primingLeft: UInt32
    private let remainder: UInt32
    private var framesLeft: Int64

    private let shared = LockedValue(Shared(), .client)
    private let free = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)
    private let tapped = Atomic<Int64>(0)

    /// What the threads share.
    private struct Shared {
        var free: [Buffer] = []
        var enqueued = 0
        /// Frames in the buffers that are enqueued, and in all that ever were.
        var framesAhead: Int64 = 0
        var frames: Int64 = 0
        var breaks = 0
        var isPlaying = false
        var isComplete = false
        /// Whether the user has paused it, and whether nothing more is to be played.
        var isPaused = false
        var isCancelled = false
    }

    private struct Buffer: @unchecked Sendable {
        let reference: AudioQueueBufferRef
    }

    private static let bufferCount = 32
    private static let bufferTime = 0.125
    private static let decodeTime = 0.5
    private static let largestBuffer: UInt32 = 1 << 20
    private static let packetsPerBuffer: UInt32 = 512
    /// Frames more than should be needed for a time at a changed rate.
    private static let surplus: Int64 = 64
    /// What a queue's play rate can be.
    private static let playRates = 0.5...2.0

    /// Makes the queue, which plays once enough has been brought.
    public init(_ sound: Sound, _ settings: Settings) throws(ToolError) {
        self.settings = settings
        format = sound.format
        primingLeft = sound.primingFrames
        remainder = sound.remainderFrames
        let rate = sound.format.mSampleRate
        framesLeft = Self.frames(settings.time, at: rate * settings.rate)
        if settings.rate != 1, (1..<Int64.max).contains(framesLeft) { framesLeft += Self.surplus }
        headStart = Int64(min(settings.headStart * rate, 1e9))
        // To play PCM faster or slower than a queue can, its format states another sample rate, and the queue corrects the
        // pitch.
        let playRate = min(max(settings.rate, Self.playRates.lowerBound), Self.playRates.upperBound)
        let excess = format.mFormatID == kAudioFormatLinearPCM ? settings.rate / playRate : 1
        queueRate = rate * excess
        loudFrames = settings.rate == 1 ? .max : Self.frames(settings.time, at: queueRate)
        try makeQueue(sound)
        try prepare(playRate: settings.rate / excess, excess: excess)
        try makeBuffers(sound)
    }

    deinit { if let queue { AudioQueueDispose(queue, true) } }

    private static func frames(_ seconds: Double?, at rate: Double) -> Int64 {
        seconds.map { Int64(min(max(0, $0 * rate), 1e15).rounded()) } ?? .max
    }

    private func makeQueue(_ sound: Sound) throws(ToolError) {
        var declared = format
        declared.mSampleRate = queueRate
        var made: AudioQueueRef?
        try check(
            "AudioQueueNewOutput",
            AudioQueueNewOutput(
                &declared,
                { context, _, buffer in
                    Unmanaged<QueuePlayer>.fromOpaque(context!).takeUnretainedValue().giveBack(buffer)
                }, Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &made))
        queue = made
        show(title: settings.title)
        if let device = settings.device { try setDevice(device) }
        if let cookie = sound.cookie { try set(kAudioQueueProperty_MagicCookie, cookie) }
        // Where the queue knows no such layout, it plays the channels as they come.
        if let layout = sound.layout, let queue {
            _ = AudioQueueSetProperty(queue, kAudioQueueProperty_ChannelLayout, layout, UInt32(layout.count))
        }
    }

    /// Gives the sound another title from now on. Any thread.
    public func show(title: String?) {
        if let queue { QueueTitle.set(title, of: queue) }
    }

    private func setDevice(_ device: String) throws(ToolError) {
        guard let queue else { return }
        let name = device as CFString
        let status = withExtendedLifetime(name) {
            var reference = Unmanaged.passUnretained(name)
            return AudioQueueSetProperty(
                queue, kAudioQueueProperty_CurrentDevice, &reference, UInt32(MemoryLayout<Unmanaged<CFString>>.size))
        }
        try check("AudioQueueSetProperty", of: kAudioQueueProperty_CurrentDevice, status)
    }

    private func prepare(playRate: Double, excess: Double) throws(ToolError) {
        if settings.rate != 1 {
            try set(kAudioQueueProperty_EnableTimePitch, words(1))
            let algorithm =
                settings.isRateCareful
                ? kAudioQueueTimePitchAlgorithm_Spectral : kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency
            try set(kAudioQueueProperty_TimePitchAlgorithm, words(UInt32(algorithm)))
            try set(kAudioQueueParam_PlayRate, Float(playRate))
            try set(kAudioQueueParam_Pitch, Float(-1200 * log2(excess)))
        }
        try set(kAudioQueueParam_Volume, min(settings.volume, 1))
        if settings.volume > 1 || settings.countsFrames || loudFrames < .max { try addTap() }
        // The queue decodes far ahead, for machines that are busy with something else.
        try set(kAudioQueueProperty_DecodeBufferSizeFrames, words(UInt32(min(queueRate * Self.decodeTime, 1e6))))
        if settings.showsLevels { try set(kAudioQueueProperty_EnableLevelMetering, words(1)) }
        guard let queue else { return }
        try check(
            "AudioQueueAddPropertyListener",
            AudioQueueAddPropertyListener(
                queue, kAudioQueueProperty_IsRunning,
                { context, queue, _ in
                    var (isRunning, size) = (UInt32(1), UInt32(4))
                    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
                    if isRunning == 0 {
                        Unmanaged<QueuePlayer>.fromOpaque(context!).takeUnretainedValue().ended.signal()
                    }
                }, Unmanaged.passUnretained(self).toOpaque()))
    }

    private func makeBuffers(_ sound: Sound) throws(ToolError) {
        guard let queue, sound.largestPacket <= Self.largestBuffer else {
            throw ToolError("AudioQueueAllocateBuffer", kAudio_MemFullError)
        }
        let usual = UInt32(min(max(sound.bytesPerSecond * Self.bufferTime, 4096), Double(Self.largestBuffer)))
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBuffer",
                AudioQueueAllocateBufferWithPacketDescriptions(
                    queue, max(sound.largestPacket, usual), Self.packetsPerBuffer, &buffer))
            guard let buffer else { continue }
            shared.withLock { $0.free.append(Buffer(reference: buffer)) }
            free.signal()
        }
    }

    private func words(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private func set(_ property: AudioQueuePropertyID, _ value: [UInt8]) throws(ToolError) {
        guard let queue else { return }
        try check("AudioQueueSetProperty", AudioQueueSetProperty(queue, property, value, UInt32(value.count)))
    }

    private func set(_ parameter: AudioQueueParameterID, _ value: Float) throws(ToolError) {
        guard let queue else { return }
        try check("AudioQueueSetParameter", AudioQueueSetParameter(queue, parameter, value))
    }
}

// MARK: The bringing thread

extension QueuePlayer {
    /// Takes packets of one size, and waits while there are enough.
    ///
    /// - Returns: false once no more are wanted.
    public func append(_ bytes: UnsafeRawPointer, packets count: Int) throws(ToolError) -> Bool {
        let size = Int(format.mBytesPerPacket)
        guard size > 0 else { return false }
        var (place, left) = (bytes, count)
        while left > 0 {
            guard let buffer = try buffer(with: size) else { return false }
            let room = Int(buffer.pointee.mAudioDataBytesCapacity - buffer.pointee.mAudioDataByteSize)
            let packets = min(left, room / size)
            copy(place, packets * size, to: buffer)
            (place, left) = (place + packets * size, left - packets)
        }
        return wantsMore
    }

    /// Takes a packet, and waits while there are enough.
    ///
    /// - Parameter frames: that are in it; 0 for as many as the format says.
    /// - Returns: false once no more are wanted.
    public func append(_ packet: UnsafeRawPointer, size: Int, frames: UInt32) throws(ToolError) -> Bool {
        guard size > 0 else { return wantsMore }
        guard let buffer = try buffer(with: size), let list = buffer.pointee.mPacketDescriptions else { return false }
        list[Int(buffer.pointee.mPacketDescriptionCount)] = AudioStreamPacketDescription(
            mStartOffset: Int64(buffer.pointee.mAudioDataByteSize), mVariableFramesInPacket: frames,
            mDataByteSize: UInt32(size))
        buffer.pointee.mPacketDescriptionCount += 1
        copy(packet, size, to: buffer)
        return wantsMore
    }

    /// No more packets come: what is there is played to its end.
    public func finish() throws(ToolError) {
        try enqueue(isLast: true)
        shared.withLock { $0.isComplete = true }
        try start()
        // A queue that is stopped has no end to come to.
        while shared.withLock({ $0.isPaused && !$0.isCancelled }) { released.wait() }
        guard !isCancelled else { return }
        if let queue { try check("AudioQueueStop", AudioQueueStop(queue, false)) }
    }

    /// False once everything up to the time at which it is to end is enqueued, and where nothing more is to be played.
    public var wantsMore: Bool { framesLeft > 0 && !isCancelled }

    private var isCancelled: Bool { shared.withLock { $0.isCancelled } }

    private func copy(_ bytes: UnsafeRawPointer, _ size: Int, to buffer: AudioQueueBufferRef) {
        (buffer.pointee.mAudioData + Int(buffer.pointee.mAudioDataByteSize)).copyMemory(from: bytes, byteCount: size)
        buffer.pointee.mAudioDataByteSize += UInt32(size)
    }

    /// The buffer being filled, with room for `size` bytes; nil once no more are wanted.
    private func buffer(with size: Int) throws(ToolError) -> AudioQueueBufferRef? {
        if let filling {
            let room = Int(filling.pointee.mAudioDataBytesCapacity - filling.pointee.mAudioDataByteSize)
            if room >= size, filling.pointee.mPacketDescriptionCount < filling.pointee.mPacketDescriptionCapacity {
                return filling
            }
            try enqueue(isLast: false)
        }
        guard wantsMore else { return nil }
        free.wait()
        guard !isCancelled else { return nil }
        guard let next = shared.withLock({ $0.free.popLast() })?.reference else { return nil }
        guard size <= Int(next.pointee.mAudioDataBytesCapacity) else {
            throw ToolError("AudioQueueEnqueueBuffer", kAudioFileStreamError_InvalidFile)
        }
        (next.pointee.mAudioDataByteSize, next.pointee.mPacketDescriptionCount) = (0, 0)
        filling = next
        return next
    }

    private func enqueue(isLast: Bool) throws(ToolError) {
        guard let queue, let buffer = filling, buffer.pointee.mAudioDataByteSize > 0 else { return }
        filling = nil
        let frames = frames(in: buffer)
        let start = min(primingLeft, frames)
        primingLeft -= start
        let heard = min(Int64(frames - start - (isLast ? min(remainder, frames - start) : 0)), framesLeft)
        let end = frames - start - UInt32(heard)
        framesLeft -= heard
        let isEnough = shared.withLock { shared in
            shared.enqueued += 1
            shared.framesAhead += Int64(frames)
            shared.frames += heard
            return shared.framesAhead >= headStart || shared.enqueued == Self.bufferCount
        }
        try check(
            "AudioQueueEnqueueBuffer",
            AudioQueueEnqueueBufferWithParameters(
                queue, buffer, buffer.pointee.mPacketDescriptionCount, buffer.pointee.mPacketDescriptions, start, end,
                0, nil, nil, nil))
        if isEnough { try self.start() }
    }

    private func frames(in buffer: AudioQueueBufferRef) -> UInt32 {
        let each = format.mFramesPerPacket
        guard let list = buffer.pointee.mPacketDescriptions, buffer.pointee.mPacketDescriptionCount > 0 else {
            let packets = buffer.pointee.mAudioDataByteSize / max(format.mBytesPerPacket, 1)
            return UInt32(clamping: UInt64(packets) * UInt64(each))
        }
        return UnsafeBufferPointer(start: list, count: Int(buffer.pointee.mPacketDescriptionCount)).reduce(0) {
            $0 &+ ($1.mVariableFramesInPacket > 0 ? $1.mVariableFramesInPacket : each)
        }
    }

    private func start() throws(ToolError) {
        guard let queue else { return }
        // Within the lock, so that the watching thread does not pause what was just started.
        let status = shared.withLock { shared in
            guard !shared.isPlaying, !shared.isCancelled else { return noErr }
            let status = shared.isPaused ? noErr : AudioQueueStart(queue, nil)
            shared.isPlaying = status == noErr
            return status
        }
        try check("AudioQueueStart", status)
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
}

// MARK: The tap, on the thread that decodes

extension QueuePlayer {
    private func addTap() throws(ToolError) {
        guard let queue else { return }
        var (frames, format) = (UInt32(0), AudioStreamBasicDescription())
        var tap: AudioQueueProcessingTapRef?
        try check(
            "AudioQueueProcessingTapNew",
            AudioQueueProcessingTapNew(
                queue,
                { context, tap, frames, time, flags, delivered, data in
                    let status = AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, delivered, data)
                    if status != noErr { delivered.pointee = 0 }
                    Unmanaged<QueuePlayer>.fromOpaque(context).takeUnretainedValue().work(delivered.pointee, data)
                }, Unmanaged.passUnretained(self).toOpaque(), .postEffects, &frames, &format, &tap))
    }

    private func work(_ frames: UInt32, _ data: UnsafeMutablePointer<AudioBufferList>) {
        let end = tapped.wrappingAdd(Int64(frames), ordering: .relaxed).newValue
        let loud = Int(max(0, Int64(frames) - max(0, end - loudFrames)))
        let factor = max(settings.volume, 1)
        for buffer in UnsafeMutableAudioBufferListPointer(data) {
            guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
            if factor != 1 { for frame in 0..<loud { samples[frame] *= factor } }
            for frame in loud..<Int(frames) { samples[frame] = 0 }
        }
    }
}

// MARK: The watching thread

extension QueuePlayer {
    /// Waits up to `seconds` for the end, and keeps the queue still where its buffers have run out.
    ///
    /// - Returns: whether the sound has ended.
    public func wait(seconds: Double) -> Bool {
        if ended.wait(timeout: .now() + seconds) == .success { return true }
        // Behind the last buffer stands what the queue has decoded ahead.
        let isHeard = self.seconds - position < Self.bufferTime
        shared.withLock { shared in
            guard let queue, isHeard, shared.isPlaying, !shared.isPaused, !shared.isComplete, shared.enqueued == 0
            else { return }
            shared.isPlaying = false
            shared.breaks += 1
            AudioQueuePause(queue)
        }
        return false
    }

    /// Whether the user has paused it.
    public var isPaused: Bool { shared.withLock { $0.isPaused } }

    /// Pauses, or continues.
    public func setPaused(_ isPaused: Bool) throws(ToolError) {
        guard let queue else { return }
        let status = shared.withLock { shared -> OSStatus in
            guard shared.isPaused != isPaused else { return noErr }
            shared.isPaused = isPaused
            // What waits for sound is stopped, and starts when it has that.
            guard shared.isPlaying else { return noErr }
            return isPaused ? AudioQueuePause(queue) : AudioQueueStart(queue, nil)
        }
        released.signal()
        try check(isPaused ? "AudioQueuePause" : "AudioQueueStart", status)
    }

    /// Sets the volume, from 0 to 1: the part of what the sound plays at where its settings amplify it.
    public func setVolume(_ volume: Float) throws(ToolError) {
        try set(kAudioQueueParam_Volume, max(0, min(volume, 1)))
    }

    /// Ends the sound at once. The bringing thread is notified that no more is wanted.
    public func cancel() {
        shared.withLock { $0.isCancelled = true }
        free.signal()
        released.signal()
        if let queue { AudioQueueStop(queue, true) }
    }

    /// Whether sound is waited for.
    public var isBuffering: Bool { shared.withLock { !$0.isPlaying } }

    /// How often sound was waited for that should have been there.
    public var breaks: Int { shared.withLock { $0.breaks } }

    /// Frames of sound that were brought.
    public var frames: Int64 { shared.withLock { $0.frames } }

    /// Frames that went to the mix, in the sound's sample rate, where they are counted.
    public var framesPlayed: Int64 {
        let count = Double(min(tapped.load(ordering: .relaxed), loudFrames))
        return Int64((count * format.mSampleRate / queueRate).rounded())
    }

    /// Seconds that what was brought sounds for.
    public var seconds: Double {
        guard format.mSampleRate > 0 else { return 0 }
        return min(Double(frames) / format.mSampleRate / settings.rate, settings.time ?? .infinity)
    }

    /// Seconds that it has been heard.
    public var position: Double {
        var time = AudioTimeStamp()
        guard let queue, queueRate > 0, AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr else { return 0 }
        return max(0, time.mSampleTime / queueRate)
    }

    /// The largest sample of each channel in the last moments.
    public var levels: [Float] {
        guard let queue, settings.showsLevels else { return [] }
        let count = Int(format.mChannelsPerFrame)
        var states = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: count)
        var size = UInt32(count * MemoryLayout<AudioQueueLevelMeterState>.stride)
        let status = AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size)
        return status == noErr ? states.map { $0.mPeakPower * min(settings.volume, 1) } : []
    }
}
