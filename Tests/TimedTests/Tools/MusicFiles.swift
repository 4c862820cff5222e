import Foundation
import TestSupport

/// A music folder of a test's own, and what makes a program take it for the user's.
enum MusicFiles {
    /// Four songs: by Anna one, by The Larks two, and one whose title and artist would command the terminal.
    static func make(_ folder: TemporaryFolder) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        for (name, title, artist) in [
            ("1", "Ebb", "The Larks"), ("2", "A Flood", "The Larks"), ("3", "Élan 音楽", "Anna"),
            ("4", "Zone\u{1B}[31m\u{1B}]0;x\u{7}", "Z\u{9B}2J"),
        ] {
            try AfplayScreenTests.makeSong(folder, "music/\(name).caf", seconds: 90, title: title, artist: artist)
        }
    }

    static func environment(_ folder: TemporaryFolder) -> [String: String] {
        [
            "COREAUDIO_MUSIC": folder.path + "/music", "COREAUDIO_MUSIC_INDEX": folder.path + "/index.sqlite",
            "HOME": folder.path,
        ]
    }
}
