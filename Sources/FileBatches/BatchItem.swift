import AudioToolbox
import Glibc
import ToolSupport

/// A file of a batch, and the output that it becomes.
package struct BatchItem: Sendable, Equatable {
    package let input: ListedFile
    /// The output's path below the output folder.
    package let place: String
    /// The output's path.
    package let output: String

    /// - Parameters:
    ///   - folder: that of all outputs.
    ///   - suffix: the extension of the output, without its dot.
    package init(_ input: ListedFile, in folder: String, suffix: String) {
        self.input = input
        place = Self.withoutSuffix(input.place) + "." + suffix
        output = folder + "/" + place
    }

    /// A dot at the beginning of the name begins no extension.
    private static func withoutSuffix(_ place: String) -> String {
        let bytes = Array(place.utf8)
        let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let dot = bytes[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else { return place }
        return String(decoding: bytes[..<dot], as: UTF8.self)
    }

    /// What the journal knows the file by: 128 bits of the hash of its place in the tree.
    package var key: String { String(SHA256.hash(input.place.fileSystemBytes).text.prefix(32)) }

    /// What the claim of the output is named by, which two inputs never share.
    package var claim: String { String(SHA256.hash(place.fileSystemBytes).text.prefix(32)) }
}

/// Finds outputs that would take each other's place, or that of an input.
package struct Collisions {
    /// Sentences that each name two files; the first of them, where there are many.
    package private(set) var found: [String] = []
    private static let most = 10

    /// Compares all outputs, and not those of one shard.
    ///
    /// Names that differ only in case or in the form of their accents count as equal: on some file systems they are one name.
    package init(_ items: [BatchItem]) {
        var outputs: [String: String] = [:]
        for item in items {
            let folded = Self.folded(item.place)
            if let other = outputs[folded] {
                add("\(other) and \(item.input.path) would both become \(item.output)")
            } else {
                outputs[folded] = item.input.path
            }
        }
        addFolders(items, outputs)
        addInputs(items)
    }

    private mutating func add(_ text: String) { if found.count < Self.most { found.append(text) } }

    /// A file whose output has the name of a folder of another output.
    private mutating func addFolders(_ items: [BatchItem], _ outputs: [String: String]) {
        var seen: Set<String> = []
        for item in items {
            var parts = PathParts.of(item.place).dropLast()
            while !parts.isEmpty {
                let folder = Self.folded(parts.joined(separator: "/"))
                guard seen.insert(folder).inserted else { break }
                if let other = outputs[folder] {
                    add("\(other) would become a file where \(item.output) needs a folder")
                }
                parts = parts.dropLast()
            }
        }
    }

    /// Outputs that are inputs, whatever links lead to them.
    private mutating func addInputs(_ items: [BatchItem]) {
        var places = Places()
        let inputs = Set(items.map { places.identity($0.input.path) })
        for item in items where inputs.contains(places.identity(item.output)) || Self.isSameFile(item) {
            add("\(item.output) is an output and an input")
        }
    }

    private static func isSameFile(_ item: BatchItem) -> Bool {
        var (input, output) = (stat(), stat())
        return item.output.withFileSystemPath { stat($0, &output) } == 0
            && item.input.path.withFileSystemPath { stat($0, &input) } == 0
            && input.st_dev == output.st_dev && input.st_ino == output.st_ino
    }

    /// Swift compares text by what it shows, whatever the form of its accents.
    private static func folded(_ text: String) -> String { text.lowercased() }

    /// Files by their folders, each of which the system is asked about once.
    private struct Places {
        struct Identity: Hashable {
            let folder: FolderIdentity?
            let path: String
        }

        private var folders: [String: FolderIdentity?] = [:]

        mutating func identity(_ path: String) -> Identity {
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { String(path[...$0]) } ?? "."
            let known = folders[folder] ?? FolderIdentity(folder)
            folders[folder] = .some(known)
            let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
            // A folder that is not there yet contains no input.
            return Identity(folder: known, path: Collisions.folded(known == nil ? path : name))
        }
    }
}
