import Foundation
import TestSupport
import Testing

/// C programs that use the hardware layer as they do on macOS.
@Suite(.serialized, .needsCompiler) struct HardwareClientTests {
    @Test(arguments: Compiler.all) func runsWithoutAServer(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("hardware.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all) func callbacksCallWhatCallsThem(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("callbacks.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func callbacksCallWhatCallsThemOnServers(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let run = try compiler.buildAndRun("callbacks.c", environment: ["COREAUDIO_BACKEND": kind.backend])
        #expect(run == .success)
    }

    /// The callback wants a mutex that another thread holds around calls to the server: of a device, and of an aggregate.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed, [[], ["both"]])
    func aMutexAroundACallHangsNoCallback(kind: PrivateServer.Kind, arguments: [String]) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let run = try compiler.buildAndRun("mutex.c", arguments, environment: ["COREAUDIO_BACKEND": kind.backend])
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all) func theFirstSystemsCallsRun(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("old-hardware.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all) func theDeviceAsAWholeHasAVolume(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("service.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    /// Queues on the default device and on its name, and a callback, that start at one host time: one sample on the monitor.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func threeStartersSoundInOneFrame(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let recorder = try #require(Recorder(server))
        let run = try compiler.buildAndRun("one-time.c", environment: ["COREAUDIO_BACKEND": kind.backend])
        #expect(run == .success)
        let heard = recorder.finish(frames: 4800)
        #expect(heard.prefix(9600).filter { $0 != 0 } == [0.4375])
    }

    /// Callbacks of devices, units and queues, and listeners, while the program ends: none is called any more.
    @Test(arguments: ["return", "exit", "callback"]) func nothingIsCalledAfterMain(way: String) throws {
        let compiler = try #require(Compiler.all.first)
        let run = try compiler.buildAndRun("after-main.c", [way], environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func nothingIsCalledAfterMainOnServers(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        for way in ["return", "exit"] {
            let run = try compiler.buildAndRun("after-main.c", [way], environment: ["COREAUDIO_BACKEND": kind.backend])
            #expect(run == .success)
        }
    }

    /// In the child of a fork each start is an error, and nothing hangs.
    @Test func theChildOfAForkStartsNothing() throws {
        let compiler = try #require(Compiler.all.first)
        let run = try compiler.buildAndRun("fork.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theChildOfAForkStartsNothingOnServers(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let run = try compiler.buildAndRun("fork.c", environment: ["COREAUDIO_BACKEND": kind.backend])
        #expect(run == .success)
    }

    /// The child edits graphs while threads of its parent are within a render of them.
    @Test func theChildOfAForkEditsGraphs() throws {
        let compiler = try #require(Compiler.all.first)
        let run = try compiler.buildAndRun("units/forked-graph.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    /// PulseAudio stands still for seconds under a unit that plays and records: it sounds on, and so does one that was stopped and
    /// started meanwhile.
    @Test(.needs(.pulse), arguments: ["runs", "restarts"]) func aUnitOutlivesAServerThatStands(way: String) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(.pulse)
        defer { server.stop() }
        // A server that stays stopped could not end.
        defer { server.send(SIGCONT) }
        let process = server.directory.appending(path: "pid").path
        let run = try compiler.buildAndRun(
            "units/standing-server.c", [way, process], environment: ["COREAUDIO_BACKEND": "pulseaudio"])
        #expect(run == .success)
    }

    /// A program that stops its device and exits at once is heard to its last frame.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func anExitAfterTheStopLosesNothing(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first)
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let frames = 24_000
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let run = try compiler.buildAndRun(
                "exit.c", ["\(frames)"], environment: ["COREAUDIO_BACKEND": kind.backend])
            #expect(run == .success)
            let heard = recorder.finish(frames: frames)
            let last = heard.indices.last { $0 % 2 == 0 && heard[$0] != 0 }.map { heard[$0] * 65_536 }
            if last != Float(frames), attempts.another() { continue }
            #expect(last == Float(frames))
            break
        }
    }

    /// What a callback of a C program plays is what the sink's monitor gives, sample for sample.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func playsEverySample(kind: PrivateServer.Kind) throws {
        let compiler = try #require(Compiler.all.first { $0.isClang })
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let count = 96_000
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let run = try compiler.buildAndRun(
                "hardware.c", ["\(count / 2)"], environment: ["COREAUDIO_BACKEND": kind.backend])
            #expect(run == .success)
            let heard = recorder.finish(frames: count / 2)
            let same = heard.prefix(count).enumerated().prefix { $1 == RenderCounter.sample(Int64($0)) }.count
            if same < count, attempts.another() {
                print("\(kind): \(same) of \(count) samples equal; again")
                continue
            }
            #expect(same == count)
            break
        }
    }
}
