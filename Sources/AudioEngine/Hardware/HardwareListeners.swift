import AudioCore
import CCoreAudio

/// Who wants to know what changes, and the thread that tells them.
final class HardwareListeners: @unchecked Sendable {
    package typealias Call = @Sendable (AudioObjectID, [AudioObjectPropertyAddress]) -> Void

    private struct Listener {
        let object: AudioObjectID
        let address: AudioObjectPropertyAddress
        let key: [UInt]
        let call: Call
    }

    private struct State {
        var listeners: [Listener] = []
        var news: [(AudioObjectID, [AudioObjectPropertyAddress])] = []
        var thread: Thread?
        /// Counts up at the start and at the end of each delivery.
        var deliveries = 0
    }

    private let state = Monitor(State())

    /// - Parameter key: what the listener is removed by.
    func add(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt], call: @escaping Call
    ) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            if state.thread == nil { state.thread = try Thread(name: "audio-hardware") { self.run() } }
            state.listeners.append(Listener(object: object, address: address, key: key, call: call))
        }
    }

    /// When this returns, the listener does not run and will not be called again, unless it is the one that asks.
    func remove(_ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt]) {
        let (delivery, isOwnThread) = state.withLock { state in
            if let index = state.listeners.firstIndex(where: {
                $0.object == object && $0.key == key && $0.address.isSame(as: address)
            }) {
                state.listeners.remove(at: index)
            }
            return (state.deliveries, state.thread?.isCurrent ?? false)
        }
        guard delivery & 1 == 1, !isOwnThread else { return }
        _ = state.wait { $0.deliveries == delivery ? nil : true }
    }

    func tell(_ object: AudioObjectID, _ addresses: [AudioObjectPropertyAddress]) {
        guard !addresses.isEmpty else { return }
        state.withLock { state in
            if state.thread != nil { state.news.append((object, addresses)) }
        }
    }

    private func run() {
        while true {
            guard let (object, addresses) = state.wait(until: { $0.news.isEmpty ? nil : $0.news.removeFirst() })
            else { continue }
            let keys = state.withLock { state in state.listeners.filter { $0.object == object }.map(\.key) }
            for key in keys { deliver(object, addresses, key) }
        }
    }

    private func deliver(_ object: AudioObjectID, _ addresses: [AudioObjectPropertyAddress], _ key: [UInt]) {
        let found = state.withLock { state -> (Call, [AudioObjectPropertyAddress])? in
            for listener in state.listeners where listener.object == object && listener.key == key {
                let meant = addresses.filter { listener.address.matches($0) }
                guard !meant.isEmpty else { continue }
                state.deliveries += 1
                return (listener.call, meant)
            }
            return nil
        }
        guard let (call, meant) = found else { return }
        call(object, meant)
        state.withLock { $0.deliveries += 1 }
    }
}

extension AudioObjectPropertyAddress {
    func isSame(as other: Self) -> Bool {
        mSelector == other.mSelector && mScope == other.mScope && mElement == other.mElement
    }

    /// Whether this address, which may hold wildcards, means another.
    func matches(_ other: Self) -> Bool {
        let any = UInt32(kAudioObjectPropertySelectorWildcard)
        return (mSelector == any || mSelector == other.mSelector) && (mScope == any || mScope == other.mScope)
            && (mElement == UInt32.max || mElement == other.mElement)
    }
}
