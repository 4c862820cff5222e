import AudioCore
import Foundation

/// Files with the picture of what plays, which desktops read by their address. A new picture has a new name, since they keep what
/// they have read of an old one. What a killed program has left, the next one removes.
final class ArtworkFiles: Sendable {
    private let queue = DispatchQueue(label: "now-playing.artwork", qos: .utility)
    /// What was written last, the newest at the end: numbers of their bytes, and the files. The one before the newest stays, as desktops may
    /// be about to read it.
    private let kept = LockedValue<[(number: UInt64, file: ClaimedFile)]>([])
    private let folder: String
    /// Wider and higher than this nobody shows it.
    private static let size = CGSize(width: 512, height: 512)
    /// A larger file is none that a desktop would read.
    private static let mostBytes = 16 << 20

    /// - Parameter folder: where the files are made; nil for the user's own folder, which is emptied when they leave.
    init(folder: String? = nil) {
        self.folder = folder ?? Self.folderOfUser
        ProgramEnd.add { [kept] in
            for (_, file) in kept.withLock({ $0 }) { Self.remove(file) }
        }
    }

    /// Writes the picture, on a queue of its own.
    ///
    /// - Parameters:
    ///   - isWanted: whether the picture is still that of what plays, once it is its turn.
    ///   - completion: gets the address of the file; nil where there is no picture.
    func write(
        _ artwork: MPMediaItemArtwork, if isWanted: @escaping @Sendable () -> Bool,
        completion: @escaping @Sendable (String?) -> Void
    ) {
        queue.async { [self] in
            guard isWanted() else { return }
            var image: MPMediaItemArtwork.Image?
            ProgramEnd.call { image = artwork.image(at: Self.size) }
            completion(image.flatMap(write))
        }
    }

    /// - Returns: the address of the file; nil where it cannot be written, or is too large to be shown.
    func write(_ image: MPMediaItemArtwork.Image) -> String? {
        guard image.data.count <= Self.mostBytes else { return nil }
        // FNV-1a of 64 bits.
        let number = image.data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        if let known = kept.withLock({ $0.last }), known.number == number {
            return Self.url(of: known.file).absoluteString
        }
        let file = ClaimedFile(
            Array("\(folder)/\(Self.marker)".utf8), marker: Self.marker, ending: "." + image.fileExtension)
        guard file.isThere else { return nil }
        // Into the file that is there, which has the lock.
        guard (try? image.data.write(to: Self.url(of: file))) != nil else {
            Self.remove(file)
            return nil
        }
        let old = kept.withLock { kept in
            kept.append((number, file))
            defer { kept = kept.suffix(2) }
            return kept.dropLast(2)
        }
        for (_, file) in old { Self.remove(file) }
        return Self.url(of: file).absoluteString
    }

    private static let marker = "now-playing-"

    private static func url(of file: ClaimedFile) -> URL {
        URL(fileURLWithPath: String(decoding: file.path, as: UTF8.self))
    }

    private static func remove(_ file: ClaimedFile) { unlink(String(decoding: file.path, as: UTF8.self)) }

    private static var folderOfUser: String {
        let path = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        return path.hasPrefix("/") ? path : FileManager.default.temporaryDirectory.path
    }
}
