/// When a callback is called first: in the cycle that contains the moment.
struct StartMoment: Sendable {
    /// In the device's sample times.
    var sampleTime = Int64.min
    /// A host time instead, where the device's clock is not known yet; 0 for none.
    var hostTime: UInt64 = 0

    /// Makes a host time a sample time, by the times of a cycle's first frame. Real-time safe.
    @_noLocks mutating func settle(_ sampleTime: Int64, _ hostTime: UInt64, _ sampleRate: Double) {
        guard self.hostTime > 0 else { return }
        let nanoseconds = self.hostTime > hostTime ? Double(self.hostTime - hostTime) : 0
        let wait = min(1e15, nanoseconds * sampleRate / 1e9)
        let frames = Int64(wait)
        self.sampleTime = sampleTime + frames + (wait > Double(frames) ? 1 : 0)
        self.hostTime = 0
    }
}
