import Foundation

extension Message {
    /// The message in words.
    var text: String {
        let first = bytes.count > 1 ? Int(bytes[1]) : 0
        let second = bytes.count > 2 ? Int(bytes[2]) : 0
        guard status < 0xF0 else { return systemText(first, second) }
        return "channel \(status & 0x0F + 1)  " + channelText(first, second)
    }

    private func channelText(_ first: Int, _ second: Int) -> String {
        switch status & 0xF0 {
        case 0x80: "note off \(Self.note(first)), velocity \(second)"
        case 0x90 where second == 0: "note off \(Self.note(first)), as a note on with velocity 0"
        case 0x90: "note on \(Self.note(first)), velocity \(second)"
        case 0xA0: "pressure \(second) on \(Self.note(first))"
        case 0xB0: Self.control(first, second)
        case 0xC0: "program \(first)"
        case 0xD0: "pressure \(first)"
        default: "pitch bend \(Self.signed(first | second << 7 - 8192))"
        }
    }

    private func systemText(_ first: Int, _ second: Int) -> String {
        switch status {
        case 0xF0: exclusiveText
        case 0xF1: "time code, part \(first >> 4): \(first & 0x0F)"
        case 0xF2: "song position \(first | second << 7) sixteenths"
        case 0xF3: "song \(first)"
        case 0xF6: "tune request"
        case 0xF8: "clock"
        case 0xFA: "start"
        case 0xFB: "continue"
        case 0xFC: "stop"
        case 0xFE: "active sensing"
        case 0xFF: "reset"
        default: "undefined message \(Self.hex(bytes))"
        }
    }

    private var exclusiveText: String {
        let shown = Self.hex(bytes) + (count > bytes.count + 1 ? " ..." : isWhole ? " F7" : "")
        return "system exclusive" + (isWhole ? "" : ", broken off") + ", \(exclusiveKind)\(count) bytes: \(shown)"
    }

    /// What some messages that all devices know are for.
    private var exclusiveKind: String {
        guard bytes.count > 4 else { return "" }
        switch (bytes[1], bytes[3], bytes[4]) {
        case (0x7E, 0x06, 0x01): return "identity request, "
        case (0x7E, 0x06, 0x02): return "identity reply, "
        case (0x7E, 0x09, 0x01): return "General MIDI on, "
        case (0x7E, 0x09, 0x02): return "General MIDI off, "
        case (0x7F, 0x04, 0x01): return "master volume, "
        case (0x7F, 0x01, 0x01): return "full time code, "
        default: return ""
        }
    }

    // MARK: Values

    /// A note's name, where C4 is note 60, and its number.
    private static func note(_ number: Int) -> String {
        let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        return "\(names[number % 12])\(number / 12 - 1) (\(number))"
    }

    private static func control(_ number: Int, _ value: Int) -> String {
        switch number {
        case 120: return "all sound off"
        case 121: return "reset all controllers"
        case 122: return "local control \(value < 64 ? "off" : "on")"
        case 123: return "all notes off"
        case 124: return "omni off"
        case 125: return "omni on"
        case 126: return "mono, \(value) channels"
        case 127: return "poly"
        default: return "control \(number)" + (names[number].map { " (\($0))" } ?? "") + ", \(value)"
        }
    }

    private static let names = [
        0: "bank", 1: "modulation", 2: "breath", 4: "foot", 5: "portamento time", 6: "data entry", 7: "volume",
        8: "balance", 10: "pan",
        11: "expression", 32: "bank, fine", 38: "data entry, fine", 64: "sustain", 65: "portamento", 66: "sostenuto",
        67: "soft pedal",
        71: "resonance", 72: "release time", 73: "attack time", 74: "brightness", 91: "reverb", 93: "chorus",
        96: "data increment",
        97: "data decrement", 98: "non-registered parameter, fine", 99: "non-registered parameter",
        100: "registered parameter, fine",
        101: "registered parameter",
    ]

    private static func signed(_ value: Int) -> String { value > 0 ? "+\(value)" : "\(value)" }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02X", $0) }.joined(separator: " ")
    }
}
