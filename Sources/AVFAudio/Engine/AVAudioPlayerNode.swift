import AudioCore
public import AudioToolbox
import AudioUnits
import Dispatch
import Foundation

/// Plays buffers and parts of files, one after the other or at their times.
///
/// The player's time counts frames by the rate of its output. It is 0 at the first frame after `play`, runs on while there is
/// nothing to play, and stops in a pause and while the engine is paused. `stop` and `reset`, and a stop or a reset of
/// the engine, set it back to 0.
///
/// What is scheduled without a time follows what was scheduled before, or begins at once. A sample time is one of the player's;
/// a time by another rate is converted. A host time counts where there is no sample time, and in manual rendering it has no
/// meaning. What has a time goes before what begins later. If its time is past when its turn comes, its late frames are left
/// out.
///
/// A file that begins at no particular time waits for its first frames, so that none of them is lost. Frames of a file that come
/// later than their time are silent, and the file ends when it should.
///
/// Completion handlers run on a queue of the node's, in order. A handler may call the player and the engine, also `stop`. Each
/// is called once: when what was scheduled has come as far as the callback type says, when another buffer interrupts it, or
/// when the player stops. Any thread may make any call, and none of them waits for what is played.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private let player: PlayerNodeUnit
    private let queue = DispatchQueue(label: "AVAudioPlayerNode")

    /// Creates a player, to be attached to an engine.
    public init() {
        guard let unit = try? NodeUnit(PlayerNodeUnit.blueprint), let player = unit.unit as? PlayerNodeUnit else {
            fatalError("there is no room for another audio unit")
        }
        self.player = player
        super.init(unit)
    }

    override func engineDidChange(_ change: EngineChange) {
        switch change {
        case .started: followEngine()
        case .stopped: player.stopPlaying()
        case .paused, .reset: break
        }
    }

    override var isActive: Bool { isPlaying }
    override var detail: String? { isPlaying ? "playing" : "not playing" }

    override func setEngine(_ engine: AVAudioEngine?) -> Bool {
        let isDone = super.setEngine(engine)
        // Also where the engine is freed.
        if engine == nil { player.stopPlaying() }
        return isDone
    }

    /// Takes over how the engine renders.
    private func followEngine() {
        guard let engine else { return }
        player.isOffline = engine.isRenderedOffline
        // The host times of renders are those of the device's loudspeaker.
        player.setDelay(engine.delay(after: self))
    }

    // MARK: Buffers

    /// Schedules a buffer after what is already scheduled, and calls a handler when it has been consumed.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - completionHandler: called when the player has taken the last frame, or was stopped; nil for none.
    @preconcurrency open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        schedule(buffer, nil, [], .dataConsumed, PlayerCompletion.handler(completionHandler))
    }

    /// Schedules a buffer after what is already scheduled, and calls a handler when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - callbackType: when to call the handler.
    ///   - completionHandler: called with the type then, or when the player was stopped; nil for none.
    @preconcurrency open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(buffer, nil, [], callbackType, completionHandler)
    }

    /// Schedules a buffer at a time, and calls a handler when it has been consumed.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - options: as there.
    ///   - completionHandler: called when the player has taken the last frame, or was stopped; nil for none.
    @preconcurrency open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        schedule(buffer, when, options, .dataConsumed, PlayerCompletion.handler(completionHandler))
    }

    /// Schedules a buffer at a time, and calls a handler when it has come as far as a type says.
    ///
    /// A buffer without frames has come that far at once, unless it interrupts others. The program ends if the buffer has
    /// another number of channels than the node's output.
    ///
    /// - Parameters:
    ///   - buffer: its frames are played at the rate of the output, whatever rate the buffer has. The player keeps it, and
    ///     plays samples of Float32 that are not interleaved from its memory, which therefore does not change until they are
    ///     played.
    ///   - when: a time of the player's, or a host time; nil for after what is already scheduled.
    ///   - options: whether it loops and interrupts.
    ///   - callbackType: when to call the handler.
    ///   - completionHandler: called with the type then, or when the player was stopped; nil for none.
    @preconcurrency open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(buffer, when, options, callbackType, completionHandler)
    }

    private func schedule(
        _ buffer: AVAudioPCMBuffer, _ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ handler: PlayerCompletion.Handler?
    ) {
        let output = outputFormat(forBus: 0)
        require(
            output.channelCount == buffer.format.channelCount,
            "_outputFormat.channelCount == buffer.format.channelCount: \(self), \(output), \(buffer.format)")
        let list = BufferList(UnsafeMutablePointer(mutating: buffer.audioBufferList))
        do throws(AudioError) {
            let sound = try PlayerSound(
                list, buffer.format.engineFormat, frames: Int(buffer.frameLength), owner: buffer,
                report: report(type, handler))
            try player.schedule(sound, at: moment(when), PlayerOptions(rawValue: options.rawValue))
        } catch { require(false, "error \(error.status): \(error.reason), \(self)") }
    }

    // MARK: Files

    /// Schedules a whole file, and calls a handler when it has been consumed.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - completionHandler: called when the player has taken the last frame, or was stopped; nil for none.
    @preconcurrency open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        scheduleFile(
            file, at: when, completionCallbackType: .dataConsumed,
            completionHandler: PlayerCompletion.handler(completionHandler))
    }

    /// Schedules a whole file, and calls a handler when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - callbackType: when to call the handler.
    ///   - completionHandler: called with the type then, or when the player was stopped; nil for none.
    @preconcurrency open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(file, 0, .max, when, callbackType, completionHandler)
    }

    /// Schedules a part of a file, and calls a handler when it has been consumed.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - startFrame: as there.
    ///   - numberFrames: as there.
    ///   - when: as there.
    ///   - completionHandler: called when the player has taken the last frame, or was stopped; nil for none.
    @preconcurrency open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        scheduleSegment(
            file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed,
            completionHandler: PlayerCompletion.handler(completionHandler))
    }

    /// Schedules a part of a file, and calls a handler when it has come as far as a type says.
    ///
    /// The file is read while it is played, in advance and on another thread, and converted to the rate and the channels of the
    /// output. It may be scheduled several times, and be closed and deleted meanwhile. What can no longer be read of it is
    /// silent. A part without frames has come as far as the type says at once.
    ///
    /// - Parameters:
    ///   - file: a file that is open for reading; its `framePosition` neither counts nor changes. Any other is played as one
    ///     without frames.
    ///   - startFrame: the first frame, by the file's rate.
    ///   - numberFrames: how many, by the file's rate. Frames that the file does not have are left out.
    ///   - when: a time of the player's, or a host time; nil for after what is already scheduled.
    ///   - callbackType: when to call the handler.
    ///   - completionHandler: called with the type then, or when the player was stopped; nil for none.
    @preconcurrency open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
    ) {
        schedule(file, startFrame, Int64(numberFrames), when, callbackType, completionHandler)
    }

    private func schedule(
        _ file: AVAudioFile, _ first: Int64, _ frames: Int64, _ when: AVAudioTime?,
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ handler: PlayerCompletion.Handler?
    ) {
        let report = report(type, handler)
        let sound =
            file.openForReading.map { PlayerSound($0.file, owner: $0, from: first, frames: frames, report: report) }
            ?? PlayerSound(report: report)
        do throws(AudioError) { try player.schedule(sound, at: moment(when)) } catch {
            require(false, "error \(error.status): \(error.reason), \(self)")
        }
    }

    private func report(
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ handler: PlayerCompletion.Handler?
    ) -> @Sendable (PlayerReport) -> Void {
        let completion = PlayerCompletion(type, on: queue, handler)
        return { completion.take($0) }
    }

    private func moment(_ when: AVAudioTime?) -> PlayerMoment {
        if let engine { player.isOffline = engine.isRenderedOffline }
        guard let when else { return .next }
        if let frame = frame(when) { return .frame(frame) }
        return when.isHostTimeValid ? .host(when.hostTime) : .next
    }

    /// A sample time by the rate of the output; nil where it is not valid.
    private func frame(_ time: AVAudioTime) -> Double? {
        guard time.isSampleTimeValid else { return nil }
        let factor = time.sampleRate > 0 ? rate / time.sampleRate : 1
        return time.audioTimeStamp.mSampleTime * factor
    }

    /// The sample rate of the output.
    private var rate: Double { nodeUnit?.format(kAudioUnitScope_Output, 0).sampleRate ?? 0 }

    // MARK: Scheduling, and waiting for it

    // These return when what they schedule has come as far as a callback type says, when another buffer interrupts it, or when the
    // player stops. Cancelling the task changes nothing: what is scheduled is played.

    /// Schedules a buffer after what is already scheduled, and returns when it has been consumed.
    ///
    /// - Parameter buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    open func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await withCheckedContinuation { done in scheduleBuffer(buffer, completionHandler: { done.resume() }) }
    }

    /// Schedules a buffer after what is already scheduled, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleBuffer(
                buffer, completionCallbackType: callbackType, completionHandler: { done.resume(returning: $0) })
        }
    }

    /// Schedules a buffer at a time, and returns when it has been consumed.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - options: as there.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await withCheckedContinuation { done in
            scheduleBuffer(buffer, at: when, options: options, completionHandler: { done.resume() })
        }
    }

    /// Schedules a buffer at a time, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - buffer: as for `scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - options: as there.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleBuffer(
                buffer, at: when, options: options, completionCallbackType: callbackType,
                completionHandler: { done.resume(returning: $0) })
        }
    }

    /// Schedules a whole file, and returns when it has been consumed.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    open func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await withCheckedContinuation { done in scheduleFile(file, at: when, completionHandler: { done.resume() }) }
    }

    /// Schedules a whole file, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - when: as there.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleFile(
                file, at: when, completionCallbackType: callbackType, completionHandler: { done.resume(returning: $0) })
        }
    }

    /// Schedules a part of a file, and returns when it has been consumed.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - startFrame: as there.
    ///   - numberFrames: as there.
    ///   - when: as there.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?
    ) async {
        await withCheckedContinuation { done in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionHandler: { done.resume() })
        }
    }

    /// Schedules a part of a file, and returns when it has come as far as a type says.
    ///
    /// - Parameters:
    ///   - file: as for `scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)`.
    ///   - startFrame: as there.
    ///   - numberFrames: as there.
    ///   - when: as there.
    ///   - callbackType: when to return.
    /// - Returns: the type.
    @discardableResult
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { done in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionCallbackType: callbackType,
                completionHandler: { done.resume(returning: $0) })
        }
    }

    // MARK: Playing

    /// Starts to play, or continues after a pause.
    ///
    /// The program ends if the engine does not run or the node's output is not connected.
    open func play() { play(at: nil) }

    /// Starts to play at a time, or continues then after a pause.
    ///
    /// While the player plays, the call has no effect. The program ends if the engine does not run or the node's output is not
    /// connected.
    ///
    /// - Parameter when: a sample time of the node, as `lastRenderTime` counts it, or else a host time; nil for as soon as
    ///   possible, and so is a time in the past.
    open func play(at when: AVAudioTime?) {
        let isConnected = engine.map { !$0.links.out(of: self).isEmpty || !taps.isEmpty } ?? false
        require(isConnected && engine?.isRunning == true, "player started when in a disconnected state: \(self)")
        followEngine()
        defer { engine?.activityDidChange() }
        guard let when else { return player.play() }
        if let frame = frame(when) { return player.play(at: .sample(frame.rounded())) }
        player.play(at: when.isHostTimeValid ? .host(when.hostTime) : .nextCycle)
    }

    /// Stops the player's time, and keeps what is scheduled.
    open func pause() {
        player.pause()
        engine?.activityDidChange()
    }

    /// Gives up all that is scheduled, and sets the player's time to 0. All completion handlers that have not been called are
    /// called.
    open func stop() {
        player.stopPlaying()
        engine?.activityDidChange()
    }

    /// Whether the player was started, and neither paused nor stopped since. It is true also while there is nothing to play.
    open var isPlaying: Bool { player.isPlaying }

    /// Waits until what is scheduled of files has been read in advance, as far as there is memory for that.
    ///
    /// - Parameter frameCount: has no effect. As many frames are read as there is room for.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) { player.prepare() }

    // MARK: Time

    /// The time of the node at a time of the player.
    ///
    /// On a device the result has the host time too. Right after `play`, before the player has rendered a frame, it is about the time at
    /// which the player begins.
    ///
    /// - Parameter playerTime: a time of the player.
    /// - Returns: nil unless the player plays. In manual rendering, nil until it has rendered a frame or begins at a known sample time.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        withHostTime(
            converted(playerTime) { frame in
                player.nodeFrame(atPlayer: frame) ?? (isPlaying ? present.map { $0.sample.rounded() + frame } : nil)
            })
    }

    /// The time of the player at a time of the node, such as `lastRenderTime`. It is less than 0 before the player begins.
    ///
    /// - Parameter nodeTime: a time of the node.
    /// - Returns: nil unless the player plays and has rendered a frame, or begins at a known sample time.
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        converted(nodeTime) { player.playerFrame(atNode: $0) }
    }

    /// A time with another sample time, by the rate of the output. On a device it has a host time as well.
    private func converted(_ time: AVAudioTime, _ convert: (Double) -> Double?) -> AVAudioTime? {
        guard let frame = frame(time), let other = convert(frame) else { return nil }
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (other, .sampleTimeValid)
        if time.isHostTimeValid {
            stamp.mHostTime = time.hostTime
            stamp.mFlags.insert(.hostTimeValid)
        }
        return AVAudioTime(audioTimeStamp: &stamp, sampleRate: rate)
    }

    /// The present time of the node on a device; nil where the engine does not play on one. Before the first render of a run it is 0.
    private var present: (sample: Double, host: UInt64)? {
        guard let engine, engine.isRunning, engine.io.manual == nil else { return nil }
        let now = AudioGetCurrentHostTime()
        guard let last = lastRenderTime, last.isHostTimeValid else { return (0, now) }
        let nanoseconds =
            Double(AudioConvertHostTimeToNanos(max(now, last.hostTime) - last.hostTime))
            - Double(AudioConvertHostTimeToNanos(last.hostTime - min(now, last.hostTime)))
        return (Double(last.sampleTime) + nanoseconds / 1e9 * rate, now)
    }

    /// A time of the node with the host time at which it is heard, where the engine plays on a device.
    private func withHostTime(_ time: AVAudioTime?) -> AVAudioTime? {
        guard let time, !time.isHostTimeValid, let present else { return time }
        let seconds = (Double(time.sampleTime) - present.sample) / rate
        let distance = AVAudioTime.hostTime(forSeconds: abs(seconds))
        let host = seconds < 0 ? present.host - min(distance, present.host) : present.host &+ distance
        return AVAudioTime(hostTime: host, sampleTime: time.sampleTime, atRate: rate)
    }
}
