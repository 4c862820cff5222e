/// The difference of two texts, by lines.
struct UnifiedDiff {
    private enum Step {
        case keep(Int, Int)
        case remove(Int)
        case add(Int)
    }
    private let old: [Substring]
    private let new: [Substring]
    private var steps: [Step] = []

    init(from old: String, to new: String) {
        self.old = Self.lines(old)
        self.new = Self.lines(new)
        steps = Self.steps(self.old, self.new)
    }

    /// Lines with their line breaks. The bytes of `\r\n` are one character, which ends a line too.
    private static func lines(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var start = text.startIndex
        for at in text.indices where text[at] == "\n" || text[at] == "\r\n" {
            let end = text.index(after: at)
            lines.append(text[start..<end])
            start = end
        }
        if start < text.endIndex { lines.append(text[start...]) }
        return lines
    }

    private static func steps(_ old: [Substring], _ new: [Substring]) -> [Step] {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var steps: [Step] = []
        var (before, after) = (0, 0)
        while before < old.count || after < new.count {
            if before < old.count, removed.contains(before) {
                steps.append(.remove(before))
                before += 1
            } else if after < new.count, added.contains(after) {
                steps.append(.add(after))
                after += 1
            } else {
                steps.append(.keep(before, after))
                before += 1
                after += 1
            }
        }
        return steps
    }

    /// The line of the old text, from 1, that stands where a line of the new text does.
    func oldLine(ofNew line: Int) -> Int {
        var last = 1
        for step in steps {
            switch step {
            case .keep(let before, let after):
                last = before + 1
                if after + 1 == line { return last }
            case .remove(let before): last = before + 1
            case .add(let after): if after + 1 == line { return last }
            }
        }
        return last
    }

    /// The text of the diff, as `patch` reads it. Empty where the texts are equal.
    ///
    /// - Parameter isNew: whether the old file does not exist.
    func text(path: String, isNew: Bool) -> String {
        let hunks = hunks(context: 3)
        guard !hunks.isEmpty else { return "" }
        let quoted = path.contains(" ") ? path + "\t" : path
        return (isNew ? "--- /dev/null\n" : "--- a/\(quoted)\n") + "+++ b/\(quoted)\n" + hunks.map(text(of:)).joined()
    }

    private func hunks(context: Int) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (at, step) in steps.enumerated() {
            if case .keep = step { continue }
            let range = max(0, at - context)..<min(steps.count, at + context + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private func text(of hunk: Range<Int>) -> String {
        var (before, after) = (0, 0)
        for step in steps[..<hunk.lowerBound] {
            switch step {
            case .keep: (before, after) = (before + 1, after + 1)
            case .remove: before += 1
            case .add: after += 1
            }
        }
        var (removed, added) = (0, 0)
        var body = ""
        for step in steps[hunk] {
            switch step {
            case .keep(let at, _):
                (removed, added) = (removed + 1, added + 1)
                body += Self.line(" ", old[at])
            case .remove(let at):
                removed += 1
                body += Self.line("-", old[at])
            case .add(let at):
                added += 1
                body += Self.line("+", new[at])
            }
        }
        // A side without lines names the line before it.
        return "@@ -\(removed == 0 ? before : before + 1),\(removed) +\(added == 0 ? after : after + 1),\(added) @@\n"
            + body
    }

    private static func line(_ mark: String, _ line: Substring) -> String {
        mark + line + (line.last == "\n" || line.last == "\r\n" ? "" : "\n\\ No newline at end of file\n")
    }
}
