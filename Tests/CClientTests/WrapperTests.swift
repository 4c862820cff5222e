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

    /// Each framework that has headers here is taken without a word.
    @Test func takesTheFrameworksThatAreHere() throws {
        let (path, environment) = wrapper(try #require(Compiler.c.first))
        let headers = (Installed.prefix ?? "") + "/include/coreaudio/"
        let names = try FileManager.default.contentsOfDirectory(atPath: headers).filter { name in
            FileManager.default.fileExists(atPath: headers + "\(name)/\(name).h")
        }
        #expect(names.count >= 8 && names.contains("CoreMIDI"))
        let build = try run(
            path,
            [Compiler.clients + "/umbrella.c", "-o", folder.path + "/client"] + names.flatMap { ["-framework", $0] },
            environment: environment)
        #expect(build == .success)
    }

    /// The ways in which builds name a framework, and give what only Apple's linker knows. The compiler is one that shows its
    /// arguments.
    @Test(arguments: [
        (["-Wl,-framework,CoreAudio", "-lm"], "<-lm>"),
        (["-Wl,-framework", "-Wl,CoreAudio", "-lm"], "<-lm>"),
        (["-Xlinker", "-framework", "-Xlinker", "CoreAudio", "-Xlinker", "--as-needed"], "<-Xlinker><--as-needed>"),
        (["-Wl,-framework,CoreAudio,-framework,AudioUnit,-rpath,/a,-dead_strip"], "<-Wl,-rpath,/a>"),
        (["-Wl,-weak_framework,CoreAudio", "-weak_framework", "AudioUnit", "-needed_framework", "CoreAudio"], ""),
        (["-weak-lz", "-needed-lm", "-reexport-lrt", "-weak_library", "libx.so"], "<-lz><-lm><-lrt><libx.so>"),
        (["-mmacosx-version-min", "10.9", "-mmacos-version-min=11", "-O2"], "<-O2>"),
        (["-Wl,-syslibroot,/SDKs/MacOSX.sdk,-z,now", "-Wl,-headerpad_max_install_names"], "<-Wl,-z,now>"),
        (["-Wl,--as-needed", "-u", "main"], "<-Wl,--as-needed><-u><main>"),
    ]) func takesTheMacsLinkerArguments(arguments: [String], passed: String) throws {
        // Without an input file the wrapper adds nothing; libx.so is one.
        let result = try run(wrapperPath, arguments, environment: ["CC": shower])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix(passed + (arguments.contains("libx.so") ? "" : "\n")), "\(result.output)")
    }

    @Test func takesArgumentsFromFiles() throws {
        let (one, other) = (folder.file("one"), folder.file("other"))
        try #"""
        -DNAME="a b" "-I'/x y'"
        -framework CoreAudio -lfoo
        """#.write(toFile: one, atomically: true, encoding: .utf8)
        try "@\(one) -lbar".write(toFile: other, atomically: true, encoding: .utf8)
        let environment = ["CC": shower]
        let result = try run(wrapperPath, ["-a", "@" + other, "-z", "now", "@missing"], environment: environment)
        #expect(result == Run(status: 0, output: "<-a><-DNAME=a b><-I'/x y'><-lfoo><-lbar><-z><now><@missing>\n"))
        try "@\(one)".write(toFile: one, atomically: true, encoding: .utf8)
        #expect(try run(wrapperPath, ["@" + one], environment: environment).status == 1)
        for arguments in [["-Wl,-framework"], ["-Xlinker", "-framework"], ["-framework"]] {
            #expect(try run(wrapperPath, arguments, environment: environment).status == 1, "\(arguments)")
        }
    }

    private var wrapperPath: String { (Installed.prefix ?? "") + "/bin/coreaudio-cc" }

    /// A compiler that shows its arguments. It is not written here: a process that another test starts at that moment would
    /// inherit the open file, which then cannot be executed.
    private let shower = Compiler.clients + "/show-arguments"

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
                let result = try run(
                    "/usr/bin/timeout", ["10", path, "--version"], environment: ["CC": named, "CXX": named])
                #expect(try result == run("/usr/bin/env", [real, "--version"]))
            }
        }
    }

    /// For makefiles that name `cc`, a folder in front of the PATH has a link of that name to the wrapper.
    @Test func findsTheCompilerBehindALinkToIt() throws {
        let links = folder.path
        for (name, link) in [("coreaudio-cc", "cc"), ("coreaudio-c++", "c++")] {
            let path = (Installed.prefix ?? "") + "/bin/" + name
            try FileManager.default.createSymbolicLink(atPath: links + "/" + link, withDestinationPath: path)
        }
        let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for name in ["cc", "c++"] {
            // The compiler by its name, by the link's path, and behind a program that looks for it in the PATH.
            let compilers = [name, links + "/" + name, "env " + name]
            let named = compilers.flatMap {
                [["CC=\($0)", "CXX=\($0)"], ["COREAUDIO_CC=\($0)", "COREAUDIO_CXX=\($0)"]]
            }
            for variables in [[]] + named {
                let arguments = ["10", "/usr/bin/env", "PATH=\(links):\(search)"] + variables + [name, "--version"]
                #expect(try run("/usr/bin/timeout", arguments) == run("/usr/bin/env", [name, "--version"]))
            }
        }
    }

    /// The wrapper has a variable of its own for the compiler, for builds that set CC to the wrapper.
    @Test func hasAVariableOfItsOwn() throws {
        for named in ["coreaudio-cc", "false"] {
            let environment = ["CC": named, "COREAUDIO_CC": shower]
            #expect(try run(wrapperPath, ["-a"], environment: environment) == Run(status: 0, output: "<-a>\n"))
        }
        let itself = try run(wrapperPath, ["-a"], environment: ["COREAUDIO_CC": "coreaudio-cc"])
        #expect(itself.status == 1 && itself.output.contains("name the compiler"))
    }

    /// GCC is often installed without Objective-C. Configure scripts look for frameworks with a file of that language, in plain C.
    @Test(arguments: Compiler.c) func compilesPlainObjectiveC(compiler: Compiler) throws {
        let source = folder.file("test.m")
        _ = folder.write(
            Array("#import <CoreAudio/CoreAudio.h>\nint main(void) { return kAudioObjectUnknown; }\n".utf8), "test.m")
        let environment = ["COREAUDIO_CC": compiler.path]
        let program = folder.file("client")
        let arguments = ["-w", source, "-o", program, "-framework", "CoreAudio"]
        #expect(try run(wrapperPath, arguments, environment: environment) == .success)
        #expect(try run(program, []) == .success)
        // With another file after it, and with a language of the program's own choice.
        let other = folder.file("other.c")
        _ = folder.write(Array("int other(void) { return 1; }\n".utf8), "other.c")
        for arguments in [["-w", "-fsyntax-only", source, other], ["-w", "-fsyntax-only", "-x", "c", source]] {
            #expect(try run(wrapperPath, arguments, environment: environment) == .success)
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
                // A process of its own copies, as no other process can then inherit the file while it is written.
                #expect(try run("/bin/cp", [real + "/coreaudio-cc", moved.path + "/bin/coreaudio-cc"]) == .success)
            } else {
                try FileManager.default.createSymbolicLink(atPath: moved.path + "/" + part, withDestinationPath: real)
            }
        }
        let flags = try run(
            moved.path + "/bin/coreaudio-cc", ["-###", "-c", Compiler.clients + "/umbrella.c"],
            environment: ["CC": compiler.path])
        #expect(flags.status == 0 && flags.output.contains("a moved prefix/include/coreaudio"))
        // Linked as well: the program finds the library in that folder.
        let program = folder.file("client")
        let build = try run(
            moved.path + "/bin/coreaudio-cc",
            [Compiler.clients + "/umbrella.c", "-o", program, "-framework", "CoreAudio"],
            environment: ["CC": compiler.path])
        #expect(build == .success)
        #expect(try run("/usr/bin/env", ["-u", "LD_LIBRARY_PATH", program]) == .success)
    }
}
