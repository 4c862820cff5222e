import AudioContainers
import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

/// What a file reports without a scan, and that it is not scanned for it.
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

    @Test(arguments: [
        "MPEGAudio/cbr-mono.mp3", "ADTS/aac-stereo.aac", "MPEGAudio/layer2.mp2", "AC3/ac3-stereo.ac3",
        "AC3/eac3-stereo.ec3",
    ])
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

    /// Where all packets are of one bit rate, the figure is that rate: of a short file and of a long one that is not scanned.
    @Test(
        arguments: [
            ("MPEGAudio/cbr-mono.mp3", 24_000), ("MPEGAudio/layer2.mp2", 64_000), ("MPEGAudio/layer1.mp1", 128_000),
        ])
    func theBitRateOfOneRateIsRound(fixture: String, rate: UInt32) throws {
        for bytes in [try Fixture.named(fixture).bytes(), try Self.long(fixture)] {
            let file = try OpenFile.open(CountedBytes(bytes), sink: nil, .read, hint: FourCC(0))
            #expect(file.bitRate == rate, "\(bytes.count) bytes")
        }
        let varying = try OpenFile.open(
            CountedBytes(Fixture.named("MPEGAudio/vbr-stereo.mp3").bytes()), sink: nil, .read, hint: FourCC(0))
        #expect(varying.bitRate % 1000 != 0)
    }

    /// Packets differ by a slot, of four bytes in layer I.
    @Test func sizesDetermineTheBitRate() {
        func format(_ id: FourCC, _ rate: Double, _ frames: Int) -> StreamFormat {
            StreamFormat(sampleRate: rate, formatID: id, framesPerPacket: frames, channels: 2)
        }
        let layer3 = format(".mp3", 44_100, 1152)
        #expect(MPEGAudio.constantBitRate(layer3, sizes: 417...418) == 128_000)
        #expect(MPEGAudio.constantBitRate(layer3, sizes: 418...418) == 128_000)
        #expect(MPEGAudio.constantBitRate(layer3, sizes: 1044...1045) == 320_000)
        #expect(MPEGAudio.constantBitRate(layer3, sizes: 104...1045) == nil)
        #expect(MPEGAudio.constantBitRate(layer3, sizes: 419...419) == nil)
        #expect(MPEGAudio.constantBitRate(format(".mp3", 22_050, 576), sizes: 208...209) == 64_000)
        #expect(MPEGAudio.constantBitRate(format(".mp2", 48_000, 1152), sizes: 576...576) == 192_000)
        #expect(MPEGAudio.constantBitRate(format(".mp1", 44_100, 384), sizes: 416...420) == 384_000)
        #expect(MPEGAudio.constantBitRate(format("aac ", 44_100, 1024), sizes: 417...418) == nil)
        #expect(MPEGAudio.constantBitRate(format(".mp3", 0, 1152), sizes: 417...418) == nil)
    }

    /// Speech of one mode; and FLAC, which says itself how long it is, with frames as the length has it.
    @Test func headsAndFirstFramesSuffice() throws {
        let speech = CountedBytes(
            Array("#!AMR\n".utf8) + (0..<100_000).flatMap { _ in [0x3C] + [UInt8](repeating: 1, count: 31) })
        let amr = try OpenFile.open(speech, sink: nil, .read, hint: FourCC(0))
        #expect(abs(amr.duration - 2000) < 0.01 && amr.packetSizeUpperBound == 32)
        #expect(speech.bytesRead < 1 << 20)

        var bytes = try Fixture.named("FLAC/s16-stereo.flac").bytes()
        // An hour at the fixture's rate, in the 36 bits for it.
        let length = UInt32(3600 * Fixture.named("FLAC/s16-stereo.flac").sampleRate)
        bytes.replaceSubrange(22..<26, with: FourCC(length).bytes)
        let long = CountedBytes(bytes + [UInt8](repeating: 0, count: 3 << 20))
        let flac = try OpenFile.open(long, sink: nil, .read, hint: FourCC(0))
        #expect(abs(flac.duration - 3600) < 0.001 && flac.packetSizeUpperBound > 4096)
        #expect(flac.format.framesPerPacket > 0 && long.bytesRead < 1 << 20)
        // What is not there is not counted once it is looked for.
        #expect(flac.description.packets.totalFrames < Int64(length))
    }

    @Test func aFileThatMayChangeIsKnownFromTheStart() throws {
        let bytes = MemoryBytes(try Self.long("MPEGAudio/cbr-mono.mp3"))
        let file = try OpenFile.open(bytes, sink: bytes, [.read, .write], hint: FourCC(0))
        #expect(file.packetSizeUpperBound == file.description.packets.maximumSize)
    }
}
