import AudioToolbox
import Foundation
import Synchronization
import ToolSupport

/// Reads and decodes a file on a thread of its own, a few blocks ahead of whoever writes.
///
/// One thread calls `next` and `stop`; the block that `next` gave is good until it is called again.
final class ReadAhead: @unchecked Sendable {
    private struct Block {
        let memory: UnsafeMutableRawPointer
        var frames: UInt32 = 0
        var status: OSStatus = noErr
    }

    private let file: ExtAudioFileRef
    private let format: AudioStreamBasicDescription
    private let blockFrames: UInt32
    /// Each is one thread's at a time: the semaphores pass it on.
    private let blocks: UnsafeMutableBufferPointer<Block>
    private var given = 0
    private var holdsBlock = false
    private let free = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)

    init(_ file: ExtAudioFileRef, _ format: AudioStreamBasicDescription, blockFrames: UInt32, blocks count: Int = 3) {
        self.file = file
        self.format = format
        self.blockFrames = blockFrames
        blocks = .allocate(capacity: count)
        for index in blocks.indices {
            let size = Int(blockFrames * format.mBytesPerFrame)
            blocks.initializeElement(at: index, to: Block(memory: .allocate(byteCount: size, alignment: 64)))
        }
        // A semaphore that ends below the value it began with traps, and a conversion that fails ends that way.
        for _ in 0..<count { free.signal() }
        Thread { self.run() }.start()
    }

    deinit {
        for block in blocks { block.memory.deallocate() }
        blocks.deallocate()
    }

    /// The next frames; none at the end.
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

    /// Ends the thread; the file is no longer read once this returns.
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
            let place = index % blocks.count
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: format.mChannelsPerFrame, mDataByteSize: blockFrames * format.mBytesPerFrame,
                    mData: blocks[place].memory))
            var frames = blockFrames
            let status = ExtAudioFileRead(file, &frames, &list)
            (blocks[place].frames, blocks[place].status) = (frames, status)
            filled.signal()
            if status != noErr || frames == 0 { return }
            index += 1
        }
    }
}
