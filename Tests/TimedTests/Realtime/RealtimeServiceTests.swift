import AudioCore
import Glibc
import MessageBus
import TestSupport
import Testing

@testable import AudioDevices

/// Real-time priority from the system, from RealtimeKit and from the portal, all of them the test's own.
@Suite struct RealtimeServiceTests {
    typealias Limits = LimitFake.Limits

    private static let nowhere = BusAddress.at("unix:path=/nonexistent/bus")
    private static let unlimited = Limits(soft: .max, hard: .max)

    /// One that the system refuses, with both buses at an address.
    private func makeService(on bus: PrivateBus, _ limits: LimitFake, patience: UInt64 = 5_000_000) -> RealtimeService {
        RealtimeService(
            session: .at(bus.address), system: .at(bus.address), patience: patience, limit: limits.limit,
            direct: { _ in false })
    }

    /// How a request of the calling thread ends.
    private func request(_ service: RealtimeService, isHelper: Bool = false) -> RealtimeService.Outcome? {
        let before = service.ended.count
        service.request(isHelper: isHelper)
        guard eventually(seconds: 30, { service.ended.count > before }) else { return nil }
        #expect(service.ended.last?.thread == Thread.kernelID)
        return service.ended.last?.outcome
    }

    @Test func theSystemIsAskedFirst() {
        let limits = LimitFake()
        let asked = LockedValue<[Bool]>([])
        let service = RealtimeService(
            session: Self.nowhere, system: Self.nowhere, limit: limits.limit,
            direct: { isHelper in
                asked.withLock { $0.append(isHelper) }
                return true
            })
        service.request()
        service.request(isHelper: true)
        let direct = RealtimeService.Ended(thread: Thread.kernelID, outcome: .direct)
        #expect(service.ended == [direct, direct])
        #expect(asked.withLock { $0 } == [false, true])
        #expect(limits.now == Self.unlimited)
    }

    @Test(.needs("dbus-daemon")) func realtimeKitIsAskedForTheCallingThread() throws {
        let bus = try PrivateBus()
        let limits = LimitFake()
        let kit = try PriorityFake(.realtimeKit, on: bus.address, limits)
        let portal = try PriorityFake(.portal, on: bus.address, limits)
        let outcome = request(makeService(on: bus, limits))
        #expect(outcome == .granted(by: .realtimeKit, priority: 20))
        #expect(kit.calls.map(\.values) == [[.uint64(Thread.kernelID), .uint32(20)]])
        // Before the call: RealtimeKit checks them.
        #expect(kit.calls.map(\.limits) == [Limits(soft: 100_000, hard: 200_000)])
        #expect(portal.calls.isEmpty)
    }

    @Test(.needs("dbus-daemon")) func thePortalIsAskedForAThreadOfTheProcess() throws {
        let bus = try PrivateBus()
        let limits = LimitFake()
        let portal = try PriorityFake(.portal, on: bus.address, limits)
        let outcome = request(makeService(on: bus, limits), isHelper: true)
        #expect(outcome == .granted(by: .portal, priority: 19))
        #expect(portal.calls.map(\.values) == [[.uint64(UInt64(getpid())), .uint64(Thread.kernelID), .uint32(19)]])
        #expect(portal.calls.map(\.limits) == [Limits(soft: 100_000, hard: 200_000)])
    }

    /// The buses are two, and each service is looked for on its own.
    @Test(.needs("dbus-daemon")) func eachServiceHasItsBus() throws {
        let (system, session) = (try PrivateBus(), try PrivateBus())
        let limits = LimitFake()
        let service = RealtimeService(
            session: .at(session.address), system: .at(system.address), patience: 5_000_000, limit: limits.limit,
            direct: { _ in false })
        let wrong = try PriorityFake(.realtimeKit, on: session.address, limits)
        let other = try PriorityFake(.portal, on: system.address, limits)
        #expect(
            request(service) == .refused("RealtimeKit: it is not on the bus; portal: it is not on the bus"))
        #expect(wrong.calls.isEmpty && other.calls.isEmpty)
        let portal = try PriorityFake(.portal, on: session.address, limits)
        #expect(request(service) == .granted(by: .portal, priority: 20))
        let kit = try PriorityFake(.realtimeKit, on: system.address, limits)
        #expect(request(service) == .granted(by: .realtimeKit, priority: 20))
        #expect(kit.calls.count == 1)
        #expect(portal.calls.count == 1)
    }

    @Test(.needs("dbus-daemon"), arguments: PriorityFake.unwilling)
    func thePortalIsAskedWhereRealtimeKitDoesNotGrant(_ answers: PriorityFake.Answers, _ reason: String) throws {
        let bus = try PrivateBus()
        let limits = LimitFake()
        let kit = try PriorityFake(.realtimeKit, on: bus.address, limits, answers)
        let service = makeService(on: bus, limits, patience: 500_000)
        #expect(request(service) == .refused("RealtimeKit: \(reason); portal: it is not on the bus"))
        let asked = kit.calls.count
        #expect(asked <= 1)
        let portal = try PriorityFake(.portal, on: bus.address, limits)
        #expect(request(service) == .granted(by: .portal, priority: 20))
        #expect(portal.calls.count == 1)
    }

    /// One attempt of each: nothing is repeated.
    @Test(.needs("dbus-daemon"), arguments: PriorityFake.unwilling)
    func refusalsAreReported(_ answers: PriorityFake.Answers, _ reason: String) throws {
        let bus = try PrivateBus()
        let limits = LimitFake()
        let kit = try PriorityFake(.realtimeKit, on: bus.address, limits, PriorityFake.denies)
        let portal = try PriorityFake(.portal, on: bus.address, limits, answers)
        let outcome = request(makeService(on: bus, limits, patience: 500_000))
        #expect(outcome == .refused("RealtimeKit: Permission denied; portal: \(reason)"))
        #expect(kit.calls.count == 1)
        #expect(portal.calls.count <= 1)
    }

    @Test func withoutABusNobodyIsAsked() {
        let limits = LimitFake()
        let service = RealtimeService(
            session: Self.nowhere, system: Self.nowhere, limit: limits.limit, direct: { _ in false })
        let reason = "there is no bus that answers"
        #expect(request(service) == .refused("RealtimeKit: \(reason); portal: \(reason)"))
        #expect(limits.now == Self.unlimited)
    }

    /// The most that the service allows, and what audio threads and helpers get.
    @Test(
        .needs("dbus-daemon"),
        arguments: [
            (5, 5, 4), (1, 1, 1), (2, 2, 1), (60, 60, 59), (65, 65, 60), (99, 70, 60), (1000, 70, 60), (.max, 70, 60),
        ] as [(Int32, UInt32, UInt32)])
    func priorityIsAtMostWhatIsAllowed(_ most: Int32, _ audio: UInt32, _ helper: UInt32) throws {
        let bus = try PrivateBus()
        let limits = LimitFake()
        let answers = PriorityFake.Answers(name: "\(most)", mostPriority: .int32(most))
        let kit = try PriorityFake(.realtimeKit, on: bus.address, limits, answers)
        let service = makeService(on: bus, limits)
        #expect(request(service) == .granted(by: .realtimeKit, priority: audio))
        #expect(request(service, isHelper: true) == .granted(by: .realtimeKit, priority: helper))
        #expect(kit.calls.compactMap(\.values.last) == [.uint32(audio), .uint32(helper)])
    }

    // MARK: Limits

    /// Limits before, the most that is allowed, and limits behind.
    @Test(
        arguments: [
            (Limits(soft: .max, hard: .max), 200_000, Limits(soft: 100_000, hard: 200_000)),
            (Limits(soft: 500_000, hard: 1_000_000), 200_000, Limits(soft: 100_000, hard: 200_000)),
            (Limits(soft: 100_000, hard: 200_000), 200_000, Limits(soft: 100_000, hard: 200_000)),
            (Limits(soft: 30_000, hard: .max), 200_000, Limits(soft: 30_000, hard: 200_000)),
            (Limits(soft: 150_000, hard: 180_000), 200_000, Limits(soft: 100_000, hard: 180_000)),
            (Limits(soft: 10_000, hard: 20_000), 200_000, Limits(soft: 10_000, hard: 20_000)),
            (Limits(soft: 0, hard: 0), 200_000, Limits(soft: 0, hard: 0)),
            // A thread has reached the soft limit, which Linux raised.
            (Limits(soft: 1_100_000, hard: 200_000), 200_000, Limits(soft: 100_000, hard: 200_000)),
            (Limits(soft: 1_100_000, hard: 60_000), 200_000, Limits(soft: 60_000, hard: 60_000)),
            (Limits(soft: .max, hard: .max), UInt(Int64.max), Limits(soft: UInt(Int64.max / 2), hard: UInt(Int64.max))),
        ] as [(Limits, UInt, Limits)])
    func limitsAreLoweredAndNeverRaised(_ before: Limits, _ most: UInt, _ after: Limits) {
        let limits = LimitFake(soft: before.soft, hard: before.hard)
        #expect(limits.limit.lower(to: most))
        #expect(limits.now == after)
        // Where nothing is to be changed, nothing is set.
        let fixed = LimitFake(soft: before.soft, hard: before.hard, isFixed: true)
        #expect(fixed.limit.lower(to: most) == (before == after))
        #expect(fixed.now == before)
    }

    @Test(.needs("dbus-daemon")) func asksNobodyUnderALimitThatCannotBeSet() throws {
        let bus = try PrivateBus()
        let limits = LimitFake(isFixed: true)
        let kit = try PriorityFake(.realtimeKit, on: bus.address, limits)
        let outcome = request(makeService(on: bus, limits))
        #expect(outcome == .refused("RealtimeKit: the time limit cannot be set; portal: it is not on the bus"))
        #expect(kit.calls.isEmpty)
    }

    /// The limits of a process of its own.
    @Test func limitsOfAProcessAreLowered() async {
        await #expect(processExitsWith: .success) {
            try #require(RealtimeTimeLimit.process.lower(to: 200_000))
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(__RLIMIT_RTTIME.rawValue), &limit) == 0)
            #expect(limit.rlim_cur <= 100_000 && limit.rlim_max <= 200_000)
        }
    }

    // MARK: Waiting

    @Test(.needs("dbus-daemon")) func noThreadWaitsForABusThatHangs() throws {
        let bus = try PrivateBus()
        let service = makeService(on: bus, LimitFake(), patience: 1_000_000)
        bus.hang()
        let start = HostTime.now()
        service.request()
        #expect(HostTime.now() - start < HostTime.ticksPerSecond / 2)
        #expect(eventually(seconds: 30) { !service.ended.isEmpty })
        // A second for each of two connections.
        #expect(HostTime.now() - start < 10 * HostTime.ticksPerSecond)
        let reason = "there is no bus that answers"
        #expect(service.ended.map(\.outcome) == [.refused("RealtimeKit: \(reason); portal: \(reason)")])
    }

    @Test(.needs("dbus-daemon")) func aThreadMayEndMeanwhile() throws {
        let bus = try PrivateBus()
        let limits = LimitFake()
        let kit = try PriorityFake(.realtimeKit, on: bus.address, limits)
        let service = makeService(on: bus, limits)
        let number = LockedValue<UInt64>(0)
        let thread = try Thread(name: "ends-at-once") {
            number.withLock { $0 = Thread.kernelID }
            service.request()
        }
        thread.join()
        #expect(eventually { service.ended.count == 1 })
        #expect(service.ended.first?.thread == number.withLock { $0 })
        #expect(kit.calls.compactMap(\.values.first) == [.uint64(number.withLock { $0 })])
    }

    /// However many threads ask, few requests wait and few are remembered.
    @Test(.needs("dbus-daemon")) func requestsAreBounded() throws {
        let bus = try PrivateBus()
        let service = makeService(on: bus, LimitFake(), patience: 2_000_000)
        bus.hang()
        for _ in 0..<500 { service.request() }
        #expect(service.ended.count == RealtimeService.mostKept)
        #expect(service.ended.allSatisfy { $0.outcome == .refused("too many threads wait for it") })
        bus.crash()
        // Those that waited end one after the other.
        let reason = "there is no bus that answers"
        let last = RealtimeService.Outcome.refused("RealtimeKit: \(reason); portal: \(reason)")
        #expect(eventually(seconds: 30) { service.ended.allSatisfy { $0.outcome == last } })
        #expect(service.ended.count == RealtimeService.mostKept)
        service.request()
        #expect(eventually { service.ended.last?.outcome == last })
    }

    // MARK: Who asks, and who is notified

    private final class Seen: Sendable {
        let thread = LockedValue<UInt64>(0)
    }

    @Test(.enabled(if: PriorityTests.isAllowed, "the system grants no real-time priority"))
    func aDevicesThreadAsks() throws {
        let seen = Seen()
        let call = RenderCall(context: Unmanaged.passUnretained(seen).toOpaque()) { context, _ in
            Unmanaged<Seen>.fromOpaque(context)._withUnsafeGuaranteedRef { seen in
                seen.thread.withLock { $0 = Thread.kernelID }
            }
        }
        let stream = try Null { _ in }.open(StreamRequest(), render: call)
        try stream.start()
        #expect(eventually { seen.thread.withLock { $0 } != 0 })
        stream.close()
        let ended = RealtimeService.Ended(thread: seen.thread.withLock { $0 }, outcome: .direct)
        #expect(RealtimeService.shared.ended.contains(ended))
    }

    @Test(arguments: [true, false]) func aLineIsWrittenWhereTheEnvironmentAsks(isAsked: Bool) async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [isAsked = isAsked as Bool] in
            setenv("COREAUDIO_LOG", isAsked ? "1" : "0", 1)
            for isGranted in [true, false] {
                let service = RealtimeService(
                    session: .at("unix:path=/nonexistent/bus"), system: .at("unix:path=/nonexistent/bus"),
                    limit: LimitFake().limit, direct: { _ in isGranted })
                service.request()
                try #require(eventually { service.ended.count == 1 })
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("coreaudio: thread ") }
        guard isAsked else { return #expect(lines.isEmpty) }
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix(" has real-time priority") == true)
        #expect(lines.last?.contains(" has no real-time priority: RealtimeKit: there is no bus") == true)
    }
}
