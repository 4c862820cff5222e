import Foundation
import TestSupport
import Testing

/// What the guides show is pasted: each block of C compiles without a warning.
@Suite(.needsCompiler) struct GuideTests {
    private static let folder = Project.root + "docs/Documentation.docc/"

    /// The fenced blocks in C of all guides.
    private static let blocks: [String] = {
        let pages = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return pages.sorted().filter { $0.hasSuffix(".md") }.flatMap { page in
            let text = (try? String(contentsOfFile: folder + page, encoding: .utf8)) ?? ""
            return text.components(separatedBy: "```c\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        }
    }()

    @Test func thereAreExamples() { #expect(!Self.blocks.isEmpty) }

    @Test(arguments: Compiler.c, blocks) func examplesCompile(compiler: Compiler, block: String) throws {
        let source = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString).c")
        defer { try? FileManager.default.removeItem(at: source) }
        try block.write(to: source, atomically: true, encoding: .utf8)
        let run = try compiler.check(source.path)
        #expect(run == .success)
    }
}
