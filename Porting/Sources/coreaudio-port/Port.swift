import ArgumentParser
import Foundation
import PortRewriter

@main
struct Port: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coreaudio-port",
        abstract: "Makes the edits that a Swift package for a Mac needs to compile on Linux.",
        discussion: """
            Without --write, the edits are printed as a unified diff, and no file is changed. Files that use Objective-C's attributes, \
            selectors and key-value observing get closures. What cannot be edited is listed on standard error with its file, its \
            line and a sentence that says what to do.
            """)

    @Flag(help: "Change the files. A package with uncommitted changes is refused.")
    var write = false

    @Flag(help: "With --write, also change a package with uncommitted changes, or one that is not in a git repository.")
    var force = false

    @Argument(help: "The folder of the package.", completion: .directory)
    var package = "."

    func run() throws {
        let root = URL(fileURLWithPath: package).standardizedFileURL.path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
            throw ValidationError("There is no folder \(package).")
        }
        if write, !force, let reason = WorkTree.reasonNotToWrite(in: root) {
            throw Refusal(reason: reason)
        }
        let port = try PackagePort(root: root)
        for change in port.changes {
            if write { try change.write(in: root) } else { FileHandle.standardOutput.write(Data(change.diff.utf8)) }
        }
        for problem in port.problems { complain(problem) }
        complain(port.summary(written: write))
        if port.hasUnreadableFiles { throw ExitCode.failure }
    }

    private func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

struct Refusal: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
