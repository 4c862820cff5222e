import Foundation
import Glibc
import MediaPlayer

/// What programs ask `MPMediaQuery` for.
private let objectQueries: [(name: String, ask: @Sendable () -> Answer)] = [
    ("MPMediaQuery.songs, items", { items(.songs()) }),
    ("MPMediaQuery.albums, items", { items(.albums()) }),
    ("MPMediaQuery.songs, sections", { answer(MPMediaQuery.songs().itemSections) }),
    ("MPMediaQuery.songs, collections", { collections(.songs()) }),
    ("MPMediaQuery.albums, collections", { collections(.albums()) }),
    ("MPMediaQuery.artists, collections", { collections(.artists()) }),
    ("MPMediaQuery.genres, collections", { collections(.genres()) }),
    ("MPMediaQuery.composers, collections", { collections(.composers()) }),
    ("MPMediaQuery.playlists, collections", { collections(.playlists()) }),
    ("title contains \"a\", items", { items(narrow(.songs(), "a", MPMediaItemPropertyTitle)) }),
    ("artist contains \"a\", collections", { collections(narrow(.albums(), "a", MPMediaItemPropertyArtist)) }),
    ("the songs of an album", { answer(MPMediaQuery.albums().collections?.first?.items) }),
    ("the songs of a genre", { answer(MPMediaQuery.genres().collections?.first?.items) }),
]

/// An array that a query gives, as it is: one of another type would retain each object once more.
private typealias Answer = (count: Int, array: Any)

private func answer(_ array: [some Any]?) -> Answer { (array?.count ?? 0, array as Any) }
private func items(_ query: MPMediaQuery) -> Answer { answer(query.items) }
private func collections(_ query: MPMediaQuery) -> Answer { answer(query.collections) }

private func narrow(_ query: MPMediaQuery, _ word: String, _ property: String) -> MPMediaQuery {
    query.addFilterPredicate(
        MPMediaPropertyPredicate(value: word, forProperty: property, comparisonType: .contains))
    return query
}

/// Waits until the index's thread has scanned and read ahead: it runs behind everything else, and rests then.
private func waitForIndex() {
    var rests = 0
    while rests < 5 {
        usleep(100_000)
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let stats = threads.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/stat", encoding: .utf8) }
        rests = stats.contains { $0.contains("(music-library) S") } ? rests + 1 : 0
    }
}

/// Prints how long a query takes in a library that was just opened, and then again, in ms of the processor; nothing beyond the last query.
func measureObjects(_ folder: String, _ path: String, _ number: Int) {
    guard objectQueries.indices.contains(number) else { return }
    setenv("COREAUDIO_MUSIC", folder, 1)
    setenv("COREAUDIO_MUSIC_INDEX", path, 1)
    // It opens the library, and asks for nothing.
    _ = MPMediaLibrary.default().lastModifiedDate
    // Bridges and tables of Foundation are made once for each program.
    _ = MPMediaPropertyPredicate(value: "a", forProperty: MPMediaItemPropertyTitle)
    waitForIndex()
    let query = objectQueries[number]
    let start = seconds(CLOCK_THREAD_CPUTIME_ID)
    let found = query.ask()
    let middle = seconds(CLOCK_THREAD_CPUTIME_ID)
    let again = query.ask()
    let end = seconds(CLOCK_THREAD_CPUTIME_ID)
    // What was found is freed after that.
    withExtendedLifetime((found, again)) {}
    print(found.count, ((middle - start) * 1000).short, ((end - middle) * 1000).short, query.name, separator: "\t")
}
