internal import CPipeWire

/// Writes a sequence of controls, which is what a cycle of a MIDI port consists of, into the memory of a buffer.
///
/// Controls are led by 16 bytes, and so is the sequence. Their bytes are padded to a multiple of 8.
struct ControlSequenceWriter {
    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    private var size = 16
    private var lastOffset: UInt32 = 0

    /// Nil where the memory is too small for a sequence without controls.
    @_noLocks init?(_ memory: UnsafeMutableRawPointer, capacity: Int) {
        guard capacity >= 16 else { return nil }
        self.memory = memory
        self.capacity = capacity
    }

    /// Bytes that one more control can have.
    var room: Int { @_noLocks get { capacity - size < 24 ? 0 : (capacity - size - 16) & ~7 } }

    /// Adds a control, and returns where its bytes go. `count` is at most `room`.
    ///
    /// - Parameter offset: in frames. One that is less than the last control's becomes that one's: controls stand in order.
    @_noLocks mutating func add(_ kind: UInt32, at offset: UInt32, count: Int) -> UnsafeMutableRawPointer {
        lastOffset = max(lastOffset, offset)
        let control = memory + size
        control.storeBytes(of: lastOffset, as: UInt32.self)
        control.storeBytes(of: kind, toByteOffset: 4, as: UInt32.self)
        control.storeBytes(of: UInt32(truncatingIfNeeded: count), toByteOffset: 8, as: UInt32.self)
        control.storeBytes(of: UInt32(PWTypeBytes), toByteOffset: 12, as: UInt32.self)
        let padded = (count + 7) & ~7
        if padded > 0 { control.storeBytes(of: 0, toByteOffset: 8 + padded, as: UInt64.self) }
        size += 16 + padded
        return control + 16
    }

    /// Writes the head of the sequence. Returns its size.
    @_noLocks func end() -> Int {
        memory.storeBytes(of: UInt32(truncatingIfNeeded: size - 8), as: UInt32.self)
        memory.storeBytes(of: UInt32(PWTypeSequence), toByteOffset: 4, as: UInt32.self)
        memory.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
        return size
    }
}

/// Reads such a sequence. What other programs wrote wrongly ends it.
struct ControlSequenceReader {
    struct Control {
        let offset: UInt32
        let kind: UInt32
        let bytes: UnsafeRawPointer
        let count: Int
    }

    private let memory: UnsafeRawPointer
    private let end: Int
    private var place = 16

    /// Nil where the memory holds something else.
    @_noLocks init?(_ memory: UnsafeRawPointer, count: Int) {
        guard count >= 16, Self.word(memory, 4) == UInt32(PWTypeSequence) else { return nil }
        self.memory = memory
        end = min(count, 8 + Int(Self.word(memory, 0)))
    }

    /// The next control that consists of bytes.
    @_noLocks mutating func next() -> Control? {
        while end - place >= 16 {
            let control = memory + place
            let count = Int(Self.word(control, 8))
            guard count <= end - place - 16 else { return nil }
            place += 16 + ((count + 7) & ~7)
            guard Self.word(control, 12) == UInt32(PWTypeBytes) else { continue }
            return Control(
                offset: Self.word(control, 0), kind: Self.word(control, 4), bytes: control + 16, count: count)
        }
        return nil
    }

    @_noLocks private static func word(_ memory: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
}
