import Foundation
import TestSupport
import Testing

/// `coreaudio-cc` and `coreaudio-c++`, which take the arguments of the Mac's compilers.
@Suite(.needsCompiler) struct WrapperTests {
    private let folder = ScratchFolder()

    private func wrapper(_ compiler: Compiler) -> (path: String, environment: [String: String]) {
        let name = compiler.language == "c" ? "coreaudio-cc" : "coreaudio-c++"
        return ((Installed.prefix ?? "") + "/bin/" + name, ["CC": compiler.path, "CXX": compiler.path])
    }

    @Test(arguments: [Compiler.modes("gcc", "c", ["gnu17"]), Compiler.modes("clang", "c", ["gnu17"])].flatMap { $0 })
    func buildsAsOnAMac(compiler: Compiler) throws {
        let (path, environment) = wrapper(compiler)
        let program = folder.path + "/client"
        let build = try run(
            path,
            [
                "-arch", "x86_64", "-mmacosx-version-min=10.6", "-isysroot", "/SDKs/MacOSX.sdk",
                "-F/Library/Frameworks",
                "-Wall", "-Wextra", "-Werror", Compiler.clients + "/compat.c", "-o", program, "-framework",
                "AudioToolbox", "-framework", "CoreFoundation", "-Wl,-framework,CoreAudio",
            ], environment: environment)
        #expect(build == .success)
        #expect(try run(program, []) == .success)
    }

    @Test(
        arguments: [Compiler.modes("g++", "c++", ["c++17"]), Compiler.modes("clang++", "c++", ["c++17"])].flatMap { $0 }
    )
    func compilesAndLinksInTwoSteps(compiler: Compiler) throws {
        let (path, environment) = wrapper(compiler)
        let object = folder.path + "/client.o"
        let source = ["-x", "c++", Compiler.clients + "/umbrella.c"]
        #expect(try run(path, ["-c", "-o", object] + source, environment: environment) == .success)
        let link = try run(
            path, [object, "-o", folder.path + "/client", "-framework", "CoreAudio"], environment: environment)
        #expect(link == .success)
        #expect(try run(folder.path + "/client", []) == .success)
    }

    @Test func namesTheFrameworksThatAreMissing() throws {
        let (path, environment) = wrapper(try #require(Compiler.c.first))
        let build = try run(
            path, [Compiler.clients + "/umbrella.c", "-o", folder.path + "/client", "-framework", "QuickTime"],
            environment: environment)
        #expect(build == Run(status: 0, output: "coreaudio-cc: -framework QuickTime is not here and is left out\n"))
        #expect(try run(path, ["-framework"], environment: environment).status == 1)
    }

    @Test func answersQuestionsAboutTheCompiler() throws {
        let compiler = try #require(Compiler.c.first)
        let (path, environment) = wrapper(compiler)
        #expect(try run(path, ["--version"], environment: environment) == run(compiler.path, ["--version"]))
    }

    /// Builds that use the wrapper often name it in CC and CXX, which it inherits.
    @Test func doesNotCallItself() throws {
        for (name, real) in [("coreaudio-cc", "cc"), ("coreaudio-c++", "c++")] {
            let path = (Installed.prefix ?? "") + "/bin/" + name
            for named in [name, path] {
                let told = try run(
                    "/usr/bin/timeout", ["10", path, "--version"], environment: ["CC": named, "CXX": named])
                #expect(try told == run("/usr/bin/env", [real, "--version"]))
            }
        }
    }

    /// The prefix is found from where the wrapper is, in a folder with a space in its name too.
    @Test func movesWithItsFolder() throws {
        let compiler = try #require(Compiler.c.first)
        let moved = URL(fileURLWithPath: folder.file("a moved prefix"))
        try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
        for part in ["bin", "include", "lib"] {
            let real = (Installed.prefix ?? "") + "/" + part
            if part == "bin" {
                try FileManager.default.createDirectory(
                    at: moved.appending(path: part), withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: real + "/coreaudio-cc", toPath: moved.path + "/bin/coreaudio-cc")
            } else {
                try FileManager.default.createSymbolicLink(atPath: moved.path + "/" + part, withDestinationPath: real)
            }
        }
        let flags = try run(
            moved.path + "/bin/coreaudio-cc", ["-###", "-c", Compiler.clients + "/umbrella.c"],
            environment: ["CC": compiler.path])
        #expect(flags.status == 0 && flags.output.contains("a moved prefix/include/coreaudio"))
    }
}
