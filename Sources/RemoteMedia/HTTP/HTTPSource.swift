import CCurl
import Glibc

/// A file or a broadcast from the network, byte after byte, over as many connections as it takes.
///
/// A file that breaks off is asked for from there on. A broadcast that ends is taken up where it then is, and the bytes
/// behind the gap are marked. Where no connection brings anything any more, that is an error. Not for several threads.
package final class HTTPSource {
    /// What the source reports besides the sound.
    package enum Event: Equatable, Sendable {
        case title(String)
        /// The connection was lost and will be made again.
        case lost(reason: String)
    }

    /// Why there is no more sound, in words.
    package struct Failure: Error, Equatable {
        package let reason: String
        package let cause: Cause

        package init(_ reason: String, _ cause: Cause = .other) { (self.reason, self.cause) = (reason, cause) }

        /// Whether two have one reason.
        package static func == (lhs: Failure, rhs: Failure) -> Bool { lhs.reason == rhs.reason }
    }

    /// What kind of failure it is, for programs.
    package enum Cause: Equatable, Sendable {
        /// The server answered with this status, of an error.
        case status(Int)
        /// The server could not be reached, or the connection broke off.
        case connection
        /// The server does not do what is needed of it.
        case server
        /// What was received is not what it should be.
        case content
        /// The reader gave up.
        case interrupted
        case other
    }

    private let url: String
    private let options: HTTPOptions
    /// Waits for some seconds between two connections.
    private let pause: (UInt32) -> Void
    /// Asked about once a second; false ends it all.
    package var goesOn: () -> Bool = { true }
    private let note: (Event) -> Void
    private let silence: Silence
    private let take: (UnsafeRawBufferPointer, HTTPAnswer, _ isDiscontinuous: Bool) -> Bool

    private var answer = HTTPAnswer()
    private var metadata = ICYMetadata(interval: nil)
    private var hasBody = false
    /// Bytes of sound so far; of this answer those that were had already.
    private var received: Int64 = 0
    private var surplus: Int64 = 0
    private var isBehindGap = false
    /// Whether what broke off was a file, and not a broadcast.
    private var isResumable = false
    /// That of the file's beginning.
    private var version = HTTPAnswer.Version()
    private var failure: Failure?
    private var isStopped = false

    /// Seconds before each of several connections in a row that bring nothing worth it.
    private static let waits: [UInt32] = [0, 1, 2, 4, 8]
    /// A broadcast that lasted this long was worth it.
    private static let worthwhile = 2.0

    /// - Parameters:
    ///   - options: what all requests have in common.
    ///   - silence: limits how long a server may send nothing, and lets others read how long it has.
    ///   - pause: waits for some seconds between two connections.
    ///   - note: called with each event.
    ///   - take: gets the bytes, and may take its time. Ends it all with false.
    package init(
        _ url: String, options: HTTPOptions = HTTPOptions(), silence: Silence,
        pause: @escaping (UInt32) -> Void = { sleep($0) }, note: @escaping (Event) -> Void,
        take: @escaping (UnsafeRawBufferPointer, HTTPAnswer, _ isDiscontinuous: Bool) -> Bool
    ) {
        self.url = url
        self.options = options
        self.pause = pause
        self.silence = silence
        self.note = note
        self.take = take
    }

    /// Whether a command's argument is an address that this reads.
    package static func isAddress(_ text: String) -> Bool {
        let small = text.prefix(8).lowercased()
        return small.hasPrefix("http://") || small == "https://"
    }

    /// Receives until everything has come or `take` wants no more.
    ///
    /// - Throws: `Failure` where the server refuses, or where connections bring nothing any more.
    package func run() throws(Failure) {
        var idle = 0
        while true {
            let (before, start) = (received, Self.now)
            let outcome = connect()
            if let failure { throw failure }
            if isStopped { return }
            guard goesOn() else { throw Failure("interrupted", .interrupted) }
            if outcome.end == CurlWhole, hasBody, !answer.isBroadcast { return }
            let ending = received == 0 ? "the server sent nothing" : "the server ended the broadcast"
            let reason = outcome.end == CurlWhole ? ending : outcome.reason
            if received > before, isResumable || Self.now - start >= Self.worthwhile { idle = 0 }
            // A server that never answered may be misspelt.
            guard outcome.end == CurlCut || outcome.end == CurlWhole, received > 0, idle < Self.waits.count else {
                throw Failure(reason, answer.status >= 400 ? .status(answer.status) : .connection)
            }
            note(.lost(reason: reason))
            pause(Self.waits[idle])
            idle += 1
        }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func connect() -> HTTPRequest.Outcome {
        hasBody = false
        let request = HTTPRequest(options) { [unowned self] bytes, answer in
            self.answer = answer
            return receive(bytes)
        }
        request.header = "Icy-MetaData: 1"
        request.goesOn = goesOn
        request.range.start = isResumable ? received : 0
        defer { answer = request.answer }
        return request.perform(url, silence)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if !hasBody { beginBody() }
        guard failure == nil else { return false }
        metadata.split(bytes) { sound in
            let skipped = min(surplus, Int64(sound.count))
            surplus -= skipped
            let rest = UnsafeRawBufferPointer(rebasing: sound[Int(skipped)...])
            guard !rest.isEmpty, !isStopped else { return }
            received += Int64(rest.count)
            isStopped = !take(rest, answer, isBehindGap)
            isBehindGap = false
        }
        return !isStopped
    }

    private func beginBody() {
        hasBody = true
        metadata = ICYMetadata(interval: answer["icy-metaint"]) { [note] in note(.title($0)) }
        if isResumable { failure = faultOfRest }
        if received == 0 { version = answer.version }
        // A server that cannot begin in the middle begins at the start.
        surplus = isResumable && !answer.isPartial ? received : 0
        isBehindGap = received > 0 && !isResumable
        isResumable = !answer.isBroadcast
    }

    /// Why an answer does not go on with the file that broke off; nil where it does.
    private var faultOfRest: Failure? {
        if answer.version.differs(from: version) { return RangeRequest.changed }
        guard answer.isPartial, let part = answer.contentRange, part.range.lowerBound != received else { return nil }
        return RangeRequest.anotherPart
    }
}
