/// A piece of a file that another text takes the place of. Offsets count bytes of UTF-8.
struct SourceEdit: Equatable {
    var range: Range<Int>
    var text: String
}

extension [SourceEdit] {
    /// The text with the edits made. Of two edits that overlap, the one that begins first is made.
    ///
    /// Bytes outside the edits stay as they are.
    func applied(to source: String) -> String {
        let bytes = [UInt8](source.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        for edit in enumerated().sorted(by: { ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0) }).map(
            \.element)
        where edit.range.lowerBound >= at {
            result += bytes[at..<edit.range.lowerBound]
            result += edit.text.utf8
            at = edit.range.upperBound
        }
        result += bytes[at...]
        return String(decoding: result, as: UTF8.self)
    }
}

/// What a person has to do, and where.
public struct Remark: Equatable, Sendable {
    /// The line, from 1. Of a ported file, it is the line after the port.
    public var line: Int
    /// A sentence that says what to do.
    public var text: String
}
