import AudioCore
import AudioDSP
import Glibc

/// A slice that an input is added to.
struct SpatialSlice: BitwiseCopyable {
    let output: UnsafeMutablePointer<RenderBus>
    /// What the room hears, from the first frame of the cycle on, and whether there is a room.
    let room: UnsafeMutablePointer<Float>
    let hasRoom: Bool
    /// How the listener's head is turned, in degrees.
    let yaw: Float
    let pitch: Float
    let roll: Float
    let first: Int
    let frames: Int
}

/// Places the frames of an input of a spatial mixer, or of a channel of its bed, around the listener. Audio thread.
final class SpatialPlacer: @unchecked Sendable {
    private let settings: SpatialSettings
    private let mixer: SpatialMixerSettings
    /// Where the parameters are in this cycle.
    private let places: UnsafeMutablePointer<SpatialPlaces>
    /// The samples of a cycle, for each channel that it plays: all, or one of a bed.
    private let samples: UnsafeMutablePointer<UnsafePointer<Float>>
    private let channels: Int
    private let isOfBed: Bool
    /// Whether the input has one channel.
    private let isMono: Bool
    private let outputs: Int
    private let sampleRate: Double
    private let maximumFrames: Int
    /// The sum of a point source's channels after what occludes it, the same after what obstructs it, and what an ear hears.
    private let mono: UnsafeMutablePointer<Float>
    private let obstructed: UnsafeMutablePointer<Float>
    private let heard: UnsafeMutablePointer<Float>
    /// The gains of the last slice for each path; not numbers where the path begins.
    private let gains: UnsafeMutablePointer<Float>
    private let wanted: UnsafeMutablePointer<Float>
    private let width: Int
    /// How loud the input is, and how much of it the room hears, at the end of the last slice.
    private var loudness = Float.nan
    private var sent = Float.nan
    private var ears: SpatialEars
    private var sphere: SpatialEars
    /// The head that the kernel was made with, that of this cycle, and which of its sources this one is.
    private let ownStage: HeadStage?
    private var stage: Unmanaged<HeadStage>?
    private let headSource: Int
    /// The layouts of this cycle, and where the channel of a bed is by them.
    private var layouts: Unmanaged<SpatialLayouts>?
    private var bedPlace = Loudspeaker.nowhere
    /// Whether the input is a bed in this slice.
    private var isBed = false
    private let bedChannel: Int
    /// Whether the output has two loudspeakers in front.
    private var hasPair = false
    /// The channel of the output that each path's ears have been heard from, left and right in turn; -1 where the path begins.
    private let earChannels: UnsafeMutablePointer<Int>
    /// The channel that has passed to each of the output's so far: -1 for none, -2 where nothing has passed yet.
    private let passedFrom: UnsafeMutablePointer<Int>
    private var change: SpatialChange
    private var occlusion = SpatialObstacle()
    private var obstruction = SpatialObstacle()
    private var meter: SpatialMeter
    private let pair = MixPair()

    /// - Parameters:
    ///   - samples: where the input's samples are in each cycle.
    ///   - scratch: memory of the input.
    ///   - bedChannel: the channel of a bed; nil for the input as a whole.
    init(
        _ parts: SpatialInput.Parts, _ samples: UnsafeMutablePointer<UnsafePointer<Float>>, _ scratch: SpatialScratch,
        _ ownStage: HeadStage?, bedChannel: Int?, outputs: Int, maximumFrames: Int
    ) {
        (settings, mixer, places) = (parts.settings, parts.mixer, scratch.places)
        (self.samples, self.outputs, self.maximumFrames) = (samples + (bedChannel ?? 0), outputs, maximumFrames)
        (channels, sampleRate) = (bedChannel == nil ? parts.form.channels : 1, parts.form.sampleRate)
        (isOfBed, isMono) = (bedChannel != nil, parts.form.channels == 1)
        self.bedChannel = bedChannel ?? 0
        (self.ownStage, headSource) = (ownStage, bedChannel.map { $0 + 1 } ?? 0)
        (mono, obstructed, heard) = (scratch.mono, scratch.obstructed, scratch.heard)
        width = max(2, outputs)
        gains = .allocate(capacity: width * SpatialStyle.Path.allCases.count)
        wanted = .allocate(capacity: width)
        passedFrom = .allocate(capacity: width)
        passedFrom.initialize(repeating: -2, count: width)
        earChannels = .allocate(capacity: 2 * SpatialStyle.Path.allCases.count)
        earChannels.initialize(repeating: -1, count: 2 * SpatialStyle.Path.allCases.count)
        (ears, sphere) = (SpatialEars(sampleRate), SpatialEars(sampleRate))
        change = SpatialChange(sampleRate)
        // The meters of a bed are those of the input as a whole.
        meter = SpatialMeter(isOfBed ? nil : parts.meter, channels: channels)
        reset()
    }

    /// Bytes of memory for each.
    static func bytes(outputs: Int, _ sampleRate: Double) -> Int {
        let gains = max(2, outputs) * (SpatialStyle.Path.allCases.count + 3) + 4 * SpatialStyle.Path.allCases.count
        return (gains + 4 * SpatialEar.capacity(sampleRate)) * MemoryLayout<Float>.size
    }

    deinit {
        gains.deallocate()
        wanted.deallocate()
        passedFrom.deallocate()
        earChannels.deallocate()
        ears.deallocate()
        sphere.deallocate()
        meter.deallocate()
    }

    func reset() {
        (loudness, sent) = (.nan, .nan)
        change.reset()
        occlusion.reset()
        obstruction.reset()
    }

    /// Whether nothing comes out where nothing goes in.
    var isQuiet: Bool { change.isSilent || change.isWithoutFilters && occlusion.isQuiet && obstruction.isQuiet }

    // MARK: Cycles

    func noteSilence() { meter.noteSilence() }

    /// - Parameter layouts: which are not freed while a render is in progress.
    func beginCycle(_ frames: Int, _ layouts: Unmanaged<SpatialLayouts>) {
        self.layouts = layouts
        let channel = bedChannel
        bedPlace = layouts._withUnsafeGuaranteedRef { $0.place(channel) }
        hasPair = layouts._withUnsafeGuaranteedRef { $0.speakers.hasPair }
        meter.begin(samples, frames)
        takeStage()
    }

    func finish(_ frames: Int) { meter.finish(frames) }

    /// Finds the head of this cycle. None is freed while a render is in progress.
    private func takeStage() {
        stage = nil
        if let ownStage {
            stage = .passUnretained(ownStage)
        } else if let raw = settings.head.raw {
            let link = Unmanaged<HeadStage>.fromOpaque(raw)
            let fits = link._withUnsafeGuaranteedRef { $0.fits(sampleRate, maximumFrames, sources: headSource + 1) }
            if fits { stage = link }
        }
    }

    /// Adds a slice to the output, and to what the room hears.
    ///
    /// - Parameter mode: `kSpatialMixerSourceMode_…`
    /// - Returns: whether the room hears any of it.
    func add(to slice: SpatialSlice, _ values: UnsafeMutablePointer<RenderParameter>, mode: UInt32) -> Bool {
        let style = style(values[places.pointee.distance].end, mode)
        let isBed = mode == SpatialSettings.ambienceBed
        var wanted = sounds(style, isBed) ? style : .silent
        self.isBed = isBed
        // What is not of low frequencies any more fades out where it was, on the front loudspeakers.
        if isLow, wanted.isPlaced { wanted = SpatialStyle(path: .panned, algorithm: .equalPower) }
        // Where a bed takes over from the whole or the other way round, both take the same time.
        if change.take(wanted, lead: lead(style.path)) { begin(wanted.path) }
        if change.isSilent { sent = 0 }
        guard let present = change.present, !isOfBed || !change.isSilent else { return false }
        let former = change.former
        let gain = pow(10, values[places.pointee.gain].end / 20)
        note(present.path == .passed ? gain : level(values, gain, isFar: isBed), slice)
        guard !change.isSilent else { return false }
        let level = level(values, gain, isFar: isOfBed || isMono && isBed)
        let direction = direction(values, isBed).heard(yaw: slice.yaw, pitch: slice.pitch, roll: slice.roll)
        let blend = slice.hasRoom && !isLow ? values[places.pointee.blend].end : 0
        var source = UnsafePointer(mono)
        if present.isPlaced || former != nil { source = makeSource(values, slice) }
        let isHeard = send(present.isPlaced ? level * sin(blend / 200 * .pi) : 0, slice)
        let dry = blend == 100 ? 0 : level * cos(blend / 200 * .pi)
        if let former {
            place(former, former.path == .passed ? gain : dry, direction, source, slice, change.fade(isFormer: true))
        }
        let fade = former == nil ? nil : change.fade(isFormer: false)
        place(present, present.path == .passed ? gain : dry, direction, source, slice, fade)
        change.advance(slice.frames)
        return isHeard
    }

    // MARK: Beds

    /// Whether the channel of a bed is for low frequencies.
    private var isLow: Bool { (isOfBed || isMono && isBed) && bedPlace.kind == .low }

    /// Whether this source is heard, or others in its place: the channels of a bed that is not passed, else the whole.
    private func sounds(_ style: SpatialStyle, _ isBed: Bool) -> Bool {
        if isMono { return true }
        let isByChannels = isBed && style.path != .passed
        return isOfBed ? isByChannels && bedPlace.kind != .nowhere : !isByChannels
    }

    /// Where the source is in the world.
    private func direction(_ values: UnsafeMutablePointer<RenderParameter>, _ isBed: Bool) -> SpatialDirection {
        let (azimuth, elevation) = (values[places.pointee.azimuth].end, values[places.pointee.elevation].end)
        guard isOfBed || isMono && isBed else { return SpatialDirection(azimuth: azimuth, elevation: elevation) }
        return bedPlace.direction.turned(azimuth: azimuth, elevation: elevation)
    }

    // MARK: Styles

    /// How the input is to be heard.
    private func style(_ distance: Float, _ mode: UInt32) -> SpatialStyle {
        var algorithm = SpatialAlgorithm(rawValue: UInt32(settings.algorithm.read())) ?? .equalPower
        if algorithm == .byOutputType { algorithm = mixer.algorithm(outputs: outputs) }
        let isPoint = mode == SpatialSettings.pointSource
        let isPlaced = isPoint || mode == SpatialSettings.ambienceBed || mode == 0 && isMono
        guard algorithm != .passThrough, isPlaced else { return .passed }
        if isPoint, Double(distance) < SphericalHead.radius,
            UInt32(settings.inHead.read()) == SpatialSettings.bypassInHead
        {
            return .passed
        }
        if algorithm.usesResponses {
            if hasPair, stage != nil { return SpatialStyle(path: .head, algorithm: algorithm) }
            algorithm = .sphericalHead
        }
        let isDelayed = UInt32(settings.flags.read()) & SpatialSettings.delayFlag != 0
        var style = SpatialStyle(path: .panned, algorithm: algorithm, isDelayed: isDelayed)
        if hasPair, algorithm == .sphericalHead {
            style.path = .sphere
        } else if hasPair, algorithm == .equalPower, isDelayed {
            style.path = .ears
        }
        return style
    }

    /// The frames until the filters of a path are full.
    private func lead(_ path: SpatialStyle.Path) -> Int {
        switch path {
        case .passed, .panned, .silent: 0
        // Longer than the way around the head, with its shadow.
        case .ears, .sphere: Int(sampleRate * 0.004)
        case .head: stage?._withUnsafeGuaranteedRef { $0.length } ?? 0
        }
    }

    /// Empties the filters of a path.
    private func begin(_ path: SpatialStyle.Path) {
        for channel in 0..<width { gains[path.rawValue * width + channel] = .nan }
        (earChannels[2 * path.rawValue], earChannels[2 * path.rawValue + 1]) = (-1, -1)
        switch path {
        case .passed: for channel in 0..<width { passedFrom[channel] = -2 }
        case .panned, .silent: break
        case .ears: ears.reset()
        case .sphere: sphere.reset()
        case .head: stage?._withUnsafeGuaranteedRef { $0.reset(headSource) }
        }
        guard change.former?.path == .silent else { return }
        occlusion.reset()
        obstruction.reset()
    }

    // MARK: Levels

    /// The gain of a placed source.
    ///
    /// - Parameter isFar: whether its distance does not matter, as in a bed.
    private func level(_ values: UnsafeMutablePointer<RenderParameter>, _ gain: Float, isFar: Bool) -> Float {
        var level = gain
        if !isFar, UInt32(settings.flags.read()) & SpatialSettings.distanceFlag != 0 {
            level *= settings.model.gain(values[places.pointee.distance].end)
        }
        level = max(values[places.pointee.least].end, min(values[places.pointee.most].end, level))
        return places.pointee.limits.limited(level, values)
    }

    /// Shows the level to the meters.
    private func note(_ level: Float, _ slice: SpatialSlice) {
        let start = loudness.isNaN ? level : loudness
        loudness = level
        meter.note(
            samples, from: slice.first, to: slice.first + slice.frames, gain: start,
            step: (level - start) / Float(max(1, slice.frames)))
    }

    /// Gives the room its part.
    ///
    /// - Returns: whether there is any.
    private func send(_ level: Float, _ slice: SpatialSlice) -> Bool {
        let start = sent.isNaN ? level : sent
        sent = level
        guard start != 0 || level != 0 else { return false }
        MixRamp(from: start, to: level, over: slice.frames).add(mono, to: slice.room + slice.first, slice.frames)
        return true
    }

    /// Ramps from the last gain of a channel to the wanted one.
    private func ramp(_ path: SpatialStyle.Path, _ channel: Int, _ frames: Int) -> MixRamp {
        let place = path.rawValue * width + channel
        let start = gains[place].isNaN ? wanted[channel] : gains[place]
        gains[place] = wanted[channel]
        return MixRamp(from: start, to: wanted[channel], over: frames)
    }

    // MARK: Sources

    /// Adds the channels up in `mono`, after what occludes the source.
    ///
    /// - Returns: the same after what obstructs it, too.
    private func makeSource(
        _ values: UnsafeMutablePointer<RenderParameter>, _ slice: SpatialSlice
    ) -> UnsafePointer<Float> {
        let frames = slice.frames
        SpatialSource.mix(samples, channels: channels, from: slice.first, frames: frames, to: mono)
        occlusion.pass(mono, to: mono, frames: frames, decibels: values[places.pointee.occlusion].end, sampleRate)
        let decibels = values[places.pointee.obstruction].end
        obstruction.pass(mono, to: obstructed, frames: frames, decibels: decibels, sampleRate)
        return UnsafePointer(decibels < 0 ? obstructed : mono)
    }

    // MARK: Paths

    /// Adds a slice by a path.
    ///
    /// - Parameter source: its frames, for a placed source.
    private func place(
        _ style: SpatialStyle, _ level: Float, _ direction: SpatialDirection, _ source: UnsafePointer<Float>,
        _ slice: SpatialSlice, _ fade: SpatialFade?
    ) {
        guard style.path != .silent, let layouts else { return }
        if style.path == .passed { return pass(layouts, level, slice, fade) }
        let speakers = layouts._withUnsafeGuaranteedRef { $0.speakers }
        if isLow {
            speakers.low(into: wanted)
        } else {
            style.algorithm.gains(direction, speakers, into: wanted)
        }
        for channel in 0..<outputs { wanted[channel] *= level }
        switch style.path {
        case .ears: hear(by: &ears, style, direction, source, slice, fade, speakers)
        case .sphere: hear(by: &sphere, style, direction, source, slice, fade, speakers)
        case .head: hear(direction, source, slice, fade, speakers)
        case .panned, .passed, .silent:
            if outputs == 2, fade == nil {
                emit(source, style.path, slice)
            } else {
                for channel in 0..<outputs { emit(source, style.path, channel, slice, fade) }
            }
        }
    }

    /// Adds samples of a slice to a channel of the output.
    private func emit(
        _ samples: UnsafePointer<Float>, _ path: SpatialStyle.Path, _ channel: Int, _ slice: SpatialSlice,
        _ fade: SpatialFade?
    ) {
        add(ramp(path, channel, slice.frames), samples, to: channel, slice, fade)
    }

    /// Adds what an ear hears to a channel of the output. Where the layout gives the ear another one, that takes over within the slice.
    private func emit(
        _ samples: UnsafePointer<Float>, _ path: SpatialStyle.Path, ear: Int, to channel: Int, _ slice: SpatialSlice,
        _ fade: SpatialFade?
    ) {
        let (place, known, level) = (path.rawValue * width + ear, 2 * path.rawValue + ear, wanted[channel])
        let start = gains[place].isNaN ? level : gains[place]
        let former = earChannels[known]
        (gains[place], earChannels[known]) = (level, channel)
        guard former >= 0, former != channel else {
            return add(MixRamp(from: start, to: level, over: slice.frames), samples, to: channel, slice, fade)
        }
        add(MixRamp(from: start, to: 0, over: slice.frames), samples, to: former, slice, fade)
        add(MixRamp(from: 0, to: level, over: slice.frames), samples, to: channel, slice, fade)
    }

    private func add(
        _ ramp: MixRamp, _ samples: UnsafePointer<Float>, to channel: Int, _ slice: SpatialSlice, _ fade: SpatialFade?
    ) {
        guard !ramp.isSilent else { return }
        let target = slice.output.pointee.samples(channel) + slice.first
        if let fade {
            ramp.add(samples, to: target, slice.frames, fade)
        } else {
            ramp.add(samples, to: target, slice.frames)
        }
    }

    /// Adds samples of a slice to both channels of a stereo output, in one pass.
    private func emit(_ source: UnsafePointer<Float>, _ path: SpatialStyle.Path, _ slice: SpatialSlice) {
        let (one, other) = (ramp(path, 0, slice.frames), ramp(path, 1, slice.frames))
        let (left, right) = (slice.output.pointee.samples(0), slice.output.pointee.samples(1))
        pair.add(source, one, to: left + slice.first, other, to: right + slice.first, slice.frames)
    }

    /// Adds a slice channel by channel. Where the layouts bring another channel to one of the output, it takes over within the slice.
    private func pass(
        _ layouts: Unmanaged<SpatialLayouts>, _ level: Float, _ slice: SpatialSlice, _ fade: SpatialFade?
    ) {
        for channel in 0..<outputs {
            let source = layouts._withUnsafeGuaranteedRef { $0.source(channel) }
            let former = passedFrom[channel]
            passedFrom[channel] = source
            if former != source, former != -2 {
                wanted[channel] = 0
                if former >= 0 { emit(samples[former] + slice.first, .passed, channel, slice, fade) }
                gains[SpatialStyle.Path.passed.rawValue * width + channel] = 0
            }
            guard source >= 0 else { continue }
            wanted[channel] = level
            emit(samples[source] + slice.first, .passed, channel, slice, fade)
        }
    }

    /// Adds what both ears hear.
    private func hear(
        by ears: inout SpatialEars, _ style: SpatialStyle, _ direction: SpatialDirection,
        _ source: UnsafePointer<Float>, _ slice: SpatialSlice, _ fade: SpatialFade?, _ speakers: SpatialSpeakers
    ) {
        ears.set(direction, isDelayed: style.isDelayed, isShadowed: style.path == .sphere)
        ears.left.hear(source, into: heard, frames: slice.frames)
        emit(heard, style.path, ear: 0, to: speakers.left, slice, fade)
        ears.right.hear(source, into: heard, frames: slice.frames)
        emit(heard, style.path, ear: 1, to: speakers.right, slice, fade)
    }

    /// Adds what both ears of a measured head hear.
    private func hear(
        _ direction: SpatialDirection, _ source: UnsafePointer<Float>, _ slice: SpatialSlice, _ fade: SpatialFade?,
        _ speakers: SpatialSpeakers
    ) {
        guard let stage else { return }
        stage._withUnsafeGuaranteedRef { $0.take(source, frames: slice.frames, headSource) }
        for ear in 0..<2 {
            let heard = stage._withUnsafeGuaranteedRef {
                $0.hear(direction, isRight: ear == 1, frames: slice.frames, headSource)
            }
            emit(heard, .head, ear: ear, to: ear == 1 ? speakers.right : speakers.left, slice, fade)
        }
        stage._withUnsafeGuaranteedRef { $0.advance(slice.frames, headSource) }
    }
}
