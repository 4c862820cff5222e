import Foundation
import TestSupport
import Testing

@testable import AudioCore

/// Names for files that are being written, which no other process takes, and what killed processes leave.
@Suite struct ClaimedFileTests {
    private static let marker = ".claim-"

    private func folder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "claims-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func claim(in folder: String) -> ClaimedFile {
        ClaimedFile(Array((folder + "/" + Self.marker).utf8), marker: Self.marker)
    }

    private func name(_ claim: ClaimedFile) -> String {
        String(decoding: claim.path, as: UTF8.self).split(separator: "/").last.map(String.init) ?? ""
    }

    @Test func eachHasANewFileOfItsOwn() throws {
        try folder { folder in
            var asked: [[UInt8]] = []
            let claims = (0..<20).map { _ in
                ClaimedFile(Array((folder + "/a").utf8), marker: "a") { asked.append($0) }
            }
            #expect(claims.allSatisfy { $0.isThere })
            #expect(claims.map(\.path) == asked && Set(asked).count == 20)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 20)
            // Random letters and digits, and no number of a process, which another container has too.
            #expect(claims.allSatisfy { $0.path.count == folder.utf8.count + 2 + 16 })
        }
    }

    /// A name may have an ending, by which other programs know what is in the file.
    @Test func namesMayHaveAnEnding() throws {
        try folder { folder in
            let stale = "a-" + String(repeating: "x", count: 16) + ".png"
            let others = ["a-" + String(repeating: "x", count: 16), "a-xx.png", stale + ".png", stale + "."]
            for name in [stale] + others { try Data([1]).write(to: URL(fileURLWithPath: folder + "/" + name)) }
            let claim = ClaimedFile(Array((folder + "/a-").utf8), marker: "a-", ending: ".jpg")
            #expect(claim.isThere && name(claim).hasPrefix("a-") && name(claim).hasSuffix(".jpg"))
            #expect(name(claim).utf8.count == 2 + 16 + 4)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == Set(others + [name(claim)]))
        }
    }

    @Test func whereNoFileCanBeThereIsNone() throws {
        try folder { folder in
            let claim = ClaimedFile(Array((folder + "/nowhere/a").utf8), marker: "a")
            #expect(!claim.isThere && claim.path.count > 16)
        }
    }

    /// A file whose writer was killed is locked by nobody. Others are not touched.
    @Test func whatAKilledWriterLeavesGoes() throws {
        try folder { folder in
            let live = claim(in: folder)
            let abandoned = Self.marker + String(repeating: "x", count: 16)
            let others = [
                Self.marker + String(repeating: "x", count: 15), Self.marker + "1234-1",
                Self.marker + String(repeating: "X", count: 16), "x" + String(repeating: "y", count: 16),
            ]
            for name in [abandoned] + others {
                try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            try FileManager.default.createDirectory(
                atPath: folder + "/" + Self.marker + String(repeating: "d", count: 16),
                withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + Self.marker + String(repeating: "l", count: 16),
                withDestinationPath: folder + "/" + others[0])
            let before = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            // A process looks once; the folder by another path is another one to it.
            let next = claim(in: folder + "/.")
            let after = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            #expect(before.subtracting(after) == [abandoned])
            #expect(after.subtracting(before) == [name(next)] && after.contains(name(live)))
            withExtendedLifetime((live, next)) {}
        }
    }
}
