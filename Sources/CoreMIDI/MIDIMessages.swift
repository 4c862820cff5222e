import CCoreMIDI
import CoreAudioTypes
import MIDIEvents

// CoreMIDI/MIDIMessages.h. Its other functions are in the header.

@c @implementation
public func MIDIEventListForEachEvent(
    _ evtlist: UnsafePointer<MIDIEventList>!,
    _ visitor: (@convention(c) (UnsafeMutableRawPointer?, MIDITimeStamp, MIDIUniversalMessage) -> Void)!,
    _ visitorContext: UnsafeMutableRawPointer!
) {
    guard let evtlist, let visitor else { return }
    var message = MIDIUniversalMessage()
    EventLists.forEach(evtlist) { packet in
        EventLists.forEachMessage(packet) { index, count in
            withUnsafeMutableBytes(of: &message) {
                UniversalMessages.write(packet, index, count, to: $0.baseAddress.unsafelyUnwrapped)
            }
            visitor(visitorContext, EventLists.time(packet), message)
        }
    }
}

// MARK: Old names

/// A note has no attribute.
///
/// It is a number of `MIDINoteAttribute` under an old name, for code that calls it so.
public var kMIDINoteAttributeNone: Int { 0 }
/// The attribute of a note is its maker's.
///
/// It is a number of `MIDINoteAttribute` under an old name, for code that calls it so.
public var kMIDINoteAttributeManufacturerSpecific: Int { 1 }
/// The attribute of a note is its profile's.
///
/// It is a number of `MIDINoteAttribute` under an old name, for code that calls it so.
public var kMIDINoteAttributeProfileSpecific: Int { 2 }
/// The attribute of a note is its pitch.
///
/// It is a number of `MIDINoteAttribute` under an old name, for code that calls it so.
public var kMIDINoteAttributePitch: Int { 3 }
