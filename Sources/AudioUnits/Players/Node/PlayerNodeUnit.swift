import AudioCore
import AudioFiles
import CAudioToolbox

/// What renders an `AVAudioPlayerNode`: sounds of a program's, one after the other or at their times. No search finds it.
///
/// The player's time counts frames of the output that were rendered since the start: from 0 on, also while there is nothing to
/// play, and not in a pause. Sounds take their turns in the order in which they were scheduled, but for those with a time,
/// which come before those of later times. A sound whose time is past, or that another sound keeps waiting, plays as soon as
/// possible, and its late frames are left out.
///
/// The unit keeps what is scheduled, and the time, where it is uninitialized and initialized again. When its output gets
/// another rate, both stay at the same seconds.
package final class PlayerNodeUnit: Unit, @unchecked Sendable {
    package static let blueprint = UnitBlueprint("augn", "plyr", "Apple: AUPlayerNode") { PlayerNodeUnit($0) }
        .with { $0.inputs = 0 }

    private let line = PlayerLine()
    /// Whether a render waits for files.
    private let offline = Latest(0)

    init(_ blueprint: UnitBlueprint) { super.init(blueprint) }

    deinit { line.close() }

    override func dispose() {
        super.dispose()
        line.close()
    }

    override package var convertsOutputForms: Bool { true }

    override package func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        line.follow(state.outputs[0].format)
        return TimelineKernel(line.timeline, isOffline: offline, settlesFirst: false)
    }

    override package func didReset() { stopPlaying() }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        // What every unit has is set as well.
        if request.id == kAudioUnitProperty_OfflineRender, request.scope == kAudioUnitScope_Global,
            request.element == 0,
            let isOn = try? request.flag()
        {
            isOffline = isOn
        }
        return false
    }

    /// Whether renders wait until files are read, so that none of their frames are missing. Host times have no meaning then.
    package var isOffline: Bool {
        get { offline.read() != 0 }
        set { offline.write(newValue ? 1 : 0) }
    }

    /// The output's format as the time line has it.
    private var format: StreamFormat {
        let format = state.withLock { $0.outputs[0].format }
        return .float32(sampleRate: format.sampleRate, channels: format.channels, interleaved: false)
    }

    // MARK: Scheduling

    /// Schedules a sound. Any thread may call it.
    ///
    /// A sound without frames is reported as played at once, unless it interrupts others. There may be any number of sounds. Of
    /// those beyond 4,032 that are not finished, each takes its turn in the order of the calls, whatever its time.
    ///
    /// - Parameters:
    ///   - sound: what to play. The unit keeps it until the last report.
    ///   - moment: when it begins.
    ///   - options: how it takes its turn.
    /// - Throws: `parameter` for frames in memory whose channels are not those of the output.
    package func schedule(
        _ sound: PlayerSound, at moment: PlayerMoment = .next, _ options: PlayerOptions = []
    ) throws(AudioError) {
        let format = self.format
        guard sound.channels == nil || sound.channels == format.channels else {
            throw .parameter.because("the sound has another number of channels than the player's output")
        }
        var moment = moment
        if isOffline, case .host = moment { moment = .next }
        line.schedule(sound, moment, options, format)
    }

    /// Waits until files are read ahead, as far as there is memory for that.
    package func prepare() {
        guard (try? line.startThread()) != nil else { return }
        line.timeline.thread.settle()
    }

    /// The seconds that units after the player delay its sound, beyond the host times of its renders. Reports of what has been
    /// heard come so much later.
    package func setDelay(_ seconds: Double) { line.setDelay(seconds) }

    // MARK: Playing

    /// Starts to play, or continues after a pause. Does not wait.
    ///
    /// - Parameter start: when; in the next cycle for a time in the past. While the player plays already, it has no effect.
    package func play(at start: TimelineStart = .nextCycle) {
        line.follow(format)
        var start = start
        if isOffline, case .host = start { start = .nextCycle }
        line.timeline.resume(at: start)
    }

    /// Stops the time, and keeps what is scheduled.
    package func pause() { line.timeline.pause() }

    /// Gives up what is scheduled, of which each is reported, and sets the time to 0.
    package func stopPlaying() { line.stop() }

    /// Whether the player was started, and neither paused nor stopped since.
    package var isPlaying: Bool { line.timeline.isStarted }

    /// The player's time at a sample time of its renders, by the rate of the output; nil unless it plays, and before it is
    /// known when the first frame is rendered.
    package func playerFrame(atNode frame: Double) -> Double? {
        guard isPlaying, let origin = line.timeline.origin else { return nil }
        return frame - origin
    }

    /// The sample time of renders at a time of the player; nil as `playerFrame(atNode:)`.
    package func nodeFrame(atPlayer frame: Double) -> Double? {
        guard isPlaying, let origin = line.timeline.origin else { return nil }
        return frame + origin
    }

    /// Waits until all that is finished has been reported, and files are read ahead. Not in a report.
    func settle() { line.timeline.thread.settle() }
}
