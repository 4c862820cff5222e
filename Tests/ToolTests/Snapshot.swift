import Foundation
import TestSupport
import Testing

/// Texts that tools print, kept in files beside these tests.
///
/// With `RECORD_SNAPSHOTS=1` in the environment the tests write the files instead, and their difference is to be read
/// before it is kept.
enum Snapshot {
    static let folder = Project.root + "Tests/ToolTests/Snapshots/"

    static func expect(_ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let path = folder + name + ".txt"
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        let kept = try #require(try? String(contentsOfFile: path, encoding: .utf8), "no \(path)")
        #expect(text == kept, sourceLocation: sourceLocation)
    }
}

extension TemporaryFolder {
    /// Puts a fixture into the folder, so that reports name it without this machine's path.
    func copy(_ fixture: String, as name: String? = nil) throws {
        let source = Fixture.named(fixture).file
        let target = name ?? String(fixture.split(separator: "/").last!)
        try FileManager.default.copyItem(atPath: source, toPath: path + "/" + target)
    }

    func tool(_ arguments: String...) throws -> ProgramResult { try run("/usr/bin/env", arguments) }

    /// The names in the folder, hidden ones too, but for the two that hold what programs print.
    var files: Set<String> {
        get throws {
            Set(try FileManager.default.contentsOfDirectory(atPath: path)).subtracting([".output", ".errors"])
        }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }
}
