import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The picture and the ID3 tag of a file, through the public calls.
@Suite struct TagPropertyTests {
    private let picture = Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3])

    private func artwork(_ file: AudioFileID) throws -> Data? {
        var data: Unmanaged<CFData>?
        var size = UInt32(MemoryLayout<Unmanaged<CFData>?>.size)
        try must("AudioFileGetProperty", AudioFileGetProperty(file, kAudioFilePropertyAlbumArtwork, &size, &data))
        return data.map { $0.takeRetainedValue() as Data }
    }

    private func setArtwork(_ file: AudioFileID, _ data: Data?) -> OSStatus {
        var reference = data.map { Unmanaged.passRetained($0 as NSData) }
        defer { reference?.release() }
        return AudioFileSetProperty(
            file, kAudioFilePropertyAlbumArtwork, UInt32(MemoryLayout<UnsafeRawPointer>.size), &reference)
    }

    private func writable(_ file: AudioFileID, _ property: AudioFilePropertyID) -> Bool {
        var answer: UInt32 = 9
        return AudioFileGetPropertyInfo(file, property, nil, &answer) == noErr && answer == 1
    }

    @Test(arguments: [kAudioFileWAVEType, kAudioFileAIFFType])
    func picturesComeBack(type: AudioFileTypeID) throws {
        let folder = ScratchFolder()
        let url = folder.url("a")
        let format = AudioStreamBasicDescription.int(16, bigEndian: type == kAudioFileAIFFType)
        try PublicFile.create(url, type, format, [1, 2, 3, 4]) { file throws in
            #expect(try artwork(file) == nil)
            #expect(writable(file, kAudioFilePropertyAlbumArtwork))
            #expect(setArtwork(file, picture) == noErr)
        }
        try PublicFile.with(url, .readWritePermission) { file throws in
            #expect(try artwork(file) == picture)
            let offset = try PublicFile.property(file, kAudioFilePropertyID3TagOffset, Int64(0))
            let bytes = try #require(folder.bytes("a"))
            #expect(bytes[Int(offset)..<Int(offset) + 3].elementsEqual("ID3".utf8))
            // A null reference takes it away.
            #expect(setArtwork(file, nil) == noErr)
        }
        try PublicFile.with(url) { file throws in
            #expect(try artwork(file) == nil)
            #expect(setArtwork(file, picture) == OSStatus(code: "prm?"))
            #expect(try PublicFile.data(file) == [1, 2, 3, 4])
        }
    }

    @Test func aFileWithoutAPlaceForPicturesSaysSo() throws {
        let folder = ScratchFolder()
        try PublicFile.create(folder.url("a.caf"), kAudioFileCAFType, .int(16), []) { file throws in
            #expect(setArtwork(file, picture) == OSStatus(code: "op??"))
            var size: UInt32 = 8
            var room: UInt64 = 0
            #expect(
                AudioFileGetProperty(file, kAudioFilePropertyAlbumArtwork, &size, &room) == OSStatus(code: "pty?"))
        }
    }

    /// What would be lost is refused.
    @Test func whatIsNotWrittenCannotBeSet() throws {
        let folder = ScratchFolder()
        let bytes = try Fixture.named("ADTS/aac-stereo.aac").bytes()
        try PublicFile.with(folder.write(bytes, "a.aac"), .readWritePermission) { file throws in
            #expect(!writable(file, kAudioFilePropertyInfoDictionary))
            #expect(!writable(file, kAudioFilePropertyAlbumArtwork))
            #expect(setArtwork(file, picture) == OSStatus(code: "op??"))
            let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
            #expect(
                AudioFileSetProperty(file, kAudioFilePropertyID3Tag, UInt32(tag.count), tag) == OSStatus(code: "op??"))
            #expect(
                AudioFileSetUserData(file, UInt32(code: "ID3 "), 0, UInt32(tag.count), tag) == OSStatus(code: "op??"))
        }
        #expect(folder.bytes("a.aac") == bytes)
    }

    @Test func tagsAreTakenAsTheyAre() throws {
        let folder = ScratchFolder()
        let url = folder.url("a.wav")
        let text: [UInt8] = [3] + Array("Song".utf8)
        let body = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text + [0, 0, 0]
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(body.count)] + body
        try PublicFile.create(url, kAudioFileWAVEType, .int(16), [1, 2]) { file throws in
            #expect(
                AudioFileSetProperty(file, kAudioFilePropertyID3Tag, UInt32(tag.count - 1), tag)
                    == OSStatus(code: "!siz"))
            #expect(AudioFileSetProperty(file, kAudioFilePropertyID3Tag, 4, Array("TAG ".utf8)) == kAudio_ParamError)
            #expect(AudioFileSetProperty(file, kAudioFilePropertyID3Tag, UInt32(tag.count), tag) == noErr)
        }
        try PublicFile.with(url) { file throws in
            var size: UInt32 = 0
            #expect(AudioFileGetPropertyInfo(file, kAudioFilePropertyID3Tag, &size, nil) == noErr)
            var bytes = [UInt8](repeating: 0, count: Int(size))
            #expect(AudioFileGetProperty(file, kAudioFilePropertyID3Tag, &size, &bytes) == noErr)
            #expect(bytes == tag)
            var dictionary: Unmanaged<CFDictionary>?
            size = UInt32(MemoryLayout<Unmanaged<CFDictionary>?>.size)
            #expect(AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr)
            let info = try #require(dictionary?.takeRetainedValue() as? [String: Any])
            #expect(info[kAFInfoDictionary_Title] as? String == "Song")
        }
    }

    // MARK: FLAC, with an ID3v2 tag before it

    private func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
        Array(id.utf8) + [0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F), 0, 0] + body
    }

    private func tag(_ frames: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
    }

    /// A title, a picture and a frame that means nothing to us.
    private var oldTag: [UInt8] {
        tag(
            frame("TIT2", [3] + "Old".utf8) + frame("APIC", [0] + "image/png".utf8 + [0, 3, 0] + picture + [9])
                + frame("PRIV", Array("kept".utf8)))
    }

    private func id3Tag(_ file: AudioFileID) throws -> [UInt8]? {
        var size: UInt32 = 0
        let status = AudioFileGetPropertyInfo(file, kAudioFilePropertyID3Tag, &size, nil)
        if status == OSStatus(code: "pty?") { return nil }
        try must("AudioFileGetPropertyInfo", status)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try must("AudioFileGetProperty", AudioFileGetProperty(file, kAudioFilePropertyID3Tag, &size, &bytes))
        return bytes
    }

    /// What a change leaves of the picture and the tag: as the same file reports it, and after it was opened again.
    private func afterwards(_ change: (AudioFileID) throws -> Void) throws -> [(picture: Data?, tag: [UInt8]?)] {
        let folder = ScratchFolder()
        let sound = try Fixture.named("FLAC/s16-stereo.flac").bytes()
        // Room behind STREAMINFO for what is set.
        let padding: [UInt8] = [1, 0, 16, 0] + [UInt8](repeating: 0, count: 4096)
        let url = folder.write(oldTag + sound[..<42] + padding + sound[42...], "a.flac")
        var packets: UInt64 = 0
        var reported: [(picture: Data?, tag: [UInt8]?)] = []
        try PublicFile.with(url, .readWritePermission) { file throws in
            packets = try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            #expect(try artwork(file) == picture + [9])
            #expect(try id3Tag(file) == oldTag)
            try change(file)
            reported.append((try artwork(file), try id3Tag(file)))
        }
        try PublicFile.with(url) { file throws in
            reported.append((try artwork(file), try id3Tag(file)))
            #expect(try PublicFile.property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == packets)
        }
        return reported
    }

    @Test func aPictureBeforeTheFileGoes() throws {
        for picture in [nil, self.picture] {
            for reported in try afterwards({ #expect(setArtwork($0, picture) == noErr) }) {
                #expect(reported.picture == picture)
                // The rest of the tag stays.
                let bytes = Data(try #require(reported.tag))
                #expect(bytes.range(of: Data("APIC".utf8)) == nil)
                #expect(bytes.range(of: Data("kept".utf8)) != nil)
                #expect(bytes.range(of: Data("Old".utf8)) != nil)
            }
        }
    }

    @Test func aTagBeforeTheFileIsReplaced() throws {
        // No bytes take it away.
        for new in [tag(frame("TIT2", [3] + "New".utf8)), []] {
            let all = try afterwards { file in
                #expect(AudioFileSetProperty(file, kAudioFilePropertyID3Tag, UInt32(new.count), new) == noErr)
            }
            for reported in all { #expect(reported.picture == nil && reported.tag == (new.isEmpty ? nil : new)) }
        }
    }

    /// A block's size has 24 bits, and a picture takes four thirds of its bytes in one.
    @Test func aPictureTooLargeForABlockIsRefused() throws {
        let folder = ScratchFolder()
        let sound = try Fixture.named("FLAC/s16-stereo.flac").bytes()
        try PublicFile.with(folder.write(sound, "a.flac"), .readWritePermission) { file throws in
            #expect(setArtwork(file, Data(count: 13 << 20)) == OSStatus(code: "op??"))
        }
        #expect(folder.bytes("a.flac") == sound)
        try PublicFile.create(folder.url("b.flac"), kAudioFileFLACType, .encoded(kAudioFormatFLAC), []) { file throws in
            #expect(setArtwork(file, Data(count: 13 << 20)) == OSStatus(code: "op??"))
            #expect(setArtwork(file, picture) == noErr)
        }
        try PublicFile.with(folder.url("b.flac")) { file throws in #expect(try artwork(file) == picture) }
    }
}
