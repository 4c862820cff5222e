import Foundation

/// What a shell can offer for one word of a tool's command line, by the options that the tool declares.
struct Completions {
    enum Offer: Equatable {
        case files
        case folders
        /// Each with an explanation after a tab, where it has one.
        case words([String])
    }

    /// An option or an argument, as swift-argument-parser describes it in JSON.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        /// Where its values come from; without any of these the value may be anything.
        struct Values: Decodable {
            struct List: Decodable { let values: [String] }
            struct Named: Decodable {}

            let list: List?
            let file: Named?
            let directory: Named?
            let custom: Named?
        }

        let kind: String
        let names: [Name]?
        let isRepeating: Bool
        let valueName: String?
        let abstract: String?
        let completionKind: Values?

        var spellings: [String] { names?.map(\.spelling) ?? [] }

        /// The words after an option's name: as many as the name of its value has.
        var valueCount: Int { kind == "option" ? valueName?.split(separator: " ").count ?? 1 : 0 }
    }

    private struct Tool: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }
        let command: Command
    }

    /// Asks an option, by its name, or an argument, by `positional@` and its number, for the values that a line allows.
    typealias Custom = (_ name: String, _ index: Int, _ words: [String]) -> [String]

    private var options: [Argument] = []
    private var bySpelling: [String: Argument] = [:]
    private var positionals: [Argument] = []
    private let custom: Custom

    /// - Parameters:
    ///   - descriptions: of the tool's commands, in JSON. An option that several have counts once.
    ///   - custom: gives the values of an option or argument that has a function for them.
    init(_ descriptions: [String], custom: @escaping Custom) {
        self.custom = custom
        for description in descriptions {
            let tool = try? JSONDecoder().decode(Tool.self, from: Data(description.utf8))
            for argument in tool?.command.arguments ?? [] {
                if argument.kind == "positional" {
                    positionals.append(argument)
                } else if argument.spellings.allSatisfy({ bySpelling[$0] == nil }) {
                    options.append(argument)
                    for spelling in argument.spellings { bySpelling[spelling] = argument }
                }
            }
        }
    }

    /// - Parameters:
    ///   - index: that of the word, which ends at the cursor.
    ///   - words: those of the line, with the tool's name.
    func offer(at index: Int, of words: [String]) -> Offer {
        guard words.indices.contains(index) else { return .words([]) }
        var (place, position, takesOptions) = (1, 0, true)
        while place < index {
            let word = words[place]
            place += 1
            if !takesOptions || !word.hasPrefix("-") || word == "-" {
                position += 1
            } else if word == "--" {
                takesOptions = false
            } else if let option = bySpelling[word], option.valueCount > 0 {
                if place + option.valueCount > index { return values(of: option, word, index, words) }
                place += option.valueCount
            }
        }
        if takesOptions, words[index].hasPrefix("-") { return option(index, words) }
        guard let argument = position < positionals.count ? positionals[position] : positionals.last,
            position < positionals.count || argument.isRepeating
        else { return .words([]) }
        return values(of: argument, "positional@\(min(position, positionals.count - 1))", index, words)
    }

    /// A word that begins with a dash: the names of options, or the values of one whose name ends with `=`.
    private func option(_ index: Int, _ words: [String]) -> Offer {
        let word = words[index]
        guard word.hasPrefix("--"), let end = word.firstIndex(of: "=") else {
            return .words(
                options.flatMap { option in
                    option.spellings.map { Self.line($0, option.abstract) }
                })
        }
        let name = String(word[..<end])
        guard let option = bySpelling[name], option.valueCount == 1 else { return .words([]) }
        guard case .words(let values) = values(of: option, name, index, words) else {
            return values(of: option, name, index, words)
        }
        return .words(values.map { name + "=" + $0 })
    }

    private func values(of argument: Argument, _ name: String, _ index: Int, _ words: [String]) -> Offer {
        guard let values = argument.completionKind else { return .words([]) }
        if values.file != nil { return .files }
        if values.directory != nil { return .folders }
        return .words(values.list?.values ?? custom(name, index, words))
    }

    /// A word and its explanation, which is one line.
    static func line(_ word: String, _ explanation: String?) -> String {
        guard let explanation else { return word }
        return word + "\t" + explanation.replacing("\n", with: " ")
    }
}

extension Completions {
    /// The value that an option has for the word at an index: the last one after the same `-o`, or else before the first `-o`.
    static func value(of spellings: Set<String>, at index: Int, of words: [String]) -> String? {
        let outputs = words.indices.filter { words[$0] == "-o" }
        let start = outputs.last { $0 < index } ?? words.startIndex
        let end = outputs.first { $0 > index } ?? words.endIndex
        let common = words[..<(outputs.first ?? words.endIndex)]
        return lastValue(of: spellings, in: words[start..<end]) ?? lastValue(of: spellings, in: common)
    }

    private static func lastValue(of spellings: Set<String>, in words: ArraySlice<String>) -> String? {
        var value: String?
        for (word, next) in zip(words, words.dropFirst()) where spellings.contains(word) { value = next }
        for word in words {
            guard let sign = word.firstIndex(of: "="), spellings.contains(String(word[..<sign])) else { continue }
            value = String(word[word.index(after: sign)...])
        }
        return value
    }
}
