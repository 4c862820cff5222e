import AudioCore
import Foundation
import Testing

@testable import MediaPlayer

/// What a program for CarPlay finds where there is no car.
@Suite struct PlayableContentTests {
    /// A program that has one list and plays nothing.
    private final class Program: NSObject, MPPlayableContentDataSource, MPPlayableContentDelegate, @unchecked Sendable {
        func numberOfChildItems(at indexPath: IndexPath) -> Int { indexPath.isEmpty ? 1 : 0 }
        func contentItem(at indexPath: IndexPath) -> MPContentItem? { MPContentItem(identifier: "\(indexPath.count)") }
    }

    @Test func noCarIsConnected() {
        let manager = MPPlayableContentManager.shared()
        #expect(manager === MPPlayableContentManager.shared())
        let context: MPPlayableContentManagerContext = manager.context
        #expect(!context.endpointAvailable && !context.contentLimitsEnforced && !context.contentLimitsEnabled)
        #expect(context.enforcedContentItemsCount == 0 && context.enforcedContentTreeDepth == 0)
        manager.nowPlayingIdentifiers = ["one"]
        #expect(manager.nowPlayingIdentifiers == ["one"])
        do {
            let program = Program()
            (manager.dataSource, manager.delegate) = (program, program)
            manager.beginUpdates()
            manager.reloadData()
            manager.endUpdates()
            #expect(manager.dataSource === program && manager.delegate === program)
        }
        #expect(manager.dataSource == nil && manager.delegate == nil, "neither is retained")
    }

    /// A program leaves out what it does not do.
    @Test func whatIsLeftOutSaysSo() {
        let (program, manager) = (Program(), MPPlayableContentManager.shared())
        let codes = LockedValue<[MPError.Code?]>([])
        let note: @Sendable ((any Error)?) -> Void = { error in codes.withLock { $0.append((error as? MPError)?.code) }
        }
        let root = IndexPath()
        #expect(program.numberOfChildItems(at: root) == 1 && program.contentItem(at: root)?.identifier == "0")
        #expect(!program.childItemsDisplayPlaybackProgress(at: root))
        program.beginLoadingChildItems(at: root, completionHandler: note)
        program.contentItem(forIdentifier: "one") { item, error in
            #expect(item == nil)
            note(error)
        }
        program.playableContentManager(manager, initiatePlaybackOfContentItemAt: root, completionHandler: note)
        program.playableContentManager(manager, initializePlaybackQueueWithCompletionHandler: note)
        program.playableContentManager(
            manager, initializePlaybackQueueWithContentItems: nil, completionHandler: note)
        program.playableContentManager(manager, didUpdate: manager.context)
        #expect(codes.withLock { $0 } == [nil, .notFound, .notSupported, .notSupported, .notSupported])
    }

    /// A program that has an item, and another that has not.
    @Test func whoWaitsGetsWhatHandlersGet() async throws {
        final class Shelf: NSObject, MPPlayableContentDataSource, MPPlayableContentDelegate, @unchecked Sendable {
            func numberOfChildItems(at indexPath: IndexPath) -> Int { 0 }
            func contentItem(at indexPath: IndexPath) -> MPContentItem? { nil }
            func contentItem(
                forIdentifier identifier: String,
                completionHandler: @escaping @Sendable (MPContentItem?, (any Error)?) -> Void
            ) { completionHandler(identifier == "one" ? MPContentItem(identifier: "one") : nil, nil) }
        }
        let (shelf, program, manager) = (Shelf(), Program(), MPPlayableContentManager.shared())
        try await program.beginLoadingChildItems(at: IndexPath())
        #expect(try await shelf.contentItem(forIdentifier: "one").identifier == "one")
        let codes = LockedValue<[MPError.Code?]>([])
        func note(_ error: any Error) { codes.withLock { $0.append((error as? MPError)?.code) } }
        do { _ = try await shelf.contentItem(forIdentifier: "two") } catch { note(error) }
        do { _ = try await program.contentItem(forIdentifier: "one") } catch { note(error) }
        do {
            try await program.playableContentManager(manager, initiatePlaybackOfContentItemAt: IndexPath())
        } catch { note(error) }
        #expect(codes.withLock { $0 } == [.notFound, .notFound, .notSupported])
    }

    @Test func anItemKeepsWhatItIsGiven() {
        let item = MPContentItem(identifier: "one")
        #expect(item.identifier == "one" && item.title == nil && item.subtitle == nil && item.artwork == nil)
        #expect(item.playbackProgress == -1 && !item.isContainer && !item.isPlayable)
        #expect(!item.isStreamingContent && !item.isExplicitContent)
        (item.title, item.subtitle, item.playbackProgress) = ("One", "Two", 0.5)
        (item.isContainer, item.isPlayable) = (true, true)
        (item.isStreamingContent, item.isExplicitContent) = (true, true)
        #expect(item.title == "One" && item.subtitle == "Two" && item.playbackProgress == 0.5)
        #expect(item.isContainer && item.isPlayable && item.isStreamingContent && item.isExplicitContent)
    }
}
