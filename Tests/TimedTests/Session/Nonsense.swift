import MessageBus
import TestSupport

/// Values of any types, the same ones for the same seed.
struct Nonsense {
    var random: SeededRandom

    mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    mutating func text() -> String {
        switch number(100) {
        case 0: String(repeating: "x", count: number(400_000))
        case 1: ""
        case 2...20: ["Playing", "silent", "playback", "PlaybackStatus", "active"].randomElement(using: &random)!
        default: String((0..<number(20)).map { _ in Character(Unicode.Scalar(UInt8(32 + number(90)))) })
        }
    }

    mutating func basic() -> BusValue {
        switch number(9) {
        case 0: .byte(UInt8(number(256)))
        case 1: .flag(number(2) == 0)
        case 2: .int32(Int32(truncatingIfNeeded: random.next()))
        case 3: .uint32(UInt32(truncatingIfNeeded: random.next()))
        case 4: .uint64(random.next())
        case 5: .double(Double(bitPattern: random.next()))
        case 6: .path("/" + String(repeating: "a", count: 1 + number(50)))
        case 7: .signature("a{sv}")
        default: .text(text())
        }
    }

    mutating func value(_ depth: Int = 0) -> BusValue {
        switch number(depth > 4 ? 4 : 10) {
        case 4: return .variant(value(depth + 1))
        case 5:
            let element = basic()
            return .array(
                of: element.signature, Array(repeating: element, count: number(number(20) == 0 ? 3000 : 5)))
        case 6: return .structure((0...number(3)).map { _ in value(depth + 1) })
        case 7, 8: return dictionary(depth + 1)
        case 9: return (0..<number(30)).reduce(basic()) { value, _ in .variant(value) }
        default: return basic()
        }
    }

    /// With the keys that are looked for, and any values.
    mutating func dictionary(_ depth: Int = 0) -> BusValue {
        let keys = ["active", "since", "category", "mode", "options", "policy", "resume", "PlaybackStatus", text()]
        var values: [String: BusValue] = [:]
        for key in keys where number(3) > 0 { values[key] = number(2) == 0 ? basic() : value(depth + 1) }
        return .dictionary(values)
    }

    /// Arguments, which often have the right types.
    mutating func arguments() -> [BusValue] {
        switch number(4) {
        case 0: [dictionary()]
        case 1: [.text("org.mpris.MediaPlayer2.Player"), dictionary(), .array(of: "s", [])]
        default: (0..<number(4)).map { _ in value() }
        }
    }

    mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
}
