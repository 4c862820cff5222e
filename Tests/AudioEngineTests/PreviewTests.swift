import AudioContainers
import AudioCore
import AudioEngine
import CAudioToolbox
import TestSupport
import Testing

/// What a file tells without a scan, and that it is not scanned for it.
@Suite struct PreviewTests {
    /// Counts the bytes that are read.
    private final class CountedBytes: ByteSource {
        private let base: MemoryBytes
        private(set) var bytesRead = 0

        init(_ bytes: [UInt8]) { base = MemoryBytes(bytes) }

        func size() throws(AudioError) -> Int64 { try base.size() }

        func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
            let count = try base.read(into: buffer, at: position)
            bytesRead += count
            return count
        }
    }

    /// The sound of a small file, many times over.
    private static func long(_ fixture: String) throws -> [UInt8] {
        let bytes = try Fixture.named(fixture).bytes()
        return Array(repeatElement(bytes, count: (3 << 20) / bytes.count).joined())
    }

    @Test(arguments: ["MPEGAudio/cbr-mono.mp3", "ADTS/aac-stereo.aac", "MPEGAudio/layer2.mp2"])
    func figuresComeBeforeTheScan(fixture: String) throws {
        let bytes = try Self.long(fixture)
        let source = CountedBytes(bytes)
        let file = try OpenFile.open(source, sink: nil, .read, hint: FourCC(0))
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        for property in [
            kAudioFilePropertyDataFormat, kAudioFilePropertyFileFormat, kAudioFilePropertyEstimatedDuration,
            kAudioFilePropertyBitRate, kAudioFilePropertyPacketSizeUpperBound, kAudioFilePropertyDataOffset,
            kAudioFilePropertyInfoDictionary,
        ] {
            _ = try file.property(property, input: none)
        }
        let (estimate, rate, bound) = (file.duration, file.bitRate, file.packetSizeUpperBound)
        #expect(source.bytesRead < bytes.count / 2)
        let packets = file.description.packets
        #expect(source.bytesRead >= bytes.count)
        #expect(packets.count > 1000 && packets.maximumSize <= bound)
        #expect(abs(file.duration - estimate) < estimate * 0.05)
        #expect(abs(Double(file.bitRate) - Double(rate)) < Double(rate) * 0.1)
        #expect(file.format.framesPerPacket == packets.constantFrames)
    }

    @Test func aFileThatMayChangeIsKnownFromTheStart() throws {
        let bytes = MemoryBytes(try Self.long("MPEGAudio/cbr-mono.mp3"))
        let file = try OpenFile.open(bytes, sink: bytes, [.read, .write], hint: FourCC(0))
        #expect(file.packetSizeUpperBound == file.description.packets.maximumSize)
    }
}
