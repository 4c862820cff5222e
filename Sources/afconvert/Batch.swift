import ArgumentParser
import AudioToolbox
import CoreAudioAdditions
import FileBatches
@preconcurrency import Glibc
import ToolSupport

/// The conversion of many files into a folder that keeps their tree.
struct Batch {
    let command: Afconvert
    let options: OutputOptions
    let folder: String
    let paths: [String]

    private static let defaultWait = 60.0

    /// Converts the files of the shard.
    ///
    /// - Returns: the exit status: 0 where all are done, 1 where one failed.
    /// - Throws: before the first conversion, where the files cannot be listed or their outputs collide; or where the journal
    ///   cannot be written.
    func run() throws(ToolError) -> Int32 {
        let batch = command.batch
        let shard = batch.files.shard ?? .whole
        let items = try items().filter { shard.contains($0.input) }
        let wait = DiskWait(limit: batch.waitForDisk ?? Self.defaultWait)
        let run = try BatchRun(
            items, shard: shard, settings: settings, journal: batch.journal, workers: command.jobs ?? 1, wait: wait)
        let display = BatchDisplay(command.makeReporter(count: 2), count: items.count)
        let counts = try run.run(report: display.settled) { [self] (item, state) throws(ToolError) in
            try convert(item, state, display.reporter)
        }
        display.end()
        var isShown = true
        if batch.summary, let journal = batch.journal {
            isShown = try Self.showSummary([journal], asJSON: batch.json).isShown
        }
        return isShown && counts.failed == 0 ? 0 : 1
    }

    private static func showSummary(
        _ journals: [String], asJSON: Bool
    ) throws(ToolError) -> (isShown: Bool, isComplete: Bool) {
        let summary = try BatchSummary(journals)
        show(asJSON ? summary.json.text + "\n" : summary.text)
        return (flushOutput(), summary.isComplete)
    }

    /// Prints what journals say, and returns the exit status: 0 where every file is done.
    static func summarize(_ journals: [String], asJSON: Bool) throws(ToolError) -> Int32 {
        let result = try showSummary(journals, asJSON: asJSON)
        return result.isShown && result.isComplete ? 0 : 1
    }

    /// All files, whose outputs have names of their own.
    private func items() throws(ToolError) -> [BatchItem] {
        guard let type = try OutputPlan.typeOfAll(options) else {
            throw ToolError(
                "Naming the outputs", kAudio_ParamError, because: "-f names their file type where -d leaves it open")
        }
        guard let suffix = globalTexts(kAudioFileGlobalInfo_ExtensionsForType, type: type).first else {
            throw ToolError(
                "Naming the outputs", kAudioFileUnsupportedFileTypeError,
                because: FileFault.writing(folder, as: type, kAudioFileUnsupportedFileTypeError))
        }
        let known = Set(globalTexts(kAudioFileGlobalInfo_AllExtensions).map { $0.lowercased() })
        var list = command.batch.files.list
        list.excluded = [folder]
        let files = try list.files(paths) { known.contains(FileName($0).suffix.lowercased()) }
        let items = files.map { BatchItem($0, in: folder, suffix: suffix) }
        let collisions = Collisions(items).found
        guard collisions.isEmpty else {
            throw ToolError("Naming the outputs", kAudio_ParamError, because: collisions.joined(separator: "\n  "))
        }
        return items
    }

    /// What determines the outputs besides their inputs.
    private var settings: String {
        var words = [options.settings]
        if command.readTrack > 0 { words.append("read-track=\(command.readTrack)") }
        if command.offset > 0 { words.append("offset=\(command.offset)") }
        if let layer = command.decodeFormatid { words.append("decode-formatid=\(layer)") }
        if command.tag { words.append("tag") }
        if command.soundcheckRead { words.append("soundcheck-read") }
        if command.copyHash { words.append("copy-hash") }
        return words.joined(separator: "; ")
    }

    private func convert(
        _ item: BatchItem, _ state: InputState, _ reporter: Reporter
    ) throws(ToolError) -> OutputState {
        let result = LockedValue<OutputState?>(nil)
        let target = Conversion.Target(path: item.output, options: options) { (path: String) throws(ToolError) in
            let output = try OutputState(finishing: path, times: state)
            guard try InputState(item.input.path) == state else {
                throw ToolError(
                    "Reading \(item.input.path)", kAudioFileUnspecifiedError, because: "it changed while it was read")
            }
            result.withLock { $0 = output }
        }
        try command.conversion(of: item.input.path, to: [target], threads: 1).run(reporter)
        guard let output = result.withLock({ $0 }) else {
            throw ToolError("Writing \(item.output)", kAudioFileUnspecifiedError)
        }
        return output
    }
}

/// Shows what becomes of the files of a batch: errors, and on a terminal how many are settled. Any thread.
final class BatchDisplay: Sendable {
    let reporter: Reporter
    private let progress: LockedValue<BatchProgress>
    private let showsProgress: Bool

    init(_ reporter: Reporter, count: Int) {
        self.reporter = reporter
        showsProgress = isatty(STDERR_FILENO) == 1 && reporter.form == .none
        progress = LockedValue(BatchProgress(total: count, start: BatchClock.system.seconds()), .client)
    }

    /// Reports what became of a file.
    func settled(_ item: BatchItem, _ outcome: BatchRun.Outcome) {
        progress.withLock { progress in
            progress.add(outcome)
            erase()
            switch outcome {
            case .done: break
            case .failed(let cause): reporter.failed(item.input.path, because: cause)
            case .skipped(let cause): reporter.skipped(item.input.path, because: cause)
            }
            if showsProgress { complain(controlling: progress.text(at: BatchClock.system.seconds())) }
        }
    }

    /// Removes the line of the progress.
    func end() { progress.withLock { _ in erase() } }

    private func erase() { if showsProgress { complain(controlling: "\r\u{1B}[K") } }
}
