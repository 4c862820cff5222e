import AudioCore
import AudioDevices
import CCoreAudio
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
                    samples[2 * frame] = Float(number)
                    samples[2 * frame + 1] = Float(number)
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
    @Test(arguments: [(256, 256), (512, 512), (256, 512), (256, 480), (256, 300)])
    func whatIsHeardIsPlayedInTheSameCycle(cycle: Int, frames: Int) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system()
        defer { system.unload() }
        let output = try silence(cycle, system)
        let device = try system.createAggregate(
            .init(uid: "both", name: "Both", parts: ["speakers", "microphone"]))
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(frames))
        let loop = Loop()
        let proc = try system.createProc(device) { _, input, _, output, _ in loop.call(input, output) }
        try system.start(device, proc)
        server.linkMicrophone()
        // The way from the loudspeaker to the microphone takes two cycles where the loudspeaker drives the server.
        let wanted = 2 * cycle + frames - divisor(frames, cycle)
        let isSteady = eventually(seconds: 10) { loop.found.withLock { $0.frames > 24_000 && $0.delay == wanted } }
        #expect(isSteady, "\(loop.found.withLock { $0 }), wanted \(wanted)")
        try system.stop(device, proc)
        withExtendedLifetime(output) {}
    }
}
