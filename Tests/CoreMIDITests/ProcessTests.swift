import AudioCore
import CSystem
import CoreMIDI
import Foundation
import MIDIDevices
import Testing

/// Programs that reach each other by the server's program, which the first of them starts.
@Suite(.serialized) struct ProcessTests {
    private let place: PrivatePlace
    private let one: MIDIProgram
    private let two: MIDIProgram

    init() throws {
        place = try PrivatePlace()
        (one, two) = (try MIDIProgram(place, name: "one"), try MIDIProgram(place, name: "two"))
    }

    /// Has a program see what another one has made.
    private func sees(_ program: MIDIProgram, _ name: String) -> Bool {
        eventually {
            program.tell("list")
            let line = program.next { $0.hasPrefix("sources ") }
            return line?.split(separator: " ").contains(Substring(name)) ?? false
        }
    }

    @Test func anEndpointOfAnotherProcessIsVisible() throws {
        var shortest = UInt64.max
        for number in 0..<10 {
            one.tell("destination d\(number)")
            let begin = HostTime.now()
            #expect(two.reports("added d\(number)"))
            shortest = min(shortest, HostTime.now() - begin)
        }
        #expect(shortest < 50_000_000)
        two.tell("list")
        let list = try #require(two.next { $0.hasPrefix("sources ") })
        #expect(list.hasSuffix("d0 d1 d2 d3 d4 d5 d6 d7 d8 d9"))
        try one.tell("dispose d3", expecting: "disposed 0")
        #expect(two.reports("removed"))
        one.send(SIGKILL)
        for _ in 0..<9 { #expect(two.reports("removed")) }
    }

    @Test func messagesPassBetweenProcesses() throws {
        try one.tell("destination d", expecting: "made d 0")
        try one.tell("source s", expecting: "made s 0")
        #expect(sees(two, "d") && sees(two, "s"))
        try two.tell("connect s", expecting: "connected 0")
        try two.tell("send d 0 90 3c 64", expecting: "sent 0")
        #expect(one.reports("d 90 3c 64"))
        #expect(
            eventually {
                one.tell("from s b0 07 01")
                return two.next { $0.hasPrefix("heard ") } == "heard b0 07 01"
            })
        try two.tell("set d model m", expecting: "set 0")
        #expect(one.reports("changed model"))
        try one.tell("get d model", expecting: "model m")
    }

    @Test func messagesPassWithoutTheServer() throws {
        try one.tell("destination d", expecting: "made d 0")
        try one.tell("source s", expecting: "made s 0")
        #expect(sees(two, "d") && sees(two, "s"))
        try two.tell("connect s", expecting: "connected 0")
        try two.tell("send d 0 fa", expecting: "sent 0")
        #expect(one.reports("d fa"))
        #expect(
            eventually {
                one.tell("from s fa")
                return two.next { $0.hasPrefix("heard ") } == "heard fa"
            })
        // What the server says arrives in order: after this, both use the channel, and the server may as well stand still.
        try one.tell("set s model a", expecting: "set 0")
        #expect(two.reports("changed model"))
        try two.tell("set d manufacturer b", expecting: "set 0")
        #expect(one.reports("changed manufacturer"))
        try one.tell("set s image c", expecting: "set 0")
        #expect(two.reports("changed image"))
        let text = try String(contentsOfFile: place.place.lockPath, encoding: .utf8)
        let server = try #require(Int32(text.dropLast()))
        try #require(Foundation.kill(server, SIGSTOP) == 0)
        defer { _ = Foundation.kill(server, SIGCONT) }
        for number in 1..<20 {
            two.tell("send d 0 f3 \(number < 16 ? "0" : "")\(String(number, radix: 16))")
            #expect(one.reports("d f3 \(number < 16 ? "0" : "")\(String(number, radix: 16))"))
        }
        one.tell("from s fb")
        #expect(two.reports("heard fb"))
    }

    @Test func scheduledMessagesArriveAtTheirTimes() throws {
        try one.tell("destination d", expecting: "made d 0")
        #expect(sees(two, "d"))
        var lateness: [Int64] = []
        for _ in 0..<40 {
            two.tell("send d 5000000 fa")
            let line = try #require(one.next { $0.hasPrefix("d fa") })
            lateness.append(try #require(Int64(line.split(separator: " ").last ?? "")))
        }
        // None early, and most in time, also where other programs use the processors.
        #expect(lateness.allSatisfy { $0 >= 0 })
        #expect(lateness.sorted()[20] < 500_000, "\(lateness.sorted())")
    }

    @Test func tenThousandMessagesOfEveryTypeArriveInOrder() throws {
        try one.tell("echo in out", expecting: "made in 0")
        let system = place.system()
        let client = try system.client("test")
        let inbox = Inbox(hearsInquiries: true)
        let (output, input) = (
            try system.system.createOutputPort(client, "o"),
            try system.system.createInputPort(client, "i", inbox.receiver(2))
        )
        let destination = try #require(awaited { system.destination("in") })
        let source = try #require(awaited { system.source("out") })
        try system.system.connect(input, to: source, refCon: nil)
        // Until the source's process knows of the connection.
        #expect(
            try eventually {
                try withEvents(._2_0, [(0, [0x10FE_0000])]) { try system.system.send($0, by: output, to: destination) }
                return !inbox.packets.isEmpty
            })
        try withEvents(._2_0, [(0, [0x10FC_0000])]) { try system.system.send($0, by: output, to: destination) }
        #expect(eventually { inbox.words.last == [0x10FC_0000] })
        let before = inbox.packets.count
        var random = randomNumbers()
        var sent: [[UInt32]] = []
        var next = HostTime.now()
        for number in 0..<10_000 {
            var words = (0..<4).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
            let type = UInt32(number % 16)
            words[0] = words[0] & 0x0FFF_FFFF | type << 28
            words.removeSubrange([1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4][number % 16]...)
            sent.append(words)
            next += 1_000_000
            AudioCore.Thread.sleep(until: next)
            try withEvents(._2_0, [(0, words)]) { try system.system.send($0, by: output, to: destination) }
        }
        let all = inbox.wait(for: before + 10_000)
        #expect(all.dropFirst(before).map(\.words) == sent)
    }

    @Test func aKilledServerIsReplaced() throws {
        try one.tell("destination d", expecting: "made d 0")
        #expect(sees(two, "d"))
        for _ in 0..<3 {
            let id = try #require(uniqueID("d"))
            try place.kill()
            #expect(
                eventually {
                    // What is sent while there is no server is lost.
                    two.tell("send d 0 fa")
                    return one.next(within: 20_000_000) { $0 == "d fa" } != nil
                })
            #expect(sees(two, "d"))
            try two.tell("get d uniqueID", expecting: "uniqueID \(id)")
            try one.tell("get d uniqueID", expecting: "uniqueID \(id)")
        }
    }

    @Test func aProgramEndsAlthoughItsChildDoesNot() throws {
        try one.tell("destination d", expecting: "made d 0")
        #expect(two.reports("added d"))
        try one.tell("fork", expecting: "forked")
        one.tell("exit")
        #expect(two.reports("removed"))
    }

    @Test func theServerRestsWhereItCannotAcceptPrograms() throws {
        try one.tell("destination d", expecting: "made d 0")
        let text = try String(contentsOfFile: place.place.lockPath, encoding: .utf8)
        let server = try #require(Int32(text.dropLast()))
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server)/fd").compactMap { Int($0) }
        var limit = rlimit()
        try #require(fileLimit(server, nil, &limit) == 0)
        #expect(limit.rlim_cur == limit.rlim_max)
        limit.rlim_cur = rlim_t((open.max() ?? 0) + 2)
        try #require(fileLimit(server, &limit, nil) == 0)
        let sockets = (0..<60).map { _ in system_connect(place.place.socketPath) }
        #expect(sockets.allSatisfy { $0 >= 0 })
        let before = try processorTime(of: server)
        AudioCore.Thread.sleep(until: HostTime.now() + 1_000_000_000)
        // In hundredths of a second.
        #expect(try processorTime(of: server) - before < 20)
        for socket in sockets { close(socket) }
        #expect(eventually { place.system().destination("d") != nil })
    }

    /// Gets or sets how many files a process may have open.
    private func fileLimit(
        _ process: Int32, _ new: UnsafePointer<rlimit>?, _ old: UnsafeMutablePointer<rlimit>?
    ) -> Int32 {
        typealias Call = @convention(c) (Int32, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32
        // Not among what Swift imports.
        return unsafeBitCast(dlsym(nil, "prlimit"), to: Call.self)(process, Int32(RLIMIT_NOFILE.rawValue), new, old)
    }

    private func processorTime(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text[(try #require(text.lastIndex(of: ")")))...].split(separator: " ")
        return try #require(Int(fields[12])) + #require(Int(fields[13]))
    }

    private func uniqueID(_ name: String) -> Int32? {
        // A system that finds no server, as the one that was killed is not replaced yet, has its own objects alone from then on.
        awaited {
            let system = place.system()
            return system.destination(name).flatMap { try? system.id(of: $0) }
        }
    }

    @Test func programsThatStartTogetherShareOneServer() throws {
        let other = try PrivatePlace()
        let programs = LockedValue<[MIDIProgram]>([])
        let threads = try (0..<6).map { number in
            try AudioCore.Thread(name: "start") {
                guard let program = try? MIDIProgram(other, name: "p\(number)") else { return }
                program.tell("destination d\(number)")
                programs.withLock { $0.append(program) }
            }
        }
        for thread in threads { thread.join() }
        let system = other.system()
        #expect(eventually { system.system.all(.destination).count == 6 })
        #expect(programs.withLock { $0.count } == 6)
    }
}
