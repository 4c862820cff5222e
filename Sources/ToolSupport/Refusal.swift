import ArgumentParser
import Glibc

extension ParsableCommand {
    /// Shows the help or the version that a command line asks for, or says why the tool does not do what the line says, and ends the
    /// program: with 0 where what was asked for is written, and with 1 otherwise.
    ///
    /// - Parameters:
    ///   - words: those of the command line, without the name of the tool.
    ///   - help: shown in place of the parser's help.
    public static func leave(_ error: any Error, _ words: [String], help: String? = nil) -> Never {
        guard exitCode(for: error) == .success else { refuse(refusal(error, words)) }
        if let word = accidentalHelp(words) { refuse(fullMessage(for: ValidationError("Unknown option '\(word)'"))) }
        let text = fullMessage(for: error) + "\n"
        show(text == helpMessage() + "\n" ? help ?? text : text)
        Glibc.exit(flushOutput() ? 0 : 1)
    }

    private static func refuse(_ text: String) -> Never {
        complain(text)
        Glibc.exit(1)
    }

    /// The parser's message. The parser takes a number below 0 for an option, and misses the value.
    private static func refusal(_ error: any Error, _ words: [String]) -> String {
        let text = fullMessage(for: error)
        let start = "Error: Missing value for '"
        guard text.hasPrefix(start) else { return text }
        let option = text.dropFirst(start.count).prefix { $0 != "'" }
        let name = option.prefix { $0 != " " }
        guard let place = words.firstIndex(where: { $0 == name }), words.indices.contains(place + 1),
            let number = Double(words[place + 1]), !(number > 0)
        else { return text }
        return "Error: The value '\(words[place + 1])' is invalid for '\(option)'"
            + text.dropFirst(start.count + option.count + 1)
    }

    /// A word such as `-shuffle`, in which the parser finds the `-h` of help though nobody asks for help.
    private static func accidentalHelp(_ words: [String]) -> String? {
        guard !words.contains(where: { $0 == "-h" || $0.hasPrefix("--") && $0 != "--" }) else { return nil }
        return words.first { $0.hasPrefix("-") && $0.dropFirst().contains("h") }
    }
}
