import AudioCore
import AudioIO

// What is set and read without waiting.
extension Player {
    /// Seconds of one pass.
    package var duration: Double { Double(sound.withLock { $0.length }) / format.sampleRate }

    /// Where it is in the file, in seconds.
    package var currentTime: Double { position / format.sampleRate }

    /// The host time now, in the time of the device's cycles.
    package var now: UInt64 { sound.withLock { $0.output }?.now ?? HostTime.now() }

    /// The time that players share, in seconds.
    package var deviceTime: Double { timeline.seconds(at: now) }

    /// The host time of a time that players share; the present for one that is past.
    package func deviceTicks(of time: Double) -> UInt64 { timeline.hostTime(of: time, now: now) }

    /// The file's layout, where it is one of as many channels.
    package var fittingLayout: ChannelLayout? {
        layout.flatMap { $0.channelCount == format.channels ? $0 : nil }
    }

    package var device: String? { state.withLock { $0.device } }
    package var assignments: [Int] { state.withLock { $0.assignments } }

    // MARK: Levels

    /// The factor that was set last, also while a fade goes there.
    package var volume: Float { state.withLock { $0.volume } }

    /// Goes to another volume in a straight line, from the next cycle on. A change without a fade is spread over that cycle.
    package func setVolume(_ volume: Float, over seconds: Float) {
        let source = state.withLock { state -> OutputSource? in
            state.volume = volume
            state.hasNewVolume = state.run != .playing
            return state.run == .playing ? sound.withLock { $0.source } : nil
        }
        source?.setVolume(volume, over: seconds)
    }

    package var pan: Float {
        get { state.withLock { $0.pan } }
        set {
            state.withLock { $0.pan = newValue }
            sound.withLock { $0.voice }?.pan.write(newValue)
        }
    }

    package var isMetering: Bool {
        get { state.withLock { $0.isMetering } }
        set {
            state.withLock { state in
                state.isMetering = newValue
                if !newValue { state.levels = [] }
            }
            let voice = sound.withLock { $0.voice }
            voice?.isMetering.store(newValue, ordering: .relaxed)
            if !newValue { voice?.meters.reset() }
        }
    }

    /// Takes down the levels that `level` returns from now on.
    package func updateLevels() {
        let voice = sound.withLock { $0.voice }
        let isMetering = state.withLock { $0.isMetering }
        let levels = isMetering ? voice.map { voice in (0..<format.channels).map { voice.meters.level($0) } } : nil
        state.withLock { $0.levels = levels ?? [] }
    }

    /// A channel's levels in front of volume and pan, linear, when they were last taken down.
    package func level(_ channel: Int) -> (average: Float, peak: Float) {
        state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : (0, 0) }
    }

    // MARK: Speed

    package var rate: Float {
        get { state.withLock { $0.rate } }
        set { setSpeed { $0.rate = newValue } }
    }

    /// Whether the rate counts.
    package var changesRate: Bool {
        get { state.withLock { $0.changesRate } }
        set { setSpeed { $0.changesRate = newValue } }
    }

    /// The thread that decodes takes up another speed.
    private func setSpeed(_ body: (inout State) -> Void) {
        let job = state.withLock { state in
            let speed = state.speed
            body(&state)
            return state.speed == speed ? nil : state.job
        }
        job?.wake()
    }
}
