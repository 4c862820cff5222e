import Foundation
import Testing
import ToolSupport

@testable import FileBatches

/// Lists of files, folders, shards and the names of outputs.
@Suite struct FileListTests {
    @Test func linesAndZeroBytesSeparateNames() throws {
        let folder = try BatchFolder()
        let lines = try folder.write("lines", "a b.wav\n\nrock/ü.wav\n- x.wav\na b.wav\n./a b.wav\n")
        let names = try FileList(names: lines).files([]) { _ in true }
        #expect(names.map(\.place) == ["a b.wav", "rock/ü.wav", "- x.wav"])
        let zeros = try folder.write("zeros", "a\nb.wav\0$(x).wav\0")
        let others = try FileList(names: zeros, isNullSeparated: true).files([]) { _ in true }
        #expect(others.map(\.place) == ["a\nb.wav", "$(x).wav"])
        #expect(throws: ToolError.self) { try FileList(names: folder.path + "/none").files([]) { _ in true } }
    }

    @Test func bytesThatAreNoUnicodeStay() throws {
        let folder = try BatchFolder()
        let file = folder.path + "/list"
        try Data([0x61, 0xFF, 0x2E, 0x77, 0x0A]).write(to: URL(fileURLWithPath: file))
        let names = try FileList(names: file).files([]) { _ in true }
        #expect(names.map(\.place.fileSystemBytes) == [[0x61, 0xFF, 0x2E, 0x77]])
    }

    @Test(
        arguments: [
            ("rock/a.wav", nil, "rock/a.wav"), ("./rock//a.wav", nil, "rock/a.wav"), ("/data/a.wav", nil, "data/a.wav"),
            ("/data/rock/a.wav", "/data", "rock/a.wav"), ("/data/rock/a.wav", "/data/", "rock/a.wav"),
            ("../music/a.wav", "../music", "a.wav"), ("../a.wav", nil, nil), ("/other/a.wav", "/data", nil),
            ("/data", "/data", nil), ("/database/a.wav", "/data", nil), ("/data/../a.wav", "/data", nil),
        ] as [(String, String?, String?)]) func placesAreBelowTheRoot(path: String, root: String?, place: String?)
    {
        #expect((try? ListedFile(path, below: root))?.place == place)
    }

    @Test func foldersAreReadInOrder() throws {
        let folder = try BatchFolder()
        for name in ["in/b.wav", "in/a/z.wav", "in/a/y.wav", "in/.hidden.wav", "in/out/o.wav", "in/cover.jpg"] {
            try folder.write(name)
        }
        symlink("..", folder.path + "/in/a/loop")
        symlink("b.wav", folder.path + "/in/link.wav")
        symlink("nowhere", folder.path + "/in/broken.wav")
        var list = FileList()
        list.excluded = [folder.path + "/in/out"]
        let found = try list.files([folder.path + "/in/"]) { $0.hasSuffix(".wav") }
        #expect(found.map(\.place) == ["a/y.wav", "a/z.wav", "b.wav", "link.wav"])
        list.root = folder.path
        let below = try list.files([folder.path + "/in"]) { $0.hasSuffix(".wav") }
        #expect(below.map(\.place) == ["in/a/y.wav", "in/a/z.wav", "in/b.wav", "in/link.wav"])
        list.root = folder.path + "/in"
        #expect(try list.files([folder.path + "/in"]) { $0.hasSuffix(".wav") }.map(\.place) == found.map(\.place))
    }

    @Test func shardsHaveEachFileOnce() throws {
        let files = (0..<200).map { ListedFile(path: "\($0)", place: "\($0).wav") }
        let shards = (0..<4).compactMap { Shard("\($0)/4") }
        #expect(shards.count == 4)
        for file in files { #expect(shards.count { $0.contains(file) } == 1) }
        // A file that is added moves no other.
        #expect(shards.allSatisfy { shard in files.count { shard.contains($0) } > 20 })
        for wrong in ["4/4", "-1/4", "1", "1/", "/4", "a/4", "0/0", "1/4/2", "1 /4", "99999999999999999999/4"] {
            #expect(Shard(wrong) == nil, "\(wrong)")
        }
    }

    @Test func outputsKeepTheTree() {
        func place(_ place: String) -> String {
            BatchItem(ListedFile(path: place, place: place), in: "o", suffix: "caf").place
        }
        #expect(place("a/song.v1.wav") == "a/song.v1.caf")
        #expect(place("a.b/song") == "a.b/song.caf")
        #expect(place(".wav") == ".wav.caf")
    }

    @Test(arguments: [
        (["a.wav", "a.aiff"], 1), (["a.wav", "A.wav"], 1), (["e\u{301}.wav", "\u{E9}.wav"], 1),
        (["a.wav", "b/a.wav"], 0),
        (["a.wav", "a.txt/b.wav"], 1), (["x/a.wav", "X/a.wav"], 1),
    ]) func collisionsAreFound(places: [String], count: Int) throws {
        let folder = try BatchFolder()
        let items = places.map {
            BatchItem(ListedFile(path: folder.path + "/in/" + $0, place: $0), in: folder.path + "/out", suffix: "txt")
        }
        #expect(Collisions(items).found.count == count)
    }

    @Test func outputsAreNoInputs() throws {
        let folder = try BatchFolder()
        let file = try folder.write("in/a.txt", "a")
        symlink("in", folder.path + "/link")
        func found(_ out: String) throws -> Int {
            Collisions([
                BatchItem(try ListedFile(file, below: folder.path + "/in"), in: folder.path + out, suffix: "txt")
            ])
            .found.count
        }
        #expect(try found("/in") == 1)
        #expect(try found("/link") == 1)
        #expect(try found("/in/.") == 1)
        #expect(try found("/out") == 0)
        try Folders.make(folder.path + "/out")
        link(file, folder.path + "/out/a.txt")
        #expect(try found("/out") == 1)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func hashesAreThoseOfTheStandard(text: String, hash: String) {
        #expect(SHA256.hash(Array(text.utf8)).text == hash)
        var pieces = SHA256()
        for byte in Array(text.utf8) { [byte].withUnsafeBytes { pieces.add($0) } }
        #expect(pieces.finished().text == hash)
    }
}
