import AudioCore
import AudioFiles
import Foundation
import TestSupport
import Testing

/// The installed afinfo and afconvert over every file of a corpus that others made, which COREAUDIO_CORPUS names.
@Suite(.needsInstallation, .needsCorpus) struct InstalledSweepTests {
    /// No signal, no hang and nothing left behind; what this build opens the installed afinfo describes.
    @Test func everyFileIsDescribedAndConvertedOrRefusedInALine() async throws {
        let files = try SweptFile.all()
        #expect(files.count > 100)
        let folder = ScratchFolder()
        var figures: [String: Figures] = [:]
        for (file, outcome) in try await Self.sweep(files, in: folder) {
            for fault in outcome.faults { Issue.record("\(file.path): \(fault)") }
            figures[file.kind, default: Figures()].add(outcome)
        }
        var total = Figures()
        print("files by container and codec: afinfo ok, afconvert ok, refused, too long to convert here")
        for (kind, figure) in figures.sorted(by: { $0.key < $1.key }) {
            print("  \(kind): \(figure)")
            total.add(figure)
        }
        print("  all: \(total)")
        #expect(total.described > 0 && total.converted > 0)
    }

    /// As many files at a time as there are processors.
    private static func sweep(
        _ files: [SweptFile], in folder: ScratchFolder
    ) async throws -> [(SweptFile, SweptFile.Outcome)] {
        try await withThrowingTaskGroup(of: (SweptFile, SweptFile.Outcome).self) { group in
            var results: [(SweptFile, SweptFile.Outcome)] = []
            for (index, file) in files.enumerated() {
                if index >= ProcessInfo.processInfo.activeProcessorCount, let one = try await group.next() {
                    results.append(one)
                }
                let place = folder.file("\(index)")
                group.addTask { (file, try file.outcome(place)) }
            }
            for try await one in group { results.append(one) }
            return results
        }
    }
}

/// How the tools fared with files of one kind.
private struct Figures: CustomStringConvertible {
    var (files, described, converted, refused, skipped) = (0, 0, 0, 0, 0)

    mutating func add(_ outcome: SweptFile.Outcome) {
        files += 1
        described += outcome.isDescribed ? 1 : 0
        converted += outcome.isConverted == true ? 1 : 0
        refused += outcome.isConverted == false ? 1 : 0
        skipped += outcome.isConverted == nil ? 1 : 0
    }

    mutating func add(_ other: Figures) {
        files += other.files
        described += other.described
        converted += other.converted
        refused += other.refused
        skipped += other.skipped
    }

    var description: String { "\(files) files: \(described), \(converted), \(refused), \(skipped)" }
}

/// A file of the corpus, and what the tools make of it.
struct SweptFile: Sendable {
    let path: String
    let container: String
    let codec: String
    /// Of sound, where the manifest states it.
    let seconds: Double

    /// Container and codec, without the brand within a family.
    var kind: String { "\(container.prefix { $0 != "/" }) \(codec)" }

    struct Outcome: Sendable {
        var isDescribed = false
        /// Nil where it was not tried.
        var isConverted: Bool?
        var faults: [String] = []
    }

    /// What lasts longer is described and not converted.
    private static let longest = 60.0
    /// Seconds for a tool to be done.
    private static let patience = 20

    static func all() throws -> [SweptFile] {
        let root = try #require(Corpus.root)
        let text = try String(contentsOfFile: root + "/MANIFEST.tsv", encoding: .utf8)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 9 else { return nil }
            let rate = Double(fields[6]) ?? 0
            return SweptFile(
                path: root + "/" + fields[0].split(separator: "/").dropFirst().joined(separator: "/"),
                container: fields[3], codec: fields[4], seconds: rate > 0 ? (Double(fields[9]) ?? 0) / rate : 0)
        }
    }

    /// Runs both tools; `place` is the name of a folder for this file alone.
    func outcome(_ place: String) throws -> Outcome {
        var outcome = Outcome()
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let info = run("afinfo", [path], place)
        outcome.isDescribed = info.status == 0
        if let fault = info.fault(unless: "Fail: ") { outcome.faults.append(fault) }
        let opens = (try? OpenFile.open(path, .read, hint: FourCC(0))) != nil
        if opens != outcome.isDescribed { outcome.faults.append("this build \(opens ? "opens" : "refuses") it") }
        guard seconds <= Self.longest else { return outcome }
        let target = place + "/out"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        let conversion = run("afconvert", ["-f", "caff", "-d", "LEI16", path, target + "/a.caf"], place)
        outcome.isConverted = conversion.status == 0
        if let fault = conversion.fault(unless: "Error: ") { outcome.faults.append(fault) }
        let left = try FileManager.default.contentsOfDirectory(atPath: target)
        if left != (conversion.status == 0 ? ["a.caf"] : []) { outcome.faults.append("afconvert left \(left)") }
        try FileManager.default.removeItem(atPath: place)
        return outcome
    }

    private struct Run {
        let tool: String
        let status: Int32
        let errors: String

        /// What is wrong with how it ended, nil where it succeeded or refused in one line that begins so.
        func fault(unless start: String) -> String? {
            if status == 124 { return "\(tool) was not done in time" }
            if status >= 128 { return "\(tool) was ended by signal \(status - 128)" }
            let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
            if status == 0 ? errors.isEmpty : status == 1 && lines.count == 2 && errors.hasPrefix(start) { return nil }
            return "\(tool) ended with \(status): \(errors)"
        }
    }

    private func run(_ tool: String, _ arguments: [String], _ place: String) -> Run {
        let errors = place + "/errors"
        let limited = ["-k", "1", "\(Self.patience)", Installed.tool(tool)] + arguments
        let status = ChildProcess("/usr/bin/timeout", limited, errors: errors)?.wait() ?? 127
        let text = (try? Data(contentsOf: URL(fileURLWithPath: errors))) ?? Data()
        return Run(tool: tool, status: status, errors: String(decoding: text, as: UTF8.self))
    }
}
