import AudioCore
import AudioIO
import CAudioToolbox

/// A client's memory of a queue's time line, by which it learns of gaps.
package final class QueueTimeline: Sendable {
    package static let handles = HandleTable<QueueTimeline>(
        kind: 6, wrongReference: .parameter.because("no such time line"))
    private let seen: LockedValue<Int>

    package init(of queue: AudioQueue) { seen = LockedValue(queue.registration.withLock { $0.discontinuities }) }

    /// Whether the queue's time was interrupted since this was last asked.
    package func takeDiscontinuity(of queue: AudioQueue) -> Bool {
        let now = queue.registration.withLock { $0.discontinuities }
        return seen.withLock { seen in
            defer { seen = now }
            return seen != now
        }
    }
}

// The device's clock, as a queue sees it.
extension QueueKind {
    package var startDelay: Double { 0 }

    /// The device's time now. Only the host time is valid while it does not run for this queue.
    package func deviceTime() -> AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mHostTime = HostTime.now()
        time.mFlags = .hostTimeValid
        guard let clock = deviceClock else { return time }
        time.mHostTime = deviceNow
        time.mSampleTime = clock.sampleTime(at: time.mHostTime)
        time.mRateScalar = clock.rateScalar
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return time
    }

    /// Works out one kind of time from the other.
    ///
    /// - Parameter wanted: which fields to fill in; those of `time` are kept.
    /// - Throws: `queueRunState` while the device does not run for this queue.
    package func translate(
        _ time: AudioTimeStamp, wanted: AudioTimeStampFlags
    ) throws(AudioError) -> AudioTimeStamp {
        guard let clock = deviceClock else { throw .queueRunState }
        var result = AudioTimeStamp()
        let sample: Double
        if time.mFlags.contains(.sampleTimeValid) {
            sample = time.mSampleTime
        } else if time.mFlags.contains(.hostTimeValid) {
            sample = clock.sampleTime(at: time.mHostTime)
        } else {
            throw .parameter.because("neither sample time nor host time is valid")
        }
        guard sample.isFinite, abs(sample) < 1e15 else { throw .parameter }
        if wanted.contains(.sampleTimeValid) || wanted.isEmpty {
            result.mSampleTime = sample
            result.mFlags.insert(.sampleTimeValid)
        }
        if wanted.contains(.hostTimeValid) || wanted.isEmpty {
            result.mHostTime = clock.hostTime(of: sample)
            result.mFlags.insert(.hostTimeValid)
        }
        if wanted.contains(.rateScalarValid) || wanted.isEmpty {
            result.mRateScalar = clock.rateScalar
            result.mFlags.insert(.rateScalarValid)
        }
        return result
    }

    /// The first moment, not before the one asked for, at which the device can start.
    package func nearestStart(to time: AudioTimeStamp) throws(AudioError) -> AudioTimeStamp {
        let asked = try translate(time, wanted: [])
        guard let clock = deviceClock else { return asked }
        let nearest = Double(clock.sampleTime) + startDelay
        guard asked.mSampleTime < nearest else { return asked }
        var first = AudioTimeStamp()
        first.mSampleTime = nearest
        first.mFlags = .sampleTimeValid
        return try translate(first, wanted: [])
    }
}

extension PlayingQueue {
    package var deviceClock: ClockAnchor? {
        let (voice, device) = sound.withLock { ($0.voice, $0.device) }
        guard let voice, voice.hasCycles.load(ordering: .acquiring), state.withLock({ $0.run }) == .running,
            let device, let clock = device.clock
        else { return nil }
        // The clock is that of the last cycle; the device continues from its end.
        let next = Int64(device.renderedFrames)
        return ClockAnchor(
            sampleTime: next, hostTime: clock.hostTime(of: Double(next)), sampleRate: clock.sampleRate,
            rateScalar: clock.rateScalar)
    }

    package var deviceNow: UInt64 { sound.withLock { $0.device }?.now ?? HostTime.now() }

    package var startDelay: Double {
        let (output, device) = sound.withLock { ($0.output, $0.device) }
        guard let output, let device, output.lead > 0 else { return 0 }
        return (Double(output.lead) * device.format.sampleRate / output.format.sampleRate).rounded(.up)
    }

    /// The frame that is heard now on the queue's own time line: less than 0 before a start that is known. Continues between
    /// cycles, never goes back while the queue runs, and stops while the server or the device is gone.
    ///
    /// - Throws: `queueRunState` while the queue is stopped.
    package func currentTime() throws(AudioError) -> AudioTimeStamp {
        guard state.withLock({ $0.run }) != .stopped else { throw .queueRunState }
        let (voice, output) = sound.withLock { ($0.voice, $0.output) }
        guard let voice else { throw .queueRunState }
        var time = AudioTimeStamp()
        time.mHostTime = deviceNow
        let ratio = format.sampleRate / voice.sampleRate
        let isPaused = state.withLock { $0.run } == .paused
        if let frame = clock.frame(of: voice, on: output, at: time.mHostTime, isPaused: isPaused) {
            time.mSampleTime = frame * ratio
        } else if deviceClock != nil, let clock = output?.clock {
            let value = voice.startValue.load(ordering: .acquiring)
            switch voice.startKind.load(ordering: .acquiring) {
            case QueueVoice.Start.sampleTime:
                time.mSampleTime = (clock.sampleTime(at: time.mHostTime) - Double(Int64(bitPattern: value))) * ratio
            case QueueVoice.Start.hostTime:
                let now = time.mHostTime
                let ticks = now < value ? -Double(value - now) : Double(now - value)
                time.mSampleTime = ticks * format.sampleRate / Double(HostTime.ticksPerSecond)
            default: break
            }
        }
        time.mRateScalar = output?.clock?.rateScalar ?? 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return time
    }
}
