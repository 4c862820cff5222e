import AudioToolbox
import CoreAudioAdditions
import Dispatch
import Foundation
import ToolSupport

/// One recording: a queue that fills buffers, and the file that they are written to.
final class Recording: @unchecked Sendable {
    private let options: Afrecord
    private let plan: RecordingPlan
    private var queue: AudioQueueRef?
    private var file: AudioFileID?
    /// As the queue's encoder says, which the plan may leave open. Not changed once the queue runs.
    private var framesPerPacket = 1.0
    /// What the callback, on the queue's thread, the backlog's thread and the main thread share.
    private let progress = LockedValue(Progress(), .client)
    private let stopping = DispatchSemaphore(value: 0)
    /// What the disk has not taken yet. The queue fills only buffers that it has, so its callback does not wait for the disk.
    private let backlog = Backlog(name: "afrecord.file", limit: 256 << 20)
    /// Where the file goes on. Used on the backlog's thread.
    private var nextPacket: Int64 = 0

    private struct Progress {
        /// All that were recorded.
        var frames = 0.0
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

        init(
            _ buffer: AudioQueueBufferRef, _ packets: UInt32,
            _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
        ) {
            let size = Int(buffer.pointee.mAudioDataByteSize)
            bytes = Array(UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: size))
            self.packets = packets
            let count = descriptions == nil ? 0 : Int(packets)
            self.descriptions = Array(UnsafeBufferPointer(start: descriptions, count: count))
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
        try makeQueue()
        guard let queue else { return }
        defer { AudioQueueDispose(queue, true) }
        try configureEncoder(queue)
        let format = try packetFormat(queue)
        // Before the file is begun, and after what waits for the sound server, which a signal may end.
        let signals = watchSignals()
        defer { for source in signals { source.cancel() } }
        try createFile(queue, format)
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
        let name = device as CFString
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
            try check("AudioQueueSetProperty", of: property, AudioQueueSetProperty(queue, property, &value, size))
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
        try check(
            "AudioFileCreateWithURL",
            AudioFileCreateWithURL(fileURL(options.file), plan.type, &format, .eraseFile, &file))
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
        if buffer.pointee.mAudioDataByteSize > 0 {
            let chunk = Chunk(buffer, count, descriptions)
            let hasRoom = backlog.add(bytes: chunk.size) { [self] in write(chunk) }
            let frames = Double(count) * framesPerPacket
            progress.withLock { progress in
                progress.frames += frames
                if !hasRoom { progress.lostFrames += frames }
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
        if !isDone { _exit(1) }
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
        if status != noErr {
            progress.withLock { $0.failure = ToolError("AudioFileWritePackets", status) }
            stopping.signal()
        }
    }

    /// Has the recording stop at signals and keys. `nohup` keeps it going.
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
        guard isatty(STDIN_FILENO) == 1 else { return signals }
        let keys = DispatchSource.makeReadSource(
            fileDescriptor: STDIN_FILENO, queue: DispatchQueue(label: "afrecord.keys"))
        keys.setEventHandler { [stopping, keys] in
            var byte: UInt8 = 0
            // A terminal that has gone is at its end for ever.
            if read(STDIN_FILENO, &byte, 1) <= 0 { keys.cancel() }
            stopping.signal()
        }
        keys.resume()
        return signals + [keys]
    }

    private func reportPlan() {
        if options.verbose {
            let format = plan.format
            complain(
                "\(options.file): '\(spelled(plan.type))', '\(spelled(format.mFormatID))', "
                    + formatted("%.0f Hz, %u channels", format.mSampleRate, format.mChannelsPerFrame))
        }
        if isatty(STDIN_FILENO) == 1 { complain("Recording, press return to stop:") }
    }

    private func wait(_ queue: AudioQueueRef) {
        let line = ProgressLine(seconds: options.time, always: options.meter)
        while true {
            let seconds = progress.withLock { $0.frames } / plan.format.mSampleRate
            if let time = options.time, seconds >= time { break }
            let step = options.meter ? 0.25 : 0.1
            if stopping.wait(timeout: .now() + step) == .success { break }
            line.show(seconds: seconds, levels: levels(queue))
        }
        line.finish(at: progress.withLock { $0.frames } / plan.format.mSampleRate)
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
        if let file { try check("AudioFileClose", AudioFileClose(file)) }
        let (failure, lostFrames) = progress.withLock { ($0.failure, $0.lostFrames) }
        if let failure { throw failure }
        guard lostFrames == 0 else {
            let seconds = formatted("%.1f", lostFrames / plan.format.mSampleRate)
            throw ToolError(
                saying: "\(seconds) s are missing, because the disk was too slow", kAudioQueueErr_RecordUnderrun)
        }
    }
}
