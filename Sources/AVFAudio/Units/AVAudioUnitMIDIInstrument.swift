public import AudioToolbox
import Foundation

/// A node with a unit that plays notes.
///
/// What is sent is heard from the next cycle on, as soon as the engine is prepared. Any thread may send. Numbers above those of MIDI
/// lose their upper bits.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    static let types: Set<OSType> = [kAudioUnitType_MusicDevice, kAudioUnitType_RemoteInstrument]

    /// Creates a node with the first instrument that a description finds.
    ///
    /// - Parameter description: a component of the type `kAudioUnitType_MusicDevice` or `RemoteInstrument`, which is there.
    public init(audioComponentDescription description: AudioComponentDescription) {
        super.init(description, Self.types)
    }

    override init(_ unit: NodeUnit) { super.init(unit) }

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - note: the key, from 0 to 127.
    ///   - velocity: how fast the key is struck, from 0 to 127; 0 ends the note.
    ///   - channel: from 0 to 15.
    open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
        send(0x90, channel, note, velocity)
    }

    /// Ends a note.
    ///
    /// - Parameters:
    ///   - note: the key, from 0 to 127.
    ///   - channel: from 0 to 15.
    open func stopNote(_ note: UInt8, onChannel channel: UInt8) { send(0x80, channel, note, 0) }

    /// Sets a controller.
    ///
    /// - Parameters:
    ///   - controller: its number, from 0 to 127.
    ///   - value: from 0 to 127.
    ///   - channel: from 0 to 15.
    open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        send(0xB0, channel, controller, value)
    }

    /// Bends the pitch.
    ///
    /// - Parameters:
    ///   - pitchbend: from 0 to 16383; 8192 is none.
    ///   - channel: from 0 to 15.
    open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
        send(0xE0, channel, UInt8(pitchbend & 0x7F), UInt8(pitchbend >> 7 & 0x7F))
    }

    /// Sends the pressure on all keys.
    ///
    /// - Parameters:
    ///   - pressure: from 0 to 127.
    ///   - channel: from 0 to 15.
    open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) { send(0xD0, channel, pressure, 0) }

    /// Sends the pressure on a key.
    ///
    /// - Parameters:
    ///   - key: from 0 to 127.
    ///   - value: from 0 to 127.
    ///   - channel: from 0 to 15.
    open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        send(0xA0, channel, key, value)
    }

    /// Changes the instrument of a channel within its bank.
    ///
    /// - Parameters:
    ///   - program: from 0 to 127.
    ///   - channel: from 0 to 15.
    open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) { send(0xC0, channel, program, 0) }

    /// Changes the bank and the instrument of a channel.
    ///
    /// - Parameters:
    ///   - program: from 0 to 127.
    ///   - bankMSB: the upper half of the bank's number, from 0 to 127.
    ///   - bankLSB: the lower half of it, from 0 to 127.
    ///   - channel: from 0 to 15.
    open func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) {
        send(0xB0, channel, 0, bankMSB)
        send(0xB0, channel, 32, bankLSB)
        send(0xC0, channel, program, 0)
    }

    /// Sends a message of three bytes.
    ///
    /// - Parameters:
    ///   - midiStatus: the kind of the message, and the channel.
    ///   - data1: the second byte.
    ///   - data2: the third byte.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
        MusicDeviceMIDIEvent(audioUnit, UInt32(midiStatus), UInt32(data1), UInt32(data2), 0)
    }

    /// Sends a message of two bytes.
    ///
    /// - Parameters:
    ///   - midiStatus: the kind of the message, and the channel.
    ///   - data1: the second byte.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { sendMIDIEvent(midiStatus, data1: data1, data2: 0) }

    /// Sends a message of the system.
    ///
    /// - Parameter midiData: all of the message, from 0xF0 to 0xF7. An empty one is none.
    open func sendMIDISysExEvent(_ midiData: Data) {
        midiData.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return }
            MusicDeviceSysEx(audioUnit, start, UInt32(bytes.count))
        }
    }

    /// Sends Universal MIDI Packets, at the beginning of the next cycle.
    ///
    /// - Parameter eventList: the packets. A unit of version 2 gets the messages of MIDI 1.0 that they are or stand for.
    open func send(_ eventList: UnsafePointer<MIDIEventList>) {
        let unit = auAudioUnit
        guard unit is AUAudioUnitV2Bridge else {
            _ = unit.scheduleMIDIEventListBlock?(AUEventSampleTimeImmediate, 0, eventList)
            return
        }
        MIDIWords.forEachMessage(eventList) { MusicDeviceMIDIEvent(audioUnit, $0, $1, $2, 0) }
    }

    private func send(_ status: UInt8, _ channel: UInt8, _ first: UInt8, _ second: UInt8) {
        sendMIDIEvent(status | channel & 0x0F, data1: first & 0x7F, data2: second & 0x7F)
    }
}
