import AudioCore
public import Foundation

/// Shows a program's music on the screen of a car, as programs for CarPlay did before it had templates.
///
/// No car is ever connected here: ``MPPlayableContentManagerContext/endpointAvailable`` is false, and neither the data source nor the
/// delegate is asked. That is what a telephone does without a car, so that a program works as it does there.
open class MPPlayableContentManager: NSObject, @unchecked Sendable {
    private struct State {
        weak var dataSource: (any MPPlayableContentDataSource)?
        weak var delegate: (any MPPlayableContentDelegate)?
        var playing: [String] = []
    }

    private let state = LockedValue(State())
    private static let only = MPPlayableContentManager()

    private override init() { super.init() }

    /// The manager of the program.
    ///
    /// - Returns: the same object in each call.
    open class func shared() -> MPPlayableContentManager { only }

    /// What knows the program's items. The manager does not retain it.
    open weak var dataSource: (any MPPlayableContentDataSource)? {
        get { state.withLock(\.dataSource) }
        set { state.withLock { $0.dataSource = newValue } }
    }

    /// What plays the items. The manager does not retain it.
    open weak var delegate: (any MPPlayableContentDelegate)? {
        get { state.withLock(\.delegate) }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// What a car shows at the moment.
    open var context: MPPlayableContentManagerContext { MPPlayableContentManagerContext() }

    /// The identifiers of the items that play.
    open var nowPlayingIdentifiers: [String] {
        get { state.withLock(\.playing) }
        set { state.withLock { $0.playing = newValue } }
    }

    /// Has a car ask the data source again. No car does.
    open func reloadData() {}

    /// Begins changes of items that a car shows at once. No car shows any.
    open func beginUpdates() {}

    /// Ends changes of items.
    open func endUpdates() {}
}

/// What a car shows of a program, and within which limits. It is never connected here.
open class MPPlayableContentManagerContext: NSObject, @unchecked Sendable {
    override init() { super.init() }

    /// How many items a list may have while limits are enforced; 0, as there is no list.
    open var enforcedContentItemsCount: Int { 0 }

    /// How deep lists may be while limits are enforced; 0, as there is no list.
    open var enforcedContentTreeDepth: Int { 0 }

    /// Whether limits are enforced, as while the car moves. False.
    open var contentLimitsEnforced: Bool { false }

    /// Whether limits are enforced, by its older name. False.
    open var contentLimitsEnabled: Bool { false }

    /// Whether a car is connected. False.
    open var endpointAvailable: Bool { false }
}

/// What knows the items that a program offers: a tree, whose items an index path leads to.
public protocol MPPlayableContentDataSource: NSObjectProtocol {
    /// Says that the items of a list are about to be asked for.
    ///
    /// - Parameters:
    ///   - indexPath: the list.
    ///   - completionHandler: called when they are known, or with the cause where they are not.
    func beginLoadingChildItems(
        at indexPath: IndexPath, completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// Whether the items of a list show how much of them was played.
    ///
    /// - Parameter indexPath: the list.
    /// - Returns: whether they do.
    func childItemsDisplayPlaybackProgress(at indexPath: IndexPath) -> Bool

    /// Finds an item.
    ///
    /// - Parameters:
    ///   - identifier: what the program knows it by.
    ///   - completionHandler: called with the item, or with the cause where there is none.
    func contentItem(
        forIdentifier identifier: String, completionHandler: @escaping @Sendable (MPContentItem?, (any Error)?) -> Void)

    /// How many items a list has.
    ///
    /// - Parameter indexPath: the list; the empty one is the root.
    /// - Returns: their number.
    func numberOfChildItems(at indexPath: IndexPath) -> Int

    /// An item.
    ///
    /// - Parameter indexPath: where it is in the tree.
    /// - Returns: the item.
    func contentItem(at indexPath: IndexPath) -> MPContentItem?
}

extension MPPlayableContentDataSource {
    /// Knows the items already.
    ///
    /// - Parameters:
    ///   - indexPath: the list.
    ///   - completionHandler: called with nil.
    public func beginLoadingChildItems(
        at indexPath: IndexPath, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) { completionHandler(nil) }

    /// Shows no progress.
    ///
    /// - Parameter indexPath: the list.
    /// - Returns: false.
    public func childItemsDisplayPlaybackProgress(at indexPath: IndexPath) -> Bool { false }

    /// Finds no item.
    ///
    /// - Parameters:
    ///   - identifier: what the program knows it by.
    ///   - completionHandler: called with `MPError.notFound`.
    public func contentItem(
        forIdentifier identifier: String, completionHandler: @escaping @Sendable (MPContentItem?, (any Error)?) -> Void
    ) { completionHandler(nil, MPError(.notFound)) }

    /// Has the items of a list loaded, and waits until they are known.
    ///
    /// It calls the function with a completion handler.
    ///
    /// - Parameter indexPath: the list.
    /// - Throws: what the completion handler gets.
    public func beginLoadingChildItems(at indexPath: IndexPath) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            beginLoadingChildItems(at: indexPath) { continuation.resume(with: Result(failure: $0)) }
        }
    }

    /// Finds an item, and waits for it.
    ///
    /// It calls the function with a completion handler.
    ///
    /// - Parameter identifier: what the program knows it by.
    /// - Returns: the item.
    /// - Throws: what the completion handler gets; `MPError.notFound` where it gets neither an item nor an error.
    public func contentItem(forIdentifier identifier: String) async throws -> MPContentItem {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<MPContentItem, any Error>) in
            contentItem(forIdentifier: identifier) { item, error in
                if let item {
                    continuation.resume(returning: item)
                } else {
                    continuation.resume(throwing: error ?? MPError(.notFound))
                }
            }
        }
    }
}

extension Result where Success == Void, Failure == any Error {
    /// What a completion handler says that gets an error or nil.
    fileprivate init(failure: (any Error)?) { self = failure.map { .failure($0) } ?? .success(()) }
}

/// What plays the items that a user of a car chooses.
public protocol MPPlayableContentDelegate: NSObjectProtocol {
    /// Plays an item.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - indexPath: where the item is in the tree.
    ///   - completionHandler: called when it plays, or with the cause where it does not.
    func playableContentManager(
        _ contentManager: MPPlayableContentManager, initiatePlaybackOfContentItemAt indexPath: IndexPath,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// Prepares what the program would play by itself.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - completionHandler: called when that is ready, or with the cause where it is not.
    func playableContentManager(
        _ contentManager: MPPlayableContentManager,
        initializePlaybackQueueWithCompletionHandler completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// Prepares items.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - contentItems: the items.
    ///   - completionHandler: called when they are ready, or with the cause where they are not.
    func playableContentManager(
        _ contentManager: MPPlayableContentManager, initializePlaybackQueueWithContentItems contentItems: [Any]?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// Says that a car shows something else.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - context: what it shows.
    func playableContentManager(
        _ contentManager: MPPlayableContentManager, didUpdate context: MPPlayableContentManagerContext)
}

extension MPPlayableContentDelegate {
    /// Plays nothing.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - indexPath: where the item is in the tree.
    ///   - completionHandler: called with `MPError.notSupported`.
    public func playableContentManager(
        _ contentManager: MPPlayableContentManager, initiatePlaybackOfContentItemAt indexPath: IndexPath,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) { completionHandler(MPError(.notSupported)) }

    /// Prepares nothing.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - completionHandler: called with `MPError.notSupported`.
    public func playableContentManager(
        _ contentManager: MPPlayableContentManager,
        initializePlaybackQueueWithCompletionHandler completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) { completionHandler(MPError(.notSupported)) }

    /// Plays an item, and waits until it plays.
    ///
    /// It calls the function with a completion handler.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - indexPath: where the item is in the tree.
    /// - Throws: what the completion handler gets.
    public func playableContentManager(
        _ contentManager: MPPlayableContentManager, initiatePlaybackOfContentItemAt indexPath: IndexPath
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            playableContentManager(contentManager, initiatePlaybackOfContentItemAt: indexPath) {
                continuation.resume(with: Result(failure: $0))
            }
        }
    }

    /// Prepares nothing.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - contentItems: the items.
    ///   - completionHandler: called with `MPError.notSupported`.
    public func playableContentManager(
        _ contentManager: MPPlayableContentManager, initializePlaybackQueueWithContentItems contentItems: [Any]?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) { completionHandler(MPError(.notSupported)) }

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - contentManager: the manager.
    ///   - context: what it shows.
    public func playableContentManager(
        _ contentManager: MPPlayableContentManager, didUpdate context: MPPlayableContentManagerContext
    ) {}
}
