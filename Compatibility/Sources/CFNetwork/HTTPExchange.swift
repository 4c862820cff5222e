import CCFObjects
import CHTTPTransfer
import Foundation

/// A request and its answer, on a thread of its own: redirections are followed, the body waits in memory until it is read.
///
/// The thread stops reading from the network while much waits, and ends soon after the exchange is cancelled.
package final class HTTPExchange: @unchecked Sendable {
    /// How an exchange is made.
    package struct Settings: Sendable {
        /// Whether redirections are followed.
        package var followsRedirections = false
        /// The proxies of HTTP and HTTPS, each as "host:port".
        package var proxy: String?, secureProxy: String?
        /// Whether the certificate of the server is checked, and its name.
        package var checksCertificate = true, checksName = true

        package init() {}
    }

    /// An error, as a stream has it.
    package struct Failure: Error, Equatable {
        package var domain: Int, number: Int32

        static let notHTTP = Failure(domain: 4, number: -1)
        static let loop = Failure(domain: 4, number: -2)
        static let badURL = Failure(domain: 4, number: -3)

        init(domain: Int, number: Int32) {
            self.domain = domain
            self.number = number
        }

        /// The error of a transfer's end: POSIX 1, security 3, HTTP 4, names 12.
        init(_ outcome: HTTPTransferOutcome) {
            switch HTTPTransferEnd(rawValue: UInt32(outcome.end)) {
            case HTTPTransferBadURL: self = .badURL
            case HTTPTransferNoHost: self.init(domain: 12, number: outcome.number)
            case HTTPTransferNotSecure: self.init(domain: 3, number: outcome.number)
            case HTTPTransferBroken, HTTPTransferUnavailable: self.init(domain: 1, number: outcome.number)
            default: self = .notHTTP
            }
        }
    }

    /// What a stream wants to know.
    package struct Status {
        package var waiting: Int
        package var hasEnded: Bool
        package var failure: Failure?
    }

    /// So many bytes wait at most, and a little more.
    private static let most = 256 << 10
    /// So many redirections are followed.
    private static let redirections = 20

    private let settings: Settings
    /// The stream that the request's body comes from, and its function that reads it; nil without one.
    private let source: (@Sendable (UnsafeMutableBufferPointer<UInt8>) -> Int)?
    private let changed: @Sendable () -> Void

    private let condition = NSCondition()
    private var request: HTTPMessage
    private var response: HTTPMessage?
    /// The bytes that came, of which the first have been read.
    private var bytes: [UInt8] = []
    private var beginning = 0
    private var hasEnded = false
    private var failure: Failure?
    private var isCancelled = false
    private var written = 0

    // For the thread alone: the answer that is being read, where it sends the request, and how much of the body was sent.
    private var reading = HTTPMessage(isRequest: false)
    private var next: HTTPMessage?
    private var sent = 0

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - request: the request, of which the exchange makes a copy.
    ///   - settings: how it is made.
    ///   - source: reads bytes of the request's body, and returns their number; nil to send the request's own body.
    ///   - changed: called on the thread when there is more to read, or the end.
    package init(
        _ request: HTTPMessage, _ settings: Settings,
        source: (@Sendable (UnsafeMutableBufferPointer<UInt8>) -> Int)? = nil,
        changed: @escaping @Sendable () -> Void
    ) {
        self.request = HTTPMessage(copying: request)
        self.settings = settings
        self.source = source
        self.changed = changed
    }

    /// Begins.
    package func start() {
        let thread = Thread { self.run() }
        thread.name = "http"
        thread.start()
    }

    /// Ends. What waits can no longer be read.
    package func cancel() {
        condition.withLock {
            isCancelled = true
            (bytes, beginning) = ([], 0)
            condition.broadcast()
        }
    }

    /// What there is to read.
    package var status: Status {
        condition.withLock { Status(waiting: waiting, hasEnded: hasEnded, failure: failure) }
    }

    /// How many bytes wait. With the lock.
    private var waiting: Int { bytes.count - beginning }

    /// The header of the answer; nil until it has come.
    package var answer: HTTPMessage? { condition.withLock { response.map(HTTPMessage.init(copying:)) } }

    /// The request that was made last.
    package var finalRequest: HTTPMessage { condition.withLock { HTTPMessage(copying: request) } }

    /// How many bytes of the request's body have been sent.
    package var bytesWritten: Int { condition.withLock { written } }

    /// Reads bytes of the body. Waits for the first.
    ///
    /// - Parameter buffer: where they go.
    /// - Returns: how many there were, and whether these were the last; 0 at the end.
    /// - Throws: `Failure`, after all bytes that came before it.
    package func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws -> (count: Int, isEnd: Bool) {
        try condition.withLock {
            while waiting == 0, !hasEnded, !isCancelled { condition.wait() }
            let count = min(buffer.count, waiting)
            _ = buffer.update(fromContentsOf: bytes[beginning..<(beginning + count)])
            beginning += count
            if waiting == 0 { (bytes, beginning) = ([], 0) }
            condition.broadcast()
            if count == 0, let failure { throw failure }
            return (count, waiting == 0 && (hasEnded || isCancelled) && failure == nil)
        }
    }

    // MARK: The thread

    private func run() {
        var failure: Failure?
        for count in 0... {
            failure = transfer()
            guard failure == nil, let next else { break }
            guard count < Self.redirections else {
                failure = .loop
                break
            }
            guard ["http", "https"].contains(next.url?.scheme?.lowercased()) else {
                failure = .badURL
                break
            }
            condition.withLock { request = next }
        }
        condition.withLock {
            hasEnded = true
            self.failure = isCancelled ? nil : failure
            condition.broadcast()
        }
        changed()
    }

    /// Makes one request.
    ///
    /// - Returns: nil if the answer is whole, or leads elsewhere.
    private func transfer() -> Failure? {
        let request = condition.withLock { self.request }
        reading = HTTPMessage(isRequest: false)
        next = nil
        sent = 0
        guard let url = request.url, ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else {
            return .badURL
        }
        let length =
            source == nil
            ? Int64(request.body?.count ?? 0) : request.value(of: "Content-Length").flatMap(Int64.init) ?? -1
        let hasBody = source != nil || request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
        let proxy = url.scheme?.lowercased() == "https" ? settings.secureProxy : settings.proxy
        let address = url.absoluteString.prefix { $0 != "#" }
        let outcome = Self.withStrings([String(address), request.method ?? "GET", proxy.map { "http://\($0)" } ?? ""]) {
            texts in
            Self.withStrings(Self.lines(of: request, hasBody: hasBody)) { lines in
                var transfer = HTTPTransferRequest(
                    url: texts[0]!, method: texts[1]!, fields: lines, proxy: texts[2]!,
                    checksCertificate: settings.checksCertificate, checksName: settings.checksName, hasBody: hasBody,
                    bodyLength: length, context: Unmanaged.passUnretained(self).toOpaque(),
                    head: { HTTPExchange.of($0).takeHead(UnsafeRawBufferPointer(start: $1, count: $2)) },
                    body: { HTTPExchange.of($0).takeBody(UnsafeRawBufferPointer(start: $1, count: $2)) },
                    send: { HTTPExchange.of($0).give(UnsafeMutableRawBufferPointer(start: $1, count: $2)) },
                    goesOn: { HTTPExchange.of($0).isWanted })
                return HTTPTransferPerform(&transfer)
            }
        }
        if next != nil { return nil }
        return UInt32(outcome.end) == HTTPTransferWhole.rawValue && reading.isHeaderComplete ? nil : Failure(outcome)
    }

    /// The fields of a request as lines. The length and the way of the body are for the transfer to say.
    private static func lines(of request: HTTPMessage, hasBody: Bool) -> [String] {
        request.fields
            .filter { field in !hasBody || !["content-length", "transfer-encoding"].contains(field.name.lowercased()) }
            .map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> HTTPExchange {
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
    }

    private var isWanted: Bool { condition.withLock { !isCancelled } }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies: [UnsafePointer<CChar>?] = strings.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    private func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        if reading.isHeaderComplete {
            // After an answer that is on the way comes another. What follows a body is left out.
            guard reading.code < 200 else { return true }
            reading = HTTPMessage(isRequest: false)
        }
        guard reading.append(line.bindMemory(to: UInt8.self)) else { return false }
        guard reading.isHeaderComplete, reading.code >= 200 else { return true }
        let request = condition.withLock { self.request }
        reading.origin = request.url
        next = settings.followsRedirections && source == nil ? request.redirected(by: reading) : nil
        guard next == nil else { return true }
        condition.withLock { response = HTTPMessage(copying: reading) }
        return true
    }

    private func takeBody(_ new: UnsafeRawBufferPointer) -> Bool {
        // Nobody wants the body of an answer that leads elsewhere.
        guard next == nil else { return false }
        let isWanted = condition.withLock {
            while waiting >= Self.most, !isCancelled { condition.wait() }
            // What has been read is dropped when it is as much as may wait, and not byte by byte.
            if beginning >= Self.most {
                bytes.removeFirst(beginning)
                beginning = 0
            }
            if !isCancelled { bytes += new }
            condition.broadcast()
            return !isCancelled
        }
        if isWanted { changed() }
        return isWanted
    }

    private func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count: Int
        if let source {
            count = source(buffer.bindMemory(to: UInt8.self))
        } else {
            let rest = (request.body ?? Data()).dropFirst(sent)
            count = rest.copyBytes(to: buffer)
            sent += count
        }
        if count > 0 { condition.withLock { written += count } }
        return count
    }
}

extension HTTPMessage {
    /// The request that an answer leads to; nil if it leads nowhere else.
    ///
    /// - Parameter answer: the answer to this request.
    package func redirected(by answer: HTTPMessage) -> HTTPMessage? {
        guard [301, 302, 303, 307, 308].contains(answer.code), case .request(var method, let url, let version) = start,
            let place = answer.fields.first(where: { $0.name.isSameField("Location") })?.value,
            let target = Self.url(place, relativeTo: url)
        else { return nil }
        let next = HTTPMessage(copying: self)
        if answer.code == 303 && method != "HEAD" || answer.code < 303 && method == "POST" {
            method = "GET"
            next.body = nil
            for name in ["Content-Length", "Content-Type", "Transfer-Encoding"] { next.set(nil, of: name) }
        }
        // What is meant for one server is not for another.
        if (url.scheme, url.host, url.port) != (target.scheme, target.host, target.port) {
            for name in ["Authorization", "Cookie", "Host"] { next.set(nil, of: name) }
        }
        next.start = .request(method: method, url: target, version: version)
        return next
    }

    private static func url(_ place: String, relativeTo url: URL) -> URL? {
        let allowed = CharacterSet(charactersIn: "!#$%&'()*+,/:;=?@[]~-._").union(.alphanumerics)
        let text =
            URL(string: place, relativeTo: url) == nil
            ? place.addingPercentEncoding(withAllowedCharacters: allowed) : place
        return text.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
    }
}
