import ArgumentParser
import AudioToolbox
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
            """,
        discussion: """
            Options may stand anywhere. Those before the first -o count for every output, those behind an -o for that \
            output. Without an output the new file stands beside the input under the extension of its type; a number, \
            rate or bit depth is added where that name is taken. An output that is named is replaced, once the new one \
            is complete.
            """)

    @OptionGroup(title: "Output") var base: OutputOptions

    @Option(help: ArgumentHelp("The track to read, from 0.", valueName: "track"))
    var readTrack: UInt32 = 0

    @Option(help: ArgumentHelp("The first frame of the input to convert.", valueName: "frames"))
    var offset: Int64 = 0

    @Flag(name: .short, help: "Tell what is done, and how far it is.")
    var v = false

    @Flag(name: [.customShort("t"), .long], help: "Keep the source's description in a user chunk 'srcI' (CAF only).")
    var tag = false

    @Flag(name: .customLong("hf", withSingleDash: true), help: "List the file types and the data formats they hold.")
    var listFormats = false

    @Flag(help: "Tell the time each conversion took.")
    var profile = false

    @Flag(help: "Accepted because scripts pass it; there is nothing to look for.")
    var leaks = false

    @Option(
        help: ArgumentHelp("Convert several inputs, this many at a time; every path is then an input.", valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp("Where outputs without a name go, instead of beside their input.", valueName: "directory"))
    var outputDirectory: String?

    @Option(help: ArgumentHelp("Report progress on standard error as lines of JSON: json.", valueName: "form"))
    var progress: ProgressForm?

    @Argument(help: ArgumentHelp("The input, and the output unless -o names it.", valueName: "path"))
    var paths: [String] = []

    enum ProgressForm: String, ExpressibleByArgument { case json }

    static func main() {
        do {
            let sections = CommandLineSections(Array(CommandLine.arguments.dropFirst()))
            if let option = sections.missingValue { throw ValidationError("Missing value for '\(option)'") }
            let command = try parse(sections.main)
            let outputs = try sections.outputs.map { section in
                (section.path, try OutputOptions.parse(section.arguments).merged(over: command.base))
            }
            Glibc.exit(command.run(outputs, inputs: command.paths + sections.trailing))
        } catch {
            leave(error)
        }
    }

    /// Help and completion scripts go to standard output and are no failure; all else fails with 1.
    private static func leave(_ error: any Error) -> Never {
        let text = fullMessage(for: error)
        if exitCode(for: error) == .success {
            show(text + "\n")
            Glibc.exit(0)
        }
        complain(text)
        Glibc.exit(1)
    }
}

extension Afconvert {
    /// Runs every conversion and returns the exit status: 0, or 1 where one failed.
    func run(_ outputs: [(path: String, options: OutputOptions)], inputs paths: [String]) -> Int32 {
        if listFormats {
            show(formatList())
            return 0
        }
        do {
            let jobs = try conversions(outputs, paths)
            return runAll(jobs)
        } catch {
            complain("Error: \(error)")
            complain(Self.usageString())
            return 1
        }
    }

    /// Which inputs become which outputs.
    private func conversions(
        _ outputs: [(path: String, options: OutputOptions)], _ paths: [String]
    ) throws(UsageError) -> [Conversion] {
        guard !paths.isEmpty else { throw UsageError("no input file specified") }
        let targets: [Conversion.Target]
        var inputs = paths
        if !outputs.isEmpty {
            targets = outputs.map { Conversion.Target(path: $0.path, options: $0.options) }
        } else if jobs == nil, paths.count == 2 {
            targets = [Conversion.Target(path: paths[1], options: base)]
            inputs.removeLast()
        } else {
            guard base.f != nil || base.d != nil else { throw UsageError("no output file or data format specified") }
            targets = [Conversion.Target(path: nil, options: base)]
        }
        guard inputs.count == 1 || targets.allSatisfy({ $0.path == nil }) else {
            throw UsageError("several inputs cannot become one output")
        }
        guard inputs.count == 1 || jobs != nil else {
            throw UsageError("too many files: give --jobs to convert several")
        }
        return inputs.map {
            Conversion(
                input: $0, targets: targets, track: readTrack, offset: offset, tagsSource: tag,
                directory: outputDirectory, resamplerThreads: inputs.count == 1 ? 2 : 1)
        }
    }

    private func runAll(_ conversions: [Conversion]) -> Int32 {
        let reporter = Reporter(
            form: progress == .json ? .json : v ? .text : .none, profiles: profile, count: conversions.count)
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

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
