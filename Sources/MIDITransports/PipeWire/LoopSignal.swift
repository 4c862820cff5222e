import AudioCore
internal import CPipeWire

/// Has a loop's thread do something, from any thread and at any time: also after the loop has ended.
final class LoopSignal: Sendable {
    private struct Event: @unchecked Sendable {
        let loop: OpaquePointer
        let source: OpaquePointer
    }

    private let event = LockedValue<Event?>(nil)

    func begin(_ loop: OpaquePointer, _ source: OpaquePointer) {
        event.withLock { $0 = Event(loop: loop, source: source) }
    }

    func signal() {
        event.withLock { event in
            if let event { PWLoopSignalEvent(event.loop, event.source) }
        }
    }

    func end() { event.withLock { $0 = nil } }
}
