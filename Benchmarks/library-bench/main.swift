// Measures the music library: `library-bench index FOLDER INDEX` brings an index up to date and ends, `library-bench query FOLDER INDEX`
// times queries of it, each in an index that was just opened, and `library-bench objects FOLDER INDEX NUMBER` does so through the classes of
// MediaPlayer, one query a process. `Benchmarks/library` runs all three.
import AudioCore
import Glibc
import MusicLibrary

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func fail(_ text: String) -> Never {
    let message = Array("library-bench: \(text)\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    exit(1)
}

extension Double {
    /// With two digits after the point.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

func open(_ folder: String, _ path: String) -> MusicIndex {
    do {
        let index = try MusicIndex(MusicIndex.Configuration(folder: FilePath(folder), index: path))
        index.waitUntilWhole(nanoseconds: nil)
        return index
    } catch { fail("\(error)") }
}

/// What programs ask for, and what changes where the library is large.
func queries(_ index: MusicIndex) throws -> [(name: String, ask: (MusicIndex) throws -> Int)] {
    let music = ItemFilter.Condition.media(1)
    func items(_ conditions: [ItemFilter.Condition], _ grouping: Grouping = .title) -> (MusicIndex) throws -> Int {
        { try $0.items(ItemFilter(conditions), grouping).ids.count }
    }
    func groups(_ conditions: [ItemFilter.Condition], _ role: Role) -> (MusicIndex) throws -> Int {
        { try $0.groups(ItemFilter(conditions), .role(role)).ids.count }
    }
    func first(_ role: Role) throws -> Int64 {
        let ids = try index.groups(ItemFilter(), .role(role)).ids
        return ids.isEmpty ? 0 : ids[ids.count / 2]
    }
    let (album, artist, genre) = (try first(.album), try first(.artist), try first(.genre))
    let title = index.record(try index.items(ItemFilter(), .title).ids.first ?? 0)?.title ?? ""
    return [
        ("songs by title", items([music])),
        ("songs by artist", items([music], .role(.artist))),
        ("songs by album", items([music], .role(.album))),
        ("songs by genre", items([music], .role(.genre))),
        ("albums", groups([music], .album)),
        ("artists", groups([music], .artist)),
        ("album artists", groups([music], .albumArtist)),
        ("composers", groups([], .composer)),
        ("genres", groups([], .genre)),
        ("albums of an artist", groups([music, .entity(.artist, artist)], .album)),
        ("artists of a genre", groups([music, .entity(.genre, genre)], .artist)),
        ("songs of an album", { try $0.members(of: album, .role(.album), ItemFilter([music])).count }),
        ("songs of a genre", { try $0.members(of: genre, .role(.genre), ItemFilter([music])).count }),
        ("title contains \"a\"", items([music, .title(.containing("a"))])),
        ("title contains \"river\"", items([music, .title(.containing("river"))])),
        ("title is one", items([music, .title(.equal(title))])),
        ("artist contains \"a\"", items([music, .name(.artist, .containing("a"))])),
        ("albums of which an artist contains \"a\"", groups([music, .name(.artist, .containing("a"))], .album)),
        ("compilations, by album", groups([.isCompilation(true)], .album)),
        ("no compilation, by title", items([.isCompilation(false)])),
        ("never played", items([.plays(0)])),
        ("played once", items([.plays(1)])),
    ]
}

func measure(_ folder: String, _ path: String) throws {
    let names = try queries(open(folder, path))
    print("found, first and again in ms of the processor: query")
    for query in names {
        var (firsts, agains, found): ([Double], [Double], Int) = ([], [], 0)
        for _ in 0..<5 {
            let index = open(folder, path)
            let start = seconds(CLOCK_THREAD_CPUTIME_ID)
            found = try query.ask(index)
            let middle = seconds(CLOCK_THREAD_CPUTIME_ID)
            _ = try query.ask(index)
            firsts.append(middle - start)
            agains.append(seconds(CLOCK_THREAD_CPUTIME_ID) - middle)
        }
        print(found, (firsts.sorted()[2] * 1000).short, (agains.sorted()[2] * 1000).short, query.name, separator: "\t")
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { fail("index|query|objects FOLDER INDEX [NUMBER]") }
switch arguments[1] {
case "index":
    let index = open(arguments[2], arguments[3])
    let count = (try? index.items(ItemFilter(), .title).ids.count) ?? 0
    print(count, "items", seconds(CLOCK_PROCESS_CPUTIME_ID).short, "s of the processor")
case "query":
    do { try measure(arguments[2], arguments[3]) } catch { fail("\(error)") }
case "objects": measureObjects(arguments[2], arguments[3], Int(arguments.last ?? "") ?? 0)
default: fail("index|query|objects FOLDER INDEX [NUMBER]")
}
