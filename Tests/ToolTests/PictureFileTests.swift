import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import afplay

/// Files with the pictures of what plays.
@Suite struct PictureFileTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 4, 5, 6]

    private func makeSong(_ folder: ScratchFolder, _ name: String, picture: [UInt8]) throws {
        try PublicFile.create(folder.url(name), kAudioFileWAVEType, .int(16), [1, 2, 3, 4]) { file throws in
            var reference: Unmanaged<NSData>? = .passRetained(NSData(data: Data(picture)))
            defer { reference?.release() }
            #expect(
                AudioFileSetProperty(
                    file, kAudioFilePropertyAlbumArtwork, UInt32(MemoryLayout<UnsafeRawPointer>.size), &reference)
                    == noErr)
        }
    }

    private func pictures(_ folder: ScratchFolder) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("afplay-picture-") }
    }

    private func bytes(_ address: String?) -> [UInt8]? {
        address.flatMap(URL.init(string:)).flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) }
    }

    @Test func aSongsPictureIsAFile() throws {
        let (folder, place) = (ScratchFolder(), ScratchFolder())
        try makeSong(folder, "a.wav", picture: Self.png)
        try makeSong(folder, "b.wav", picture: Self.jpeg)
        try makeSong(folder, "c.wav", picture: [1, 2, 3, 4])
        let file = PictureFile(folder: place.path)
        let first = file.address(ofSong: folder.file("a.wav"))
        #expect(bytes(first) == Self.png && first?.hasSuffix(".png") == true)
        // The same picture has the same name, another one another, and the one before is gone.
        #expect(file.address(ofSong: folder.file("a.wav")) == first && pictures(place).count == 1)
        let second = file.address(ofSong: folder.file("b.wav"))
        #expect(bytes(second) == Self.jpeg && second?.hasSuffix(".jpg") == true && pictures(place).count == 1)
        // What is no picture is not shown; a cover beside the song is.
        #expect(file.address(ofSong: folder.file("c.wav")) == nil)
        _ = folder.write(Self.png, "cover.png")
        #expect(file.address(ofSong: folder.file("c.wav"))?.hasSuffix("/cover.png") == true)
        #expect(
            PictureFile(folder: place.file("nowhere")).address(ofSong: folder.file("a.wav"))?.hasSuffix("/cover.png")
                == true)
    }

    /// The file of a player that was killed is locked by nobody: the next player removes it, and none of a player that lives.
    @Test func whatAKilledPlayerLeavesGoes() throws {
        let (folder, place) = (ScratchFolder(), ScratchFolder())
        try makeSong(folder, "a.wav", picture: Self.png)
        let stale = "afplay-picture-" + String(repeating: "x", count: 16) + ".png"
        let others = ["afplay-picture-1.png", "afplay-picture-" + String(repeating: "x", count: 16), "afplay-x.png"]
        for name in [stale] + others { _ = place.write(Self.png, name) }
        let living = PictureFile(folder: place.path)
        let address = living.address(ofSong: folder.file("a.wav"))
        #expect(!FileManager.default.fileExists(atPath: place.file(stale)))
        for name in others { #expect(FileManager.default.fileExists(atPath: place.file(name))) }
        let other = PictureFile(folder: place.path).address(ofSong: folder.file("a.wav"))
        #expect(other != address && bytes(other) == Self.png && bytes(address) == Self.png)
        withExtendedLifetime(living) {}
    }
}
