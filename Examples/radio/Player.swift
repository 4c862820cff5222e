import AudioToolbox
import Foundation

/// Plays packets as they are found. One thread brings bytes, any may ask how it goes.
final class Player: @unchecked Sendable {
    private var stream: AudioFileStreamID?
    private var status: OSStatus = noErr

    private let lock = NSLock()
    private var queue: AudioQueueRef?
    private var format = AudioStreamBasicDescription()
    private var spares: [AudioQueueBufferRef] = []
    private var framesAhead = 0.0
    private var isPlaying = false

    /// Seconds of sound to have before it starts, and before it goes on after it ran dry.
    private static let headStart = 1.0
    private static let bufferSize: UInt32 = 8192
    private static let packetsPerBuffer: UInt32 = 256

    init() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        status = AudioFileStreamOpen(
            context,
            { context, _, property, _ in
                guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
                Unmanaged<Player>.fromOpaque(context).takeUnretainedValue().makeQueue()
            },
            { context, size, count, bytes, descriptions in
                let player = Unmanaged<Player>.fromOpaque(context).takeUnretainedValue()
                player.enqueue(UnsafeRawBufferPointer(start: bytes, count: Int(size)), Int(count), descriptions)
            }, kAudioFileMP3Type, &stream)
    }

    deinit {
        if let queue { AudioQueueDispose(queue, true) }
        if let stream { AudioFileStreamClose(stream) }
    }

    var secondsAhead: Double { lock.withLock { framesAhead / max(format.mSampleRate, 1) } }

    /// Takes the next bytes of the station.
    func parse(_ bytes: Data, isAfterGap: Bool) -> OSStatus {
        guard let stream, status == noErr, !bytes.isEmpty else { return status }
        let parsed = bytes.withUnsafeBytes {
            AudioFileStreamParseBytes(stream, UInt32($0.count), $0.baseAddress, isAfterGap ? .discontinuity : [])
        }
        return status == noErr ? parsed : status
    }

    /// Pauses the queue where it has nothing to play, so that it goes on in one piece. Returns whether it waits for sound.
    func pauseIfDry() -> Bool {
        let (dry, isBuffering) = lock.withLock {
            let isDry = isPlaying && framesAhead <= 0
            if isDry { isPlaying = false }
            return (isDry ? queue : nil, !isPlaying)
        }
        if let dry { AudioQueuePause(dry) }
        return isBuffering
    }

    // MARK: Within AudioFileStreamParseBytes

    private func makeQueue() {
        guard let stream else { return }
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        status = AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &format)
        guard status == noErr else { return }
        var queue: AudioQueueRef?
        status = AudioQueueNewOutput(
            &format,
            { context, _, buffer in
                Unmanaged<Player>.fromOpaque(context!).takeUnretainedValue().takeBack(buffer)
            }, Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &queue)
        guard status == noErr, let queue else { return }
        size = 0
        if AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_MagicCookieData, &size, nil) == noErr {
            var cookie = [UInt8](repeating: 0, count: Int(size))
            AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &size, &cookie)
            status = AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size)
        }
        lock.withLock { (self.queue, self.format) = (queue, format) }
    }

    private func enqueue(
        _ bytes: UnsafeRawBufferPointer, _ count: Int,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        let packetSize = Int(format.mBytesPerPacket)
        var buffer: AudioQueueBufferRef?
        for index in 0..<count {
            let packet = descriptions?[index]
            let size = packet.map { Int($0.mDataByteSize) } ?? packetSize
            let start = packet.map { Int($0.mStartOffset) } ?? index * packetSize
            if let full = buffer, !hasRoom(full, size) {
                hand(full)
                buffer = nil
            }
            if buffer == nil { buffer = emptyBuffer(size) }
            guard status == noErr, let buffer else { return }
            let used = buffer.pointee.mAudioDataByteSize
            (buffer.pointee.mAudioData + Int(used)).copyMemory(from: bytes.baseAddress! + start, byteCount: size)
            if let packet {
                buffer.pointee.mPacketDescriptions?[Int(buffer.pointee.mPacketDescriptionCount)] = .init(
                    mStartOffset: Int64(used), mVariableFramesInPacket: packet.mVariableFramesInPacket,
                    mDataByteSize: packet.mDataByteSize)
                buffer.pointee.mPacketDescriptionCount += 1
            }
            buffer.pointee.mAudioDataByteSize += UInt32(size)
        }
        if let buffer { hand(buffer) }
    }

    private func hasRoom(_ buffer: AudioQueueBufferRef, _ size: Int) -> Bool {
        Int(buffer.pointee.mAudioDataBytesCapacity - buffer.pointee.mAudioDataByteSize) >= size
            && buffer.pointee.mPacketDescriptionCount < Self.packetsPerBuffer
    }

    private func emptyBuffer(_ size: Int) -> AudioQueueBufferRef? {
        guard let queue else { return nil }
        let spare = lock.withLock { spares.popLast() }
        var buffer = spare
        if let spare, Int(spare.pointee.mAudioDataBytesCapacity) < size {
            AudioQueueFreeBuffer(queue, spare)
            buffer = nil
        }
        if buffer == nil {
            status = AudioQueueAllocateBufferWithPacketDescriptions(
                queue, max(Self.bufferSize, UInt32(size)), Self.packetsPerBuffer, &buffer)
        }
        buffer?.pointee.mAudioDataByteSize = 0
        buffer?.pointee.mPacketDescriptionCount = 0
        return buffer
    }

    private func hand(_ buffer: AudioQueueBufferRef) {
        guard let queue, buffer.pointee.mAudioDataByteSize > 0 else { return }
        let frames = frames(in: buffer)
        let isEnough = lock.withLock {
            framesAhead += frames
            let isEnough = !isPlaying && framesAhead >= Self.headStart * format.mSampleRate
            if isEnough { isPlaying = true }
            return isEnough
        }
        status = AudioQueueEnqueueBuffer(
            queue, buffer, buffer.pointee.mPacketDescriptionCount, buffer.pointee.mPacketDescriptions)
        if isEnough { status = AudioQueueStart(queue, nil) }
    }

    private func frames(in buffer: AudioQueueBufferRef) -> Double {
        let packets =
            format.mBytesPerPacket > 0
            ? buffer.pointee.mAudioDataByteSize / format.mBytesPerPacket : buffer.pointee.mPacketDescriptionCount
        return Double(packets) * Double(max(format.mFramesPerPacket, 1))
    }

    /// On the queue's own thread: the buffer has been played.
    private func takeBack(_ buffer: AudioQueueBufferRef) {
        let frames = frames(in: buffer)
        lock.withLock {
            framesAhead -= frames
            spares.append(buffer)
        }
    }
}
