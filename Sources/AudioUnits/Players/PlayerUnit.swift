import AudioCore
import CAudioToolbox
import Glibc

/// What plays a time line that begins at a time that the client sets: the scheduled sound player and the file player.
package class PlayerUnit: Unit, @unchecked Sendable {
    let thread: ScheduleThread
    let timeline: Timeline
    private let startTime = LockedValue(AudioTimeStamp())

    init(_ blueprint: UnitBlueprint, _ timeline: Timeline) {
        self.timeline = timeline
        thread = timeline.thread
        super.init(blueprint)
    }

    deinit { end() }

    override func dispose() {
        super.dispose()
        end()
    }

    private func end() {
        timeline.close()
        thread.close()
    }

    /// Waits until the player's thread has done what there is to do now.
    func settle() { thread.settle() }

    /// Finishes everything that is scheduled.
    func returnAll() {
        startTime.withLock { $0 = AudioTimeStamp() }
        timeline.returnAll()
    }

    /// The time line is about to begin.
    func willBegin() throws(AudioError) {}

    override package func willUninitialize() { returnAll() }
    override package func didReset() { returnAll() }

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAudioUnitProperty_ScheduleStartTimeStamp:
            try expectGlobal(request)
            return .one(startTime.withLock { $0 })
        case kAudioUnitProperty_CurrentPlayTime:
            try expectGlobal(request)
            var time = AudioTimeStamp()
            time.mSampleTime = Double(timeline.currentFrame)
            time.mFlags = .sampleTimeValid
            return .one(time)
        default: return nil
        }
    }

    override package func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAudioUnitProperty_ScheduleStartTimeStamp: true
        case kAudioUnitProperty_CurrentPlayTime: false
        default: nil
        }
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard request.id == kAudioUnitProperty_ScheduleStartTimeStamp else { return false }
        try expectGlobal(request)
        let time = try request.load(AudioTimeStamp.self)
        let start = try Self.start(time)
        guard state.withLock({ $0.isInitialized }) else { throw .unitUninitialized }
        try willBegin()
        startTime.withLock { $0 = time }
        timeline.begin(at: start)
        notify(request.id)
        return true
    }

    /// The sample time counts where both are valid. A sample time of -1 and a host time of 0 are those of the next cycle.
    private static func start(_ time: AudioTimeStamp) throws(AudioError) -> TimelineStart {
        if time.mFlags.contains(.sampleTimeValid) {
            guard time.mSampleTime.isFinite, time.mSampleTime.magnitude < 1e15 else { throw .unitValue }
            return time.mSampleTime == -1 ? .nextCycle : .sample(time.mSampleTime)
        }
        guard time.mFlags.contains(.hostTimeValid), time.mHostTime != 0 else { return .nextCycle }
        return .host(time.mHostTime)
    }

    /// The frame of the time line in a time stamp; not a number without a sample time. The line does not know host times.
    static func frame(_ time: AudioTimeStamp) throws(AudioError) -> Double { try self.time(time).rounded() }

    /// The same with its fraction.
    static func time(_ time: AudioTimeStamp) throws(AudioError) -> Double {
        guard time.mFlags.contains(.sampleTimeValid) else { return .nan }
        guard time.mSampleTime.isFinite, time.mSampleTime.magnitude < 1e15 else { throw .unitValue }
        return time.mSampleTime
    }
}
