import ArgumentParser
import FileBatches

/// The options of conversions of many files.
struct BatchOptions: ParsableArguments {
    @OptionGroup(title: "Many files") var files: FileListOptions

    @Option(
        help: ArgumentHelp(
            "Write down what becomes of each file, and convert none again that is done: a file, or a folder with one for each shard.",
            discussion: """
                A file is done where the input's size and time, the settings, and the output's SHA-256 are those of the \
                journal. A path that ends with a slash is a folder.
                """, valueName: "path"), completion: .file())
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "How long to wait for room on a full disk, in seconds for each file; 60 without this option.",
            valueName: "seconds"))
    var waitForDisk: Double?

    @Flag(
        help: ArgumentHelp(
            "Print how many files are done, failed and not converted yet, and each failure; with --json as JSON.",
            discussion: "Without --journal the paths on the command line are journals, and nothing is converted."))
    var summary = false

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    /// Whether many files are converted, into a folder that keeps their tree.
    var isUsed: Bool { files.isUsed || journal != nil || waitForDisk != nil }

    func validate() throws {
        if let waitForDisk, !(waitForDisk >= 0 && waitForDisk <= 1e9) {
            throw ValidationError("--wait-for-disk needs a number of seconds from 0")
        }
        if json, !summary { throw ValidationError("--json needs --summary") }
        if summary, isUsed, journal == nil { throw ValidationError("--summary of a conversion needs --journal") }
    }
}
