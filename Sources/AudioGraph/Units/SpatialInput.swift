import AudioCore
import AudioDSP
import CAudioToolbox
import CRealtime
import Glibc

/// The places of an input's parameters.
struct SpatialPlaces: BitwiseCopyable {
    let azimuth: Int
    let elevation: Int
    let distance: Int
    let gain: Int
    let rate: Int
    let enable: Int
    let least: Int
    let most: Int
    let occlusion: Int
    let obstruction: Int

    init(_ element: UInt32, _ parameters: RenderParameters) {
        func place(_ id: UInt32) -> Int {
            parameters.index(scope: kAudioUnitScope_Input, element: element, id: id) ?? 0
        }
        (azimuth, elevation, distance, gain, rate) = (place(0), place(1), place(2), place(3), place(4))
        (enable, least, most, occlusion, obstruction) = (place(5), place(6), place(7), place(10), place(11))
    }
}

/// One input of a spatial mixer on the audio thread: gets frames, at another rate if need be, and adds them to an output.
final class SpatialInput: @unchecked Sendable {
    /// What may fail to be made.
    struct Parts {
        let converter: PullConverter
        let resampler: Resampler
        let form: StreamFormat
        let keepsFrames: Bool
        /// For measured heads alone.
        let responses: HeadResponses?
        let settings: SpatialSettings
        let index: Int
        let places: SpatialPlaces

        init(
            _ input: StreamFormat, rate: Double, _ settings: SpatialSettings, _ element: UInt32,
            _ parameters: RenderParameters
        ) throws(AudioError) {
            form = .float32(sampleRate: rate, channels: input.channels, interleaved: false)
            converter = try PullConverter(from: input, to: form)
            keepsFrames = input.sampleRate == rate
            resampler = try Resampler(
                inputRate: rate, outputRate: rate, channels: input.channels, quality: 0x40, variable: true)
            let algorithm = SpatialAlgorithm(rawValue: UInt32(settings.algorithm.read()))
            responses = algorithm?.usesResponses == true ? try HeadResponses.at(rate) : nil
            (self.settings, index) = (settings, Int(element))
            places = SpatialPlaces(element, parameters)
        }
    }

    let places: SpatialPlaces
    private let parts: Parts
    /// What the source gave, and what became of it at another rate.
    private let bus: RenderBus
    private let played: RenderBus
    private let passed: PassedFrames
    private let channels: Int
    private let outputs: Int
    private let sampleRate: Double
    private let maximumFrames: Int
    private let from: UnsafeMutablePointer<UnsafePointer<Float>>
    private let to: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The sum of a point source's channels, filtered.
    private let mono: UnsafeMutablePointer<Float>
    /// The gains of the last slice; not numbers before the first.
    private let gains: UnsafeMutablePointer<Float>
    private let wanted: UnsafeMutablePointer<Float>
    private var left: SpatialEar
    private var right: SpatialEar
    private var head: HeadFilter?
    private var usesEars = false
    private var muffled: Float = 0
    private var isResampling = false
    private var nextTime = Double.nan
    private var hasSounded = false
    private(set) var isGathered = false
    private(set) var isSilent = true

    init(_ parts: Parts, outputs: Int, maximumFrames: Int) {
        (self.parts, self.outputs, places) = (parts, outputs, parts.places)
        (channels, sampleRate) = (parts.form.channels, parts.form.sampleRate)
        self.maximumFrames = maximumFrames
        bus = RenderBus(parts.form, maximumFrames: maximumFrames)
        played = RenderBus(parts.form, maximumFrames: maximumFrames)
        passed = PassedFrames(of: parts.resampler)
        from = .allocate(capacity: channels)
        to = .allocate(capacity: channels)
        mono = .allocate(capacity: maximumFrames)
        gains = .allocate(capacity: max(2, outputs))
        wanted = .allocate(capacity: max(2, outputs))
        (left, right) = (SpatialEar(sampleRate), SpatialEar(sampleRate))
        // Not by `map`: Swift 6.3 without optimisation then takes its nil for a value, as the structure has several pointers.
        if let responses = parts.responses {
            head = HeadFilter(length: responses.length, maximumFrames: maximumFrames)
        }
        reset()
    }

    deinit {
        bus.deallocate()
        played.deallocate()
        passed.deallocate()
        from.deallocate()
        to.deallocate()
        mono.deallocate()
        gains.deallocate()
        wanted.deallocate()
        left.deallocate()
        right.deallocate()
        head?.deallocate()
    }

    func reset() {
        parts.converter.reset()
        passed.clear()
        (isResampling, nextTime, muffled, usesEars, hasSounded) = (false, .nan, 0, false, false)
        for channel in 0..<max(2, outputs) { gains[channel] = .nan }
        left.reset()
        right.reset()
        head?.reset()
    }

    // MARK: Getting frames

    /// Whether the input has the output's rate.
    var keepsFrames: Bool { parts.keepsFrames }

    /// Whether the next cycle takes another number of frames than it gives, or may.
    func resamples(_ values: UnsafeMutablePointer<RenderParameter>) -> Bool {
        guard values[places.enable].start != 0 else { return false }
        return isResampling || values[places.rate].end != 1
    }

    /// Gets the frames of a cycle.
    func gather(_ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int) -> Int32 {
        isGathered = false
        guard plan.values[places.enable].start != 0, plan.hasSource(parts.index) else {
            // What was heard before does not come back.
            if hasSounded { reset() }
            return 0
        }
        hasSounded = true
        let rate = Double(plan.values[places.rate].end)
        if rate != 1, !isResampling {
            isResampling = true
            passed.begin()
        }
        let status = isResampling ? resample(plan, time, frames, rate) : pull(plan, time, frames, played)
        guard status == 0 else { return status }
        if !isResampling {
            for channel in 0..<channels { passed.keep(channel, played.samples(channel), frames: frames) }
        }
        isGathered = true
        // Filters give more than they get.
        isSilent =
            plan.inputs[parts.index].isSilent && !isResampling && head == nil && !usesEars && muffled.magnitude < 1e-9
        return 0
    }

    private func pull(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ target: RenderBus
    ) -> Int32 {
        var stamp = time.pointee
        if nextTime.isNaN || !isResampling { nextTime = stamp.mSampleTime }
        stamp.mSampleTime = nextTime
        target.prepare(frames: frames, withMemory: true)
        let status = parts.converter.render(plan, parts.index, at: &stamp, frames: frames, into: target.list)
        guard status == 0 else { return status }
        nextTime += Double(frames)
        return 0
    }

    private func resample(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ rate: Double
    ) -> Int32 {
        parts.resampler.ratio = 1 / rate
        var done = 0
        while done < frames {
            let needed = min(parts.resampler.inputFramesNeeded(forOutput: frames - done), maximumFrames)
            if needed > 0 {
                let status = pull(plan, time, needed, bus)
                guard status == 0 else { return status }
            }
            for channel in 0..<channels {
                from[channel] = UnsafePointer(bus.samples(channel))
                to[channel] = played.samples(channel) + done
            }
            done += parts.resampler.process(from, inputFrames: needed, to, outputCapacity: frames - done).produced
        }
        return 0
    }

    // MARK: Placing them

    /// Adds a slice to the output.
    func add(
        to output: UnsafeMutablePointer<RenderBus>, _ values: UnsafeMutablePointer<RenderParameter>,
        _ head: (yaw: Float, pitch: Float, roll: Float), from first: Int, to last: Int
    ) {
        let settings = parts.settings
        let algorithm = SpatialAlgorithm(rawValue: UInt32(settings.algorithm.read())) ?? .equalPower
        let mode = UInt32(settings.mode.read())
        let isPlaced =
            algorithm != .passThrough && (mode == SpatialSettings.pointSource || mode == 0 && channels == 1)
        var level = pow(10, values[places.gain].end / 20)
        guard isPlaced else { return pass(output, level, from: first, to: last) }
        let flags = UInt32(settings.flags.read())
        if flags & 4 != 0 { level *= settings.model.gain(values[places.distance].end) }
        level = max(values[places.least].end, min(values[places.most].end, level))
        let direction = SpatialDirection(
            azimuth: values[places.azimuth].end, elevation: values[places.elevation].end
        ).heard(yaw: head.yaw, pitch: head.pitch, roll: head.roll)
        algorithm.gains(direction, channels: outputs, into: wanted)
        for channel in 0..<outputs { wanted[channel] *= level }
        makeMono(values[places.occlusion].end + values[places.obstruction].end, from: first, to: last)
        if algorithm.usesResponses, outputs > 1, let responses = parts.responses {
            return hear(direction, responses, output, from: first, to: last)
        }
        let (isDelayed, isShadowed) = (flags & 1 != 0, algorithm == .sphericalHead)
        prepareEars(outputs > 1 && algorithm != .soundField && (isDelayed || isShadowed))
        if usesEars { setEars(direction, isDelayed: isDelayed, isShadowed: isShadowed) }
        for channel in 0..<outputs {
            let (target, ramp) = (output.pointee.samples(channel), ramp(channel, last - first))
            guard usesEars, channel < 2 else {
                ramp.add(mono + first, to: target + first, last - first)
                continue
            }
            for frame in first..<last {
                let sample = channel == 0 ? left.next(mono[frame]) : right.next(mono[frame])
                target[frame] += sample * ramp.value(frame - first)
            }
        }
    }

    /// Ears that were not used have nothing in their delays.
    private func prepareEars(_ areUsed: Bool) {
        if areUsed, !usesEars {
            left.reset()
            right.reset()
        }
        usesEars = areUsed
    }

    /// Adds what both ears of a measured head hear of a slice.
    private func hear(
        _ direction: SpatialDirection, _ responses: HeadResponses, _ output: UnsafeMutablePointer<RenderBus>,
        from first: Int, to last: Int
    ) {
        head?.take(mono + first, frames: last - first)
        for channel in 0..<2 {
            let response = responses.response(direction, isRight: channel == 1)
            guard let heard = head?.hear(response, isRight: channel == 1, frames: last - first) else { return }
            ramp(channel, last - first).add(heard, to: output.pointee.samples(channel) + first, last - first)
        }
        head?.advance(last - first)
    }

    /// Adds a slice channel by channel; one channel to both of two.
    private func pass(_ output: UnsafeMutablePointer<RenderBus>, _ level: Float, from first: Int, to last: Int) {
        for channel in 0..<outputs {
            let source = channels == 1 && channel < 2 ? 0 : channel
            guard source < channels else { continue }
            wanted[channel] = level
            let (samples, target) = (played.samples(source), output.pointee.samples(channel))
            ramp(channel, last - first).add(samples + first, to: target + first, last - first)
        }
    }

    /// From the last gain of a channel to the wanted one.
    private func ramp(_ channel: Int, _ frames: Int) -> SpatialRamp {
        let start = gains[channel].isNaN ? wanted[channel] : gains[channel]
        gains[channel] = wanted[channel]
        return SpatialRamp(start: start, step: (wanted[channel] - start) / Float(max(1, frames)))
    }

    /// Adds the channels up, and makes them duller by decibels at 5 kHz. What is no number, or far too loud, is silent: filters would
    /// keep it for ever.
    private func makeMono(_ decibels: Float, from first: Int, to last: Int) {
        let samples = played.samples(0)
        for frame in first..<last { mono[frame] = samples[frame] }
        for channel in 1..<max(1, channels) {
            let samples = played.samples(channel)
            for frame in first..<last { mono[frame] += samples[frame] }
        }
        let scale = 1 / Float(channels)
        for frame in first..<last { mono[frame] = mono[frame].magnitude < 1e6 ? mono[frame] * scale : 0 }
        guard decibels < 0 else {
            muffled = mono[last - 1]
            return
        }
        let part = Self.part(decibels, sampleRate)
        for frame in first..<last {
            muffled += part * (mono[frame] - muffled)
            mono[frame] = muffled
        }
    }

    /// How much of a step a filter of first order takes in a frame that is so much quieter at 5 kHz.
    static func part(_ decibels: Float, _ sampleRate: Double) -> Float {
        // |H|² = p² / (1 - 2 (1 - p) cos w + (1 - p)²), solved for p.
        let power = pow(10, Double(decibels) / 10)
        let cosine = cos(2 * .pi * min(5000, sampleRate * 0.45) / sampleRate)
        let (a, b) = (1 - power, 2 * power * (1 - cosine))
        return Float(min(1, (-b + (b * b + 4 * a * b).squareRoot()) / (2 * a)))
    }

    private func setEars(_ direction: SpatialDirection, isDelayed: Bool, isShadowed: Bool) {
        let delays = isDelayed ? SphericalHead.delays(direction) : (left: 0, right: 0)
        left.setDelay(delays.left * sampleRate)
        right.setDelay(delays.right * sampleRate)
        left.shadow = isShadowed ? SphericalHead.shadow(direction, side: -1, sampleRate) : (1, 0, 0)
        right.shadow = isShadowed ? SphericalHead.shadow(direction, side: 1, sampleRate) : (1, 0, 0)
    }
}

/// A gain that changes evenly.
struct SpatialRamp: BitwiseCopyable {
    let start: Float
    let step: Float

    func value(_ frame: Int) -> Float { start + step * Float(frame) }

    /// Adds samples times the gain.
    func add(_ samples: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ frames: Int) {
        Mix.add(samples, gain: start, step: step, to: target, count: frames)
    }
}

/// What an ear hears: later, and through the shadow of the head.
struct SpatialEar: BitwiseCopyable {
    private let line: UnsafeMutablePointer<Float>
    private let capacity: Int
    private var place = 0
    /// In frames, on its way to what it was set to.
    private var delay = 0.0
    private var wanted = 0.0
    private var before: (input: Float, output: Float) = (0, 0)
    var shadow: (b0: Float, b1: Float, a1: Float) = (1, 0, 0)

    /// How far the delay goes in a frame, so that a source that jumps does not click.
    private static let step = 0.01

    init(_ sampleRate: Double) {
        capacity = Int(SphericalHead.longestDelay * sampleRate) + 4
        line = .allocate(capacity: capacity)
        line.initialize(repeating: 0, count: capacity)
    }

    func deallocate() { line.deallocate() }

    mutating func reset() {
        for index in 0..<capacity { line[index] = 0 }
        (place, delay, before) = (0, .nan, (0, 0))
    }

    mutating func setDelay(_ frames: Double) {
        wanted = frames
        if delay.isNaN { delay = frames }
    }

    mutating func next(_ sample: Float) -> Float {
        line[place] = sample
        delay += min(max(wanted - delay, -Self.step), Self.step)
        let whole = Int(delay)
        let part = Float(delay - Double(whole))
        let (near, far) = ((place - whole + capacity) % capacity, (place - whole - 1 + capacity) % capacity)
        place = (place + 1) % capacity
        let heard = line[near] * (1 - part) + line[far] * part
        let output = shadow.b0 * heard + shadow.b1 * before.input - shadow.a1 * before.output
        before = (heard, output)
        return output
    }
}
