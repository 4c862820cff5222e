import AudioCore
import CAudioToolbox

@testable import PlaybackAndRecording

/// Listeners of queues that make calls, as the queues' buffer callbacks do, and on the same threads.
enum RandomListener {
    private struct Client {
        weak var client: (any RandomClient)?
        weak var world: RandomWorld?
    }

    /// By what listeners get as their context: one may be called when its client is gone.
    private static let clients = LockedValue<[UInt: Client]>([:])

    /// Lets the client, or another one, make calls when the queue begins to run and when it ends.
    static func add(to queue: AudioQueue, of client: any RandomClient, in world: RandomWorld) {
        let key = UInt(bitPattern: ObjectIdentifier(client))
        clients.withLock { $0[key] = Client(client: client, world: world) }
        queue.addListener(
            kAudioQueueProperty_IsRunning, { context, _, _ in RandomListener.callBack(UInt(bitPattern: context)) },
            UnsafeMutableRawPointer(bitPattern: key))
    }

    private static func callBack(_ key: UInt) {
        let found = clients.withLock { $0[key] }
        guard let client = found?.client, let world = found?.world else { return }
        world.callBack(client)
    }
}
