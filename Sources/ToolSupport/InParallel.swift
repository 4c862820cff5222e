import CSystem
import CoreAudioAdditions
import Foundation
import Glibc

/// How many processors this process may use, at least 1: those of `taskset` or a container, where it is confined to some.
public let processorCount: Int = {
    let allowed = Int(system_processors())
    return allowed > 0 ? allowed : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}()

/// Calls `body` for every item on `workers` threads and returns the results in the items' order.
public func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], workers: Int, _ body: @escaping @Sendable (Item) -> Result
) -> [Result] {
    let count = max(1, min(workers, items.count))
    guard count > 1 else { return items.map(body) }
    let shared = Shared<Result>(items.count)
    let done = DispatchGroup()
    for _ in 0..<count {
        done.enter()
        let thread = Thread {
            while let index = shared.takeNext() { shared.store(body(items[index]), at: index) }
            done.leave()
        }
        thread.start()
    }
    done.wait()
    return shared.results
}

/// Which item is next, and what came of those before it.
private final class Shared<Result: Sendable>: Sendable {
    private let state: LockedValue<(next: Int, results: [Result?])>

    init(_ count: Int) { state = LockedValue((0, Array(repeating: nil, count: count))) }

    func takeNext() -> Int? {
        state.withLock { state in
            guard state.next < state.results.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func store(_ result: Result, at index: Int) {
        state.withLock { $0.results[index] = result }
    }

    var results: [Result] { state.withLock { $0.results.compactMap { $0 } } }
}
