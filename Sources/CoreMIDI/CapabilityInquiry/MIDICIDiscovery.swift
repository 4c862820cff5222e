import AudioCore
import CCoreMIDI
import CoreAudioTypes
import Foundation
import MIDIDevices

// CoreMIDI/MIDICapabilityInquiry.h: which devices there are.

/// A closure that gets the devices that have answered, on a queue of the library.
public typealias MIDICIDiscoveryResponseBlock = ([MIDICIDiscoveredNode]) -> Void

/// A device that has answered the question who is there.
///
/// Make a `MIDICISession` with it to talk with the device.
open class MIDICIDiscoveredNode: NSObject, NSSecureCoding, @unchecked Sendable {
    let node: InquiryNode
    private let information: MIDICIDeviceInfo

    init(_ node: InquiryNode) {
        self.node = node
        information = MIDICIDeviceInfo(node.device, node.destination)
    }

    /// The destination that has been asked.
    ///
    /// It is an endpoint: one of a program has no entity.
    open var destination: MIDIEntityRef { node.destination }

    /// What the device has stated of itself.
    ///
    /// It is the same object each time.
    open var deviceInfo: MIDICIDeviceInfo { information }

    /// Whether the device has profiles to be turned on and off.
    ///
    /// Which ones it has, a session asks.
    open var supportsProfiles: Bool { node.device.categories & InquiryDevice.profiles != 0 }

    /// Whether the device exchanges properties.
    ///
    /// There are no calls for that here: programs make and read these messages themselves.
    open var supportsProperties: Bool { node.device.categories & InquiryDevice.properties != 0 }

    /// How many bytes a message to the device may have.
    ///
    /// It is what the device has stated.
    open var maximumSysExSize: NSNumber { NSNumber(value: node.device.mostBytes) }

    // MARK: Archives

    /// Whether archives of other classes are refused: they are.
    ///
    /// Subclasses that archive more override it.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an object from an archive.
    ///
    /// - Parameter coder: the archive. Nil is returned where it lacks a part.
    public required init?(coder: NSCoder) {
        guard let device = InquiryDevice(coder) else { return nil }
        func number(_ key: String) -> UInt32 { UInt32(truncatingIfNeeded: coder.decodeInt64(forKey: key)) }
        node = InquiryNode(
            destination: number("destination"), source: number("source"), identifier: number("identifier"),
            ownIdentifier: number("own"), version: UInt8(truncatingIfNeeded: number("version")), device: device)
        information = MIDICIDeviceInfo(device, node.destination)
    }

    /// Writes the object into an archive.
    ///
    /// Its references mean something in the same program alone, while the device is there.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {
        node.device.encode(coder)
        for (key, number) in [
            ("destination", node.destination), ("source", node.source), ("identifier", node.identifier),
            ("own", node.ownIdentifier), ("version", UInt32(node.version)),
        ] {
            coder.encode(Int64(number), forKey: key)
        }
    }
}

/// Asks all destinations which devices of MIDI-CI there are.
///
/// There is one in the process.
open class MIDICIDiscoveryManager: NSObject, @unchecked Sendable {
    private static let shared = MIDICIDiscoveryManager()

    /// The manager of the process.
    ///
    /// It does nothing until it is called.
    ///
    /// - Returns: the same object each time.
    open class func sharedInstance() -> MIDICIDiscoveryManager { shared }

    /// Asks all destinations that are listed who is there.
    ///
    /// Each destination is asked once, with an identifier of its own. The function is called when all have answered, and after half a
    /// second otherwise.
    ///
    /// - Parameter completedHandler: gets the devices that have answered, once, on a queue of the library.
    @preconcurrency open func discover(handler completedHandler: @escaping @Sendable ([MIDICIDiscoveredNode]) -> Void) {
        InquiryInitiator.shared.search { completedHandler($0.map(MIDICIDiscoveredNode.init)) }
    }
}
