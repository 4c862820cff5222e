import AudioCore

/// Plays a time line.
final class TimelineKernel: Kernel, @unchecked Sendable {
    private let timeline: Timeline
    private let link: Unmanaged<Timeline>
    private let thread: Unmanaged<ScheduleThread>
    /// Not 0 where renders wait for the player's thread.
    private let isOffline: Latest
    private let isOfflineLink: Unmanaged<Latest>
    /// Whether the thread then works before each cycle, and not only where the time line lacks something.
    private let settlesFirst: Bool

    override var processStatus: Int32 { AudioError.unitUnimplemented.status }

    init(_ timeline: Timeline, isOffline: Latest = Latest(0), settlesFirst: Bool = true) {
        (self.timeline, self.isOffline, self.settlesFirst) = (timeline, isOffline, settlesFirst)
        link = .passUnretained(timeline)
        thread = .passUnretained(timeline.thread)
        isOfflineLink = .passUnretained(isOffline)
    }

    @available(*, unavailable) override init() { fatalError("a player has a time line") }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let waits = isOfflineLink._withUnsafeGuaranteedRef { $0.read() } != 0
        if waits, settlesFirst {
            let thread = self.thread
            // The client renders offline, so that it may wait.
            realtimeTrusted { thread._withUnsafeGuaranteedRef { $0.settle() } }
        }
        let (output, time, frames) = (plan.outputs, pass.pointee.time, pass.pointee.frames)
        link._withUnsafeGuaranteedRef { $0.render(output, at: time, frames: frames, waits: waits) }
        return 0
    }
}
