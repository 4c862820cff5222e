import ToolSupport

/// How far a run is, as the line that a terminal shows.
package struct BatchProgress: Sendable {
    private let total: Int
    private let start: Double
    private var settled = 0
    private var failed = 0
    /// Those that took time.
    private var worked = 0

    /// - Parameters:
    ///   - total: the files of the run.
    ///   - start: when it began, in seconds.
    package init(total: Int, start: Double) { (self.total, self.start) = (total, start) }

    package mutating func add(_ outcome: BatchRun.Outcome) {
        settled += 1
        switch outcome {
        case .done: worked += 1
        case .failed:
            worked += 1
            failed += 1
        case .skipped: break
        }
    }

    /// `312 of 503 files, 2 failed, 0:41 left`.
    package func text(at now: Double) -> String {
        var text = "\(settled) of \(total) files"
        if failed > 0 { text += ", \(failed) failed" }
        guard worked > 0, settled < total, now > start else { return text }
        return text + ", \(ProgressLine.clock((now - start) / Double(worked) * Double(total - settled))) left"
    }
}
