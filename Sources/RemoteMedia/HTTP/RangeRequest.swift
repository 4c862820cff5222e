import CCurl
import Glibc

/// Bytes of a file on a server, however many answers bring them. For one thread.
final class RangeRequest {
    /// What has come.
    private(set) var bytes: [UInt8] = []
    /// Bytes of the whole file; nil until the first answer states it.
    private(set) var size: Int64?
    /// The version of the file, which all answers must be parts of.
    private(set) var version: HTTPAnswer.Version
    /// Asked about once a second; false gives the request up.
    var goesOn: () -> Bool = { true }

    private var range: Range<Int64>
    private let options: HTTPOptions
    private var failure: HTTPSource.Failure?

    static let noRanges = HTTPSource.Failure("the server does not send parts of files", .server)
    static let changed = HTTPSource.Failure("the file on the server has changed", .content)
    static let anotherPart = HTTPSource.Failure("the server sends another part of the file than was requested", .server)

    /// Seconds before each request after the first, for what did not come.
    private static let waits: [Int] = [0, 1, 2, 4, 8]

    /// - Parameters:
    ///   - size: of the whole file, where that is known; the range then lies within it.
    init(_ range: Range<Int64>, of size: Int64?, _ version: HTTPAnswer.Version, _ options: HTTPOptions) {
        (self.range, self.size, self.version, self.options) = (range, size, version, options)
    }

    /// Receives all of the range, or what the file has of it.
    ///
    /// - Parameters:
    ///   - pause: waits a second.
    ///   - note: called when a connection was lost and a new one will be made; nil to make none.
    /// - Throws: `Failure` where the server sends something else, or connections do not bring all of it.
    func perform(
        _ url: String, _ silence: Silence, _ session: HTTPSession, pause: () -> Void,
        note: (@Sendable (HTTPSource.Event) -> Void)?
    ) throws(HTTPSource.Failure) {
        var waits = note == nil ? [] : Self.waits
        while true {
            let reason = try connect(url, silence, session)
            guard let reason else { return }
            guard !waits.isEmpty else { throw HTTPSource.Failure(reason, .connection) }
            note?(.lost(reason: reason))
            for _ in 0..<waits.removeFirst() where goesOn() { pause() }
        }
    }

    /// Takes what another request for the range has brought.
    ///
    /// - Returns: whether that is all. A part of it is requested again.
    /// - Throws: `Failure` where the answer is not one to this range.
    func begin(with head: [UInt8], _ answer: HTTPAnswer) throws(HTTPSource.Failure) -> Bool {
        guard answer.isPartial, !head.isEmpty else { return false }
        if let fault = fault(of: answer) { throw fault }
        bytes = Array(head.prefix(range.count))
        return missing == 0
    }

    /// Requests what is missing.
    ///
    /// - Returns: why some of it did not come; nil where all did.
    private func connect(
        _ url: String, _ silence: Silence, _ session: HTTPSession
    ) throws(HTTPSource.Failure) -> String? {
        guard goesOn() else { throw HTTPSource.Failure("interrupted", .interrupted) }
        var isChecked = false
        let request = HTTPRequest(options) { [unowned self] piece, answer in
            if !isChecked { failure = fault(of: answer) }
            isChecked = true
            guard failure == nil else { return false }
            bytes += piece.prefix(missing)
            return missing > 0
        }
        request.range = (range.lowerBound + Int64(bytes.count), range.upperBound)
        request.header = version.condition
        request.goesOn = goesOn
        let outcome = request.perform(url, silence, in: session)
        if let failure { throw failure }
        if request.answer.status == 416 { throw Self.changed }
        switch outcome.end {
        case CurlCut: return isChecked && missing == 0 ? nil : outcome.reason
        case CurlWhole:
            if !isChecked, let fault = fault(of: request.answer) { throw fault }
            return missing == 0 ? nil : "the server sends less than it says"
        default:
            guard isChecked, missing == 0 else {
                let status = request.answer.status
                throw HTTPSource.Failure(outcome.reason, status >= 400 ? .status(status) : .connection)
            }
            return nil
        }
    }

    private var missing: Int { range.count - bytes.count }

    /// Why an answer does not begin with the next byte of the file; nil where it does.
    private func fault(of answer: HTTPAnswer) -> HTTPSource.Failure? {
        if answer.version.differs(from: version) { return Self.changed }
        guard answer.isPartial else { return Self.noRanges }
        guard let part = answer.contentRange, part.range.lowerBound == range.lowerBound + Int64(bytes.count) else {
            return Self.anotherPart
        }
        guard let total = part.size ?? size else {
            return HTTPSource.Failure("the server does not say how large the file is", .server)
        }
        guard size == nil || size == total else { return Self.changed }
        size = total
        version = answer.version.isStated ? answer.version : version
        range = range.clamped(to: 0..<total)
        return nil
    }
}
