import AudioCore
import Glibc

/// What comes of a call.
package enum BusAnswer {
    case values([BusValue])
    /// An error of this name, of the one that was called or of the bus.
    case failure(String)
    /// Nothing as long as it was waited for, or other types than those that were asked for.
    case nothing

    package var values: [BusValue]? { if case .values(let values) = self { values } else { nil } }
}

/// A connection that is made again where it is lost, with calls that are answered later. One thread uses it, which waits in
/// `BusClient.wait` and then gives each of its clients a turn.
///
/// Whoever owns it keeps what was asked of a connection no longer than that lasts: matches, names and calls end with it.
package final class BusClient {
    /// A connection has been made: matches, names and calls are to be asked for.
    package var didConnect: () -> Void = {}
    /// The connection is lost. Calls that have not been answered will not be.
    package var didDisconnect: () -> Void = {}
    /// A signal, or a call, that is not the bus's own notification of the owners of watched names.
    package var didReceive: (BusMessage) -> Void = { _ in }
    /// A name that is not watched has another owner: the name, the old owner and the new one, either of which may be empty.
    package var didChangeOwner: (String, String, String) -> Void = { _, _, _ in }

    private let address: BusAddress
    private let acceptsDescriptors: Bool
    private let patience: UInt64
    private var link: BusLink?
    /// The name by which the bus knows the connection; nil without one.
    package private(set) var uniqueName: String?
    /// When to connect again; nil while there is a connection, and for a bus that never was there.
    private var nextAttempt: UInt64?
    private var pause = BusClient.shortestPause
    private var wasConnected = false
    private var calls: [UInt64: Call] = [:]
    private var timers: [(time: UInt64, body: () -> Void)] = []
    private var watches: [String: Watch] = [:]
    private var hasMore = false

    private struct Call {
        let destination: String
        let signature: String
        let deadline: UInt64
        let completion: (BusAnswer) -> Void
    }

    private struct Watch {
        var owner: String?
        let changed: (String?) -> Void
    }

    /// The bus itself.
    package static let bus = "org.freedesktop.DBus"
    private static let shortestPause: UInt64 = 250_000_000
    private static let longestPause: UInt64 = 60_000_000_000
    private static let mostCalls = 1024
    /// How long an answer is expected: services that are being started, and programs that are stopped, take their time.
    package static let patience = 30 * HostTime.ticksPerSecond
    /// After so many messages others have their turn.
    private static let messagesInTurn = 64

    /// - Parameters:
    ///   - acceptsDescriptors: whether messages may bring file descriptors.
    ///   - patience: nanoseconds for which an answer is expected, where a call does not say it.
    package init(_ address: BusAddress, acceptsDescriptors: Bool = false, patience: UInt64 = BusClient.patience) {
        self.address = address
        self.acceptsDescriptors = acceptsDescriptors
        self.patience = patience
        nextAttempt = 0
    }

    // MARK: Taking turns

    /// Whether there is no bus, and has not been one.
    package var isGivenUp: Bool { link == nil && nextAttempt == nil }
    /// Whether it is connected, or no attempt is going on.
    package var isSettled: Bool { link == nil || uniqueName != nil }
    /// Whether all that was sent has left the process.
    package var isFlushed: Bool { link?.isFlushed ?? true }

    /// Waits until a client or `wakeUp` has something to do.
    ///
    /// - Parameter latest: host time of the end in any case.
    package static func wait(_ clients: [BusClient], _ wakeUp: WakeUp, until latest: UInt64? = nil) {
        var descriptors = [wakeUp.poll] + clients.compactMap { $0.link?.poll }
        let deadline = (clients.compactMap(\.deadline) + [latest].compactMap(\.self)).min()
        let milliseconds = deadline.map { deadline -> Int32 in
            let now = HostTime.now()
            return deadline > now ? Int32(clamping: (deadline - now) / 1_000_000 + 1) : 0
        }
        _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds ?? -1)
        wakeUp.clear()
    }

    private var deadline: UInt64? {
        if hasMore { return 0 }
        let times = [nextAttempt, link?.deadline, timers.first?.time, calls.values.lazy.map(\.deadline).min()]
        return times.compactMap(\.self).min()
    }

    /// Connects, receives and does what is due, without waiting.
    package func turn() {
        let now = HostTime.now()
        if let nextAttempt, nextAttempt <= now { connect(now) }
        receive()
        let late = calls.filter { $0.value.deadline <= now }
        for (cookie, call) in late {
            calls[cookie] = nil
            call.completion(.nothing)
        }
        while let timer = timers.first, timer.time <= now {
            timers.removeFirst()
            timer.body()
        }
    }

    /// The link once the bus has given it a name.
    private var connected: BusLink? { uniqueName == nil ? nil : link }

    private func connect(_ now: UInt64) {
        nextAttempt = nil
        link = BusLink(address, acceptsDescriptors: acceptsDescriptors)
        if link == nil { retry(now) }
    }

    private func receive() {
        hasMore = false
        for _ in 0..<Self.messagesInTurn {
            guard let link else { return }
            let turn = link.turn()
            if uniqueName == nil, let name = link.uniqueName {
                uniqueName = name
                wasConnected = true
                pause = Self.shortestPause
                didConnect()
            }
            switch turn {
            case .message(let message): dispatch(message)
            case .progress: break
            case .idle: return
            case .lost: return disconnect()
            }
        }
        hasMore = true
    }

    private func disconnect() {
        let hadName = uniqueName != nil
        link = nil
        uniqueName = nil
        calls = [:]
        timers = []
        watches = [:]
        retry(HostTime.now())
        if hadName { didDisconnect() }
    }

    private func retry(_ now: UInt64) {
        guard wasConnected else { return }
        nextAttempt = now + pause
        pause = min(2 * pause, Self.longestPause)
    }

    private func dispatch(_ message: BusMessage) {
        switch message.kind {
        case .reply, .failure: finish(message)
        case .signal where message.sender == Self.bus && message.member == "NameOwnerChanged":
            guard let values = message.values("sss"), let name = values[0].text, let new = values[2].text else {
                return
            }
            if watches[name] != nil { return own(name, new.isEmpty ? nil : new) }
            didChangeOwner(name, values[1].text ?? "", new)
        case .signal, .call: didReceive(message)
        case nil: break
        }
    }

    private func finish(_ message: BusMessage) {
        guard let cookie = message.replyCookie, let call = calls[cookie] else { return }
        // Only the one that was called may answer, and the bus in place of one that is not there.
        if call.destination.hasPrefix(":"), ![call.destination, Self.bus].contains(message.sender) { return }
        calls[cookie] = nil
        if message.kind == .failure { return call.completion(.failure(message.errorName)) }
        call.completion(message.values(call.signature).map(BusAnswer.values) ?? .nothing)
    }

    // MARK: Asking

    /// Calls a method, and continues.
    ///
    /// - Parameters:
    ///   - signature: the types of the answer.
    ///   - patience: nanoseconds to wait for it at most; nil for as many as usual, `.max` for ever.
    ///   - completion: gets the answer, or nil where there is none or it has other types. Is not called without a
    ///     connection, nor once it is lost.
    /// - Returns: what `cancel` takes; nil where nothing was sent.
    @discardableResult
    package func call(
        _ call: BusCall, returning signature: String = "", within patience: UInt64? = nil,
        _ completion: @escaping ([BusValue]?) -> Void = { _ in }
    ) -> UInt64? {
        ask(call, returning: signature, within: patience) { completion($0.values) }
    }

    /// Calls a method as `call` does, for those that go by what an error says.
    @discardableResult
    package func ask(
        _ call: BusCall, returning signature: String, within patience: UInt64? = nil,
        _ completion: @escaping (BusAnswer) -> Void
    ) -> UInt64? {
        guard let link = connected else { return nil }
        guard calls.count < Self.mostCalls, let cookie = link.send(call) else {
            // Not before this call has returned.
            after(0) { completion(.nothing) }
            return nil
        }
        let (now, patience) = (HostTime.now(), patience ?? self.patience)
        calls[cookie] = Call(
            destination: call.destination, signature: signature, deadline: now + min(patience, .max - now),
            completion: completion)
        return cookie
    }

    /// Expects the answer to a call no longer, and does not call its completion.
    package func cancel(_ call: UInt64) { calls[call] = nil }

    /// Reads a property; the answer is what is in the variant.
    package func property(
        _ property: String, of interface: String, _ destination: String, _ path: String,
        _ completion: @escaping (BusValue?) -> Void
    ) {
        call(BusCall(property: property, of: interface, destination, path), returning: "v") {
            completion($0?.first?.unwrapped)
        }
    }

    /// Has signals sent here that fit a rule, as D-Bus writes rules.
    package func match(_ rule: String) { call(BusCall(bus: "AddMatch", .text(rule))) }
    package func endMatch(_ rule: String) { call(BusCall(bus: "RemoveMatch", .text(rule))) }

    /// Takes a name, unless it has an owner. Signals that are sent after this come from its owner.
    ///
    /// - Parameter completion: whether the connection has the name.
    package func request(name: String, _ completion: @escaping (Bool) -> Void = { _ in }) {
        let doesNotQueue: UInt32 = 4
        call(BusCall(bus: "RequestName", .text(name), .uint32(doesNotQueue)), returning: "u") { answer in
            // 1: it is the owner now. 4: it was before.
            completion([1, 4].contains(answer?.first?.integer(UInt32.self)))
        }
    }

    /// Gives a name up.
    package func release(name: String) { call(BusCall(bus: "ReleaseName", .text(name)), returning: "u") }

    /// Follows who owns a name, from its owner now on; nil for nobody.
    package func watch(_ name: String, _ changed: @escaping (String?) -> Void) {
        watches[name] = Watch(changed: changed)
        match("type='signal',sender='\(Self.bus)',interface='\(Self.bus)',member='NameOwnerChanged',arg0='\(name)'")
        call(BusCall(bus: "GetNameOwner", .text(name)), returning: "s") { [unowned self] answer in
            // The bus sends its answers and its signals in order.
            own(name, answer?.first?.text)
        }
    }

    private func own(_ name: String, _ owner: String?) {
        guard let watch = watches[name], watch.owner != owner else { return }
        watches[name]?.owner = owner
        watch.changed(owner)
    }

    /// Who owns a name that is watched.
    package func owner(of name: String) -> String? { watches[name]?.owner }

    /// Runs `body` in a turn from a host time on, unless the connection is lost before.
    package func after(_ time: UInt64, _ body: @escaping () -> Void) {
        // From the end, where most of them go.
        let last = timers.lastIndex { $0.time <= time }
        timers.insert((time, body), at: last.map { $0 + 1 } ?? 0)
    }

    // MARK: Telling

    /// Emits a signal.
    ///
    /// - Parameter destination: who gets it; nil for everyone who asked for it.
    package func emit(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue], to destination: String? = nil
    ) {
        connected?.emit(path, interface, member, values, to: destination)
    }

    /// Answers a call.
    package func reply(to call: BusMessage, _ values: BusValue...) { connected?.reply(to: call, values) }
    package func reply(to call: BusMessage, _ values: [BusValue]) { connected?.reply(to: call, values) }
    /// Refuses a call with an error of D-Bus.
    package func refuse(_ call: BusMessage, _ error: String) { connected?.refuse(call, error) }
}
