/// A text of any origin on one line: characters that control or end lines are spaces, and those that turn the direction of what follows
/// are left out.
package func oneLine(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: plain.append(" ")
        default: if !scalar.properties.isBidiControl { plain.append(scalar) }
        }
    }
    return String(plain).split(separator: " ").joined(separator: " ")
}
