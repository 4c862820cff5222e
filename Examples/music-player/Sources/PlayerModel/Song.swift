import Foundation

/// An entry of the list.
package struct Song: Equatable, Sendable {
    package let url: URL
    /// As the file says, or its name.
    package var title: String
    package var artist = ""
    /// Seconds; nil where nobody has looked.
    package var duration: Double?
    /// Why it is not played.
    package var problem: String?

    package init(_ url: URL) {
        self.url = url
        title = url.lastPathComponent
    }

    /// The song with what its file says of itself. Reads from disk.
    package func described() -> Song {
        guard let file = SoundFile(url) else { return self }
        var song = self
        let texts = file.texts
        if let title = texts["title"], !title.isEmpty { song.title = title }
        song.artist = texts["artist"] ?? ""
        song.duration = file.duration
        return song
    }

    /// The bytes of a picture: the one in the file, or a cover beside it. Reads from disk.
    package func artwork() -> Data? {
        if let picture = SoundFile(url)?.artwork { return picture }
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let cover = Self.covers.lazy.compactMap { cover in names.first { $0.lowercased() == cover } }.first
        return cover.flatMap { try? Data(contentsOf: folder.appendingPathComponent($0)) }
    }

    /// What a picture of a folder's songs is called, the best first.
    private static let covers = ["cover.jpg", "cover.jpeg", "cover.png", "folder.jpg", "folder.png"]
}
