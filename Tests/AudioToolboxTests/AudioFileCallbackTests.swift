import AudioToolbox
import TestSupport
import Testing

/// A file that lies in a program's memory.
private final class MemoryFile {
    var bytes: [UInt8] = []
    /// What the callbacks answer instead of working; 0 for none.
    var failure: OSStatus = 0
    /// The most bytes that a read returns, and the position after which it returns none although there are more.
    var largestPiece = Int.max
    var end = Int.max
    var reads = 0

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    static func at(_ pointer: UnsafeMutableRawPointer) -> MemoryFile {
        Unmanaged.fromOpaque(pointer).takeUnretainedValue()
    }
}

private func read(
    _ context: UnsafeMutableRawPointer, _ position: Int64, _ count: UInt32, _ buffer: UnsafeMutableRawPointer,
    _ actual: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    let file = MemoryFile.at(context)
    guard file.failure == 0 else { return file.failure }
    file.reads += 1
    let part = file.bytes.prefix(file.end).dropFirst(Int(position)).prefix(min(Int(count), file.largestPiece))
    buffer.copyMemory(from: Array(part), byteCount: part.count)
    actual.pointee = UInt32(part.count)
    return noErr
}

private func write(
    _ context: UnsafeMutableRawPointer, _ position: Int64, _ count: UInt32, _ buffer: UnsafeRawPointer,
    _ actual: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    let file = MemoryFile.at(context)
    guard file.failure == 0 else { return file.failure }
    let end = Int(position) + Int(count)
    if end > file.bytes.count { file.bytes += [UInt8](repeating: 0, count: end - file.bytes.count) }
    file.bytes.replaceSubrange(
        Int(position)..<end, with: UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    actual.pointee = count
    return noErr
}

private func size(_ context: UnsafeMutableRawPointer) -> Int64 { Int64(MemoryFile.at(context).bytes.count) }

private func resize(_ context: UnsafeMutableRawPointer, _ size: Int64) -> OSStatus {
    let file = MemoryFile.at(context)
    if file.bytes.count > Int(size) { file.bytes.removeLast(file.bytes.count - Int(size)) }
    file.bytes += [UInt8](repeating: 0, count: Int(size) - file.bytes.count)
    return noErr
}

/// AudioFileInitializeWithCallbacks and AudioFileOpenWithCallbacks.
@Suite struct AudioFileCallbackTests {
    @Test(arguments: AudioFileTests.types) func aFileInMemory(type: AudioFileTypeID, bigEndian: Bool) throws {
        let memory = MemoryFile()
        memory.bytes = [1, 2, 3]
        let data = Signal.bytes(5000, seed: 1)
        var format = AudioStreamBasicDescription.int(16, bigEndian: bigEndian)
        var made: AudioFileID?
        #expect(
            AudioFileInitializeWithCallbacks(memory.pointer, read, write, size, resize, type, &format, [], &made)
                == noErr)
        var id = try #require(made)
        var count: UInt32 = 2500
        #expect(AudioFileWritePackets(id, false, 5000, nil, 0, &count, data) == noErr)
        #expect(AudioFileClose(id) == noErr)

        made = nil
        #expect(AudioFileOpenWithCallbacks(memory.pointer, read, nil, size, nil, 0, &made) == noErr)
        id = try #require(made)
        #expect(try PublicFile.data(id) == data)
        #expect(AudioFileWritePackets(id, false, 2, nil, 0, &count, data) == OSStatus(code: "prm?"))
        #expect(AudioFileClose(id) == noErr)

        #expect(AudioFileOpenWithCallbacks(memory.pointer, read, write, size, resize, type, &made) == noErr)
        id = try #require(made)
        count = 1
        #expect(AudioFileWritePackets(id, false, 2, nil, 2500, &count, [8, 9] as [UInt8]) == noErr)
        #expect(AudioFileOptimize(id) == noErr)
        #expect(try PublicFile.data(id) == data + [8, 9])
        #expect(AudioFileClose(id) == noErr)

        // The bytes are those of a file on disk.
        let folder = ScratchFolder()
        #expect(try PublicFile.data(folder.write(memory.bytes, "a")) == data + [8, 9])
    }

    @Test func aCallbacksStatusIsHandedBack() throws {
        let memory = MemoryFile()
        var format = AudioStreamBasicDescription.int(16)
        var made: AudioFileID?
        memory.failure = 4711
        #expect(
            AudioFileInitializeWithCallbacks(
                memory.pointer, read, write, size, resize, kAudioFileWAVEType, &format, [], &made) == 4711)
        #expect(made == nil)
        memory.failure = 0
        #expect(
            AudioFileInitializeWithCallbacks(
                memory.pointer, read, write, size, resize, kAudioFileWAVEType, &format, [], &made) == noErr)
        let id = try #require(made)
        memory.failure = 4712
        var count: UInt32 = 1
        #expect(AudioFileWritePackets(id, false, 2, nil, 0, &count, [1, 2] as [UInt8]) == 4712 && count == 0)
        memory.failure = 0
        count = 1
        #expect(AudioFileWritePackets(id, false, 2, nil, 0, &count, [1, 2] as [UInt8]) == noErr)
        memory.failure = 4713
        var room: [UInt8] = [0, 0]
        #expect(AudioFileReadBytes(id, false, 0, &count, &room) == 4713)
        #expect(AudioFileClose(id) == 4713)
    }

    /// After a short read the callback is called again; after an empty one it is not.
    @Test(arguments: [1, 7, 1000]) func readsInPieces(piece: Int) throws {
        let memory = MemoryFile()
        let data = Signal.bytes(5000, seed: 1)
        let folder = ScratchFolder()
        try PublicFile.create(folder.url("a.wav"), kAudioFileWAVEType, .int(16), data)
        memory.bytes = try #require(folder.bytes("a.wav"))
        memory.largestPiece = piece
        var made: AudioFileID?
        #expect(AudioFileOpenWithCallbacks(memory.pointer, read, nil, size, nil, 0, &made) == noErr)
        let id = try #require(made)
        defer { AudioFileClose(id) }
        #expect(try PublicFile.data(id) == data)
        memory.end = memory.bytes.count - 1000
        memory.reads = 0
        var room = [UInt8](repeating: 0, count: 5000)
        var count: UInt32 = 5000
        #expect(AudioFileReadBytes(id, false, 0, &count, &room) == kAudioFileEndOfFileError)
        #expect(count == 4000 && room[..<4000] == data[..<4000])
        #expect(memory.reads <= 4000 / piece + 2)
    }
}
