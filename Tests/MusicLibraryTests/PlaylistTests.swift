import AudioCore
import Foundation
import Testing

@testable import MusicLibrary

/// Playlists: their files, and what the library has of them.
@Suite struct PlaylistTests {
    let library: TestLibrary
    init() throws { library = try TestLibrary() }

    private func texts(_ file: PlaylistFile) -> [String] { file.paths.map { String(decoding: $0, as: UTF8.self) } }

    @Test func readsTheFormsOfPlaylists() {
        let m3u =
            "\u{FEFF}#EXTM3U\r\n#PLAYLIST: Tides \r\n#EXTINF:3,A\r\n a b.mp3 \r\n\r\nfile:///m/%C3%A4.mp3\r\nhttp://x/y\r\nC:d.mp3\n"
        let file = PlaylistFile(Array(m3u.utf8), .m3u8)
        #expect(file.title == "Tides" && texts(file) == ["a b.mp3", "/m/ä.mp3", "C:d.mp3"])
        #expect(texts(PlaylistFile([0xE4, 0x2E, 0x6D, 0x70, 0x33], .m3u)) == ["ä.mp3"])
        let xspf = """
            <?xml version="1.0"?><!-- a --><x:playlist version="1" xmlns:x="http://xspf.org/ns/0/">
            <x:title>Tom &amp; J&#xE4;rry</x:title><x:creator><![CDATA[<me>]]></x:creator>
            <x:identifier>urn:uuid:00000000-0000-0000-0000-0000000000ab</x:identifier><x:trackList>
            <x:track><x:title>No</x:title><x:location>a%20b.mp3</x:location><x:location>c.mp3</x:location></x:track>
            <x:track/><x:track><x:location>file:///m/c.mp3</x:location></x:track></x:trackList></x:playlist>
            """
        let list = PlaylistFile(Array(xspf.utf8), .xspf)
        #expect(list.title == "Tom & Järry" && list.author == "<me>" && texts(list) == ["a b.mp3", "/m/c.mp3"])
        #expect(list.uuid == "00000000-0000-0000-0000-0000000000AB")
        // Every beginning of it is read without harm.
        for count in 0..<xspf.utf8.count { _ = PlaylistFile(Array(xspf.utf8.prefix(count)), .xspf) }
    }

    @Test func everyPathCanBeAdded() {
        func add(_ path: String, to text: String, _ format: PlaylistFormat) -> [String]? {
            PlaylistFile.appending([Array(path.utf8)], to: Array(text.utf8), format)
                .map { texts(PlaylistFile($0, format)) }
        }
        #expect(add("#1 Hits.mp3", to: "a.mp3", .m3u8) == ["a.mp3", "./#1 Hits.mp3"])
        #expect(add(" b.mp3", to: "", .m3u8) == ["./ b.mp3"])
        let head = "<playlist version=\"1\">"
        #expect(add("a b.mp3", to: head + "<trackList /></playlist>", .xspf) == ["a b.mp3"])
        #expect(add("a.mp3", to: head + "</playlist>", .xspf) == nil)
    }

    @Test func findsPathsInTheLibrary() {
        func find(_ path: String, _ folder: String) -> String? {
            PlaylistPath.inLibrary(Array(path.utf8), from: Array(folder.utf8), root: FilePath("/m"))
                .map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(find("../B/./b.mp3", "A") == "B/b.mp3" && find("/m/A/b.mp3", "x") == "A/b.mp3" && find("b", "") == "b")
        #expect(find("../../b.mp3", "A") == nil && find("/n/b.mp3", "A") == nil)
        for (path, folder) in [("A/B/c.mp3", "A/D"), ("c.mp3", "A/B"), ("A/B/c.mp3", ""), ("A/B/c", "A/B/E")] {
            let way = PlaylistPath.relative(Array(path.utf8), from: Array(folder.utf8))
            #expect(find(String(decoding: way, as: UTF8.self), folder) == path)
        }
    }

    @Test func listsWhatFilesList() throws {
        try library.write("A/ä.mp3", Song(title: "One"))
        try library.write("A/b.mp3", Song(title: "Two", seed: 2))
        try library.write("Lists/Mine.m3u8", Data("../A/b.mp3\n../A/ä.mp3\n../A/b.mp3\n../A/later.mp3\n".utf8))
        #expect(try library.scan().playlists == 1)
        let list = try #require(try library.read { try $0.groups(ItemFilter(), .playlist).ids.first })
        func members() throws -> [String] {
            try library.titles(library.read { try $0.members(of: list, .playlist, ItemFilter()) })
        }
        #expect(try members() == ["Two", "One", "Two"])
        // What comes later, and what moves, stays in the list; so does the list itself.
        try library.write("A/later.mp3", Song(title: "Three", seed: 3))
        try library.move("A/b.mp3", to: "C/b.mp3")
        try library.move("Lists", to: "More")
        try library.scan()
        #expect(try members() == ["Two", "One", "Two", "Three"])
        #expect(try library.titles(.playlist(list)) == ["One", "Three", "Two"])
        // So does what replaces a song that is gone.
        try library.remove("A/ä.mp3")
        try library.scan()
        #expect(try members() == ["Two", "Two", "Three"])
        try library.write("A/ä.mp3", Song(title: "Four", seed: 4, seconds: 2))
        try library.scan()
        #expect(try members() == ["Two", "Four", "Two", "Three"])
        try library.remove("More")
        try library.scan()
        #expect(try library.read { try $0.groups(ItemFilter(), .playlist).ids }.isEmpty)
    }

    @Test func programsMakeAndExtendPlaylists() throws {
        try library.write("A & B/ä b.mp3", Song(title: "One"))
        try library.write("c.mp3", Song(title: "Two", seed: 2))
        let index = try library.open()
        index.waitUntilWhole(nanoseconds: nil)
        let (uuid, ids) = (UUID().uuidString, try library.items())
        let list = try index.makePlaylist(uuid: uuid, name: "Tides <1>/2", author: "Me", text: "About & so")
        try index.append(ids, to: list)
        try index.append([ids[0]], to: list)
        #expect(try index.members(of: list, .playlist, ItemFilter()) == ids + [ids[0]])
        #expect(try index.playlist(uuid: uuid) == list)
        let record = try #require(index.playlist(list))
        #expect(record.name == "Tides <1>/2" && record.author == "Me" && record.text == "About & so")
        // A new index finds all of it in the file.
        let other = try Database(library.index + ".other")
        try FolderScanner(library.root, other, SortLanguage(code: "en")).scan(.everything)
        try other.read { connection in
            let query = LibraryQuery(connection: connection)
            let found = try connection.number("SELECT id FROM playlist WHERE uuid = ?", [.text(uuid)])
            #expect(try query.members(of: #require(found), .playlist, ItemFilter()).count == 3)
        }
        // A list that a person wrote keeps its lines.
        try library.write("l.m3u", Data("# mine\nc.mp3".utf8))
        try library.scan()
        let own = try #require(try index.groups(ItemFilter([.playlistName(.equal("l"))]), .playlist).ids.first)
        try index.append([ids[0]], to: own)
        #expect(try String(contentsOf: library.url("l.m3u"), encoding: .utf8) == "# mine\nc.mp3\nA & B/ä b.mp3\n")
        try library.remove("l.m3u")
        #expect(throws: AudioError.self) { try index.append([ids[0]], to: own) }
    }
}
