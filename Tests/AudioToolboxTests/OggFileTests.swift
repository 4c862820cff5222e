import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Opus written to Ogg through the public calls: the last page says that it is, and where the sound ends.
@Suite struct OggFileTests {
    private let folder = ScratchFolder()
    private let url: CFURL

    init() { url = folder.url("a.opus") }

    private func create() throws -> AudioFileID {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = 48_000
        format.mFormatID = kAudioFormatOpus
        format.mFramesPerPacket = 960
        format.mChannelsPerFrame = 2
        var made: AudioFileID?
        let type = AudioFileTypeID(FourCC("Oggf").rawValue)
        try must("AudioFileCreateWithURL", AudioFileCreateWithURL(url, type, &format, .eraseFile, &made))
        return try #require(made)
    }

    /// Writes packets of 20 ms, or what is no packet of Opus.
    private func write(_ id: AudioFileID, at start: Int64, count: UInt32, isValid: Bool = true) -> OSStatus {
        let packet: [UInt8] = isValid ? [0xFC, 1, 2, 3] : [0xFF, 0, 0, 0]
        let descriptions = (0..<Int64(count)).map {
            AudioStreamPacketDescription(mStartOffset: $0 * 4, mVariableFramesInPacket: 0, mDataByteSize: 4)
        }
        var written = count
        let bytes = Array(repeatElement(packet, count: Int(count)).joined())
        return AudioFileWritePackets(id, false, 4 * count, descriptions, start, &written, bytes)
    }

    private func setRemainder(_ id: AudioFileID, _ packets: Int64) throws {
        var table = AudioFilePacketTableInfo(
            mNumberValidFrames: packets * 960 - 412, mPrimingFrames: 312, mRemainderFrames: 100)
        let size = UInt32(MemoryLayout.size(ofValue: table))
        try must(
            "AudioFileSetProperty", AudioFileSetProperty(id, kAudioFilePropertyPacketTableInfo, size, &table))
    }

    /// The flags of the file's pages.
    private var pages: [UInt8] {
        let bytes = folder.bytes("a.opus") ?? []
        return bytes.indices.dropLast(26).filter { Array(bytes[$0..<$0 + 4]) == Array("OggS".utf8) }.map {
            bytes[$0 + 5]
        }
    }

    private func table() throws -> AudioFilePacketTableInfo {
        try PublicFile.with(url) {
            try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        }
    }

    @Test func aRefusedPacketLeavesTheEnd() throws {
        let id = try create()
        #expect(write(id, at: 0, count: 10) == noErr)
        #expect(write(id, at: 10, count: 1, isValid: false) != noErr)
        try setRemainder(id, 10)
        #expect(AudioFileClose(id) == noErr)
        #expect(pages.last == 4)
        #expect(try table().mRemainderFrames == 100)
    }

    @Test func whatIsOptimizedHasItsEndAndGoesOn() throws {
        let id = try create()
        #expect(write(id, at: 0, count: 10) == noErr)
        try setRemainder(id, 10)
        #expect(AudioFileOptimize(id) == noErr)
        #expect(pages.last == 4)
        #expect(try table().mRemainderFrames == 100)
        #expect(write(id, at: 10, count: 5) == noErr)
        #expect(AudioFileClose(id) == noErr)
        #expect(pages.filter { $0 & 4 != 0 }.count == 1 && pages.last == 4)
        let count = try PublicFile.with(url) {
            try PublicFile.property($0, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
        }
        #expect(count == 15)
    }

    /// Up to 16 MiB of comments are written, and read again whole.
    @Test(arguments: [9, 17]) func largeComments(megabytes: Int) throws {
        let id = try create()
        let text = String(repeating: "a", count: megabytes << 20)
        let dictionary = ["comments": text] as NSDictionary
        var reference: UnsafeRawPointer? = UnsafeRawPointer(Unmanaged.passUnretained(dictionary).toOpaque())
        let status = withExtendedLifetime(dictionary) {
            AudioFileSetProperty(id, kAudioFilePropertyInfoDictionary, 8, &reference)
        }
        #expect(write(id, at: 0, count: 2) == noErr)
        #expect(AudioFileClose(id) == noErr)
        #expect((status == noErr) == (megabytes == 9))
        let reported = try PublicFile.with(url) { id in
            let value = try PublicFile.property(id, kAudioFilePropertyInfoDictionary, Unmanaged<NSDictionary>?.none)
            return value?.takeRetainedValue() as? [String: String] ?? [:]
        }
        #expect(reported["comments"]?.utf8.count == (megabytes == 9 ? text.utf8.count : nil))
    }
}
