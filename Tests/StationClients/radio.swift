// Plays an internet radio station as programs for a Mac have done since its first years: `radio ADDRESS [SECONDS]`.
//
// A stream of CFNetwork brings the bytes on the run loop. Audio File Stream Services finds the packets, and an audio queue plays them.
// When all its buffers are full, the program waits for one, and the server waits with it.
import AudioToolbox
import CFNetwork
import Foundation

/// Writes a line at once, also where standard output is no terminal.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

final class Radio {
    static let bufferCount = 16, bufferSize: UInt32 = 4096, mostPackets: UInt32 = 64, firstBuffers = 4

    var status: OSStatus = noErr
    private var stream: CFReadStream?
    private var parser: AudioFileStreamID?
    private var queue: AudioQueueRef?
    private var hasAnswer = false, hasStarted = false, hasEnded = false
    private var enqueued = 0
    /// The buffer that is filled, and those that are empty.
    private var filling: AudioQueueBufferRef?
    private var empty: [AudioQueueBufferRef] = []
    private let condition = NSCondition()
    /// Among the sound, every so many bytes, is a byte with the length of a title in units of 16, and the title.
    private var interval = 0, soundLeft = 0, titleLeft = 0
    private var title: [UInt8] = []

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    private static func of(_ context: UnsafeMutableRawPointer?) -> Radio {
        Unmanaged<Radio>.fromOpaque(context!).takeUnretainedValue()
    }

    private func fail(_ new: OSStatus, _ what: String) {
        guard new != noErr, status == noErr else { return }
        FileHandle.standardError.write(Data("\(what): status \(new)\n".utf8))
        status = new
        CFRunLoopStop(CFRunLoopGetMain())
    }

    // MARK: The network

    func play(_ url: URL, seconds: Double) {
        fail(
            AudioFileStreamOpen(
                context,
                { context, _, property, _ in
                    if property == kAudioFileStreamProperty_ReadyToProducePackets { Radio.of(context).makeQueue() }
                },
                { context, _, count, bytes, packets in Radio.of(context).take(Int(count), bytes, packets) },
                kAudioFileMP3Type, &parser), "the parser")
        let request = CFHTTPMessageCreateRequest(
            kCFAllocatorDefault, "GET" as CFString, url as CFURL, kCFHTTPVersion1_1
        )
        .takeRetainedValue()
        CFHTTPMessageSetHeaderFieldValue(request, "Icy-MetaData" as CFString, "1" as CFString)
        let stream = CFReadStreamCreateForHTTPRequest(kCFAllocatorDefault, request).takeRetainedValue()
        self.stream = stream
        CFReadStreamSetProperty(
            stream, CFStreamPropertyKey(rawValue: kCFStreamPropertyHTTPShouldAutoredirect), kCFBooleanTrue)
        var client = CFStreamClientContext(
            version: 0, info: context, retain: nil, release: nil, copyDescription: nil)
        let events: CFStreamEventType = [.hasBytesAvailable, .errorOccurred, .endEncountered]
        CFReadStreamSetClient(stream, events.rawValue, { Radio.of($2).take($1) }, &client)
        CFReadStreamScheduleWithRunLoop(stream, CFRunLoopGetCurrent(), kCFRunLoopCommonModes)
        CFReadStreamOpen(stream)
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, seconds, false)
        CFReadStreamSetClient(stream, 0, nil, nil)
        CFReadStreamClose(stream)
        end()
    }

    private func take(_ event: CFStreamEventType) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = event == .hasBytesAvailable ? CFReadStreamRead(stream, &bytes, bytes.count) : 0
        if event == .errorOccurred { fail(CFReadStreamGetError(stream).error, "the network") }
        if !hasAnswer { takeAnswer() }
        if event == .hasBytesAvailable {
            if count > 0, status == noErr { split(bytes.prefix(count)) }
            return
        }
        hasEnded = true
        CFRunLoopStop(CFRunLoopGetCurrent())
    }

    private func takeAnswer() {
        hasAnswer = true
        guard
            let header = CFReadStreamCopyProperty(
                stream, CFStreamPropertyKey(rawValue: kCFStreamPropertyHTTPResponseHeader))
        else { return fail(-1, "the server's answer") }
        let answer = header as! CFHTTPMessage
        func field(_ name: String) -> String? {
            CFHTTPMessageCopyHeaderFieldValue(answer, name as CFString)?.takeRetainedValue() as String?
        }
        let code = CFHTTPMessageGetResponseStatusCode(answer)
        if code != 200 { fail(OSStatus(code), "the server's answer") }
        if let name = field("icy-name") { say("station: \(name)") }
        interval = max(field("icy-metaint").flatMap(Int.init) ?? 0, 0)
        soundLeft = interval
    }

    /// Takes the titles out of the sound.
    private func split(_ bytes: ArraySlice<UInt8>) {
        guard interval > 0 else { return parse(bytes) }
        var rest = bytes
        while let first = rest.first, status == noErr {
            if soundLeft > 0 {
                let piece = rest.prefix(soundLeft)
                parse(piece)
                soundLeft -= piece.count
                rest = rest.dropFirst(piece.count)
            } else if titleLeft == 0 {
                (titleLeft, title) = (Int(first) * 16, [])
                if titleLeft == 0 { soundLeft = interval }
                rest = rest.dropFirst()
            } else {
                let piece = rest.prefix(titleLeft)
                title += piece
                titleLeft -= piece.count
                rest = rest.dropFirst(piece.count)
                guard titleLeft == 0 else { continue }
                say("title: \(String(decoding: title.prefix { $0 != 0 }, as: UTF8.self))")
                soundLeft = interval
            }
        }
    }

    private func parse(_ bytes: ArraySlice<UInt8>) {
        guard let parser, !bytes.isEmpty else { return }
        fail(
            bytes.withUnsafeBytes { AudioFileStreamParseBytes(parser, UInt32($0.count), $0.baseAddress, []) },
            "the sound")
    }

    // MARK: The queue

    private func makeQueue() {
        guard let parser else { return }
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        fail(AudioFileStreamGetProperty(parser, kAudioFileStreamProperty_DataFormat, &size, &format), "the format")
        fail(
            AudioQueueNewOutput(
                &format, { context, _, buffer in Radio.of(context).takeBack(buffer) }, context, nil, nil, 0, &queue),
            "the queue")
        for _ in 0..<Self.bufferCount where queue != nil {
            var buffer: AudioQueueBufferRef?
            fail(
                AudioQueueAllocateBufferWithPacketDescriptions(queue!, Self.bufferSize, Self.mostPackets, &buffer),
                "a buffer")
            if let buffer { empty.append(buffer) }
        }
        filling = empty.popLast()
    }

    /// On the queue's thread: a buffer has been played.
    private func takeBack(_ buffer: AudioQueueBufferRef) {
        condition.withLock {
            empty.append(buffer)
            condition.signal()
        }
    }

    private func take(
        _ count: Int, _ bytes: UnsafeRawPointer, _ packets: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        guard let packets else { return }
        for packet in UnsafeBufferPointer(start: packets, count: count) {
            let size = packet.mDataByteSize
            guard status == noErr, var buffer = filling, size <= Self.bufferSize else { continue }
            if buffer.pointee.mAudioDataByteSize + size > Self.bufferSize
                || buffer.pointee.mPacketDescriptionCount == Self.mostPackets
            {
                enqueue()
                guard let next = filling else { return }
                buffer = next
            }
            let place = buffer.pointee.mAudioDataByteSize
            (buffer.pointee.mAudioData + Int(place))
                .copyMemory(from: bytes + Int(packet.mStartOffset), byteCount: Int(size))
            buffer.pointee.mPacketDescriptions?[Int(buffer.pointee.mPacketDescriptionCount)] = .init(
                mStartOffset: Int64(place), mVariableFramesInPacket: 0, mDataByteSize: size)
            buffer.pointee.mPacketDescriptionCount += 1
            buffer.pointee.mAudioDataByteSize += size
        }
    }

    /// Gives the buffer that is filled to the queue, and waits for an empty one.
    private func enqueue() {
        guard let queue, let buffer = filling, buffer.pointee.mAudioDataByteSize > 0 else { return }
        fail(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), "a buffer")
        enqueued += 1
        if enqueued >= Self.firstBuffers, !hasStarted {
            hasStarted = true
            fail(AudioQueueStart(queue, nil), "the start")
            say("playing")
        }
        condition.withLock {
            while empty.isEmpty, status == noErr { condition.wait() }
            filling = empty.popLast()
        }
        filling?.pointee.mAudioDataByteSize = 0
        filling?.pointee.mPacketDescriptionCount = 0
    }

    private func end() {
        if let queue, status == noErr, hasEnded {
            // What is in the buffers is played to its end.
            enqueue()
            if !hasStarted { fail(AudioQueueStart(queue, nil), "the start") }
            AudioQueueFlush(queue)
            AudioQueueStop(queue, false)
            var runs: UInt32 = 1
            var size: UInt32 = 4
            while runs != 0, AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &runs, &size) == noErr {
                CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, false)
            }
            say("ended")
        }
        if let queue { AudioQueueDispose(queue, true) }
        if let parser { AudioFileStreamClose(parser) }
    }
}

let arguments = CommandLine.arguments
guard arguments.count > 1, let url = URL(string: arguments[1]) else {
    FileHandle.standardError.write(Data("usage: radio ADDRESS [SECONDS]\n".utf8))
    exit(2)
}
let radio = Radio()
radio.play(url, seconds: arguments.count > 2 ? Double(arguments[2]) ?? 0 : 1e9)
exit(radio.status == noErr ? 0 : 1)
