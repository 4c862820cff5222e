/// A zone that sounds for a note. Real-time safe.
///
/// Its sound is made in blocks of `longestBlock` frames at most, which begin with the note, at a change of a controller, and at each
/// stage of the volume envelope. Within a block the pitch stays, and gains and filter glide. Where cycles begin does not matter.
struct SamplerVoice {
    static var longestBlock: Int { @_noLocks get { 64 } }

    private(set) var isActive = false
    /// The note: where it comes from, and its number, which all of its zones share.
    private(set) var channel = 0
    private(set) var note: UInt32 = 0
    private(set) var serial: UInt64 = 0
    private(set) var zone: UnsafePointer<PlayableInstrument.Zone>?
    private(set) var instrument: UnsafeMutableRawPointer?
    private(set) var key: Float = 0
    private var velocity: Float = 0
    /// Whether its key is down, and which pedals keep it.
    var isHeld = false
    var isSustained = false
    var isSostenuto = false
    private(set) var isReleased = false
    /// The value of each generator, with what modulators add.
    private let values: UnsafeMutablePointer<Float>

    private var oscillator = SamplerOscillator()
    private var step: Int64 = 0
    private var knownCents = Double.nan
    private var volume = SamplerEnvelope()
    private var modulation = SamplerEnvelope()
    private var vibrato = SamplerLFO()
    private var tremolo = SamplerLFO()
    private var filter = SamplerFilter(isOn: false)
    private var states = (SamplerFilter.State(), SamplerFilter.State())

    // What the values stand for.
    private var cents = 0.0
    private var attenuation: Float = 0
    private var sides: (left: Float, right: Float) = (0, 0)
    /// What goes to the reverb and to the chorus, as parts of what is heard.
    private(set) var reverbSend: Float = 0
    private(set) var chorusSend: Float = 0

    // The present block: its length, the frames that have passed, and gains with their steps from frame to frame.
    private var length = 0
    private var passed = 0
    private var gains: (left: Float, right: Float) = (0, 0)
    private var gainSteps: (left: Float, right: Float) = (0, 0)
    /// Frames of a fade to silence: those that are left, and all of them; 0 without a fade.
    private var fadeLeft = 0
    private var fadeLength = 0

    init() {
        values = .allocate(capacity: SamplerGenerator.count)
        values.initialize(repeating: 0, count: SamplerGenerator.count)
    }

    func deallocate() { values.deallocate() }

    /// Whether it is about to end, whatever is sent.
    var isFading: Bool { @_noLocks get { fadeLength > 0 } }

    /// How loud it is now.
    var loudness: Float { @_noLocks get { gains.left.magnitude + gains.right.magnitude } }

    // MARK: Notes

    /// What a voice begins with.
    struct Note {
        var channel = 0
        var id: UInt32 = 0
        var serial: UInt64 = 0
        var key: Float = 0
        var velocity: Float = 0

        @_noLocks init() {}
    }

    @_noLocks mutating func begin(
        _ zone: UnsafePointer<PlayableInstrument.Zone>, of instrument: UnsafeMutableRawPointer, _ note: Note,
        _ channel: UnsafeMutablePointer<SamplerChannel>, rate: Float
    ) {
        typealias G = SamplerGenerator
        (self.zone, self.instrument, isActive) = (zone, instrument, true)
        (self.channel, self.note, serial) = (note.channel, note.id, note.serial)
        let (fixedKey, fixedVelocity) = (zone.pointee.generators[G.key], zone.pointee.generators[G.velocity])
        key = fixedKey >= 0 ? fixedKey : note.key
        velocity = fixedVelocity > 0 ? fixedVelocity : note.velocity
        (isHeld, isSustained, isSostenuto, isReleased) = (true, false, false, false)
        (length, passed, fadeLeft, fadeLength) = (0, 0, 0, 0)
        oscillator = SamplerOscillator(zone)
        knownCents = .nan
        filter = SamplerFilter(isOn: zone.pointee.isFiltered)
        states = (SamplerFilter.State(), SamplerFilter.State())
        isSoft = channel.pointee.isSoft
        update(channel)
        volume = SamplerEnvelope(
            values, G.volumeEnvelope, key: key, rate: rate, shortest: SamplerVoice.shortestRelease, endsWhenSilent: true
        )
        modulation = SamplerEnvelope(
            values, G.modulationEnvelope, key: key, rate: rate, shortest: 0, endsWhenSilent: false)
        vibrato = SamplerLFO(delay: values[G.vibratoLFODelay], rate: rate)
        tremolo = SamplerLFO(delay: values[G.modulationLFODelay], rate: rate)
        let start = level(after: 0)
        gains = (sides.left * start, sides.right * start)
        gainSteps = (0, 0)
    }

    /// Whether the note began with the soft pedal down.
    private var isSoft = false

    /// Seconds of a release through 100 dB, so that no end of a note clicks.
    private static var shortestRelease: Float { @_noLocks get { 0.016 } }

    /// Lets the note go: its release begins.
    @_noLocks mutating func release() {
        guard isActive, !isReleased else { return }
        endBlock()
        (isHeld, isSustained, isSostenuto, isReleased) = (false, false, false, true)
        let place = volume.place(after: 0)
        volume.beginRelease(
            from: volume.isRising
                ? (place > 0 ? max(0, 1 + SamplerUnits.decibels(place) / 100) : 0) : place)
        modulation.beginRelease(
            from: modulation.isRising
                ? SamplerCurve.convex(modulation.place(after: 0)) : modulation.place(after: 0))
        if let zone, zone.pointee.loopsUntilRelease { oscillator.leaveLoop() }
        if volume.isOver { isActive = false }
    }

    /// Fades to silence and ends.
    @_noLocks mutating func fade(_ frames: Int) {
        guard isActive, !isFading else { return }
        endBlock()
        (fadeLeft, fadeLength) = (frames, frames)
    }

    /// Ends at once.
    @_noLocks mutating func stop() { isActive = false }

    /// The instrument of a voice that is over; nil if it was taken before.
    @_noLocks mutating func takeInstrument() -> UnsafeMutableRawPointer? {
        let taken = instrument
        (instrument, zone) = (nil, nil)
        return taken
    }

    // MARK: Controllers

    /// Takes over controllers that have changed.
    @_noLocks mutating func updateForControllers(_ channel: UnsafeMutablePointer<SamplerChannel>) {
        endBlock()
        update(channel)
    }

    @_noLocks private mutating func update(_ channel: UnsafeMutablePointer<SamplerChannel>) {
        typealias G = SamplerGenerator
        guard let zone else { return }
        for index in 0..<G.count { values[index] = zone.pointee.generators[index] }
        values[G.pitch] = 0
        for index in 0..<zone.pointee.modulationCount {
            let modulation = zone.pointee.modulations[index]
            values[modulation.destination] += modulation.value(channel, key: key, velocity: velocity)
        }
        let scale = Double(values[G.scaleTuning])
        let interval = (Double(key) - zone.pointee.rootKey) * scale + zone.pointee.correction
        cents = interval + Double(values[G.coarseTune]) * 100 + Double(values[G.fineTune] + values[G.pitch])
        cents += channel.pointee.tuning
        // The soft pedal takes away some level, as the hammers of a piano that strike fewer strings.
        let softness: Float = isSoft ? 5 : 0
        let decibels = min(max(values[G.attenuation] / 10, 0), 144) + softness
        // Half of the peak's height is taken from all, as SoundFont 2 has it.
        let resonance = min(max(values[G.resonance], 0), 960) / 10
        attenuation = decibels + (filter.isOn ? resonance / 2 : 0)
        sides = SamplerPan.sides(values[G.pan], isStereo: zone.pointee.right != nil)
        reverbSend = min(max(values[G.reverbSend], 0), 1000) / 1000
        chorusSend = min(max(values[G.chorusSend], 0), 1000) / 1000
    }

    // MARK: Blocks

    /// The level of a sample at full scale, so that chords have room.
    private static var headroom: Float { @_noLocks get { 0.5 } }

    /// The gain after some frames of the block, as far as it is the same on both sides.
    @_noLocks private func level(after frames: Int) -> Float {
        let place = volume.place(after: frames)
        guard place > 0 else { return 0 }
        var decibels = -attenuation
        var factor = SamplerVoice.headroom
        if volume.isRising { factor *= place } else { decibels -= 100 * (1 - place) }
        let swing = min(max(values[SamplerGenerator.modulationLFOToVolume], -960), 960)
        if swing != 0 { decibels += tremolo.value * swing / 10 }
        if fadeLength > 0 { factor *= Float(fadeLeft - frames) / Float(fadeLength) }
        return factor * SamplerUnits.gain(decibels)
    }

    /// Ends the present block where it is.
    @_noLocks private mutating func endBlock() {
        guard length > 0 else { return }
        let frames = Float(passed)
        gains.left += gainSteps.left * frames
        gains.right += gainSteps.right * frames
        gainSteps = (0, 0)
        filter.endBlock(passed)
        volume.advance(passed)
        if modulation.remaining <= passed {
            // It has a stage that is shorter than the block.
            var left = passed
            while left > 0, !modulation.isSteady {
                let part = min(left, modulation.remaining)
                modulation.advance(part)
                left -= part
            }
        } else {
            modulation.advance(passed)
        }
        if lfoSteps.vibrato != 0 { vibrato.advance(passed, step: lfoSteps.vibrato) }
        if lfoSteps.tremolo != 0 { tremolo.advance(passed, step: lfoSteps.tremolo) }
        if fadeLength > 0 { fadeLeft -= passed }
        (length, passed) = (0, 0)
    }

    /// The parts of a period that a frame takes.
    private var lfoSteps: (vibrato: Float, tremolo: Float) = (0, 0)

    /// Begins the next block.
    ///
    /// - Returns: false where the sound is over.
    @_noLocks private mutating func beginBlock(rate: Float, tuning: Double) -> Bool {
        typealias G = SamplerGenerator
        endBlock()
        guard let zone, !volume.isOver, fadeLength == 0 || fadeLeft > 0 else { return false }
        length = min(SamplerVoice.longestBlock, volume.remaining)
        if fadeLength > 0 { length = min(length, fadeLeft) }
        lfoSteps = (
            SamplerVoice.limitedHertz(values[G.vibratoLFOFrequency]) / rate,
            SamplerVoice.limitedHertz(values[G.modulationLFOFrequency]) / rate
        )
        let envelope = modulationLevel(after: min(length, modulation.remaining))
        var bend = vibrato.value * values[G.vibratoLFOToPitch] + tremolo.value * values[G.modulationLFOToPitch]
        bend += envelope * values[G.modulationEnvelopeToPitch]
        let now = cents + tuning + Double(bend)
        if now != knownCents {
            knownCents = now
            let limited = min(max(now, -24_000), 24_000)
            step = SamplerOscillator.step(zone.pointee.rate / Double(rate) * SamplerUnits.exactRatio(limited))
        }
        if filter.isOn {
            var frequency = values[G.cutoff] + envelope * values[G.modulationEnvelopeToCutoff]
            frequency += tremolo.value * values[G.modulationLFOToCutoff]
            let resonance = min(max(values[G.resonance], 0), 960) / 10
            filter.glide(
                toCents: min(max(frequency, 1500), 13_500), decibels: resonance, rate: rate, over: length)
        }
        let end = level(after: length)
        let part = 1 / Float(length)
        gainSteps = ((sides.left * end - gains.left) * part, (sides.right * end - gains.right) * part)
        return true
    }

    /// SoundFont 2 has no faster oscillation, whatever modulators add.
    @_noLocks private static func limitedHertz(_ cents: Float) -> Float { min(SamplerUnits.hertz(cents), 110) }

    @_noLocks private func modulationLevel(after frames: Int) -> Float {
        let place = modulation.place(after: frames)
        return modulation.isRising ? SamplerCurve.convex(place) : place
    }

    // MARK: Sound

    /// Where a voice puts its sound.
    struct Target {
        let left: UnsafeMutablePointer<Float>
        let right: UnsafeMutablePointer<Float>
        /// What goes to the reverb, and to the chorus.
        let reverb: UnsafeMutablePointer<Float>
        let chorus: UnsafeMutablePointer<Float>
        /// Memory for two channels of a block.
        let scratch: UnsafeMutablePointer<Float>
        let rate: Float
        /// In cents.
        let tuning: Double

        @_noLocks init(
            _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
            reverb: UnsafeMutablePointer<Float>, chorus: UnsafeMutablePointer<Float>,
            scratch: UnsafeMutablePointer<Float>, rate: Float, tuning: Double
        ) {
            (self.left, self.right, self.reverb, self.chorus) = (left, right, reverb, chorus)
            (self.scratch, self.rate, self.tuning) = (scratch, rate, tuning)
        }
    }

    /// Adds frames to what is there.
    ///
    /// - Returns: the frame before which the sound is over; the last one where it is not.
    @_noLocks mutating func add(to target: Target, from first: Int, to last: Int) -> Int {
        var frame = first
        while frame < last {
            if passed == length, !beginBlock(rate: target.rate, tuning: target.tuning) {
                stop()
                return frame
            }
            let count = min(last - frame, length - passed)
            let got = addPart(to: target, at: frame, count)
            passed += got
            frame += got
            // The sample has come to its end.
            if got < count {
                stop()
                return frame
            }
        }
        return frame
    }

    /// Adds frames of the present block.
    ///
    /// - Returns: how many there are: fewer where the sample ends.
    @_noLocks private mutating func addPart(to target: Target, at frame: Int, _ count: Int) -> Int {
        guard let zone else { return 0 }
        let (one, other) = (target.scratch, target.scratch + SamplerVoice.longestBlock)
        var second = oscillator
        // The sample begins when the delay is over.
        guard volume.stage != SamplerEnvelope.Stage.delay else { return count }
        let got = oscillator.read(zone.pointee.left, one, count, step: step)
        if filter.isOn { filter.process(one, got, from: passed, &states.0) }
        var right = one
        if let source = zone.pointee.right {
            _ = second.read(source, other, count, step: step)
            if filter.isOn { filter.process(other, got, from: passed, &states.1) }
            right = other
        }
        mix(one, right, to: target, at: frame, got)
        return got
    }

    @_noLocks private func mix(
        _ one: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>, to target: Target, at frame: Int,
        _ count: Int
    ) {
        let (left, right) = (target.left + frame, target.right + frame)
        for index in 0..<count {
            let now = Float(Int32(truncatingIfNeeded: passed &+ index &+ 1))
            left[index] += one[index] * (gains.left + gainSteps.left * now)
            right[index] += other[index] * (gains.right + gainSteps.right * now)
        }
        if reverbSend > 0 { send(one, other, reverbSend, to: target.reverb + frame, count) }
        if chorusSend > 0 { send(one, other, chorusSend, to: target.chorus + frame, count) }
    }

    /// Adds a part of both sides.
    @_noLocks private func send(
        _ one: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>, _ part: Float,
        to target: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        for index in 0..<count {
            let now = Float(Int32(truncatingIfNeeded: passed &+ index &+ 1))
            let sum =
                one[index] * (gains.left + gainSteps.left * now)
                + other[index] * (gains.right + gainSteps.right * now)
            target[index] += sum * part
        }
    }
}
