import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test(
        arguments: [
            ("mp3", UTType.mp3, "public.mp3"), ("wav", .wav, "com.microsoft.waveform-audio"),
            ("aiff", .aiff, "public.aiff-audio"),
            ("AIF", .aiff, "public.aiff-audio"), ("mp4", .mpeg4Movie, "public.mpeg-4"),
            ("mov", .quickTimeMovie, "com.apple.quicktime-movie"),
            ("mid", .midi, "public.midi-audio"), ("m3u8", .m3uPlaylist, "public.m3u-playlist"),
            ("jpg", .jpeg, "public.jpeg"),
            ("png", .png, "public.png"), ("txt", .plainText, "public.plain-text"), ("json", .json, "public.json"),
            ("pdf", .pdf, "com.adobe.pdf"), ("zip", .zip, "public.zip-archive"), ("avi", .avi, "public.avi"),
            ("mpg", .mpeg, "public.mpeg"), ("swift", .swiftSource, "public.swift-source"),
        ] as [(String, UTType, String)]) func anExtensionHasAType(name: String, type: UTType, identifier: String) throws
    {
        #expect(UTType(filenameExtension: name) == type)
        #expect(type.identifier == identifier)
        #expect(UTType(identifier) == type)
        #expect(type.isDeclared && !type.isDynamic)
    }

    @Test(arguments: [
        ("audio/mpeg", "public.mp3"), ("audio/vnd.wave", "com.microsoft.waveform-audio"),
        ("AUDIO/WAV", "com.microsoft.waveform-audio"),
        ("audio/mp4", "public.mpeg-4-audio"), ("video/mp4", "public.mpeg-4"), ("image/png", "public.png"),
        ("text/html", "public.html"),
        ("audio/x-caf", "com.apple.coreaudio-format"), ("audio/flac", "org.xiph.flac"),
    ]) func aMIMETypeHasAType(name: String, identifier: String) {
        #expect(UTType(mimeType: name)?.identifier == identifier)
        #expect(UTType(tag: name, tagClass: .mimeType, conformingTo: nil)?.identifier == identifier)
    }

    @Test func preferredTags() {
        #expect(UTType.mp3.preferredFilenameExtension == "mp3")
        #expect(UTType.wav.preferredMIMEType == "audio/vnd.wave")
        #expect(
            UTType.jpeg.tags == [.filenameExtension: ["jpeg", "jpg", "jpe"], .mimeType: ["image/jpeg", "image/jpg"]])
        #expect(UTType.audio.tags == [:])
        #expect(UTType.audio.preferredFilenameExtension == nil)
        #expect(UTType.audio.preferredMIMEType == nil)
        #expect(UTType.mp3.localizedDescription == "MP3 audio")
        #expect(UTTagClass(rawValue: "public.mime-type") == .mimeType)
        #expect(UTTagClass.filenameExtension.description == "public.filename-extension")
    }

    @Test func conformance() {
        #expect(UTType.mp3.supertypes == [.audio, .audiovisualContent, .data, .content, .item])
        #expect(UTType.mp3.conforms(to: .audio) && UTType.mp3.conforms(to: .mp3))
        #expect(!UTType.mp3.conforms(to: .movie))
        #expect(UTType.wav.isSubtype(of: .audio) && !UTType.wav.isSubtype(of: .wav))
        #expect(UTType.audio.isSupertype(of: .midi) && !UTType.audio.isSupertype(of: .audio))
        #expect(UTType.mpeg4Audio.conforms(to: .audio) && UTType.mpeg4Audio.conforms(to: .movie))
        #expect(UTType.m3uPlaylist.conforms(to: .playlist) && UTType.m3uPlaylist.conforms(to: .text))
        #expect(UTType.folder.conforms(to: .directory) && !UTType.folder.conforms(to: .data))
        #expect(UTType.svg.conforms(to: .image) && UTType.svg.conforms(to: .xml))
    }

    @Test func typesOfATag() {
        #expect(
            UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil) == [.mpeg4Movie, .mpeg4Audio])
        #expect(UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: .audio) == [.mpeg4Audio])
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType.types(tag: "", tagClass: .filenameExtension, conformingTo: nil) == [])
        #expect(UTType(filenameExtension: "") == nil)
    }

    @Test func anUnknownTagMakesADynamicType() throws {
        let type = try #require(UTType(filenameExtension: "xyz"))
        #expect(type.identifier == "dyn.ah62d4rv4ge81u8p4")
        #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
        #expect(type.preferredFilenameExtension == "xyz")
        #expect(type.supertypes == [.data, .item])
        #expect(UTType(type.identifier) == type)
        let audio = try #require(UTType(mimeType: "audio/x-y=z", conformingTo: .audio))
        #expect(audio.isDynamic && audio.conforms(to: .audio))
        #expect(audio.preferredMIMEType == "audio/x-y=z")
        let png = try #require(UTType(filenameExtension: "png", conformingTo: .audio))
        #expect(png.isDynamic && png.conforms(to: .audio) && png.preferredFilenameExtension == "png")
        #expect(UTType("dyn.nothing") == nil)
    }

    @Test func typesOfThePrograms() {
        #expect(UTType("com.example.song-not-declared") == nil)
        let song = UTType(exportedAs: "com.example.Song", conformingTo: .json)
        #expect(song.identifier == "com.example.Song")
        #expect(song.conforms(to: .json) && song.conforms(to: .text))
        #expect(song.isDeclared && !song.isPublic)
        #expect(UTType("com.example.song") == song)
        #expect(UTType(importedAs: "com.example.other").supertypes == [.data, .item])
        #expect(UTType(importedAs: "public.mp3", conformingTo: .image) == .mp3)
        #expect(!UTType.mp3.conforms(to: .image))
        #expect(song.tags == [:] && song.version == nil && song.referenceURL == nil)
    }

    @Test func values() throws {
        #expect(Set([UTType.mp3, UTType("PUBLIC.MP3")]).count == 1)
        let data = try JSONEncoder().encode([UTType.png])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.png"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == [.png])
        #expect(UTType.png.description == "public.png" && UTType.png.debugDescription == "public.png")
        #expect(UTType.data.isPublic)
    }

    @Test func urls() {
        let folder = URL(fileURLWithPath: "/tmp")
        #expect(folder.appendingPathComponent("a", conformingTo: .mp3).lastPathComponent == "a.mp3")
        #expect(folder.appendingPathComponent("a.JPG", conformingTo: .jpeg).lastPathComponent == "a.JPG")
        #expect(folder.appendingPathComponent("a.b", conformingTo: .audio).lastPathComponent == "a.b")
        var file = URL(fileURLWithPath: "/tmp/song")
        file.appendPathExtension(for: .wav)
        #expect(file.lastPathComponent == "song.wav")
        #expect(file.appendingPathExtension(for: .wav) == file)
        var other = folder
        other.appendPathComponent("x", conformingTo: .folder)
        #expect(other.lastPathComponent == "x")
    }
}
