import AudioCore
import AudioDSP
import CCoreAudio
import CRealtime
import Synchronization

/// What a device's mix has played of late, in one channel, by the time at which it is heard.
///
/// A tap of the mix writes it, and a callback of a device reads what was heard while its input was captured. The callback may be
/// that of another device, with another thread and another rate.
package final class PlayedSound: @unchecked Sendable {
    /// Seconds that are kept.
    private static let seconds = 2.0
    /// Seconds without a cycle behind which the mix plays nothing.
    private let stillSeconds = 0.5

    /// To be added to a device with `HardwareSystem.addTap`.
    package let tap: InputSink
    private let memory: Memory
    private let sampleRate: Double
    /// That of the mix.
    package let playedRate: Double
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
        /// Whether a mix writes. On the way from one mix to another both may call for a moment: the second one's cycle is left out.
        private let isWriting = Atomic<Bool>(false)
        /// The first frame of the last cycle, and when it is heard.
        let clock = StreamClock()
        /// What brings the mix's frames to the reader's rate; nil where that is the same.
        private let resampler: Resampler?
        private let resamplerLink: Unmanaged<Resampler>?
        /// The reader's frames for one of the mix.
        private let ratio: Double
        /// The mix's frames so far.
        private var played = 0
        /// A part of a cycle in one channel, and the same at the reader's rate.
        private let part: UnsafeMutablePointer<Float>
        private let converted: UnsafeMutablePointer<Float>
        private let convertedCapacity: Int

        private let partFrames = 256

        init(capacity: Int, _ resampler: Resampler?, ratio: Double) {
            (self.capacity, self.resampler, self.ratio) = (capacity, resampler, ratio)
            resamplerLink = resampler.map { .passUnretained($0) }
            samples = .allocate(capacity: capacity)
            samples.initialize(repeating: 0, count: capacity)
            part = .allocate(capacity: partFrames)
            convertedCapacity = Int(Double(partFrames) * ratio) + 64
            converted = .allocate(capacity: convertedCapacity)
        }

        deinit {
            samples.deallocate()
            part.deallocate()
            converted.deallocate()
        }

        @_noLocks func write(_ cycle: RenderCycle) {
            guard !isWriting.exchange(true, ordering: .acquiring) else { return }
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
                next = keep(count, from: next)
                done += count
            }
            let start = resamplerLink == nil ? Double(first) : Double(played) * ratio
            clock.mark(sampleTime: Int64(start), hostTime: cycle.hostTime)
            played += Int(cycle.frames)
            written.store(next, ordering: .releasing)
            isWriting.store(false, ordering: .releasing)
        }

        /// Keeps the frames of `part` from a place on.
        ///
        /// - Returns: the place behind them.
        @_noLocks private func keep(_ count: Int, from first: Int) -> Int {
            guard let resamplerLink else {
                for frame in 0..<count { samples[(first + frame) & (capacity - 1)] = part[frame] }
                return first + count
            }
            let (input, output, room) = (part, converted, convertedCapacity)
            let made = resamplerLink._withUnsafeGuaranteedRef {
                $0.process(interleaved: input, inputFrames: count, output, outputCapacity: room).produced
            }
            for frame in 0..<made { samples[(first + frame) & (capacity - 1)] = output[frame] }
            return first + made
        }
    }

    /// - Parameters:
    ///   - sampleRate: at which the sound is read.
    ///   - playedRate: that of the mix.
    /// - Throws: where the rates are more than 64 times apart.
    package init(sampleRate: Double, playedRate: Double) throws(AudioError) {
        (self.sampleRate, self.playedRate) = (sampleRate, playedRate)
        var resampler: Resampler?
        if playedRate != sampleRate {
            resampler = try Resampler(
                inputRate: playedRate, outputRate: sampleRate, channels: 1, quality: 0x40, variable: true)
        }
        var capacity = 16_384
        // What is read is in the newer half: another thread may be writing over the oldest frames.
        while Double(capacity) < sampleRate * Self.seconds * 2, capacity < 1 << 21 { capacity *= 2 }
        let memory = Memory(capacity: capacity, resampler, ratio: sampleRate / playedRate)
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
        // The mix is stopped.
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

    /// Writes a sound with what plays on the default output device, whoever plays it. The device does not run for it.
    ///
    /// - Returns: what the tap belongs to. The sound is no longer written when that is released.
    /// - Throws: where there is no device, and where the mix has another rate than the sound was made for.
    package func hear(_ sound: PlayedSound) throws(AudioError) -> Output {
        var configuration = OutputConfiguration()
        configuration.channels = nil
        let output = try Output(configuration, on: connection())
        guard output.format.sampleRate == sound.playedRate else { throw .deviceFormat }
        output.add(sound.tap, at: .mix)
        return output
    }

    /// Takes a tap out from the next cycle on. Does not wait.
    package func removeTap(_ device: AudioObjectID, _ tap: InputSink) throws(AudioError) {
        try self.device(device).io.remove(tap)
    }
}
