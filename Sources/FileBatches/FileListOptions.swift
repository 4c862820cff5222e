import ArgumentParser
import ToolSupport

/// The options that name many files, and the part of them that a command works on.
package struct FileListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the paths of inputs, one on each line; - for standard input.", valueName: "list"),
        completion: .file())
    package var filesFrom: String?

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "A zero byte ends each path in the list, instead of the end of the line.")
    package var isNullSeparated = false

    @Option(
        help: ArgumentHelp(
            "The folder whose tree is kept: the place of an input is its path below this folder.",
            discussion: "Without this option it is the path that was given, or the path below a folder that was given.",
            valueName: "directory"), completion: .directory)
    package var root: String?

    @Option(
        help: ArgumentHelp(
            "Work on one part of the files: part k of n, from 0/n to n-1/n.",
            discussion: """
                The part of a file follows from its place in the tree. It stays the same when other files are added or \
                removed.
                """, valueName: "k/n"))
    package var shard: Shard?

    package init() {}

    /// Whether there is one of these options.
    package var isUsed: Bool { filesFrom != nil || isNullSeparated || root != nil || shard != nil }

    package func validate() throws {
        if isNullSeparated, filesFrom == nil { throw ValidationError("-0 needs --files-from") }
    }

    package var list: FileList { FileList(names: filesFrom, isNullSeparated: isNullSeparated, root: root) }
}

extension Shard: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
