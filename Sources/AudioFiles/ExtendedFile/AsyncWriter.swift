import AudioCore
import CAudioToolbox
import Glibc
import Synchronization

/// Takes frames from a thread that must not wait, and writes them on a thread of its own: `ExtAudioFileWriteAsync`.
///
/// `write` may be called on the audio thread: it copies into a ring and raises a semaphore.
final class AsyncWriter: @unchecked Sendable {
    private let side: WritingSide
    private let format: StreamFormat
    private let bufferCount: Int
    private let frameSize: Int
    private let ring: ByteRing
    private let semaphore: UnsafeMutablePointer<sem_t>
    private let isFinishing = Atomic<Bool>(false)
    /// What the disk thread ran into; reported by the next call.
    private let failure = Atomic<Int32>(0)
    /// Held by the disk thread while it writes, and by who looks at the file in between; never by `write`.
    private let fileLock = LockedValue((), .file)
    /// Nil once it has ended.
    private var thread: Thread?

    /// Seconds of sound that fit while the disk is slow.
    private static let seconds = 4.0
    /// Bytes that fit at least, so that low rates do not make the ring too small for a client's blocks.
    private static let leastCapacity = 1 << 18

    init(_ side: WritingSide, _ format: StreamFormat) throws(AudioError) {
        self.side = side
        self.format = format
        bufferCount = format.bufferCount
        frameSize = format.bytesPerFrame
        let bytes = Self.seconds * format.sampleRate * Double(format.bytesPerFrame * format.bufferCount)
        ring = ByteRing(capacity: max(Self.leastCapacity, Int(min(bytes, 64e6))))
        semaphore = .allocate(capacity: 1)
        // From here on `deinit` frees what was allocated, also where this throws.
        guard sem_init(semaphore, 0, 0) == 0 else { throw .fromErrno(errno, "sem_init") }
        // The thread keeps this alive until `finish` has ended it.
        thread = try Thread(name: "coreaudio-write") { self.drainUntilFinished() }
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Copies frames into the ring. Real-time safe.
    ///
    /// - Returns: 0, a status of ExtendedAudioFile.h where there is no room, or what an earlier write ran into.
    @_noLocks func write(_ frames: Int, _ list: UnsafePointer<AudioBufferList>) -> Int32 {
        let earlier = failure.load(ordering: .relaxed)
        guard earlier == 0 else { return earlier }
        let buffers = Int(list.pointee.mNumberBuffers)
        guard buffers == bufferCount, frames >= 0 else { return -50 }
        let head = MemoryLayout<Int>.size
        guard head + frames * frameSize * buffers <= ring.capacity else { return -66569 }
        let first = (UnsafeRawPointer(list) + 8).assumingMemoryBound(to: AudioBuffer.self)
        // As on a Mac, the sizes of the buffers count where they hold fewer frames.
        var frames = frames
        for i in 0..<buffers where frames > 0 {
            frames = min(frames, Int(first[i].mDataByteSize) / frameSize)
            guard first[i].mData != nil, frames > 0 else { return -50 }
        }
        let perBuffer = frames * frameSize
        let total = head + perBuffer * buffers
        guard total <= ring.free else { return -66570 }
        ring.stage(frames, offset: 0)
        var offset = head
        for i in 0..<buffers {
            guard let data = first[i].mData else { continue }
            ring.stage(data, count: perBuffer, offset: offset)
            offset += perBuffer
        }
        ring.publish(total)
        // Raising a semaphore neither blocks nor allocates.
        let semaphore = semaphore
        realtimeTrusted { _ = sem_post(semaphore) }
        return 0
    }

    /// Writes what is still in the ring and ends the thread.
    func finish() throws(AudioError) {
        guard let thread else { return }
        isFinishing.store(true, ordering: .releasing)
        sem_post(semaphore)
        thread.join()
        self.thread = nil
        let status = failure.load(ordering: .acquiring)
        guard status == 0 else { throw AudioError(status: status, reason: "an asynchronous write failed") }
    }

    /// Runs `body` while the disk thread leaves the file alone. Waits for the disk: not real-time safe.
    func whileIdle<T: Sendable>(_ body: () throws(AudioError) -> T) throws(AudioError) -> T {
        try fileLock.withLock { _ throws(AudioError) in try body() }
    }

    private func drainUntilFinished() {
        let list = AudioBuffers.allocate(count: format.bufferCount)
        defer { list.deallocate() }
        var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
        defer { memory.deallocate() }
        while true {
            let isLast = isFinishing.load(ordering: .acquiring)
            while ring.available > 0 { writeOne(list, &memory) }
            if isLast { return }
            sem_wait(semaphore)
        }
    }

    private func writeOne(_ list: AudioBuffers, _ memory: inout UnsafeMutableRawBufferPointer) {
        var frames = 0
        withUnsafeMutableBytes(of: &frames) { ring.take(into: $0.baseAddress!, count: MemoryLayout<Int>.size) }
        let perBuffer = frames * format.bytesPerFrame
        let total = perBuffer * format.bufferCount
        if memory.count < total {
            memory.deallocate()
            memory = .allocate(byteCount: total, alignment: 64)
        }
        ring.take(into: memory.baseAddress!, count: total)
        guard failure.load(ordering: .relaxed) == 0 else { return }
        for i in 0..<format.bufferCount {
            list[i] = AudioBuffer(
                mNumberChannels: UInt32(format.isInterleaved ? format.channels : 1), mDataByteSize: UInt32(perBuffer),
                mData: memory.baseAddress! + i * perBuffer)
        }
        do throws(AudioError) {
            try whileIdle { () throws(AudioError) in try side.write(frames, list.list) }
        } catch {
            failure.store(error.status, ordering: .releasing)
        }
    }
}
