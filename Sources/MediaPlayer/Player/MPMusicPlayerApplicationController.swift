import AudioCore
public import Foundation

/// The items of a music player's queue.
open class MPMusicPlayerControllerQueue: NSObject, @unchecked Sendable {
    let list: LockedValue<PlayQueue<MusicPlayerEngine.Piece>>

    init(_ list: PlayQueue<MusicPlayerEngine.Piece>) {
        self.list = LockedValue(list)
        super.init()
    }

    /// The items, in the order in which they play.
    open var items: [MPMediaItem] { list.withLock { $0.entries.map(\.item.item) } }
}

/// A queue while a transaction edits it.
open class MPMusicPlayerControllerMutableQueue: MPMusicPlayerControllerQueue, @unchecked Sendable {
    typealias Edit = @Sendable (inout PlayQueue<MusicPlayerEngine.Piece>) -> Void
    let edits = LockedValue<[Edit]>([])

    /// Inserts what a descriptor describes.
    ///
    /// - Parameters:
    ///   - queueDescriptor: the descriptor, as it is now. One without items is ignored.
    ///   - afterItem: the item that the new ones follow; nil for the beginning. After one that is not in the queue they come last.
    open func insert(_ queueDescriptor: MPMusicPlayerQueueDescriptor, after afterItem: MPMediaItem?) {
        guard let new = try? queueDescriptor.contents.get() else { return }
        make { queue in
            guard let afterItem else { return queue.insert(new.pieces, after: nil) }
            guard let place = queue.entries.firstIndex(where: { $0.item.plays(afterItem) }) else {
                return queue.append(new.pieces)
            }
            queue.insert(new.pieces, after: place)
        }
    }

    /// Removes an item: the first entry of it. One that is not in the queue is ignored.
    ///
    /// - Parameter item: the item. Where it plays, the one after it plays on.
    open func remove(_ item: MPMediaItem) {
        make { queue in
            guard let place = queue.entries.firstIndex(where: { $0.item.plays(item) }) else { return }
            queue.remove(at: place)
        }
    }

    private func make(_ edit: @escaping Edit) {
        // What it removes is freed without the lock: it may be of a class of the program's.
        let old = list.withLock { list in
            let old = list
            edit(&list)
            return old
        }
        _ = old
        edits.withLock { $0.append(edit) }
    }
}

/// The player of the program, whose queue can be edited.
open class MPMusicPlayerApplicationController: MPMusicPlayerController, @unchecked Sendable {
    /// Edits the queue: all edits take effect at once.
    ///
    /// - Parameters:
    ///   - queueTransaction: makes the edits. It is called once, on a queue of its own.
    ///   - completionHandler: called after the edits, on a queue of its own, with the new queue and nil.
    open func perform(
        queueTransaction: @escaping (MPMusicPlayerControllerMutableQueue) -> Void,
        completionHandler: @escaping @Sendable (MPMusicPlayerControllerQueue, (any Error)?) -> Void
    ) {
        // It is called once, on one thread.
        nonisolated(unsafe) let transaction = queueTransaction
        DispatchQueue.global().async { [engine] in
            let draft = MPMusicPlayerControllerMutableQueue(engine.current)
            ProgramEnd.call { transaction(draft) }
            // What the client has kept of the draft changes nothing later.
            let edits = draft.edits.withLock { $0 }
            engine.edit { queue in for edit in edits { edit(&queue) } }
            let queue = MPMusicPlayerControllerQueue(engine.current)
            ProgramEnd.call { completionHandler(queue, nil) }
        }
    }

    /// Edits the queue: all edits take effect at once.
    ///
    /// - Parameter queueTransaction: makes the edits. It is called once, on a queue of its own.
    /// - Returns: the new queue.
    /// - Throws: nothing.
    open func perform(
        queueTransaction: @escaping (MPMusicPlayerControllerMutableQueue) -> Void
    ) async throws -> MPMusicPlayerControllerQueue {
        await withCheckedContinuation { continuation in
            perform(queueTransaction: queueTransaction) { queue, _ in continuation.resume(returning: queue) }
        }
    }
}
