import CCurl
import Foundation
import Synchronization

/// One request over HTTP, and its answer, whose body is handed on as it comes. For one thread.
final class HTTPRequest {
    /// How it ended, and why, as text for users.
    struct Outcome {
        let end: Int
        let reason: String
    }

    private(set) var answer = HTTPAnswer()
    /// The bytes that are wanted; the end is 0 for that of the file.
    var range: (start: Int64, end: Int64) = (0, 0)
    /// A header of this request, `Name: value`, beside those of the options.
    var header: String?
    /// Asked about once a second; false ends the request.
    var goesOn: () -> Bool = { true }

    private let options: HTTPOptions
    private let take: (UnsafeRawBufferPointer, HTTPAnswer) -> Bool

    /// - Parameters:
    ///   - options: what all requests for the media have in common.
    ///   - take: gets the body piece by piece, and may take its time. Ends the request with false.
    init(_ options: HTTPOptions, take: @escaping (UnsafeRawBufferPointer, HTTPAnswer) -> Bool) {
        (self.options, self.take) = (options, take)
    }

    /// Sends the request, and returns when the answer has ended.
    ///
    /// - Parameters:
    ///   - silence: measures how long nothing comes. While `take` runs, nothing is waited for.
    ///   - session: keeps the connection for later requests; nil for a connection of its own.
    func perform(_ url: String, _ silence: Silence, in session: HTTPSession? = nil) -> Outcome {
        answer = HTTPAnswer()
        silence.begin()
        defer { silence.end() }
        receive = { [take, unowned self] bytes in
            silence.end()
            defer { silence.begin() }
            return take(bytes, answer)
        }
        return withExtendedLifetime(session) {
            url.withCString { url in
                options.agent.withCString { agent in
                    let headers = options.headers + (header.map { [$0] } ?? [])
                    return headers.joined(separator: "\n").withCString {
                        perform(url, agent, $0, silence.patience, session)
                    }
                }
            }
        }
    }

    private var receive: (UnsafeRawBufferPointer) -> Bool = { _ in false }

    private func perform(
        _ url: UnsafePointer<CChar>, _ agent: UnsafePointer<CChar>, _ headers: UnsafePointer<CChar>, _ patience: Int,
        _ session: HTTPSession?
    ) -> Outcome {
        var request = CurlRequest(
            session: session?.handle, url: url, userAgent: agent, extraHeaders: headers, start: range.start,
            end: range.end, patience: patience, context: Unmanaged.passUnretained(self).toOpaque(),
            head: { context, line, count in
                let request = Unmanaged<HTTPRequest>.fromOpaque(context!).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: line, count: count)
                return request.answer.take(String(decoding: bytes, as: UTF8.self)) ? 1 : 0
            },
            body: { context, bytes, count in
                let request = Unmanaged<HTTPRequest>.fromOpaque(context!).takeUnretainedValue()
                return request.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
            },
            goesOn: { context in
                Unmanaged<HTTPRequest>.fromOpaque(context!).takeUnretainedValue().goesOn() ? 1 : 0
            })
        let outcome = CurlPerform(&request)
        let reason = withUnsafeBytes(of: outcome.reason) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Outcome(end: Int(outcome.end), reason: withoutControls(reason))
    }
}

/// What all requests for one piece of media have in common.
package struct HTTPOptions: Sendable {
    /// Headers that say who asks, and that another server must not get.
    private static let credentials: Set = ["authorization", "proxy-authorization", "cookie"]

    /// The program, as servers see it in their logs.
    package var agent: String
    /// Headers, `Name: value`. None contains a line feed.
    package private(set) var headers: [String] = []

    package init(agent: String = "swift-corelibs-audio") { self.agent = agent }

    /// Adds a header. One with a character that would end its line, or without a name, is ignored: it would be another request.
    package mutating func add(_ name: String, _ value: String) {
        let unsafe: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        guard !name.isEmpty, !name.utf8.contains(where: { unsafe($0) || $0 == 0x3A || $0 == 0x20 }),
            !value.utf8.contains(where: unsafe)
        else { return }
        // libcurl takes a name with a semicolon for a header without a value.
        headers.append(value.isEmpty ? name + ";" : name + ": " + value)
    }
}

extension HTTPOptions {
    /// The options for an address to which another one leads: without credentials where it is of another server.
    ///
    /// Requests drop them themselves where an answer redirects them. This is for later requests, which begin at the new address.
    package func redirected(from first: String, to second: String) -> HTTPOptions {
        guard let origin = Self.origin(first), origin == Self.origin(second) else {
            var options = self
            options.headers.removeAll { header in
                Self.credentials.contains(header.prefix { $0 != ":" && $0 != ";" }.lowercased())
            }
            return options
        }
        return self
    }

    /// The scheme, the host and the port of an address; nil where it has none.
    private static func origin(_ address: String) -> [String]? {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased()
        else { return nil }
        return [scheme, host, String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
}

/// Keeps a connection open from one request to the next. For one thread at a time.
final class HTTPSession {
    fileprivate let handle = CurlOpen()

    deinit { CurlClose(handle) }
}
