import Testing

@testable import PortRewriter

/// A file and what the port makes of it.
struct PortCase: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var output: String
    /// The remarks, each as `line: text`, where the text need only be its beginning.
    var remarks: [String] = []
    var parts: Set<SupportPart> = []
    /// Other files of the package.
    var others: [String] = []

    /// A file that stays as it is.
    static func same(
        _ name: String, _ text: String, remarks: [String] = [], parts: Set<SupportPart> = [], others: [String] = []
    ) -> PortCase {
        PortCase(name: name, input: text, output: text, remarks: remarks, parts: parts, others: others)
    }

    var testDescription: String { name }

    func check() throws {
        let first = try Self.port(input, others)
        #expect(first.text == output)
        let lines = first.remarks.map { "\($0.line): \($0.text)" }
        #expect(lines.count == remarks.count && zip(lines, remarks).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
        #expect(first.parts == parts)
        // Porting again changes nothing, and says the same.
        let second = try Self.port(first.text, others)
        #expect(second.text == first.text)
        #expect(second.remarks == first.remarks)
    }

    static func port(_ text: String, _ others: [String] = []) throws -> FilePort {
        let index = PackageIndex(try ([text] + others).map { try FilePort.parse($0) })
        return try FilePort(text, index: index)
    }
}
