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
}
