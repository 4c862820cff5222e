/// Apple's command line cut into pieces that an ordinary parser takes.
///
/// An output and the options behind its `-o` form a section of their own, and an option with two values becomes one
/// with a joined value. What `afconvert a.wav -d ima4 -o b.caf -c 1` says is then: main `a.wav -d ima4`, output
/// `-o b.caf -c 1`.
struct CommandLineSections: Equatable {
    /// What stands before the first `-o`, and options of the whole command behind it.
    var main: [String] = []
    /// Each an `-o` with its path and options.
    var outputs: [[String]] = []
    /// Words that follow the options of an output and are no options' values, or follow `--`: inputs.
    var trailing: [String] = []
    /// Why this is no command line that can be parsed.
    var complaint: String?

    private static let pairs: Set<String> = ["-u", "--userproperty", "-ud", "-ue", "--prime-override"]
    /// The output options without a value; all others have one.
    private static let flags: Set<String> = [
        "--no-filler", "--mix", "--soundcheck-generate", "--anchor-generate", "--generate-hash",
    ]
    /// Options of the whole command, wherever they stand.
    private static let globalFlags: Set<String> = [
        "-v", "--verbose", "-t", "--tag", "--leaks", "--profile", "-h", "--help", "-hf", "--help-formats", "--version",
        "--soundcheck-read", "--copy-hash", "-0", "--null", "--summary", "--json",
    ]
    private static let globalValues: Set<String> = [
        "--read-track", "--decode-formatid", "--offset", "--jobs", "--output-directory", "--progress",
        "--gapless-before", "--gapless-after", "--files-from", "--root", "--shard", "--journal", "--wait-for-disk",
    ]
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while complaint == nil, let word = rest.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            if word == "--" {
                trailing += rest
                return
            } else if word == "-o" {
                guard let path = value(of: word, &rest) else { return }
                outputs.append([word, path])
            } else if Self.pairs.contains(word) {
                guard let first = value(of: word, &rest), let second = value(of: word, &rest) else { return }
                append([word, first + String(PairArgument.separator) + second])
            } else if outputs.isEmpty {
                main.append(word)
            } else {
                take(word, name, &rest)
            }
        }
    }

    private mutating func value(of option: String, _ rest: inout ArraySlice<String>) -> String? {
        if rest.isEmpty { complaint = "Missing value for '\(option)'" }
        return rest.popFirst()
    }

    /// A word behind the first `-o`.
    private mutating func take(_ word: String, _ name: String, _ rest: inout ArraySlice<String>) {
        let hasOwnValue = word.contains("=")
        if Self.globalFlags.contains(name) || Self.globalValues.contains(name) {
            main.append(word)
            guard Self.globalValues.contains(name), !hasOwnValue else { return }
            if let value = value(of: word, &rest) { main.append(value) }
        } else if !word.hasPrefix("-") || word == "-" {
            trailing.append(word)
        } else {
            append([word])
            guard !Self.flags.contains(name), !hasOwnValue else { return }
            if let value = rest.popFirst() { append([value]) }
        }
    }

    private mutating func append(_ words: [String]) {
        if outputs.isEmpty { main += words } else { outputs[outputs.count - 1] += words }
    }
}
