import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDICapabilityInquiry.h: sessions with devices.

/// A closure that is called when a device has turned a profile on or off, on a queue of the library.
public typealias MIDICIProfileChangedBlock = (MIDICISession, MIDIChannelNumber, MIDICIProfile, Bool) -> Void
/// A closure that is called when a session has ended because the device has gone, on a queue of the library.
public typealias MIDICISessionDisconnectBlock = (MIDICISession, any Error) -> Void
/// A closure that gets data that a profile defines, on a queue of the library.
public typealias MIDICIProfileSpecificDataBlock = (MIDICISession, MIDIChannelNumber, MIDICIProfile, Data) -> Void

extension AudioError {
    /// What classes throw: the status, in the domain of statuses.
    var asNSError: NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: reason])
    }
}

/// A conversation with a device that has answered: which profiles it has, and turning them on and off.
///
/// The session begins by asking for the profiles. Its functions are called on a queue of the library, one after the other.
open class MIDICISession: NSObject, @unchecked Sendable {
    private struct Callbacks: @unchecked Sendable {
        var changed: MIDICIProfileChangedBlock?
        var data: MIDICIProfileSpecificDataBlock?
    }

    private let discovered: MIDICIDiscoveredNode
    private let callbacks = LockedValue(Callbacks())
    private let session = LockedValue<InquiryLink?>(nil)

    /// Creates a session with a device, and asks for its profiles.
    ///
    /// The session ends when it is freed.
    ///
    /// - Parameters:
    ///   - discoveredNode: the device.
    ///   - handler: is called once, when the device has answered. That is within half a second: one that does not answer has no profiles.
    ///   - disconnectHandler: is called once, when the device has gone.
    @preconcurrency public init(
        discoveredNode: MIDICIDiscoveredNode, dataReadyHandler handler: @escaping @Sendable () -> Void,
        disconnectHandler: @escaping @Sendable (MIDICISession, any Error) -> Void
    ) {
        discovered = discoveredNode
        super.init()
        let link = InquiryLink(discoveredNode.node) { [weak self] event in
            switch event {
            case .ready: handler()
            case .changed(let address, let profile, let isEnabled): self?.report(address, profile, isEnabled)
            case .added(let address, let profile): self?.report(address, profile, false)
            case .removed(let address, let profile): self?.report(address, profile, false)
            case .data(let address, let profile, let data):
                guard let self, let handler = callbacks.withLock({ $0.data }) else { return }
                handler(self, address, MIDICIProfile(profile), Data(data))
            case .ended(let error): if let self { disconnectHandler(self, error.asNSError) }
            }
        }
        session.withLock { $0 = link }
        link.begin()
    }

    deinit { session.withLock { $0 }?.close() }

    private var link: InquiryLink? { session.withLock { $0 } }

    private func report(_ channel: MIDIChannelNumber, _ profile: InquiryProfile, _ isEnabled: Bool) {
        callbacks.withLock { $0.changed }?(self, channel, MIDICIProfile(profile), isEnabled)
    }

    // MARK: The device

    /// The destination of the device.
    ///
    /// It is an endpoint: one of a program has no entity.
    open var midiDestination: MIDIEntityRef { discovered.destination }

    /// Whether the device has profiles to be turned on and off.
    ///
    /// The device has stated it when it was found.
    open var supportsProfileCapability: Bool { discovered.supportsProfiles }

    /// Whether the device exchanges properties.
    ///
    /// The device has stated it when it was found.
    open var supportsPropertyCapability: Bool { discovered.supportsProperties }

    /// What the device has stated of itself.
    ///
    /// It is the object of the node that the session was made with.
    open var deviceInfo: MIDICIDeviceInfo { discovered.deviceInfo }

    /// How many bytes a message to the device may have.
    ///
    /// A longer one is not sent.
    open var maxSysExSize: NSNumber { discovered.maximumSysExSize }

    /// How many requests for properties the device takes at the same time.
    ///
    /// It is 0 before the device has said so, and where it exchanges none.
    open var maxPropertyRequests: NSNumber { NSNumber(value: link?.mostRequests ?? 0) }

    // MARK: Profiles

    /// Returns the profiles of a channel.
    ///
    /// - Parameter channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    /// - Returns: what the device has stated so far.
    open func profileState(forChannel channel: MIDIChannelNumber) -> MIDICIProfileState {
        MIDICIProfileState(channel, link?.profiles(about: channel) ?? InquiryLink.Profiles())
    }

    /// Asks the device to turn a profile on.
    ///
    /// The call does not wait for the device: `profileChangedCallback` is called when it has done so.
    ///
    /// - Parameters:
    ///   - profile: the profile.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    /// - Throws: `kMIDIObjectNotFound` where the device has no such profile there, `kMIDINoConnection` where it has gone.
    open func enable(_ profile: MIDICIProfile, onChannel channel: MIDIChannelNumber) throws {
        try set(profile, channel, isEnabled: true)
    }

    /// Asks the device to turn a profile off.
    ///
    /// The call does not wait for the device: `profileChangedCallback` is called when it has done so.
    ///
    /// - Parameters:
    ///   - profile: the profile.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    /// - Throws: `kMIDIObjectNotFound` where the device has no such profile there, `kMIDINoConnection` where it has gone.
    open func disableProfile(_ profile: MIDICIProfile, onChannel channel: MIDIChannelNumber) throws {
        try set(profile, channel, isEnabled: false)
    }

    private func set(_ profile: MIDICIProfile, _ channel: MIDIChannelNumber, isEnabled: Bool) throws {
        do throws(AudioError) {
            guard let profile = profile.profile, let link else { throw .midiObject }
            try link.set(profile, about: channel, isEnabled: isEnabled, channels: channel < 16 ? 1 : 0)
        } catch { throw error.asNSError }
    }

    /// Sends the device data that a profile defines.
    ///
    /// - Parameters:
    ///   - profile: the profile.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///   - profileSpecificData: the data, of 7 bits a byte.
    /// - Returns: false where the device has no such profile there, or has gone, or where the data cannot be sent.
    @discardableResult
    open func send(
        _ profile: MIDICIProfile, onChannel channel: MIDIChannelNumber, profileData profileSpecificData: Data
    ) -> Bool {
        guard let profile = profile.profile, let link else { return false }
        return (try? link.send(Array(profileSpecificData), of: profile, about: channel)) != nil
    }

    // MARK: Functions

    /// Is called when the device has turned a profile on or off, whoever has asked for it.
    ///
    /// A profile that the device adds is off; one that it removes is reported as off.
    open var profileChangedCallback: MIDICIProfileChangedBlock? {
        get { callbacks.withLock { $0.changed } }
        set { callbacks.withLock { $0.changed = newValue } }
    }

    /// Is called with data that the device sends, which a profile defines.
    ///
    /// The data have 7 bits a byte.
    open var profileSpecificDataHandler: MIDICIProfileSpecificDataBlock? {
        get { callbacks.withLock { $0.data } }
        set { callbacks.withLock { $0.data = newValue } }
    }
}
