/// Apple's command line cut into pieces that an ordinary parser takes.
///
/// An output and the options behind its `-o` form a section of their own, and an option with two values becomes one with a
/// joined value. What `afconvert a.wav -d ima4 -o b.caf -c 1` says is then: main `a.wav -d ima4`, output `b.caf` with
/// `-c 1`.
struct CommandLineSections: Equatable {
    struct Output: Equatable {
        var path: String
        var arguments: [String] = []
    }

    /// What stands before the first `-o`.
    var main: [String] = []
    var outputs: [Output] = []
    /// Words that stand behind the options of an output and are no options' values: inputs.
    var trailing: [String] = []
    /// An `-o` or a pair with nothing behind it.
    var missingValue: String?

    private static let pairs: Set<String> = ["-u", "--userproperty", "-ud", "-ue", "--prime-override"]
    /// The output options without a value; all others have one.
    private static let flags: Set<String> = ["--no-filler", "--mix"]
    /// Options of the whole command, wherever they stand.
    private static let globalFlags: Set<String> = [
        "-v", "-t", "--tag", "--leaks", "--profile", "-h", "--help", "-hf", "--version",
    ]
    private static let globalValues: Set<String> = [
        "--read-track", "--offset", "--jobs", "--output-directory", "--progress",
    ]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "-o" {
                guard let path = rest.popFirst() else {
                    missingValue = word
                    return
                }
                outputs.append(Output(path: path))
            } else if Self.pairs.contains(word) {
                guard rest.count >= 2 else {
                    missingValue = word
                    return
                }
                let pair = [rest.removeFirst(), rest.removeFirst()]
                append([word, pair.joined(separator: String(PairArgument.separator))])
            } else if outputs.isEmpty {
                main.append(word)
            } else {
                take(word, &rest)
            }
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) {
        if Self.globalFlags.contains(word) || word.hasPrefix("--jobs=") || word.hasPrefix("--progress=") {
            main.append(word)
        } else if Self.globalValues.contains(word) {
            main.append(word)
            if let value = rest.popFirst() { main.append(value) }
        } else if !word.hasPrefix("-") || word == "-" {
            trailing.append(word)
        } else if Self.flags.contains(word) || word.contains("=") {
            append([word])
        } else {
            append([word])
            if let value = rest.popFirst() { append([value]) }
        }
    }

    private mutating func append(_ words: [String]) {
        if outputs.isEmpty { main += words } else { outputs[outputs.count - 1].arguments += words }
    }
}
