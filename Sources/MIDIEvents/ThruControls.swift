/// Applies the control transforms of a thru connection.
///
/// Arithmetic is in 14 bits, that of controls of 7 bits too: 10 more is 1280. A control of 14 bits is sent with both halves whenever one
/// of them comes.
struct ThruControls {
    private struct Channel {
        /// The number of the registered and the other parameter that is chosen, in 14 bits; 0x3FFF for none.
        var parameter = 0x3FFF
        var isRegistered = true
        /// The halves that came last, by the number of the upper one.
        var upper = [UInt8](repeating: 0, count: 32)
        var lower = [UInt8](repeating: 0, count: 32)
    }

    private let rules: ThruRules
    private var channels: [Channel] = []

    init(_ rules: ThruRules) {
        self.rules = rules
        if !rules.controls.isEmpty { channels = Array(repeating: Channel(), count: 16) }
    }

    /// Calls `write` with each control and value that comes out.
    mutating func apply(_ channel: UInt8, _ number: UInt8, _ value: UInt8, _ write: (UInt8, UInt8) -> Void) {
        guard !channels.isEmpty else { return write(number, value) }
        let place = Int(channel)
        switch number {
        case 98...101: choose(place, number, value)
        case 0..<32: channels[place].upper[Int(number)] = value
        case 32..<64: channels[place].lower[Int(number) - 32] = value
        default: break
        }
        let base = number < 64 ? number & 31 : number
        guard let control = rules.controls.first(where: { concerns($0, place, number, base) }) else {
            return write(number, value)
        }
        let isWide = control.type % 2 == 1
        let state = channels[place]
        let whole = isWide ? Int(state.upper[Int(base)]) << 7 | Int(state.lower[Int(base)]) : Int(value) << 7
        guard let result = rules.apply(control.transform, to: whole, most: 0x3FFF) else { return }
        send(control, number: number, base: base, result, write)
    }

    private mutating func choose(_ place: Int, _ number: UInt8, _ value: UInt8) {
        channels[place].isRegistered = number >= 100
        let old = channels[place].parameter
        channels[place].parameter = number % 2 == 1 ? Int(value) << 7 | old & 0x7F : old & 0x3F80 | Int(value)
    }

    /// Whether a transform is for a control that came.
    private func concerns(_ control: ThruRules.Control, _ place: Int, _ number: UInt8, _ base: UInt8) -> Bool {
        let isData = number == 6 || number == 38
        switch control.type {
        case 0: return control.number == number
        case 1: return number < 64 && control.number == base
        case 2, 3, 4, 5:
            let isRegistered = control.type < 4
            return isData && (number == 6 || control.type % 2 == 1)
                && channels[place].isRegistered == isRegistered && channels[place].parameter == Int(control.number)
        default: return false
        }
    }

    private func send(
        _ control: ThruRules.Control, number: UInt8, base: UInt8, _ value: Int, _ write: (UInt8, UInt8) -> Void
    ) {
        var target = control.type < 2 ? Int(control.type == 0 ? number : base) : Int(control.number)
        var type = control.type
        if control.transform.kind == .mapControl {
            (target, type) = (Int(control.transform.parameter), control.remappedType)
        }
        let (upper, lower) = (UInt8(value >> 7 & 0x7F), UInt8(value & 0x7F))
        switch type {
        case 0: write(UInt8(target & 0x7F), upper)
        case 1:
            write(UInt8(target & 31), upper)
            write(UInt8(target & 31) + 32, lower)
        default:
            if control.transform.kind == .mapControl {
                let isRegistered = type < 4
                write(isRegistered ? 101 : 99, UInt8(target >> 7 & 0x7F))
                write(isRegistered ? 100 : 98, UInt8(target & 0x7F))
            }
            write(6, upper)
            if type % 2 == 1 { write(38, lower) }
        }
    }
}
