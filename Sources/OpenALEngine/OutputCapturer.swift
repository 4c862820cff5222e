import AudioCore

/// What the program captures of a device: ALC_EXT_OUTPUT_CAPTURER, of which a process has one.
package final class OutputCapturer: Sendable {
    private let current = LockedValue<FrameCapture?>(nil, .state)

    package init() {}

    /// - Parameter device: the current context's.
    package func prepare(_ device: PlayingDevice?, rate: UInt32, format: Int32, frames: Int32) throws(SpaceError) {
        guard let device else { throw .invalidOperation }
        guard let form = CaptureForm(format: format), form.bytes < 4, (1...768_000).contains(rate) else {
            throw .invalidValue
        }
        let capture: FrameCapture?
        do throws(AudioError) {
            capture = try device.capture(rate: Double(rate), form: form, frames: Int(frames))
        } catch { throw .invalidValue }
        guard let capture else { throw .invalidOperation }
        let old = current.withLock { current in
            defer { current = capture }
            return current
        }
        old?.isRunning = false
    }

    package func start() throws(SpaceError) { try prepared().isRunning = true }

    /// Ends capturing, and drops what has not been read.
    package func stop() throws(SpaceError) {
        let capture = try prepared()
        capture.isRunning = false
        capture.drop()
    }

    package var available: Int { current.withLock { $0 }?.available ?? 0 }

    package func read(_ frames: Int32, into place: UnsafeMutableRawPointer?) throws(SpaceError) {
        let capture = try prepared()
        guard let place, capture.read(Int(frames), into: place) else { throw .invalidValue }
    }

    private func prepared() throws(SpaceError) -> FrameCapture {
        guard let capture = current.withLock({ $0 }) else { throw .invalidOperation }
        return capture
    }
}
