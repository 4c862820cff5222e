import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct CAFHostileTests {
    private func status(_ builder: CAFBuilder) -> Int32? {
        do throws(AudioError) {
            _ = try CAF.read(builder.source)
            return nil
        } catch { return error.status }
    }

    private let invalid = AudioError.invalidFile.status
    private let unsupported = AudioError.unsupportedDataFormat.status

    @Test func theDescriptionComesFirstAndOnce() {
        let start = CAFBuilder()
        #expect(status(start) == invalid)
        #expect(status(start.data(4)) == invalid)
        #expect(status(start.chunk("free", [1, 2]).desc().data(4)) == invalid)
        #expect(status(start.desc().desc().data(4)) == invalid)
        #expect(status(start.desc()) == invalid)
        #expect(status(start.chunk("desc", [UInt8](repeating: 0, count: 31)).data(4)) == invalid)
        #expect(status(start.desc().data(4)) == nil)
    }

    @Test func sizesThatLie() throws {
        let start = CAFBuilder().desc()
        // −1 anywhere but in the data chunk, other negative sizes, chunks longer than the file before any data.
        for size: Int64 in [-1, -2, .min, 1000, .max] {
            #expect(status(start.chunk("free", size: size, []).data(4)) == invalid)
        }
        for size: Int64 in [-2, .min, 0, 3] { #expect(status(start.data(4, size: size)) == invalid) }
        #expect(status(start.data(4).data(4)) == invalid)
        #expect(status(start.chunk("data", size: -1, [0, 0, 0])) == invalid)
        for size: Int64 in [9, 1 << 33, .max] {
            let file = try CAF.read(start.data(4, size: size).source)
            #expect(file.dataSize == 4)
            #expect(!file.isComplete)
        }
        // −1 takes what follows for sound, as it must.
        let open = try CAF.read(start.data(4, size: -1).chunk("info", [0, 0, 0, 0]).source)
        #expect(open.dataSize == 20)
        #expect(open.editCount == 9)
        // A tail that was cut off, or says it is endless, costs itself alone.
        let cut = try CAF.read(start.data(4).chunk("info", size: 9, [0, 0, 0, 0]).source)
        #expect(cut.packets.count == 2)
        for size: Int64 in [-1, -2, .min] {
            #expect(try CAF.read(start.data(4).chunk("info", size: size, []).source).packets.count == 2)
        }
        // Zeros behind the data are no chunks.
        #expect(try CAF.read(start.data(4).chunk(FourCC(0), [0, 0]).source).userChunks.isEmpty)
    }

    @Test func formatsThatCannotBe() {
        let start = CAFBuilder()
        for rate in [0, -1, .nan, .infinity, 1e300] { #expect(status(start.desc(rate: rate).data(4)) == invalid) }
        for channels: UInt32 in [0, 1025, .max] { #expect(status(start.desc(channels: channels).data(4)) == invalid) }
        for bytes: UInt32 in [0, 1, 3, 9, .max] {
            let result = status(start.desc(bytes: bytes, channels: bytes == 3 ? 2 : 1, bits: 16).data(4))
            #expect(result == (bytes == .max ? invalid : unsupported), "\(bytes) bytes a packet")
        }
        for bits: UInt32 in [0, 17, 128] { #expect(status(start.desc(bits: bits).data(4)) == unsupported) }
        #expect(status(start.desc(bits: .max).data(4)) == invalid)
        for frames: UInt32 in [0, 2] { #expect(status(start.desc(frames: frames).data(4)) == unsupported) }
        #expect(status(start.desc(frames: .max).data(4)) == invalid)
        // Float of a width that is none.
        #expect(status(start.desc(flags: 1, bytes: 2, bits: 16).data(4)) == unsupported)
        #expect(status(start.desc("alac", bytes: .max).data(4)) == invalid)
    }

    @Test func anUnknownVersionIsRefusedAndUnknownFlagsAreNot() throws {
        var bytes = CAFBuilder().desc().data(4).bytes
        bytes[7] = 3
        #expect(try CAF.read(MemoryBytes(bytes)).packets.count == 2)
        bytes[5] = 2
        #expect(throws: AudioError.self) { try CAF.read(MemoryBytes(bytes)) }
    }

    @Test func partsOfAPacketAndBytesOfOddNumberAreLeft() throws {
        let file = try CAF.read(CAFBuilder().desc(bytes: 6, channels: 2, bits: 24).data(20).chunk("free", [1]).source)
        #expect(file.dataSize == 20)
        #expect(file.packets.count == 3)
    }

    @Test func tooManyChunksAreRefused() {
        var bytes = CAFBuilder().desc().bytes
        let chunk = CAFBuilder().chunk("free", []).bytes.dropFirst(8)
        for _ in 0..<70_000 { bytes += chunk }
        #expect(throws: AudioError.self) { try CAF.read(MemoryBytes(bytes)) }
    }

    /// More than 4 GiB of silence that no disk holds.
    @Test func sizesPast4GiBAreFine() throws {
        let size: Int64 = 5 << 32
        let file = try CAF.read(HollowBytes(start: CAFBuilder().desc().data(0, size: size + 4).bytes, size: size + 68))
        #expect(file.dataSize == size)
        #expect(file.packets.count == size / 2)
        #expect(file.isComplete)
        var description = ContainerFiles.pcm(.int16(sampleRate: 8000, channels: 1), frames: size / 2)
        description.alignsAudioData = false
        let head = try CAF.enclose(description, dataOffset: nil).head
        #expect(try CAF.read(HollowBytes(start: head, size: size + 68)).dataSize == size)
    }
}

/// A source that is zeros past its start.
final class HollowBytes: ByteSource {
    private let start: [UInt8]
    private let length: Int64

    init(start: [UInt8], size: Int64) {
        self.start = start
        length = size
    }

    func size() throws(AudioError) -> Int64 { length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        let count = Int(max(0, min(Int64(buffer.count), length - position)))
        for index in 0..<count {
            let place = position + Int64(index)
            buffer[index] = place < start.count ? start[Int(place)] : 0
        }
        return count
    }
}
