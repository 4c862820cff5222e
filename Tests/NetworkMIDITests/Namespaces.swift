import AudioCore
import Foundation
import Testing

/// Two networks of their own, with a cable between them: machines with the addresses 10.98.0.1 and 10.98.0.2, or with those
/// that IPv6 gives a link.
final class TwoMachines: Sendable {
    /// The names of the networks.
    let names: [String]

    struct NotThere: Error {}

    private static let count = LockedValue(0)

    /// A name that no other network has.
    static func unusedName() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return "coreaudio-\(getpid())-\(number)"
    }

    init(version6: Bool = false) throws {
        names = [Self.unusedName(), Self.unusedName()]
        let (one, two) = (names[0], names[1])
        var commands = names.map { "ip netns add \($0)" }
        commands.append("ip -n \(one) link add eth0 type veth peer name eth0 netns \(two)")
        for (number, name) in names.enumerated() {
            // The addresses are used at once, or there are none.
            let (conf, value) = ("/proc/sys/net/ipv6/conf", version6 ? "0 >$c/accept_dad" : "1 >$c/disable_ipv6")
            let settings = "for c in \(conf)/default \(conf)/eth0; do test ! -d $c || echo \(value); done"
            commands.append("ip netns exec \(name) sh -c '\(settings)'")
            if !version6 { commands.append("ip -n \(name) address add 10.98.0.\(number + 1)/24 dev eth0") }
            commands += ["eth0", "lo"].map { "ip -n \(name) link set \($0) up" }
        }
        for command in commands where !run(command) { throw NotThere() }
    }

    deinit { for name in names { _ = run("ip netns del \(name)") } }

    /// Runs `body` on a thread in the network of a machine. Threads that it starts are in that network, too.
    func on<Result: Sendable>(_ machine: Int, _ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let result = LockedValue<Swift.Result<Result, any Error>>(.failure(NotThere()))
        let path = "/run/netns/" + names[machine]
        try AudioCore.Thread(name: "machine") {
            let answer = Swift.Result {
                guard enterNetwork(path) else { throw NotThere() }
                return try body()
            }
            result.withLock { $0 = answer }
        }.join()
        return try result.withLock { $0 }.get()
    }
}

/// Whether networks of their own can be made, with the programs `others`.
func canMakeMachines(_ others: String...) -> Bool {
    let (programs, name) = (["ip"] + others, TwoMachines.unusedName())
    return getuid() == 0 && programs.allSatisfy { run("command -v \($0)") }
        && run("ip netns add \(name) && ip netns del \(name)")
}

/// Whether such networks can have IPv6.
func canMakeMachinesOfVersion6() -> Bool {
    canMakeMachines() && FileManager.default.fileExists(atPath: "/proc/sys/net/ipv6/conf")
}

/// Runs a line of shell. Returns whether it succeeded.
func run(_ line: String) -> Bool {
    guard let process = spawn(line + " >/dev/null 2>&1 </dev/null") else { return false }
    var status: Int32 = -1
    return waitpid(process, &status, 0) == process && status == 0
}

/// Starts a line of shell, which somebody is to wait for.
func spawn(_ line: String) -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of Swift's own block signals, which a child would do, too.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words: [String] = ["sh", "-c", line]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
        ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    return posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, &variables) == 0 ? process : nil
}

/// Puts the calling thread into another network.
private func enterNetwork(_ path: String) -> Bool {
    typealias Call = @convention(c) (Int32, Int32) -> Int32
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, let symbol = dlsym(nil, "setns") else { return false }
    defer { close(file) }
    return unsafeBitCast(symbol, to: Call.self)(file, 0) == 0
}
