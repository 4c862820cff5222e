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
