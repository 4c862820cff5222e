import AudioCore
import AudioIO

/// An observer that notes events, but for cycles that took too long: a busy machine is not what the test is about.
package func noting(_ events: LockedValue<[StreamEvent]>) -> @Sendable (StreamEvent) -> Void {
    { event in
        if case .overload = event { return }
        events.withLock { $0.append(event) }
    }
}
