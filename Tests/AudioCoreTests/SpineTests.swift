import AudioCore
import Testing

@Suite struct SpineTests {
    @Test func fourCharacterCodes() {
        #expect(FourCC("caff").rawValue == 0x6361_6666)
        #expect(FourCC(padding: "aac") == .aac)
        #expect(FourCC(padding: "") == nil)
        #expect(FourCC(padding: "toolong") == nil)
        #expect(FourCC(padding: "\u{E9}") == nil)
        #expect("\(FourCC(1))" == "0x1")
        #expect("\(FourCC("wht?"))" == "wht?")
        #expect(FourCC("caff").bytes == Array("caff".utf8))
    }

    @Test func writersAndReadersAgree() throws {
        var writer = ByteWriter()
        writer.big(UInt16(0x0102))
        writer.little(UInt32(0x0102_0304))
        writer.bigFloat64(0.5)
        writer.zeroTerminated("hé")
        writer.fourCC("data")
        writer.overwrite(at: 0, with: [9])
        #expect(writer.bytes[0..<6].elementsEqual([9, 2, 4, 3, 2, 1]))
        var reader = ByteReader(writer.bytes)
        #expect(try reader.big(UInt16.self) == 0x0902)
        #expect(try reader.little(UInt32.self) == 0x0102_0304)
        #expect(try reader.bigFloat64() == 0.5)
        #expect(reader.zeroTerminatedText() == "hé")
        #expect(try reader.fourCC() == "data")
        #expect(reader.isAtEnd)
        #expect(throws: AudioError.endOfFile) { try reader.big(UInt8.self) }
    }

    @Test func readersStayWithinTheirBytes() throws {
        var reader = ByteReader([1, 2, 3, 4][1..<3])
        #expect(throws: AudioError.endOfFile) { try reader.take(3) }
        #expect(throws: AudioError.endOfFile) { try reader.take(-1) }
        #expect(reader.remaining == 2)
        #expect(Array(reader.rest()) == [2, 3])
        #expect(reader.zeroTerminatedText() == "")
    }

    @Test func constantPackets() {
        var index = PacketIndex(constantSize: 34, frames: 64, count: 3)
        #expect(index.totalFrames == 192)
        #expect(index.totalBytes == 102)
        #expect(index.packet(holdingFrame: 191) == 2)
        #expect(index.packet(holdingFrame: 192) == nil)
        #expect(index.packet(holdingFrame: -1) == nil)
        #expect(index.packet(holdingByte: 34) == 1)
        #expect(index[2] == PacketDescription(offset: 68, size: 34))
        index.setConstantCount(.max)
        #expect(index.totalBytes == .max)
        #expect(index.totalFrames == .max)
    }

    @Test func packetsOfVaryingSizeAndFrames() {
        var index = PacketIndex(variableSizesWithFrames: 0)
        for (size, frames) in [(10, 100), (0, 0), (20, 50)] { index.append(size: UInt32(size), frames: UInt32(frames)) }
        #expect(index.count == 3)
        #expect(index.totalFrames == 150)
        #expect(index.totalBytes == 30)
        #expect(index.maximumSize == 20)
        #expect(index.firstFrame(of: 2) == 100)
        #expect(index.packet(holdingFrame: 99) == 0)
        #expect(index.packet(holdingFrame: 100) == 2)
        #expect(index.packet(holdingFrame: 150) == nil)
        #expect(index.packet(holdingByte: 9) == 0)
        #expect(index.packet(holdingByte: 10) == 2)
        #expect(index.packet(holdingByte: 30) == nil)
    }

    @Test func packetTablesSaturate() {
        #expect(PacketTableInfo(validFrames: 10, primingFrames: 2, remainderFrames: 1).totalFrames == 13)
        #expect(PacketTableInfo(validFrames: .max, primingFrames: 1).totalFrames == .max)
    }

    @Test func memoryGrowsAndRefusesNonsense() throws {
        let memory = MemoryBytes()
        try memory.write([1, 2], at: 3)
        #expect(memory.contents == [0, 0, 0, 1, 2])
        try memory.resize(to: 4)
        #expect(try memory.bytes(at: 0, count: 4) == [0, 0, 0, 1])
        #expect(throws: AudioError.endOfFile) { try memory.bytes(at: 1, count: 4) }
        #expect(throws: AudioError.endOfFile) { try memory.bytes(at: .max, count: 1) }
        #expect(throws: AudioError.self) { try memory.bytes(at: 0, count: -1) }
        #expect(try memory.prefix(at: 2, upTo: 9) == [0, 1])
        #expect(throws: AudioError.position) { try memory.resize(to: -1) }
        #expect(throws: AudioError.position) { try memory.write([1], at: -1) }
    }

    @Test func filesReportWhatWentWrong() {
        #expect(throws: AudioError.self) { try FileBytes.open("/dev") }
        let missing = #expect(throws: AudioError.self) { try FileBytes.open("/nowhere/at/all") }
        #expect(missing?.status == AudioError.fileNotFound.status)
        let existing = #expect(throws: AudioError.self) { try FileBytes.create("/proc/self/status", erasing: false) }
        #expect(existing?.status == AudioError.fileExists.status)
    }

    @Test func validLinearPCM() {
        #expect(StreamFormat.int16(sampleRate: 1, channels: 2).isValidPCM)
        #expect(StreamFormat.float32(sampleRate: 1, channels: 1024, interleaved: false).isValidPCM)
        #expect(StreamFormat.pcm(.signed, bits: 24, sampleRate: 1, channels: 2, bytesPerSample: 4).isValidPCM)
        #expect(!StreamFormat.int16(sampleRate: 1, channels: 0).isValidPCM)
        #expect(!StreamFormat.int16(sampleRate: 1, channels: 1025).isValidPCM)
        #expect(!StreamFormat.pcm(.float, bits: 16, sampleRate: 1, channels: 1).isValidPCM)
        var lying = StreamFormat.int16(sampleRate: 1, channels: 2)
        lying.bytesPerFrame = 5
        #expect(!lying.isValidPCM)
    }
}
