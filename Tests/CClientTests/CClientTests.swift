import Foundation
import TestSupport
import Testing

/// Programs in C and C++ against what is installed.
@Suite(.needsCompiler) struct CClientTests {
    @Test(
        arguments: Compiler.all,
        [
            "layout.c", "calls.c", "inline.c", "opening.c", "queue.c", "queue-refusals.c", "sounds.c", "stream.c",
            "blocks.c", "session.c", "session-storm.c", "within-queue.c",
            "within-file.c", "openal.c", "openal-forms.c", "midi.c",
        ])
    func compilesWithoutWarnings(compiler: Compiler, source: String) throws {
        let run = try compiler.check(source)
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func inlineFunctionsAndConstants(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("inline.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func everyFunctionRefusesNothing(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("calls.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func writesAndReadsAFile(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("opening.c", ["@/sound.wav"])
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func playsThroughAQueueAndARunLoop(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("queue.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func sendsAndReceivesMIDI(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("midi.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func aQueueRefusesWhatCannotBe(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("queue-refusals.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func parsesAFileAsItArrives(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("stream.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func stringsHavePointers(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("strings.c", ["@/sound.caf"], environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func playsSystemSounds(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("sounds.c", ["@/sound.wav"])
        #expect(run == .success)
    }

    @Test(.needs(library: "libopenal.so.1"), arguments: Compiler.all)
    func playsAndCapturesByOpenAL(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("openal.c")
        #expect(run == .success)
    }

    @Test(.needs(library: "libopenal.so.1"), arguments: Compiler.all)
    func everyFormOfAnOpenALCallAgrees(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("openal-forms.c")
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func usesTheSession(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("session.c")
        #expect(run == .success)
    }

    /// Every call from six threads and from within listeners, with sizes that are not those of values.
    @Test(.mustEnd, arguments: Compiler.all)
    func aSessionWithstandsEveryOrderOfCalls(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("session-storm.c")
        #expect(run == .success)
    }

    /// Each callback of queues, and of files, streams and converters, makes every call of its family.
    @Test(.mustEnd, arguments: Compiler.all, ["within-queue.c", "within-file.c"])
    func aCallbackMayMakeEveryCall(compiler: Compiler, client: String) throws {
        let run = try compiler.buildAndRun(client)
        #expect(run == .success)
    }

    /// Each is used as the client's own object, called in the right place, and released.
    @Test(arguments: Compiler.all)
    func takesDispatchQueuesBlocksAndRunLoops(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("blocks.c")
        #expect(run == .success)
    }

    /// Every function in a header is exported.
    @Test(arguments: Exports.all)
    func everyDeclaredFunctionIsExported(header: Exports) throws {
        #expect(header.declared.count > 1)
        #expect(try header.declared.subtracting(Exports.library.get()) == [])
    }
}

@Suite struct SwiftClientTests {
    /// The same program in both language modes.
    @Test(arguments: [5, 6]) func callsWithClosuresQueuesAndObjects(languageMode: Int) throws {
        let run = try SwiftCompiler.buildAndRun("Mode\(languageMode)", languageMode: languageMode)
        #expect(run == .success)
    }
}

/// The functions that a header declares.
struct Exports: Sendable, CustomStringConvertible {
    let description: String
    let declared: Set<String>

    /// Every installed header of ours that declares functions.
    static let all: [Exports] = ["AudioToolbox", "CoreAudio", "CoreAudioTypes", "OpenAL"].flatMap {
        folder -> [Exports] in
        let path = Compiler.headers + "/" + folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { of(folder + "/" + $0) }.filter { !$0.declared.isEmpty }
    }

    static func of(_ header: String) -> Exports {
        let text = (try? String(contentsOfFile: Compiler.headers + "/" + header, encoding: .utf8)) ?? ""
        return Exports(
            description: header,
            declared: Set(text.matches(of: /(?:CF_EXPORT|ALC?_API) (?:const )?\w+ \*?(\w+)\(/).map { String($0.1) }))
    }

    /// What libcoreaudio.so exports.
    static let library = Result {
        let symbols = try run(
            Compiler.toolchain + "/bin/llvm-nm",
            ["--dynamic", "--defined-only", "--format=just-symbols", Compiler.library])
        guard symbols.status == 0 else { throw CocoaError(.fileReadUnknown, userInfo: ["nm": symbols.output]) }
        return Set(symbols.output.split(separator: "\n").map(String.init))
    }
}
