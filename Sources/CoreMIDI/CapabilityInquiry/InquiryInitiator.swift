import AudioCore
import Foundation
import MIDIDevices
import MIDIEvents

/// A device that has answered: where it is, and what it has stated.
struct InquiryNode: Equatable, Sendable {
    let destination: UInt32
    /// The source from which the answer came.
    let source: UInt32
    /// The device's identifier.
    let identifier: UInt32
    /// The one by which the device knows us. Each destination gets its own, so that an answer names the destination.
    let ownIdentifier: UInt32
    let version: UInt8
    let device: InquiryDevice
}

/// Asks devices who they are, and hands on what they send to those who talk with them.
final class InquiryInitiator: Sendable {
    static let shared = InquiryInitiator(.shared)
    /// How long a device has to answer, in seconds.
    static let patience = 0.5

    typealias Handler = @Sendable (InquiryMessage) -> Void

    private struct Search {
        /// The destinations that have not answered, by the identifiers that they were asked with.
        var asked: [UInt32: UInt32]
        var found: [InquiryNode] = []
        var completion: @Sendable ([InquiryNode]) -> Void
    }

    private struct State {
        var port: InquiryPort?
        var users = 0
        var searches: [Int: Search] = [:]
        var lastSearch = 0
        /// Those who talk with devices: the identifier by which the device knows us, and who is called.
        var talks: [Int: (identifier: UInt32, handler: Handler)] = [:]
        var lastTalk = 0
        var changeHandlers: [Int: @Sendable () -> Void] = [:]
        var lastChangeHandler = 0
    }

    private let system: MIDISystem
    private let state = LockedValue(State())

    init(_ system: MIDISystem) { self.system = system }

    // MARK: The port

    /// Opens the port with the first user, and hears all sources.
    private func retain() throws(AudioError) -> InquiryPort {
        let present = state.withLock { state in
            state.users += 1
            return state.port
        }
        if let present { return present }
        do throws(AudioError) {
            let made = try InquiryPort(
                system, change: { [weak self] in self?.systemDidChange() },
                handler: { [weak self] in self?.receive($0, $1) })
            let kept = state.withLock { state in
                state.port = state.port ?? made
                return state.port ?? made
            }
            kept.hearAllSources()
            return kept
        } catch {
            release()
            throw error
        }
    }

    /// Closes the port with the last user.
    private func release() {
        let closed: InquiryPort? = state.withLock { state in
            state.users -= 1
            guard state.users == 0 else { return nil }
            defer { state.port = nil }
            return state.port
        }
        closed?.close()
    }

    private func systemDidChange() {
        let (port, handlers) = state.withLock { ($0.port, Array($0.changeHandlers.values)) }
        port?.hearAllSources()
        for handler in handlers { handler() }
    }

    // MARK: Searching

    /// Asks all destinations who is there.
    ///
    /// - Parameter completion: is called on the queue, once, with those that have answered in time.
    func search(_ destinations: [UInt32]? = nil, _ completion: @escaping @Sendable ([InquiryNode]) -> Void) {
        let port: InquiryPort
        do throws(AudioError) { port = try retain() } catch {
            InquiryPort.perform { completion([]) }
            return
        }
        port.hearAllSources()
        let asked = Dictionary(
            (destinations ?? system.all(.destination)).map { (InquiryMessage.newIdentifier(), $0) }
        ) { first, _ in first }
        let number = state.withLock { state in
            state.lastSearch += 1
            state.searches[state.lastSearch] = Search(asked: asked, completion: completion)
            return state.lastSearch
        }
        var question = InquiryDevice()
        question.categories = InquiryDevice.profiles | InquiryDevice.properties
        question.mostBytes = UInt32(ExclusiveCollector.mostBytes)
        for (identifier, destination) in asked {
            let message = InquiryMessage(
                MIDICIManagementMessageType.discovery.rawValue, from: identifier, to: InquiryMessage.everybody,
                question.body(version: InquiryMessage.newestVersion, isAnswer: false))
            do { try port.send(message, to: destination) } catch {
                state.withLock { $0.searches[number]?.asked[identifier] = nil }
            }
        }
        InquiryPort.queue.asyncAfter(deadline: .now() + Self.patience) { [self] in end(number) }
        endIfAnswered(number)
    }

    private func endIfAnswered(_ number: Int) {
        guard state.withLock({ $0.searches[number]?.asked.isEmpty ?? false }) else { return }
        InquiryPort.queue.async { [self] in end(number) }
    }

    private func end(_ number: Int) {
        guard let search = state.withLock({ $0.searches.removeValue(forKey: number) }) else { return }
        ProgramEnd.call { search.completion(search.found) }
        release()
    }

    // MARK: Talking

    /// Passes what a device sends to us, or to everybody, to a function on the queue.
    ///
    /// - Returns: the number for `stopTalking(_:)`. Several may talk with one device.
    func talk(with node: InquiryNode, _ handler: @escaping Handler) throws(AudioError) -> Int {
        _ = try retain()
        return state.withLock { state in
            state.lastTalk += 1
            state.talks[state.lastTalk] = (node.ownIdentifier, handler)
            return state.lastTalk
        }
    }

    func stopTalking(_ number: Int) {
        guard state.withLock({ $0.talks.removeValue(forKey: number) }) != nil else { return }
        release()
    }

    func send(
        _ type: UInt8, about address: UInt8 = InquiryMessage.block, to node: InquiryNode, _ body: [UInt8]
    ) throws(AudioError) {
        guard let port = state.withLock({ $0.port }) else { throw .midiNoConnection }
        let message = InquiryMessage(
            type, about: address, version: node.version, from: node.ownIdentifier, to: node.identifier, body)
        guard node.device.mostBytes == 0 || message.bytes.count <= Int(max(node.device.mostBytes, 128)) else {
            throw .midiSend.because("the message is longer than the device takes")
        }
        try port.send(message, to: node.destination)
    }

    /// Whether both endpoints of a device are there.
    func isThere(_ node: InquiryNode) -> Bool {
        system.destination(node.destination) != nil && system.isEndpoint(node.source)
    }

    /// Calls a function on the queue when objects come and go, until `stopWatching`.
    func watch(_ handler: @escaping @Sendable () -> Void) throws(AudioError) -> Int {
        _ = try retain()
        return state.withLock { state in
            state.lastChangeHandler += 1
            state.changeHandlers[state.lastChangeHandler] = handler
            return state.lastChangeHandler
        }
    }

    func stopWatching(_ number: Int) {
        guard state.withLock({ $0.changeHandlers.removeValue(forKey: number) }) != nil else { return }
        release()
    }

    // MARK: Receiving

    private func receive(_ message: InquiryMessage, _ source: UInt32) {
        if message.type == MIDICIManagementMessageType.replyToDiscovery.rawValue { note(message, source) }
        let handlers = state.withLock { state in
            state.talks.values.filter { [$0.identifier, InquiryMessage.everybody].contains(message.destination) }
                .map(\.handler)
        }
        for handler in handlers { handler(message) }
    }

    /// Notes an answer to a search.
    private func note(_ message: InquiryMessage, _ source: UInt32) {
        guard let device = InquiryDevice(message.body) else { return }
        let numbers = state.withLock { state in
            state.searches.keys.filter { number in
                guard let destination = state.searches[number]?.asked.removeValue(forKey: message.destination) else {
                    return false
                }
                let node = InquiryNode(
                    destination: destination, source: source, identifier: message.source,
                    ownIdentifier: message.destination, version: min(message.version, InquiryMessage.newestVersion),
                    device: device)
                state.searches[number]?.found.append(node)
                return true
            }
        }
        for number in numbers { endIfAnswered(number) }
    }
}
