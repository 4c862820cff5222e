import AVFoundation
import Testing

@testable import PlayerModel

/// Songs in a folder of their own.
struct SongTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("songs-\(UUID().uuidString)")

    /// Half a second of silence, with texts where the file's type has a place for them.
    private func write(_ name: String, _ texts: [String: String] = [:], artwork: Data? = nil) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        var format = AudioStreamBasicDescription(
            mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        var opened: AudioFileID?
        try #require(AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &opened) == noErr)
        let file = try #require(opened)
        defer { AudioFileClose(file) }
        if !texts.isEmpty { try set(texts as NSDictionary, kAudioFilePropertyInfoDictionary, of: file) }
        if let artwork { try set(artwork as NSData, kAudioFilePropertyAlbumArtwork, of: file) }
        var size: UInt32 = 8000
        let silence = [UInt8](repeating: 0, count: 8000)
        #expect(AudioFileWriteBytes(file, false, 0, &size, silence) == noErr)
    }

    private func set(_ object: AnyObject, _ property: AudioFilePropertyID, of file: AudioFileID) throws {
        var reference = Unmanaged.passUnretained(object)
        let size = UInt32(MemoryLayout.size(ofValue: reference))
        let status = withExtendedLifetime(object) { AudioFileSetProperty(file, property, size, &reference) }
        try #require(status == noErr)
    }

    @Test func aFolderStandsForItsSounds() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["10.wav", "2.wav", "Side B/1.wav", ".hidden.wav"] { try write(name) }
        try Data("words".utf8).write(to: folder.appendingPathComponent("notes.txt"))
        let one = folder.appendingPathComponent("10.wav")
        let list = SongList([one, folder])
        #expect(list.songs.map(\.title) == ["10.wav", "2.wav", "10.wav", "1.wav"] && list.missing == [])
    }

    @Test func whatIsNotThereIsNoSong() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("1.wav")
        let nowhere = [folder.appendingPathComponent("Music"), URL(fileURLWithPath: "/nowhere/one.wav")]
        let list = SongList(nowhere + [folder])
        #expect(list.songs.map(\.title) == ["1.wav"] && list.missing == nowhere)
    }

    @Test func aFileSaysWhatItIs() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("1.wav", ["title": "Morning", "artist": "The Larks"])
        let song = Song(folder.appendingPathComponent("1.wav")).described()
        #expect(song.title == "Morning" && song.artist == "The Larks" && song.duration == 0.5)
    }

    @Test func whatIsNoSoundKeepsItsNameAndSaysWhy() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = Song(folder.appendingPathComponent("none.wav")).described()
        #expect(missing.title == "none.wav" && missing.problem?.isEmpty == false)
        try write("1.wav")
        let words = folder.appendingPathComponent("words.wav")
        try Data("words".utf8).write(to: words)
        #expect(Song(words).described().problem == "the file type is not supported")
        #expect(Song(folder.appendingPathComponent("1.wav")).described().problem == nil)
    }

    /// Opening a pipe waits for a program that writes into it, and reading a device never ends.
    @Test func pipesAndDevicesAreNoSongs() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pipe = folder.appendingPathComponent("pipe.wav")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        for url in [pipe, URL(fileURLWithPath: "/dev/zero"), folder] {
            let song = Song(url)
            #expect(song.described().problem == "it is a folder, a pipe or a device")
            #expect(song.artwork() == nil)
            #expect(throws: NSError.self) { try song.player() }
        }
    }

    @Test func wordsFindSongs() {
        var songs = ["Étude in E", "Low Tide", "etude.wav"].map { title in
            var song = Song(URL(fileURLWithPath: "/music/\(title)"))
            song.artist = "The Larks"
            return song
        }
        songs[2].title = "Nocturne"
        var search = SongSearch()
        #expect(!search.isOn && search.found(in: songs) == [0, 1, 2])
        for (text, found) in [
            ("ETUDE", [0, 2]), ("larks  tide", [1]), ("Nocturne étude", [2]), ("x", []), (" ", [0, 1, 2]),
        ] {
            search.text = text
            #expect(search.found(in: songs) == found && search.isOn == (text != " "), "\(text)")
        }
    }

    @Test func textsAreOnOneLine() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("a\nb\u{1B}[31m.wav", ["title": "One\r\n\ttwo\u{202E}", "artist": "\u{85}The\u{2028}Larks\u{7}"])
        let song = try #require(SongList([folder]).songs.first)
        #expect(song.title == "a b [31m.wav")
        #expect(song.described().title == "One two" && song.described().artist == "The Larks")
        try write("blank.wav", ["title": " \n "])
        #expect(Song(folder.appendingPathComponent("blank.wav")).described().title == "blank.wav")
    }

    @Test func theCoverIsInTheFileOrBesideIt() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("with.wav", artwork: Data([1, 2, 3]))
        try write("without.wav")
        let without = Song(folder.appendingPathComponent("without.wav"))
        #expect(without.artwork() == nil)
        try Data([4, 5]).write(to: folder.appendingPathComponent("Cover.JPG"))
        #expect(without.artwork() == Data([4, 5]))
        #expect(Song(folder.appendingPathComponent("with.wav")).artwork() == Data([1, 2, 3]))
    }
}
