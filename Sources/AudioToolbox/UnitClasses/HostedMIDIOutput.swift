import AudioCore
import AudioUnits
import CAudioToolbox

/// Passes the MIDI of a unit of version 3 on to a host's function of version 2, on the audio thread.
///
/// Each message is a list of one packet, whose time counts frames from the beginning of the cycle.
final class HostedMIDIOutput: @unchecked Sendable {
    private let info: AUMIDIOutputCallbackStruct
    private let renderer: ObjectRenderer
    private let list: UnsafeMutableRawPointer
    /// The bytes before those of the first packet, and the most of a packet.
    private static let (head, most) = (14, 65_535)

    init(_ info: AUMIDIOutputCallbackStruct, _ renderer: ObjectRenderer) {
        (self.info, self.renderer) = (info, renderer)
        list = .allocate(byteCount: Self.head + Self.most, alignment: 8)
    }

    deinit { list.deallocate() }

    /// What a unit calls with a message: its time, the number of the output, and its bytes. Real-time safe if the host is.
    var block: AUMIDIOutputEventBlock { { time, cable, length, bytes in self.send(time, cable, length, bytes) } }

    private func send(
        _ time: AUEventSampleTime, _ cable: UInt8, _ length: Int, _ bytes: UnsafePointer<UInt8>
    ) -> OSStatus {
        guard length > 0, length <= Self.most else { return kAudio_ParamError }
        var stamp = renderer.cycleTime
        let start = stamp.mSampleTime.magnitude < 9e15 ? Int64(stamp.mSampleTime) : 0
        // A time within the cycle, or one that says how far it is from the cycle's beginning.
        let offset = time >> 32 == -1 ? time &- UnitEvent.immediate : time &- start
        list.storeBytes(of: 1, as: UInt32.self)
        list.storeBytes(of: UInt64(max(0, offset)), toByteOffset: 4, as: UInt64.self)
        list.storeBytes(of: UInt16(length), toByteOffset: 12, as: UInt16.self)
        (list + Self.head).copyMemory(from: bytes, byteCount: length)
        let packets = list.assumingMemoryBound(to: MIDIPacketList.self)
        return info.midiOutputCallback(info.userData, &stamp, UInt32(cable), packets)
    }
}
