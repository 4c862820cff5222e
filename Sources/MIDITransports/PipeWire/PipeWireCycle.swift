internal import CPipeWire

/// What the audio thread does with the messages of a cycle.
enum PipeWireCycle {
    /// For how long an output waits after its link has become active, in nanoseconds: the program at the other end hears of that by
    /// itself, and what is sent before is lost.
    static var patience: UInt64 { @_noLocks get { 100_000_000 } }

    /// Bytes of a cycle that we send, at most. Buffers are larger, but version 0.3.65 lost a cycle of 4.8 KB between two nodes.
    static var mostBytes: Int { @_noLocks get { 4096 } }

    /// Writes what is due into a cycle. Real-time safe.
    ///
    /// A message for which there is no room waits for the next cycle. The bytes of a system exclusive message are parted.
    @_noLocks static func fill(_ writer: inout ControlSequenceWriter, from ring: MessageRing, _ times: CycleTimes) {
        while let message = ring.next(), let offset = times.offset(of: message.time) {
            let room = writer.room
            let count = message.isWords ? message.count : min(room, message.count)
            guard count > 0, count <= room, count == message.count || message.count > 16 else { return }
            let kind = UInt32(message.isWords ? PWControlUMP : PWControlMIDI)
            ring.take(count, into: writer.add(kind, at: offset, count: count))
        }
    }

    /// Takes the messages of a cycle. True where there were some. Real-time safe.
    @_noLocks static func take(_ reader: inout ControlSequenceReader, into ring: MessageRing, _ times: CycleTimes)
        -> Bool
    {
        var hasSome = false
        while let control = reader.next() {
            let time = times.time(at: control.offset)
            switch control.kind {
            case UInt32(PWControlMIDI) where control.count > 0:
                hasSome = ring.write(isWords: false, at: time, control.bytes, control.count) || hasSome
            case UInt32(PWControlUMP) where control.count > 0 && control.count & 3 == 0:
                hasSome = ring.write(isWords: true, at: time, control.bytes, control.count) || hasSome
            default: break
            }
        }
        return hasSome
    }
}
