/// The course of a note: delay, attack, hold, decay, sustain, release. Real-time safe.
///
/// Its place goes from 0 to 1 in the attack, and falls evenly from there. What that means for the sound is for the voice to say: the
/// place of a volume envelope is a factor in the attack, and counts as 100 dB elsewhere.
struct SamplerEnvelope: BitwiseCopyable {
    enum Stage {
        static var delay: Int { @_noLocks get { 0 } }
        static var attack: Int { @_noLocks get { 1 } }
        static var hold: Int { @_noLocks get { 2 } }
        static var decay: Int { @_noLocks get { 3 } }
        static var sustain: Int { @_noLocks get { 4 } }
        static var release: Int { @_noLocks get { 5 } }
        static var end: Int { @_noLocks get { 6 } }
    }

    private(set) var stage = 0
    /// Frames of the present stage that have passed, and those that it has in all.
    private var elapsed = 0
    private var length = 0
    private var attack = 0
    private var hold = 0
    private var decay = 0
    private var level: Float = 1
    /// Where the release began, and the frames of one through all places.
    private var from: Float = 1
    private var release: Float = 0
    private var endsWhenSilent = false

    @_noLocks init() {}

    /// - Parameters:
    ///   - values: the generators of a voice.
    ///   - first: the first of the envelope's.
    ///   - shortest: the seconds that a release takes at least, from the top.
    ///   - endsWhenSilent: whether the note ends where the envelope stays at 0.
    @_noLocks init(
        _ values: UnsafeMutablePointer<Float>, _ first: Int, key: Float, rate: Float, shortest: Float,
        endsWhenSilent: Bool
    ) {
        self.endsWhenSilent = endsWhenSilent
        let byKey = 60 - key
        length = SamplerEnvelope.frames(values[first], rate)
        // A file cannot say that there is no attack, but zones of ours can.
        attack = values[first + 1] < -12_000 ? 0 : Int(min(SamplerUnits.seconds(values[first + 1]), 1000) * rate + 0.5)
        hold = SamplerEnvelope.frames(values[first + 2] + values[first + 6] * byKey, rate)
        level = 1 - min(max(values[first + 4], 0), 1000) / 1000
        let fall = SamplerEnvelope.seconds(values[first + 3] + values[first + 7] * byKey) * (1 - level)
        decay = Int(fall * rate + 0.5)
        release = max(shortest, SamplerEnvelope.seconds(values[first + 5])) * rate
        skip()
    }

    /// The shortest time of SoundFont 2, which is the usual one, is none.
    @_noLocks private static func seconds(_ timecents: Float) -> Float {
        timecents <= -12_000 ? 0 : min(SamplerUnits.seconds(timecents), 1000)
    }

    @_noLocks private static func frames(_ timecents: Float, _ rate: Float) -> Int {
        Int(seconds(timecents) * rate + 0.5)
    }

    var isOver: Bool { @_noLocks get { stage == Stage.end } }
    var isRising: Bool { @_noLocks get { stage <= Stage.attack } }
    /// Whether the place stays as it is.
    var isSteady: Bool { @_noLocks get { stage == Stage.sustain || stage == Stage.end } }

    /// Frames until the next stage.
    var remaining: Int { @_noLocks get { isSteady ? .max : length - elapsed } }

    /// The place after some frames, `remaining` at most.
    @_noLocks func place(after frames: Int) -> Float {
        let passed = Float(elapsed + frames)
        switch stage {
        case Stage.delay: return 0
        case Stage.attack: return min(1, passed / Float(length))
        case Stage.hold: return 1
        case Stage.decay: return 1 - (1 - level) * min(1, passed / Float(length))
        case Stage.sustain: return level
        case Stage.release: return max(0, from - passed / release)
        default: return 0
        }
    }

    /// Lets frames pass, `remaining` at most.
    @_noLocks mutating func advance(_ frames: Int) {
        guard !isSteady else { return }
        elapsed += frames
        skip()
    }

    /// Begins the stages that the present one makes room for.
    @_noLocks private mutating func skip() {
        while !isSteady, elapsed >= length {
            (stage, elapsed) = (stage == Stage.release ? Stage.end : stage + 1, 0)
            switch stage {
            case Stage.attack: length = attack
            case Stage.hold: length = hold
            case Stage.decay: length = decay
            case Stage.sustain: if endsWhenSilent, level <= 0 { stage = Stage.end }
            default: length = 0
            }
        }
    }

    /// Begins the release.
    ///
    /// - Parameter place: where it begins. The attack of a volume envelope has other places.
    @_noLocks mutating func beginRelease(from place: Float) {
        guard stage < Stage.release else { return }
        (stage, elapsed, from) = (Stage.release, 0, place)
        length = Int(place * release + 0.5)
        skip()
    }
}

/// A triangle, which begins at 0 after a delay and goes up first. Real-time safe.
struct SamplerLFO: BitwiseCopyable {
    private var delay = 0
    /// From 0 to 1 in each period.
    private var phase: Float = 0

    @_noLocks init() {}

    /// - Parameter timecents: the delay.
    @_noLocks init(delay timecents: Float, rate: Float) {
        delay = timecents <= -12_000 ? 0 : Int(min(SamplerUnits.seconds(timecents), 1000) * rate + 0.5)
    }

    /// From -1 to 1.
    var value: Float {
        @_noLocks get {
            if phase < 0.25 { return 4 * phase }
            return phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
        }
    }

    /// - Parameter step: the part of a period that a frame takes.
    @_noLocks mutating func advance(_ frames: Int, step: Float) {
        let waited = min(delay, frames)
        delay -= waited
        phase += Float(frames - waited) * step
        // It is not negative.
        phase -= Float(Int(phase))
    }
}
