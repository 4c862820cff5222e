internal import CALSA

/// Translates between events of the ALSA sequencer and bytes of MIDI 1.0.
enum SequencerMessages {
    /// Bytes of a system exclusive message that an event has at most.
    static let mostExclusive = 256

    /// Calls `body` with the messages of an event: several where it stands for a whole parameter. Not where it is no MIDI.
    ///
    /// - Parameter exclusive: the bytes of an event of variable length.
    static func forEachMessage(
        _ event: ALSAEvent, _ exclusive: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        if Int(event.type) == ALSAEventExclusive { return exclusive.isEmpty ? () : body(exclusive) }
        for message in messages(event) { message.withUnsafeBytes(body) }
    }

    private static func messages(_ event: ALSAEvent) -> [[UInt8]] {
        let (note, control) = (event.data.note, event.data.control)
        let value = control.value
        let channel = control.channel & 0xF
        let controller = { (number: UInt32, value: Int32) -> [UInt8] in [0xB0 | channel, seven(number), seven(value)] }
        switch Int(event.type) {
        case ALSAEventNoteOn: return [[0x90 | channel, seven(note.note), seven(note.velocity)]]
        case ALSAEventNoteOff: return [[0x80 | channel, seven(note.note), seven(note.velocity)]]
        case ALSAEventKeyPressure: return [[0xA0 | channel, seven(note.note), seven(note.velocity)]]
        case ALSAEventController: return [controller(control.parameter, value)]
        case ALSAEventProgram: return [[0xC0 | channel, seven(value)]]
        case ALSAEventChannelPressure: return [[0xD0 | channel, seven(value)]]
        case ALSAEventPitchBend:
            let bend = max(-0x2000, min(0x1FFF, value)) + 0x2000
            return [[0xE0 | channel, seven(bend), seven(bend >> 7)]]
        case ALSAEventController14:
            guard control.parameter < 32 else { return [controller(control.parameter, value)] }
            return [controller(control.parameter, value >> 7), controller(control.parameter + 32, value)]
        case ALSAEventRegistered, ALSAEventNotRegistered:
            let first: UInt32 = Int(event.type) == ALSAEventRegistered ? 101 : 99
            let number = Int32(truncatingIfNeeded: control.parameter)
            return [
                controller(first, number >> 7), controller(first - 1, number), controller(6, value >> 7),
                controller(38, value),
            ]
        case ALSAEventSongPosition: return [[0xF2, seven(value), seven(value >> 7)]]
        case ALSAEventSongSelect: return [[0xF3, seven(value)]]
        case ALSAEventQuarterFrame: return [[0xF1, seven(value)]]
        default:
            guard let status = statuses.first(where: { $0.event == Int(event.type) })?.status else { return [] }
            return [[status]]
        }
    }

    /// The events of messages that are only a status.
    private static let statuses: [(event: Int, status: UInt8)] = [
        (ALSAEventTune, 0xF6), (ALSAEventClock, 0xF8), (ALSAEventTick, 0xF9), (ALSAEventStart, 0xFA),
        (ALSAEventContinue, 0xFB), (ALSAEventStop, 0xFC), (ALSAEventSensing, 0xFE), (ALSAEventReset, 0xFF),
    ]

    private static func seven(_ value: some BinaryInteger) -> UInt8 { UInt8(truncatingIfNeeded: value) & 0x7F }

    /// The event of a whole message, or of a part of a system exclusive message, whose bytes it points to. Nil where there is none.
    static func event(_ message: UnsafeRawBufferPointer) -> ALSAEvent? {
        guard let start = message.baseAddress, let status = message.first else { return nil }
        var event = ALSAEvent()
        if status < 0x80 || status == 0xF0 || status == 0xF7 {
            event.type = UInt8(ALSAEventExclusive)
            event.flags = UInt8(ALSAEventVariable)
            ALSAEventSetBytes(&event, start, UInt32(message.count))
            return event
        }
        let first = message.count > 1 ? message[1] : 0
        let second = message.count > 2 ? message[2] : 0
        let channel = status & 0xF
        func note(_ type: Int) {
            event.type = UInt8(type)
            event.data.note = ALSANote(channel: channel, note: first, velocity: second, offVelocity: 0, duration: 0)
        }
        func control(_ type: Int, _ channel: UInt8, _ parameter: UInt8, _ value: Int32) {
            event.type = UInt8(type)
            event.data.control = ALSAControl(
                channel: channel, unused: (0, 0, 0), parameter: UInt32(parameter), value: value)
        }
        let both = Int32(second) << 7 | Int32(first)
        switch status {
        case 0x80..<0x90: note(ALSAEventNoteOff)
        case 0x90..<0xA0: note(ALSAEventNoteOn)
        case 0xA0..<0xB0: note(ALSAEventKeyPressure)
        case 0xB0..<0xC0: control(ALSAEventController, channel, first, Int32(second))
        case 0xC0..<0xD0: control(ALSAEventProgram, channel, 0, Int32(first))
        case 0xD0..<0xE0: control(ALSAEventChannelPressure, channel, 0, Int32(first))
        case 0xE0..<0xF0: control(ALSAEventPitchBend, channel, 0, both - 0x2000)
        case 0xF1: control(ALSAEventQuarterFrame, 0, 0, Int32(first))
        case 0xF2: control(ALSAEventSongPosition, 0, 0, both)
        case 0xF3: control(ALSAEventSongSelect, 0, 0, Int32(first))
        default:
            guard let type = statuses.first(where: { $0.status == status })?.event else { return nil }
            event.type = UInt8(type)
        }
        return event
    }
}
