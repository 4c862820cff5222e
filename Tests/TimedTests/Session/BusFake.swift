import AudioCore
import MessageBus

/// A connection of a test's own, with its own thread: a service, a player or a peer that does what the test wants.
final class BusFake: Sendable {
    typealias Job = @Sendable (BusClient) -> Void

    private struct State {
        var jobs: [Job] = []
        var name: String?
        var isEnding = false
        var hasEnded = false
    }

    private let state = WaitableValue(State())
    private let wakeUp = WakeUp()!
    let uniqueName: String

    /// - Parameters:
    ///   - name: what it is to be known by, too.
    ///   - receive: gets the signals and the calls, on the fake's thread.
    init(
        _ address: String, named name: String? = nil,
        _ receive: @escaping @Sendable (BusClient, BusMessage) -> Void = { _, _ in }
    ) throws {
        let thread = try Thread(name: "bus-fake") { [state, wakeUp] in
            let client = BusClient(.at(address), acceptsDescriptors: true)
            client.didConnect = { [unowned client] in
                let ready = { state.withLock { $0.name = client.uniqueName } }
                guard let name else { return ready() }
                client.call(BusCall(bus: "RequestName", .text(name), .uint32(4)), returning: "u") { _ in ready() }
            }
            client.didReceive = { [unowned client] in receive(client, $0) }
            while !state.withLockQuietly(\.isEnding) {
                client.turn()
                let jobs = state.withLockQuietly { state in
                    defer { state.jobs = [] }
                    return state.jobs
                }
                for job in jobs { job(client) }
                BusClient.wait([client], wakeUp)
            }
            while !client.isFlushed { client.turn() }
            state.withLock { $0.hasEnded = true }
        }
        thread.detach()
        uniqueName = state.wait(nanoseconds: 10_000_000_000) { $0.name } ?? ""
    }

    deinit { stop() }

    /// Leaves the bus.
    func stop() {
        state.withLock { $0.isEnding = true }
        wakeUp.signal()
        _ = state.wait(nanoseconds: 10_000_000_000) { $0.hasEnded ? true : nil }
    }

    /// Runs `body` on the fake's thread.
    func post(_ body: @escaping Job) {
        state.withLockQuietly { $0.jobs.append(body) }
        wakeUp.signal()
    }

    /// Calls a method and waits for the answer; nil where there is none.
    func call(_ call: BusCall, returning signature: String, seconds: Double = 10) -> [BusValue]? {
        let answer = WaitableValue<[BusValue]??>(nil)
        post { client in
            client.call(call, returning: signature, within: UInt64(seconds * 1e9)) { values in
                answer.withLock { $0 = .some(values) }
            }
        }
        return answer.wait(nanoseconds: UInt64(seconds * 1e9) + 5_000_000_000) { $0 } ?? nil
    }

    /// Emits a signal.
    func emit(_ path: String, _ interface: String, _ member: String, _ values: BusValue...) {
        post { client in
            client.emit(path, interface, member, values)
        }
    }
}
