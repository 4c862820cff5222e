import AudioCore
import Glibc
import TestSupport
import Testing

@testable import AudioDevices

/// The back ends against real servers of their own. One server at a time: the environment names it.
@Suite(.serialized) struct ServerTests {
    final class Events: Sendable {
        private let list = LockedValue<[DeviceEvent]>([])
        func add(_ event: DeviceEvent) { list.withLock { $0.append(event) } }
        func has(_ matches: @escaping (DeviceEvent) -> Bool) -> Bool { list.withLock { $0.contains(where: matches) } }
        var hasLoss: Bool {
            has { if case .connectionLost = $0 { true } else { false } }
        }
    }

    private func backend(_ kind: PrivateServer.Kind) -> any Backend.Type {
        switch kind {
        case .pipewire: PipeWire.self
        case .pulse: PulseAudio.self
        }
    }

    /// 48 000 frames of a signal without zeroes, and the recording of the sink's monitor: every sample the same.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func playsEverySample(kind: PrivateServer.Kind) throws
    {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        // A busy machine may drop a cycle: that is counted, and tried again.
        let attempts = Attempts()
        while true {
            let backend = try type.init { _ in }
            defer { backend.close() }
            let recorder = try #require(Recorder(server))
            let counter = RenderCounter()
            var request = StreamRequest()
            request.shape.framesPerCycle = 1024
            let stream = try backend.open(request, render: counter.call)
            try stream.start()
            let heard = recorder.finish(frames: 48_000)
            let xruns = stream.xruns
            #expect(stream.latency > 0 && stream.latency < 96_000)
            stream.close()
            let same = (0..<min(96_000, heard.count)).prefix { heard[$0] == RenderCounter.sample(Int64($0)) }.count
            if same < 96_000, attempts.another() {
                print("\(type.name): \(same) of 96000 samples equal, \(xruns) xruns; again")
                continue
            }
            #expect(same == 96_000)
            #expect(counter.cycles.allSatisfy { $0.frames <= 1024 })
            break
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func listsDevicesAndTellsOfANewDefault(
        kind: PrivateServer.Kind
    ) throws {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let events = Events()
        let backend = try type.init { events.add($0) }
        defer { backend.close() }
        let outputs = try backend.devices().filter { $0.direction == .output }
        #expect(Set(outputs.map(\.id)) == ["speakers", "headphones"])
        #expect(outputs.filter(\.isDefault).map(\.id) == ["speakers"])
        #expect(outputs.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 2 })
        var request = StreamRequest()
        request.device = "gramophone"
        #expect(throws: AudioError.noDevice) { _ = try backend.open(request, render: RenderCounter().call) }
        server.setDefault("headphones")
        #expect(eventually { events.has { $0 == .defaultChanged(.output) } })
        #expect(try backend.devices().filter(\.isDefault).contains { $0.id == "headphones" })
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func tellsOfTheServersDeathAndConnectsToTheNext(
        kind: PrivateServer.Kind
    ) throws {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let events = Events()
        let backend = try type.init { events.add($0) }
        let counter = RenderCounter()
        let stream = try backend.open(StreamRequest(), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(5))
        server.crash()
        #expect(eventually { events.hasLoss })
        #expect(throws: AudioError.self) { _ = try backend.devices() }
        stream.close()
        backend.close()
        #expect(throws: AudioError.self) { _ = try type.init { _ in } }
        server.revive()
        let next = try type.init { _ in }
        #expect(try next.devices().contains { $0.id == "speakers" })
        next.close()
    }

    /// A list never shows a device whose kind has not come yet, however soon it is asked for.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func aDeviceComesWithItsProperties(
        kind: PrivateServer.Kind
    ) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let backend = try backend(kind).init { _ in }
        defer { backend.close() }
        let added = (0..<10).map { "usb-\($0)" }
        let transports = LockedValue<[String: DeviceTransport]>([:])
        let end = HostTime.now() + 60 * HostTime.ticksPerSecond
        let watcher = try Thread(name: "watcher") {
            while transports.withLock({ $0.count < added.count }), HostTime.now() < end {
                for device in (try? backend.devices()) ?? [] where added.contains(device.id) {
                    transports.withLock { $0[device.id] = $0[device.id] ?? device.transport }
                }
            }
        }
        for name in added { server.addSink(name, ["device.bus": "usb"]) }
        watcher.join()
        #expect(transports.withLock { $0 } == .init(uniqueKeysWithValues: added.map { ($0, .usb) }))
    }

    /// A default device that the server names before it has said what it is follows when that is known.
    @Test(.needs(.pipewire)) func aNewDefaultIsInTheList() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let listed = LockedValue<[[String]]>([])
        let connection = LockedValue<PipeWire?>(nil)
        let backend = try PipeWire { event in
            guard event == .defaultChanged(.output), let backend = connection.withLock({ $0 }) else { return }
            let devices = (try? backend.devices()) ?? []
            let defaults = devices.filter { $0.isDefault && $0.direction == .output }.map(\.id)
            listed.withLock { $0.append(defaults) }
        }
        connection.withLock { $0 = backend }
        defer { connection.withLock { $0 = nil } }
        defer { backend.close() }
        let other = try PipeWire { _ in }
        defer { other.close() }
        // The loop gets all messages at once, and answers none in between.
        backend.locked {
            server.addSink("new")
            server.setDefault("new")
            #expect(eventually { (try? other.devices())?.contains { $0.isDefault && $0.id == "new" } == true })
        }
        #expect(eventually { listed.withLock { $0.last } == ["new"] })
        #expect(listed.withLock { $0.map { $0 } } == [["new"]])
    }

    /// Cards come after the server's settings, which name the default device: to a program that starts then, it is the default.
    @Test(.needs(.pipewire)) func aLateDeviceIsTheDefaultFromTheStart() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let watcher = try PipeWire { _ in }
        defer { watcher.close() }
        server.addSink("late")
        server.setDefault("late")
        let isDefault = { (device: DeviceDescription) in device.isDefault && device.direction == .output }
        #expect(eventually { (try? watcher.devices())?.contains { isDefault($0) && $0.id == "late" } == true })
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        #expect(try backend.devices().filter(isDefault).map(\.id) == ["late"])
    }

    /// The server answers to the beginning of a stream that has been closed since: nothing of the stream is there any more.
    @Test(.needs(.pulse)) func aStreamMayCloseBeforeItBegins() throws {
        let server = try PrivateServer(.pulse)
        defer { server.stop() }
        let backend = try PulseAudio { _ in }
        defer { backend.close() }
        do {
            let counter = RenderCounter()
            let stream = try #require(backend.open(StreamRequest(), render: counter.call) as? PulseStream)
            server.send(SIGSTOP)
            try stream.start()
            // With the first frames the server is asked to begin.
            #expect(eventually { backend.locked { !stream.isHeld } })
            stream.close()
        }
        // Fills the memory of the stream, which is free now, with what no stream contains.
        var blocks: [UnsafeMutableRawPointer] = []
        defer { for block in blocks { free(block) } }
        for size in stride(from: 64, through: 1024, by: 16) {
            for _ in 0..<8 {
                guard let block = malloc(size) else { continue }
                memset(block, 0xA5, size)
                blocks.append(block)
            }
        }
        server.send(SIGCONT)
        let counter = RenderCounter()
        let stream = try backend.open(StreamRequest(), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(5))
        stream.close()
    }

    /// The cycles of one burst are asked for at one time. Their times are apart by the cycles' durations.
    @Test(.enabled(if: PrivateServer.Kind.pulse.isInstalled)) func aBurstsCyclesFollowEachOtherInTime() throws {
        let server = try PrivateServer(.pulse)
        defer { server.stop() }
        let backend = try PulseAudio { _ in }
        defer { backend.close() }
        for direction in [DeviceDirection.output, .input] {
            let counter = RenderCounter()
            var request = StreamRequest()
            request.direction = direction
            request.shape.framesPerCycle = 256
            let stream = try backend.open(request, render: counter.call)
            try stream.start()
            #expect(counter.waitForCycles(30))
            stream.close()
            let pairs = zip(counter.cycles, counter.cycles.dropFirst())
            let inBurst = pairs.filter { $1.requestTime == $0.requestTime }
            #expect(direction == .input || !inBurst.isEmpty)
            for (one, next) in inBurst {
                // Computed from the burst's start, so that rounding does not accumulate: exact to a nanosecond.
                let apart = Int64(next.hostTime) - Int64(one.hostTime)
                #expect(abs(apart - Int64(HostTime.duration(of: Int64(one.frames), at: 48_000))) <= 1)
            }
        }
    }

    /// Messages that leave out a node's properties do not change them.
    @Test(.enabled(if: PrivateServer.Kind.pipewire.isInstalled)) func howANodeIsAttachedOutlastsItsChanges() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        let speakers = { try #require(try backend.devices().first { $0.id == "speakers" }) }
        #expect(try speakers().transport == .virtual)
        let counter = RenderCounter()
        let stream = try backend.open(StreamRequest(), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(3))
        #expect(eventually { (try? speakers().isRunning) == true })
        try backend.apply(.volume([0.5, 0.5]), to: "speakers", .output)
        try backend.apply(.muted(true), to: "speakers", .output)
        stream.close()
        #expect(eventually(seconds: 20) { (try? speakers().isRunning) == false })
        #expect(try speakers().transport == .virtual)
        #expect(try speakers().isMuted == true)
    }

    /// A node with both directions is an output and an input with one name, and streams of both kinds open on it.
    @Test(.enabled(if: PrivateServer.Kind.pipewire.isInstalled)) func aDuplexNodeHasBothSides() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let backend = try PipeWire { _ in }
        defer { backend.close() }
        server.run("pw-cli", PrivateServer.nodeCommand("headset", "Audio/Duplex"))
        let sides = { ((try? backend.devices()) ?? []).filter { $0.id == "headset" } }
        #expect(eventually { Set(sides().map(\.direction)) == [.output, .input] })
        #expect(sides().allSatisfy { $0.channels == 2 })
        for direction in [DeviceDirection.output, .input] {
            var request = StreamRequest()
            request.device = "headset"
            request.direction = direction
            let counter = RenderCounter()
            let stream = try backend.open(request, render: counter.call)
            try stream.start()
            #expect(counter.waitForCycles(3), "\(direction)")
            stream.close()
        }
        var wrong = StreamRequest()
        wrong.device = "speakers"
        wrong.direction = .input
        #expect(throws: AudioError.noDevice) { _ = try backend.open(wrong, render: RenderCounter().call) }
    }

    /// The first call waits for a server that does not respond, those behind it hardly. Once it responds again, so do calls.
    @Test(.enabled(if: PrivateServer.Kind.pulse.isInstalled)) func aServerThatDoesNotRespondIsWaitedForOnce() throws {
        let server = try PrivateServer(.pulse)
        defer { server.stop() }
        let backend = try PulseAudio { _ in }
        defer { backend.close() }
        #expect(try !backend.devices().isEmpty)
        server.send(SIGSTOP)
        defer { server.send(SIGCONT) }
        let waits = (0..<4).map { _ in
            let start = HostTime.now()
            #expect(throws: AudioError.self) { _ = try backend.devices() }
            return HostTime.now() - start
        }
        #expect(waits[0] >= 3 * HostTime.ticksPerSecond)
        #expect(waits[1...].reduce(0, +) < waits[0])
        server.send(SIGCONT)
        #expect(eventually { (try? backend.devices())?.isEmpty == false })
        // It has answered: the next time, a call waits for it again.
        server.send(SIGSTOP)
        let start = HostTime.now()
        #expect(throws: AudioError.self) { _ = try backend.devices() }
        #expect(HostTime.now() - start >= 3 * HostTime.ticksPerSecond)
    }

    /// Calls in progress when a connection ends return, with an error or without.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed) func theEndWaitsForCalls(kind: PrivateServer.Kind)
        throws
    {
        let type = backend(kind)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        for round in 0..<60 {
            let backend = try type.init { _ in }
            let calls = WaitableValue(0)
            let threads = try (0..<3).map { index in
                try Thread(name: "client") {
                    var step = index
                    while true {
                        step += 1
                        calls.withLock { $0 += 1 }
                        let volume = Float(step % 10 + 1) / 10
                        do throws(AudioError) {
                            _ = try backend.devices()
                            try backend.apply(.volume([volume, volume]), to: "speakers", .output)
                        } catch { return }
                    }
                }
            }
            _ = calls.wait { $0 > round ? true : nil }
            backend.close()
            for thread in threads { thread.join() }
        }
    }
}
