import Foundation
import Glibc
import Testing

@Suite struct CClientTests {
    @Test(arguments: Compiler.all, ["layout.c", "calls.c", "inline.c", "opening.c", "queue.c", "sounds.c", "stream.c"])
    func compilesWithoutWarnings(compiler: Compiler, source: String) throws {
        let run = try compiler.check(source)
        #expect(run == .success)
    }

    @Test(arguments: Compiler.all)
    func inlineFunctionsAndConstants(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("inline.c")
        #expect(run == .success)
    }

    @Test(.enabled(if: Exports.all.allSatisfy(\.isImplemented)), arguments: Compiler.all)
    func everyFunctionRefusesNothing(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("calls.c")
        #expect(run == .success)
    }

    @Test(.enabled(if: Exports.of("AudioFile.h").isImplemented), arguments: Compiler.all)
    func writesAndReadsAFile(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("opening.c", ["@/sound.wav"])
        #expect(run == .success)
    }

    @Test(.enabled(if: Exports.of("AudioQueue.h").isImplemented), arguments: Compiler.all)
    func playsThroughAQueueAndARunLoop(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("queue.c")
        #expect(run == .success)
    }

    @Test(.enabled(if: Exports.of("AudioFileStream.h").isImplemented), arguments: Compiler.all)
    func parsesAFileAsItArrives(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("stream.c")
        #expect(run == .success)
    }

    @Test(.enabled(if: Exports.of("AudioServices.h").isImplemented), arguments: Compiler.all)
    func playsSystemSounds(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("sounds.c", ["@/sound.wav"])
        #expect(run == .success)
    }

    @Test(.enabled(if: Exports.of("AudioFile.h").isImplemented))
    func swiftCallbacksRunOnAnotherThread() throws {
        let run = try Compiler.buildAndRunSwift("callbacks.swift")
        #expect(run == .success)
    }

    /// A face that has begun is whole: no function of its header is forgotten, or left without `public`.
    @Test(arguments: Exports.all)
    func everyDeclaredFunctionIsExported(header: Exports) {
        guard header.isImplemented else {
            print("skipped: \(header) has no face yet")
            return
        }
        #expect(header.declared.count > 1)
        #expect(header.declared.subtracting(header.exported) == [])
    }
}

/// The functions that a header declares, and those that libcoreaudio.so exports.
struct Exports: Sendable, CustomStringConvertible {
    let description: String
    let declared: Set<String>
    let exported: Set<String>

    /// Whether there is any face behind the header.
    var isImplemented: Bool { !exported.isEmpty }

    static let all = [
        "AudioConverter.h", "AudioFile.h", "AudioFileStream.h", "AudioFormat.h", "AudioQueue.h", "AudioServices.h",
        "ExtendedAudioFile.h",
    ].map(of)

    static func of(_ header: String) -> Exports {
        let text = (try? String(contentsOfFile: Compiler.headers + "/AudioToolbox/" + header, encoding: .utf8)) ?? ""
        let names = text.matches(of: /CF_EXPORT \w+ (\w+)\(/).map { String($0.1) }
        let library = dlopen(Compiler.products + "/libcoreaudio.so", RTLD_LAZY | RTLD_LOCAL)
        return Exports(
            description: header, declared: Set(names), exported: Set(names.filter { dlsym(library, $0) != nil }))
    }
}
