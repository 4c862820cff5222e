import AudioToolbox
import CoreAudioAdditions
import ToolSupport

/// What a run does with each of its files. Any thread.
final class Attempt: Sendable {
    private let run: BatchRun
    private let report: @Sendable (BatchItem, BatchRun.Outcome) -> Void
    private let convert: @Sendable (BatchItem, InputState) throws(ToolError) -> OutputState
    private let state = LockedValue((counts: BatchCounts(), fault: ToolError?.none))

    init(
        run: BatchRun, report: @escaping @Sendable (BatchItem, BatchRun.Outcome) -> Void,
        convert: @escaping @Sendable (BatchItem, InputState) throws(ToolError) -> OutputState
    ) {
        (self.run, self.report, self.convert) = (run, report, convert)
    }

    var counts: BatchCounts { state.withLock { $0.counts } }

    /// Why the journal could not be used; nothing is converted any more.
    var fault: ToolError? { state.withLock { $0.fault } }

    /// Converts a file or skips it.
    ///
    /// - Parameter waits: whether to wait for another process that converts it.
    /// - Returns: false where another process converts it.
    func settle(_ item: BatchItem, waits: Bool) -> Bool {
        guard fault == nil else { return true }
        do throws(ToolError) {
            guard let outcome = try claimed(item, waits: waits) else { return false }
            state.withLock { state in
                switch outcome {
                case .done: state.counts.done += 1
                case .failed: state.counts.failed += 1
                case .skipped: state.counts.skipped += 1
                }
            }
            report(item, outcome)
        } catch {
            state.withLock { state in state.fault = state.fault ?? error }
        }
        return true
    }

    private func claimed(_ item: BatchItem, waits: Bool) throws(ToolError) -> BatchRun.Outcome? {
        guard let claims = run.claims else { return try attempt(item) }
        let claim = try run.wait.retrying { () throws(ToolError) in try claims.claim(item.claim, waits: waits) }
        guard let claim else { return nil }
        defer { withExtendedLifetime(claim) {} }
        return try attempt(item)
    }

    private func attempt(_ item: BatchItem) throws(ToolError) -> BatchRun.Outcome {
        let start = run.clock.seconds()
        var line = run.line(.failed)
        (line.key, line.input, line.output) = (item.key, item.input.place.asPlainText, item.place.asPlainText)
        let input: InputState
        do throws(ToolError) { input = try InputState(item.input.path) } catch {
            if let known = try settled(item, nil, line) { return known }
            return try failed(error, line)
        }
        (line.inputSize, line.inputTime) = (input.size, input.time)
        if let known = try settled(item, input, line) { return known }
        let output: OutputState
        do throws(ToolError) {
            output = try run.wait.retrying { () throws(ToolError) in
                try Folders.make(Self.folder(of: item.output))
                return try convert(item, input)
            }
        } catch {
            return try failed(error, line)
        }
        let seconds = run.clock.seconds() - start
        (line.event, line.outputSize, line.sha256, line.seconds) = (.done, output.size, output.hash, seconds)
        line.time = run.clock.date()
        try run.append(line)
        return .done(seconds: seconds)
    }

    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    }

    private func failed(_ error: ToolError, _ line: JournalLine) throws(ToolError) -> BatchRun.Outcome {
        var line = line
        line.cause = error.text.asPlainText
        line.time = run.clock.date()
        try run.append(line)
        return .failed(error.text)
    }

    /// What the journal has on a file; nil where it is to be converted.
    ///
    /// A file is done where its input has the size and the time that the journal has, and the output the size and the hash. One
    /// that failed is tried again, unless it failed in another process since this one began.
    ///
    /// - Parameter input: nil where the input cannot be read.
    private func settled(
        _ item: BatchItem, _ input: InputState?, _ new: JournalLine
    ) throws(ToolError) -> BatchRun.Outcome? {
        guard let journal = run.journal else { return nil }
        try journal.refresh()
        guard let entry = journal.entry(item.key), entry.line.inputSize == input?.size,
            entry.line.inputTime == input?.time
        else { return nil }
        let line = entry.line
        if line.event == .failed { return entry.isNews ? .failed(line.cause ?? "") : nil }
        guard line.output == new.output, let size = line.outputSize, let hash = line.sha256,
            OutputState(item.output, expected: size) == OutputState(size: size, hash: hash)
        else { return nil }
        guard !journal.isOwn(entry) else { return .skipped("unchanged since it was converted") }
        var copy = line
        (copy.event, copy.cause) = (.skipped, "unchanged since it was converted: \(entry.path.asPlainText)")
        (copy.time, copy.host) = (new.time, new.host)
        try run.append(copy)
        return .skipped(copy.cause ?? "")
    }
}
