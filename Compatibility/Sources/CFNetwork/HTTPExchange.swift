import CCFObjects
import CHTTPTransfer
import Foundation

/// A request and its answer, on a thread of its own, which follows redirections. The body is held in memory until it is read.
///
/// The thread stops reading from the network while the memory is full. It ends within about a second of a cancellation.
package final class HTTPExchange: @unchecked Sendable {
    /// How an exchange is made.
    package struct Settings: Sendable {
        /// Whether redirections are followed.
        package var followsRedirections = false
        /// The proxies.
        package var proxies = Proxies(nil)
        /// How the connection is made secure.
        package var security = Security()
        /// The traffic class of the packets: a DSCP.
        package var trafficClass: Int32 = 0

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

    /// The state of an exchange.
    package struct Status {
        package var waiting: Int
        package var hasEnded: Bool
        package var failure: Failure?
    }

    /// The bytes of the body that are held at most; one piece from the network may go beyond it.
    private static let most = 256 << 10
    /// The most redirections that are followed.
    private static let redirections = 20
    /// The most bytes that all headers of one transfer may have, with those of a proxy, of answers below 200, and fields after the body.
    private static let mostOfHeaders = 512 << 10

    private let settings: Settings
    /// The server of the first request.
    private let firstServer: String?
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

    // For the thread alone: the answer that is being read, the bytes of all headers so far, whether a proxy has yet to connect to the
    // server, whether it refused to, the request that a redirection leads to, and how much of the body was sent.
    private var reading = HTTPMessage(isRequest: false)
    private var headerBytes = 0
    private var awaitsTunnel = false
    private var tunnelIsRefused = false
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
        firstServer = request.url?.server
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

    /// The state now.
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
        guard let url = request.url, ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else {
            return .badURL
        }
        let proxy = settings.proxies.proxy(for: url)
        reading = HTTPMessage(isRequest: false)
        headerBytes = 0
        awaitsTunnel = proxy != nil && url.scheme?.lowercased() == "https"
        tunnelIsRefused = false
        next = nil
        sent = 0
        let outcome = perform(request, url, proxy)
        if next != nil || tunnelIsRefused { return nil }
        return UInt32(outcome.end) == HTTPTransferWhole.rawValue && reading.isHeaderComplete ? nil : Failure(outcome)
    }

    private func perform(_ request: HTTPMessage, _ url: URL, _ proxy: String?) -> HTTPTransferOutcome {
        let hasBody = source != nil || request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
        let length =
            source == nil
            ? Int64(request.body?.count ?? 0)
            : request.value(of: "Content-Length").flatMap(Int64.init).flatMap { $0 < 0 ? nil : $0 } ?? -1
        let (address, place) = settings.security.address(of: url, firstServer: firstServer)
        let (lines, proxyLines) = Self.lines(of: request, hasBody: hasBody, host: place.isEmpty ? nil : url)
        let texts = [
            address, request.method ?? "GET", proxy.map { "http://\($0)" } ?? "", place,
            settings.security.authorities ?? "",
        ]
        return Self.withStrings(texts) { texts in
            Self.withStrings(lines) { lines in
                Self.withStrings(proxyLines) { proxyLines in
                    var transfer = HTTPTransferRequest(
                        url: texts[0]!, method: texts[1]!, fields: lines, proxyFields: proxyLines, proxy: texts[2]!,
                        connectsTo: texts[3]!, checksCertificate: settings.security.checksCertificate,
                        checksName: settings.security.checksName, authorities: texts[4]!,
                        trafficClass: settings.trafficClass, hasBody: hasBody, bodyLength: length,
                        context: Unmanaged.passUnretained(self).toOpaque(),
                        head: { HTTPExchange.of($0).takeHead(UnsafeRawBufferPointer(start: $1, count: $2)) },
                        body: { HTTPExchange.of($0).takeBody(UnsafeRawBufferPointer(start: $1, count: $2)) },
                        send: { HTTPExchange.of($0).give(UnsafeMutableRawBufferPointer(start: $1, count: $2)) },
                        goesOn: { HTTPExchange.of($0).isWanted })
                    return HTTPTransferPerform(&transfer)
                }
            }
        }
    }

    /// The fields of a request as lines: those for the server, and those that only a proxy may see. The length and the way of the body
    /// are for the transfer to say.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - hasBody: whether it has a body.
    ///   - host: the URL whose host the field Host names, if the transfer does not know it.
    private static func lines(of request: HTTPMessage, hasBody: Bool, host: URL?) -> ([String], [String]) {
        var fields = request.fields.filter { field in
            !hasBody || !["content-length", "transfer-encoding"].contains(field.name.lowercased())
        }
        if let host, request.value(of: "Host") == nil { fields.insert(("Host", host.authority), at: 0) }
        func line(_ field: (name: String, value: String)) -> String {
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        let isForProxy = { (field: (name: String, value: String)) in field.name.isSameField("Proxy-Authorization") }
        return (fields.filter { !isForProxy($0) }.map(line), fields.filter(isForProxy).map(line))
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
        headerBytes += line.count
        guard headerBytes <= Self.mostOfHeaders else { return false }
        if reading.isHeaderComplete {
            // An answer below 200, such as 100 Continue, precedes another. Fields after a body are left out.
            guard reading.code < 200 else { return true }
            reading = HTTPMessage(isRequest: false)
        }
        guard reading.append(line.bindMemory(to: UInt8.self)) else { return false }
        guard reading.isHeaderComplete, reading.code >= 200 else { return true }
        if awaitsTunnel, reading.code < 300 {
            awaitsTunnel = false
            reading = HTTPMessage(isRequest: false)
            return true
        }
        let request = condition.withLock { self.request }
        reading.origin = request.url
        // A proxy that does not connect to a server of HTTPS cannot redirect the request: only the server can.
        tunnelIsRefused = awaitsTunnel
        next = settings.followsRedirections && source == nil && !awaitsTunnel ? request.redirected(by: reading) : nil
        guard next == nil else { return true }
        condition.withLock { response = HTTPMessage(copying: reading) }
        // The body of the proxy's refusal is not read: a program would take it for the server's.
        return !tunnelIsRefused
    }

    private func takeBody(_ new: UnsafeRawBufferPointer) -> Bool {
        // The body of a redirection that is followed is not needed.
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
        if url.server != target.server {
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
