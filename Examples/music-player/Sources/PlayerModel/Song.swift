import AVFoundation

/// An entry of the list.
package struct Song: Equatable, Sendable {
    package let url: URL
    /// As the file says, or its name. On one line.
    package var title: String
    /// On one line.
    package var artist = ""
    package var album = ""
    /// Seconds; nil where nobody has looked.
    package var duration: Double?
    /// Why it is not played.
    package var problem: String?

    package init(_ url: URL) {
        self.url = url
        title = oneLine(url.lastPathComponent)
    }

    /// The song with what its file says of itself. Reads from disk.
    package func described() -> Song {
        var song = self
        guard isFile, let file = SoundFile(url) else {
            do { _ = try player() } catch { song.problem = Self.problem(error) }
            return song
        }
        let texts = file.texts
        let title = oneLine(texts["title"] ?? "")
        if !title.isEmpty { song.title = title }
        song.artist = oneLine(texts["artist"] ?? "")
        song.album = oneLine(texts["album"] ?? "")
        song.duration = file.duration
        return song
    }

    /// A player of the song. Reads from disk.
    ///
    /// - Throws: where there is no file, or none that can be played. A pipe or a device is none: it might never end, or never begin.
    package func player() throws -> AVAudioPlayer {
        guard isFile else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kAudioFileUnspecifiedError),
                userInfo: [NSLocalizedFailureReasonErrorKey: "it is a folder, a pipe or a device"])
        }
        return try AVAudioPlayer(contentsOf: url)
    }

    /// What is wrong with a song, of what playing it throws.
    package static func problem(_ error: (any Error)?) -> String {
        (error as NSError?)?.localizedFailureReason ?? "its sound cannot be read"
    }

    /// Whether it is a file, as what is missing is, too, which fails by itself.
    private var isFile: Bool {
        var found = stat()
        return url.path.withCString { stat($0, &found) } != 0 || found.st_mode & S_IFMT == S_IFREG
    }

    /// The bytes of a picture: the one in the file, or a cover beside it. Reads from disk.
    package func artwork() -> Data? {
        if isFile, let picture = SoundFile(url)?.artwork { return picture }
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let cover = Self.covers.lazy.compactMap { cover in names.first { $0.lowercased() == cover } }.first
        return cover.flatMap { try? Data(contentsOf: folder.appendingPathComponent($0)) }
    }

    /// What a picture of a folder's songs is called, the best first.
    private static let covers = ["cover.jpg", "cover.jpeg", "cover.png", "folder.jpg", "folder.png"]
}
