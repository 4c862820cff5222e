import AudioCore
import CAudioToolbox
import Dispatch
import TestSupport
import Testing

@testable import AudioUnits

/// Listeners that are called at intervals: what is told meanwhile, in its order.
@Suite struct ParameterListenerTests {
    private struct Heard: Equatable {
        var type: UInt32, value: Float

        init(_ type: UInt32, _ value: Float) { (self.type, self.value) = (type, value) }
    }

    /// A listener of one parameter, whose calls are made when the test makes them.
    private final class Program: Sendable {
        let due = LockedValue<[@Sendable () -> Void]>([])
        let heard = LockedValue<[Heard]>([])

        func listener(granularity: Float?) throws -> ParameterListener {
            let listener = try ParameterListener(
                interval: 0.5, granularity: granularity,
                perform: { [due] nanoseconds, body in
                    #expect(nanoseconds == 500_000_000)
                    due.withLock { $0.append(body) }
                }, call: { [heard] _, event, _, value in heard.withLock { $0.append(Heard(event.type, value)) } })
            for type in UInt32(0)..<4 { listener.listen(to: Program.event(type), nil) }
            return listener
        }

        static func event(_ type: UInt32) -> ParameterListeners.Event {
            .init(type: type, unit: nil, id: 3, scope: 0, element: 0)
        }

        /// Makes the calls that are due.
        func call() -> [Heard] {
            let bodies = due.withLock { due in
                defer { due = [] }
                return due
            }
            #expect(bodies.count == 1)
            for body in bodies { body() }
            return heard.withLock { heard in
                defer { heard = [] }
                return heard
            }
        }
    }

    /// A listener of parameters hears the last value; one of events each value, or those that are apart by the granularity.
    @Test(arguments: [(nil, [3]), (0, [1, 2, 3]), (1000, [3])] as [(Float?, [Float])])
    func valuesJoin(granularity: Float?, wanted: [Float]) throws {
        let program = Program()
        let listener = try program.listener(granularity: granularity)
        for value in [1, 2, 3] as [Float] { listener.tell(Program.event(0), value: value, leavingOut: nil) }
        #expect(program.heard.withLock { $0 }.isEmpty)
        #expect(program.call() == wanted.map { Heard(0, $0) })
        // The next interval begins with the next value.
        listener.tell(Program.event(0), value: 4, leavingOut: nil)
        #expect(program.call() == [Heard(0, 4)])
        listener.end()
    }

    /// Gestures stay around their values, and several changes of a property are one.
    @Test func eventsStayInTheirOrder() throws {
        let program = Program()
        let listener = try program.listener(granularity: 0)
        let told: [Heard] = [
            .init(1, 0), .init(0, 1), .init(0, 2), .init(2, 0), .init(3, 0), .init(3, 0), .init(1, 0), .init(2, 0),
        ]
        for event in told { listener.tell(Program.event(event.type), value: event.value, leavingOut: nil) }
        let wanted: [Heard] = [
            .init(1, 0), .init(0, 1), .init(0, 2), .init(2, 0), .init(3, 0), .init(1, 0), .init(2, 0),
        ]
        #expect(program.call() == wanted)
        listener.end()
    }

    /// What a listener no longer listens to is not told, nor anything after its end.
    @Test func whatIsOverIsNotTold() throws {
        let program = Program()
        let listener = try program.listener(granularity: nil)
        listener.tell(Program.event(0), value: 1, leavingOut: nil)
        listener.tell(Program.event(1), value: 0, leavingOut: nil)
        listener.ignore(Program.event(0), nil)
        #expect(program.call() == [Heard(1, 0)])
        listener.tell(Program.event(1), value: 0, leavingOut: nil)
        listener.end()
        #expect(program.call().isEmpty)
    }

    /// Several threads change one parameter for a listener that joins values. It is called once, with each thread's values in the
    /// order in which that thread told them, and with the last one of all.
    @Test func manyThreadsTellOneListener() async throws {
        let (due, heard) = (LockedValue<[@Sendable () -> Void]>([]), LockedValue<[Float]>([]))
        let listener = try ParameterListener(
            interval: 100, granularity: 1e-6, perform: { _, body in due.withLock { $0.append(body) } },
            call: { _, _, _, value in heard.withLock { $0.append(value) } })
        let event = ParameterListeners.Event(type: 0, unit: nil, id: 1, scope: 0, element: 0)
        listener.listen(to: event, nil)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for turn in 0..<1000 { listener.tell(event, value: Float(worker * 1000 + turn), leavingOut: nil) }
                }
            }
        }
        #expect(heard.withLock { $0 }.isEmpty)
        let calls = due.withLock { $0 }
        try #require(calls.count == 1)
        calls[0]()
        let values = heard.withLock { $0.map { Int($0) } }
        for worker in 0..<4 {
            let own = values.filter { $0 / 1000 == worker }
            #expect(own == own.sorted() && Set(own).count == own.count)
        }
        #expect(values.last.map { $0 % 1000 } == 999 && (1...4000).contains(values.count))
        listener.tell(event, value: 1, leavingOut: nil)
        listener.end()
        for call in due.withLock({ $0 }).dropFirst() { call() }
        #expect(heard.withLock { $0.count } == values.count)
    }

    /// A follower hears of values that are set on an audio thread, but of none that are set in its own name.
    @Test func followersHearOfValues() throws {
        let client = try Client(SamplerUnit.sampler)
        try client.unit.initialize()
        let (heard, kept) = (LockedValue<[Float]>([]), LockedValue<ParameterFollower?>(nil))
        let follower = try ParameterFollower {
            kept.withLock { $0 }?.takeAll { id, _, _, value, _ in
                #expect(id == kAUSamplerParam_Gain)
                heard.withLock { $0.append(value) }
            }
        }
        kept.withLock { $0 = follower }
        client.instance.parameterFollowers.add(follower)
        func set(_ value: Float, leavingOut own: ParameterFollower? = nil) {
            try? client.instance.setParameter(kAUSamplerParam_Gain, 0, 0, value, 0, leavingOut: own)
        }
        Sanitizer.watch { for value in 1...3 { set(Float(value)) } }
        set(4, leavingOut: follower)
        set(.nan)
        set(5)
        #expect(eventually { heard.withLock { $0.count } >= 4 })
        client.instance.parameterFollowers.remove(follower)
        set(6)
        follower.takeAll { _, _, _, value, _ in Issue.record("\(value)") }
        #expect(heard.withLock { $0 } == [1, 2, 3, 5])
        kept.withLock { $0 = nil }
        follower.close()
    }

    /// However many values are set before the thread looks, it is woken once.
    @Test func aFollowerIsWokenOnceForAllValuesThatWait() throws {
        let client = try Client(SamplerUnit.sampler)
        let (entered, open, kept) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), LockedValue<ParameterFollower?>(nil)
        )
        let heard = LockedValue<[Float]>([])
        let follower = try ParameterFollower {
            entered.signal()
            open.wait()
            kept.withLock { $0 }?.takeAll { _, _, _, value, _ in heard.withLock { $0.append(value) } }
        }
        kept.withLock { $0 = follower }
        client.instance.parameterFollowers.add(follower)
        func set(_ value: Float) { try? client.instance.setParameter(kAUSamplerParam_Gain, 0, 0, value, 0) }
        set(0)
        entered.wait()
        for value in 1...1000 { set(Float(value)) }
        #expect(follower.wakeUps == 1)
        for _ in 0..<3 { open.signal() }
        #expect(eventually { heard.withLock { $0.count } == 1001 && follower.wakeUps == 0 })
        #expect(heard.withLock { $0 } == (0...1000).map(Float.init))
        client.instance.parameterFollowers.remove(follower)
        kept.withLock { $0 = nil }
        follower.close()
    }

    @Test(arguments: [-1, .nan, .infinity, 1e9] as [Float]) func timesHaveLimits(time: Float) {
        func make(_ interval: Float, _ granularity: Float?) -> Int32 {
            status {
                _ = try ParameterListener(
                    interval: interval, granularity: granularity, perform: { _, _ in }, call: { _, _, _, _ in })
            }
        }
        #expect(make(time, nil) == -50 && make(0, time) == -50 && make(0, 0) == 0)
    }
}
