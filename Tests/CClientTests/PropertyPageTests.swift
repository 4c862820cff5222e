import Foundation
import TestSupport
import Testing

/// The page of properties says what the library answers.
@Suite(.needsCompiler, .needs("python3"), .needs("cc")) struct PropertyPageTests {
    /// Write it again with `Scripts/docs/properties.py > docs/Documentation.docc/Properties.md` if a property is new.
    @Test func isWhatTheLibraryAnswers() throws {
        let folder = (Installed.prefix ?? "") + "/lib/pkgconfig"
        let answer = try run(
            "/usr/bin/env", ["python3", Project.root + "Scripts/docs/properties.py"],
            environment: ["PKG_CONFIG_PATH": folder])
        #expect(answer.status == 0)
        let page = try String(contentsOfFile: Project.root + "docs/Documentation.docc/Properties.md", encoding: .utf8)
        let (lines, kept) = (answer.output.split(separator: "\n"), page.split(separator: "\n"))
        #expect(lines.difference(from: kept).map { "\($0)" } == [])
    }
}
