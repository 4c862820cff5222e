import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// Callbacks that stop, start, change and ask what calls them. A test that hangs has failed.
@Suite(.mustEnd) struct HardwareCallbackTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func output() throws -> AudioObjectID {
        try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
    }

    /// A callback that does something in each of its cycles, which count from 1.
    private func proc(
        _ device: AudioObjectID, _ body: @escaping @Sendable (_ call: Int, _ proc: UInt) throws -> Void
    ) throws -> (number: UInt, calls: LockedValue<[Int]>) {
        let calls = LockedValue<[Int]>([])
        let own = LockedValue<UInt>(0)
        let number = try system.createProc(device) { _, _, _, output, _ in
            let frames = Int(output.pointee.mBuffers.mDataByteSize) / 8
            let call = calls.withLock { calls in
                calls.append(frames)
                return calls.count
            }
            do { try body(call, own.withLock { $0 }) } catch { Issue.record(error) }
        }
        own.withLock { $0 = number }
        return (number, calls)
    }

    private func start(_ device: AudioObjectID, _ proc: UInt, frames: UInt32 = 48) throws {
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: frames)
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
    }

    @Test func stopsItself() throws {
        let (system, device) = (system, try output())
        let (proc, calls) = try proc(device) { call, proc in
            guard call == 3 else { return }
            try system.stop(device, proc)
            #expect(try number(system, device, kAudioDevicePropertyDeviceIsRunning) == 0)
        }
        let news = try HardwareNews(system, device)
        try start(device, proc)
        server.advance(48 * 10)
        #expect(calls.withLock { $0 } == [48, 48, 48])
        #expect(eventually { server.runningStreams == 0 && news.has(kAudioDevicePropertyDeviceIsRunning) })
        // It starts again, as if another thread had stopped it.
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(48)
        #expect(calls.withLock { $0.count } == 4)
        try system.destroyProc(device, proc)
    }

    @Test func destroysItself() throws {
        let (system, device) = (system, try output())
        let (proc, calls) = try proc(device) { _, proc in try system.destroyProc(device, proc) }
        try start(device, proc)
        server.advance(48 * 4)
        #expect(calls.withLock { $0.count } == 1)
        #expect(eventually { server.runningStreams == 0 })
        #expect(throws: AudioError.parameter) { try system.start(device, proc) }
    }

    /// A client's object that stops and asks its device when it is freed.
    private final class Owner: Sendable {
        let system: HardwareSystem
        let device: AudioObjectID
        let other: UInt
        let isFreed: LockedValue<Bool>

        init(_ system: HardwareSystem, _ device: AudioObjectID, _ other: UInt, _ isFreed: LockedValue<Bool>) {
            (self.system, self.device, self.other, self.isFreed) = (system, device, other, isFreed)
        }

        func note() {}

        deinit {
            try? system.stop(device, other)
            _ = try? system.currentTime(device)
            isFreed.withLock { $0 = true }
        }
    }

    /// What a block keeps is freed without our locks, and before the call returns that takes the block away.
    @Test func aBlockIsFreedWithoutALock() throws {
        let (system, device) = (system, try output())
        let (other, _) = try proc(device) { _, _ in }
        try start(device, other)
        let isFreed = LockedValue(false)
        func make() throws -> UInt {
            let owner = Owner(system, device, other, isFreed)
            return try system.createProc(device) { _, _, _, _, _ in owner.note() }
        }
        let number = try make()
        try system.start(device, number)
        server.advance(48 * 4)
        try system.destroyProc(device, number)
        #expect(isFreed.withLock { $0 })
        #expect(eventually { server.runningStreams == 0 })
    }

    /// A listener may wait for the end of the cycle in which it is removed.
    @Test func removesAListenerThatRuns() throws {
        let (system, device) = (system, try output())
        let mute = AudioObjectPropertyAddress(kAudioDevicePropertyMute, kAudioObjectPropertyScopeOutput)
        let cycle = WaitableValue((isAwaited: false, isOver: false))
        try system.addListener(device, mute, key: [1]) { _, _ in
            cycle.withLock { $0.isAwaited = true }
            #expect(cycle.wait(nanoseconds: 20 * HostTime.ticksPerSecond) { $0.isOver ? true : nil } == true)
        }
        let (proc, calls) = try proc(device) { _, _ in try system.removeListener(device, mute, key: [1]) }
        try start(device, proc)
        try set(system, device, kAudioDevicePropertyMute, kAudioObjectPropertyScopeOutput, to: UInt32(1))
        _ = cycle.wait { $0.isAwaited ? true : nil }
        server.advance(48)
        cycle.withLock { $0.isOver = true }
        #expect(calls.withLock { $0.count } == 1)
        try system.destroyProc(device, proc)
    }

    @Test func setsTheFramesOfItsCycles() throws {
        let (system, device) = (system, try output())
        let (proc, calls) = try proc(device) { call, _ in
            guard call == 1 else { return }
            try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(96))
            #expect(try number(system, device, kAudioDevicePropertyBufferFrameSize) == 96)
        }
        try start(device, proc)
        server.advance(48)
        #expect(
            eventually {
                server.advance(96)
                return calls.withLock { $0.last } == 96
            })
        try system.destroyProc(device, proc)
        #expect(calls.withLock { $0.allSatisfy { $0 == 48 || $0 == 96 } })
    }

    @Test func startsAnotherAndStops() throws {
        let (system, device) = (system, try output())
        let (second, later) = try proc(device) { call, proc in
            if call == 2 { try system.stop(device, proc) }
        }
        let (first, calls) = try proc(device) { _, proc in
            try system.start(device, second)
            try system.stop(device, proc)
        }
        try start(device, first)
        server.advance(48)
        #expect(
            eventually {
                server.advance(48)
                return later.withLock { $0.count } == 2
            })
        #expect(calls.withLock { $0.count } == 1)
        #expect(eventually { server.runningStreams == 0 })
    }

    @Test func changesTheDevice() throws {
        let (system, device, server) = (system, try output(), server)
        let (proc, _) = try proc(device) { call, _ in
            guard call == 1 else { return }
            let scope = kAudioObjectPropertyScopeOutput
            try set(system, device, kAudioDevicePropertyVolumeScalar, scope, to: Float32(0.5))
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: Float64(44_100))
        }
        try start(device, proc)
        server.advance(48)
        #expect(eventually { server.devices[0].volume == [0.5, 0.5] && server.devices[1].sampleRate == 44_100 })
        try system.destroyProc(device, proc)
    }

    /// A callback makes, changes and destroys aggregates while another thread waits for the server, which lists its devices
    /// only behind the cycle.
    @Test func changesAggregatesWhileAnotherThreadAsksTheServer() throws {
        let (system, device) = (system, try output())
        let chosen = try system.createAggregate(.init(uid: "chosen", name: "Chosen", parts: ["manual"]))
        try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: chosen)
        #expect(try output() == chosen)
        // 1: the cycle has begun. 2: the other thread asks.
        let stage = WaitableValue(0)
        let (proc, calls) = try proc(device) { call, _ in
            guard call == 1 else { return }
            stage.withLock { $0 = 1 }
            _ = stage.wait { $0 == 2 ? true : nil }
            let own = try system.createAggregate(.init(uid: "own", name: "Own", parts: ["manual"]))
            try system.compose(system.device(own)) { $0.parts = [] }
            try system.destroyAggregate(own)
            try system.destroyAggregate(chosen)
        }
        try start(device, proc)
        let asking = try Thread(name: "asking") {
            _ = stage.wait { $0 == 1 ? true : nil }
            system.refresh()
        }
        let watching = try Thread(name: "watching") {
            _ = stage.wait { $0 == 1 ? true : nil }
            while system.learning.withLockIfFree({ _ in true }) != nil { Thread.sleep(until: HostTime.now() + 20_000) }
            stage.withLock { $0 = 2 }
        }
        server.advance(48)
        asking.join()
        watching.join()
        #expect(calls.withLock { $0.count } == 1)
        #expect(system.device(uid: "own") == nil && system.device(uid: "chosen") == nil)
        // The default changes behind the cycle.
        #expect(eventually { (try? output()) == device })
        try system.destroyProc(device, proc)
    }

    /// A system that is not connected connects behind the cycle in which it is first asked.
    @Test func asksAnotherSystemFirst() throws {
        let (device, server) = (try output(), server)
        let other = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let (proc, calls) = try proc(device) { _, _ in
            _ = try? number(other, 1, kAudioHardwarePropertyDefaultOutputDevice)
        }
        try start(device, proc)
        let connections = server.connections
        server.advance(48 * 2)
        #expect(calls.withLock { $0.count } == 2)
        #expect(eventually { server.connections > connections })
        #expect(try number(other, 1, kAudioHardwarePropertyDefaultOutputDevice) != AudioObjectID(kAudioObjectUnknown))
        try system.destroyProc(device, proc)
    }

    /// Lets cycles pass on a thread of their own while `body` runs.
    private func withCycles(_ body: () throws -> Void) throws {
        let (server, isOver) = (server, LockedValue(false))
        let cycles = try Thread(name: "cycles") {
            while !isOver.withLock({ $0 }) {
                server.advance(48)
                Thread.sleep(until: HostTime.now() + 20_000)
            }
        }
        defer {
            isOver.withLock { $0 = true }
            cycles.join()
        }
        try body()
    }

    /// Another thread starts and stops the device while its callback asks for the time.
    @Test func asksForTheTimeWhileAnotherThreadStops() throws {
        let (system, device) = (system, try output())
        let (proc, calls) = try proc(device) { _, _ in
            // The device may have been stopped.
            guard let now = try? system.currentTime(device) else { return }
            _ = try? system.translate(device, now, wanted: .hostTimeValid)
        }
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(48))
        try withCycles {
            for _ in 0..<100 {
                try system.start(device, proc)
                let before = calls.withLock { $0.count }
                #expect(eventually { calls.withLock { $0.count } > before })
                try system.stop(device, proc)
                let after = calls.withLock { $0.count }
                server.advance(48)
                #expect(calls.withLock { $0.count } == after)
            }
        }
        try system.destroyProc(device, proc)
    }

    /// The stop of a thread that meets the callback's own waits for the callback's end all the same.
    @Test func aThreadStopsWhatStopsItself() throws {
        let (system, device) = (system, try output())
        let isInside = LockedValue(false)
        let (proc, calls) = try proc(device) { _, proc in
            isInside.withLock { $0 = true }
            Thread.sleep(until: HostTime.now() + 50_000)
            try system.stop(device, proc)
            Thread.sleep(until: HostTime.now() + 200_000)
            isInside.withLock { $0 = false }
        }
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(48))
        var random = SeededRandom(1)
        try withCycles {
            for round in 0..<500 {
                try system.start(device, proc)
                let deadline = HostTime.now() + HostTime.ticksPerSecond
                while calls.withLock({ $0.count }) == round, HostTime.now() < deadline {
                    Thread.sleep(until: HostTime.now() + 5000)
                }
                Thread.sleep(until: HostTime.now() + UInt64.random(in: 0..<100_000, using: &random))
                try system.stop(device, proc)
                #expect(!isInside.withLock { $0 } && calls.withLock { $0.count } == round + 1)
            }
        }
        try system.destroyProc(device, proc)
    }

    /// Callbacks and threads start, stop and change at random. In the end everything stands still.
    @Test(arguments: [1, 2, 3] as [UInt64]) func randomCalls(seed: UInt64) throws {
        let (system, device) = (system, try output())
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(48))
        let random = LockedValue(SeededRandom(seed))
        let procs = LockedValue<[UInt]>([])
        @Sendable func step() throws {
            let all = procs.withLock { $0 }
            let (choice, proc) = random.withLock { random in
                (Int.random(in: 0..<10, using: &random), all.randomElement(using: &random))
            }
            guard let proc else { return }
            switch choice {
            case 0...3: try system.start(device, proc)
            case 4...6: try system.stop(device, proc)
            case 7: try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(choice * 8))
            case 8: try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(48))
            default: _ = try? system.currentTime(device)
            }
        }
        var counts: [LockedValue<[Int]>] = []
        for _ in 0..<4 {
            let (proc, calls) = try proc(device) { _, _ in try step() }
            procs.withLock { $0.append(proc) }
            counts.append(calls)
        }
        try withCycles {
            let other = try Thread(name: "other") {
                for _ in 0..<300 { do { try step() } catch { Issue.record(error) } }
            }
            defer { other.join() }
            for _ in 0..<300 { try step() }
        }
        for proc in procs.withLock({ $0 }) { try system.destroyProc(device, proc) }
        // What callbacks asked for last may still be under way.
        #expect(eventually { server.runningStreams == 0 })
        let before = counts.map { $0.withLock { $0.count } }
        server.advance(480)
        #expect(counts.map { $0.withLock { $0.count } } == before)
        #expect(try number(system, device, kAudioDevicePropertyDeviceIsRunning) == 0)
    }
}
