import ArgumentParser
import AudioToolbox
import CSystem
import Glibc
import ToolSupport

@main
struct Afconvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "afconvert",
        abstract: "Converts audio files from one file type or data format to others.",
        usage: """
            afconvert [option ...] input [output]
            afconvert input [-o output [option ...]] ...
            afconvert --jobs n [option ...] input ...
            afconvert --output-directory d --journal j [--shard k/n] [option ...] input ...
            afconvert --summary journal ...
            """,
        discussion: """
            Options may be anywhere on the line. Options before the first -o apply to every output, options after an \
            -o to that output alone. If no output is named, the new file is written into the folder of the input, \
            under the extension of its type; if that name is taken, a number, the rate or the bit depth is added to \
            it. A named output that exists is replaced when the new file is complete. An input that is a pipe is read \
            to its end before it is converted; an output that is a pipe or a device gets the complete file. As an input, \
            - is standard input; as an output, standard output. On a terminal a conversion of more than a second shows how \
            far it is.

            With --files-from, --root, --shard or --journal, folders are inputs, too, and the tree of the inputs is kept \
            below --output-directory: rock/song.wav becomes rock/song.m4a there. Outputs have the times of their inputs. \
            Before the first conversion, two inputs that would become one output are an error, and so are names that differ \
            only in case or in the form of their accents, and an output that is an input.
            """, version: toolVersion("afconvert"))

    @OptionGroup(title: "Output") var base: OutputOptions

    @Option(help: ArgumentHelp("The track to read, from 0.", valueName: "track"))
    var readTrack: UInt32 = 0

    @Option(
        help: ArgumentHelp(
            "The layer to decode where AAC has several: aac, aach or aacp.",
            discussion: "All layers that the file has are decoded, whichever is named.", valueName: "format"),
        completion: .list(["aac", "aach", "aacp"]))
    var decodeFormatid: String?

    @Option(help: ArgumentHelp("The first frame of the input to convert.", valueName: "frames"))
    var offset: Int64 = 0

    @Flag(help: "Copy the input's sound check data and anchor loudness.")
    var soundcheckRead = false

    @Flag(help: "Copy the SHA-1 that --generate-hash put into the input, if there is one.")
    var copyHash = false

    @Option(
        help: ArgumentHelp(
            "The file before the input on an album without gaps: the encoder starts with its last frames.",
            valueName: "path"), completion: .file())
    var gaplessBefore: String?

    @Option(
        help: ArgumentHelp(
            "The file after the input on such an album: the encoder ends with its first frames.",
            valueName: "path"), completion: .file())
    var gaplessAfter: String?

    @Flag(name: .shortAndLong, help: "Report what is done, and how far it is.")
    var verbose = false

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the format and the name of the source into a CAF file, or convert such a file back.",
            discussion: """
                The user chunk 'srcI' holds them. A CAF file with that chunk, given without output and format, is \
                converted back to the format of its source.
                """))
    var tag = false

    @Flag(
        name: [.customLong("hf", withSingleDash: true), .customLong("help-formats")],
        help: "List the file types and the data formats they hold.")
    var listFormats = false

    @Flag(help: "Report the time each conversion took.")
    var profile = false

    @Flag(help: "Has no effect; scripts for a Mac pass it.")
    var leaks = false

    @Option(
        help: ArgumentHelp("Convert several inputs, this many at a time; every path is then an input.", valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "The folder for outputs without a name, instead of that of their input.", valueName: "directory"),
        completion: .directory)
    var outputDirectory: String?

    @Option(
        help: ArgumentHelp(
            "The form in which progress is reported on standard error: json, an object in each line.", valueName: "form"
        ), completion: .list(["json"]))
    var progress: ProgressForm?

    @OptionGroup var batch: BatchOptions

    @Argument(
        help: ArgumentHelp(
            "The input, and the output unless -o names it; - for standard input or output.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    enum ProgressForm: String, ExpressibleByArgument { case json }

    static func main() {
        let words = commandLineWords()
        Interruption.prepare()
        system_merge_small_blocks()
        answerShell(words, parts: OutputSection.self)
        do {
            let sections = CommandLineSections(words)
            if let complaint = sections.complaint { throw ValidationError(complaint) }
            let command = try parse(sections.main)
            let outputs = try sections.outputs.map { arguments in
                let section = try output(arguments)
                return (section.path, section.options.merged(over: command.base))
            }
            Glibc.exit(try command.run(outputs, inputs: command.paths + sections.trailing))
        } catch {
            leave(error, words, help: summary)
        }
    }

    /// An `-o` and the options after it. Their errors are printed with the usage of the whole command.
    private static func output(_ arguments: [String]) throws -> OutputSection {
        do { return try OutputSection.parse(arguments) } catch {
            throw ValidationError(OutputSection.message(for: error))
        }
    }
}

extension Afconvert {
    /// Runs every conversion and returns the exit status: 0, or 1 where one failed.
    func run(_ outputs: [(path: String, options: OutputOptions)], inputs paths: [String]) throws -> Int32 {
        if listFormats {
            show(Self.formatList())
            return flushOutput() ? 0 : 1
        }
        do {
            if batch.summary, batch.journal == nil {
                guard !paths.isEmpty else { throw ValidationError("--summary needs a journal") }
                return try Batch.summarize(paths, asJSON: batch.json)
            }
            if batch.isUsed { return try makeBatch(outputs, paths).run() }
        } catch let error as ToolError {
            complain("Error: \(error.text)")
            return 1
        }
        return runAll(try conversions(outputs, paths))
    }

    private func makeBatch(_ outputs: [(path: String, options: OutputOptions)], _ paths: [String]) throws -> Batch {
        guard outputs.isEmpty else { throw ValidationError("-o names one output; many files need --output-directory") }
        guard let outputDirectory, !outputDirectory.isEmpty else {
            throw ValidationError("many files need --output-directory")
        }
        guard !paths.isEmpty || batch.files.filesFrom != nil else { throw ValidationError("no input file specified") }
        guard base.file != nil || base.data != nil else {
            throw ValidationError("no output file or data format specified")
        }
        guard jobs ?? 1 > 0 else { throw ValidationError("--jobs needs a number above 0") }
        guard offset >= 0 else { throw ValidationError("--offset needs a number from 0") }
        guard !paths.contains("-") else { throw ValidationError("standard input is one of many files") }
        guard gaplessBefore == nil, gaplessAfter == nil else {
            throw ValidationError("--gapless-before and --gapless-after are for one input")
        }
        return Batch(command: self, options: base, folder: outputDirectory, paths: paths)
    }

    /// Which inputs become which outputs.
    private func conversions(
        _ outputs: [(path: String, options: OutputOptions)], _ paths: [String]
    ) throws -> [Conversion] {
        guard !paths.isEmpty else { throw ValidationError("no input file specified") }
        guard jobs ?? 1 > 0 else { throw ValidationError("--jobs needs a number above 0") }
        guard offset >= 0 else { throw ValidationError("--offset needs a number from 0") }
        guard Set(outputs.map { UnfinishedFile.identity($0.path) }).count == outputs.count else {
            throw ValidationError("two outputs have the same name")
        }
        let targets: [Conversion.Target]
        var inputs = paths
        if !outputs.isEmpty {
            targets = outputs.map { Conversion.Target(path: $0.path, options: $0.options) }
        } else if jobs == nil, paths.count == 2 {
            targets = [Conversion.Target(path: paths[1], options: base)]
            inputs.removeLast()
        } else {
            guard jobs != nil || inputs.count == 1 else {
                throw ValidationError("too many files: give --jobs to convert several")
            }
            guard base.file != nil || base.data != nil || tag else {
                throw ValidationError("no output file or data format specified")
            }
            targets = [Conversion.Target(path: nil, options: base)]
        }
        guard inputs.count == 1 || targets.allSatisfy({ $0.path == nil }) else {
            throw ValidationError("several inputs cannot become one output")
        }
        guard inputs.count == 1 || jobs != nil else {
            throw ValidationError("too many files: give --jobs to convert several")
        }
        guard (inputs + [gaplessBefore, gaplessAfter].compactMap { $0 }).count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("standard input is named twice, and can be read once")
        }
        guard inputs.count == 1 || gaplessBefore == nil && gaplessAfter == nil else {
            throw ValidationError("--gapless-before and --gapless-after are for one input")
        }
        let threads = inputs.count == 1 ? min(processorCount, 64) : 1
        return inputs.map { conversion(of: $0, to: targets, threads: threads) }
    }

    /// The conversion of an input with the options of the command.
    func conversion(of input: String, to targets: [Conversion.Target], threads: Int) -> Conversion {
        Conversion(
            input: input, targets: targets, track: readTrack, offset: offset, tagsSource: tag,
            carried: Conversion.Carried(soundCheck: soundcheckRead, hash: copyHash),
            neighbours: Neighbours(before: gaplessBefore, after: gaplessAfter), directory: outputDirectory,
            threads: threads)
    }

    func makeReporter(count: Int) -> Reporter {
        Reporter(form: progress == .json ? .json : verbose ? .text : .none, profiles: profile, count: count)
    }

    private func runAll(_ conversions: [Conversion]) -> Int32 {
        let reporter = makeReporter(count: conversions.count)
        let failures = inParallel(conversions, workers: jobs ?? 1) { conversion -> Bool in
            do throws(ToolError) {
                try conversion.run(reporter)
                return true
            } catch {
                reporter.failed(conversion.input, error)
                return false
            }
        }
        return failures.contains(false) ? 1 : 0
    }
}
