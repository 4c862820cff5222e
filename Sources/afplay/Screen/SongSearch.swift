import Foundation

/// What the user looks for, and the songs that fit it.
struct SongSearch: Equatable, Sendable {
    private(set) var text = ""
    /// Their places in the list, in its order.
    private(set) var found: [Int]

    init(_ songs: [Song]) { found = Array(songs.indices) }

    mutating func type(_ character: Character, in songs: [Song]) {
        text.append(character)
        look(in: songs)
    }

    /// Takes the last character back; false where there is none.
    mutating func erase(in songs: [Song]) -> Bool {
        guard !text.isEmpty else { return false }
        text.removeLast()
        look(in: songs)
        return true
    }

    private mutating func look(in songs: [Song]) {
        let words = words
        found = songs.indices.filter { songs[$0].contains(words) }
    }

    /// More is known of a song now.
    mutating func update(_ index: Int, in songs: [Song]) {
        let place = found.firstIndex { $0 >= index } ?? found.count
        let wasFound = found.indices.contains(place) && found[place] == index
        let isFound = songs[index].contains(words)
        if isFound, !wasFound { found.insert(index, at: place) }
        if !isFound, wasFound { found.remove(at: place) }
    }

    private var words: [String] { text.split(separator: " ").map { String($0) } }
}

extension Song {
    /// Whether the title, the artist and the path have all the words, in any order and spelled large or small, with accents or without.
    fileprivate func contains(_ words: [String]) -> Bool {
        words.allSatisfy { word in
            [title, artist, path].contains { text in
                text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
        }
    }
}
