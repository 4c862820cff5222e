import AudioToolbox
import CoreAudioAdditions
import Foundation
import RemoteMedia
import ToolSupport

/// What the file of the song that plays says of it, found out on a thread that has time.
final class SongDetails: Sendable {
    private struct State {
        var path: String?
        var track: DesktopTrack?
    }

    private let state = LockedValue(State())
    private let pictures = PictureFile()
    /// No global queue: where /proc is missing, Dispatch ends a process that uses one.
    private let queue = DispatchQueue(label: "afplay.details", qos: .utility)

    /// What is known of a song, with its picture; nil while that is being found out.
    ///
    /// - Parameter found: called, on another thread, once more is known.
    func track(of path: String, found: @escaping @Sendable () -> Void = {}) -> DesktopTrack? {
        let (track, isNew) = state.withLock { state in
            let isNew = state.path != path
            if isNew { state = State(path: path) }
            return (state.track, isNew)
        }
        if isNew { queue.async { [self] in find(path, found) } }
        return track
    }

    private func find(_ path: String, _ found: () -> Void) {
        guard isCurrent(path) else { return }
        var track = DesktopTrack(Self.texts(of: path), path: path)
        track.artwork = pictures.address(ofSong: path)
        let isCurrent = state.withLock { state in
            guard state.path == path else { return false }
            state.track = track
            return true
        }
        if isCurrent { found() }
    }

    private func isCurrent(_ path: String) -> Bool { state.withLock { $0.path == path } }

    private static func texts(of path: String) -> [String: String] {
        // A pipe would be read to its end.
        guard SongList.kind(of: path) == .file, let file = try? AudioFileHandle(reading: path) else { return [:] }
        return file.id.infoDictionary
    }
}

extension DesktopTrack {
    /// A song by the texts of its file, which may be none.
    ///
    /// - Parameter path: of the file; or an address, or `-`.
    init(_ texts: [String: String], path: String) {
        self.init()
        func text(_ key: String) -> String? { texts[key].flatMap { $0.isEmpty ? nil : $0 } }
        // Several values of a key are one text.
        func list(_ key: String) -> [String] {
            (text(key) ?? "").components(separatedBy: "; ").filter { !$0.isEmpty }
        }
        title = text(kAFInfoDictionary_Title) ?? Self.name(of: path)
        album = text(kAFInfoDictionary_Album)
        artists = list(kAFInfoDictionary_Artist)
        composers = list(kAFInfoDictionary_Composer)
        genres = list(kAFInfoDictionary_Genre)
        comments = text(kAFInfoDictionary_Comments).map { [$0] } ?? []
        // Of "3/12" too.
        trackNumber = text(kAFInfoDictionary_TrackNumber).flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
        beatsPerMinute = text(kAFInfoDictionary_Tempo).flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }
        url = Self.address(of: path)
    }

    /// A song of which no more is known than the list has.
    init(_ song: Song) {
        self.init([:], path: song.path)
        title = song.title
        if !song.artist.isEmpty { artists = [song.artist] }
        duration = song.duration
    }

    private static func name(of path: String) -> String {
        if path == "-" { return "standard input" }
        let path = HTTPSource.isAddress(path) ? URL(string: path)?.path ?? path : path
        return (path.split(separator: "/").last.map(String.init) ?? path).asPlainText
    }

    private static func address(of path: String) -> String? {
        if path == "-" { return nil }
        return HTTPSource.isAddress(path) ? path : (fileURL(path) as URL).absoluteString
    }
}
