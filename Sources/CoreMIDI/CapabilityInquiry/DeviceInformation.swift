import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices

// CoreMIDI/MIDICapabilityInquiry.h: what devices and their profiles are.

/// The channel of what is about a whole port, and not about one of its channels.
///
/// Channels have numbers from 0 to 15.
public let MIDIChannelsWholePort: MIDIChannelNumber = InquiryMessage.block

/// What a device states of itself in messages of MIDI-CI: its maker, family, model and version, and where it is.
///
/// The data are the bytes of the messages: numbers have 7 bits a byte, the low ones first.
open class MIDICIDeviceInfo: NSObject, NSSecureCoding, @unchecked Sendable {
    let device: InquiryDevice
    private let destination: MIDIEntityRef

    init(_ device: InquiryDevice, _ destination: MIDIEntityRef) {
        self.device = device
        self.destination = destination
    }

    /// Creates what a device states of itself.
    ///
    /// Data that is shorter than its field is filled up with zeros; of longer data, and of bytes of more than 7 bits, the rest is left
    /// out.
    ///
    /// - Parameters:
    ///   - midiDestination: the destination of the device, or its entity.
    ///   - manufacturer: the three bytes of the maker's number in system exclusive messages.
    ///   - family: two bytes.
    ///   - modelNumber: two bytes.
    ///   - revisionLevel: four bytes.
    public init(
        destination midiDestination: MIDIEntityRef, manufacturer: Data, family: Data, model modelNumber: Data,
        revision revisionLevel: Data
    ) {
        var device = InquiryDevice()
        device.manufacturer = Self.field(manufacturer, 3)
        device.family = Self.field(family, 2)
        device.model = Self.field(modelNumber, 2)
        device.revision = Self.field(revisionLevel, 4)
        self.device = device
        destination = midiDestination
    }

    private static func field(_ data: Data, _ count: Int) -> [UInt8] {
        let bytes = data.prefix(count).map { $0 & 0x7F }
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    /// The three bytes of the maker's number in system exclusive messages.
    ///
    /// A number of one byte is followed by two zeros.
    open var manufacturerID: Data { Data(device.manufacturer) }

    /// The family of the device, two bytes.
    ///
    /// What it means is for the maker to say.
    open var family: Data { Data(device.family) }

    /// The model in the family, two bytes.
    ///
    /// What it means is for the maker to say.
    open var modelNumber: Data { Data(device.model) }

    /// The version of the device, four bytes.
    ///
    /// What it means is for the maker to say.
    open var revisionLevel: Data { Data(device.revision) }

    /// The destination to which messages for the device are sent.
    ///
    /// It is what the initializer was given, or the destination that has been asked.
    open var midiDestination: MIDIEndpointRef { destination }

    // MARK: Archives

    /// Whether archives of other classes are refused: they are.
    ///
    /// Subclasses that archive more override it.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an object from an archive.
    ///
    /// - Parameter coder: the archive. Nil is returned where it lacks a part, or one has another length.
    public required init?(coder: NSCoder) {
        guard let archived = InquiryDevice(coder) else { return nil }
        device = archived
        destination = UInt32(truncatingIfNeeded: coder.decodeInt64(forKey: "destination"))
    }

    /// Writes the object into an archive.
    ///
    /// The destination's reference means something in the same program alone.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
        device.encode(coder)
        coder.encode(Int64(destination), forKey: "destination")
    }
}

extension InquiryDevice {
    init?(_ coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "device"),
            let device = InquiryDevice(Array(Data(referencing: data)))
        else { return nil }
        self = device
    }

    func encode(_ coder: NSCoder) {
        coder.encode(NSData(data: Data(body(version: 1, isAnswer: true))), forKey: "device")
    }
}

/// A profile: a set of rules for messages that a device can follow, such as those of a drawbar organ.
///
/// Profiles with the same five bytes are equal, whatever their names are.
open class MIDICIProfile: NSObject, NSSecureCoding, @unchecked Sendable {
    private let data: Data
    private let text: String

    /// Creates a profile, which is named by its bytes.
    ///
    /// - Parameter data: the five bytes of the profile. A session takes no other number of bytes.
    public convenience init(data: Data) {
        self.init(data: data, name: data.map { String(format: "%02X", $0) }.joined(separator: " "))
    }

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - data: the five bytes of the profile. A session takes no other number of bytes.
    ///   - inName: the name for the user.
    public init(data: Data, name inName: String) {
        self.data = data
        text = inName
    }

    convenience init(_ profile: InquiryProfile) { self.init(data: Data(profile.bytes)) }

    /// Nil where the data are not those of a profile.
    var profile: InquiryProfile? { InquiryProfile(data) }

    /// The name for the user.
    ///
    /// Messages have no names: one that a device has named has its bytes as its name.
    open var name: String { text }

    /// The five bytes of the profile.
    ///
    /// Those of the MIDI Association begin with 0x7E, others with their maker's number.
    open var profileID: Data { data }

    /// Whether another object is a profile of the same bytes.
    ///
    /// - Parameter object: the other object.
    /// - Returns: whether it is. Names do not count.
    open override func isEqual(_ object: Any?) -> Bool { (object as? MIDICIProfile)?.profileID == profileID }

    /// A number that equal profiles share.
    ///
    /// It follows from the bytes.
    open override var hash: Int { data.hashValue }

    // MARK: Archives

    /// Whether archives of other classes are refused: they are.
    ///
    /// Subclasses that archive more override it.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an object from an archive.
    ///
    /// - Parameter coder: the archive. Nil is returned where it lacks a part.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "profileID"),
            let name = coder.decodeObject(of: NSString.self, forKey: "name")
        else { return nil }
        self.data = Data(referencing: data)
        text = name.description
    }

    /// Writes the object into an archive.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
        coder.encode(NSData(data: data), forKey: "profileID")
        coder.encode(NSString(string: text), forKey: "name")
    }
}

/// The profiles of a channel, or of a whole port: those that are on, and those that can be turned on.
///
/// It is a value: a session has a new one after each change.
open class MIDICIProfileState: NSObject, NSSecureCoding, @unchecked Sendable {
    private let channel: MIDIChannelNumber
    private let enabled: [MIDICIProfile]
    private let disabled: [MIDICIProfile]

    /// Creates the state of a channel.
    ///
    /// - Parameters:
    ///   - midiChannelNum: the channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///   - enabled: the profiles that are on.
    ///   - disabled: those that are off.
    public init(
        channel midiChannelNum: MIDIChannelNumber, enabledProfiles enabled: [MIDICIProfile],
        disabledProfiles disabled: [MIDICIProfile]
    ) {
        channel = midiChannelNum
        self.enabled = enabled
        self.disabled = disabled
    }

    /// Creates the state of a whole port.
    ///
    /// - Parameters:
    ///   - enabled: the profiles that are on.
    ///   - disabled: those that are off.
    public convenience init(enabledProfiles enabled: [MIDICIProfile], disabledProfiles disabled: [MIDICIProfile]) {
        self.init(channel: MIDIChannelsWholePort, enabledProfiles: enabled, disabledProfiles: disabled)
    }

    convenience init(_ channel: MIDIChannelNumber, _ profiles: InquiryLink.Profiles) {
        self.init(
            channel: channel, enabledProfiles: profiles.enabled.map(MIDICIProfile.init),
            disabledProfiles: profiles.disabled.map(MIDICIProfile.init))
    }

    /// The channel, from 0 to 15, or `MIDIChannelsWholePort`.
    ///
    /// A group, which messages can address too, has the number 0x7E.
    open var midiChannel: MIDIChannelNumber { channel }

    /// The profiles that are on.
    ///
    /// A device that has stated none has none.
    open var enabledProfiles: [MIDICIProfile] { enabled }

    /// The profiles that can be turned on.
    ///
    /// A device that has stated none has none.
    open var disabledProfiles: [MIDICIProfile] { disabled }

    // MARK: Archives

    /// Whether archives of other classes are refused: they are.
    ///
    /// Subclasses that archive more override it.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an object from an archive.
    ///
    /// - Parameter coder: the archive. Nil is returned where it lacks a part.
    public required init?(coder: NSCoder) {
        guard let enabled = Self.profiles(coder, "enabled"), let disabled = Self.profiles(coder, "disabled") else {
            return nil
        }
        channel = MIDIChannelNumber(truncatingIfNeeded: coder.decodeInteger(forKey: "channel"))
        self.enabled = enabled
        self.disabled = disabled
    }

    private static func profiles(_ coder: NSCoder, _ key: String) -> [MIDICIProfile]? {
        coder.decodeObject(of: [NSArray.self, MIDICIProfile.self], forKey: key) as? [MIDICIProfile]
    }

    /// Writes the object into an archive.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
        coder.encode(Int(channel), forKey: "channel")
        coder.encode(NSArray(array: enabled), forKey: "enabled")
        coder.encode(NSArray(array: disabled), forKey: "disabled")
    }
}
