import AudioCore
import AudioDevices
import CCoreAudio
import Foundation
import TestSupport
import Testing

@testable import AudioIO

/// A callback that uses a loudspeaker and a microphone, on a private server whose microphone hears the loudspeaker.
@Suite(.serialized, .needs(.pipewire)) struct DuplexServerTests {
    /// Plays a counter and compares it with what it hears. The audio thread's own, but for the atomic copy of what it found.
    private final class Loop: Sendable {
        struct Found: Equatable {
            /// Frames from playing to hearing, and for how many frames that has been the same.
            var delay = -1
            var frames = 0
            var played = 0
        }

        let found = LockedValue(Found())

        func call(_ input: UnsafePointer<AudioBufferList>, _ output: UnsafeMutablePointer<AudioBufferList>) {
            guard let samples = output.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self) else { return }
            let frames = Int(output.pointee.mBuffers.mDataByteSize) / 8
            let heard = input.pointee.mNumberBuffers == 1 ? input.pointee.mBuffers.mData : nil
            found.withLock { found in
                for frame in 0..<frames {
                    let number = found.played + frame + 1
                    // The right channel is another program's.
                    (samples[2 * frame], samples[2 * frame + 1]) = (Float(number), 0)
                    guard let heard = heard?.assumingMemoryBound(to: Float.self) else { continue }
                    let delay = heard[2 * frame] == 0 ? -1 : number - Int(heard[2 * frame])
                    found.frames = delay == found.delay && delay >= 0 ? found.frames + 1 : 0
                    found.delay = delay
                }
                found.played += frames
            }
        }
    }

    private func system() -> HardwareSystem {
        HardwareSystem { (events) throws(AudioError) in try Backends.connect("pipewire", events: events) }
    }

    /// The loudspeaker and the microphone as one device.
    private func both(_ system: HardwareSystem) throws -> AudioObjectID {
        try system.createAggregate(.init(uid: "both", name: "Both", parts: ["speakers", "microphone"]))
    }

    /// Wants cycles of so many frames, silently.
    private func silence(_ frames: Int, _ system: HardwareSystem) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.device = "speakers"
        configuration.framesPerCycle = frames
        let output = try Output(configuration, on: system.connection())
        output.add(OutputSource(context: UnsafeMutableRawPointer(bitPattern: 16)!) { _, _ in 0 })
        return output
    }

    private func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }

    /// Sample by sample, with the delay of the server's own cycle and of what the number of frames takes.
    @Test(arguments: [(256, 256), (512, 512), (256, 512), (256, 480), (256, 300), (256, 100), (256, 48)])
    func whatIsHeardIsPlayedInTheSameCycle(cycle: Int, frames: Int) throws {
        // The way from the loudspeaker to the microphone takes a cycle or two, by which of them drives the server.
        let own = frames - divisor(frames, cycle)
        let wanted = [own + cycle, own + 2 * cycle]
        // A machine that stalls drops a cycle, which then is a part of the delay: that shows, and is tried again.
        let attempts = Attempts()
        while true {
            let found = try heard(cycle: cycle, frames: frames) { $0.frames > 24_000 && wanted.contains($0.delay) }
            if found.frames > 24_000, wanted.contains(found.delay) { break }
            try #require(attempts.another(), "\(found), wanted one of \(wanted)")
        }
    }

    /// What a callback of so many frames has heard of itself, on a server with such a cycle, once it is as wished, or after a while.
    private func heard(cycle: Int, frames: Int, until isWished: (Loop.Found) -> Bool) throws -> Loop.Found {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        // A server's cycle may be longer than what any program asks for.
        if frames < cycle {
            server.run("pw-metadata", ["-n", "settings", "0", "clock.force-quantum", "\(cycle)"])
        }
        let system = system()
        defer { system.unload() }
        let output = try silence(cycle, system)
        let device = try both(system)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(frames))
        let loop = Loop()
        let proc = try system.createProc(device) { _, input, _, output, _ in loop.call(input, output) }
        try system.start(device, proc)
        server.linkMicrophone()
        _ = eventually { isWished(loop.found.withLock { $0 }) }
        let found = loop.found.withLock { $0 }
        try system.stop(device, proc)
        withExtendedLifetime(output) {}
        return found
    }

    /// The time that a call is told is that at which its cycle began, also where the input's cycles trigger the output's: calls
    /// come soon after it.
    @Test func aCallsTimeIsThatOfItsCycle() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system()
        defer { system.unload() }
        let device = try both(system)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(512))
        let delays = LockedValue<[UInt64]>([])
        let proc = try system.createProc(device) { now, input, _, _, _ in
            let delay = HostTime.now() &- now.pointee.mHostTime
            if input.pointee.mNumberBuffers == 1 { delays.withLock { $0.append(delay) } }
        }
        try system.start(device, proc)
        server.linkMicrophone()
        #expect(eventually { delays.withLock { $0.count > 200 } })
        // Half a cycle of 512 frames.
        let least = delays.withLock { $0.suffix(100).min() } ?? .max
        #expect(least < 5_300_000)
        try system.stop(device, proc)
    }

    /// Another program that asks for shorter cycles does not get them while a callback runs, which may change its own.
    @Test func aCallbackKeepsItsCycle() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system()
        defer { system.unload() }
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        try set(system, speakers, kAudioDevicePropertyBufferFrameSize, to: UInt32(512))
        // What shares the callback's stream hears of the server's own cycles.
        let cycles = LockedValue<[Int]>([])
        let output = try Output(on: system.connection())
        output.add(
            OutputSource(context: Unmanaged.passUnretained(cycles).toOpaque(), owner: cycles) { context, cycle in
                Unmanaged<LockedValue<[Int]>>.fromOpaque(context).takeUnretainedValue()
                    .withLock { $0.append(Int(cycle.pointee.frames)) }
                return 0
            })
        let proc = try system.createProc(speakers) { _, _, _, _, _ in }
        try system.start(speakers, proc)
        let isAt = { (frames: Int) in
            eventually { cycles.withLock { $0.count > 20 && $0.suffix(20).allSatisfy { $0 == frames } } }
        }
        #expect(isAt(512))
        let other = server.play("/dev/zero", latency: 64)
        // It plays once the server lists its stream.
        #expect(eventually { server.run("sh", ["-c", "pw-cli ls Node | grep -q pw-cat"]) == 0 })
        cycles.withLock { $0 = [] }
        #expect(eventually { cycles.withLock { $0.count > 100 } })
        #expect(cycles.withLock { $0.allSatisfy { $0 == 512 } })
        other?.interrupt()
        #expect(eventually { server.run("sh", ["-c", "pw-cli ls Node | grep -q pw-cat"]) != 0 })
        try set(system, speakers, kAudioDevicePropertyBufferFrameSize, to: UInt32(256))
        #expect(isAt(256))
        try system.stop(speakers, proc)
        withExtendedLifetime(output) {}
    }

    /// What a recording has of a program that plays the numbers from some number on: where one does not follow the last, and
    /// how many silent frames stand between them.
    private func played(_ samples: [Float]) -> (jumps: [String], pause: Int) {
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 })
        else {
            return (["nothing"], 0)
        }
        var (jumps, pause, number): ([String], Int, Float) = ([], 0, samples[first] - 1)
        for index in first...last {
            guard samples[index] != 0 else {
                pause += 1
                continue
            }
            if samples[index] != number + 1 { jumps.append("\(number) to \(samples[index]) at \(index)") }
            number = samples[index]
        }
        return (jumps, pause)
    }

    /// Plays the numbers of frames in the right channel, as another program.
    private func neighbour(_ server: PrivateServer) throws -> ChildProcess? {
        let file = server.directory.appending(path: "numbers.raw")
        var samples = [Float](repeating: 0, count: 2 * 48_000 * 40)
        for frame in 0..<samples.count / 2 { samples[2 * frame + 1] = Float(frame + 1) }
        try samples.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in try Data(bytes).write(to: file) }
        return server.play(file.path, on: "speakers", latency: 512)
    }

    /// A sink that is unplugged takes memory with it, in which no cycle of the program runs then. The next one of its name plays.
    @Test func aSinkThatComesAndGoesLeavesTheProgramRunning() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system()
        defer { system.unload() }
        let device = try both(system)
        let loop = Loop()
        let proc = try system.createProc(device) { _, input, _, output, _ in loop.call(input, output) }
        server.linkMicrophone()
        for _ in 0..<6 {
            try system.start(device, proc)
            let before = loop.found.withLock { $0.played }
            #expect(eventually { loop.found.withLock { $0.played > before + 9600 } })
            #expect(server.destroyNode("speakers"))
            #expect(eventually { system.device(uid: "speakers") == nil })
            server.addSink("speakers")
            #expect(eventually { system.device(uid: "speakers") != nil })
            try system.stop(device, proc)
        }
    }

    /// Memory of devices that come and go in turn is never taken for other memory: both are heard at the end. Servers before version
    /// 0.3.74 confuse it for a client whose grouped nodes end.
    @Test func devicesThatComeAndGoInTurnLeaveTheProgramRunning() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system()
        defer { system.unload() }
        let device = try both(system)
        let loop = Loop()
        let proc = try system.createProc(device) { _, input, _, output, _ in loop.call(input, output) }
        try system.start(device, proc)
        for _ in 0..<20 {
            for name in ["microphone", "speakers"] {
                #expect(server.destroyNode(name))
                if name == "speakers" { server.addSink(name) } else { server.addSource(name) }
                let before = loop.found.withLock { $0.played }
                #expect(eventually { loop.found.withLock { $0.played > before + 7200 } })
            }
        }
        server.linkMicrophone()
        #expect(eventually { loop.found.withLock { $0.delay > 0 && $0.frames > 24_000 } })
        try system.stop(device, proc)
    }

    /// The microphone's loss costs no frame of what is played and makes no silence, nor does it in what others play. The program's
    /// loop, a thread without priority, has to hear of the loss within a cycle: half of one is 5 ms.
    @Test func theOutputOutlivesTheMicrophone() throws {
        let attempts = Attempts(ordinary: 5_000_000)
        while true {
            let server = try PrivateServer(.pipewire)
            defer { server.stop() }
            let system = system()
            defer { system.unload() }
            let device = try both(system)
            let loop = Loop()
            let proc = try system.createProc(device) { _, input, _, output, _ in loop.call(input, output) }
            let recorder = try #require(Recorder(server))
            let other = try #require(try neighbour(server))
            #expect(eventually { recorder.samples.contains { $0 != 0 } })
            try system.start(device, proc)
            server.linkMicrophone()
            #expect(eventually { loop.found.withLock { $0.delay > 0 && $0.frames > 4800 } })
            #expect(server.destroyNode("microphone"))
            #expect(eventually { system.device(uid: "microphone") == nil })
            let frames = loop.found.withLock { $0.played }
            #expect(eventually { loop.found.withLock { $0.played > frames + 24_000 } })
            let heard = recorder.finish(frames: 24_000)
            try system.stop(device, proc)
            other.interrupt()
            let own = played(stride(from: 0, to: heard.count, by: 2).map { heard[$0] })
            let others = played(stride(from: 1, to: heard.count, by: 2).map { heard[$0] })
            let isGood = own.jumps.isEmpty && own.pause == 0 && others.jumps.isEmpty && others.pause == 0
            if !isGood, attempts.another() { continue }
            #expect(own.jumps.isEmpty && own.pause == 0, "\(own)")
            #expect(others.jumps.isEmpty && others.pause == 0, "another program: \(others)")
            break
        }
    }
}
