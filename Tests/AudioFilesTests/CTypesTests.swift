import AudioCore
import AudioFiles
import CAudioToolbox
import CCoreAudioTypes
import Testing

@Suite struct CTypesTests {
    @Test func streamFormatComesBackUnchanged() {
        let format = StreamFormat.pcm(.signed, bits: 24, sampleRate: 48_000, channels: 6, bigEndian: true)
        let description = AudioStreamBasicDescription(format)
        #expect(description.mFormatID == 0x6C70_636D)
        #expect(description.mBytesPerFrame == 18)
        #expect(description.mFormatFlags == 0b1110)
        #expect(StreamFormat(description) == format)
    }

    @Test func sizesThatDoNotFitAreUnknown() {
        var format = StreamFormat.int16(sampleRate: 44_100, channels: 2)
        format.bytesPerPacket = .max
        format.framesPerPacket = -1
        let description = AudioStreamBasicDescription(format)
        #expect(description.mBytesPerPacket == 0)
        #expect(description.mFramesPerPacket == 0)
    }

    @Test func packetsAndTablesComeBackUnchanged() {
        let packet = PacketDescription(offset: 1 << 40, frames: 1024, size: 371)
        #expect(PacketDescription(AudioStreamPacketDescription(packet)) == packet)
        let table = PacketTableInfo(validFrames: 208_089, primingFrames: 2112, remainderFrames: 743)
        #expect(PacketTableInfo(AudioFilePacketTableInfo(table)) == table)
    }

    @Test(arguments: [0, 1, 2, 5])
    func layoutComesBackUnchanged(count: Int) throws {
        let channels = (0..<count).map {
            ChannelLayout.Channel(label: UInt32($0 + 1), flags: 1, coordinates: SIMD3(Float($0), -1, 0.5))
        }
        let layout = ChannelLayout(tag: 0, bitmap: 3, descriptions: channels)
        let bytes = layout.bytes
        #expect(bytes.count == 12 + 20 * max(count, 1))
        #expect(bytes.count == layout.byteCount)
        let read = try bytes.withUnsafeBytes { try ChannelLayout(bytes: $0) }
        #expect(read == layout)
    }

    @Test func layoutMayBeAllTagAndUnaligned() throws {
        let bytes = [0xFF] + ChannelLayout(tag: ChannelLayout.stereo).bytes.prefix(12)
        let read = try bytes.withUnsafeBytes {
            try ChannelLayout(bytes: UnsafeRawBufferPointer(rebasing: $0.dropFirst()))
        }
        #expect(read == ChannelLayout(tag: ChannelLayout.stereo))
    }

    @Test(arguments: 0..<52)
    func everyShorterLayoutIsRefused(length: Int) {
        let channels = [ChannelLayout.Channel(label: 1), ChannelLayout.Channel(label: 2)]
        let bytes = ChannelLayout(tag: 0, descriptions: channels).bytes.prefix(length)
        #expect(throws: AudioError.badPropertySize) {
            try Array(bytes).withUnsafeBytes { try ChannelLayout(bytes: $0) }
        }
    }

    @Test func hugeCountIsRefused() {
        let words: [UInt32] = [0, 0, .max, 0, 0, 0, 0, 0]
        #expect(throws: AudioError.badPropertySize) {
            try words.withUnsafeBytes { try ChannelLayout(bytes: $0) }
        }
    }
}
