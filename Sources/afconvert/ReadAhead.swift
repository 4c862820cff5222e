import AudioToolbox
import Foundation
import Synchronization
import ToolSupport

/// Gives a file's frames block by block. One thread calls it.
protocol FrameReader: AnyObject {
    /// The next frames, good until the next call; none at the end.
    func next() throws(ToolError) -> (memory: UnsafeMutableRawPointer, frames: UInt32)

    /// Ends what was begun; the file is no longer read once this returns.
    func stop()
}

/// Memory for some frames, and what reading them came to.
private final class FrameBlock {
    let memory: UnsafeMutableRawPointer
    private(set) var frames: UInt32 = 0
    private(set) var status: OSStatus = noErr
    private let format: AudioStreamBasicDescription
    private let capacity: UInt32

    init(_ format: AudioStreamBasicDescription, frames: UInt32) {
        self.format = format
        capacity = frames
        memory = .allocate(byteCount: Int(frames * format.mBytesPerFrame), alignment: 64)
    }

    deinit { memory.deallocate() }

    /// - Parameter limit: the most frames to read, no more than there is memory for.
    func read(from file: ExtAudioFileRef, upTo limit: UInt32? = nil) {
        let count = limit ?? capacity
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: format.mChannelsPerFrame, mDataByteSize: count * format.mBytesPerFrame,
                mData: memory))
        frames = count
        status = ExtAudioFileRead(file, &frames, &list)
    }
}

/// Reads when it is asked.
final class PlainReader: FrameReader {
    private let file: ExtAudioFileRef
    private let block: FrameBlock
    private var limit: UInt32?

    /// - Parameter firstFrames: of the first block, at most `blockFrames`.
    init(_ file: ExtAudioFileRef, _ format: AudioStreamBasicDescription, blockFrames: UInt32, firstFrames: UInt32) {
        self.file = file
        block = FrameBlock(format, frames: blockFrames)
        limit = firstFrames
    }

    func next() throws(ToolError) -> (memory: UnsafeMutableRawPointer, frames: UInt32) {
        block.read(from: file, upTo: limit)
        limit = nil
        try check("ExtAudioFileRead", block.status)
        return (block.memory, block.frames)
    }

    func stop() {}
}

/// Reads and decodes a file on a thread of its own, a few blocks ahead of whoever writes.
final class ReadAhead: FrameReader, @unchecked Sendable {
    private let file: ExtAudioFileRef
    /// Each is one thread's at a time: the semaphores pass it on.
    private let blocks: [FrameBlock]
    private var given = 0
    private var holdsBlock = false
    private let free = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)
    private let firstFrames: UInt32

    /// - Parameter firstFrames: of the first block, at most `blockFrames`.
    init(
        _ file: ExtAudioFileRef, _ format: AudioStreamBasicDescription, blockFrames: UInt32, firstFrames: UInt32,
        blocks count: Int = 3
    ) {
        self.file = file
        self.firstFrames = firstFrames
        blocks = (0..<count).map { _ in FrameBlock(format, frames: blockFrames) }
        // A semaphore that ends below the value it began with traps, and a conversion that fails ends that way.
        for _ in 0..<count { free.signal() }
        Thread { self.run() }.start()
    }

    func next() throws(ToolError) -> (memory: UnsafeMutableRawPointer, frames: UInt32) {
        if holdsBlock {
            given += 1
            free.signal()
        }
        filled.wait()
        holdsBlock = true
        let block = blocks[given % blocks.count]
        try check("ExtAudioFileRead", block.status)
        return (block.memory, block.frames)
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        free.signal()
        ended.wait()
    }

    private func run() {
        defer { ended.signal() }
        var index = 0
        while true {
            free.wait()
            if isStopped.load(ordering: .acquiring) { return }
            let block = blocks[index % blocks.count]
            block.read(from: file, upTo: index == 0 ? firstFrames : nil)
            filled.signal()
            if block.status != noErr || block.frames == 0 { return }
            index += 1
        }
    }
}
