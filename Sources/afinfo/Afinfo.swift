import ArgumentParser
import AudioToolbox
import Glibc
import ToolSupport

@main
struct Afinfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "afinfo", abstract: "Tells what audio files hold.",
        usage: "afinfo [option ...] audio_file(s)")

    @Flag(name: .shortAndLong, help: "One line on the file and one on its format.")
    var brief = false

    @Flag(name: .shortAndLong, help: "Tell the duration by the packets that are there, not by what the file says.")
    var real = false

    @Flag(name: .shortAndLong, help: "Tell the text in the file: title, artist and so on.")
    var info = false

    @Flag(name: .shortAndLong, help: "Print XML.")
    var xml = false

    @Flag(help: "Print one JSON object a file, a line each.")
    var json = false

    @Flag(help: "Warn of what looks wrong in a file.")
    var warnings = false

    @Argument(help: ArgumentHelp("The files.", valueName: "audio_file"))
    var files: [String]

    static func main() {
        do {
            let command = try parse(Array(CommandLine.arguments.dropFirst()))
            Glibc.exit(command.report())
        } catch {
            let text = fullMessage(for: error)
            let isHelp = exitCode(for: error) == .success
            if isHelp { show(text + "\n") } else { complain(text) }
            Glibc.exit(isHelp && flushOutput() ? 0 : 1)
        }
    }

    /// Prints the reports and returns the exit status: 0, or 1 where a file could not be opened.
    func report() -> Int32 {
        var status: Int32 = 0
        if xml { show("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<audio_info>\n") }
        for path in files {
            do throws(ToolError) {
                let report = try FileReport(path, countsPackets: real)
                show(text(report))
                if warnings { for warning in report.warnings { complain("Warning: \(path): \(warning)") } }
            } catch {
                complain("Fail: \(error.operation) failed")
                status = 1
            }
        }
        if xml { show("</audio_info>\n") }
        return flushOutput() ? status : 1
    }

    private func text(_ report: FileReport) -> String {
        if json { return report.json.text + "\n" }
        if xml { return report.xml }
        return brief ? report.briefText : report.text(showsInfo: info)
    }
}

extension FileReport {
    /// What a careful reader would frown at.
    var warnings: [String] {
        var found: [String] = []
        if audioBytes == 0 { found.append("there is no audio data") }
        if !isOptimized { found.append("there are chunks behind the audio data, so it cannot be streamed or extended") }
        if format.mBytesPerPacket > 0, audioBytes % UInt64(format.mBytesPerPacket) != 0 {
            found.append("the audio data ends within a packet")
        }
        return found
    }
}
