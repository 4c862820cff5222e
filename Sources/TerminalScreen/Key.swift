/// A key of a terminal, as far as its bytes show it.
public enum Key: Hashable, Sendable {
    /// A character; letters of ASCII are small.
    case character(Character)
    /// A letter with Control.
    case control(Character)
    case enter, backspace, escape, up, down, left, right, pageUp, pageDown, home, end
    /// With Shift.
    case shiftLeft, shiftRight
}

/// Makes keys of the bytes of a terminal, which may divide a key's sequence anywhere.
public struct KeyParser: Sendable {
    private enum State { case ground, escape, sequence, shortSequence }

    private var state = State.ground
    private var parameters: [UInt8] = []
    /// The bytes so far of a character that is not of ASCII.
    private var character: [UInt8] = []

    /// Parameters of a sequence that are kept. No key has more.
    private static let mostParameters = 16

    public init() {}

    public mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] { bytes.compactMap { next($0) } }

    /// No byte has come for a while: an escape character that nothing followed was the key of that name.
    public mutating func pause() -> Key? {
        guard isWaiting else { return nil }
        state = .ground
        return .escape
    }

    /// Whether the bytes so far end with an escape character, which may be a key or begin one.
    public var isWaiting: Bool { state == .escape }

    private mutating func next(_ byte: UInt8) -> Key? {
        switch (state, byte) {
        case (_, 0x1B):
            (state, character) = (.escape, [])
        case (.escape, UInt8(ascii: "[")):
            (state, parameters) = (.sequence, [])
        case (.escape, UInt8(ascii: "O")):
            state = .shortSequence
        case (.ground, 0x80...):
            return partOfCharacter(byte)
        case (.ground, _), (.escape, _):
            (state, character) = (.ground, [])
            return Self.plain(byte)
        case (.shortSequence, _):
            state = .ground
            return Self.named(byte, [])
        case (.sequence, 0x20..<0x40):
            if parameters.count < Self.mostParameters { parameters.append(byte) }
        case (.sequence, _):
            state = .ground
            return Self.named(byte, parameters)
        }
        return nil
    }

    private mutating func partOfCharacter(_ byte: UInt8) -> Key? {
        if byte >= 0xC0 { character = [] }
        character.append(byte)
        let length = character[0] >= 0xF0 ? 4 : character[0] >= 0xE0 ? 3 : character[0] >= 0xC0 ? 2 : 1
        guard character.count >= length else { return nil }
        defer { character = [] }
        return String(validating: character, as: UTF8.self).flatMap(\.first).map { .character($0) }
    }

    private static func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
        case 0x20..<0x7F: .character(Character(Character(UnicodeScalar(byte)).lowercased()))
        default: nil
        }
    }

    private static func named(_ final: UInt8, _ parameters: [UInt8]) -> Key? {
        let hasShift = parameters.elementsEqual("1;2".utf8)
        switch UnicodeScalar(final) {
        case "A": return .up
        case "B": return .down
        case "C": return hasShift ? .shiftRight : .right
        case "D": return hasShift ? .shiftLeft : .left
        // As rxvt sends them.
        case "c": return .shiftRight
        case "d": return .shiftLeft
        case "H": return .home
        case "F": return .end
        case "M": return .enter
        case "~":
            switch parameters.first {
            case UInt8(ascii: "1"), UInt8(ascii: "7"): return .home
            case UInt8(ascii: "4"), UInt8(ascii: "8"): return .end
            case UInt8(ascii: "5"): return .pageUp
            case UInt8(ascii: "6"): return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}
