import AudioCore
import CAudioToolbox
import CRealtime
import Glibc
import Synchronization

/// Copies what a unit renders on an output, and passes it on in buffers of one length, on a thread of its own. The last one before
/// a stop may be shorter.
///
/// It is a render notification of the unit. An output that is rendered twice for one time is copied once.
package final class BusTap: @unchecked Sendable {
    /// A buffer that has been filled: its frames, and the time of the first.
    package typealias Delivery = @Sendable (BufferList, _ frames: Int, AudioTimeStamp) -> Void

    private struct Chunk {
        let bus: RenderBus
        var stamp = AudioTimeStamp()
        var frames = 0
    }

    /// The seconds that the thread may be late before frames are lost.
    package static let reserve = 3.0

    private let bus: UInt32
    private let frames: Int
    private let chunks: UnsafeMutablePointer<Chunk>
    private let chunkCount: Int
    /// Numbers of chunks on their way to the thread, and back.
    private let filled: EventQueue<Int>
    private let free: EventQueue<Int>
    /// The chunk that is being filled; -1 for none.
    private var present = -1
    private var lastTime = Double.nan
    /// Whether the last time is of another time line.
    private let isTimeForgotten = Atomic<Bool>(false)
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    /// The chunks that are free.
    private let freeCount: Atomic<Int>
    /// Renders that wait for free chunks.
    private let waiting = WaitingThreads()
    /// The tap's thread; 0 before it runs.
    private let thread = Atomic<UInt>(0)
    private let isClosed = Atomic<Bool>(false)
    /// Whether the render may wait for the thread, so that nothing is lost.
    private let waits = Atomic<Bool>(false)
    private let deliver: Delivery

    /// - Parameters:
    ///   - format: that of the output.
    ///   - bus: the output.
    ///   - frames: those of a buffer.
    ///   - reserve: the seconds that the thread may be late before frames are lost.
    ///   - deliver: called on the tap's thread. What the list refers to is valid during the call.
    package init(
        _ format: StreamFormat, bus: UInt32, frames: Int, reserve: Double = reserve, _ deliver: @escaping Delivery
    ) throws(AudioError) {
        (self.bus, self.frames, self.deliver) = (bus, max(1, frames), deliver)
        let needed = Int((reserve * format.sampleRate / Double(max(1, frames))).rounded(.up)) + 1
        let count = min(max(4, needed), 1024)
        chunkCount = count
        chunks = .allocate(capacity: count)
        for index in 0..<count {
            (chunks + index).initialize(to: Chunk(bus: RenderBus(format, maximumFrames: max(1, frames))))
        }
        var capacity = 4
        while capacity < count { capacity *= 2 }
        filled = EventQueue(capacity: capacity)
        free = EventQueue(capacity: capacity)
        for index in 0..<count { free.write(index) }
        freeCount = Atomic(count)
        sem_init(semaphore, 0, 0)
        let thread = try Thread(name: "audio-tap") { [self] in run() }
        thread.detach()
    }

    deinit {
        for index in 0..<chunkCount { chunks[index].bus.deallocate() }
        chunks.deallocate()
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    static let function: RenderCallback = { context, flags, time, bus, frames, list in
        guard let context, let list else { return 0 }
        Unmanaged<BusTap>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.take(flags.pointee, time, bus, Int(frames), BufferList(list))
        }
        return 0
    }

    /// The function and its context, as units take them.
    package var notification: (function: UnsafeRawPointer, context: UnsafeMutableRawPointer) {
        (unsafeBitCast(Self.function, to: UnsafeRawPointer.self), Unmanaged.passUnretained(self).toOpaque())
    }

    /// Lets the render wait for the thread where that is late: for renders that need not keep up with a clock.
    package func setWaits(_ waits: Bool) { self.waits.store(waits, ordering: .relaxed) }

    /// Waits until a render of some length finds room for what it may bring, so that it need not wait itself: while a render is in
    /// progress, the delivery could not change what the next one begins with.
    ///
    /// Not for the audio thread. On the tap's own thread, it returns at once.
    package func waitForRoom(seconds: Double) {
        guard waits.load(ordering: .relaxed), !isOwnThread, !ForkedChild.isHere else { return }
        // A unit that plays faster takes more than it gives.
        let most = 4 * seconds * chunks.pointee.bus.sampleRate / Double(frames)
        let needed = min(max(2, Int(most.rounded(.up)) + 1), chunkCount - 1)
        waiting.wait {
            freeCount.load(ordering: .sequentiallyConsistent) >= needed
                || isClosed.load(ordering: .sequentiallyConsistent)
        }
    }

    private var isOwnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Passes on what has been copied, however little. To be called while the unit does not render.
    package func flush() { if present >= 0, chunks[present].frames > 0 { pass() } }

    /// The next render is another one also where it has the time of the last. Any thread.
    package func forgetTime() { isTimeForgotten.store(true, ordering: .releasing) }

    /// Ends the thread. A call of the delivery that is in progress, or about to begin, ends as usual.
    package func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        sem_post(semaphore)
        waiting.wake()
    }

    // MARK: Audio thread

    @_noLocks private func take(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ count: Int, _ list: BufferList
    ) {
        guard bus == self.bus, flags & RenderFlags.postRender != 0, flags & RenderFlags.isError == 0, count > 0,
            !isClosed.load(ordering: .relaxed)
        else { return }
        if isTimeForgotten.exchange(false, ordering: .acquiringAndReleasing) {
            lastTime = .nan
            // Frames of another time line are not joined to those that come.
            if present >= 0, chunks[present].frames > 0 { pass() }
        }
        guard time.pointee.mSampleTime != lastTime else { return }
        lastTime = time.pointee.mSampleTime
        var done = 0
        while done < count {
            guard claim(time, done) else { return }
            let chunk = chunks + present
            let part = min(count - done, frames - chunk.pointee.frames)
            copy(list, from: done, part, to: chunk)
            chunk.pointee.frames += part
            done += part
            if chunk.pointee.frames == frames { pass() }
        }
    }

    /// Sees to it that a chunk is being filled.
    @_noLocks private func claim(_ time: UnsafePointer<AudioTimeStamp>, _ offset: Int) -> Bool {
        guard present < 0 else { return true }
        var place = free.places.oldest
        while place == nil {
            guard waits.load(ordering: .relaxed), !isClosed.load(ordering: .relaxed) else { return false }
            let own = Unmanaged.passUnretained(self)
            // The client renders without a clock, so that it may wait.
            var mayWait = false
            realtimeTrusted { mayWait = own._withUnsafeGuaranteedRef { $0.waitForChunk() } }
            guard mayWait else { return false }
            place = free.places.oldest
        }
        guard let place else { return false }
        freeCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        present = free.elements[place]
        free.places.advance()
        chunks[present].frames = 0
        stamp(time, offset)
        return true
    }

    /// Notes the time of the first frame of the chunk that is being filled.
    @_noLocks private func stamp(_ time: UnsafePointer<AudioTimeStamp>, _ offset: Int) {
        let chunk = chunks + present
        chunk.pointee.stamp = time.pointee
        guard offset > 0 else { return }
        chunk.pointee.stamp.mSampleTime += Double(offset)
        let seconds = Double(offset) / max(1, chunk.pointee.bus.sampleRate)
        if time.pointee.mFlags.contains(.hostTimeValid) { chunk.pointee.stamp.mHostTime &+= UInt64(seconds * 1e9) }
    }

    /// - Returns: false on the tap's own thread, which frees no chunk meanwhile, and in the child of a fork, which has none.
    private func waitForChunk() -> Bool {
        guard !isOwnThread, !ForkedChild.isHere else { return false }
        waiting.wait {
            freeCount.load(ordering: .sequentiallyConsistent) > 0 || isClosed.load(ordering: .sequentiallyConsistent)
        }
        return true
    }

    @_noLocks private func copy(
        _ list: BufferList, from offset: Int, _ count: Int, to chunk: UnsafeMutablePointer<Chunk>
    ) {
        let bytes = chunk.pointee.bus.bytesPerFrame
        for index in 0..<min(chunk.pointee.bus.bufferCount, list.count) {
            let target = chunk.pointee.bus.place(index) + chunk.pointee.frames * bytes
            let there = Int(list.buffers[index].mDataByteSize) - offset * bytes
            let size = max(0, min(count * bytes, there))
            if size > 0, let source = list.buffers[index].mData {
                _ = realtime_copy(target, source + offset * bytes, size)
            }
            if size < count * bytes { _ = realtime_fill(target + size, 0, count * bytes - size) }
        }
    }

    @_noLocks private func pass() {
        if let place = filled.places.free {
            (filled.elements + place).initialize(to: present)
            filled.places.commit()
        }
        present = -1
        let semaphore = self.semaphore
        // Raising a semaphore neither blocks nor allocates.
        realtimeTrusted { sem_post(semaphore) }
    }

    // MARK: The tap's thread

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        while true {
            sem_wait(semaphore)
            var index = 0
            while !isClosed.load(ordering: .sequentiallyConsistent), filled.next(&index) {
                filled.advance()
                let chunk = chunks[index]
                chunk.bus.prepare(frames: chunk.frames, withMemory: true)
                ProgramEnd.call { deliver(chunk.bus.list, chunk.frames, chunk.stamp) }
                free.write(index)
                freeCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
                waiting.wake()
            }
            if isClosed.load(ordering: .sequentiallyConsistent) { return }
        }
    }
}
