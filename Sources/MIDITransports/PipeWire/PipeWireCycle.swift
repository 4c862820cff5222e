internal import CPipeWire

/// What the audio thread does with the messages of a cycle.
enum PipeWireCycle {
    /// For how long an output waits after its link has become active, in nanoseconds: the program at the other end hears of that by
    /// itself, and what is sent before is lost.
    static var patience: UInt64 { @_noLocks get { 100_000_000 } }

    /// Bytes of a cycle that a port of ours sends, at most. What is more waits for the next cycles.
    ///
    /// At the input of another program the library joins what comes by several links. In version 0.3.65 its memory for that has 4096
    /// bytes, unless the program asks for more, and a cycle that does not fit is lost as a whole.
    static var mostBytes: Int { @_noLocks get { 4096 } }

    /// Bytes that the buffers of our ports have at least: what all links to a port bring in one cycle fits into it.
    static let bufferBytes = 128 << 10

    /// The parameter "buffers of at least so many bytes", as a pod. Its memory must start at a multiple of 8.
    static func bufferParameter(_ bytes: Int) -> [UInt32] {
        func number(_ value: UInt32) -> [UInt32] { [4, UInt32(PWTypeInt), value, 0] }
        let range: [UInt32] = [
            28, UInt32(PWTypeChoice), UInt32(PWChoiceRange), 0, 4, UInt32(PWTypeInt), UInt32(bytes), UInt32(bytes),
            UInt32(Int32.max), 0,
        ]
        let body: [UInt32] =
            [UInt32(PWObjectBuffers), UInt32(PWParameterBuffers)] + [UInt32(PWKeyBufferBlocks), 0] + number(1)
            + [UInt32(PWKeyBufferSize), 0] + range + [UInt32(PWKeyBufferStride), 0] + number(1)
        return [UInt32(4 * body.count), UInt32(PWTypeObject)] + body
    }

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
