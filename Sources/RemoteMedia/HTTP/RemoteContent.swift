import AudioCore
import CCurl

/// What an address leads to, as its first answer says.
package enum RemoteContent {
    /// A file that is read by requests for ranges of it.
    case ranges(RemoteFile, HTTPAnswer)
    /// A file of a server that sends whole files alone.
    case whole(WholeDownload, HTTPAnswer)
    /// A sound without an end.
    case broadcast(HTTPAnswer, address: String)
    /// A playlist: its bytes, and its address after all redirects.
    case list([UInt8], address: String)

    /// Requests the first bytes of an address.
    ///
    /// - Parameters:
    ///   - address: of http or https.
    ///   - environment: how to request it.
    ///   - isBroadcast: whether the address is known to be of a sound without an end.
    ///   - goesOn: asked about once a second; false gives the request up.
    /// - Throws: `Failure` where the server refuses, is not there, or sends more than is kept.
    package static func open(
        _ address: String, _ environment: RemoteEnvironment, goesOn: @escaping @Sendable () -> Bool = { true }
    ) throws(HTTPSource.Failure) -> RemoteContent {
        let first = FirstAnswer(address, environment, goesOn)
        try first.receive()
        let place = first.answer.address(of: address)
        let own = environment.redirected(from: address, to: place)
        switch first.kind {
        case .list:
            let size = first.answer.contentRange?.size ?? Int64(first.head.count)
            guard size > first.head.count else { return .list(first.head, address: place) }
            let all = try bytes(place, limit: Playlist.largestStream, own, goesOn: goesOn)
            return .list(all.bytes, address: all.address)
        case .broadcast: return .broadcast(first.answer, address: place)
        case .whole:
            let size = first.answer.contentLength
            return .whole(try WholeDownload(place, statedSize: size, own), first.answer)
        case .ranges, .undecided:
            let pause = environment.pause
            let file = try RemoteFile(
                place, after: first.answer, head: first.head, options: own.options,
                silence: Silence(patience: environment.patience), pause: { pause(1) }, goesOn: goesOn, note: { _ in })
            return .ranges(file, first.answer)
        }
    }

    /// Receives all of what an address has, which may not be much.
    ///
    /// - Parameters:
    ///   - range: the bytes that are wanted; nil for all.
    ///   - limit: the most bytes there may be.
    package static func bytes(
        _ address: String, range: Range<Int64>? = nil, limit: Int, _ environment: RemoteEnvironment,
        goesOn: @escaping @Sendable () -> Bool = { true }
    ) throws(HTTPSource.Failure) -> (bytes: [UInt8], address: String) {
        var bytes: [UInt8] = []
        let wanted = range?.count ?? limit
        guard wanted <= limit else { throw HTTPSource.Failure("a range has more than \(limit) bytes", .content) }
        // A server that knows no ranges sends what stands before them too.
        var surplus = range?.lowerBound ?? 0
        var isTooLong = false
        var isAnotherPart = false
        let request = HTTPRequest(environment.options) { piece, answer in
            if answer.isPartial {
                isAnotherPart = answer.contentRange?.range.lowerBound != range?.lowerBound ?? 0
                surplus = 0
            }
            guard !isAnotherPart else { return false }
            let skipped = min(surplus, Int64(piece.count))
            surplus -= skipped
            let rest = piece[Int(skipped)...]
            isTooLong = range == nil && rest.count > limit - bytes.count
            bytes += rest.prefix(wanted - bytes.count)
            return !isTooLong && (range == nil || bytes.count < wanted)
        }
        if let range { request.range = (range.lowerBound, range.upperBound) }
        request.goesOn = goesOn
        let outcome = request.perform(address, Silence(patience: environment.patience))
        guard goesOn() else { throw HTTPSource.Failure("interrupted", .interrupted) }
        guard !isAnotherPart else { throw RangeRequest.anotherPart }
        guard !isTooLong else { throw HTTPSource.Failure("the server sends more than \(limit) bytes", .content) }
        let isWhole = outcome.end == CurlWhole || range != nil && bytes.count == wanted
        guard isWhole, range == nil || bytes.count == wanted else {
            let status = request.answer.status
            let reason = outcome.end == CurlWhole ? "the server sends less than was requested" : outcome.reason
            throw HTTPSource.Failure(reason, status >= 400 ? .status(status) : .connection)
        }
        return (bytes, request.answer.address(of: address))
    }
}

/// The answer to the first request for an address, and the beginning of its body.
private final class FirstAnswer {
    enum Kind { case undecided, ranges, whole, broadcast, list }

    private(set) var answer = HTTPAnswer()
    private(set) var head: [UInt8] = []
    private(set) var kind = Kind.undecided
    private let address: String
    private let environment: RemoteEnvironment
    private let goesOn: @Sendable () -> Bool

    /// Bytes that say whether it is a playlist.
    private static let signSize = 16
    /// Stations that pretend to be files state sizes that no file has.
    private static let largestFile: Int64 = 1 << 44
    /// What is played as it arrives.
    private static let streamed: Set = [
        "audio/mpeg", "audio/mp3", "audio/aac", "audio/aacp", "audio/x-aac", "application/ogg", "audio/ogg",
    ]

    init(_ address: String, _ environment: RemoteEnvironment, _ goesOn: @escaping @Sendable () -> Bool) {
        (self.address, self.environment, self.goesOn) = (address, environment, goesOn)
    }

    func receive() throws(HTTPSource.Failure) {
        let request = HTTPRequest(environment.options) { [unowned self] bytes, answer in
            self.answer = answer
            return take(bytes)
        }
        request.range = (0, RemoteFile.blockSize)
        request.goesOn = goesOn
        let outcome = request.perform(address, Silence(patience: environment.patience))
        answer = request.answer
        guard goesOn() else { throw HTTPSource.Failure("interrupted", .interrupted) }
        if answer.status == 416 { throw HTTPSource.Failure("the file has no bytes", .content) }
        if outcome.end == CurlCut || outcome.end == CurlRefused, kind == .undecided || kind == .list {
            let cause = answer.status >= 400 ? HTTPSource.Cause.status(answer.status) : .connection
            throw HTTPSource.Failure(outcome.reason, cause)
        }
        // Few bytes, and all of them.
        if kind == .undecided { kind = decided }
        if kind == .list, head.count > Playlist.largestStream {
            throw HTTPSource.Failure("the playlist is too long", .content)
        }
        if head.isEmpty, kind != .broadcast { throw HTTPSource.Failure("the server sent nothing", .content) }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        head += bytes
        if kind == .undecided, head.count >= Self.signSize { kind = decided }
        switch kind {
        case .undecided: return true
        case .ranges: return head.count < Int(RemoteFile.blockSize)
        // A range may be a part of it alone, and is then requested as a whole.
        case .list: return head.count <= Playlist.largestStream
        case .whole, .broadcast: return false
        }
    }

    private var decided: Kind {
        let place = answer.address(of: address)
        if Playlist.isMeant(by: answer, at: place) || Playlist.isSigned(head) { return .list }
        let size = answer.contentRange?.size
        let isFile = answer.isPartial && size.map { $0 <= Self.largestFile } ?? true
        if answer.isBroadcast, !(isFile && answer.isPartial && size != nil) { return .broadcast }
        if answer.isPartial { return isFile ? .ranges : .broadcast }
        if answer.contentLength == nil, Self.streamed.contains(answer.contentType) { return .broadcast }
        return .whole
    }
}
