import Foundation
import TestSupport
import Testing

/// `make demo`, with the tools that were installed: ten lines, which say what was not heard.
@Suite(.needsInstallation, .needs(file: "/usr/share/sounds/alsa/Front_Center.wav", of: "alsa-utils")) struct DemoTests {
    @Test func itPrintsTenLines() throws {
        let result = try TemporaryFolder().tool(
            Project.root + "Scripts/demo", Installed.tools, Products.folder + "/effect-rack")
        try #require(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map { String($0) }
        try #require(lines.count == 10, "\(result.output)")
        #expect(
            lines.map { $0.prefix(10).trimmingCharacters(in: [" "]) } == [
                "convert", "convert", "record", "effects", "play", "look", "install", "", "", "",
            ])
        let peer = OtherProgram.exists("ffmpeg") ? "and ffmpeg " : "; ffmpeg is not installed"
        #expect(lines[..<2].allSatisfy { $0.contains(peer) })
        #expect(lines[2].contains("silence") && lines[4].hasSuffix("it was not heard, as COREAUDIO_BACKEND is null"))
        #expect(lines[6].contains("make install PREFIX=$HOME/.local"))
        // What is offered to play is there, and no more.
        let made = try FileManager.default.contentsOfDirectory(atPath: Project.root + ".build/demo")
        #expect(Set(made) == ["voice.wav", "take.caf", "rack.caf"])
    }
}
