import ArgumentParser
import AudioToolbox
import FileBatches
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

    @OptionGroup(title: "Many files") var list: FileListOptions

    @Argument(
        help: ArgumentHelp("The files; - for standard input.", valueName: "audio_file"), completion: .file())
    var files: [String] = []

    static func main() {
        let arguments = commandLineWords()
        // Most calls name files alone, and starting the parser takes longer than reading them.
        if !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) {
            Glibc.exit(Reports(files: arguments).show())
        }
        answerShell(arguments)
        do {
            let command = try parse(arguments)
            Glibc.exit(try command.run())
        } catch {
            leave(error, arguments)
        }
    }

    private func run() throws -> Int32 {
        guard !files.isEmpty || list.filesFrom != nil else {
            throw ValidationError("Missing expected argument '<audio_file> ...'")
        }
        guard (files + [list.filesFrom].compactMap { $0 }).count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Standard input is named twice, and can be read once.")
        }
        guard list.isUsed else { return reports(files).show() }
        do {
            return reports(try listedFiles(), isTable: true).show()
        } catch {
            complain("Fail: \(error.operation) failed" + error.addition)
            return 1
        }
    }

    /// The files of the shard, in lists, folders and arguments.
    private func listedFiles() throws(ToolError) -> [String] {
        let known = Set(globalTexts(kAudioFileGlobalInfo_AllExtensions).map { $0.lowercased() })
        let shard = list.shard ?? .whole
        return try list.list.files(files) { name in
            guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
            return known.contains(String(name[name.utf8.index(after: dot)...]).lowercased())
        }.filter { shard.contains($0) }.map(\.path)
    }

    private func reports(_ files: [String], isTable: Bool = false) -> Reports {
        let form: Reports.Form = json ? .json : xml ? .xml : brief ? .brief : .full
        return Reports(
            files: files, form: form, showsInfo: info, countsPackets: real, warns: warnings, isTable: isTable)
    }
}
