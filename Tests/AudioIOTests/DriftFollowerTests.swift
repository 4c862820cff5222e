import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioIO

/// Frames carried from one clock to another, in virtual time.
@Suite struct DriftFollowerTests {
    private static let rate = 48_000.0
    private static let omega = 2 * Double.pi * 997 / rate

    /// Writes cosine and sine of the frame's number, and reads them on a clock that differs by `drift`.
    ///
    /// - Parameters:
    ///   - start: the writer's frames before the reader's first.
    ///   - delay: frames by which the writer's clock is wrong, at a time in seconds.
    /// - Returns: the smallest and the largest step between two frames delivered, in frames written; how many were missing;
    ///   and whether all passed unchanged.
    private func run(
        seconds: Double, drift: Double, write: Int, read: Int, start: Double = 0, delay: (Double) -> Double = { _ in 0 }
    ) -> (least: Double, most: Double, missing: Int, isExact: Bool) {
        let ring = Ring(frames: 8 * max(write, read), channels: 2)
        let follower = DriftFollower(ring, sampleRate: Self.rate, frames: read)
        var (written, delivered, missing) = (0, 0, 0)
        var isPrimed = false
        var (least, most, isExact) = (Double.infinity, -Double.infinity, true)
        var previous: Double?
        var block = [Float](repeating: 0, count: 2 * write)
        var heard = [Float](repeating: 0, count: 2 * read)
        let cycles = Int(seconds * Self.rate / Double(read))
        for cycle in 0..<cycles {
            // The reader's time, in its own frames, and where the writer is then.
            let place = Double(cycle * read) * (1 + drift) + start
            while Double(written + write) <= place {
                for index in 0..<write {
                    let phase = (Double(written + index) * Self.omega).remainder(dividingBy: 2 * .pi)
                    block[2 * index] = Float(cos(phase))
                    block[2 * index + 1] = Float(sin(phase))
                }
                #expect(ring.write(block, frames: write) == write)
                written += write
            }
            isPrimed = isPrimed || ring.filled() >= read + write + DriftFollower.margin
            guard isPrimed else { continue }
            let late = delay(Double(cycle * read) / Self.rate)
            let count = follower.read(&heard, frames: read, ahead: place + late - Double(ring.readFrames))
            missing += read - count
            for index in 0..<count {
                let phase = atan2(Double(heard[2 * index + 1]), Double(heard[2 * index]))
                if let previous {
                    let step = (phase - previous).remainder(dividingBy: 2 * .pi) / Self.omega
                    (least, most) = (min(least, step), max(most, step))
                }
                previous = phase
                let own = (Double(delivered) * Self.omega).remainder(dividingBy: 2 * .pi)
                isExact = isExact && heard[2 * index] == Float(cos(own))
                delivered += 1
            }
        }
        return (least, most, missing, isExact)
    }

    @Test(arguments: [(256, 256), (480, 512), (64, 1024), (1024, 64)])
    func clocksThatAgreePassEverythingUnchanged(write: Int, read: Int) {
        let result = run(seconds: 20, drift: 0, write: write, read: read)
        #expect(result.missing == 0)
        #expect(result.isExact)
    }

    /// A machine that is busy for a while lets a clock jump. The pitch stays within a cent.
    @Test(arguments: [12.0, -12, 30, -30], [0.6, 3.1])
    func aDelayIsNotTakenForDrift(frames: Double, start: Double) {
        let result = run(seconds: 30, drift: 0, write: 256, read: 256) { seconds in
            (start..<start + 0.4).contains(seconds) ? frames : 0
        }
        #expect(result.missing == 0)
        #expect(result.least > 1 - 580e-6 && result.most < 1 + 580e-6, "\(result.least) to \(result.most)")
    }

    /// The times of one reading, or of all from then on, are off by seconds or hours. Nobody hears it: what drift there is was
    /// known before, or is found afterwards.
    @Test(arguments: [12_345.0, -12_345, 8e8, -1e15], [0.4, 5])
    func aJumpOfAClockIsNotHeard(frames: Double, start: Double) {
        for (drift, end) in [(0, start + 0.004), (0, .infinity), (200e-6, start + 0.004), (200e-6, .infinity)] {
            let result = run(seconds: 10, drift: drift, write: 256, read: 256) { seconds in
                (start..<end).contains(seconds) ? frames : 0
            }
            #expect(result.missing == 0, "\(drift), \(end)")
            let isSteady = result.least > 1 - 1e-5 && result.most < 1 + drift * 1.25 + 1e-5
            #expect(isSteady, "\(result.least) to \(result.most)")
            if drift == 0 { #expect(result.isExact) }
        }
    }

    /// No frame is lost or repeated: each step is one frame, but for what the clocks differ and the controller's corrections.
    @Test(arguments: [200e-6, -200e-6, 1e-3, -1e-3, 2e-3, -2e-3], [(256, 256), (480, 512), (1024, 64)])
    func clocksThatDriftLoseNothing(drift: Double, cycles: (Int, Int)) {
        let seconds = Double(ProcessInfo.processInfo.environment["COREAUDIO_DRIFT_SECONDS"] ?? "") ?? 60
        let result = run(seconds: seconds, drift: drift, write: cycles.0, read: cycles.1)
        #expect(result.missing == 0)
        #expect(result.least > 1 - max(0, -drift) * 1.25 - 1e-5 && result.most < 1 + max(0, drift) * 1.25 + 1e-5)
        #expect(!result.isExact)
    }

    /// Wherever in a cycle of the writer the reader begins, what waits then lasts until the drift is known.
    @Test(arguments: [1e-3, -1e-3, 2e-3, -2e-3]) func theReserveIsEnough(drift: Double) {
        for start in stride(from: 0.0, to: 64, by: 8) {
            #expect(run(seconds: 8, drift: drift, write: 64, read: 64, start: start).missing == 0, "\(start)")
        }
    }
}
