import TestSupport
import Testing

@Suite(.needsCompiler) struct FileClientTests {
    /// Null callbacks are refused, files with any name open, and an optimised file is synced before it is renamed.
    @Test(arguments: Compiler.all) func filesFromC(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("files.c", ["@"])
        #expect(run == .success)
    }
}
