import CFFmpeg
import Foundation
import TestSupport
import Testing

private var hadHeaders: Bool {
    FFUnavailable().map { !String(cString: $0).hasPrefix("this was built without") } ?? true
}

/// Libraries whose structures differ from those in the build's headers: none is used.
@Suite(.needs("clang"), .enabled(if: hadHeaders, "this was built without libavcodec's headers"))
struct FFmpegVersionTests {
    /// Builds a library that only reports these versions.
    private func library(codec: Int, util: Int, in directory: String) throws -> String {
        let source = """
            unsigned avcodec_version(void) { return \(codec) << 16; }
            unsigned avutil_version(void) { return \(util) << 16; }
            """
        OtherProgram.write(Array(source.utf8), to: "\(directory)/fake.c")
        let path = "\(directory)/libavcodec-\(codec)-\(util).so"
        try #require(OtherProgram.run("clang -shared -fPIC -o \(path) \(directory)/fake.c") == 0)
        return path
    }

    /// The reason why a separate process does not use a library.
    private func refusal(of path: String, in directory: String) async -> String {
        let answer = "\(directory)/answer"
        await #expect(processExitsWith: .success) { [path = path as String, answer = answer as String] in
            setenv("COREAUDIO_LIBAVCODEC", path, 1)
            let reason = FFUnavailable().map { String(cString: $0) } ?? "it is used"
            OtherProgram.write(Array(reason.utf8), to: answer)
            #expect(FFHasDecoder("aac") == 0 && FFHasEncoder("aac") == 0)
            var config = FFConfig()
            #expect(FFDecoderOpen(&config) == nil && FFEncoderOpen(&config) == nil)
        }
        return String(decoding: OtherProgram.bytes(of: answer) ?? [], as: UTF8.self)
    }

    @Test func anotherMajorVersionIsRefused() async throws {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let other = try library(codec: 7, util: 8, in: directory)
        let reason = await refusal(of: other, in: directory)
        let built = try #require(reason.firstMatch(of: /built with the headers of libavcodec ([0-9]+)$/)).output.1
        #expect(reason == "\(other) is libavcodec 7, and this was built with the headers of libavcodec \(built)")
        let same = try library(codec: #require(Int(built)), util: 8, in: directory)
        let second = await refusal(of: same, in: directory)
        #expect(second.hasPrefix("\(same) is libavutil 8, and this was built with the headers of libavutil "))
    }

    @Test func aLibraryWithoutAVersionIsRefused() async throws {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        OtherProgram.write([], to: "\(directory)/empty.c")
        let path = "\(directory)/empty.so"
        try #require(OtherProgram.run("clang -shared -fPIC -o \(path) \(directory)/empty.c") == 0)
        #expect(await refusal(of: path, in: directory) == "\(path) has no avcodec_version")
    }
}
