import Foundation
import NetworkCClient
import Testing

@testable import CFNetwork

@Suite struct MessageTests {
    static func read(_ text: String, isRequest: Bool = false, pieces: Int = .max) -> (CFHTTPMessage, Bool) {
        let message = CFHTTPMessageCreateEmpty(nil, isRequest).takeRetainedValue()
        var rest = Array(text.utf8)[...]
        var isGood = true
        while isGood, !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            isGood = CFHTTPMessageAppendBytes(message, piece, piece.count)
            rest = rest.dropFirst(piece.count)
        }
        return (message, isGood)
    }

    static func field(_ message: CFHTTPMessage, _ name: String) -> String? {
        CFHTTPMessageCopyHeaderFieldValue(message, name as CFString)?.takeRetainedValue() as String?
    }

    /// As programs for a Mac write it.
    @Test func writesARequest() throws {
        let url = URL(string: "http://example.org:8080/a%20b?c=d#e")! as CFURL
        let request = CFHTTPMessageCreateRequest(kCFAllocatorDefault, "GET" as CFString, url, kCFHTTPVersion1_1)
            .takeRetainedValue()
        CFHTTPMessageSetHeaderFieldValue(request, "Host" as CFString, "example.org" as CFString)
        CFHTTPMessageSetHeaderFieldValue(request, "X" as CFString, "1" as CFString)
        CFHTTPMessageSetHeaderFieldValue(request, "Last" as CFString, "3" as CFString)
        CFHTTPMessageSetHeaderFieldValue(request, "x" as CFString, "2\r\nEvil: yes" as CFString)
        CFHTTPMessageSetHeaderFieldValue(request, "Bad Name" as CFString, "2" as CFString)
        CFHTTPMessageSetHeaderFieldValue(request, "Gone" as CFString, "2" as CFString)
        CFHTTPMessageSetHeaderFieldValue(request, "GONE" as CFString, nil)
        CFHTTPMessageSetBody(request, Data([1, 2, 0]) as CFData)
        let data = try #require(CFHTTPMessageCopySerializedMessage(request)).takeRetainedValue() as Data
        #expect(
            data == Data("GET /a%20b?c=d HTTP/1.1\r\nHost: example.org\r\nx: 2  Evil: yes\r\nLast: 3\r\n\r\n".utf8) + [
                1, 2, 0,
            ])
        #expect(CFHTTPMessageIsRequest(request) && CFHTTPMessageIsHeaderComplete(request))
        #expect(CFHTTPMessageCopyRequestMethod(request)?.takeRetainedValue() as String? == "GET")
        #expect((CFHTTPMessageCopyRequestURL(request)?.takeRetainedValue()).map { $0 as URL } == url as URL)
        #expect(CFHTTPMessageGetResponseStatusCode(request) == 0 && CFHTTPMessageCopyResponseStatusLine(request) == nil)
        #expect(CFGetTypeID(request) == CFHTTPMessageGetTypeID())

        let copy = CFHTTPMessageCreateCopy(nil, request).takeRetainedValue()
        CFHTTPMessageSetHeaderFieldValue(copy, "x" as CFString, "other" as CFString)
        #expect(Self.field(request, "X") == "2  Evil: yes" && Self.field(copy, "X") == "other")
    }

    @Test func writesAResponse() throws {
        let response = CFHTTPMessageCreateResponse(nil, 404, nil, kCFHTTPVersion1_0).takeRetainedValue()
        CFHTTPMessageSetHeaderFieldValue(response, "Content-Length" as CFString, "0" as CFString)
        let data = try #require(CFHTTPMessageCopySerializedMessage(response)).takeRetainedValue() as Data
        #expect(String(decoding: data, as: UTF8.self) == "HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        #expect(CFHTTPMessageCopyVersion(response).takeRetainedValue() as String == "HTTP/1.0")
        #expect(CFHTTPMessageCopyBody(response) == nil)
    }

    static let response =
        "\r\nHTTP/1.1 206 Partial Content\r\nName: a\r\n  b\r\nNAME:c\r\nEmpty:\r\nLatin: caf\u{e9}\n\r\n\0body\r\n\r\n"

    /// The same message, in pieces of each length.
    @Test(arguments: [1, 2, 3, 7, 1000]) func readsAResponse(pieces: Int) throws {
        let (message, isGood) = Self.read(Self.response, pieces: pieces)
        #expect(isGood && CFHTTPMessageIsHeaderComplete(message) && !CFHTTPMessageIsRequest(message))
        #expect(CFHTTPMessageGetResponseStatusCode(message) == 206)
        #expect(
            CFHTTPMessageCopyResponseStatusLine(message)?.takeRetainedValue() as String?
                == "HTTP/1.1 206 Partial Content")
        #expect(
            Self.field(message, "name") == "a b, c" && Self.field(message, "Empty") == ""
                && Self.field(message, "None") == nil)
        let all = try #require(CFHTTPMessageCopyAllHeaderFields(message)).takeRetainedValue() as? [String: String]
        #expect(all == ["Name": "a b, c", "Empty": "", "Latin": "café"])
        #expect(CFHTTPMessageCopyBody(message)?.takeRetainedValue() as Data? == Data("\0body\r\n\r\n".utf8))
    }

    @Test func readsARequest() throws {
        let (message, isGood) = Self.read("POST /a?b HTTP/1.1\r\nHost: example.org\r\n\r\nbody", isRequest: true)
        #expect(isGood)
        #expect(CFHTTPMessageCopyRequestURL(message)?.takeRetainedValue().relativeString == "/a?b")
        #expect(CFHTTPMessageCopyRequestMethod(message)?.takeRetainedValue() as String? == "POST")
        #expect(CFHTTPMessageCopyBody(message)?.takeRetainedValue() as Data? == Data("body".utf8))
    }

    @Test(arguments: [
        "nonsense\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 +20 OK\r\n", "HTTP/1.1\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n",
        "HTTP/1.1 200 OK\r\n continued\r\n", "HTTP/1.1 200 OK\r\nbad name: 1\r\n", "HTTP/1.1 200 OK\r\na: 1\rb: 2\r\n",
        "HTTP/1.1 200 OK\r\na: \0\r\n", "HTTP/1.1 200 OK\rEvil: 1\r\n", "HTTP/1.1 200 O\0K\r\n",
        "HTTP/1.1 200 OK\r\na: 1\r\n b\rEvil: 2\r\n", "HTTP/1.1 200 OK\r\na: 1\r\n \0\r\n",
        "HTTP/1.1 200 OK\r\n" + String(repeating: "a: 1\r\n", count: 50000),
        String(repeating: "x", count: 300_000),
    ])
    func refuses(text: String) {
        let (message, isGood) = Self.read(text, pieces: 4096)
        #expect(!isGood)
        #expect(!CFHTTPMessageIsHeaderComplete(message))
        #expect(CFHTTPMessageCopySerializedMessage(message) == nil && CFHTTPMessageCopyAllHeaderFields(message) == nil)
    }

    @Test func refusesARequest() {
        for text in ["GET /a\rEvil: HTTP/1.1\r\n", "GET /\0 HTTP/1.1\r\n", "GET / HTTP/1.1\r \r\n"] {
            #expect(!Self.read(text, isRequest: true).1, "\(text.debugDescription)")
        }
    }

    /// What a percent sign stands for never gets into a line of HTTP, and brackets stay around an address.
    @Test(arguments: [
        ("http://a%0D%0AEvil:%201/", "CONNECT a%0D%0AEvil:%201:443 HTTP/1.1\r\n\r\n"),
        ("http://[2001:db8::1]:8443/", "CONNECT [2001:db8::1]:8443 HTTP/1.1\r\n\r\n"),
        ("http://example.org/path", "CONNECT example.org:443 HTTP/1.1\r\n\r\n"),
    ])
    func writesTheHostOfATunnel(text: String, wanted: String) throws {
        // A URL that cannot be made is no danger.
        guard let url = URL(string: text) else { return #expect(text.contains("%0D")) }
        let message = HTTPMessage(.request(method: "CONNECT", url: url, version: "HTTP/1.1"))
        #expect(try String(decoding: #require(message.serialized), as: UTF8.self) == wanted)
    }

    /// The time that a message takes grows with its length, and not with the square of it.
    @Test func readsLongMessagesInTime() {
        let clock = ContinuousClock()
        let start = clock.now
        let (message, isGood) = Self.read(
            "HTTP/1.1 200 OK\r\n" + (0..<25_000).map { "x\($0):\r\n" }.joined() + "\r\n", pieces: 4096)
        #expect(isGood)
        #expect((CFHTTPMessageCopyAllHeaderFields(message)?.takeRetainedValue() as NSDictionary?)?.count == 25_000)
        let piece = [UInt8](repeating: 7, count: 1024)
        for _ in 0..<20_000 { CFHTTPMessageAppendBytes(message, piece, piece.count) }
        #expect(CFHTTPMessageCopyBody(message)?.takeRetainedValue().length == 20_000 << 10)
        // By the square it is a minute and more.
        #expect(clock.now - start < .seconds(20))
    }

    @Test func neverTraps() {
        let whole = Array(Self.response.utf8)
        for length in 0..<whole.count { _ = Self.read(String(decoding: whole[..<length], as: UTF8.self)) }
        for _ in 0..<2000 {
            let message = HTTPMessage(isRequest: Bool.random())
            var bytes = whole
            for _ in 0..<8 { bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255) }
            _ = bytes.withUnsafeBufferPointer { message.append($0) }
            _ = message.serialized
        }
    }

    /// Objects are of a class that programs can cast to, and of Core Foundation's type. They end with their last reference.
    @Test func isAClass() throws {
        weak var last: AnyObject?
        do {
            let (message, _) = Self.read("HTTP/1.1 200 OK\r\n\r\n")
            let any: Any = message
            let object = try #require(any as? CFHTTPMessage)
            last = object
            #expect(object === message && object == message && !(any is CFHTTPAuthentication))
            #expect(NSArray(array: [object]).object(at: 0) as? CFHTTPMessage === message)
            #expect(CFGetTypeID(object) == CFHTTPMessageGetTypeID() && CFEqual(object, message))
            #expect(CFHash(object) == CFHash(message))
        }
        #expect(last == nil)
    }

    @Test func servesC() { #expect(NetworkClientMessages() == 0) }
}
