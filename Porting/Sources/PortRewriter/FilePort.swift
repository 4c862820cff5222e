import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// The port of one file's text.
struct FilePort {
    /// The text for Linux. Bytes that no rule edits are those of the source.
    private(set) var text: String
    private(set) var remarks: [Remark] = []
    private(set) var parts: Set<SupportPart> = []

    /// - Throws: `Unparsable` if the text is not Swift, or if the port would make it so.
    init(_ source: String, index: PackageIndex) throws(Unparsable) {
        text = source
        let newline = source.utf8.contains(0x0D) ? "\r\n" : "\n"
        // An edit can make room for another one inside it. Two or three rounds are enough.
        for _ in 0..<10 {
            let visitor = PortVisitor(try Self.parse(text), index: index, newline: newline)
            parts.formUnion(visitor.parts)
            remarks = visitor.remarks
            if visitor.edits.isEmpty { return }
            text = visitor.edits.applied(to: text)
        }
        throw Unparsable(line: 1, reason: "the port does not come to an end")
    }

    static func parse(_ text: String) throws(Unparsable) -> SourceFileSyntax {
        let tree = Parser.parse(source: text)
        guard tree.hasError,
            let first = ParseDiagnosticsGenerator.diagnostics(for: tree).first(where: {
                $0.diagMessage.severity == .error
            })
        else { return tree }
        let location = first.location(converter: SourceLocationConverter(fileName: "", tree: tree))
        throw Unparsable(line: location.line, reason: first.message)
    }
}

/// A file that the compiler would not parse.
struct Unparsable: Error, Equatable {
    var line: Int
    var reason: String
}
