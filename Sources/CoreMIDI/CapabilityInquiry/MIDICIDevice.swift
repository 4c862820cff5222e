import AudioCore
import CCoreMIDI
import Foundation
import MIDIDevices
import MIDIEvents

// CoreMIDI/MIDICIDevice.h and MIDIUMPCIProfile.h.

/// A profile of a device, which can be turned on and off.
///
/// The object is the same as long as the device has the profile.
open class MIDIUMPCIProfile: NSObject, @unchecked Sendable {
    let address: UInt8
    let profile: InquiryProfile
    private let link: InquiryLink

    init(_ address: UInt8, _ profile: InquiryProfile, _ link: InquiryLink) {
        self.address = address
        self.profile = profile
        self.link = link
    }

    /// The name for the user.
    ///
    /// Messages have no names: it is made of the bytes.
    open var name: String { MIDICIProfile(profile).name }

    /// The five bytes of the profile.
    ///
    /// Those of the MIDI Association begin with 0x7E.
    open var profileID: MIDICIProfileID {
        let bytes = profile.bytes
        return MIDICIProfileID(
            standard: MIDICIProfileIDStandard(
                profileIDByte1: bytes[0], profileBank: bytes[1], profileNumber: bytes[2], profileVersion: bytes[3],
                profileLevel: bytes[4]))
    }

    /// What the profile is about: a channel, a group or the function block.
    ///
    /// Profiles of several channels are stated as those of their first one.
    open var profileType: MIDICIProfileType {
        switch address {
        case InquiryMessage.group: .group
        case InquiryMessage.block: .functionBlock
        default: .singleChannel
        }
    }

    /// The group of the profile, counted from the first one of its function block.
    ///
    /// Devices that answer by bytes have one group.
    open var groupOffset: MIDIUMPGroupNumber { 0 }

    /// The first channel of the profile, from 0 to 15.
    ///
    /// It is 0 for a profile of a group or of the function block.
    open var firstChannel: MIDIChannelNumber { address < 16 ? address : 0 }

    /// How many channels the profile has now.
    ///
    /// It is 0 while the profile is off.
    open var enabledChannelCount: MIDIUInteger14 { isEnabled ? totalChannelCount : 0 }

    /// How many channels the profile can have.
    ///
    /// A profile of a group or of the function block has all sixteen.
    open var totalChannelCount: MIDIUInteger14 { address < 16 ? 1 : 16 }

    /// Whether the profile is on.
    ///
    /// It changes when the device reports it.
    open var isEnabled: Bool { link.profiles(about: address).enabled.contains(profile) }

    /// Asks the device to turn the profile on or off.
    ///
    /// The call does not wait for the device: `MIDICIDeviceManager.profileWasUpdatedNotification` is posted when it has done so.
    ///
    /// - Parameters:
    ///   - isEnabled: whether it is to be on.
    ///   - enabledChannelCount: how many channels it is to have.
    /// - Throws: `kMIDIObjectNotFound` where the device has the profile no more, `kMIDINoConnection` where it has gone.
    open func setProfileState(_ isEnabled: Bool, enabledChannelCount: MIDIUInteger14) throws {
        do throws(AudioError) {
            let channels = address < 16 ? Int(enabledChannelCount) : 0
            try link.set(profile, about: address, isEnabled: isEnabled, channels: channels)
        } catch { throw error.asNSError }
    }
}

/// A device of MIDI-CI that `MIDICIDeviceManager` has found.
///
/// The object keeps what it knows when the device has gone.
open class MIDICIDevice: NSObject, @unchecked Sendable {
    let link: InquiryLink
    private let known = LockedValue<[MIDIUMPCIProfile]>([])

    init(_ link: InquiryLink) { self.link = link }

    private var categories: MIDICICategoryOptions { MIDICICategoryOptions(rawValue: link.node.device.categories) }

    /// The maker, family, model and version of the device.
    ///
    /// They are what it has stated in its answer.
    open var deviceInfo: MIDI2DeviceInfo { MIDI2DeviceInfo(link.node.device) }

    /// The identifier of the device in messages, of 28 bits.
    ///
    /// The device chooses another one each time that it starts.
    open var muid: MIDICIMUID { link.node.identifier }

    /// Whether the device can be asked for a protocol, in the first version of MIDI-CI.
    ///
    /// The library does not ask for it.
    open var supportsProtocolNegotiation: Bool { categories.contains(.protocolNegotiation) }

    /// Whether the device has profiles to be turned on and off.
    ///
    /// They are in `profiles`.
    open var supportsProfileConfiguration: Bool { categories.contains(.profileConfigurationSupported) }

    /// Whether the device exchanges properties.
    ///
    /// Programs make and read these messages themselves.
    open var supportsPropertyExchange: Bool { categories.contains(.propertyExchangeSupported) }

    /// Whether the device can be asked what it does just now.
    ///
    /// Programs make and read these messages themselves.
    open var supportsProcessInquiry: Bool { categories.contains(.processInquirySupported) }

    /// How many bytes a message to the device may have.
    ///
    /// It is what the device has stated.
    open var maxSysExSize: Int { Int(link.node.device.mostBytes) }

    /// How many requests for properties the device takes at the same time.
    ///
    /// It is 0 where it exchanges none.
    open var maxPropertyExchangeRequests: Int { link.mostRequests }

    /// What the device is behind its destination: a program, or a device of MIDI 1.0.
    ///
    /// It is unknown once the destination has gone.
    open var deviceType: MIDICIDeviceType {
        guard MIDISystem.shared.isEndpoint(link.node.destination) else { return .unknown }
        return (try? MIDISystem.shared.entity(of: link.node.destination)) == nil ? .virtual : .legacyMIDI1
    }

    /// The profiles of the device, on and off, by their channels.
    ///
    /// A profile on two channels is two objects.
    open var profiles: [MIDIUMPCIProfile] {
        let present = link.addresses.flatMap { address in
            let profiles = link.profiles(about: address)
            return (profiles.enabled + profiles.disabled).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
                .map { (address, $0) }
        }
        return known.withLock { known in
            known = present.map { address, profile in
                known.first { $0.address == address && $0.profile == profile }
                    ?? MIDIUMPCIProfile(address, profile, link)
            }
            return known
        }
    }

    /// Returns the object that stands for a profile. A profile that the device has removed keeps its object.
    func profile(_ address: UInt8, _ profile: InquiryProfile) -> MIDIUMPCIProfile {
        let isProfile = { (object: MIDIUMPCIProfile) in object.address == address && object.profile == profile }
        return known.withLock { $0.first(where: isProfile) } ?? profiles.first(where: isProfile)
            ?? MIDIUMPCIProfile(address, profile, link)
    }
}
