import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices

// CoreMIDI/MIDICIDeviceManager.h.

/// Finds the devices of MIDI-CI that are there, and keeps a conversation with each.
///
/// It asks each destination with its first use, and each that comes later once. Notifications are posted on the main queue.
open class MIDICIDeviceManager: NSObject, @unchecked Sendable {
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

        /// The `MIDICIDevice` that a notification is about.
        ///
        /// Every notification has it.
        public static let deviceObject = DictionaryKey(rawValue: "MIDICIDeviceObject")
        /// The `MIDIUMPCIProfile` that a notification is about.
        ///
        /// Notifications about profiles have it.
        public static let profileObject = DictionaryKey(rawValue: "MIDICIProfileObject")
    }

    /// A device has been found.
    ///
    /// It is posted when the device has stated its profiles.
    public class var deviceWasAddedNotification: NSNotification.Name { .init("MIDICIDeviceWasAddedNotification") }
    /// A device has gone.
    ///
    /// The object keeps what it last stated.
    public class var deviceWasRemovedNotification: NSNotification.Name { .init("MIDICIDeviceWasRemovedNotification") }
    /// A profile has been added, or turned on or off.
    ///
    /// The object states it already.
    public class var profileWasUpdatedNotification: NSNotification.Name { .init("MIDICIProfileWasUpdatedNotification") }
    /// A profile has been removed.
    ///
    /// The device lists it no more.
    public class var profileWasRemovedNotification: NSNotification.Name { .init("MIDICIProfileWasRemovedNotification") }

    private struct State: @unchecked Sendable {
        var asked: Set<UInt32> = []
        /// By their destinations; those that have not stated their profiles are not listed.
        var devices: [UInt32: MIDICIDevice] = [:]
        var listed: Set<UInt32> = []
    }

    private static let manager = MIDICIDeviceManager()
    private static let isUsed = LockedValue(false)

    /// The manager of the process.
    ///
    /// It begins to look for devices with the first use.
    open class var shared: MIDICIDeviceManager {
        isUsed.withLock { $0 = true }
        return manager
    }

    private let initiator = InquiryInitiator.shared
    private let state = LockedValue(State())

    private override init() {
        super.init()
        _ = try? initiator.watch { [weak self] in self?.look() }
        look()
    }

    /// The device at a destination, without looking for it.
    static func device(at destination: UInt32) -> MIDICIDevice? {
        guard isUsed.withLock({ $0 }) else { return nil }
        return manager.state.withLock { $0.listed.contains(destination) ? $0.devices[destination] : nil }
    }

    /// The devices that have answered, in the order of their destinations.
    ///
    /// One that comes is listed a moment later, when it has stated its profiles.
    open var discoveredCIDevices: [MIDICIDevice] {
        state.withLock { state in state.listed.sorted().compactMap { state.devices[$0] } }
    }

    /// Asks the destinations that are new.
    private func look() {
        let present = Set(MIDISystem.shared.all(.destination))
        let new = state.withLock { state in
            state.asked.formIntersection(present)
            let new = present.subtracting(state.asked)
            state.asked.formUnion(new)
            return new
        }
        guard !new.isEmpty else { return }
        initiator.search(new.sorted()) { [weak self] nodes in for node in nodes { self?.begin(node) } }
    }

    private func begin(_ node: InquiryNode) {
        let link = InquiryLink(node, initiator) { [weak self] in self?.note($0, node.destination) }
        state.withLock { $0.devices[node.destination] = MIDICIDevice(link) }
        link.begin()
    }

    private func note(_ event: InquiryLink.Event, _ destination: UInt32) {
        guard let device = state.withLock({ $0.devices[destination] }) else { return }
        switch event {
        case .ready:
            state.withLock { _ = $0.listed.insert(destination) }
            post(Self.deviceWasAddedNotification, device)
        case .changed(let address, let profile, _), .added(let address, let profile):
            post(Self.profileWasUpdatedNotification, device, device.profile(address, profile))
        case .removed(let address, let profile):
            post(Self.profileWasRemovedNotification, device, device.profile(address, profile))
        case .data: return
        case .ended:
            state.withLock { state in
                state.devices[destination] = nil
                state.listed.remove(destination)
                // Asked again with the next change, as the device may come back.
                state.asked.remove(destination)
            }
            post(Self.deviceWasRemovedNotification, device)
        }
    }

    private func post(_ name: NSNotification.Name, _ device: MIDICIDevice, _ profile: MIDIUMPCIProfile? = nil) {
        OperationQueue.main.addOperation { [self] in
            var information: [AnyHashable: Any] = [DictionaryKey.deviceObject: device]
            if let profile { information[DictionaryKey.profileObject] = profile }
            NotificationCenter.default.post(name: name, object: self, userInfo: information)
        }
    }
}
