import AudioCore
import AudioDSP
import CCoreAudio
import CRealtime
import Glibc
import Synchronization

/// What a device's mix has played of late, in one channel, by the time at which it is heard.
///
/// A tap of the mix writes it, and a callback of a device reads what was heard while its input was captured. The callback may be
/// that of another device, with another thread and another rate. The rate of the mix may change while it plays.
package final class PlayedSound: @unchecked Sendable {
    /// Seconds that are kept.
    private static let seconds = 2.0
    /// Seconds without a cycle behind which the mix plays nothing.
    private let stillSeconds = 0.5

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
    /// The changes of the mix's rate that the last reading knew of.
    private var changes = 0

    /// The memory, which lives as long as the tap.
    private final class Memory: @unchecked Sendable {
        let capacity: Int
        let samples: UnsafeMutablePointer<Float>
        /// Frames so far.
        let written = Atomic<Int>(0)
        /// How often the mix has taken another rate.
        let changes = Atomic<Int>(0)
        /// Whether a mix writes. On the way from one mix to another both may call for a moment: the second one's cycle is left out.
        private let isWriting = Atomic<Bool>(false)
        /// The first frame of the last cycle, and when it is heard.
        let clock = StreamClock()
        /// The rate of the mix, which the mix writes before each cycle, and that of the last cycle.
        let rate: UnsafeMutablePointer<Double>
        private var lastRate: Double
        private let sampleRate: Double
        /// What brings the mix's frames to the reader's rate where that is another. Its filter is that for the first rate.
        private let resampler: Resampler
        private let resamplerLink: Unmanaged<Resampler>
        /// What takes away what that filter would let fold back, where the present rate is higher; and how many times the reader's
        /// rate the present one is then, else 1.
        private let aliasFilter = AliasFilter(channels: 1)
        private let aliasFilterLink: Unmanaged<AliasFilter>
        private let highestRatio: Double
        private var excess = 1.0
        /// The reader's frames for one of the mix.
        private var ratio: Double
        /// The mix's frames at the present rate, and the reader's frame with which it has begun.
        private var played = 0
        private var beginning = 0
        /// A part of a cycle in one channel, and the same at the reader's rate.
        private let part: UnsafeMutablePointer<Float>
        private let converted: UnsafeMutablePointer<Float>
        private let convertedCapacity: Int

        private let partFrames = 256

        init(capacity: Int, _ resampler: Resampler, from playedRate: Double, to sampleRate: Double) {
            (self.capacity, self.resampler, self.sampleRate) = (capacity, resampler, sampleRate)
            resamplerLink = .passUnretained(resampler)
            aliasFilterLink = .passUnretained(aliasFilter)
            (lastRate, ratio) = (playedRate, sampleRate / playedRate)
            highestRatio = min(1, sampleRate / playedRate)
            rate = .allocate(capacity: 1)
            rate.initialize(to: playedRate)
            samples = .allocate(capacity: capacity)
            samples.initialize(repeating: 0, count: capacity)
            part = .allocate(capacity: partFrames)
            convertedCapacity = max(1024, Int(Double(partFrames) * ratio) + 64)
            converted = .allocate(capacity: convertedCapacity)
        }

        deinit {
            samples.deallocate()
            part.deallocate()
            converted.deallocate()
            rate.deallocate()
        }

        @_noLocks func write(_ cycle: RenderCycle) {
            guard !isWriting.exchange(true, ordering: .acquiring) else { return }
            let newRate = rate.pointee
            if newRate != lastRate { begin(at: newRate) }
            let (first, channels) = (written.load(ordering: .relaxed), Int(cycle.channels))
            let scale = 1 / Float(max(1, channels))
            var (done, next) = (0, first)
            while done < Int(cycle.frames) {
                let count = min(Int(cycle.frames) - done, partFrames)
                for frame in 0..<count {
                    var sum: Float = 0
                    for channel in 0..<channels { sum += cycle.samples[(done + frame) * channels + channel] }
                    part[frame] = sum * scale
                }
                if excess > 1 {
                    let own = Unmanaged.passUnretained(self)
                    // Arithmetic in memory that was allocated before.
                    realtimeTrusted { own._withUnsafeGuaranteedRef { $0.takeAway(count) } }
                }
                next = keep(count, from: next)
                done += count
            }
            clock.mark(sampleTime: Int64(Double(beginning) + Double(played) * ratio), hostTime: cycle.hostTime)
            played += Int(cycle.frames)
            written.store(next, ordering: .releasing)
            isWriting.store(false, ordering: .releasing)
        }

        /// Goes on at another rate of the mix, behind all that it has played. The frames that a filter still needs input for are
        /// silent.
        @_noLocks private func begin(at newRate: Double) {
            let next = written.load(ordering: .relaxed)
            let exact = Double(beginning) + Double(played) * ratio
            let end = max(next, Double(Int(exact)) < exact ? Int(exact) + 1 : Int(exact))
            for frame in next..<end { samples[frame & (capacity - 1)] = 0 }
            changes.wrappingAdd(1, ordering: .relaxed)
            written.store(end, ordering: .releasing)
            (beginning, played, lastRate, ratio) = (end, 0, newRate, sampleRate / newRate)
            let ratio = self.ratio
            // The resampler's filter is too wide for a ratio below its own: then all is left to the other one.
            excess = ratio < highestRatio ? 1 / ratio : 1
            aliasFilterLink._withUnsafeGuaranteedRef { $0.reset() }
            resamplerLink._withUnsafeGuaranteedRef {
                $0.reset()
                $0.ratio = ratio
            }
        }

        /// Takes what would fold back from frames of `part`.
        private func takeAway(_ count: Int) { aliasFilter.process(part, frames: count, octaves: log2(excess)) }

        /// Keeps the frames of `part` from a place on.
        ///
        /// - Returns: the place behind them.
        @_noLocks private func keep(_ count: Int, from first: Int) -> Int {
            guard ratio != 1 else {
                for frame in 0..<count { samples[(first + frame) & (capacity - 1)] = part[frame] }
                return first + count
            }
            var (used, next) = (0, first)
            while true {
                let (input, left, output, room) = (part + used, count - used, converted, convertedCapacity)
                let done = resamplerLink._withUnsafeGuaranteedRef {
                    $0.process(interleaved: input, inputFrames: left, output, outputCapacity: room)
                }
                for frame in 0..<done.produced { samples[(next + frame) & (capacity - 1)] = output[frame] }
                next += done.produced
                used += done.consumed
                // Input is left where the output was full.
                if done.produced < room { return next }
            }
        }
    }

    /// - Parameters:
    ///   - sampleRate: at which the sound is read.
    ///   - playedRate: that of the mix at first.
    /// - Throws: where the rates are more than 64 times apart.
    package init(sampleRate: Double, playedRate: Double) throws(AudioError) {
        self.sampleRate = sampleRate
        let resampler = try Resampler(
            inputRate: playedRate, outputRate: sampleRate, channels: 1, quality: 0x40, variable: true)
        var capacity = 16_384
        // What is read is in the newer half: another thread may be writing over the oldest frames.
        while Double(capacity) < sampleRate * Self.seconds * 2, capacity < 1 << 21 { capacity *= 2 }
        let memory = Memory(capacity: capacity, resampler, from: playedRate, to: sampleRate)
        self.memory = memory
        tolerance = Int(sampleRate * 0.005)
        margin = sampleRate * 0.004
        let context = Unmanaged.passUnretained(memory).toOpaque()
        tap = InputSink(context: context, owner: memory, rate: memory.rate) { context, cycle in
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
        let changes = link._withUnsafeGuaranteedRef { $0.changes.load(ordering: .relaxed) }
        // Behind a change the sound may be heard a little earlier or later.
        if changes != self.changes { (next, self.changes) = (nil, changes) }
        let rate = sampleRate
        guard let anchor = link._withUnsafeGuaranteedRef({ $0.clock.read(sampleRate: rate) }), frames <= capacity / 2
        else {
            _ = realtime_fill(target, 0, frames * MemoryLayout<Float>.stride)
            return
        }
        let place = max(-1e15, min(1e15, anchor.sampleTime(at: hostTime) + margin))
        // The mix stands still.
        guard place < Double(written) + rate * stillSeconds else {
            next = nil
            _ = realtime_fill(target, 0, frames * MemoryLayout<Float>.stride)
            return
        }
        // What is not played yet cannot be read.
        let wanted = min(Int(place), written - frames)
        var first = next ?? wanted
        if abs(first - wanted) > tolerance || first + frames > written { first = wanted }
        next = first + frames
        for index in 0..<frames {
            let frame = first + index
            let isKept = frame >= 0 && frame >= written - capacity / 2
            target[index] = isKept ? samples[frame & (capacity - 1)] : 0
        }
    }
}

extension HardwareSystem {
    /// Shows a sink what a device's mix plays from the next cycle on, whenever the device runs.
    package func addTap(_ device: AudioObjectID, _ tap: InputSink) throws(AudioError) {
        try self.device(device).io.add(tap)
    }

    /// Writes a sound with what plays on the default output device, whoever plays it, and at whatever rate. The device does not run
    /// for it.
    ///
    /// - Returns: what the tap belongs to. The sound is no longer written when that is let go of.
    /// - Throws: where there is no device.
    package func hear(_ sound: PlayedSound) throws(AudioError) -> Output {
        var configuration = OutputConfiguration()
        configuration.channels = nil
        let output = try Output(configuration, on: connection())
        output.add(sound.tap, at: .mix)
        return output
    }

    /// Takes a tap out from the next cycle on. Does not wait.
    package func removeTap(_ device: AudioObjectID, _ tap: InputSink) throws(AudioError) {
        try self.device(device).io.remove(tap)
    }
}
