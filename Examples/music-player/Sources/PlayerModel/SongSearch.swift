import Foundation

/// What the user looks for in the list.
package struct SongSearch: Equatable, Sendable {
    /// What the user has typed: words in any order.
    package var text = ""

    package init() {}

    package var isOn: Bool { !words.isEmpty }

    /// The places of the songs whose title, artist and file's name have all the words, spelled large or small, with accents or without.
    package func found(in songs: [Song]) -> [Int] {
        let words = words
        return songs.indices.filter { index in words.allSatisfy { songs[index].contains($0) } }
    }

    private var words: [String] { text.split(whereSeparator: \.isWhitespace).map { String($0) } }
}

extension Song {
    fileprivate func contains(_ word: String) -> Bool {
        [title, artist, url.lastPathComponent].contains { text in
            text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}
