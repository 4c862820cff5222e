internal import Foundation

/// One conversion of a format: what stands between the per cent sign and the letter.
struct LogConversion {
    var words: UnsafeBufferPointer<UInt8>?
    var style = IntegerStyle()
    var flags = ""
    var width: Int?
    var precision: Int?
    var letter = Unicode.Scalar(0 as UInt8)

    /// Whether the braces have a word.
    func has(_ word: StaticString) -> Bool {
        guard let words else { return false }
        return words.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }.contains { part in
            part.count == word.utf8CodeUnitCount && zip(part, 0..<part.count).allSatisfy { $0 == word.utf8Start[$1] }
        }
    }

    var privacy: OSLogPrivacy {
        let mask: OSLogPrivacy.Mask = has("mask.hash") ? .hash : .none
        if has("public") { return .public }
        return has("private") || has("sensitive") ? .private(mask: mask) : .auto(mask: mask)
    }
}

/// Reads a format of `os_log` with its arguments.
struct LogFormat {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>
    private var arguments: ArraySlice<any CVarArg>

    init(_ format: UnsafeBufferPointer<UInt8>, _ arguments: [any CVarArg]) {
        rest = format[...]
        self.arguments = arguments[...]
    }

    /// Appends the whole text. `failure` is the error that `%m` names.
    mutating func write(to text: inout LogText, failure: Int32) {
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                text.append(byte)
                continue
            }
            if rest.first == UInt8(ascii: "%") {
                rest.removeFirst()
                text.append(byte)
            } else {
                let conversion = readConversion()
                write(conversion, to: &text, failure: failure)
            }
        }
    }

    private mutating func readConversion() -> LogConversion {
        var conversion = LogConversion()
        if rest.first == UInt8(ascii: "{") {
            rest.removeFirst()
            let end = rest.firstIndex(of: UInt8(ascii: "}")) ?? rest.endIndex
            conversion.words = UnsafeBufferPointer(rebasing: rest[..<end])
            rest = rest[end...].dropFirst()
        }
        readFlags(&conversion)
        conversion.width = readNumber()
        if let width = conversion.width, width < 0 {
            conversion.width = -width
            conversion.style.isLeft = true
            conversion.flags += "-"
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            conversion.precision = readNumber() ?? 0
        }
        while let byte = rest.first, "hlqjztL".utf8.contains(byte) { rest.removeFirst() }
        conversion.letter = Unicode.Scalar(rest.popFirst() ?? 0)
        return conversion
    }

    private mutating func readFlags(_ conversion: inout LogConversion) {
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "-"): conversion.style.isLeft = true
            case UInt8(ascii: "+"): conversion.style.showsPlus = true
            case UInt8(ascii: " "): conversion.style.hasSpace = true
            case UInt8(ascii: "#"): conversion.style.hasPrefix = true
            case UInt8(ascii: "0"): conversion.style.isFilledWithZeros = true
            case UInt8(ascii: "'"): break
            default: return
            }
            if byte != UInt8(ascii: "'") { conversion.flags.unicodeScalars.append(Unicode.Scalar(byte)) }
            rest.removeFirst()
        }
    }

    /// A number, or for an asterisk that of the next argument.
    private mutating func readNumber() -> Int? {
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
            return arguments.popFirst().flatMap { LogArgument($0).integer }.map { max(min($0, 65536), -65536) }
        }
        var number: Int?
        while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 65536)
            rest.removeFirst()
        }
        return number
    }

    private mutating func write(_ conversion: LogConversion, to text: inout LogText, failure: Int32) {
        if conversion.letter == "m" {
            let name = failure == 0 ? "Success" : String(cString: strerror(failure))
            return text.append(name)
        }
        guard conversion.letter.value != 0, let argument = arguments.popFirst() else { return }
        let value = LogArgument(argument)
        let isText = ["s", "S", "@", "P"].contains(conversion.letter)
        text.append(conversion.privacy, isText: isText) { value.append(to: &$0, conversion) }
    }
}
