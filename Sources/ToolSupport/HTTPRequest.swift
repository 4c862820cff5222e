import CCurl
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
    /// A header, `Name: value`.
    var header: String?
    /// Asked about once a second; false ends the request.
    var goesOn: () -> Bool = { true }

    private let take: (UnsafeRawBufferPointer, HTTPAnswer) -> Bool

    /// - Parameter take: gets the body piece by piece, and may take its time. Ends the request with false.
    init(take: @escaping (UnsafeRawBufferPointer, HTTPAnswer) -> Bool) { self.take = take }

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
                "afplay".withCString { agent in
                    guard let header else { return perform(url, agent, nil, silence.patience, session) }
                    return header.withCString { perform(url, agent, $0, silence.patience, session) }
                }
            }
        }
    }

    private var receive: (UnsafeRawBufferPointer) -> Bool = { _ in false }

    private func perform(
        _ url: UnsafePointer<CChar>, _ agent: UnsafePointer<CChar>, _ header: UnsafePointer<CChar>?, _ patience: Int,
        _ session: HTTPSession?
    ) -> Outcome {
        var request = CurlRequest(
            session: session?.handle, url: url, userAgent: agent, extraHeader: header, start: range.start,
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
        return Outcome(end: Int(outcome.end), reason: printable(reason))
    }
}

/// Keeps a connection open from one request to the next. For one thread at a time.
final class HTTPSession {
    fileprivate let handle = CurlOpen()

    deinit { CurlClose(handle) }
}
