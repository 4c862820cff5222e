import AudioCore
import CCoreAudio
import CRealtime

/// The listeners of properties, and the thread that notifies them.
final class HardwareListeners: @unchecked Sendable {
    package typealias Call = @Sendable (AudioObjectID, [AudioObjectPropertyAddress]) -> Void

    /// One registration: an object, an address that may hold wildcards, and the key by which a client names its listener.
    private struct Listener {
        let number: UInt64
        let object: AudioObjectID
        let address: AudioObjectPropertyAddress
        let key: [UInt]
        /// Another key by which the client may name it.
        let alias: [UInt]?
        let call: Call

        func isSame(_ object: AudioObjectID, _ address: AudioObjectPropertyAddress, _ key: [UInt]) -> Bool {
            self.object == object && (self.key == key || alias == key) && self.address.isSame(as: address)
        }
    }

    private struct News: Equatable {
        let object: AudioObjectID
        /// The changed properties. Empty where the object no longer exists, whose listeners are then removed.
        let addresses: [AudioObjectPropertyAddress]

        static func == (one: Self, other: Self) -> Bool {
            one.object == other.object && one.addresses.elementsEqual(other.addresses) { $0.isSame(as: $1) }
        }
    }

    private struct State {
        var listeners: [Listener] = []
        var lastNumber: UInt64 = 0
        var news: [News] = []
        var thread: Thread?
        /// The listener that runs now.
        var current: UInt64?
    }

    /// With more than this many waiting, duplicates are dropped, so that a blocked listener does not use up memory.
    private static let patience = 256

    private let state = WaitableValue(State())

    /// - Parameters:
    ///   - key: what the listener is removed by.
    ///   - alias: another key that it is removed by; nil for none.
    ///   - isOnlyOne: whether the key identifies the listener at an address, so that a second one with the same key and
    ///     address is the same.
    func add(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt], alias: [UInt]?,
        isOnlyOne: Bool, call: @escaping Call
    ) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            if state.thread == nil { state.thread = try Thread(name: "audio-hardware") { self.run() } }
            if isOnlyOne, state.listeners.contains(where: { $0.isSame(object, address, key) }) { return }
            state.lastNumber += 1
            state.listeners.append(
                Listener(
                    number: state.lastNumber, object: object, address: address, key: key, alias: alias, call: call))
        }
    }

    /// When this returns, the listener does not run and will not be called again, unless it is the one that asks. A callback in
    /// a cycle or of a queue does not wait: the listener may still run.
    ///
    /// Where several have the key, the newest is removed: an address on a stack may have been that of an older block.
    func remove(_ object: AudioObjectID, _ address: AudioObjectPropertyAddress, key: [UInt]) {
        let removed = state.withLock { state -> (listener: Listener, isRunning: Bool)? in
            guard let index = state.listeners.lastIndex(where: { $0.isSame(object, address, key) }) else {
                return nil
            }
            // Returned, so that a block of a client is released without the lock.
            let listener = state.listeners.remove(at: index)
            return (listener, state.current == listener.number && state.thread?.isCurrent != true)
        }
        // The listener may wait for the end of the callback that the caller is in.
        guard let (listener, isRunning) = removed, isRunning, !DeferredWork.isNeeded, !ForkedChild.isHere,
            realtime_is_callback_thread() == 0
        else { return }
        LockOrder.willWait()
        _ = state.wait { $0.current == listener.number ? nil : true }
    }

    func notify(_ object: AudioObjectID, _ addresses: [AudioObjectPropertyAddress]) {
        guard !addresses.isEmpty else { return }
        let news = News(object: object, addresses: (addresses + addresses.flatMap(\.virtual)).ownedObjectsFirst)
        state.withLock { state in
            guard state.thread != nil, state.listeners.contains(where: { $0.object == object }) else { return }
            if state.news.count > Self.patience, state.news.contains(news) { return }
            state.news.append(news)
        }
    }

    /// Removes the listeners of objects that no longer exist, after the notifications that they have still to receive.
    func forget(_ objects: [AudioObjectID]) {
        state.withLock { state in
            for object in objects where state.listeners.contains(where: { $0.object == object }) {
                state.news.append(News(object: object, addresses: []))
            }
        }
    }

    private func run() {
        while true {
            guard
                let (news, meant) = state.wait(until: { state -> (News, [UInt64])? in
                    guard !state.news.isEmpty else { return nil }
                    let news = state.news.removeFirst()
                    return (news, state.listeners.filter { $0.object == news.object }.map(\.number))
                })
            else { continue }
            if news.addresses.isEmpty {
                removeAll(of: news.object)
            } else {
                for number in meant {
                    // Programs look at the first property of a call, and not at others.
                    for address in news.addresses { deliver(address, of: news, to: number) }
                }
            }
        }
    }

    private func removeAll(of object: AudioObjectID) {
        // Returned, so that blocks of clients are released without the lock.
        state.withLock { state -> [Listener] in
            defer { state.listeners.removeAll { $0.object == object } }
            return state.listeners.filter { $0.object == object }
        }
    }

    /// Calls one listener, if it is still registered, with a property that its address means.
    private func deliver(_ address: AudioObjectPropertyAddress, of news: News, to number: UInt64) {
        let found = state.withLock { state -> (call: Call, heard: AudioObjectPropertyAddress)? in
            guard let listener = state.listeners.first(where: { $0.number == number }),
                let heard = listener.address.heard(address, among: news.addresses)
            else { return nil }
            state.current = number
            return (listener.call, heard)
        }
        guard let (call, heard) = found else { return }
        LockOrder.willCallClient()
        ProgramEnd.call { call(news.object, [heard]) }
        state.withLock { $0.current = nil }
    }
}

extension [AudioObjectPropertyAddress] {
    /// The list of owned objects before the other properties: some programs take that one, of all changes of the system, for a change
    /// of the devices.
    fileprivate var ownedObjectsFirst: Self {
        let owned = UInt32(kAudioObjectPropertyOwnedObjects)
        return filter { $0.mSelector == owned } + filter { $0.mSelector != owned }
    }
}

extension AudioObjectPropertyAddress {
    func isSame(as other: Self) -> Bool {
        mSelector == other.mSelector && mScope == other.mScope && mElement == other.mElement
    }

    /// The address under which a listener at this one, which may hold wildcards, is notified of a changed property; nil if this
    /// address means another.
    ///
    /// A property of the whole object has one value in all scopes: a listener at the input or the output of a device is notified of
    /// it, too, as of one of its own scope.
    ///
    /// - Parameter changes: all that changed at once. What changed at the listener's own scope is not heard of a second time.
    func heard(_ changed: Self, among changes: [Self]) -> Self? {
        guard !matches(changed) else { return changed }
        let sides = [UInt32(kAudioObjectPropertyScopeInput), UInt32(kAudioObjectPropertyScopeOutput)]
        var own = changed
        own.mScope = mScope
        guard changed.mScope == UInt32(kAudioObjectPropertyScopeGlobal), sides.contains(mScope),
            mSelector == changed.mSelector, matches(own), !changes.contains(where: own.isSame)
        else { return nil }
        return own
    }

    /// Whether this address, which may hold wildcards, means another.
    func matches(_ other: Self) -> Bool {
        let any = UInt32(kAudioObjectPropertySelectorWildcard)
        return (mSelector == any || mSelector == other.mSelector) && (mScope == any || mScope == other.mScope)
            && (mElement == UInt32.max || mElement == other.mElement)
    }
}
