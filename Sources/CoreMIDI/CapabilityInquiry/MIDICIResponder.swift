import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices

// CoreMIDI/MIDICapabilityInquiry.h: devices of a program, which others find.

/// The identifier of a device in messages, 28 bits, which it chooses anew each time.
public typealias MIDICIInitiatiorMUID = NSNumber

/// Decides for a device who may talk with it, and which of its profiles are turned on.
///
/// The functions are called on a queue of the library, one after the other.
public protocol MIDICIProfileResponderDelegate: NSObjectProtocol {
    /// Asks whether an initiator may talk with the device.
    ///
    /// It is asked once, when the initiator looks for devices. One that is refused gets no answer.
    ///
    /// - Parameters:
    ///   - initiatorMUID: the initiator's identifier.
    ///   - deviceInfo: what the initiator states of itself. Its destination is the device's.
    /// - Returns: whether it may.
    func connectInitiator(_ initiatorMUID: MIDICIInitiatiorMUID, with deviceInfo: MIDICIDeviceInfo) -> Bool

    /// Reports that an initiator has gone.
    ///
    /// It has given up its identifier; one that just ends is not noticed.
    ///
    /// - Parameter initiatorMUID: the initiator's identifier.
    func initiatorDisconnected(_ initiatorMUID: MIDICIInitiatiorMUID)

    /// Asks whether a profile may be turned on or off.
    ///
    /// The initiator is notified. Without this function it may.
    ///
    /// - Parameters:
    ///   - aProfile: the profile, which the device has there.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///   - shouldEnable: whether it is to be on.
    /// - Returns: whether it may.
    func willSetProfile(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, enabled shouldEnable: Bool
    ) -> Bool

    /// Takes data that a profile defines.
    ///
    /// Without this function they are dropped.
    ///
    /// - Parameters:
    ///   - aProfile: the profile, which the device has there.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///   - inData: the data, of 7 bits a byte.
    func handleData(for aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, data inData: Data)
}

extension MIDICIProfileResponderDelegate {
    /// Lets each profile be turned on and off.
    ///
    /// It serves a delegate without this function.
    ///
    /// - Parameters:
    ///   - aProfile: the profile.
    ///   - channel: the channel.
    ///   - shouldEnable: whether it is to be on.
    /// - Returns: true.
    public func willSetProfile(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, enabled shouldEnable: Bool
    ) -> Bool { true }

    /// Drops data that a profile defines.
    ///
    /// It serves a delegate without this function.
    ///
    /// - Parameters:
    ///   - aProfile: the profile.
    ///   - channel: the channel.
    ///   - inData: the data.
    public func handleData(for aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, data inData: Data) {}
}

/// A device of MIDI-CI: it answers who it is and which profiles it has, and has them turned on and off.
///
/// The device is at the destination of its information. Make a virtual destination, and a virtual source of the same name by which the
/// device answers; or give the destination of another device, to be a device for that one.
open class MIDICIResponder: NSObject, @unchecked Sendable {
    private let information: MIDICIDeviceInfo
    private let delegate: any MIDICIProfileResponderDelegate
    private let responder: InquiryResponder

    /// Creates a device, which answers once it is started.
    ///
    /// - Parameters:
    ///   - deviceInfo: what the device states of itself, and its destination.
    ///   - delegate: decides for the device. It is retained.
    ///   - profileList: the profiles of the channels. The last of several states for one channel counts, and profiles that are not of
    ///     five bytes are left out.
    ///   - propertiesSupported: whether the device states that it exchanges properties. It answers requests that it has no such property.
    public init(
        deviceInfo: MIDICIDeviceInfo, profileDelegate delegate: any MIDICIProfileResponderDelegate,
        profileStates profileList: [MIDICIProfileState], supportProperties propertiesSupported: Bool
    ) {
        information = deviceInfo
        self.delegate = delegate
        nonisolated(unsafe) let delegate = delegate
        var device = deviceInfo.device
        device.categories = InquiryDevice.profiles | (propertiesSupported ? InquiryDevice.properties : 0)
        device.mostBytes = UInt32(ExclusiveCollector.mostBytes)
        var profiles: [UInt8: InquiryLink.Profiles] = [:]
        for state in profileList {
            profiles[state.midiChannel & 0x7F] = InquiryLink.Profiles(
                enabled: state.enabledProfiles.compactMap(\.profile),
                disabled: state.disabledProfiles.compactMap(\.profile))
        }
        responder = InquiryResponder(
            .shared, device, profiles,
            InquiryResponder.Decisions(
                accepts: {
                    delegate.connectInitiator(
                        NSNumber(value: $0), with: MIDICIDeviceInfo($1, deviceInfo.midiDestination))
                },
                left: { delegate.initiatorDisconnected(NSNumber(value: $0)) },
                allows: { delegate.willSetProfile(MIDICIProfile($0), onChannel: $1, enabled: $2) },
                receives: { delegate.handleData(for: MIDICIProfile($0), onChannel: $1, data: Data($2)) }))
    }

    /// The identifiers of the initiators that the delegate has let talk with the device.
    ///
    /// They are in the order in which they came; the last 256 are kept.
    open var initiators: [MIDICIInitiatiorMUID] { responder.initiators.map { NSNumber(value: $0) } }

    /// Who decides for the device.
    ///
    /// It is the object that the initializer was given.
    open var profileDelegate: any MIDICIProfileResponderDelegate { delegate }

    /// What the device states of itself.
    ///
    /// It is the object that the initializer was given.
    open var deviceInfo: MIDICIDeviceInfo { information }

    /// Turns a profile of the device on or off, and reports it to all initiators.
    ///
    /// The delegate is not asked.
    ///
    /// - Parameters:
    ///   - aProfile: the profile.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///   - enabledState: whether it is on.
    /// - Returns: false where the device has no such profile there, or is not started.
    @discardableResult
    open func notify(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, isEnabled enabledState: Bool
    ) -> Bool {
        aProfile.profile.map { responder.set($0, about: channel, isEnabled: enabledState) } ?? false
    }

    /// Sends each initiator data that a profile defines.
    ///
    /// - Parameters:
    ///   - aProfile: the profile.
    ///   - channel: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///   - profileSpecificData: the data, of 7 bits a byte, 32 KB at most.
    /// - Returns: false where the device has no such profile there or is not started, where there is no initiator, and where the data cannot
    ///   be sent.
    @discardableResult
    open func send(
        _ aProfile: MIDICIProfile, onChannel channel: MIDIChannelNumber, profileData profileSpecificData: Data
    ) -> Bool {
        aProfile.profile.map { responder.send(Array(profileSpecificData), of: $0, about: channel) } ?? false
    }

    /// Has the device answer.
    ///
    /// - Returns: false where the destination is not there, or no source belongs to it.
    @discardableResult
    open func start() -> Bool { (try? responder.start(information.midiDestination)) != nil }

    /// Ends: the device gives up its identifier, and answers no more.
    ///
    /// It can be started again, with another identifier.
    open func stop() { responder.stop() }
}
