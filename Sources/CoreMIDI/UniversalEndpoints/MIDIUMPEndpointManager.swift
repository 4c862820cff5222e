import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices

// CoreMIDI/MIDIUMPEndpointManager.h.

/// Finds the endpoints of Universal MIDI Packets that are there, those of the program among them.
///
/// It asks each destination and its source with its first use, and whenever endpoints come. Notifications are posted on the main queue.
open class MIDIUMPEndpointManager: NSObject, @unchecked Sendable {
    /// The keys of what notifications carry.
    ///
    /// They are in the notification's `userInfo`.
    public struct DictionaryKey: Hashable, RawRepresentable, @unchecked Sendable {
        /// The text of the key.
        ///
        /// Programs compare keys, and not their texts.
        public let rawValue: String

        /// Creates a key with a text.
        ///
        /// - Parameter rawValue: the text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The `MIDIUMPEndpoint` that a notification is about.
        ///
        /// Every notification has it.
        public static let endpointObject = DictionaryKey(rawValue: "MIDIUMPEndpointObject")
        /// The `MIDIUMPFunctionBlock` that a notification is about.
        ///
        /// `functionBlockWasUpdatedNotification` has it.
        public static let functionBlockObject = DictionaryKey(rawValue: "MIDIUMPFunctionBlockObject")
    }

    /// An endpoint has come.
    ///
    /// It is posted when the endpoint has stated everything of itself.
    public class var endpointWasAddedNotification: NSNotification.Name { .init("MIDIUMPEndpointWasAddedNotification") }
    /// An endpoint has gone.
    ///
    /// The object keeps what it last stated.
    public class var endpointWasRemovedNotification: NSNotification.Name {
        .init("MIDIUMPEndpointWasRemovedNotification")
    }
    /// An endpoint has stated something new of itself.
    ///
    /// The object states it already.
    public class var endpointWasUpdatedNotification: NSNotification.Name {
        .init("MIDIUMPEndpointWasUpdatedNotification")
    }
    /// A function block has changed.
    ///
    /// The object states it already.
    public class var functionBlockWasUpdatedNotification: NSNotification.Name {
        .init("MIDIUMPFunctionBlockWasUpdatedNotification")
    }

    private static let manager = MIDIUMPEndpointManager()

    /// The manager of the process.
    ///
    /// It begins to look for endpoints with the first use.
    open class var shared: MIDIUMPEndpointManager { manager }

    private let endpoints = LockedValue<[EndpointFinder.Place: MIDIUMPEndpoint]>([:])
    private let finder = LockedValue<EndpointFinder?>(nil)

    private override init() {
        super.init()
        let made = try? EndpointFinder(.shared) { [weak self] in self?.note($0) }
        finder.withLock { $0 = made }
    }

    /// The endpoints that have answered, in the order of their destinations.
    ///
    /// One that comes is listed a moment later, when it has answered.
    open var umpEndpoints: [MIDIUMPEndpoint] {
        endpoints.withLock { $0.sorted { $0.key.destination < $1.key.destination }.map(\.value) }
    }

    private func note(_ event: EndpointFinder.Event) {
        switch event {
        case .added(let place, let description):
            let endpoint = MIDIUMPEndpoint(
                MIDIUMPEndpoint.State(
                    description: description, destination: place.destination, source: place.source))
            update(endpoint, description)
            endpoints.withLock { $0[place] = endpoint }
            post(Self.endpointWasAddedNotification, endpoint)
        case .updated(let place, let description):
            guard let endpoint = endpoints.withLock({ $0[place] }) else { return }
            update(endpoint, description)
            post(Self.endpointWasUpdatedNotification, endpoint)
        case .blockUpdated(let place, let description, let number):
            guard let endpoint = endpoints.withLock({ $0[place] }) else { return }
            update(endpoint, description)
            let block = endpoint.functionBlocks.first { $0.functionBlockID == number }
            post(Self.functionBlockWasUpdatedNotification, endpoint, block)
        case .removed(let place):
            guard let endpoint = endpoints.withLock({ $0.removeValue(forKey: place) }) else { return }
            post(Self.endpointWasRemovedNotification, endpoint)
        }
    }

    private func update(_ endpoint: MIDIUMPEndpoint, _ description: EndpointDescription) {
        let present = endpoint.functionBlocks
        let blocks = description.blocks.sorted { $0.key < $1.key }.map { number, block in
            if let known = present.first(where: { $0.functionBlockID == number }) {
                known.state.withLock { $0.block = block }
                return known
            }
            let made = MIDIUMPFunctionBlock(number, block)
            made.join(endpoint, number)
            return made
        }
        endpoint.state.withLock { state in
            state.description = description
            state.blocks = blocks
        }
    }

    private func post(_ name: NSNotification.Name, _ endpoint: MIDIUMPEndpoint, _ block: MIDIUMPFunctionBlock? = nil) {
        OperationQueue.main.addOperation { [self] in
            var information: [AnyHashable: Any] = [DictionaryKey.endpointObject: endpoint]
            if let block { information[DictionaryKey.functionBlockObject] = block }
            NotificationCenter.default.post(name: name, object: self, userInfo: information)
        }
    }
}
