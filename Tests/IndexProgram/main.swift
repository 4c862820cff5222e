import AudioCore
import MusicLibrary

// Brings the index of a music folder up to date and ends, for tests: `index-program FOLDER INDEX`.

guard CommandLine.arguments.count == 3,
    let index = try? MusicIndex(
        MusicIndex.Configuration(folder: FilePath(CommandLine.arguments[1]), index: CommandLine.arguments[2]))
else { fatalError("index-program FOLDER INDEX") }
index.waitUntilWhole(nanoseconds: nil)
