import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioFileStreamTests {
    private static let mono8k = AudioStreamBasicDescription.int(16, rate: 8000)

    private func wave(frames: Int) throws -> [UInt8] {
        let folder = ScratchFolder()
        let samples = (0..<frames).map { Int16(truncatingIfNeeded: $0) }
        try PublicFile.create(
            folder.url("a.wav"), kAudioFileWAVEType, Self.mono8k, littleEndianBytes(samples),
            flags: [.eraseFile, .dontPageAlignAudioData])
        return try #require(folder.bytes("a.wav"))
    }

    // MARK: Properties

    @Test func propertiesComeInOrderAndReadyLast() throws {
        let client = try StreamClient()
        #expect(client.parse(try wave(frames: 100)) == noErr)
        let order = [
            kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat,
            kAudioFileStreamProperty_FormatList, kAudioFileStreamProperty_AudioDataByteCount,
            kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
            kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_BitRate,
            kAudioFileStreamProperty_PacketSizeUpperBound, kAudioFileStreamProperty_AverageBytesPerPacket,
            kAudioFileStreamProperty_InfoDictionary, kAudioFileStreamProperty_ReadyToProducePackets,
        ]
        #expect(client.properties.map(\.id) == order)
        #expect(try client.value(kAudioFileStreamProperty_FileFormat, UInt32(0)) == kAudioFileWAVEType)
        #expect(try client.value(kAudioFileStreamProperty_AudioDataByteCount, UInt64(0)) == 200)
        #expect(try client.value(kAudioFileStreamProperty_AudioDataPacketCount, UInt64(0)) == 100)
        #expect(try client.value(kAudioFileStreamProperty_DataOffset, Int64(0)) == 44)
        #expect(try client.value(kAudioFileStreamProperty_BitRate, UInt32(0)) == 128_000)
        let average = try client.value(kAudioFileStreamProperty_AverageBytesPerPacket, Double(0))
        #expect(average == 2)
        #expect(try client.value(kAudioFileStreamProperty_ReadyToProducePackets, UInt32(0)) == 1)
        #expect(client.packetCount == 100)
    }

    @Test func whatHasNotComeIsNotThereYet() throws {
        let client = try StreamClient()
        let bytes = try wave(frames: 10)
        #expect(client.parse(bytes[..<40]) == noErr)
        #expect(client.properties.isEmpty)
        #expect(status(client, kAudioFileStreamProperty_DataFormat) == kAudioFileStreamError_DataUnavailable)
        #expect(status(client, UInt32(code: "what")) == kAudioFileStreamError_UnsupportedProperty)
        #expect(client.parse(bytes[40..<47]) == noErr)
        #expect(client.packetCount == 1)
        #expect(status(client, kAudioFileStreamProperty_MagicCookieData) == kAudioFileStreamError_ValueUnknown)
        var (size, format) = (UInt32(4), AudioStreamBasicDescription())
        #expect(
            AudioFileStreamGetProperty(client.id!, kAudioFileStreamProperty_DataFormat, &size, &format)
                == kAudioFileStreamError_BadPropertySize)
    }

    private func status(_ client: StreamClient, _ property: UInt32) -> OSStatus {
        AudioFileStreamGetPropertyInfo(client.id!, property, nil, nil)
    }

    @Test func translationsAnswerLikeTheFile() throws {
        let client = try StreamClient()
        #expect(client.parse(try wave(frames: 100)) == noErr)
        var frames = AudioFramePacketTranslation(mFrame: 70, mPacket: 0, mFrameOffsetInPacket: 9)
        frames = try client.value(kAudioFileStreamProperty_FrameToPacket, frames)
        #expect(frames.mPacket == 70 && frames.mFrameOffsetInPacket == 0)
        var bytes = AudioBytePacketTranslation(mByte: 0, mPacket: 50, mByteOffsetInPacket: 0, mFlags: [])
        bytes = try client.value(kAudioFileStreamProperty_PacketToByte, bytes)
        #expect(bytes.mByte == 100 && bytes.mFlags == [])
        let roll = AudioPacketRollDistanceTranslation(mPacket: 5, mRollDistance: 7)
        #expect(try client.value(kAudioFileStreamProperty_PacketToRollDistance, roll).mRollDistance == 0)
        frames.mPacket = 100
        #expect(throws: Failure.self) { try client.value(kAudioFileStreamProperty_PacketToFrame, frames) }
    }

    // MARK: Sizes that live streams send

    @Test(arguments: [UInt32(0), .max]) func unknownSizesRunToTheEnd(size: UInt32) throws {
        var bytes = try wave(frames: 1000)
        bytes.replaceSubrange(4..<8, with: littleEndianBytes([size]))
        bytes.replaceSubrange(40..<44, with: littleEndianBytes([size]))
        let client = try StreamClient()
        #expect(client.parse(bytes) == noErr)
        #expect(client.packetCount == 1000)
        #expect(
            status(client, kAudioFileStreamProperty_AudioDataByteCount) == kAudioFileStreamError_ValueUnknown)
        #expect(client.parse(bytes[44...]) == noErr)
        #expect(client.packetCount == 2000)
    }

    // MARK: Seeking

    /// No file reaches so far: the offset would not be that of the packet.
    @Test func aStreamWithoutAnEndHasNoPacketBeyondAllFiles() throws {
        var bytes = try wave(frames: 1000)
        bytes.replaceSubrange(40..<44, with: littleEndianBytes([UInt32(0)]))
        let compressed = try Fixture.named("MPEGAudio/cbr-mono.mp3").bytes()
        for (bytes, packet) in [(bytes, 1 << 40), (compressed, 1 << 30)] as [([UInt8], Int64)] {
            let client = try StreamClient()
            #expect(client.parse(bytes) == noErr)
            var (offset, flags) = (Int64(-1), AudioFileStreamSeekFlags())
            for far in [Int64.max, Int64.max / 2, Int64.max / 4] {
                #expect(
                    AudioFileStreamSeek(client.id!, far, &offset, &flags)
                        == kAudioFileStreamError_InvalidPacketOffset)
            }
            #expect(offset == -1)
            #expect(AudioFileStreamSeek(client.id!, packet, &offset, &flags) == noErr)
            #expect(offset >= 2 * packet)
        }
    }

    @Test func constantPacketsAreFoundExactly() throws {
        let bytes = try wave(frames: 1000)
        let client = try StreamClient()
        #expect(client.parse(bytes[..<101]) == noErr)
        var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags.offsetIsEstimated)
        try must("seek", AudioFileStreamSeek(client.id!, 600, &offset, &flags))
        #expect(offset == 1200 && flags == [])
        let before = client.record.data.count
        #expect(client.parse(bytes[(44 + 1200)...], .discontinuity) == noErr)
        #expect(values(Array(client.record.data[before...]), of: Int16.self) == (600..<1000).map { Int16($0) })
        #expect(AudioFileStreamSeek(client.id!, 1000, &offset, &flags) == kAudioFileStreamError_InvalidPacketOffset)
    }

    @Test func listedPacketsAreFoundExactly() throws {
        // The fixture has its tables behind the sound.
        let folder = ScratchFolder()
        let url = folder.write(try Fixture.named("MPEG4/aac-stereo.m4a").bytes(), "a.m4a")
        try PublicFile.with(url, .readWritePermission) { try must("optimize", AudioFileOptimize($0)) }
        let bytes = try #require(folder.bytes("a.m4a"))
        let file = try PublicFile.packets(url)
        let client = try StreamClient()
        #expect(client.parseAll(bytes) { 100 } == noErr)
        let target = file.packets.count / 2
        var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
        try must("seek", AudioFileStreamSeek(client.id!, Int64(target), &offset, &flags))
        #expect(flags == [])
        let start = Int(try client.value(kAudioFileStreamProperty_DataOffset, Int64(0)) + offset)
        #expect(client.parse(bytes[start...], .discontinuity) == noErr)
        #expect(Array(client.record.packets[file.packets.count...]) == Array(file.packets[target...]))
        // Where the place is unknown, the number of the packet is unknown too.
        #expect(
            client.parse(bytes[(start + 3)...], .discontinuity) == kAudioFileStreamError_DiscontinuityCantRecover)
    }

    @Test(arguments: ["MPEGAudio/vbr-stereo.mp3", "ADTS/aac-stereo.aac", "AC3/ac3-stereo.ac3", "FLAC/s16-stereo.flac"])
    func framesAreFoundAgainAfterAGuess(path: String) throws {
        let (bytes, file) = try fixture(path)
        let client = try StreamClient()
        #expect(client.parse(bytes[..<(bytes.count / 2)]) == noErr)
        var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
        try must("seek", AudioFileStreamSeek(client.id!, 1, &offset, &flags))
        #expect(flags == .offsetIsEstimated && offset > 0)
        let before = client.record.packets.count
        let start = bytes.count * 2 / 5
        #expect(client.parse(bytes[start...], .discontinuity) == noErr)
        #expect(client.finish() == noErr)
        let found = Array(client.record.packets[before...])
        #expect(!found.isEmpty && found == Array(file.packets.suffix(found.count)))
        #expect(client.record.data.suffix(100) == file.data.suffix(100))
    }

    private func fixture(_ path: String) throws -> (bytes: [UInt8], file: PacketRecord) {
        let fixture = Fixture.named(path)
        return (try fixture.bytes(), try PublicFile.packets(URL(fileURLWithPath: fixture.file) as CFURL))
    }

    // MARK: Joining in the middle, and types

    @Test func aBroadcastIsJoinedInItsMiddle() throws {
        let (bytes, file) = try fixture("MPEGAudio/vbr-stereo.mp3")
        for hint in [0, kAudioFileMP3Type, kAudioFileAAC_ADTSType] {
            let client = try StreamClient(hint: hint)
            #expect(client.parseAll(Array(bytes[700...])) { 64 } == noErr)
            let found = client.record.packets
            #expect(found.count > 2 && found == Array(file.packets.suffix(found.count)))
        }
    }

    /// Guesses change with the packets that come, unless the listener asks to keep them; all else stays by itself.
    @Test func anEstimateThatIsCachedStaysAsItWas() throws {
        let (rate, mean) = (kAudioFileStreamProperty_BitRate, kAudioFileStreamProperty_AverageBytesPerPacket)
        let bytes = try Fixture.named("ADTS/aac-stereo.aac").bytes()
        let (client, keeper) = (try StreamClient(), try StreamClient())
        keeper.cached = [rate, kAudioFileStreamProperty_DataFormat]
        for each in [client, keeper] { #expect(each.parseAll(bytes) { .max } == noErr) }
        #expect(client.flags.count > 6)
        for (id, flags) in client.flags { #expect(flags == (id == rate || id == mean ? [] : .propertyIsCached)) }
        let reported = try #require(keeper.properties.first { $0.id == rate }?.value)
        #expect(keeper.bytes(rate) == reported && client.bytes(rate) != reported)
        #expect(keeper.bytes(mean) == client.bytes(mean))
        #expect(keeper.bytes(mean) != keeper.properties.first { $0.id == mean }?.value)
        // A table states the mean before the packets arrive.
        let listed = try StreamClient()
        #expect(listed.parseAll(try Fixture.named("MPEG4/alac-mono.m4a").bytes()) { .max } == noErr)
        for flags in listed.flags.values { #expect(flags == .propertyIsCached) }
    }

    @Test func whatIsNoSoundHasNoType() throws {
        let client = try StreamClient()
        let text = Array(String(repeating: "no sound at all, ", count: 5000).utf8)
        #expect(client.parse(text) == kAudioFileStreamError_UnsupportedFileType)
        #expect(client.parse(text) == kAudioFileStreamError_UnsupportedFileType)
        #expect(client.properties.isEmpty)
        #expect(try StreamClient().finish() == kAudioFileStreamError_DataUnavailable)
    }

    @Test func tablesBehindTheSoundAreNotOptimized() throws {
        let (bytes, _) = try fixture("MPEG4/alac-mono.m4a")
        let moov = try #require(bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual("moov".utf8) }) - 4
        let mdat = try #require(bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual("mdat".utf8) }) - 4
        // Which of the two fixtures has comes first does not matter: the data is put first.
        let first = min(moov, mdat)
        let second = max(moov, mdat)
        let swapped = moov < mdat ? bytes[..<first] + bytes[second...] + bytes[first..<second] : bytes[...]
        let client = try StreamClient()
        #expect(client.parse(swapped) == kAudioFileStreamError_NotOptimized)
    }

    // MARK: Large heads

    @Test(arguments: [1, 100, 4096, 1 << 20]) func picturesBeforeTheSoundAreSkipped(piece: Int) throws {
        let (bytes, file) = try fixture("MPEGAudio/cbr-mono.mp3")
        let size = piece == 1 ? 30_000 : 20 << 20
        let septets = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
        var tagged = Array("ID3".utf8) + [3, 0, 0] + septets
        tagged += [UInt8](repeating: 0xFF, count: size)
        tagged += bytes
        let client = try StreamClient()
        // A failure shall not print the file.
        let status = client.parseAll(tagged) { piece }
        #expect(status == noErr)
        let difference = client.record.difference(from: file)
        #expect(difference == nil)
    }

    /// The sizes are a gigabyte and hardly more than what is kept in memory.
    @Test(arguments: [1, 40, 1000], [UInt8(0), 0x40])
    func aChunkThatNeverEndsFailsAlikeHoweverItComes(piece: Int, highest: UInt8) throws {
        var bytes = try wave(frames: 500)
        // The format's chunk gets another name, so that the rest of the file would lie in it.
        bytes.replaceSubrange(12..<20, with: [UInt8]("none".utf8) + [0x14, 0, 0x40, highest])
        let whole = try StreamClient()
        let cut = try StreamClient()
        let statuses = (whole.parseAll(bytes) { bytes.count }, cut.parseAll(bytes) { piece })
        #expect(statuses.0 == statuses.1)
        #expect(statuses.0 != noErr)
        #expect(whole.packetCount == 0 && cut.packetCount == 0)
    }

    // MARK: Callbacks

    @Test func aCallbackMayCloseButNotParse() throws {
        let bytes = try wave(frames: 100)
        let client = try StreamClient()
        var inner: OSStatus = noErr
        client.onProperty = { client, property in
            if property == kAudioFileStreamProperty_DataFormat { inner = client.parse(bytes) }
            if property == kAudioFileStreamProperty_BitRate { client.close() }
        }
        #expect(client.parse(bytes) == noErr)
        #expect(inner == kAudioFileStreamError_IllegalOperation)
        #expect(client.properties.last?.id == kAudioFileStreamProperty_BitRate)
        #expect(client.packetCount == 0)
    }

    @Test func asManyPacketsAsAreWholeComeAtOnce() throws {
        let (bytes, file) = try fixture("ADTS/aac-stereo.aac")
        let client = try StreamClient()
        #expect(client.parse(bytes) == noErr)
        #expect(client.calls == [file.packets.count])
    }

    @Test func wrongUseIsRefused() throws {
        let client = try StreamClient()
        let id = client.id!
        #expect(AudioFileStreamParseBytes(id, 5, nil, []) == kAudio_ParamError)
        var (offset, flags) = (Int64(0), AudioFileStreamSeekFlags())
        #expect(AudioFileStreamSeek(id, 0, &offset, &flags) == kAudioFileStreamError_DataUnavailable)
        var one: UInt32 = 1
        #expect(
            AudioFileStreamSetProperty(id, kAudioFileStreamProperty_BitRate, 4, &one)
                == kAudioFileStreamError_IllegalOperation)
        #expect(AudioFileStreamSetProperty(id, 1, 4, &one) == kAudioFileStreamError_UnsupportedProperty)
        client.close()
        #expect(AudioFileStreamClose(id) == kAudio_ParamError)
        #expect(AudioFileStreamParseBytes(id, 0, nil, []) == kAudio_ParamError)
    }
}
