import ArgumentParser
import AudioToolbox
import Glibc
import ToolSupport

@main
struct Afinfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "afinfo", abstract: "Reports what audio files contain.",
        usage: "afinfo [option ...] audio_file(s)", version: toolVersion("afinfo"))

    @Flag(name: .shortAndLong, help: "Print one line about the file, one about its format.")
    var brief = false

    @Flag(name: .shortAndLong, help: "Report the duration of the packets, not the one that the file states.")
    var real = false

    @Flag(name: .shortAndLong, help: "Report the text in the file: title, artist and so on.")
    var info = false

    @Flag(name: .shortAndLong, help: "Print XML.")
    var xml = false

    @Flag(help: "Print one JSON object for each file, on one line.")
    var json = false

    @Flag(help: "Warn of what looks wrong in a file.")
    var warnings = false

    @Argument(
        help: ArgumentHelp("The files; - for standard input.", valueName: "audio_file"), completion: .file())
    var files: [String]

    static func main() {
        let arguments = commandLineWords()
        // Most calls name files alone, and starting the parser takes longer than reading them.
        if !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) {
            Glibc.exit(Reports(files: arguments).show())
        }
        answerShell(arguments)
        do {
            let command = try parse(arguments)
            guard command.files.count(where: { $0 == "-" }) < 2 else {
                throw ValidationError("Standard input is named twice, and can be read once.")
            }
            Glibc.exit(command.reports.show())
        } catch {
            leave(error, arguments)
        }
    }

    private var reports: Reports {
        let form: Reports.Form = json ? .json : xml ? .xml : brief ? .brief : .full
        return Reports(files: files, form: form, showsInfo: info, countsPackets: real, warns: warnings)
    }
}
