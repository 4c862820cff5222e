import AudioCore
import AudioDSP
import AudioDevices
import CRealtime
import Synchronization

/// Turns the sum of a bus's sources, which have a sample rate of their own, into frames of a mix.
///
/// The bus's frames stand at fixed places between those of the mix, so that both have one time line, and no sound is
/// delayed: sources are asked for the frames that the filter needs before those that are heard. A filter that has nothing
/// but silence does not run. One for each mix that the bus is in: `resume` takes over what the last one has not
/// played.
final class BusResampler: @unchecked Sendable {
    /// The bus's rate, and the mix's.
    let sampleRate: Double
    private let mixRate: Double
    private let channels: Int
    private let ratio: ResamplerRatio
    /// Nil where the rates are one: frames go through as they are.
    private let kernel: ResamplerKernel?
    private let filter: Unmanaged<ResamplerKernel>?
    /// The bus's frames that an output is made of, before and after the one at its place.
    private let leadingFrames: Int
    private let trailingFrames: Int

    /// What sources render into, one after the other, and their sum: interleaved, with room for `sourceCapacity` frames.
    let sourceFrames: UnsafeMutablePointer<Float>
    let sumFrames: UnsafeMutablePointer<Float>
    let sourceCapacity: Int

    // Times. `start` does not change once the audio thread has the resampler.

    /// The place among the bus's frames of the mix's frame `origin`.
    private var start = ResamplerPosition(frame: 0, part: 0)
    /// The least number until the audio thread calls first.
    private let origin = Atomic<Int64>(.min)
    /// The frame after the last one that sources were asked for.
    private let asked = Atomic<Int64>(0)

    // The audio thread's own.
    /// Apart by channel, from the bus's frame `windowStart` on.
    private let storage: UnsafeMutablePointer<Float>
    private let capacity: Int
    private let window: UnsafeMutablePointer<UnsafePointer<Float>>
    private var windowStart: Int64 = 0
    private var windowCount = 0
    /// Of each channel, the frame after the last block that was not silent.
    private let soundEnds: UnsafeMutablePointer<Int64>
    /// The place of the mix's next frame, in this cycle and behind it.
    private var place = ResamplerPosition(frame: 0, part: 0)
    private var nextMixTime: Int64
    private let targetFrames: UnsafeMutablePointer<Float>
    private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The channels that sound in this cycle, and their windows and targets.
    private let sounding: UnsafeMutablePointer<Int>
    private let soundingWindow: UnsafeMutablePointer<UnsafePointer<Float>>
    private let soundingTargets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let mixCapacity: Int

    /// Frames before those that are heard, which the next resampler's filter may need.
    private static let history = 512
    /// The quality of a queue's conversion, where the client asks for none.
    static let quality = 0x40

    /// Takes some milliseconds where no other resampler converts between these rates.
    ///
    /// - Parameters:
    ///   - capacity: the most frames of one cycle of the mix.
    ///   - last: what the bus has played with so far.
    /// - Throws: `inputSampleRate`, `outputSampleRate` for rates that are not positive or more than 64 times apart.
    init(
        _ sampleRate: Double, to shape: StreamShape, capacity mixCapacity: Int, after last: BusResampler? = nil
    ) throws(AudioError) {
        self.sampleRate = sampleRate
        mixRate = shape.sampleRate
        channels = shape.channels
        self.mixCapacity = mixCapacity
        ratio = try ResamplerRatio(inputRate: sampleRate, outputRate: shape.sampleRate)
        let isPlain = sampleRate == shape.sampleRate
        kernel =
            isPlain
            ? nil
            : try ResamplerKernel(ratio: ratio, design: .forQuality(Self.quality, complexity: "norm"))
        filter = kernel.map { .passUnretained($0) }
        leadingFrames = kernel?.leadingFrames ?? 0
        trailingFrames = kernel?.trailingFrames ?? 0
        nextMixTime = .min
        let step = Int(ratio.step.rounded(.up))
        backlog = max(trailingFrames + step + 1, last?.backlog ?? 0)
        sourceCapacity = Int((Double(mixCapacity) * ratio.step).rounded(.up)) + trailingFrames + step + 2
        capacity = max(Self.history, leadingFrames) + backlog + sourceCapacity
        sourceFrames = .allocate(capacity: sourceCapacity * channels)
        sumFrames = .allocate(capacity: sourceCapacity * channels)
        storage = .allocate(capacity: capacity * channels)
        window = .allocate(capacity: channels)
        targetFrames = .allocate(capacity: mixCapacity * channels)
        targets = .allocate(capacity: channels)
        sounding = .allocate(capacity: channels)
        soundingWindow = .allocate(capacity: channels)
        soundingTargets = .allocate(capacity: channels)
        soundEnds = .allocate(capacity: channels)
        soundEnds.initialize(repeating: .min, count: channels)
        for channel in 0..<channels {
            (window + channel).initialize(to: UnsafePointer(storage + channel * capacity))
            (targets + channel).initialize(to: targetFrames + channel * mixCapacity)
        }
    }

    /// Frames that may have been asked for and not be heard yet.
    private let backlog: Int

    /// When no cycle runs it any more.
    deinit {
        sourceFrames.deallocate()
        sumFrames.deallocate()
        storage.deallocate()
        window.deallocate()
        targetFrames.deallocate()
        targets.deallocate()
        sounding.deallocate()
        soundingWindow.deallocate()
        soundingTargets.deallocate()
        soundEnds.deallocate()
    }

    /// Frames by which sources are ahead of the mix.
    var lead: Int { trailingFrames }

    // MARK: Before the audio thread has it

    /// Begins the time line at the next frame of a mix.
    func begin(at mixTime: Int64) { origin.store(mixTime, ordering: .releasing) }

    /// Begins, with the first cycle, at a frame of the bus. Real-time safe.
    @_noLocks func resume(at frame: Int64) {
        start = ResamplerPosition(frame: frame, part: 0)
        asked.store(frame, ordering: .relaxed)
    }

    /// What a resampler has taken and not played, for the next one. Valid as long as the resampler lives.
    struct Remainder {
        let place: ResamplerPosition
        let denominator: Int64
        let asked: Int64
        let soundEnds: UnsafeMutablePointer<Int64>
        let windowStart: Int64
        let windowCount: Int
        let window: UnsafeMutablePointer<UnsafePointer<Float>>
    }

    /// While no cycle runs it. Real-time safe.
    var remainder: Remainder {
        @_noLocks get {
            Remainder(
                place: nextMixTime == .min ? start : position(nextMixTime), denominator: ratio.denominator,
                asked: asked.load(ordering: .acquiring), soundEnds: soundEnds, windowStart: windowStart,
                windowCount: windowCount, window: window)
        }
    }

    /// Continues, with the first cycle, where another has ended, which no cycle runs any more. No frame is lost. Real-time
    /// safe.
    @_noLocks func resume(from last: Remainder) {
        let part = Double(last.place.part) / Double(last.denominator) * Double(ratio.denominator)
        start = ResamplerPosition(frame: last.place.frame, part: min(Int64(part), ratio.denominator - 1))
        asked.store(last.asked, ordering: .relaxed)
        for channel in 0..<channels { soundEnds[channel] = last.soundEnds[channel] }
        let (begin, end) = (start.frame - Int64(leadingFrames), last.windowStart + Int64(last.windowCount))
        guard last.windowCount > 0, begin < end else { return }
        windowStart = begin
        let first = max(begin, last.windowStart)
        fillWithSilence(upTo: first)
        let count = min(Int(end - first), capacity - windowCount)
        for channel in 0..<channels {
            UnsafeMutableRawPointer(storage + channel * capacity + windowCount).copyMemory(
                from: last.window[channel] + Int(first - last.windowStart),
                byteCount: count * MemoryLayout<Float>.stride)
        }
        windowCount += count
    }

    // MARK: Times, on any thread

    /// The place of a frame of the mix among the bus's.
    @_noLocks private func position(_ mixTime: Int64) -> ResamplerPosition {
        let origin = origin.load(ordering: .acquiring)
        var place = start
        if origin != .min { place.advance(mixTime - origin, ratio) }
        return place
    }

    /// The frame that sources are asked for next, where the mix's next one is `mixTime`.
    func nextFrame(_ mixTime: Int64) -> Int64 { max(asked.load(ordering: .acquiring), position(mixTime).roundedUp) }

    /// The bus's frame that is heard with one of the mix, to the nearest.
    func frame(at mixTime: Int64) -> Int64 {
        let place = position(mixTime)
        return place.part * 2 >= ratio.denominator ? place.frame + 1 : place.frame
    }

    /// The bus's first frame at or after a moment of the mix, and when it is heard.
    func anchor(_ anchor: ClockAnchor) -> ClockAnchor {
        let place = position(anchor.sampleTime)
        return ClockAnchor(
            sampleTime: place.roundedUp, hostTime: hostTime(of: place.roundedUp, from: place, anchor.hostTime),
            sampleRate: sampleRate, rateScalar: anchor.rateScalar)
    }

    /// When a frame is heard that is at or after a place.
    @_noLocks private func hostTime(of frame: Int64, from place: ResamplerPosition, _ hostTime: UInt64) -> UInt64 {
        let distance = Double(frame - place.frame) - Double(place.part) / Double(ratio.denominator)
        return hostTime &+ HostTime.duration(ofFractional: distance, at: sampleRate)
    }

    // MARK: Audio thread

    /// Begins a cycle of the mix, and makes of it what to ask sources for: perhaps no frames at all.
    @_noLocks func begin(_ cycle: RenderCycle, _ own: inout RenderCycle) {
        if origin.load(ordering: .relaxed) == .min { origin.store(cycle.sampleTime, ordering: .releasing) }
        place = position(cycle.sampleTime)
        nextMixTime = cycle.sampleTime + Int64(cycle.frames)
        dropUsed()
        let first = max(asked.load(ordering: .relaxed), place.roundedUp)
        own.samples = sourceFrames
        own.frames = UInt32(max(0, min(Int(end(of: Int(cycle.frames)) - first), sourceCapacity)))
        own.sampleTime = first
        own.hostTime = hostTime(of: first, from: place, cycle.hostTime)
    }

    /// The frame after those that a cycle's frames are made of.
    @_noLocks private func end(of frames: Int) -> Int64 {
        var last = place
        last.advance(Int64(frames - 1), ratio)
        return last.frame + Int64(trailingFrames) + 1
    }

    /// Takes the frames of this cycle, `sound` of which, from the first on, are in `sumFrames`; the others are silent.
    @_noLocks func take(from first: Int64, count: Int, sound: Int) {
        asked.store(first + Int64(count), ordering: .releasing)
        guard sound > 0 else { return }
        if windowCount == 0 { windowStart = place.frame - Int64(leadingFrames) }
        // Behind what was taken last stands nothing but silence.
        windowCount = min(windowCount, Int(first - windowStart))
        fillWithSilence(upTo: first)
        let at = windowCount
        for channel in 0..<channels {
            let target = storage + channel * capacity + at
            var source = sumFrames + channel
            var bits: UInt32 = 0
            // A loop without a range, which builds without optimization run several times faster.
            var frame = 0
            while frame < sound {
                target[frame] = source.pointee
                bits |= source.pointee.bitPattern
                source += channels
                frame &+= 1
            }
            // A zero may have a sign.
            if bits & 0x7FFF_FFFF != 0 { soundEnds[channel] = first + Int64(sound) }
        }
        windowCount += sound
    }

    /// Adds this cycle's frames to the mix: of the channels that are not silent.
    @_noLocks func add(_ frames: Int, to samples: UnsafeMutablePointer<Float>) {
        let count = windowCount > 0 ? findSounding() : 0
        guard count > 0 else { return }
        fillWithSilence(upTo: end(of: frames))
        if let filter {
            let (window, first, place, targets) = (soundingWindow, windowStart, place, soundingTargets)
            filter._withUnsafeGuaranteedRef {
                $0.render(window, firstInputFrame: first, channels: count, at: place, count: frames, into: targets)
            }
            for index in 0..<count { add(targets[index], sounding[index], frames, to: samples) }
        } else {
            let offset = Int(place.frame - windowStart)
            for index in 0..<count { add(soundingWindow[index] + offset, sounding[index], frames, to: samples) }
        }
    }

    /// Lists the channels that sound in this cycle, and says how many.
    @_noLocks private func findSounding() -> Int {
        let first = place.frame - Int64(leadingFrames)
        var count = 0
        for channel in 0..<channels where soundEnds[channel] > first {
            sounding[count] = channel
            soundingWindow[count] = window[channel]
            soundingTargets[count] = targets[channel]
            count += 1
        }
        return count
    }

    @_noLocks private func add(
        _ source: UnsafePointer<Float>, _ channel: Int, _ frames: Int, to samples: UnsafeMutablePointer<Float>
    ) {
        var target = samples + channel
        var frame = 0
        while frame < frames {
            target.pointee += source[frame]
            target += channels
            frame &+= 1
        }
    }

    /// Moves what later frames need to the window's front; empties it where that is silent.
    @_noLocks private func dropUsed() {
        guard windowCount > 0 else { return }
        if findSounding() == 0 {
            windowCount = 0
            return
        }
        let drop = min(windowCount, Int(place.frame - windowStart) - max(Self.history, leadingFrames))
        guard drop > 0 else { return }
        windowCount -= drop
        windowStart += Int64(drop)
        for channel in 0..<channels {
            let start = storage + channel * capacity
            UnsafeMutableRawPointer(start).copyMemory(
                from: start + drop, byteCount: windowCount * MemoryLayout<Float>.stride)
        }
    }

    @_noLocks private func fillWithSilence(upTo end: Int64) {
        let count = Int(end - windowStart) - windowCount
        guard count > 0 else { return }
        for channel in 0..<channels {
            _ = realtime_fill(
                storage + channel * capacity + windowCount, 0, count * MemoryLayout<Float>.stride)
        }
        windowCount += count
    }
}

extension ResamplerPosition {
    /// The frame at the position or, between two, the later.
    fileprivate var roundedUp: Int64 { @_noLocks get { part > 0 ? frame + 1 : frame } }
}
