import AudioCore
import Foundation
import MusicLibrary

/// The library as the classes see it: its index, and whether there may be one.
final class LibraryAccess: Sendable {
    /// That of the user's music folder. It is opened, and its scan begins, when a program first asks for the library.
    static let shared = LibraryAccess(source.withLock { $0 }(), isShared: true)
    /// Where that is: in the user's music folder, but for a test that has a folder of its own.
    static let source = LockedValue<@Sendable () -> MusicIndex.Configuration?>({ standard })

    /// Nil where there is no index, or where the folder may not be read.
    let index: MusicIndex?
    /// Whether it is `shared`. Asking for that would open the user's library.
    let isShared: Bool
    /// An object of its own, which the index has: a weak reference to this one would make each item's reference to it slow.
    private let notices = LibraryNotices()
    /// Objects of the items of a large library. The index has it, too.
    let prepared = PreparedEntities()
    private let hasWaited = LockedValue(false)
    /// For what takes long, and for calls of clients.
    static let queue = DispatchQueue(label: "media-library", qos: .utility, attributes: .concurrent)
    /// For edits of playlists, which read a file and write it anew, and of how often items were played.
    static let edits = DispatchQueue(label: "media-library-edits", qos: .utility)

    /// Nanoseconds for which the first query waits at most for the scan: where the folder is new, and where it was scanned before.
    private static let patience: (new: UInt64, known: UInt64) = (5_000_000_000, 1_000_000_000)

    init(_ configuration: MusicIndex.Configuration?, isShared: Bool = false) {
        self.isShared = isShared
        guard let configuration, Self.status(configuration.folder) == .authorized else {
            index = nil
            return
        }
        do {
            // Those of the user's library know nothing but a number, so that they can be made before somebody asks for them.
            index = try MusicIndex(configuration) { [prepared] in if isShared { prepared.make($0) } }
        } catch {
            index = nil
            Log.note("there is no music library: \((error as? AudioError)?.reason ?? "\(error)")")
        }
        index?.observe { [notices] in notices.post() }
    }

    private static var standard: MusicIndex.Configuration? {
        guard let folder = MusicFolder.folder, let index = MusicFolder.index else { return nil }
        return MusicIndex.Configuration(folder: folder, index: index)
    }

    // MARK: Permission

    /// Whether the user's folder may be read. It opens nothing.
    static var status: MPMediaLibraryAuthorizationStatus { status(source.withLock { $0 }()?.folder) }

    private static func status(_ folder: FilePath?) -> MPMediaLibraryAuthorizationStatus {
        guard let folder, MusicIndex.isAvailable else { return .restricted }
        return access(folder.bytes, R_OK | X_OK) == 0 || errno != EACCES ? .authorized : .denied
    }

    /// The index once it has all of the folder, or as much as it has found by then. Who comes after the first does not wait again.
    var ready: MusicIndex? {
        guard let index else { return nil }
        if !hasWaited.withLock({ $0 }) {
            index.waitUntilWhole(nanoseconds: index.isComplete ? Self.patience.known : Self.patience.new)
            hasWaited.withLock { $0 = true }
        }
        return index
    }

    func want(_ change: Int) { notices.want(change) }
}

/// Posts that the library has changed, while somebody wants that.
private final class LibraryNotices: Sendable {
    private let state = LockedValue((wanted: 0, isPending: false))

    func want(_ change: Int) { state.withLock { $0.wanted = max(0, $0.wanted + change) } }

    /// Posts one notification for changes that come while the main thread is busy.
    func post() {
        let isFirst = state.withLock { state in
            guard state.wanted > 0, !state.isPending else { return false }
            state.isPending = true
            return true
        }
        guard isFirst else { return }
        // An operation: in a block of the main queue Foundation waits for observers on `OperationQueue.main`.
        OperationQueue.main.addOperation { [self] in
            let isWanted = state.withLock { state in
                state.isPending = false
                return state.wanted > 0
            }
            guard isWanted else { return }
            ProgramEnd.call {
                NotificationCenter.default.post(name: .MPMediaLibraryDidChange, object: MPMediaLibrary.default())
            }
        }
    }
}
