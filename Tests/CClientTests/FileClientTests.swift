import Testing

@Suite(.needsCompiler) struct FileClientTests {
    /// Null callbacks get their status, files of any name open, and an optimised file is on the disk before its name is.
    @Test(arguments: Compiler.all) func filesFromC(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("files.c", ["@"])
        #expect(run == .success)
    }
}
