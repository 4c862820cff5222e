/// Messages of MIDI, and notes with names of their own, as they come down the line of a sampler. Real-time safe.
extension SamplerEngine {
    /// What begins a message that a client cannot send: a note with a name, and its end.
    enum OwnMessage {
        static var begin: UInt8 { @_noLocks get { 1 } }
        static var end: UInt8 { @_noLocks get { 2 } }
        /// Bytes of both: the kind, the channel, two without a meaning, the name, the key, the velocity.
        static var size: Int { @_noLocks get { 16 } }
    }

    /// Obeys a message.
    @_noLocks func take(_ bytes: UnsafeRawPointer, _ length: Int) {
        guard length > 0 else { return }
        func byte(_ index: Int) -> Int {
            index < length ? Int(bytes.load(fromByteOffset: index, as: UInt8.self)) : 0
        }
        let (status, first, second) = (byte(0), byte(1) & 0x7F, byte(2) & 0x7F)
        let channel = status & 15
        switch status & 0xF0 {
        case 0x80: end(channel: channel, id: UInt32(first))
        case 0x90:
            if second == 0 { return end(channel: channel, id: UInt32(first)) }
            begin(channel: channel, id: UInt32(first), key: Float(first), velocity: Float(second))
        case 0xA0: setPressure(channel: channel, key: first, second)
        case 0xB0: control(channel: channel, first, second)
        case 0xC0: setProgram(channel: channel, first)
        case 0xD0: setPressure(channel: channel, first)
        case 0xE0: bend(channel: channel, second << 7 | first)
        case 0xF0: takeSystem(bytes, length)
        default: takeOwn(bytes, length)
        }
    }

    @_noLocks private func takeOwn(_ bytes: UnsafeRawPointer, _ length: Int) {
        guard length == OwnMessage.size else { return }
        let kind = bytes.load(as: UInt8.self)
        let channel = Int(bytes.load(fromByteOffset: 1, as: UInt8.self) & 15)
        let id = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        guard kind == OwnMessage.begin else { return end(channel: channel, id: id) }
        begin(
            channel: channel, id: id, key: bytes.loadUnaligned(fromByteOffset: 8, as: Float.self),
            velocity: bytes.loadUnaligned(fromByteOffset: 12, as: Float.self))
    }

    @_noLocks private func takeSystem(_ bytes: UnsafeRawPointer, _ length: Int) {
        func byte(_ index: Int) -> Int { Int(bytes.load(fromByteOffset: index, as: UInt8.self)) }
        // A system reset, of one byte.
        if byte(0) == 0xFF { return resetAll() }
        guard length >= 6, byte(0) == 0xF0 else { return }
        switch (byte(1), byte(3), byte(4)) {
        // General MIDI 1 or 2 is turned on.
        case (0x7E, 9, 1), (0x7E, 9, 3): resetAll()
        case (0x7F, 4, 1): if length >= 8 { setMasterVolume((byte(6) & 0x7F) << 7 | byte(5) & 0x7F) }
        case (0x7F, 4, 3):
            if length >= 8 {
                setMasterTuning(fine: Double((byte(6) & 0x7F) << 7 + byte(5) & 0x7F - 8192) * 100 / 8192)
            }
        case (0x7F, 4, 4): if length >= 8 { setMasterTuning(coarse: Double(byte(6) & 0x7F - 64) * 100) }
        default: break
        }
    }
}
