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

    fileprivate struct Chunk {
        let bus: RenderBus
        var stamp = AudioTimeStamp()
        var frames = 0
        /// The one after it in a list.
        var next: UnsafeMutablePointer<Chunk>?
    }

    /// The seconds that the thread may be late before frames are lost.
    package static let reserve = 3.0

    private let bus: UInt32
    private let frames: Int
    private let format: StreamFormat
    /// All chunks. Only renders add some.
    private var chunks: [UnsafeMutablePointer<Chunk>] = []
    private let chunkCount = Atomic<Int>(0)
    /// Chunks on their way to the thread, and back.
    private let filled = ChunkPile()
    private let free = ChunkPile()
    /// The chunk that is being filled; nil for none. And those that the render has taken to fill them after it.
    private var present: UnsafeMutablePointer<Chunk>?
    private var spare: UnsafeMutablePointer<Chunk>?
    /// The chunks that renders have begun to fill since the last wait for room, and the most of them.
    private let taken = Atomic<Int>(0)
    private let mostTaken = Atomic<Int>(0)
    private var lastTime = Double.nan
    /// Whether the last time is of another time line.
    private let isTimeForgotten = Atomic<Bool>(false)
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    /// The chunks that are free.
    private let freeCount = Atomic<Int>(0)
    /// Those that wait for free chunks before they render.
    private let waiting = WaitingThreads()
    /// The tap's thread; 0 before it runs.
    private let thread = Atomic<UInt>(0)
    private let isClosed = Atomic<Bool>(false)
    /// Whether nothing is lost: who renders waits for the thread before, and the render allocates memory where that is not enough.
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
        (self.bus, self.frames, self.format, self.deliver) = (bus, max(1, frames), format, deliver)
        let needed = Int((reserve * format.sampleRate / Double(max(1, frames))).rounded(.up)) + 1
        let count = min(max(4, needed), 1024)
        for _ in 0..<count { addChunk() }
        sem_init(semaphore, 0, 0)
        let thread = try Thread(name: "audio-tap") { [self] in run() }
        thread.detach()
    }

    deinit {
        for chunk in chunks {
            chunk.pointee.bus.deallocate()
            chunk.deallocate()
        }
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    private func addChunk() {
        let chunk = UnsafeMutablePointer<Chunk>.allocate(capacity: 1)
        chunk.initialize(to: Chunk(bus: RenderBus(format, maximumFrames: frames)))
        chunks.append(chunk)
        chunkCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        free.add(chunk)
        freeCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
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

    /// Sees to it that nothing is lost where the thread is late: for renders that need not keep up with a clock.
    package func setWaits(_ waits: Bool) { self.waits.store(waits, ordering: .relaxed) }

    /// Waits until a render of some length finds room for what it may bring, so that memory need not grow.
    ///
    /// The render itself does not wait: the delivery may be waiting for its end, to change what the next one begins with.
    ///
    /// Not for the audio thread. On the tap's own thread, it returns at once.
    package func waitForRoom(seconds: Double) {
        guard waits.load(ordering: .relaxed), !isOwnThread, !ForkedChild.isHere else { return }
        // A unit that plays faster takes more than it gives.
        let most = Int((4 * seconds * format.sampleRate / Double(frames)).rounded(.up))
        let before = taken.exchange(0, ordering: .relaxed)
        let usual = mostTaken.max(before, ordering: .relaxed).newValue
        let needed = min(max(2, most + 1, usual + 1), chunkCount.load(ordering: .sequentiallyConsistent) - 1)
        waiting.wait {
            freeCount.load(ordering: .sequentiallyConsistent) >= needed
                || isClosed.load(ordering: .sequentiallyConsistent)
        }
    }

    private var isOwnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Passes on what has been copied, however little. To be called while the unit does not render.
    package func flush() { if let present, present.pointee.frames > 0 { pass() } }

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
            if let present, present.pointee.frames > 0 { pass() }
        }
        guard time.pointee.mSampleTime != lastTime else { return }
        lastTime = time.pointee.mSampleTime
        var done = 0
        while done < count {
            guard let chunk = claim(time, done) else { return }
            let part = min(count - done, frames - chunk.pointee.frames)
            copy(list, from: done, part, to: chunk)
            chunk.pointee.frames += part
            done += part
            if chunk.pointee.frames == frames { pass() }
        }
    }

    /// The chunk that is being filled, or another one.
    @_noLocks private func claim(
        _ time: UnsafePointer<AudioTimeStamp>, _ offset: Int
    ) -> UnsafeMutablePointer<Chunk>? {
        if let present { return present }
        if spare == nil { spare = free.takeAll() }
        if spare == nil, waits.load(ordering: .relaxed) {
            let own = Unmanaged.passUnretained(self)
            // The client renders without a clock, so that it may allocate memory. The child of a fork has no thread that frees it.
            realtimeTrusted { if !ForkedChild.isHere { own._withUnsafeGuaranteedRef { $0.addChunk() } } }
            spare = free.takeAll()
        }
        guard let chunk = spare else { return nil }
        spare = chunk.pointee.next
        freeCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        taken.wrappingAdd(1, ordering: .relaxed)
        present = chunk
        chunk.pointee.frames = 0
        stamp(chunk, time, offset)
        return chunk
    }

    /// Notes the time of the first frame of a chunk.
    @_noLocks private func stamp(
        _ chunk: UnsafeMutablePointer<Chunk>, _ time: UnsafePointer<AudioTimeStamp>, _ offset: Int
    ) {
        chunk.pointee.stamp = time.pointee
        guard offset > 0 else { return }
        chunk.pointee.stamp.mSampleTime += Double(offset)
        let seconds = Double(offset) / max(1, chunk.pointee.bus.sampleRate)
        if time.pointee.mFlags.contains(.hostTimeValid) { chunk.pointee.stamp.mHostTime &+= UInt64(seconds * 1e9) }
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
        if let present { filled.add(present) }
        present = nil
        let semaphore = self.semaphore
        // Raising a semaphore neither blocks nor allocates.
        realtimeTrusted { sem_post(semaphore) }
    }

    // MARK: The tap's thread

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        while true {
            sem_wait(semaphore)
            var next = filled.takeAllInOrder()
            while !isClosed.load(ordering: .sequentiallyConsistent), let chunk = next {
                next = chunk.pointee.next
                chunk.pointee.bus.prepare(frames: chunk.pointee.frames, withMemory: true)
                ProgramEnd.call { deliver(chunk.pointee.bus.list, chunk.pointee.frames, chunk.pointee.stamp) }
                free.add(chunk)
                freeCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
                waiting.wake()
            }
            if isClosed.load(ordering: .sequentiallyConsistent) { return }
        }
    }
}

/// Chunks on their way from one thread to another, as many as there are. Neither side waits.
private struct ChunkPile: ~Copyable, Sendable {
    /// The address of the chunk that was added last.
    private let top = Atomic<UInt>(0)

    /// Adds a chunk. One thread at a time adds.
    @_noLocks func add(_ chunk: UnsafeMutablePointer<BusTap.Chunk>) {
        var expected = top.load(ordering: .relaxed)
        while true {
            chunk.pointee.next = UnsafeMutablePointer(bitPattern: expected)
            let result = top.weakCompareExchange(
                expected: expected, desired: UInt(bitPattern: chunk), successOrdering: .releasing,
                failureOrdering: .relaxed)
            if result.exchanged { return }
            expected = result.original
        }
    }

    /// Takes all chunks, the last first.
    @_noLocks func takeAll() -> UnsafeMutablePointer<BusTap.Chunk>? {
        UnsafeMutablePointer(bitPattern: top.exchange(0, ordering: .acquiring))
    }

    /// Takes all chunks, in the order in which they were added.
    func takeAllInOrder() -> UnsafeMutablePointer<BusTap.Chunk>? {
        var (rest, list): (UnsafeMutablePointer<BusTap.Chunk>?, UnsafeMutablePointer<BusTap.Chunk>?) = (takeAll(), nil)
        while let chunk = rest {
            rest = chunk.pointee.next
            chunk.pointee.next = list
            list = chunk
        }
        return list
    }
}
