/// What a player on a device of 1000 frames a second should do: the state that a test compares an `AVAudioPlayer` with.
///
/// The position counts frames of the file. It is exact as long as the speed is 1. After another speed it is taken over from
/// the player until a seek or a stop, and only its bounds are compared.
struct PlayerModel {
    enum Run { case stopped, playing, paused }

    /// What keeps the session interrupted.
    private enum Interrupter { case peer, call, route }

    /// Frames of the file.
    let length: Int
    private(set) var run = Run.stopped
    var position = 0.0
    /// What the delegate is told, in order.
    private(set) var events: [String] = []
    /// Whether the session is active.
    private(set) var isActive = false
    /// Whether the position comes from the player.
    private(set) var isStretched = false
    /// Whether the player holds the device, or its output runs for a start that may come.
    private(set) var isReady = false

    private var loops = 0
    /// Passes behind the one that is heard; less than 0: without end.
    private var left = 0
    /// Frames until a start that is to come.
    private var wait = 0
    private var (rate, enablesRate): (Float, Bool) = (1, false)
    private var pan: Float = 0
    /// The loudspeaker that the sound goes to, from 1 on; nil for both.
    private var channel: Int?
    private var volume = VolumeModel()
    private var interrupter: Interrupter?
    private(set) var (hasPeer, hasCall) = (false, false)
    /// Whether the end of the interruption is to be told.
    private var wasInterrupted = false
    /// Whether all that held the sound in the interruption, and hold it no more, have left it to others.
    private var mayGoOn = true

    init(length: Int) { self.length = length }

    private var speed: Float { enablesRate ? rate : 1 }
    var isPlaying: Bool { run == .playing }
    /// Whether a frame of the file is due now.
    var isSounding: Bool { isPlaying && wait == 0 && !isAtEnd }
    /// Whether the sound goes to a loudspeaker that the place between them leaves on.
    var isAudible: Bool { !(channel == 1 && pan == 1 || channel == 2 && pan == -1) }
    /// Whether the last frame was heard, and the end was not told.
    private var isAtEnd: Bool { !isStretched && position >= Double(length) }

    /// Frames until the last one of the pass was heard.
    var framesToTheEnd: Int? { isSounding && !isStretched ? length - Int(position) : nil }

    // MARK: Calls

    /// The file is decoded from the position on.
    private mutating func begin() {
        guard !isReady else { return }
        isReady = true
        isStretched = speed != 1
        volume.jump()
    }

    /// Behind the end of a pass that another follows is the start of that.
    private mutating func wrap() {
        guard isAtEnd, left != 0 else { return }
        position -= Double(length)
        if left > 0 { left -= 1 }
    }

    private mutating func activate() {
        guard !isActive else { return }
        (isActive, interrupter, hasPeer) = (true, nil, false)
    }

    mutating func prepare() {
        activate()
        begin()
    }

    mutating func play(after frames: Int = 0) {
        activate()
        guard run != .playing else { return }
        begin()
        if run == .stopped {
            left = loops
            position.round()
        }
        if speed != 1 { isStretched = true }
        if volume.isNew { volume.jump() }
        (run, wait, wasInterrupted) = (.playing, max(0, frames), false)
        wrap()
    }

    mutating func pause() {
        guard run == .playing else { return }
        (run, wait) = (.paused, 0)
    }

    mutating func stop() {
        (run, wait, isReady, isStretched) = (.stopped, 0, false, false)
        volume.isNew = true
    }

    mutating func seek(to frame: Int) {
        position = Double(min(max(0, frame), length))
        isStretched = isReady && speed != 1
        if run != .stopped { wrap() }
    }

    mutating func setLoops(_ loops: Int) {
        (self.loops, left) = (loops, loops)
        if run != .stopped { wrap() }
    }

    mutating func setRate(_ rate: Float, enabled: Bool) {
        (self.rate, enablesRate) = (rate, enabled)
        if isReady, speed != 1 { isStretched = true }
    }

    mutating func setPan(_ pan: Float) { self.pan = pan }

    /// The device is opened anew, and with it the volume begins where a fade would end.
    mutating func assign(_ channel: Int?) {
        self.channel = channel
        guard isReady else { return }
        isStretched = speed != 1
        volume.jump()
    }

    mutating func setVolume(_ gain: Float, over frames: Int) { volume.set(gain, over: frames, isPlaying: isPlaying) }

    // MARK: The session

    private mutating func interrupt(_ by: Interrupter) {
        guard isActive else { return }
        (isActive, interrupter, wasInterrupted, mayGoOn) = (false, by, isPlaying, true)
        if isPlaying { events.append("began") }
        pause()
    }

    private mutating func resume(from ended: Interrupter, _ mayResume: Bool) {
        guard interrupter == ended else { return }
        mayGoOn = mayGoOn && mayResume
        interrupter = hasCall ? .call : hasPeer ? .peer : nil
        guard interrupter == nil, wasInterrupted else { return }
        wasInterrupted = false
        if mayGoOn, run != .stopped { activate() }
        events.append("ended \(mayGoOn ? 1 : 0)")
    }

    /// The output in use is gone: that interrupts a session whose player plays, and nobody tells the end.
    mutating func loseOutput() { if isPlaying { interrupt(.route) } }

    mutating func peerBegins() {
        hasPeer = true
        interrupt(.peer)
    }

    mutating func peerEnds(mayResume: Bool) {
        hasPeer = false
        resume(from: .peer, mayResume)
    }

    mutating func callBegins() {
        hasCall = true
        interrupt(.call)
    }

    mutating func callEnds() {
        hasCall = false
        resume(from: .call, true)
    }

    // MARK: Time

    /// Lets a cycle of the device pass.
    ///
    /// - Returns: the samples of both loudspeakers, one after the other. Where the speed is not 1 they are of no use.
    mutating func cycle(_ frames: Int, _ file: [Float]) -> [Float] {
        guard isReady else { return [Float](repeating: 0, count: 2 * frames) }
        volume.begin(frames)
        var samples: [Float] = []
        var hasEnded = false
        for _ in 0..<frames {
            let gain = volume.next()
            var sample: Float = 0
            if isPlaying, wait > 0 {
                wait -= 1
            } else if isPlaying, isAtEnd {
                hasEnded = true
            } else if isPlaying, !isStretched {
                sample = Float(gain) * file[Int(position)]
                position += 1
                wrap()
            }
            samples += [channel == 2 ? 0 : sample * min(1, 1 - pan), channel == 1 ? 0 : sample * min(1, 1 + pan)]
        }
        if hasEnded { finish() }
        return samples
    }

    /// The end was heard.
    mutating func finish() {
        events.append("finished true")
        (run, wait, position) = (.stopped, 0, 0)
        isStretched = speed != 1
    }
}

/// A volume that changes in straight lines.
struct VolumeModel {
    private struct Change: Equatable {
        var gain = 1.0
        var frames = 0
    }

    /// What was set last, and what the device knows of it.
    private var (wanted, known) = (Change(), Change())
    private var (step, left) = (0.0, 0)
    /// Whether it was set while nothing played: the next start begins with it.
    var isNew = false

    private var gain: Double { known.gain - step * Double(left) }

    mutating func set(_ gain: Float, over frames: Int, isPlaying: Bool) {
        wanted = Change(gain: Double(gain), frames: frames)
        isNew = !isPlaying
    }

    /// Has the value that was set last.
    mutating func jump() {
        wanted.frames = 0
        (known, step, left, isNew) = (wanted, 0, 0, false)
    }

    /// Takes up what was set before a cycle. Without a fade the change takes the cycle.
    mutating func begin(_ frames: Int) {
        guard wanted != known, !isNew else { return }
        let now = gain
        left = wanted.frames > 0 ? wanted.frames : frames
        step = (wanted.gain - now) / Double(left)
        known = wanted
    }

    mutating func next() -> Double {
        defer { left = max(0, left - 1) }
        return gain
    }
}
