import AudioToolbox
import Foundation
import TestSupport
import Testing

/// iTunes' note on priming in files of HE-AAC, whose numbers count frames of the core.
@Suite struct ReplicationGaplessTests {
    private let folder = ScratchFolder()
    private static let note = Array("iTunSMPB".utf8)

    /// A file of eight packets that say nothing.
    private func file(
        _ name: String, table: AudioFilePacketTableInfo, encoder: String? = nil, format id: AudioFormatID
    ) throws -> [UInt8] {
        var format = AudioStreamBasicDescription.encoded(id, channels: 2)
        format.mFramesPerPacket = id == kAudioFormatMPEG4AAC ? 1024 : 2048
        var id: AudioFileID?
        try must("create", AudioFileCreateWithURL(folder.url(name), kAudioFileM4AType, &format, .eraseFile, &id))
        let file = try #require(id)
        // AAC-LC of 22.05 kHz and two channels, and in the way that older decoders pass over, replication to 44.1 kHz.
        let cookie: [UInt8] = [0x13, 0x90, 0x56, 0xE5, 0xA0]
        #expect(AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie) == noErr)
        let descriptions = (0..<8).map {
            AudioStreamPacketDescription(mStartOffset: 50 * $0, mVariableFramesInPacket: 0, mDataByteSize: 50)
        }
        var packets: UInt32 = 8
        #expect(AudioFileWritePackets(file, false, 400, descriptions, 0, &packets, Signal.bytes(400, seed: 2)) == noErr)
        var table = table
        #expect(AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr)
        if let encoder {
            let info = NSDictionary(dictionary: ["encoding application": encoder])
            var reference: Unmanaged<NSDictionary>? = .passUnretained(info)
            #expect(AudioFileSetProperty(file, kAudioFilePropertyInfoDictionary, 8, &reference) == noErr)
        }
        #expect(AudioFileClose(file) == noErr)
        return try #require(folder.bytes(name))
    }

    private func table(_ bytes: [UInt8]) throws -> [Int64] {
        try PublicFile.with(folder.write(bytes, "read.m4a")) {
            let table = try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            return [Int64(table.mPrimingFrames), table.mNumberValidFrames, Int64(table.mRemainderFrames)]
        }
    }

    /// The numbers of the note.
    private func words(_ bytes: [UInt8]) throws -> [Int] {
        let start = try #require(bytes.firstRange(of: Self.note)).upperBound + 16
        let text = String(decoding: bytes[start..<start + 52], as: UTF8.self)
        return text.split(separator: " ").prefix(4).compactMap { Int($0, radix: 16) }
    }

    private func replacing(_ part: String, with other: String, in bytes: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        let place = try #require(bytes.firstRange(of: Array(part.utf8)))
        #expect(part.utf8.count == other.utf8.count)
        bytes.replaceSubrange(place, with: Array(other.utf8))
        return bytes
    }

    /// The edit list says frames of the sound exactly, the note every other one. Without the edit list the note counts.
    @Test(arguments: [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2])
    func theNoteCountsTheCore(format: AudioFormatID) throws {
        let info = AudioFilePacketTableInfo(mNumberValidFrames: 9999, mPrimingFrames: 5186, mRemainderFrames: 1199)
        let bytes = try file("a.m4a", table: info, format: format)
        #expect(try words(bytes) == [0, 2112, 1080, 5000])
        #expect(try table(bytes) == [5186, 9999, 1199])
        #expect(try table(replacing("edts", with: "free", in: bytes)) == [5186, 10_000, 1198])
    }

    /// Nero's encoder counts the delay of replication in its priming.
    @Test func theEncoderDecidesWhereTheSoundBegins() throws {
        let info = AudioFilePacketTableInfo(mNumberValidFrames: 10_000, mPrimingFrames: 5186, mRemainderFrames: 1198)
        for (encoder, expected) in [
            ("Nero AAC codec / 1.5.4.0", [4224, 10_000, 2160]), ("fdkaac 1.0.0, libfdk-aac", [5186, 10_000, 1198]),
        ] as [(String, [Int64])] {
            let bytes = try file("b.m4a", table: info, encoder: encoder, format: kAudioFormatMPEG4AAC_HE)
            #expect(try table(replacing("edts", with: "free", in: bytes)) == expected)
        }
    }

    /// A note whose numbers add up to the frames at the full rate counts those.
    @Test func aNoteOfTheFullRateStays() throws {
        let info = AudioFilePacketTableInfo(mNumberValidFrames: 10_000, mPrimingFrames: 5186, mRemainderFrames: 1198)
        let bytes = try file("c.m4a", table: info, format: kAudioFormatMPEG4AAC_HE)
        let core = "00000840 00000438 0000000000001388"
        let full = "00001442 000004AE 0000000000002710"
        let changed = try replacing(core, with: full, in: replacing("edts", with: "free", in: bytes))
        #expect(try table(changed) == [5186, 10_000, 1198])
    }

    /// A sound that begins too early for such a note gets none.
    @Test func aShortPrimingHasNoNote() throws {
        let info = AudioFilePacketTableInfo(mNumberValidFrames: 15_000, mPrimingFrames: 900, mRemainderFrames: 484)
        let bytes = try file("d.m4a", table: info, format: kAudioFormatMPEG4AAC_HE)
        #expect(bytes.firstRange(of: Self.note) == nil)
        #expect(try table(bytes) == [900, 15_000, 484])
    }
}
