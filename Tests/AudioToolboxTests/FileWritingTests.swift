import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files as written by programs that copy packets or leave fields open.
@Suite struct FileWritingTests {
    private let folder = ScratchFolder()
    private static let pcm = AudioStreamBasicDescription.int(16, channels: 2)

    // MARK: Numbers of bytes

    /// The number of bytes is ignored if packets have a constant size; programs leave it 0 or pass a wrong number.
    @Test(arguments: [UInt32(0), 1, 399, 400, 4000]) func constantPacketsStateTheirBytes(size: UInt32) throws {
        let data = Signal.bytes(400, seed: 3)
        var (format, id) = (Self.pcm, AudioFileID?.none)
        let url = folder.url("a.wav")
        try must("create", AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &id))
        var packets: UInt32 = 100
        #expect(AudioFileWritePackets(id!, false, size, nil, 0, &packets, data) == noErr)
        #expect(packets == 100)
        AudioFileClose(id!)
        #expect(try PublicFile.data(url) == data)
    }

    // MARK: Packet tables

    /// As in Apple's sample code: asks for the size of the packet table, reads the table, and sets priming and
    /// remainder.
    @Test(arguments: [kAudioFileCAFType, kAudioFileM4AType]) func theTableOfAFileThatIsWritten(
        type: AudioFileTypeID
    ) throws {
        var format = AudioStreamBasicDescription.encoded(kAudioFormatAppleLossless)
        (format.mFramesPerPacket, format.mFormatFlags) = (4096, kAppleLosslessFormatFlag_16BitSourceData)
        let url = folder.url("a")
        var id: AudioFileID?
        try must("create", AudioFileCreateWithURL(url, type, &format, .eraseFile, &id))
        let file = id!
        defer { AudioFileClose(file) }
        var (size, isWritable): (UInt32, UInt32) = (99, 0)
        #expect(AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, &isWritable) == noErr)
        #expect(size == 0 && isWritable == 1)
        var cookie: [UInt8] = [0, 0, 16, 0, 0, 16, 40, 10, 14, 1, 0, 255] + [UInt8](repeating: 0, count: 8)
        cookie += [0, 0, 0xAC, 0x44]
        #expect(AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, 24, cookie) == noErr)
        var descriptions = [40, 50, 60].map {
            AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: $0)
        }
        (descriptions[1].mStartOffset, descriptions[2].mStartOffset) = (40, 90)
        var packets: UInt32 = 3
        #expect(
            AudioFileWritePackets(file, false, 150, descriptions, 0, &packets, Signal.bytes(150, seed: 2)) == noErr)

        #expect(AudioFileGetPropertyInfo(file, kAudioFilePropertyPacketTableInfo, &size, &isWritable) == noErr)
        #expect(size == UInt32(MemoryLayout<AudioFilePacketTableInfo>.size) && isWritable == 1)
        var table = try PublicFile.property(file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        #expect(table.mNumberValidFrames == 3 * 4096 && table.mPrimingFrames == 0 && table.mRemainderFrames == 0)
        (table.mPrimingFrames, table.mRemainderFrames) = (100, 23)
        table.mNumberValidFrames -= 123
        #expect(AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, size, &table) == noErr)
        let again = try PublicFile.property(file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        #expect(again.mPrimingFrames == 100 && again.mRemainderFrames == 23)
        table.mNumberValidFrames += 1
        #expect(AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, size, &table) != noErr)
    }

    /// iTunes' priming tag as the only source, with its parts in an order that other programs write.
    @Test func theNoteOnGapsWithItsNameFirst() throws {
        var format = AudioStreamBasicDescription.encoded(kAudioFormatMPEG4AAC, channels: 2)
        format.mFramesPerPacket = 1024
        let url = folder.url("a.m4a")
        var id: AudioFileID?
        try must("create", AudioFileCreateWithURL(url, kAudioFileM4AType, &format, .eraseFile, &id))
        let file = id!
        #expect(AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, 2, [0x12, 0x10] as [UInt8]) == noErr)
        let descriptions = (0..<3).map {
            AudioStreamPacketDescription(mStartOffset: 50 * $0, mVariableFramesInPacket: 0, mDataByteSize: 50)
        }
        var packets: UInt32 = 3
        #expect(
            AudioFileWritePackets(file, false, 150, descriptions, 0, &packets, Signal.bytes(150, seed: 2)) == noErr)
        var table = AudioFilePacketTableInfo(mNumberValidFrames: 2000, mPrimingFrames: 1024, mRemainderFrames: 48)
        #expect(AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr)
        #expect(AudioFileClose(file) == noErr)

        var bytes = try #require(folder.bytes("a.m4a"))
        let mean = [0, 0, 0, 28] + Array("mean".utf8) + [0, 0, 0, 0] + Array("com.apple.iTunes".utf8)
        let name = [0, 0, 0, 20] + Array("name".utf8) + [0, 0, 0, 0] + Array("iTunSMPB".utf8)
        let place = try #require(bytes.firstRange(of: mean + name))
        bytes.replaceSubrange(place, with: name + mean)
        let edits = try #require(bytes.firstRange(of: Array("edts".utf8)))
        bytes.replaceSubrange(edits, with: Array("free".utf8))
        let written = try PublicFile.with(folder.write(bytes, "b.m4a")) {
            try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        }
        #expect(written.mNumberValidFrames == 2000 && written.mPrimingFrames == 1024 && written.mRemainderFrames == 48)
    }

    // MARK: A rate of 0

    /// If a compressed file's sample rate is 0, the file gets the rate of the client's format.
    @Test(arguments: [
        (kAudioFileCAFType, kAudioFormatAppleLossless, 48_000.0, 48_000.0),
        (kAudioFileM4AType, kAudioFormatAppleLossless, 22_050, 22_050),
        (kAudioFileCAFType, kAudioFormatAppleIMA4, 32_000, 32_000), (kAudioFileCAFType, kAudioFormatiLBC, 44_100, 8000),
    ]) func theRateOfTheClient(
        type: AudioFileTypeID, format: AudioFormatID, client: Double, rate: Double
    ) throws {
        var asked = AudioStreamBasicDescription.encoded(format, rate: 0)
        let url = folder.url("a")
        var made: ExtAudioFileRef?
        try must(
            "ExtAudioFileCreateWithURL",
            ExtAudioFileCreateWithURL(url, type, &asked, nil, AudioFileFlags.eraseFile.rawValue, &made))
        let file = made!
        try PublicFile.set(
            file, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.int(16, rate: client))
        let found = try PublicFile.extProperty(
            file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        #expect(found.mSampleRate == rate)
        var samples = (0..<10_000).map { Int16(truncatingIfNeeded: $0 * 7) }
        let status = samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            return ExtAudioFileWrite(file, 10_000, &list)
        }
        #expect(status == noErr)
        #expect(ExtAudioFileDispose(file) == noErr)
        let opened = try PublicFile.with(url) {
            try PublicFile.property($0, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        }
        #expect(opened.mSampleRate == rate)
        if format == kAudioFormatAppleLossless {
            #expect(values(try PublicFile.decode(url, to: .int(16, rate: client)), of: Int16.self) == samples)
        }
    }

    @Test func linearSoundStatesItsRate() {
        var (format, made) = (AudioStreamBasicDescription.int(16, rate: 0), ExtAudioFileRef?.none)
        #expect(
            ExtAudioFileCreateWithURL(folder.url("a.caf"), kAudioFileCAFType, &format, nil, 0, &made)
                == kAudioFileUnsupportedDataFormatError)
    }
}
