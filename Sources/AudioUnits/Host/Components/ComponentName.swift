/// The name of a component, "Manufacturer: Name", in two parts.
package struct ComponentName {
    /// Empty for a name without a colon.
    package let manufacturer: String
    package let name: String

    package init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            (manufacturer, name) = ("", text)
            return
        }
        func trimmed(_ part: Substring) -> String {
            func isSpace(_ character: Character) -> Bool { character.isWhitespace && !character.isNewline }
            let end = part.drop(while: isSpace).reversed().drop(while: isSpace)
            return String(end.reversed())
        }
        (manufacturer, name) = (trimmed(parts[0]), trimmed(parts[1]))
    }
}
