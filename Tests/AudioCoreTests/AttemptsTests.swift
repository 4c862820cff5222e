import Foundation
import TestSupport
import Testing

/// When a test of timing is repeated.
@Suite struct AttemptsTests {
    @Test func withoutAStallThereIsNone() { #expect(!Attempts { [] }.another()) }

    @Test func whereStallsCannotBeWatchedThereIsNone() { #expect(!Attempts { nil }.another()) }

    @Test func aStallBringsAnotherAndIsWrittenDownOnce() throws {
        let log = FileManager.default.temporaryDirectory.appending(path: "retries-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        var isStalling = true
        let attempts = Attempts(log: log.path) { isStalling ? [1...2] : [] }
        for _ in 1..<Attempts.most { #expect(attempts.another()) }
        #expect(!attempts.another())
        isStalling = false
        #expect(!Attempts(log: log.path) { isStalling ? [1...2] : [] }.another())
        let lines = try String(contentsOf: log, encoding: .utf8)
        #expect(lines == "AttemptsTests.swift aStallBringsAnotherAndIsWrittenDownOnce()\n")
    }
}
