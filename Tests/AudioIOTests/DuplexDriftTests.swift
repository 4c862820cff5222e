import AudioCore
import AudioDevices
import CCoreAudio
import Foundation
import TestSupport
import Testing

@testable import AudioIO

/// A callback of a loudspeaker and a microphone whose clocks differ, in virtual time: each frame is heard and played once.
///
/// `COREAUDIO_DRIFT_SECONDS` sets for how long.
@Suite struct DuplexDriftTests {
    private static let rate = 48_000.0
    private static let frames = 512

    /// What a callback hears of a microphone that counts, and the numbers that it plays. In memory of its own, for the cycles
    /// run on the thread that lets time pass.
    private final class Listener: @unchecked Sendable {
        let drift: Double
        /// Frames played so far.
        var played = 0
        /// Frames since the microphone was first heard.
        var heard = 0
        /// The way that the microphone's numbers have gone, in its frames, from the last second of filling the ring on.
        var way = 0.0
        var counted = 0
        var silent = 0
        /// Steps that are not one frame, but for the drift.
        var wrong: [String] = []
        /// The last number that was not near the last or the first one, and how many frames ago it was.
        private var last: (value: Float, age: Int)?

        init(_ drift: Double) { self.drift = drift }

        func call(_ input: UnsafePointer<AudioBufferList>, _ output: UnsafeMutablePointer<AudioBufferList>) {
            let (from, to) = (input.pointee.mBuffers, output.pointee.mBuffers)
            let count = Int(to.mDataByteSize / 8)
            let target = to.mData!.assumingMemoryBound(to: Float.self)
            for frame in 0..<count {
                // Numbers that Float32 holds, and none of them is silence.
                let number = Float((played + frame) % (1 << 20) + 1)
                (target[2 * frame], target[2 * frame + 1]) = (number, number)
            }
            played += count
            guard let source = from.mData?.assumingMemoryBound(to: Float.self) else { return }
            for frame in 0..<Int(from.mDataByteSize / 8) { hear(source[2 * frame]) }
        }

        private func hear(_ value: Float) {
            guard heard > 0 || value != 0 else { return }
            heard += 1
            if value == 0 { silent += 1 }
            last?.age += 1
            // Around the place where the numbers begin again, the interpolation gives others.
            let (most, edge) = (Double(ManualServer.countedFrames), 64.0)
            let due =
                last.map { (Double($0.value) + Double($0.age)).truncatingRemainder(dividingBy: most) } ?? Double(value)
            guard (edge...most - edge).contains(due) else { return }
            defer { last = (value, 0) }
            guard let last else { return }
            var step = Double(value - last.value)
            if step < 0 { step += most }
            way += step
            counted += last.age
            let wanted = Double(last.age)
            if abs(step - wanted) > wanted * abs(drift) * 2 + 0.01, wrong.count < 10 {
                wrong.append("\(step) for \(wanted) frames, behind \(heard)")
            }
        }
    }

    @Test(arguments: [200e-6, -200e-6, 1e-3, -1e-3]) func noFrameIsLostOrRepeated(drift: Double) throws {
        let seconds = Double(ProcessInfo.processInfo.environment["COREAUDIO_DRIFT_SECONDS"] ?? "") ?? 2.5
        let server = ManualServer()
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true),
        ])
        server.countsInput = true
        server.setDrift(drift, of: "in")
        // Two devices that the server does not join: a ring does, whose drift is followed.
        server.letsOutputsFollow = false
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let device = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(Self.frames))
        let listener = Listener(drift)
        let proc = try system.createProc(device) { _, input, _, output, _ in listener.call(input, output) }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        var (next, gaps, isPlaying) = (Float(0), 0, false)
        for _ in 0..<Int(seconds * Self.rate) / Self.frames {
            let samples = server.advance(Self.frames)
            for index in stride(from: 0, to: samples.count, by: 2) {
                if isPlaying, samples[index] != next { gaps += 1 }
                isPlaying = isPlaying || samples[index] != 0
                next = samples[index] >= Float(1 << 20) ? 1 : samples[index] + 1
            }
        }
        try system.stop(device, proc)
        #expect(gaps == 0)
        #expect(listener.silent == 0)
        #expect(listener.wrong.isEmpty, "\(listener.wrong)")
        #expect(Double(listener.counted) > (seconds - 1) * Self.rate)
        // The way from the microphone to the loudspeaker stays as long as it is: what has been heard of the microphone is as
        // much as it has brought since, but for what passes before the drift is known.
        let brought = Double(listener.counted) * (1 + drift)
        #expect(abs(listener.way - brought) < 64, "\(listener.way - brought) frames")
        if seconds > 60 {
            print(
                "drift \(drift): \(listener.counted) frames heard, \(listener.wrong.count) lost or repeated, "
                    + "\(gaps) gaps in \(listener.played) played, off by \(listener.way - brought) frames")
        }
    }
}
