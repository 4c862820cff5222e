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
