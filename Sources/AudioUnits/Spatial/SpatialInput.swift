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
    let blend: Int
    let occlusion: Int
    let obstruction: Int
    let limits: DecibelLimits

    init(_ element: UInt32, _ parameters: RenderParameters) {
        func place(_ id: UInt32) -> Int {
            parameters.index(scope: kAudioUnitScope_Input, element: element, id: id) ?? 0
        }
        (azimuth, elevation, distance, gain, rate) = (place(0), place(1), place(2), place(3), place(4))
        (enable, least, most, blend) = (place(5), place(6), place(7), place(8))
        (occlusion, obstruction) = (place(10), place(11))
        limits = DecibelLimits(kAudioUnitScope_Input, element, parameters)
    }
}

/// One input of a spatial mixer on the audio thread: gets frames, at another rate if need be, and adds them to an output.
final class SpatialInput: @unchecked Sendable {
    /// What may fail to be made.
    struct Parts {
        let converter: PullConverter
        let resampler: Resampler
        /// As the client has set it, and as it is placed.
        let format: StreamFormat
        let form: StreamFormat
        let keepsFrames: Bool
        /// Used with measured heads alone.
        let responses: HeadResponses?
        let settings: SpatialSettings
        let mixer: SpatialMixerSettings
        let meter: MeterCell?
        let index: Int
        let places: SpatialPlaces

        init(
            _ input: StreamFormat, rate: Double, _ settings: SpatialSettings, _ mixer: SpatialMixerSettings,
            _ meter: MeterCell?, _ element: UInt32, _ parameters: RenderParameters
        ) throws(AudioError) {
            format = input
            form = .float32(sampleRate: rate, channels: input.channels, interleaved: false)
            converter = try PullConverter(from: input, to: form)
            keepsFrames = input.sampleRate == rate
            resampler = try Resampler(
                inputRate: rate, outputRate: rate, channels: input.channels, quality: kRenderQuality_Medium,
                variable: true)
            (self.settings, self.mixer, self.meter, index) = (settings, mixer, meter, Int(element))
            places = SpatialPlaces(element, parameters)
            let algorithm = SpatialAlgorithm(rawValue: UInt32(settings.algorithm.read()))
            if algorithm?.usesResponses == true {
                responses = try HeadResponses.at(rate)
            } else {
                // Headphones do without a measured head where there is none.
                responses = settings.usesResponses(mixer) ? try? HeadResponses.at(rate) : nil
            }
        }
    }

    private let parts: Parts
    /// The input as one source, and its channels as a bed.
    private let placer: SpatialPlacer
    private let bed: SpatialBed
    private let scratch: SpatialScratch
    /// Where the channels of a bed are, and the loudspeakers.
    private let layouts = Published()
    /// That of the cycle: `kSpatialMixerSourceMode_…`
    private var mode: UInt32 = 0
    /// What the source gave, and what became of it at another rate.
    private let bus: RenderBus
    private let played: RenderBus
    /// The samples of a cycle, for each channel: those of `played`, or those that the source has lent.
    private let samples: UnsafeMutablePointer<UnsafePointer<Float>>
    private let passed: PassedFrames
    private let channels: Int
    private let maximumFrames: Int
    private let from: UnsafeMutablePointer<UnsafePointer<Float>>
    private let to: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Filters what the source gave before a higher rate reads it faster, and where the channels of that are.
    private let filter: AliasFilter
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Whether frames of the source have been heard.
    private var hasGiven = false
    private var isResampling = false
    private var motion = SpatialMotion()
    private var nextTime = Double.nan
    private var hasSounded = false
    private(set) var isGathered = false
    private(set) var isSilent = true

    init(_ parts: Parts, outputs: Int, maximumFrames: Int) {
        (self.parts, self.maximumFrames, channels) = (parts, maximumFrames, parts.form.channels)
        bus = RenderBus(parts.form, maximumFrames: maximumFrames)
        played = RenderBus(parts.form, maximumFrames: maximumFrames)
        let samples = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: max(1, channels))
        samples.initialize(repeating: UnsafePointer(played.samples(0)), count: max(1, channels))
        let scratch = SpatialScratch(maximumFrames, parts.places)
        let sources = 1 + SpatialBed.count(channels)
        let stage = parts.responses.map {
            HeadStage($0, sampleRate: parts.form.sampleRate, maximumFrames: maximumFrames, sources: sources)
        }
        func source(_ channel: Int?) -> SpatialPlacer {
            SpatialPlacer(
                parts, samples, scratch, stage, bedChannel: channel, outputs: outputs, maximumFrames: maximumFrames)
        }
        (self.samples, self.scratch, placer) = (samples, scratch, source(nil))
        bed = SpatialBed(channels: parts.form.channels) { source($0) }
        passed = PassedFrames(of: parts.resampler)
        from = .allocate(capacity: channels)
        to = .allocate(capacity: channels)
        filter = AliasFilter(channels: channels)
        planes = .allocate(capacity: channels)
        for channel in 0..<channels { planes[channel] = bus.samples(channel) }
        reset()
    }

    deinit {
        bus.deallocate()
        played.deallocate()
        samples.deallocate()
        scratch.deallocate()
        passed.deallocate()
        from.deallocate()
        to.deallocate()
        planes.deallocate()
    }

    func reset() {
        parts.converter.reset()
        passed.clear()
        filter.reset()
        motion.reset()
        (isResampling, nextTime, hasSounded, hasGiven) = (false, .nan, false, false)
        placer.reset()
        bed.reset()
    }

    /// Sets the layouts: that of the input, `AudioChannelLayout` or nil for the usual one, and that of the output. Not for the audio
    /// thread.
    func setLayouts(_ layout: [UInt8]?, _ output: SpatialOutput, _ gate: RenderGate) {
        layouts.publish(SpatialLayouts(layout, channels: channels, output), gate)
    }

    /// Whether the kernel has brought a measured head for the input.
    var hasHead: Bool { parts.responses != nil }

    /// As the client has set it.
    var format: StreamFormat { parts.format }

    /// Whether the input has the measured head that it needs, if it needs one.
    var isComplete: Bool {
        !parts.settings.usesResponses(parts.mixer) || hasHead || parts.settings.stage.withLock { $0 != nil }
    }

    /// Takes over where the parameters are for the kernel that renders now.
    func use(_ places: SpatialPlaces) { scratch.places.pointee = places }

    // MARK: Getting frames

    /// Whether the input has the output's rate.
    var keepsFrames: Bool { parts.keepsFrames }

    /// Whether the next cycle takes another number of frames than it gives, or may.
    func resamples(_ values: UnsafeMutablePointer<RenderParameter>) -> Bool {
        guard values[scratch.places.pointee.enable].start != 0 else { return false }
        if isResampling { return true }
        if values[scratch.places.pointee.rate].end != 1 { return true }
        guard hearsMotion, motion.moves(to: values[scratch.places.pointee.distance].end) else { return false }
        // The cycle is refused. The next one begins at the new place, without a motion.
        motion.reset()
        return true
    }

    /// Whether a change of the distance changes the rate.
    private var hearsMotion: Bool {
        parts.settings.hasDoppler ? parts.settings.hasDistance(channels: channels) : false
    }

    /// Gets the frames of a cycle.
    ///
    /// - Parameter lends: whether they are placed before another input is asked.
    func gather(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, lends: Bool
    ) -> Int32 {
        isGathered = false
        guard isEnabled(plan), plan.hasSource(parts.index) else {
            placer.noteSilence()
            // What was heard before does not come back.
            if hasSounded { reset() }
            return 0
        }
        hasSounded = true
        if frames > 0 {
            motion.advance(
                to: plan.values[scratch.places.pointee.distance].end, isHeard: hearsMotion,
                seconds: Double(frames) / parts.form.sampleRate)
        }
        let rate = Double(plan.values[scratch.places.pointee.rate].end) * motion.rate
        if rate != 1, !isResampling {
            isResampling = true
            passed.begin()
        }
        let status = getSamples(plan, time, frames, rate, lends: lends)
        guard status == 0 else { return status }
        hasGiven = true
        if !isResampling {
            for channel in 0..<channels { passed.keep(channel, samples[channel], frames: frames) }
        }
        isGathered = true
        // Filters give more than they get.
        isSilent = plan.inputs[parts.index].isSilent && !isResampling && placer.isQuiet && bed.isQuiet
        beginCycle(frames)
        return 0
    }

    private func beginCycle(_ frames: Int) {
        mode = UInt32(parts.settings.mode.read())
        guard let raw = layouts.raw else { return }
        // None is freed while a render is in progress.
        let link = Unmanaged<SpatialLayouts>.fromOpaque(raw)
        placer.beginCycle(frames, link)
        bed.beginCycle(frames, link)
    }

    private func isEnabled(_ plan: RenderAccess) -> Bool { plan.values[scratch.places.pointee.enable].start != 0 }

    /// Has `samples` be the frames of the cycle.
    private func getSamples(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ rate: Double, lends: Bool
    ) -> Int32 {
        if lends, !isResampling, parts.converter.passesThrough {
            var stamp = stamp(time)
            let status = plan.pull(parts.index, at: &stamp, frames: frames)
            guard status == 0 else { return status }
            nextTime += Double(frames)
            return borrow(plan.inputs[parts.index].list, frames)
        }
        for channel in 0..<channels { samples[channel] = UnsafePointer(played.samples(channel)) }
        return isResampling ? resample(plan, time, frames, rate) : pull(plan, time, frames, played)
    }

    /// Takes a source's samples where they are, or copies them where samples cannot be.
    private func borrow(_ loan: BufferList, _ frames: Int) -> Int32 {
        for channel in 0..<channels {
            guard let data = loan.buffers[channel].mData else { return kAudioUnitErr_InvalidPropertyValue }
            if UInt(bitPattern: data) % 4 == 0 {
                samples[channel] = UnsafePointer(data.assumingMemoryBound(to: Float.self))
            } else {
                _ = realtime_copy(played.place(channel), data, frames * 4)
                samples[channel] = UnsafePointer(played.samples(channel))
            }
        }
        return 0
    }

    /// The time of the frames that the source is asked for next.
    private func stamp(_ time: UnsafePointer<AudioTimeStamp>) -> AudioTimeStamp {
        var stamp = time.pointee
        if nextTime.isNaN || !isResampling { nextTime = stamp.mSampleTime }
        stamp.mSampleTime = nextTime
        return stamp
    }

    private func pull(
        _ plan: RenderAccess, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ target: RenderBus
    ) -> Int32 {
        var stamp = stamp(time)
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
                // At a lower rate nothing folds: the filter then ends, if it has been on.
                filter.process(planes: planes, frames: needed, octaves: log2(rate), isOpening: hasGiven)
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

    /// Adds a slice to the output, and to what the room hears.
    ///
    /// - Returns: whether the room hears any of it.
    func add(to slice: SpatialSlice, _ plan: RenderAccess) -> Bool {
        guard isGathered, isEnabled(plan) else { return false }
        let isSent = placer.add(to: slice, plan.values, mode: mode)
        let isBedSent = bed.add(to: slice, plan.values, mode: mode)
        return (isSent || isBedSent) && !isSilent
    }

    /// Ends a cycle.
    func finish(_ frames: Int) { if isGathered { placer.finish(frames) } }
}
