import AudioCore
import AudioIO
import AudioSession

/// A device that captures: a sink of an input, and the frames that the program has not read.
package final class CapturingDevice: Sendable {
    package static let handles = HandleTable<CapturingDevice>(
        kind: 12, wrongReference: .noDevice.because("it is not an open microphone"))

    package let name: String
    /// The identifier of the device that the program named; nil where this follows the default one.
    let id: String?
    package let frames: FrameCapture
    private let input: Input
    private let session: SessionCenter
    private let work: DeferredWork
    private let sink = LockedValue<InputSink?>(nil)

    /// - Parameters:
    ///   - name: that of a device; nil for the default one.
    ///   - rate: frames per second that the program reads.
    ///   - count: how many are kept.
    package init(
        _ name: String?, rate: Double, form: CaptureForm, frames count: Int, in space: SoundSpace
    ) throws(AudioError) {
        var id: String?
        if let name {
            guard let found = space.find(name, .input) else { throw .noDevice }
            id = found
        }
        let surroundings = space.surroundings
        input = try surroundings.input(id)
        session = surroundings.session
        work = space.work
        self.id = id
        self.name = name ?? space.deviceNames(.input).first ?? ""
        frames = try FrameCapture(source: input.format, rate: rate, form: form, frames: count)
    }

    /// Begins to capture, unless the session cannot be active.
    package func start() {
        guard !work.takesOver({ [self] in start() }) else { return }
        session.add(self)
        guard (try? session.activateImplicitly(recording: true)) != nil else { return }
        let new = InputSink(context: Unmanaged.passUnretained(frames).toOpaque(), owner: frames) { context, cycle in
            Unmanaged<FrameCapture>.fromOpaque(context)._withUnsafeGuaranteedRef {
                $0.take(cycle.pointee.samples, Int(cycle.pointee.frames))
            }
            return 0
        }
        let isFirst = sink.withLock { sink in
            guard sink == nil else { return false }
            sink = new
            return true
        }
        guard isFirst else { return }
        frames.isRunning = true
        input.add(new)
        session.participantDidChange()
    }

    /// Ends capturing. What was captured stays.
    package func stop() {
        guard !work.takesOver({ [self] in stop() }) else { return }
        frames.isRunning = false
        let old = sink.withLock { sink in
            defer { sink = nil }
            return sink
        }
        guard let old else { return }
        input.remove(old)
        session.participantDidChange()
    }

    /// Ends the device.
    package func close() {
        stop()
        session.remove(self)
    }
}

extension CapturingDevice: SessionParticipant {
    package var isRunning: Bool { sink.withLock { $0 != nil } }
    package func sessionWasInterrupted() { stop() }
    package func sessionMayResume(_ shouldResume: Bool) {}
    package func routeWasLost() {}
}
