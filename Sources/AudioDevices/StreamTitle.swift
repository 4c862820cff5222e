/// What sound servers show to users as the name of a stream.
package enum StreamTitle {
    /// That of streams whose sound has no title: what users know the program by.
    package static let program = ProgramIdentity.present.name

    /// A text on one line, without spaces around it, short enough for every server; nil where nothing is left of it.
    package static func shown(_ text: String) -> String? {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: plain.append(" ")
            default: if !scalar.properties.isBidiControl { plain.append(scalar) }
            }
        }
        let words = String(plain).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : ProgramIdentity.shortened(words)
    }
}
