import AudioCore
import Foundation
import MusicLibrary

/// Finds the item of the library that the address of a file stands for, on a queue of its own: the folder may be far away.
///
/// It keeps the last address that was asked for, and looks again after a change of the library: what it has found before is the answer
/// until then.
final class ItemFinder: Sendable {
    private struct State: Sendable {
        var address: String?
        var item: MPMediaItem?
        /// Whether `item` is what the address stands for, by the library as it is now.
        var isFound = false
        var isLooking = false
        var isWatching = false
        /// How often the library has changed.
        var changes = 0
    }

    private let state = WaitableValue(State())
    private let find: @Sendable (String) -> MPMediaItem?
    private let watch: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let found: @Sendable () -> Void
    private let queue = DispatchQueue(label: "item-finder", qos: .utility)
    /// Nanoseconds for which `itemSoon` waits at most.
    private static let patience: UInt64 = 40_000_000

    /// - Parameters:
    ///   - find: finds the item of an address; it may take long.
    ///   - watch: adds a function that runs after each change of the library. It is called once, before the first address is looked for.
    ///   - found: called after what an address stands for has become known.
    init(
        _ find: @escaping @Sendable (String) -> MPMediaItem?,
        watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, found: @escaping @Sendable () -> Void
    ) {
        (self.find, self.watch, self.found) = (find, watch, found)
    }

    /// The item that an address stands for, as far as it is known. Returns at once, and begins to look where it is not known.
    func item(_ address: String?) -> MPMediaItem? {
        guard let address, look(for: address) else { return nil }
        return state.withLockQuietly { $0.address == address ? $0.item : nil }
    }

    /// The item that an address stands for, as far as it becomes known soon. Waits for that.
    func itemSoon(_ address: String?) -> MPMediaItem? {
        guard let address, look(for: address) else { return nil }
        LockOrder.willWait()
        let found = state.wait(nanoseconds: Self.patience) { state in
            state.address == address && state.isFound ? .some(state.item) : nil
        }
        return found ?? item(address)
    }

    /// - Returns: false for what cannot be a file.
    private func look(for address: String) -> Bool {
        guard address.lowercased().hasPrefix("file:") else { return false }
        let begins = state.withLockQuietly { state in
            if state.address != address { (state.address, state.item, state.isFound) = (address, nil, false) }
            guard !state.isFound, !state.isLooking else { return false }
            state.isLooking = true
            return true
        }
        if begins { queue.async { [weak self] in self?.run() } }
        return true
    }

    private func run() {
        // Before it looks, so that no change is missed.
        watchOnce()
        let (address, changes) = state.withLockQuietly { ($0.address, $0.changes) }
        let item = address.flatMap(find)
        let isNewest = state.withLock { state in
            state.isLooking = false
            guard state.address == address, state.changes == changes else { return false }
            (state.item, state.isFound) = (item, true)
            return true
        }
        // Another one was asked for meanwhile, or the library has changed, and nobody looks yet.
        if !isNewest, let address = state.withLockQuietly(\.address) { _ = look(for: address) }
        found()
    }

    /// Looks again where the library has changed.
    private func watchOnce() {
        let begins = state.withLockQuietly { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard begins else { return }
        watch { [weak self] in
            guard let self else { return }
            state.withLockQuietly { state in
                state.isFound = false
                state.changes += 1
            }
            found()
        }
    }

    /// Adds a function that runs after each change of the user's library.
    static func watchLibrary(_ body: @escaping @Sendable () -> Void) { LibraryAccess.shared.index?.observe(body) }

    /// Finds an item in the user's library.
    static func inLibrary(_ address: String) -> MPMediaItem? {
        guard let url = URL(string: address), url.isFileURL else { return nil }
        return url.withUnsafeFileSystemRepresentation { path in
            guard let path else { return nil }
            let access = LibraryAccess.shared
            let file = FilePath(
                bytes: UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) })
            return access.index?.item(at: file).map { MPMediaItem($0, access) }
        }
    }
}
