import Foundation
import NetworkCClient
import Synchronization
import Testing

@testable import CFNetwork

/// Streams of HTTP against a server that does not behave.
@Suite struct StreamTests {
    static let ok = "HTTP/1.1 200 OK\r\n"

    static func stream(
        _ url: URL, _ method: String = "GET", body: String? = nil, _ properties: [(CFString, AnyObject)] = []
    ) -> CFReadStream {
        let request = CFHTTPMessageCreateRequest(nil, method as CFString, url as CFURL, kCFHTTPVersion1_1)
            .takeRetainedValue()
        CFHTTPMessageSetHeaderFieldValue(request, "Authorization" as CFString, "for one server" as CFString)
        if let body { CFHTTPMessageSetBody(request, Data(body.utf8) as CFData) }
        let stream = CFReadStreamCreateForHTTPRequest(nil, request).takeRetainedValue()
        for (name, value) in properties {
            #expect(CFReadStreamSetProperty(stream, CFStreamPropertyKey(rawValue: name), value))
        }
        return stream
    }

    /// Reads what a request of a program's own is answered.
    static func read(_ request: HTTPMessage, _ properties: [(CFString, AnyObject)] = [], authorities: String? = nil)
        -> (
            text: String, error: CFStreamError, header: CFHTTPMessage?
        )
    {
        let stream = Unmanaged<CFReadStream>.fromOpaque(HTTPStream.make(request, authorities: authorities))
            .takeRetainedValue()
        for (name, value) in properties {
            #expect(CFReadStreamSetProperty(stream, CFStreamPropertyKey(rawValue: name), value))
        }
        let (text, error) = read(stream)
        return (text, error, header(stream))
    }

    static var redirects: [(CFString, AnyObject)] { [(kCFStreamPropertyHTTPShouldAutoredirect, kCFBooleanTrue)] }

    /// Reads to the end, by pieces of an odd length.
    static func read(_ stream: CFReadStream) -> (text: String, error: CFStreamError) {
        CFReadStreamOpen(stream)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1021)
        while case let count = CFReadStreamRead(stream, &buffer, buffer.count), count > 0 {
            bytes += buffer.prefix(count)
        }
        return (String(decoding: bytes, as: UTF8.self), CFReadStreamGetError(stream))
    }

    static func property(_ stream: CFReadStream, _ name: CFString) -> AnyObject? {
        CFReadStreamCopyProperty(stream, CFStreamPropertyKey(rawValue: name))
    }

    static func message(_ object: AnyObject) -> CFHTTPMessage { object as! CFHTTPMessage }

    static func header(_ stream: CFReadStream) -> CFHTTPMessage? {
        property(stream, kCFStreamPropertyHTTPResponseHeader).map(message)
    }

    @Test func readsABody() throws {
        let server = Server { _, connection in
            connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            connection.send(
                Self.ok
                    + "Name: value\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhell\r\n1\r\no\r\n0\r\nTrailer: late\r\n\r\n"
            )
        }
        let stream = Self.stream(server.url("/path?query#fragment"))
        #expect(Self.header(stream) == nil)
        let (text, error) = Self.read(stream)
        #expect(text == "hello" && error.error == 0)
        #expect(CFReadStreamGetStatus(stream) == .atEnd)
        let header = try #require(Self.header(stream))
        #expect(CFHTTPMessageGetResponseStatusCode(header) == 200 && MessageTests.field(header, "name") == "value")
        #expect(MessageTests.field(header, "Trailer") == nil && CFHTTPMessageCopyBody(header) == nil)
        #expect(
            Self.property(stream, kCFStreamPropertyHTTPFinalURL) as? NSURL == server.url("/path?query#fragment")
                as NSURL)
        #expect(
            !CFReadStreamSetProperty(
                stream, CFStreamPropertyKey(rawValue: kCFStreamPropertyHTTPShouldAutoredirect), kCFBooleanTrue))
        #expect(
            server.requests.first?.hasPrefix("GET /path?query HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n") == true)
        CFReadStreamClose(stream)
    }

    @Test func servesC() {
        let server = Server { $1.send(Self.ok + "\r\nhello") }
        #expect(NetworkClientStream(server.url("/").absoluteString) == 0)
        #expect(server.requests.first?.contains("Content-Length: 0\r\n") == true)
    }

    @Test func sendsABody() {
        let text = String(repeating: "0123456789", count: 20000)
        let received = Mutex("")
        let server = Server { request, connection in
            var body = request.components(separatedBy: "\r\n\r\n").dropFirst().joined()
            while body.utf8.count < text.utf8.count { body += String(decoding: connection.receive(), as: UTF8.self) }
            received.withLock { $0 = body }
            connection.send(Self.ok + "Content-Length: 2\r\n\r\nok")
        }
        let stream = Self.stream(server.url("/"), "PUT", body: text)
        #expect(Self.read(stream).text == "ok")
        #expect(received.withLock { $0 } == text)
        #expect(server.requests[0].contains("Content-Length: 200000\r\n"))
        #expect(Self.property(stream, kCFStreamPropertyHTTPRequestBytesWrittenCount) as? Int == 200000)
    }

    @Test func sendsAStream() throws {
        let server = Server { request, connection in
            var all = request
            while !all.hasSuffix("0\r\n\r\n") { all += String(decoding: connection.receive(), as: UTF8.self) }
            connection.send(Self.ok + "\r\n" + (all.contains("\r\n\r\n5\r\nhello\r\n0\r\n\r\n") ? "whole" : all))
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
        try Data("hello".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let source = try #require(
            CFReadStreamCreateWithFile(nil, unsafeBitCast(file as NSURL, to: CoreFoundationURL.self)))
        let request = CFHTTPMessageCreateRequest(nil, "POST" as CFString, server.url("/") as CFURL, kCFHTTPVersion1_1)
            .takeRetainedValue()
        let stream = CFReadStreamCreateForStreamedHTTPRequest(nil, request, source).takeRetainedValue()
        #expect(Self.read(stream).text == "whole")
    }

    /// Calls of Core Foundation that programs make beside, with Foundation's strings and URLs.
    @Test func takesFoundationsObjects() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("file-\(UUID().uuidString)")
        try Data("hello".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = try #require(CFReadStreamCreateWithFile(kCFAllocatorDefault, file as CFURL))
        #expect(CFReadStreamSetProperty(stream, .fileCurrentOffset, NSNumber(value: 2)))
        #expect(Self.read(stream).text == "llo")
        #expect(CFReadStreamCreateWithFile(nil, URL(string: "http://example.org/")! as CFURL) == nil)
        #expect(CFStringGetIntValue("12 bytes" as CFString) == 12 && CFStringGetIntValue("none" as CFString) == 0)
        let keys: [CFStreamPropertyKey] = [
            .fileCurrentOffset, .appendToFile, .dataWritten, .socketNativeHandle, .socketRemoteHostName,
            .socketRemotePortNumber,
        ]
        #expect(Set(keys).count == 6)
    }

    // MARK: Redirections

    @Test func followsRedirectionsIfAsked() throws {
        let other = Server { $1.send(Self.ok + "\r\nthere") }
        let server = Server { request, connection in
            if request.hasPrefix("POST /first") {
                connection.send("HTTP/1.1 302 Found\r\nLocation: second?a b\r\n\r\nignored")
                return
            }
            connection.send(
                "HTTP/1.1 307 Away\r\nLocation: \(other.url("/end"))\r\nContent-Length: 100000000\r\n\r\nignored")
        }
        let still = Self.stream(server.url("/a/first"), "POST", body: "x")
        #expect(Self.read(still).error.error != 0 || Self.header(still).map(CFHTTPMessageGetResponseStatusCode) == 307)
        let stream = Self.stream(server.url("/first"), "POST", body: "x", Self.redirects)
        #expect(Self.read(stream).text == "there")
        #expect(server.requests[2].hasPrefix("GET /second?a%20b HTTP/1.1\r\n"))
        #expect(server.requests[2].contains("Authorization: for one server"))
        #expect(!other.requests[0].contains("Authorization"))
        #expect(Self.property(stream, kCFStreamPropertyHTTPFinalURL) as? NSURL == other.url("/end") as NSURL)
        let final = Self.message(try #require(Self.property(stream, kCFStreamPropertyHTTPFinalRequest)))
        #expect(CFHTTPMessageCopyRequestMethod(final)?.takeRetainedValue() as String? == "GET")
    }

    @Test func endsLoopsAndRefusesOtherPlaces() {
        let loop = Server { $1.send("HTTP/1.1 301 Again\r\nLocation: /again\r\n\r\n") }
        let stream = Self.stream(loop.url("/"), "GET", Self.redirects)
        let error = Self.read(stream).error
        #expect(error.domain == 4 && error.error == -2)
        #expect(loop.requests.count == 21)
        let file = Server { $1.send("HTTP/1.1 301 Away\r\nLocation: file:///etc/passwd\r\n\r\n") }
        let other = Self.read(Self.stream(file.url("/"), "GET", Self.redirects))
        #expect(other.error.error == -3 && other.text.isEmpty)
    }

    // MARK: Errors

    @Test(arguments: [
        ("", 1, ECONNRESET), ("nonsense\r\n\r\n", 4, -1), ("HTTP/1.1 abc\r\n\r\n", 4, -1),
        ("HTTP/1.1 200 OK\r\nno colon at all\r\n\r\nbody", 4, -1),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", 1, ECONNRESET),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 4, -1),
        ("HTTP/1.1 200 OK\r\n" + String(repeating: "a: 1\r\n", count: 60000) + "\r\n", 4, -1),
    ])
    func reportsErrors(answer: String, domain: Int, number: Int32) {
        let server = Server { $1.send(answer) }
        let stream = Self.stream(server.url("/"))
        let result = Self.read(stream)
        #expect(result.error.domain == domain && result.error.error == number)
        #expect(CFReadStreamGetStatus(stream) == .error)
        #expect(result.text == (answer.hasSuffix("half") ? "half" : ""))
    }

    @Test func reportsWhoIsNotThere() {
        // A port that no server of a test gets.
        let refused = Self.read(Self.stream(URL(string: "http://127.0.0.1:1/")!)).error
        #expect(refused.domain == 1 && refused.error == ECONNREFUSED)
        let unknown = Self.read(Self.stream(URL(string: "http://host.invalid/")!)).error
        #expect(unknown.domain == 12)
        for text in ["ftp://127.0.0.1/", "file:///etc/passwd", "nothing"] {
            let bad = Self.read(Self.stream(URL(string: text)!)).error
            #expect(bad.domain == 4 && bad.error == -3, "\(text)")
        }
    }

    // MARK: Passwords

    @Test(arguments: [
        "Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256, domain=\"/guarded\"",
    ])
    func answersAServer(challenge: String) throws {
        let server = Server { request, connection in
            let answered = request.contains("Authorization: \(challenge.prefix(5))")
            connection.send(
                answered
                    ? Self.ok + "\r\nin"
                    : "HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 3\r\n\r\nout")
        }
        let stream = Self.stream(server.url("/guarded/page"))
        #expect(Self.read(stream).text == "out")
        let response = try #require(Self.header(stream))
        let auth = CFHTTPAuthenticationCreateFromResponse(nil, response).takeRetainedValue()
        func request(_ url: URL) -> CFHTTPMessage {
            CFHTTPMessageCreateRequest(nil, "GET" as CFString, url as CFURL, kCFHTTPVersion1_1).takeRetainedValue()
        }
        let again = request(server.url("/guarded/page"))
        #expect(CFHTTPAuthenticationAppliesToRequest(auth, again))
        #expect(!CFHTTPAuthenticationAppliesToRequest(auth, request(server.url("/other"))))
        #expect(!CFHTTPAuthenticationAppliesToRequest(auth, request(URL(string: "http://example.org/guarded/page")!)))
        #expect(CFHTTPMessageApplyCredentials(again, auth, "me" as CFString, "secret" as CFString, nil))
        #expect(Self.read(CFReadStreamCreateForHTTPRequest(nil, again).takeRetainedValue()).text == "in")
    }
}
