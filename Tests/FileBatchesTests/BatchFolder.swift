import Foundation
import ToolSupport

@testable import FileBatches

/// A folder that goes with its last user.
final class BatchFolder: Sendable {
    let path = NSTemporaryDirectory() + "batch-" + UUID().uuidString

    init() throws { try Folders.make(path) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders above it.
    @discardableResult func write(_ name: String, _ text: String = "") throws -> String {
        let file = path + "/" + name
        try Folders.make(String(file[..<file.lastIndex(of: "/")!]))
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

    /// A batch of the files that copies text, in upper case, from `in` to `out`.
    func items(_ names: [String], suffix: String = "txt") throws -> [BatchItem] {
        try names.map {
            BatchItem(try ListedFile(path + "/in/" + $0, below: path + "/in"), in: path + "/out", suffix: suffix)
        }
    }

    func run(
        _ items: [BatchItem], shard: Shard = .whole, settings: String = "upper", journal: String? = "journal",
        wait: DiskWait = DiskWait(limit: 0), clock: BatchClock = .fixed
    ) throws(ToolError) -> BatchRun {
        try BatchRun(
            items, shard: shard, settings: settings, journal: journal.map { path + "/" + $0 }, workers: 1, wait: wait,
            clock: clock)
    }

    /// The lines of a journal.
    func lines(_ name: String = "journal") throws -> [JournalLine] {
        try text(name).split(separator: "\n").compactMap { JournalLine($0.utf8) }
    }
}

extension BatchClock {
    static let fixed = BatchClock(date: { "2026-01-02T03:04:05Z" }, seconds: { 0 }, host: "here")
}

/// What converts a file in these tests: its text in upper case.
func uppercased(_ item: BatchItem, _ state: InputState) throws(ToolError) -> OutputState {
    guard let bytes = FileManager.default.contents(atPath: item.input.path) else {
        throw ToolError("Reading", -43)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("bad") { throw ToolError("Decoding", -50, because: "damaged") }
    let temporary = item.output + ".new"
    _ = FileManager.default.createFile(atPath: temporary, contents: Data(text.uppercased().utf8))
    let output = try OutputState(finishing: temporary, times: state)
    guard rename(temporary, item.output) == 0 else { throw SystemFault.error("Renaming") }
    return output
}

/// Collects what threads report.
final class Outcomes: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ item: BatchItem, _ outcome: BatchRun.Outcome) {
        let word =
            switch outcome {
            case .done: "done"
            case .failed(let cause): "failed: \(cause)"
            case .skipped(let cause): "skipped: \(cause)"
            }
        lock.withLock { lines.append("\(item.input.place) \(word)") }
    }

    var sorted: [String] { lock.withLock { lines.sorted() } }
}

/// Takes no notice of what becomes of a file.
@Sendable func ignored(_ item: BatchItem, _ outcome: BatchRun.Outcome) {}
