import AudioCore
import AudioDevices
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioIO

/// Outputs and inputs of one connection: one stream and one time line a device, whoever asks for it.
@Suite struct SharedMixTests {
    private let server = ManualServer()
    private let connection: Connection

    init() throws {
        let server = self.server
        connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// A source of a constant sample that writes down the times of its cycles.
    private final class Note: Sendable {
        struct Cycle: Equatable {
            var sampleTime: Int64
            var hostTime: UInt64
            var frames: Int
        }
        let value: Float
        let cycles = LockedValue<[Cycle]>([])

        init(_ value: Float) { self.value = value }

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                let this = Unmanaged<Note>.fromOpaque(context).takeUnretainedValue()
                let cycle = cycle.pointee
                for index in 0..<Int(cycle.frames * cycle.channels) { cycle.samples[index] = this.value }
                this.cycles.withLock {
                    $0.append(Cycle(sampleTime: cycle.sampleTime, hostTime: cycle.hostTime, frames: Int(cycle.frames)))
                }
                return Int32(cycle.frames)
            }
        }
    }

    private func output(_ device: String?, frames: Int = 4) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.device = device
        configuration.channels = 1
        configuration.framesPerCycle = frames
        return try Output(configuration, on: connection)
    }

    private func device(_ id: String, isDefault: Bool = false) -> DeviceDescription {
        DeviceDescription(id: id, name: id, direction: .output, isDefault: isDefault)
    }

    @Test func theDefaultAndItsNameShareAStream() throws {
        let (one, two) = (try output(nil), try output("manual"))
        let (first, second) = (Note(0.25), Note(0.5))
        one.add(first.source)
        two.add(second.source)
        #expect(eventually { server.runningStreams == 1 })
        #expect(server.advance(8) == Array(repeating: 0.75, count: 8))
        #expect(first.cycles.withLock { $0.unshared } == second.cycles.withLock { $0.unshared })
        #expect(one.clock == two.clock && one.clock != nil)
        #expect(server.connections == 1)
    }

    @Test func rolesAreMixesOfTheirOwn() throws {
        var configuration = OutputConfiguration()
        configuration.channels = 1
        configuration.role = .event
        let (sound, event) = (try output(nil), try Output(configuration, on: connection))
        sound.add(Note(0.25).source)
        event.add(Note(0.5).source)
        #expect(eventually { server.runningStreams == 2 })
    }

    /// The bus that follows goes with the default device, and its time line goes on; the one that names a device stays.
    @Test func theyPartWithTheDefaultDevice() throws {
        server.setDevices([device("a", isDefault: true), device("b")])
        let (following, named) = (try output(nil), try output("a"))
        let (follower, stayer) = (Note(0.25), Note(0.5))
        following.add(follower.source)
        named.add(stayer.source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(8)
        server.setDevices([device("a"), device("b", isDefault: true)])
        #expect(eventually { server.runningStreams == 2 })
        _ = server.advance(8)
        for note in [follower, stayer] {
            let times = note.cycles.withLock { $0.map(\.sampleTime) }
            #expect(times == [0, 4, 8, 12])
        }
        // One that names the new default joins what follows it.
        let (newcomer, third) = (try output("b"), Note(0.125))
        let passing = third.source
        newcomer.add(passing)
        _ = server.advance(4)
        #expect(server.runningStreams == 2)
        #expect(third.cycles.withLock { $0.count } == 1)
        // When the default comes back, what follows shares the stream of what stayed.
        newcomer.remove(passing)
        server.setDevices([device("a", isDefault: true), device("b")])
        #expect(
            eventually {
                _ = server.advance(4)
                return server.runningStreams == 1
            })
        #expect(server.advance(4) == Array(repeating: 0.75, count: 4))
        let times = follower.cycles.withLock { $0.map(\.sampleTime) }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 == $0 + 4 })
    }

    private func mix(_ output: Output) -> Mix? { connection.router.mix(of: output.endpoint.bus) }

    /// Lets time pass until something is so.
    private func advances(until isSo: () -> Bool) -> Bool {
        eventually {
            _ = server.advance(4)
            return isSo()
        }
    }

    /// A server moves what follows the default device by itself. What names the device has a stream that it does not move, and
    /// what follows shares that while the other sounds and for two seconds more.
    @Test func aServerDoesNotMoveWhatNamesADevice() throws {
        server.isServer = true
        server.setDevices([device("a", isDefault: true), device("b")])
        let following = try output(nil)
        let (follower, stayer) = (Note(0.25), Note(0.5))
        following.add(follower.source)
        #expect(advances { server.runningStreams == 1 && follower.cycles.withLock { $0.count > 1 } })
        #expect(mix(following)?.pinnedDevice == nil)
        let named = try output("a")
        let source = stayer.source
        named.add(source)
        #expect(mix(named)?.pinnedDevice == "a")
        #expect(advances { server.openStreams == 1 && mix(following) === mix(named) })
        #expect(server.advance(4) == Array(repeating: 0.75, count: 4))
        named.remove(source)
        #expect(advances { mix(following)?.pinnedDevice == nil })
        // It stays apart, whatever becomes known of the devices, until the one that names the device sounds again.
        server.setDevices([device("a", isDefault: true)])
        server.setDevices([device("a", isDefault: true), device("b")])
        _ = try connection.thread.perform { () throws(AudioError) in }
        #expect(mix(following)?.pinnedDevice == nil)
        named.add(source)
        #expect(advances { mix(following) === mix(named) })
        // With the default device, what follows goes.
        server.setDevices([device("a"), device("b", isDefault: true)])
        #expect(advances { mix(following) !== mix(named) })
        #expect(mix(named)?.pinnedDevice == "a" && mix(following)?.pinnedDevice == nil)
        let times = follower.cycles.withLock { $0.unshared }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.sampleTime == $0.sampleTime + Int64($0.frames) })
    }

    /// What follows the default device is sent to another one by the session, and stays in the stream that is bound to that: it is
    /// rendered once a cycle, whatever becomes known of the devices.
    @Test func whatPrefersADeviceStaysInItsStream() throws {
        server.isServer = true
        let devices = [device("a", isDefault: true), device("b")]
        server.setDevices(devices)
        let following = try output(nil)
        let follower = Note(0.25)
        following.add(follower.source)
        #expect(advances { server.runningStreams == 1 })
        connection.prefer("b", .output)
        #expect(advances { mix(following)?.pinnedDevice == "b" && server.openStreams == 1 })
        let preferred = mix(following)
        // Longer than a stream is shared that nothing names.
        let end = HostTime.now() + 2_500_000_000
        var heard: Set<Float> = []
        while HostTime.now() < end {
            heard.formUnion(server.advance(4))
            server.setDevices(devices + [device("c")])
            server.setDevices(devices)
            usleep(2000)
        }
        _ = try connection.thread.perform { () throws(AudioError) in }
        heard.formUnion(server.advance(4))
        #expect(heard == [0.25] && mix(following) === preferred && server.openStreams == 1)
        let times = follower.cycles.withLock { $0.unshared }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.sampleTime == $0.sampleTime + Int64($0.frames) })
        connection.prefer(nil, .output)
        #expect(advances { mix(following)?.pinnedDevice == nil })
    }

    /// What begins to follow while the stream of what named the device still stands shares that for the rest of the two seconds.
    @Test func whatFollowsLeavesAStreamThatNothingNames() throws {
        server.isServer = true
        server.setDevices([device("a", isDefault: true), device("b")])
        var named: Output? = try output("a")
        named?.add(Note(0.25).source)
        #expect(advances { server.runningStreams == 1 })
        named = nil
        let following = try output(nil)
        let follower = Note(0.5)
        following.add(follower.source)
        #expect(mix(following)?.pinnedDevice == "a" && server.openStreams == 1)
        #expect(advances { mix(following)?.pinnedDevice == nil })
        let times = follower.cycles.withLock { $0.unshared }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.sampleTime == $0.sampleTime + Int64($0.frames) })
    }

    /// A bound stream whose device does not open is not shared: what follows the default device sounds in one of its own, until
    /// the bound one is there again.
    @Test func whatFollowsDoesNotWaitForABoundStream() throws {
        server.isServer = true
        let devices = [device("a", isDefault: true), device("b")]
        server.setDevices(devices)
        let named = try output("a")
        named.add(Note(0.25).source)
        #expect(advances { server.runningStreams == 1 })
        server.setDevices([device("b", isDefault: true)])
        #expect(advances { mix(named)?.keeper.stream == nil })
        // The device is named the default before it opens.
        server.refusedDevice = "a"
        server.setDevices(devices)
        let following = try output(nil)
        let follower = Note(0.5)
        following.add(follower.source)
        #expect(mix(following) !== mix(named))
        server.refusedDevice = nil
        #expect(advances { mix(named)?.keeper.stream != nil && mix(following) === mix(named) })
        let times = follower.cycles.withLock { $0.unshared }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.sampleTime == $0.sampleTime + Int64($0.frames) })
    }

    /// A server has some work with a stream: one that has run is there for the next output for two seconds.
    @Test func aServersStreamStaysForTheNextOutput() throws {
        server.isServer = true
        var last: Output? = try output(nil)
        last?.add(Note(0.25).source)
        #expect(advances { server.runningStreams == 1 })
        let first = last.flatMap(mix)
        last = nil
        let next = try output(nil)
        next.add(Note(0.5).source)
        #expect(first != nil && mix(next) === first)
        #expect(server.advance(4) == Array(repeating: 0.5, count: 4))
        #expect(server.openStreams == 1)
    }

    @Test func aServersStreamEndsWhenNothingUsesIt() throws {
        server.isServer = true
        var output: Output? = try output(nil)
        output?.add(Note(0.25).source)
        #expect(advances { server.runningStreams == 1 })
        output = nil
        #expect(server.openStreams == 1)
        #expect(advances { server.openStreams == 0 })
    }

    /// The shortest cycle that anyone wants, as long as he plays.
    @Test func theShortestCycleWins() throws {
        let (long, short) = (try output(nil, frames: 64), try output(nil, frames: 16))
        let (one, two) = (Note(0.25), Note(0.5))
        long.add(one.source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(64)
        #expect(one.cycles.withLock { $0.map(\.frames) } == [64])
        let source = two.source
        short.add(source)
        #expect(
            eventually {
                _ = server.advance(16)
                _ = server.advance(64)
                return one.cycles.withLock { $0.suffix(4).map(\.frames) } == [16, 16, 16, 16]
            })
        short.remove(source)
        #expect(
            eventually {
                _ = server.advance(64)
                return one.cycles.withLock { $0.last?.frames } == 64
            })
    }

    @Test func aNameWhoseDeviceIsGoneWaitsForIt() throws {
        server.setDevices([device("a", isDefault: true), device("b")])
        let named = try output("b")
        let events = LockedValue<[StreamEvent]>([])
        named.observe(noting(events))
        let note = Note(0.5)
        named.add(note.source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(4)
        server.setDevices([device("a", isDefault: true)])
        #expect(eventually { events.withLock { $0.contains(.lost) } })
        #expect(server.advance(4).isEmpty)
        server.setDevices([device("a", isDefault: true), device("b")])
        #expect(eventually { server.runningStreams == 1 })
        #expect(server.advance(4) == [0.5, 0.5, 0.5, 0.5])
        #expect(note.cycles.withLock { $0.map(\.sampleTime) } == [0, 4])
    }

    @Test func busesHaveAGainOfTheirOwn() throws {
        let (one, two) = (try output(nil), try output(nil))
        one.add(Note(0.5).source)
        two.add(Note(0.25).source)
        #expect(eventually { server.runningStreams == 1 })
        one.volume = 0
        #expect(server.advance(8) == [0.75, 0.625, 0.5, 0.375, 0.25, 0.25, 0.25, 0.25])
    }

    @Test func theLastOneClosesTheStream() throws {
        var output: Output? = try output(nil)
        let other = try self.output(nil)
        other.add(Note(0.5).source)
        #expect(eventually { server.runningStreams == 1 })
        output?.add(Note(0.25).source)
        #expect(eventually { server.advance(1) == [0.75] })
        output = nil
        #expect(eventually { server.advance(1) == [0.5] })
        #expect(server.runningStreams == 1)
    }

    /// A device's rate that changes back before the new stream has had a cycle: the bus goes back to the mix that it leaves.
    @Test func aRateThatChangesBackAtOnce() throws {
        func setRate(_ rate: Double) {
            var device = device("a", isDefault: true)
            device.sampleRate = rate
            server.setDevices([device])
        }
        setRate(48_000)
        let output = try output("a")
        let note = Note(0.5)
        output.add(note.source)
        #expect(eventually { server.runningStreams == 1 })
        server.advance(100)
        let (bus, router) = (output.endpoint.bus, connection.router)
        setRate(44_100)
        #expect(eventually { router.entries.withLock { _ in bus.handover != nil } })
        setRate(48_000)
        #expect(
            eventually {
                server.advance(8)
                return router.entries.withLock { entries in
                    entries.count == 1 && entries[0].mix.shape.sampleRate == 48_000 && bus.handover == nil
                }
            })
        let count = note.cycles.withLock { $0.count }
        #expect(
            eventually {
                server.advance(8)
                return note.cycles.withLock { $0.count } > count + 10
            })
    }

    /// A stream starts, and a server is found again, also while one call comes after the other.
    @Test func callsThatKeepComingHoldNothingUp() throws {
        let (thread, isOver) = (connection.thread, LockedValue(false))
        @Sendable func call() { if !isOver.withLock({ $0 }) { thread.post { call() } } }
        defer { isOver.withLock { $0 = true } }
        let output = try output(nil)
        call()
        output.add(Note(0.5).source)
        #expect(eventually { server.runningStreams == 1 })
        server.crash()
        server.revive()
        #expect(eventually { server.runningStreams == 1 })
    }
}
