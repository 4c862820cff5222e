import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// The picture of the song that plays as a file, which desktops read by its address: a cover in the song's folder, or a file with the
/// bytes that the song has. A new picture has a new name, since desktops keep what they have read of an old one. What a killed afplay
/// has left, the next one removes.
final class PictureFile: Sendable {
    /// What was written last: a number of its bytes, and the file.
    private let last = LockedValue<(number: UInt64, file: ClaimedFile)?>(nil)
    private let folder: String

    /// A larger file is none that a desktop would read.
    private static let mostBytes = 16 << 20
    private static let covers = ["cover", "Cover", "folder", "Folder", "front", "Front"]
    private static let endings = ["jpg", "jpeg", "png"]

    /// - Parameter folder: where the file is made; nil for the user's own folder, which is emptied when they leave.
    init(folder: String? = nil) { self.folder = folder ?? Self.folderOfUser }

    /// The address of the picture of a song; nil where it has none. Reads from disk, and writes the file.
    func address(ofSong path: String) -> String? {
        guard SongList.kind(of: path) == .file else { return nil }
        let bytes = Self.picture(in: path)
        return bytes.flatMap(write) ?? Self.cover(beside: path)
    }

    private static func picture(in path: String) -> Data? {
        guard let file = try? AudioFileHandle(reading: path) else { return nil }
        var picture: Unmanaged<CFData>?
        var size = UInt32(MemoryLayout<Unmanaged<CFData>?>.size)
        guard AudioFileGetProperty(file.id, kAudioFilePropertyAlbumArtwork, &size, &picture) == noErr else {
            return nil
        }
        return picture.map { $0.takeRetainedValue() as Data }
    }

    private static func cover(beside path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        for name in covers {
            for ending in endings {
                let cover = "\(folder)\(name).\(ending)"
                if cover.withFileSystemPath({ access($0, R_OK) }) == 0 { return (fileURL(cover) as URL).absoluteString }
            }
        }
        return nil
    }

    /// What the name of a picture's file ends in; nil for bytes that are no picture.
    private static func ending(of picture: Data) -> String? {
        if picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if picture.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if picture.starts(with: "GIF8".utf8) { return "gif" }
        return picture.starts(with: "RIFF".utf8) && picture.dropFirst(8).starts(with: "WEBP".utf8) ? "webp" : nil
    }

    private func write(_ picture: Data) -> String? {
        guard picture.count <= Self.mostBytes, let ending = Self.ending(of: picture) else { return nil }
        // FNV-1a of 64 bits.
        let number = picture.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let old = last.withLock { $0 }
        if let old, old.number == number { return Self.address(of: old.file) }
        let file = Interruption.making { () -> ClaimedFile? in
            let file = ClaimedFile(Array("\(folder)/\(Self.marker)".utf8), marker: Self.marker, ending: "." + ending) {
                Interruption.remove(String(decoding: $0, as: UTF8.self))
            }
            guard file.isThere else { return nil }
            // Into the file that is there, which has the lock.
            guard (try? picture.write(to: Self.url(of: file))) != nil else {
                Self.remove(file)
                return nil
            }
            return file
        }
        guard let file else { return nil }
        last.withLock { $0 = (number, file) }
        if let old { Self.remove(old.file) }
        return Self.address(of: file)
    }

    private static let marker = "afplay-picture-"

    private static func path(of file: ClaimedFile) -> String { String(decoding: file.path, as: UTF8.self) }
    private static func url(of file: ClaimedFile) -> URL { URL(fileURLWithPath: path(of: file)) }
    private static func address(of file: ClaimedFile) -> String { url(of: file).absoluteString }

    private static func remove(_ file: ClaimedFile) {
        unlink(path(of: file))
        Interruption.forget(path(of: file))
    }

    private static var folderOfUser: String {
        let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return folder.hasPrefix("/") ? folder : TemporaryFile.folder
    }
}
