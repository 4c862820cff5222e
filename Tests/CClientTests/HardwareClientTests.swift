import Foundation
import TestSupport
import Testing

/// C programs that use the hardware layer as they do on macOS.
@Suite(.serialized, .enabled(if: Installed.isThere, "a library is installed")) struct HardwareClientTests {
    @Test(arguments: Compiler.all) func runsWithoutAServer(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("hardware.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all) func theFirstSystemsCallsRun(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("old-hardware.c")
        #expect(run == .success)
    }

    /// What a callback of a C program plays is what the sink's monitor gives, sample for sample.
    @Test(arguments: [("pipewire", PrivateServer.Kind.pipewire), ("pulseaudio", .pulse)])
    func playsEverySample(backend: String, kind: PrivateServer.Kind) throws {
        guard let compiler = Compiler.all.first(where: \.isClang), let server = PrivateServer(kind) else { return }
        defer { server.stop() }
        let count = 96_000
        // A busy machine may drop a cycle: that is tried again.
        let attempts = Attempts()
        while true {
            let recorder = try #require(Recorder(server))
            let run = try compiler.buildAndRun(
                "hardware.c", ["\(count / 2)"], environment: ["COREAUDIO_BACKEND": backend])
            #expect(run == .success)
            let heard = recorder.finish(frames: count / 2)
            let same = heard.prefix(count).enumerated().prefix { $1 == RenderCounter.sample(Int64($0)) }.count
            if same < count, attempts.another() {
                print("\(backend): \(same) of \(count) samples equal; again")
                continue
            }
            #expect(same == count)
            break
        }
    }
}
