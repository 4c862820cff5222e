import AudioCore
import AudioDevices
import AudioIO
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Clients that make random calls from threads, callbacks and listeners, while devices come and go and change, the session has other
/// wishes, and the server dies.
///
/// No call may wait for ever, no buffer may be lost, nothing may be called after its end, and every cycle has the frames and
/// times that it should have. `COREAUDIO_STEPS` or `COREAUDIO_SECONDS` sets how many calls are made, or for how long;
/// `COREAUDIO_SEED`, which.
@Suite(.serialized) struct InterleavingTests {
    /// Seconds after which a call is taken for one that never returns.
    private static let patience: UInt64 = 20

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test(.timeLimit(.minutes(90))) func anyCallAtAnyTime() throws {
        let seconds = Self.setting("COREAUDIO_SECONDS")
        let steps = Self.setting("COREAUDIO_STEPS") ?? (seconds == nil ? 100_000 : .max)
        let world = try RandomWorld(
            seed: UInt64(Self.setting("COREAUDIO_SEED") ?? 1), steps: steps, seconds: seconds ?? 3600)
        let threads = try start(world)
        while !world.isOver, !world.calls.hangs(longerThan: Self.patience) {
            Foundation.Thread.sleep(forTimeInterval: 0.1)
        }
        // Those that are in a call yet are to return.
        let clients = threads.clients
        let allReturn = eventually(seconds: Double(Self.patience) + 100) {
            clients.allSatisfy { $0.hasEnded.withLock { $0 } } || world.calls.hangs(longerThan: Self.patience)
        }
        guard allReturn, clients.allSatisfy({ $0.hasEnded.withLock { $0 } }) else {
            // The threads hang, and cannot be joined.
            world.fault("calls do not return")
            Issue.record("\(world.faults.joined(separator: "\n"))\n  \(world.calls.report)")
            return
        }
        world.mayEnd.store(true, ordering: .relaxed)
        for thread in clients.map(\.thread) + threads.others { thread.join() }
        try finish(world)
    }

    private struct Client {
        let thread: AudioCore.Thread
        let hasEnded: LockedValue<Bool>
    }

    private func start(_ world: RandomWorld) throws -> (clients: [Client], others: [AudioCore.Thread]) {
        let players: [any RandomClient] = (0..<6).map { RandomPlayer(world, name: "player \($0)") }
        let recorders: [any RandomClient] = (0..<3).map { RandomRecorder(world, name: "recorder \($0)") }
        let places = [["a", "b"], ["a", "b"], ["c"], ["c"], ["c"], ["c", "f"]]
        let procedures: [any RandomClient] = places.indices.map {
            RandomProcedure(world, name: "procedure \($0)", devices: places[$0])
        }
        let clients = players + recorders + procedures + [RandomMeeting(world)]
        world.clients.withLock { $0 = clients }
        let threads = try clients.indices.map { index in
            let hasEnded = LockedValue(false)
            let thread = try AudioCore.Thread(name: "test-client-\(index)") {
                var random = world.random(index)
                while !world.isOver {
                    world.step(clients[index], &random, isInCallback: false)
                    // Long enough for cycles to come between the calls, and short enough for calls to meet.
                    guard random.below(2) == 0 else { continue }
                    AudioCore.Thread.sleep(until: HostTime.now() + UInt64(random.below(1_500_000)))
                }
                hasEnded.withLock { $0 = true }
            }
            return Client(thread: thread, hasEnded: hasEnded)
        }
        let others = [
            try AudioCore.Thread(name: "test-time") { world.letTimePass() },
            try AudioCore.Thread(name: "test-change") { world.changeDevices() },
        ]
        return (threads, others)
    }

    /// Takes everything down, and checks what is left of it.
    private func finish(_ world: RandomWorld) throws {
        world.server.setDevices(RandomWorld.devices(["a", "b"], chosen: "a"))
        world.server.revive()
        world.endWishes()
        let clients = world.clients.withLock { clients in
            // Each keeps the world, which a last callback may use when the test is over.
            defer { clients = [] }
            return clients
        }
        for client in clients { client.end() }
        for ledger in world.ledgers.withLock({ $0 }) {
            // Queues that play out before they end need time to pass.
            let isComplete = eventually {
                world.server.advance(1024)
                return ledger.isComplete
            }
            #expect(isComplete && ledger.isInOrder, ledger.report)
        }
        #expect(world.faults.isEmpty, "\(world.faults.joined(separator: "\n"))")
    }
}
