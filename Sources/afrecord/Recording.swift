import AudioToolbox
import CoreAudioAdditions
import Dispatch
import Foundation
import TerminalScreen
import ToolSupport

/// One recording: a queue that fills buffers, and the file that they are written to.
final class Recording: @unchecked Sendable {
    let options: Afrecord
    let plan: RecordingPlan
    private var queue: AudioQueueRef?
    var file: AudioFileID?
    private var target: RecordingTarget?
    private var keys: TerminalKeys?
    /// As the queue's encoder says, which the plan may leave open. Not changed once the queue runs.
    var framesPerPacket = 1.0
    private var bytesPerPacket = 0
    /// Packets that the time of `-t` takes, with those of the encoder's delay; nil for as many as come.
    var packetLimit: Int64?
    /// What the callback, on the queue's thread, the backlog's thread and the main thread share.
    private let progress = LockedValue(Progress(), .client)
    private let stopping = DispatchSemaphore(value: 0)
    /// What the disk has not taken yet. The queue fills only buffers that it has, so its callback does not wait for the disk.
    private let backlog = Backlog(name: "afrecord.file", limit: 256 << 20)
    /// Where the file continues. Used on the backlog's thread.
    var nextPacket: Int64 = 0

    private struct Progress {
        /// All that were recorded.
        var packets: Int64 = 0
        /// Those of them for which the backlog had no room.
        var lostFrames = 0.0
        var failure: ToolError?
    }

    /// What a buffer held, on its way to the disk.
    private struct Chunk: Sendable {
        let bytes: [UInt8]
        let packets: UInt32
        /// Empty where all packets have one size.
        let descriptions: [AudioStreamPacketDescription]

        /// - Parameters:
        ///   - packets: that are taken, from the first on; at least one.
        ///   - packetSize: of packets that have one size.
        init(
            _ buffer: AudioQueueBufferRef, _ packets: UInt32,
            _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, packetSize: Int
        ) {
            let count = descriptions == nil ? 0 : Int(packets)
            self.descriptions = Array(UnsafeBufferPointer(start: descriptions, count: count))
            let end = self.descriptions.last.map { Int($0.mStartOffset) + Int($0.mDataByteSize) }
            let size = min(end ?? Int(packets) * packetSize, Int(buffer.pointee.mAudioDataByteSize))
            bytes = Array(UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: size))
            self.packets = packets
        }

        /// The memory that it takes, and what Dispatch needs for it.
        var size: Int { bytes.count + descriptions.count * MemoryLayout<AudioStreamPacketDescription>.stride + 512 }
    }

    /// Seconds of a buffer at most: a killed recording may lose it, and what is on its way through the encoder.
    private static let bufferTime = 0.05
    /// Three seconds in all, should the processor be busy that long.
    private static let bufferCount = 64
    private static let largestBuffer = 0x50000

    init(_ options: Afrecord, _ plan: RecordingPlan) throws(ToolError) {
        self.options = options
        self.plan = plan
    }

    func run() throws {
        guard try !SoundSystem.isMissing else {
            throw ToolError(
                "Recording", kAudioHardwareNotRunningError,
                because: "no sound server answers; --backend null records silence")
        }
        try makeQueue()
        guard let queue else { return }
        defer { AudioQueueDispose(queue, true) }
        try configureEncoder(queue)
        let format = try packetFormat(queue)
        // Before the file is begun, and after what waits for the sound server, which a signal may end.
        let signals = watchSignals()
        defer { for source in signals { source.cancel() } }
        try explaining(whyNotWritten) { () throws(ToolError) in try createFile(queue, format) }
        defer { keys?.close() }
        setLimit(queue)
        try enqueueBuffers(queue)
        try check("AudioQueueStart", AudioQueueStart(queue, nil))
        reportPlan()
        wait(queue)
        try check("AudioQueueStop", AudioQueueStop(queue, true))
        finishWriting()
        try closeFile(queue)
        if options.profile {
            complain(formatted("processor: %.3f s", Double(clock()) / Double(CLOCKS_PER_SEC)))
        }
    }

    // MARK: Setting up

    private func makeQueue() throws(ToolError) {
        var format = plan.format
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(
            "AudioQueueNewInput",
            AudioQueueNewInput(
                &format,
                { context, queue, buffer, _, count, descriptions in
                    let recording = Unmanaged<Recording>.fromOpaque(context!).takeUnretainedValue()
                    recording.take(queue, buffer, count, descriptions)
                }, context, nil, nil, 0, &queue))
        guard let queue else { return }
        QueueTitle.set(options.file.split(separator: "/").last.map { String($0) }, of: queue)
        guard let device = options.device else { return }
        let name = try DeviceList(recording: true).uid(of: device) as CFString
        let status = withExtendedLifetime(name) {
            var reference = Unmanaged.passUnretained(name)
            return AudioQueueSetProperty(
                queue, kAudioQueueProperty_CurrentDevice, &reference, UInt32(MemoryLayout<Unmanaged<CFString>>.size))
        }
        try check("Choosing the device", status)
    }

    private func configureEncoder(_ queue: AudioQueueRef) throws(ToolError) {
        guard plan.format.mFormatID != kAudioFormatLinearPCM else { return }
        let settings = [
            (kAudioConverterCodecQuality, options.quality), (kAudioConverterEncodeBitRate, options.bitrate),
        ]
        for case (let property, var value?) in settings {
            let size = UInt32(MemoryLayout<UInt32>.size)
            try check(
                "AudioQueueSetProperty", of: property, AudioQueueSetProperty(queue, property, &value, size),
                because: "the encoder of '\(spelled(plan.format.mFormatID))' does not take \(value)")
        }
    }

    /// What the queue's encoder makes, which the queue alone knows.
    private func packetFormat(_ queue: AudioQueueRef) throws(ToolError) -> AudioStreamBasicDescription {
        var format = plan.format
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        try check(
            "AudioQueueGetProperty",
            AudioQueueGetProperty(queue, kAudioQueueProperty_StreamDescription, &format, &size))
        return format
    }

    private func createFile(
        _ queue: AudioQueueRef, _ packetFormat: AudioStreamBasicDescription
    ) throws(ToolError) {
        var format = packetFormat
        framesPerPacket = Double(max(format.mFramesPerPacket, 1))
        bytesPerPacket = Int(format.mBytesPerPacket)
        let target = try RecordingTarget(options.file, plan.type, format)
        self.target = target
        let status = AudioFileCreateWithURL(fileURL(target.path), plan.type, &format, .eraseFile, &file)
        try check("AudioFileCreateWithURL", status)
        try copyCookie(queue)
        guard let file, let tag = plan.layout else { return }
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = tag
        try check(
            "Setting the channel layout",
            AudioFileSetProperty(
                file, kAudioFilePropertyChannelLayout, UInt32(MemoryLayout<AudioChannelLayout>.size), &layout))
    }

    private func copyCookie(_ queue: AudioQueueRef) throws(ToolError) {
        var size: UInt32 = 0
        guard let file, AudioQueueGetPropertySize(queue, kAudioQueueProperty_MagicCookie, &size) == noErr, size > 0
        else { return }
        var cookie = [UInt8](repeating: 0, count: Int(size))
        try check(
            "AudioQueueGetProperty", AudioQueueGetProperty(queue, kAudioQueueProperty_MagicCookie, &cookie, &size))
        // A file type that keeps none says so.
        _ = AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, size, cookie)
    }

    private func enqueueBuffers(_ queue: AudioQueueRef) throws(ToolError) {
        var packetSize: UInt32 = 0
        var size = UInt32(MemoryLayout<UInt32>.size)
        try check(
            "AudioQueueGetProperty",
            AudioQueueGetProperty(queue, kAudioQueueProperty_MaximumOutputPacketSize, &packetSize, &size))
        let packets = max(1, (plan.format.mSampleRate * Self.bufferTime / framesPerPacket).rounded(.down))
        let bytes = min(Double(Self.largestBuffer), packets * Double(max(packetSize, 1)))
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBufferWithPacketDescriptions",
                AudioQueueAllocateBufferWithPacketDescriptions(
                    queue, max(UInt32(bytes), packetSize), UInt32(packets), &buffer))
            if let buffer { try check("AudioQueueEnqueueBuffer", AudioQueueEnqueueBuffer(queue, buffer, 0, nil)) }
        }
        guard options.meter || isatty(STDERR_FILENO) == 1 else { return }
        var isOn: UInt32 = 1
        try check(
            "AudioQueueSetProperty",
            AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isOn, size))
    }

    // MARK: While it records

    /// On the queue's thread: has the backlog write what a buffer holds, and gives the buffer back.
    private func take(
        _ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef, _ count: UInt32,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) {
        guard progress.withLock({ $0.failure == nil }) else { return }
        let room = packetLimit.map { limit in progress.withLock { max(0, limit - $0.packets) } } ?? .max
        let packets = UInt32(min(Int64(count), room))
        if packets > 0, buffer.pointee.mAudioDataByteSize > 0 {
            let chunk = Chunk(buffer, packets, descriptions, packetSize: bytesPerPacket)
            let hasRoom = backlog.add(bytes: chunk.size) { [self] in write(chunk) }
            progress.withLock { progress in
                progress.packets += Int64(packets)
                if !hasRoom { progress.lostFrames += Double(packets) * framesPerPacket }
            }
        }
        // Refused while the queue stops, when no more buffers are wanted.
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    /// Waits until the disk has taken everything. Where that takes longer than a second, another signal ends it.
    private func finishWriting() {
        var rounds = 0
        let isDone = backlog.finish { [stopping, progress] in
            rounds += 1
            if rounds < 10 { return false }
            if rounds == 10 {
                complain("waiting for the disk; interrupt once more to leave out what it has not taken")
                while stopping.wait(timeout: .now()) == .success {}
                return false
            }
            // A write that has failed signals too, and is reported when the file is closed.
            return stopping.wait(timeout: .now()) == .success && progress.withLock { $0.failure == nil }
        }
        // The file cannot be closed while a write waits for the disk.
        guard isDone else {
            keys?.close()
            _exit(1)
        }
    }

    /// On the backlog's thread.
    private func write(_ chunk: Chunk) {
        guard let file, progress.withLock({ $0.failure == nil }) else { return }
        var packets = chunk.packets
        let status = chunk.bytes.withUnsafeBytes { bytes in
            chunk.descriptions.withUnsafeBufferPointer { descriptions in
                AudioFileWritePackets(
                    file, false, UInt32(bytes.count), descriptions.isEmpty ? nil : descriptions.baseAddress, nextPacket,
                    &packets, bytes.baseAddress!)
            }
        }
        nextPacket += Int64(packets)
        do throws(ToolError) {
            try check("AudioFileWritePackets", status, because: whyNotWritten(status))
            try target?.hasGrown(file, packets: nextPacket)
        } catch {
            progress.withLock { $0.failure = error }
            stopping.signal()
        }
    }

    private func whyNotWritten(_ status: OSStatus) -> String {
        FileFault.writing(options.file, as: plan.type, format: plan.format.mFormatID, status)
    }

    /// Has the recording stop at signals. `nohup` keeps it going.
    ///
    /// A reader of the progress that goes away does not end the recording, and a file that may not grow is an error of the
    /// writing call.
    private func watchSignals() -> [any DispatchSourceProtocol] {
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !Interruption.isIgnored($0) }
        let registered = DispatchSemaphore(value: 0)
        // No global queues: where /proc is missing, Dispatch ends a process that uses one.
        let queue = DispatchQueue(label: "afrecord.signals")
        let signals = numbers.map { number -> any DispatchSourceProtocol in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [stopping] in stopping.signal() }
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        // A signal is ignored until its source is registered.
        for _ in signals { _ = registered.wait(timeout: .now() + 1) }
        return signals
    }

    private func reportPlan() {
        if options.verbose {
            let format = plan.format
            complain(
                "\(options.file): '\(spelled(plan.type))', '\(spelled(format.mFormatID))', "
                    + formatted("%.0f Hz, %u channels", format.mSampleRate, format.mChannelsPerFrame))
        }
        keys = TerminalKeys { [stopping] _ in stopping.signal() }
        if keys != nil { complain("Recording, press any key to stop:") }
    }

    /// Seconds so far, without the encoder's delay.
    private var seconds: Double {
        let frames = Double(progress.withLock { $0.packets }) * framesPerPacket
        return min(frames / plan.format.mSampleRate, options.time ?? .infinity)
    }

    private func wait(_ queue: AudioQueueRef) {
        let line = ProgressLine(seconds: options.time, always: options.meter)
        while true {
            let packets = progress.withLock { $0.packets }
            if let packetLimit, packets >= packetLimit { break }
            let step = options.meter ? 0.25 : 0.1
            if stopping.wait(timeout: .now() + step) == .success { break }
            line.show(seconds: seconds, levels: levels(queue))
        }
        line.finish(at: seconds)
    }

    private func levels(_ queue: AudioQueueRef) -> [Float] {
        let count = Int(plan.format.mChannelsPerFrame)
        var states = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: count)
        var size = UInt32(count * MemoryLayout<AudioQueueLevelMeterState>.stride)
        guard AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size) == noErr else {
            return []
        }
        return states.map(\.mPeakPower)
    }

    // MARK: The end

    private func closeFile(_ queue: AudioQueueRef) throws(ToolError) {
        // Some encoders know their cookie only at the end.
        try copyCookie(queue)
        setPacketTable(queue)
        if let file {
            let status = AudioFileClose(file)
            try check("AudioFileClose", status, because: whyNotWritten(status))
        }
        let (failure, lostFrames) = progress.withLock { ($0.failure, $0.lostFrames) }
        if let failure { throw failure }
        try target?.isComplete()
        guard lostFrames == 0 else {
            let seconds = formatted("%.1f", lostFrames / plan.format.mSampleRate)
            throw ToolError(
                saying: "\(seconds) s are missing, because the disk was too slow", kAudioQueueErr_RecordUnderrun)
        }
    }
}
