import Foundation
import SwiftSyntax

/// The port of a package: the files that change, and what a person has to do.
public struct PackagePort {
    /// Files that change or are added, in the order of their paths.
    public private(set) var changes: [FileChange] = []
    /// `file:line: sentence`, in the order of the files.
    public private(set) var problems: [String] = []
    /// Whether a file does not parse, or cannot be read.
    public private(set) var hasUnreadableFiles = false
    private var fileCount = 0

    /// Reads each Swift file of a folder and ports it. Writes nothing.
    ///
    /// - Parameter root: the folder of the package, an absolute path.
    /// - Throws: the system's error if the folder cannot be read.
    public init(root: String) throws {
        var sources: [(path: String, text: String, tree: SourceFileSyntax)] = []
        for path in try PackageFiles.swiftFiles(in: root) {
            fileCount += 1
            do {
                guard let data = FileManager.default.contents(atPath: root + "/" + path),
                    let text = String(validating: data, as: UTF8.self)
                else {
                    throw Unparsable(line: 1, reason: "the file cannot be read as UTF-8")
                }
                sources.append((path, text, try FilePort.parse(text)))
            } catch let error as Unparsable {
                leave(path, error)
            }
        }
        let modules = ModuleFolders(
            root: root, manifests: sources.filter { $0.path.hasSuffix("Package.swift") }.map { ($0.path, $0.tree) })
        let index = PackageIndex(sources.map(\.tree))
        var support: [String: Set<SupportPart>] = [:]
        for source in sources where !ModuleFolders.isManifest(source.path) && !SupportFile.isOne(source.text) {
            do throws(Unparsable) {
                let port = try FilePort(source.text, index: index)
                add(port, of: source.text, at: source.path)
                if !port.parts.isEmpty { support[modules.folder(of: source.path), default: []].formUnion(port.parts) }
            } catch {
                leave(source.path, error)
            }
        }
        addSupport(support, existing: Dictionary(uniqueKeysWithValues: sources.map { ($0.path, $0.text) }))
        changes.sort { $0.path < $1.path }
    }

    private mutating func leave(_ path: String, _ error: Unparsable) {
        hasUnreadableFiles = true
        problems.append("\(path):\(error.line): This file is left as it is: \(error.reason).")
    }

    private mutating func add(_ port: FilePort, of source: String, at path: String) {
        let diff = UnifiedDiff(from: source, to: port.text)
        // The lines are those of the file as it is now.
        problems += port.remarks.map { "\(path):\(diff.oldLine(ofNew: $0.line)): \($0.text)" }
        if port.text != source { changes.append(FileChange(path: path, text: port.text, isNew: false, diff: diff)) }
    }

    /// A file with parts that are not used any more keeps them: hand-written code may use them.
    private mutating func addSupport(_ support: [String: Set<SupportPart>], existing: [String: String]) {
        for (folder, parts) in support.sorted(by: { $0.key < $1.key }) {
            let path = (folder.isEmpty ? "" : folder + "/") + SupportFile.name
            let old = existing[path]
            let text = SupportFile.text(parts.union(old.map(SupportFile.parts(of:)) ?? []))
            guard text != old else { continue }
            changes.append(
                FileChange(path: path, text: text, isNew: old == nil, diff: UnifiedDiff(from: old ?? "", to: text)))
        }
    }

    /// A line that counts what was done.
    public func summary(written: Bool) -> String {
        let files = "\(fileCount) Swift file\(fileCount == 1 ? "" : "s")"
        let edited = "\(changes.count) \(written ? "changed" : "to change")"
        return "\(files), \(edited), \(problems.count) place\(problems.count == 1 ? "" : "s") to look at"
    }
}

/// A file of the package with its new text.
public struct FileChange {
    /// The path in the package.
    public let path: String
    /// The whole text, after the port.
    public let text: String
    let isNew: Bool
    private let difference: UnifiedDiff

    init(path: String, text: String, isNew: Bool, diff: UnifiedDiff) {
        (self.path, self.text, self.isNew, difference) = (path, text, isNew, diff)
    }

    /// The edits as a unified diff, which `patch -p1` takes.
    public var diff: String { difference.text(path: path, isNew: isNew) }

    /// Writes the text in the place of the file, which is at each moment either the old one or the new one.
    ///
    /// - Parameter root: the folder of the package.
    /// - Throws: the system's error; the file is then unchanged.
    public func write(in root: String) throws {
        let target = root + "/" + path
        let part = target + ".port-\(ProcessInfo.processInfo.processIdentifier)"
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: part))
            if let mode = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: part)
            }
            guard rename(part, target) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw error
        }
    }
}
