import AudioToolbox
import CoreAudioAdditions
import Dispatch
@preconcurrency import Glibc
import ToolSupport

/// Reports the progress of conversions: not at all, as lines of text, or as lines of JSON. Any thread.
final class Reporter: Sendable {
    enum Form: Sendable { case none, text, json }

    let form: Form
    private let profiles: Bool
    private let lastPercent = LockedValue<[String: Int]>([:])
    private let showsBar: Bool
    /// When the one conversion began whose progress a terminal shows, in nanoseconds; and whether it shows any.
    private let bar = LockedValue((start: UInt64(0), isShown: false))
    /// What is shorter shows no progress unless it is asked for.
    private static let patience: UInt64 = 1_000_000_000
    /// Whether an error has to name its input.
    private let isOneOfSeveral: Bool

    init(form: Form, profiles: Bool, count: Int) {
        self.form = form
        self.profiles = profiles
        isOneOfSeveral = count > 1
        showsBar = form != .json && count == 1 && isatty(STDERR_FILENO) == 1
    }

    func began(
        _ input: String, _ source: AudioStreamBasicDescription, frames: Int64,
        outputs: [(String, AudioStreamBasicDescription)]
    ) {
        bar.withLock { $0.start = DispatchTime.now().uptimeNanoseconds }
        switch form {
        case .none: return
        case .text:
            complain("Input file: \(input), \(frames) frames")
            for (path, format) in outputs {
                let rate = decimal(format.mSampleRate, places: 0)
                complain(
                    "Output file: \(path), \(spelled(format.mFormatID)), \(rate) Hz, \(format.mChannelsPerFrame) ch")
            }
        case .json:
            write([
                ("event", .string("began")), ("input", .string(input)), ("frames", .integer(frames)),
                ("outputs", .array(outputs.map { .string($0.0) })),
            ])
        }
    }

    /// Reports an option that has no effect. In lines of text only.
    func note(_ text: String) {
        if form == .text { complain("Note: \(text)") }
    }

    func advanced(_ input: String, frame: Int64, of frames: Int64) {
        guard form == .json || showsBar, frames > 0, form != .none || isLong else { return }
        let percent = Int(min(100, frame * 100 / frames))
        let isNews = lastPercent.withLock { last in
            guard last[input] != percent else { return false }
            last[input] = percent
            return true
        }
        guard isNews else { return }
        if form == .json {
            write([
                ("event", .string("progress")), ("input", .string(input)), ("frame", .integer(frame)),
                ("percent", .integer(Int64(percent))),
            ])
        } else {
            bar.withLock { $0.isShown = true }
            complain(controlling: "\r\(String(percent).paddedLeft(to: 3)) %")
        }
    }

    private var isLong: Bool {
        bar.withLock { DispatchTime.now().uptimeNanoseconds - $0.start >= Self.patience }
    }

    /// Takes away what a terminal shows of the progress.
    private func eraseBar() {
        let isShown = bar.withLock { bar in
            defer { bar.isShown = false }
            return bar.isShown
        }
        if isShown { complain(controlling: "\r\u{1B}[K") }
    }

    func finished(_ input: String, frames: Int64, seconds: Double) {
        if showsBar, form == .text { complain(controlling: "\r100 %\n") } else { eraseBar() }
        if form == .json {
            write([
                ("event", .string("finished")), ("input", .string(input)), ("frames", .integer(frames)),
                ("seconds", .number(seconds)),
            ])
        }
        if profiles { complain("\(input): \(decimal(seconds, places: 3)) s") }
    }

    func failed(_ input: String, _ error: ToolError) {
        eraseBar()
        if form == .json {
            write([
                ("event", .string("failed")), ("input", .string(input)), ("operation", .string(error.operation)),
                ("status", .integer(Int64(error.status))),
            ])
        }
        // What concerns an option or an output does not name the input.
        let place = isOneOfSeveral && !error.addition.contains(input) ? " (input: \(input))" : ""
        complain("Error: \(error.text)\(place)")
    }

    /// Reports a file of a batch that failed.
    func failed(_ input: String, because cause: String) {
        if form == .json {
            write([("event", .string("failed")), ("input", .string(input)), ("cause", .string(cause))])
        }
        complain("Error: \(cause)" + (cause.contains(input) ? "" : " (input: \(input))"))
    }

    /// Reports a file of a batch that stays as it is.
    func skipped(_ input: String, because cause: String) {
        switch form {
        case .none: return
        case .text: complain("Skipped: \(input): \(cause)")
        case .json: write([("event", .string("skipped")), ("input", .string(input)), ("cause", .string(cause))])
        }
    }

    private func write(_ members: [(String, JSON)]) { complain(JSON.object(members).text) }
}
