import Foundation
import Synchronization

/// A network of its own for a test: a thread, and the programs that it starts, see the links, addresses and routes that `ip` makes there.
public enum Namespace {
    /// Whether this process may make one. It needs the right to administer the system, as root in most containers has.
    public static let isPossible: Bool = run { true } ?? false

    /// Held by a test that follows the network: all that follow it in a process share one connection to the kernel, to one network.
    public static let turn = NSLock()

    /// Calls a function on a thread with a network of its own, in which the loopback is up.
    ///
    /// One such function runs at a time.
    ///
    /// - Parameter body: the function.
    /// - Returns: what it returns; nil if there can be none.
    public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        turn.withLock { inANetworkOfItsOwn(body) }
    }

    private static func inANetworkOfItsOwn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result?>(nil)
        let thread = Thread {
            // _GNU_SOURCE has it, which Swift's Glibc does not show.
            typealias Unshare = @convention(c) (CInt) -> CInt
            let network: CInt = 0x4000_0000
            if let symbol = dlsym(nil, "unshare"), unsafeBitCast(symbol, to: Unshare.self)(network) == 0 {
                ip("link set lo up")
                let value = body()
                result.withLock { $0 = value }
            }
            done.signal()
        }
        thread.start()
        done.wait()
        return result.withLock { $0 }
    }

    /// Has `ip` make many changes at once, in the network of the calling thread.
    ///
    /// - Parameter commands: a command in each line.
    public static func ipAtOnce(_ commands: [String]) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString)")
        try! Data(commands.joined(separator: "\n").utf8).write(to: file)
        ip("-batch \(file.path)")
        try? FileManager.default.removeItem(at: file)
    }

    /// Makes an interface with one other end, as a tunnel has, in the network of the calling thread. It has a carrier.
    ///
    /// - Parameter name: its name.
    /// - Returns: the descriptor that is its other end; nil if this system has no tunnels.
    public static func tunnel(_ name: String) -> Int32? {
        let descriptor = open("/dev/net/tun", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // The name, and two flags: packets of the Internet Protocol, with nothing in front of them.
        var request = Array(name.utf8) + [UInt8](repeating: 0, count: 40 - name.utf8.count)
        (request[16], request[17]) = (0x01, 0x10)
        guard ioctl(descriptor, 0x4004_54CA, &request) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Runs `ip` in the network of the calling thread.
    ///
    /// - Parameter commands: arguments, such as "link set lo up"; several are separated by line ends.
    public static func ip(_ commands: String) {
        for command in commands.split(separator: "\n") {
            let words = ["ip"] + command.split(separator: " ").map(String.init)
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            var process: pid_t = 0
            let failed = posix_spawnp(&process, "ip", nil, nil, &arguments, environ)
            for argument in arguments { free(argument) }
            var status: CInt = 0
            guard failed == 0, waitpid(process, &status, 0) == process, status == 0 else {
                fatalError("\(words.joined(separator: " ")) failed: status \(status)")
            }
        }
    }
}

/// Values from any thread, in order.
public final class Received<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// Creates an empty list.
    public init() {}

    /// Adds a value.
    public func append(_ value: Value) {
        values.withLock { $0.append(value) }
        arrived.signal()
    }

    /// Waits for the next value.
    ///
    /// - Returns: the value; nil if none comes in ten seconds.
    public func next() -> Value? {
        guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
        return values.withLock { $0.removeFirst() }
    }

    /// The values that nobody has taken.
    public var rest: [Value] { values.withLock { $0 } }
}
