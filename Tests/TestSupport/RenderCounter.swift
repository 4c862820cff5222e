import AudioCore
import AudioDevices
import CRealtime

/// A render call for tests: plays a known signal and writes down each cycle that it was asked for.
///
/// All samples are exact in Float32, none is zero, and each differs from its neighbours.
package final class RenderCounter: @unchecked Sendable {
    package struct Cycle: Sendable, Equatable {
        package let hostTime: UInt64
        package let requestTime: UInt64
        package let sampleTime: Int64
        package let frames: Int
        /// When the call really came.
        package let calledAt: UInt64
    }

    private let capacity: Int
    private let storage: UnsafeMutablePointer<Cycle>
    private let state = WaitableValue(0)

    package init(capacity: Int = 1 << 14) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// The signal's sample at a place in the interleaved stream.
    package static func sample(_ index: Int64) -> Float { Float(index % 65_521 + 1) / 65_536 }

    /// The signal as a WAVE file of Float32, two channels at 48 kHz.
    ///
    /// - Parameter sample: gives another signal.
    package static func wave(frames: Int, _ sample: (Int64) -> Float = RenderCounter.sample) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let size = frames * 8
        var file = Array("RIFF".utf8) + number(size + 36, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
        file += number(3, 2) + number(2, 2) + number(48_000, 4) + number(384_000, 4) + number(8, 2) + number(32, 2)
        file += Array("data".utf8) + number(size, 4)
        for index in 0..<frames * 2 { file += number(Int(sample(Int64(index)).bitPattern), 4) }
        return file
    }

    /// A place where the signal does not go on.
    package struct Gap: Equatable, Sendable, CustomStringConvertible {
        /// The index of the first sample that is not the next one of the signal.
        package let place: Int
        /// The number of zeroes from there on.
        package var silent = 0
        /// The number of samples of the signal that are left out behind them; negative where some are repeated.
        package var lost = 0
        /// A sample that is none of the signal.
        package var foreign: Float?

        package init(place: Int, silent: Int = 0, lost: Int = 0, foreign: Float? = nil) {
            self.place = place
            self.silent = silent
            self.lost = lost
            self.foreign = foreign
        }

        package var description: String {
            "at \(place): " + (foreign.map { "foreign \($0)" } ?? "\(silent) silent, \(lost) lost")
        }
    }

    /// Where the samples are not consecutive samples of the signal, from the position of the first one on.
    package static func gaps(in samples: some Collection<Float>) -> [Gap] {
        var gaps: [Gap] = []
        var next: Int64?
        var silent = 0
        for (index, value) in samples.enumerated() {
            guard value != 0 else {
                silent += 1
                continue
            }
            let position = value > 0 && value <= 1 ? Int64(value * 65_536) - 1 : -1
            if position < 0 || sample(position) != value {
                gaps.append(Gap(place: index - silent, silent: silent, foreign: value))
                next = next.map { $0 + 1 }
            } else {
                // The signal begins anew after 65,521 samples: the nearer way is meant.
                let way = ((position - (next ?? position)) % 65_521 + 65_521) % 65_521
                let lost = Int(way > 32_760 ? way - 65_521 : way)
                if silent > 0 || lost != 0 { gaps.append(Gap(place: index - silent, silent: silent, lost: lost)) }
                next = position + 1
            }
            silent = 0
        }
        if silent > 0 { gaps.append(Gap(place: samples.count - silent, silent: silent)) }
        return gaps
    }

    package var call: RenderCall {
        RenderCall(context: Unmanaged.passUnretained(self).toOpaque()) { context, cycle in
            Unmanaged<RenderCounter>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
    }

    private func render(_ cycle: RenderCycle) {
        let first = cycle.sampleTime * Int64(cycle.channels)
        for i in 0..<Int(cycle.frames * cycle.channels) { cycle.samples[i] = Self.sample(first + Int64(i)) }
        state.withLock { count in
            guard count < capacity else { return }
            (storage + count).initialize(
                to: Cycle(
                    hostTime: cycle.hostTime, requestTime: cycle.requestTime, sampleTime: cycle.sampleTime,
                    frames: Int(cycle.frames), calledAt: HostTime.now()))
            count += 1
        }
    }

    package var cycles: [Cycle] { state.withLock { Array(UnsafeBufferPointer(start: storage, count: $0)) } }

    /// Waits until so many cycles have been asked for; false when that takes more than ten seconds.
    package func waitForCycles(_ wanted: Int) -> Bool {
        state.wait(nanoseconds: 10 * HostTime.ticksPerSecond) { $0 >= wanted ? true : nil } ?? false
    }
}
