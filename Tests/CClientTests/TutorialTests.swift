import Foundation
import TestSupport
import Testing

/// The tutorials are run as they are printed: their files are written, their programs built, their commands run, and what
/// these print is what the page says.
///
/// A page names a file before its block, as in "The program `half.c`"; a block in `sh` that follows such a name is a script,
/// any other one is run. Tutorials that are Swift packages are run by Scripts/check-tutorials, which builds the packages.
/// What the sounds are that a page reads stands in `sounds`.
@Suite(.needsCompiler) struct TutorialTests {
    struct Tutorial: CustomStringConvertible {
        let name: String
        /// Fixtures and the names that the page gives them.
        var sounds: [String: String] = [:]
        var description: String { name }
    }

    private static let tutorials = [
        Tutorial(
            name: "GameAssets", sounds: ["WAVE/s16-mono.wav": "assets/a.wav", "WAVE/f32-stereo.wav": "assets/b.wav"]),
        Tutorial(name: "RadioStation", sounds: ["MPEGAudio/cbr-mono.mp3": "station.mp3"]),
        Tutorial(name: "ProgramInC"), Tutorial(name: "ProgramInCpp"), Tutorial(name: "WritingIMA4"),
        Tutorial(name: "TestsWithoutSoundCards"),
    ]

    @Test(arguments: tutorials) func runsAsPrinted(tutorial: Tutorial) throws {
        let folder = ScratchFolder()
        for (fixture, name) in tutorial.sounds {
            let path = URL(fileURLWithPath: folder.path + "/" + name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Project.root + "Fixtures/" + fixture, toPath: path.path)
        }
        try halfASecond.write(to: URL(fileURLWithPath: folder.path + "/sound.wav"))
        let page = try Page(tutorial.name)
        for (name, text) in page.files {
            try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        }
        #expect(!page.commands.isEmpty)
        for commands in page.commands {
            let result = try run(
                "/usr/bin/env", ["-C", folder.path, "sh", "-euc", commands], environment: surroundings)
            #expect(result.status == 0, "\(result.output)")
            let printed = try #require(page.printed)
            #expect(result.output.contains(printed), "\(result.output)")
        }
    }

    /// As on a machine where the package is installed, without a sound server.
    private var surroundings: [String: String] {
        let prefix = Installed.prefix ?? ""
        let path = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
        return [
            "PATH": prefix + "/bin:" + path, "PKG_CONFIG_PATH": prefix + "/lib/pkgconfig", "CMAKE_PREFIX_PATH": prefix,
            "COREAUDIO_BACKEND": "null",
        ]
    }

    /// A WAVE file of 4000 frames of silence at 8000 Hz.
    private var halfASecond: Data {
        func number(_ value: UInt32, bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let format = number(1, bytes: 2) + number(1, bytes: 2) + number(8000, bytes: 4) + number(8000, bytes: 4)
        let chunk = format + number(1, bytes: 2) + number(8, bytes: 2)
        let body = Array("WAVEfmt ".utf8) + number(16, bytes: 4) + chunk + Array("data".utf8) + number(4000, bytes: 4)
        return Data(Array("RIFF".utf8) + number(UInt32(body.count + 4000), bytes: 4) + body)
            + Data(repeating: 128, count: 4000)
    }
}

/// What a tutorial's page holds.
private struct Page {
    private(set) var files: [String: String] = [:]
    private(set) var commands: [String] = []
    /// What the programs print.
    private(set) var printed: String?

    init(_ name: String) throws {
        let text = try String(contentsOfFile: Project.root + "docs/Documentation.docc/\(name).md", encoding: .utf8)
        var before = ""
        for (index, part) in text.components(separatedBy: "```").enumerated() {
            guard index % 2 == 1 else {
                before = part
                continue
            }
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let (language, block) = (lines[0], lines.count > 1 ? String(lines[1]) : "")
            // The last paragraph before the block, and in it the last name of a file.
            let paragraph = before.components(separatedBy: "\n\n").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
            let named = paragraph.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            let file = named.last { name in [".c", ".cpp", ".txt", ".sh"].contains { name.hasSuffix($0) } }
            switch language {
            case "text": printed = block
            case "sh" where file?.hasSuffix(".sh") == true: files[file!] = block
            case "sh": commands.append(block)
            default:
                if let file { files[file] = block }
            }
        }
    }
}
