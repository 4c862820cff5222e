import Foundation

/// Whether the files of a package may be changed.
public enum WorkTree {
    /// A sentence, or nil if git could restore each file of the folder.
    public static func reasonNotToWrite(in root: String) -> String? {
        guard let status = git(["status", "--porcelain", "--untracked-files=all", "--", "."], in: root) else {
            return
                "\(root) is not in a git repository, so that the edits could not be undone. --force makes them anyway."
        }
        let changed = status.split(separator: "\n").count
        guard changed > 0 else { return nil }
        return
            "\(root) has uncommitted changes in \(changed) file\(changed == 1 ? "" : "s"). Commit them first; --force writes anyway."
    }

    private static func git(_ arguments: [String], in folder: String) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
