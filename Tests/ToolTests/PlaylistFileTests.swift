import Foundation
import RemoteMedia
import TestSupport
import Testing

@testable import ToolSupport

/// Playlists in files: their entries, and that afplay plays them one after the other.
@Suite struct PlaylistFileTests {
    private func entries(_ text: String, _ name: String) throws -> [String]? {
        let folder = ScratchFolder()
        _ = folder.write(Array(text.utf8), name)
        return try Playlist.entries(ofFile: folder.file(name))?.map {
            $0.replacingOccurrences(of: folder.path + "/", with: "")
        }
    }

    @Test func entriesAreFoundInOrder() throws {
        let m3u =
            "\u{FEFF}#EXTM3U\r\n#EXTINF:1,One\r\none.wav\r\n\r\ntwo.wav\none.wav\nhttp://localhost/x\n/three.wav\n"
        for name in ["a.m3u", "a.M3U8", "a"] {
            #expect(
                try entries(m3u, name) == ["one.wav", "two.wav", "one.wav", "http://localhost/x", "/three.wav"],
                "\(name)")
        }
        let pls = "[playlist]\nFile2=file:///two%20parts.wav\nTitle1=One\nFile1=one.wav\nNumberOfEntries=2\n"
        #expect(try entries(pls, "a.pls") == ["one.wav", "/two parts.wav"])
        #expect(try entries("one.wav\n", "a.m3u") == ["one.wav"])
    }

    @Test func whatIsNoPlaylistIsNone() throws {
        #expect(try entries("one.wav\n", "a.txt") == nil)
        #expect(try entries("RIFF\0\0\0\0WAVE", "a.m3u") == nil)
        #expect(try Playlist.entries(ofFile: "/nonexistent.m3u") == nil)
        #expect(try Playlist.entries(ofFile: "/") == nil)
        for text in ["", "#EXTM3U\n", "#EXTM3U\n#EXT-X-TARGETDURATION:10\na.ts\n"] {
            #expect(throws: HTTPSource.Failure.self) { try entries(text, "a.m3u") }
        }
    }

    /// A program that writes to the pipe would take an open descriptor for the reader, and lose the beginning of the sound.
    @Test func aPipeIsNotOpened() throws {
        let folder = ScratchFolder()
        let pipe = folder.file("a.m3u")
        try #require(mkfifo(pipe, 0o600) == 0)
        let watch = try #require(OpenWatch(pipe))
        #expect(try Playlist.entries(ofFile: pipe) == nil)
        #expect(!watch.wasOpened)
    }

    /// An entry is never standard input, and a list that is too long is told from what is no list.
    @Test func entriesAreFilesAndListsEnd() throws {
        #expect(Playlist.resolved("-", in: "") == "./-")
        #expect(Playlist.resolved("-", in: "a/") == "a/-")
        let line = "one.wav\n"
        let most = String(repeating: line, count: (1 << 22) / line.utf8.count)
        #expect(try entries(most, "a.m3u")?.count == most.utf8.count / line.utf8.count)
        #expect(throws: HTTPSource.Failure("the playlist is larger than 4 MiB")) { try entries(most + "\n", "a.m3u") }
        #expect(try entries("RIFF\0\0\0\0WAVE" + most + "\n", "a.m3u") == nil)
    }

    @Test(.needsInstallation) func afplayPlaysOneEntryAfterTheOther() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let script = #"""
            mkdir d; cp a.wav "d/b c.wav"; cp a.wav d/"$(printf 'b\374.wav')"
            printf '#EXTM3U\n../a.wav\nb c.wav\nb\374.wav\n' >d/all.m3u
            printf '[playlist]\nFile1=a.wav\nFile2=gone.wav\nFile3=d/b c.wav\n' >some.pls
            """#
        try folder.tool("sh", "-c", script).expectSuccess()
        let once = try #require(
            try folder.tool("afplay", "-d", "a.wav").errors.firstMatch(of: /frames played: ([0-9]+),/)?.1)
        // A byte that is no UTF-8 is in the names that it reports.
        func played(_ words: String) throws -> [Substring] {
            let line = "afplay -d \(words) 2>&1 | LC_ALL=C sed -n '/^frames played/p'"
            return try folder.tool("sh", "-c", line).output.matches(of: /frames played: ([0-9]+),/).map(\.1)
        }
        #expect(try folder.tool("afplay", "d/all.m3u").status == 0)
        #expect(try played("d/all.m3u") == [once, once, once])
        let some = try folder.tool("afplay", "-d", "some.pls")
        #expect(some.status == 1)
        #expect(some.errors.matches(of: /frames played: ([0-9]+),/).map(\.1) == [once, once])
        #expect(some.errors.contains("Error: AudioFileOpen failed (-43): gone.wav: no such file\n"))
        // The time is that of all entries together.
        #expect(try played("-t 0.035 d/all.m3u") == [once, "241"])
        let looped = try folder.tool("afplay", "--loop", "2", "some.pls")
        #expect(looped.status == 1 && looped.errors.contains("--start and --loop are not for playlists."))
    }
}
