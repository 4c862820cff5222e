import AudioCore
import CSystem
import Glibc
import MessageBus

/// The thread that keeps the index as the folder is: it scans everything once, and then what changes.
///
/// It runs behind all other threads of the machine, so that playback does not wait for it. In several programs, one scans.
final class LibraryKeeper: Sendable {
    struct State {
        /// Whether the index has all that the folder had when this process began, or another process sees to that.
        var isWhole = false
        /// How many scans have ended, and what the last one found.
        var scans = 0
        var last = FolderScanner.Outcome()
        var watching = Watching.nothing
        var isEnding = false
        var isRescanWanted = false
        /// Whether a query has found the index damaged.
        var isDamaged = false
        /// How often it was made anew.
        var restorations = 0
        /// The library's folder has changed so often, whoever wrote that.
        var changes = 0
    }

    enum Watching: Equatable { case nothing, everything, limited }

    let state: WaitableValue<State>
    private let database: Database
    private let configuration: MusicIndex.Configuration
    private let wakeUp: WakeUp
    private let readAhead: @Sendable () -> Void
    private let didChange: @Sendable () -> Void
    private let thread = LockedValue<Thread?>(nil)
    /// When the index had been changed last before the thread began.
    private let known: Int64

    /// Nanoseconds after which a change counts although more happens.
    private static let longestWait: UInt64 = 2_000_000_000

    /// - Parameters:
    ///   - readAhead: called on the thread when there may be a new shelf, to read what queries need of it.
    ///   - didChange: called on the thread when the index has changed.
    /// - Throws: `memoryFull` where no thread can be started, or too many files are open.
    init(
        _ database: Database, _ configuration: MusicIndex.Configuration, readAhead: @escaping @Sendable () -> Void,
        didChange: @escaping @Sendable () -> Void
    ) throws {
        guard let wakeUp = WakeUp() else { throw AudioError.memoryFull.because("too many files are open") }
        self.wakeUp = wakeUp
        self.database = database
        self.configuration = configuration
        (self.readAhead, self.didChange) = (readAhead, didChange)
        state = WaitableValue(State())
        known = Self.modified(database)
        let thread = try Thread(name: "music-library") { [self] in run() }
        self.thread.withLock { $0 = thread }
    }

    /// Ends the thread, and waits for it.
    func end() {
        state.withLock { $0.isEnding = true }
        wakeUp.signal()
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }

    /// Has everything scanned.
    func rescan() {
        state.withLock { $0.isRescanWanted = true }
        wakeUp.signal()
    }

    /// Has an index made anew that is damaged.
    func restoreSoon() {
        state.withLock { $0.isDamaged = true }
        wakeUp.signal()
    }

    // MARK: The thread

    private func run() {
        system_run_in_background()
        let (watcher, index) = (FolderWatcher(limit: configuration.watchLimit), IndexWatch(database.path))
        let scanner = FolderScanner(configuration.folder, database, configuration.language)
        scanner.isStopped = { [state] in state.withLockQuietly(\.isEnding) }
        scanner.willRead = { watcher.watch($0, $1, $2) }
        var modified = known
        let note = { [self] in
            let now = Self.modified(database)
            guard now != modified else { return }
            modified = now
            state.withLock { $0.changes += 1 }
            didChange()
        }
        scanner.didWrite = note
        // Another process may have written before the index was watched.
        note()
        // That of the last scan, for a query that comes during the next one.
        readAhead()
        var pending = Pending(folders: nil, since: HostTime.now())
        var isDue = true
        var shelf = ShelfClock(interval: UInt64(max(0, configuration.shelfInterval)) * 1_000_000)
        while !state.withLockQuietly(\.isEnding) {
            index.take()
            if !index.isHeld { learnIfWhole() }
            if index.isHeld, state.withLockQuietly(\.isDamaged) { restore(scanner) }
            if state.withLock({ state in
                defer { state.isRescanWanted = false }
                return state.isRescanWanted
            }) {
                (pending.isAll, isDue) = (true, true)
            }
            if index.isHeld, isDue, !pending.isEmpty {
                scan(pending, scanner, watcher, &shelf)
                pending = Pending()
                note()
            }
            let rest = index.isHeld && pending.isEmpty ? renewShelf(&shelf) : -1
            (isDue, pending) = wait(index, watcher, pending, rest)
            if index.clear() {
                note()
                readAhead()
                learnIfWhole()
            }
        }
    }

    /// What is to be scanned, and since when it waits.
    private struct Pending {
        var isAll = false
        var folders: [[UInt8]: FolderScanner.Scope.Extent] = [:]
        var since: UInt64?

        init() {}

        init(folders: [[UInt8]: FolderScanner.Scope.Extent]?, since: UInt64) {
            (isAll, self.folders, self.since) = (folders == nil, folders ?? [:], since)
        }

        var isEmpty: Bool { !isAll && folders.isEmpty }

        mutating func add(_ changes: FolderWatcher.Changes) {
            if changes.isEmpty { return }
            since = since ?? HostTime.now()
            isAll = isAll || changes.isUnknown
            folders.merge(changes.folders) { $0 == .tree ? $0 : $1 }
        }
    }

    private func scan(
        _ pending: Pending, _ scanner: FolderScanner, _ watcher: FolderWatcher, _ shelf: inout ShelfClock
    ) {
        do {
            let outcome = try scanner.scan(pending.isAll ? .everything : FolderScanner.Scope(folders: pending.folders))
            // Who waits for the index asks for lists next.
            if pending.isAll, outcome.isWhole { _ = renewShelf(&shelf) }
            let watching = watcher.isLimited || !watcher.hasRoot ? Watching.limited : .everything
            state.withLock { state in
                state.isWhole = state.isWhole || outcome.isWhole && pending.isAll
                (state.last, state.watching) = (outcome, watching)
                state.scans += 1
            }
            if pending.isAll, outcome.isWhole { keepCopy() }
        } catch {
            if Database.isDamage(error) { restore(scanner) }
            Log.note("the music library cannot be scanned: \((error as? AudioError)?.reason ?? "\(error)")")
            // What was to be scanned comes again with everything else.
            state.withLock { state in
                state.scans += 1
                state.watching = .limited
            }
        }
    }

    /// Makes a damaged index anew, which is then scanned.
    private func restore(_ scanner: FolderScanner) {
        let count = state.withLock { state in
            state.isDamaged = false
            state.restorations += 1
            return state.restorations
        }
        // A disk that damages each index is left alone.
        guard count <= Self.mostRestorations else { return }
        do {
            try database.restore()
            scanner.cache.clear()
            try MusicIndex.adopt(configuration, database)
            rescan()
        } catch {
            Log.note("the music index cannot be made anew: \((error as? AudioError)?.reason ?? "\(error)")")
        }
    }

    private static let mostRestorations = 3

    private func keepCopy() {
        do { try IndexRescue.keepCopy(database, age: configuration.copyAge) } catch {
            Log.note("no copy of the music library's numbers: \((error as? AudioError)?.reason ?? "\(error)")")
        }
    }

    /// When the shelf may be made anew, by the host's clock.
    private struct ShelfClock {
        let interval: UInt64
        var next: UInt64 = 0
    }

    /// Makes the shelf anew where items have changed, but not for each of many changes that come one by one.
    ///
    /// - Returns: the milliseconds until it may be; -1 where it is that of the present state.
    private func renewShelf(_ clock: inout ShelfClock) -> Int32 {
        do {
            guard try !ShelfBuilder.isCurrent(database, fewest: configuration.shelfItems) else { return -1 }
            let now = HostTime.now()
            guard now >= clock.next else { return Int32(clamping: (clock.next - now) / 1_000_000 + 1) }
            if try ShelfBuilder.renew(database) { readAhead() }
            clock.next = HostTime.now() + clock.interval
        } catch {
            Log.note("lists of the music library cannot be kept: \((error as? AudioError)?.reason ?? "\(error)")")
        }
        return -1
    }

    /// Waits for a change that has come to rest, for a wish, or for the next scan where not everything is watched.
    ///
    /// - Parameter shelf: milliseconds after which it ends for the shelf; -1 for never.
    private func wait(_ index: IndexWatch, _ watcher: FolderWatcher, _ pending: Pending, _ shelf: Int32) -> (
        isDue: Bool, pending: Pending
    ) {
        var pending = pending
        let isLimited = index.isHeld && state.withLockQuietly { $0.watching == .limited }
        var rest = !pending.isEmpty ? configuration.quiet : isLimited ? configuration.rescanInterval : -1
        let isForShelf = shelf >= 0 && (rest < 0 || shelf < rest)
        if isForShelf { rest = shelf }
        var descriptors = [wakeUp.poll, index.poll, watcher.poll]
        let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), index.isHeld ? rest : -1)
        if descriptors[0].revents != 0 { wakeUp.clear() }
        pending.add(watcher.changes())
        if count == 0, pending.isEmpty, !isForShelf { pending.isAll = true }
        let isLate = pending.since.map { HostTime.now() > $0 + Self.longestWait } ?? false
        return (count == 0 || isLate || !index.isHeld, pending)
    }

    /// Another process may have ended the first scan.
    private func learnIfWhole() {
        guard !state.withLockQuietly(\.isWhole), Self.isWhole(database) else { return }
        state.withLock { $0.isWhole = true }
    }

    private static func isWhole(_ database: Database) -> Bool {
        (try? database.read { try $0.number("SELECT value FROM meta WHERE key = 'complete'") }) != nil
    }

    /// When the index was changed last, by whichever process.
    private static func modified(_ database: Database) -> Int64 {
        (try? database.read { try $0.number("SELECT value FROM meta WHERE key = 'modified'") }) ?? 0
    }
}
