import AudioCore
import AudioDevices
import TestSupport

@testable import AudioIO
@testable import PlaybackAndRecording

/// Why a queue has not come to its end, and everything that says so.
struct EndlessQueue {
    enum Cause: String {
        /// The job was due, and its thread had no processor.
        case starved
        /// The device asked for no frames at first.
        case withoutCycles
        /// The job slept, and ended the queue when it was woken.
        case notWoken
        /// The job was woken, and the queue did not end.
        case stuck
    }

    let cause: Cause
    let report: String

    /// Looks at a queue that is to stop behind its sound, and wakes it.
    init(_ queue: PlayingQueue, in world: RandomWorld, _ description: String) {
        func hasEnded() -> Bool { queue.state.withLock { $0.run } == .stopped }
        let due = queue.state.withLock { $0.job }?.due
        let isLate = due.map { $0 + 100_000_000 < HostTime.now() } ?? false
        let output = queue.sound.withLock { $0.output }
        let position = output?.renderedFrames
        var states = [Self.state(queue, world)]
        let standsStill = output?.renderedFrames == position
        // Gives a thread that has no processor as long as it takes.
        let endsLate = isLate && eventually(seconds: 60, hasEnded)
        if !endsLate {
            queue.state.withLock { $0.job }?.wake()
            let endsNow = eventually(seconds: 20, hasEnded)
            cause = !endsNow ? .stuck : standsStill ? .withoutCycles : .notWoken
        } else {
            cause = .starved
        }
        states.append(Self.state(queue, world))
        report = "\(cause) (\(description))\n  at first: \(states[0])\n  at last:  \(states[1])"
    }

    private static func state(_ queue: PlayingQueue, _ world: RandomWorld) -> String {
        let due = queue.state.withLock { $0.job }?.due
        let now = HostTime.now()
        let wait = due.map { $0 > now ? "in \(($0 - now) / 1000) µs" : "\((now - $0) / 1000) µs ago" } ?? "when woken"
        let line = queue.state.withLock { state in
            "\(state.run) draining \(state.isDraining) ended \(state.isEnded) line \(state.line.map { Self.name($0) })"
        }
        var parts = ["\(line); due \(wait)"]
        let (voice, output) = queue.sound.withLock { ($0.voice, $0.output) }
        if let voice {
            parts.append(
                """
                voice mode \(voice.mode.load(ordering: .relaxed)) started \(voice.startedAt.load(ordering: .relaxed)) \
                ended \(voice.endedAt.load(ordering: .relaxed)) waiting \(voice.ring.waitingFrames) \
                marks \(1023 - voice.marks.room)
                """)
        }
        if let output { parts.append(Self.route(output)) }
        parts.append("devices \(world.server.devices.map { "\($0.id)\($0.isDefault ? "*" : "") \($0.sampleRate)" })")
        return parts.joined(separator: "; ")
    }

    private static func name(_ entry: QueueEntry) -> String {
        switch entry.kind {
        case .buffer: "buffer"
        case .flush: "flush"
        case .end: "end"
        }
    }

    /// Where an output plays, twice, so that one that stands still is seen.
    private static func route(_ output: Output) -> String {
        let (bus, router) = (output.endpoint.bus, output.endpoint.connection.router)
        let position = output.renderedFrames
        Thread.sleep(until: HostTime.now() + 50_000_000)
        let mixes = router.entries.withLock { entries in
            entries.filter { $0.includes(bus) }.map { entry in
                let keeper = entry.mix.keeper
                return """
                    \(entry.arriving.contains { $0 === bus } ? "to " : "")\(entry.mix.pinnedDevice ?? "default") \
                    \(entry.mix.shape.sampleRate) stream \(keeper.stream != nil) running \(keeper.isRunning)
                    """
            }
        }
        let (isMoving, handover) = router.entries.withLock { _ in
            (bus.isMoving, bus.handover.map { "begun \($0.hasBegun)" } ?? "none")
        }
        return """
            position \(position) then \(output.renderedFrames) latency \(output.latency) still \(output.standsStill) \
            sources \(bus.sources.count) moving \(isMoving) handover \(handover) mixes \(mixes)
            """
    }
}
