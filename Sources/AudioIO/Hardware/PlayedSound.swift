import AudioCore
import CCoreAudio
import CRealtime
import Synchronization

/// What a device's mix has played of late, in one channel, by the time at which it is heard.
///
/// A tap of the mix writes it, and a callback of the device reads what was heard while its input was captured. Both run in the
/// cycles of one output, one after the other.
package final class PlayedSound: @unchecked Sendable {
    /// Seconds that are kept.
    private static let seconds = 2.0

    /// To be added to a device with `HardwareSystem.addTap`.
    package let tap: InputSink
    private let memory: Memory
    private let sampleRate: Double
    /// Frames by which a reading may be off before it begins anew, and those by which it is early: an echo that came before
    /// its sound would not be found.
    private let tolerance: Int
    private let margin: Double
    /// The next frame to be read; nil where a reading begins anew.
    private var next: Int?

    /// The memory, which lives as long as the tap.
    private final class Memory: @unchecked Sendable {
        let capacity: Int
        let samples: UnsafeMutablePointer<Float>
        /// Frames so far.
        let written = Atomic<Int>(0)
        /// The first frame of the last cycle, and when it is heard.
        let clock = StreamClock()

        init(capacity: Int) {
            self.capacity = capacity
            samples = .allocate(capacity: capacity)
            samples.initialize(repeating: 0, count: capacity)
        }

        deinit { samples.deallocate() }

        @_noLocks func write(_ cycle: RenderCycle) {
            let (first, channels) = (written.load(ordering: .relaxed), Int(cycle.channels))
            let scale = 1 / Float(max(1, channels))
            for frame in 0..<Int(cycle.frames) {
                var sum: Float = 0
                for channel in 0..<channels { sum += cycle.samples[frame * channels + channel] }
                samples[(first + frame) & (capacity - 1)] = sum * scale
            }
            clock.mark(sampleTime: Int64(first), hostTime: cycle.hostTime)
            written.store(first + Int(cycle.frames), ordering: .releasing)
        }
    }

    package init(sampleRate: Double) {
        self.sampleRate = sampleRate
        var capacity = 16_384
        while Double(capacity) < sampleRate * Self.seconds, capacity < 1 << 20 { capacity *= 2 }
        let memory = Memory(capacity: capacity)
        self.memory = memory
        tolerance = Int(sampleRate * 0.005)
        margin = sampleRate * 0.004
        tap = InputSink(context: Unmanaged.passUnretained(memory).toOpaque(), owner: memory) { context, cycle in
            Unmanaged<Memory>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.write(cycle.pointee) }
            return 0
        }
        link = .passUnretained(memory)
    }

    /// The memory, to be used without counting references.
    private let link: Unmanaged<Memory>

    /// Reads frames of which the first was heard at a host time; silence where nothing was. Real-time safe.
    @_noLocks package func read(_ target: UnsafeMutablePointer<Float>, frames: Int, heardAt hostTime: UInt64) {
        let (samples, capacity) = link._withUnsafeGuaranteedRef { ($0.samples, $0.capacity) }
        let written = link._withUnsafeGuaranteedRef { $0.written.load(ordering: .acquiring) }
        let rate = sampleRate
        guard let anchor = link._withUnsafeGuaranteedRef({ $0.clock.read(sampleRate: rate) }), frames <= capacity / 2
        else {
            _ = realtime_fill(target, 0, frames * MemoryLayout<Float>.stride)
            return
        }
        let place = max(-1e15, min(1e15, anchor.sampleTime(at: hostTime) + margin))
        // What is not played yet cannot be read.
        let wanted = min(Int(place), written - frames)
        var first = next ?? wanted
        if abs(first - wanted) > tolerance || first + frames > written { first = wanted }
        next = first + frames
        for index in 0..<frames {
            let frame = first + index
            let isKept = frame >= 0 && frame >= written - capacity
            target[index] = isKept ? samples[frame & (capacity - 1)] : 0
        }
    }
}

extension HardwareSystem {
    /// Shows a sink what a device's mix plays from the next cycle on, whenever the device runs.
    package func addTap(_ device: AudioObjectID, _ tap: InputSink) throws(AudioError) {
        try self.device(device).io.add(tap)
    }

    /// Takes a tap out from the next cycle on. Does not wait.
    package func removeTap(_ device: AudioObjectID, _ tap: InputSink) throws(AudioError) {
        try self.device(device).io.remove(tap)
    }
}
