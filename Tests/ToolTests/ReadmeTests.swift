import Foundation
import TestSupport
import Testing

/// What the README shows is pasted by people who are new here: it has to work as it stands.
@Suite struct ReadmeTests {
    static let readme = try? String(contentsOfFile: Project.root + "README.md", encoding: .utf8)

    /// The first fenced block in a language that contains a line.
    static func block(_ language: String, with line: String? = nil) throws -> String {
        let blocks = try #require(readme).components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        return try #require(blocks.first { block in line.map { block.contains($0 + "\n") } ?? true })
    }

    /// A sound under the name that the examples use, which Debian's alsa-utils brings; a fixture where that is missing.
    static func withOurSound(_ example: String) -> String {
        let shown = "/usr/share/sounds/alsa/Front_Center.wav"
        guard !FileManager.default.fileExists(atPath: shown) else { return example }
        return example.replacingOccurrences(of: shown, with: Fixture.named("WAVE/speech.wav").file)
    }

    @Test(.needsInstallation) func shellExampleRuns() throws {
        let folder = try TemporaryFolder()
        let result = try folder.run("/bin/sh", "-e", "-c", Self.withOurSound(Self.block("sh")))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("estimated duration:"))
        #expect(result.output.contains("ima4"))
    }

    @Test func theManifestIsOne() throws {
        let folder = try TemporaryFolder()
        let manifest = try Self.block("swift", with: "import PackageDescription")
        try manifest.write(toFile: folder.path + "/Package.swift", atomically: true, encoding: .utf8)
        let result = try folder.run("/usr/bin/env", ["swift", "package", "dump-package"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("swift-corelibs-audio"))
    }

    @Test func swiftExampleCompilesAndRuns() throws {
        let folder = try TemporaryFolder()
        let source = folder.path + "/main.swift"
        try Self.withOurSound(Self.block("swift", with: "import AudioToolbox")).write(
            toFile: source, atomically: true, encoding: .utf8)
        let headers = Project.root + "Sources/CoreAudioHeaders/include"
        var arguments = [
            "swiftc", source, "-o", folder.path + "/example", "-swift-version", "6", "-I", Products.folder + "/Modules",
            "-I", headers, "-L", Products.folder, "-lcoreaudio", "-Xlinker", "-rpath", "-Xlinker", Products.folder,
        ]
        for map in try Products.moduleMaps() + [headers + "/module.modulemap"] {
            arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
        }
        let compiled = try folder.run("/usr/bin/env", arguments)
        #expect(compiled.status == 0, "\(compiled.errors)")
        let result = try folder.run(folder.path + "/example")
        #expect(result.status == 0, "\(result.errors)")
        let seconds = try #require(result.output.split(separator: " ").dropLast().last.flatMap { Double($0) })
        #expect((0.1...10).contains(seconds))
    }
}
