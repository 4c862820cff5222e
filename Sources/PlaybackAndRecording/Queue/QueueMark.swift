/// Something that is to happen when a certain frame of a queue's ring is played.
struct QueueMark {
    enum Action {
        /// Silence until the queue's clock, in the device's frames, shows `value`.
        case wait
        /// Parameters from this frame on.
        case volume, ramp, pan
        /// The sound ends here.
        case end
    }

    /// The ring's frame, counted from the beginning.
    var frame: Int
    var action: Action
    var value: Double

    init(frame: Int, action: Action, value: Double = 0) {
        self.frame = frame
        self.action = action
        self.value = value
    }

    /// Room for a mark. Real-time safe.
    @_noLocks init() {
        frame = 0
        action = .end
        value = 0
    }
}
