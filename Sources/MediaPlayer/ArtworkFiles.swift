import AudioCore
import Foundation

/// Files with the picture of what plays, which desktops read by their address. A new picture has a new name, since they keep what
/// they have read of an old one.
final class ArtworkFiles: Sendable {
    private let queue = DispatchQueue(label: "now-playing.artwork", qos: .utility)
    private let last = LockedValue<String?>(nil)
    /// Wider and higher than this nobody shows it.
    private static let size = CGSize(width: 512, height: 512)
    /// A larger file is none that a desktop would read.
    private static let mostBytes = 16 << 20

    init() {
        ProgramEnd.add { [last] in
            if let path = last.withLock({ $0 }) { unlink(path) }
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

    private func write(_ image: MPMediaItemArtwork.Image) -> String? {
        guard image.data.count <= Self.mostBytes else { return nil }
        // FNV-1a of 64 bits.
        let number = image.data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let name = "now-playing-\(getpid())-\(String(number, radix: 16)).\(image.fileExtension)"
        let url = Self.folder.appendingPathComponent(name)
        if last.withLock({ $0 }) == url.path { return url.absoluteString }
        guard (try? image.data.write(to: url, options: .atomic)) != nil else { return nil }
        let old = last.withLock { last in
            defer { last = url.path }
            return last
        }
        if let old, old != url.path { unlink(old) }
        return url.absoluteString
    }

    /// The user's own folder, which is emptied when they leave.
    private static var folder: URL {
        let path = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        return path.hasPrefix("/") ? URL(fileURLWithPath: path) : FileManager.default.temporaryDirectory
    }
}
