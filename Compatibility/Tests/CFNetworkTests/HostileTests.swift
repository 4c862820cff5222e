import Foundation
import NetworkNamespace
import Synchronization
import Testing

@testable import CFNetwork

/// Servers that mean no good: no stream waits for ever for them unasked, keeps more than its share, or ends the program.
@Suite struct HostileTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"

    /// What a server begins with, and then sends without end.
    @Test(arguments: [
        (ok, "a: 1\r\n"), (ok, "a"), ("", "x"), ("", "\r\n"), ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("", "HTTP/1.1 103 Early\r\nA: \(String(repeating: "b", count: 1000))\r\n\r\n"),
        (ok + "a: 1\r\n", " b\r\n"), (ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "a: 1\r\n"),
        ("HTTP/1.1 302 Away\r\nLocation: /", "x"),
    ])
    func endsWhatHasNoEnd(start: String, rest: String) {
        let sent = Received<Int>()
        let server = Server { _, connection in
            connection.send(start)
            let piece = Array(String(repeating: rest, count: 1 + 16384 / rest.utf8.count).utf8)
            var count = 0
            // Half a gigabyte is more than any buffer on the way holds.
            while count < 512 << 20, connection.send(piece) { count += piece.count }
            sent.append(count)
        }
        let answer = StreamTests.read(StreamTests.stream(server.url("/"), "GET", StreamTests.redirects))
        #expect(answer.error.error != 0 && answer.text.isEmpty)
        let count = sent.next()
        #expect(count ?? .max < 64 << 20)
    }

    /// Lengths that are not true.
    @Test(arguments: [
        ("Content-Length: -1", "body"), ("Content-Length: 99999999999999999999999", "body"),
        ("Content-Length: 9223372036854775807", "body"), ("Content-Length: 0x4", "body"),
        ("Content-Length: 3\r\nContent-Length: 50", "body"),
        ("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\nbody"),
        ("Transfer-Encoding: chunked", "7FFFFFFFFFFFFFFF\r\nbody"),
        ("Transfer-Encoding: chunked", "-4\r\nbody\r\n0\r\n\r\n"),
        ("Transfer-Encoding: chunked", "4\r\nbodyX\r\n0\r\n\r\n"), ("Transfer-Encoding: chunked", "4\r\nbo"),
        ("Transfer-Encoding: chunked", "\r\n\r\n\r\n"), ("Transfer-Encoding: gzip, chunked, nonsense", "4\r\nbody\r\n"),
        ("Content-Encoding: gzip\r\nContent-Length: 4", "body"), ("Content-Length: 2", "body and more"),
    ])
    func believesNoLength(field: String, body: String) {
        let server = Server { $1.send(Self.ok + field + "\r\n\r\n" + body) }
        let answer = StreamTests.read(StreamTests.stream(server.url("/")))
        #expect(answer.text.utf8.count <= body.utf8.count)
    }

    /// An answer that breaks off anywhere is an error, unless it is one without a length whose header is whole.
    @Test func takesAnswersThatBreakOff() {
        let whole = Self.ok + "Name: value\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
        let lengths = Mutex(0)
        let server = Server { _, connection in
            let length = lengths.withLock { length in
                defer { length += 1 }
                return length
            }
            connection.send(String(whole.prefix(length)))
        }
        // A line end is one character of Swift's.
        for length in 0...whole.count {
            let answer = StreamTests.read(StreamTests.stream(server.url("/")))
            #expect("body".hasPrefix(answer.text))
            #expect((answer.error.error == 0) == (length == whole.count), "\(length)")
        }
    }

    /// A server that sends one byte after another is read as they come.
    @Test func readsSlowServers() {
        let server = Server { _, connection in
            for byte in (Self.ok + "Content-Length: 4\r\n\r\nslow").utf8 {
                connection.send([byte])
                usleep(2000)
            }
        }
        let (text, error) = StreamTests.read(StreamTests.stream(server.url("/")))
        #expect(text == "slow" && error.error == 0)
    }

    /// A program that no longer wants to wait for a silent server cancels, on another thread than the one that reads.
    @Test func endsAWait() {
        let closed = DispatchSemaphore(value: 0)
        let asked = DispatchSemaphore(value: 0)
        let server = Server { _, connection in
            asked.signal()
            _ = connection.receive()
            closed.signal()
        }
        let exchange = HTTPExchange(
            ProxyTests.request(server.url("/").absoluteString), HTTPExchange.Settings(), changed: {})
        exchange.start()
        let read = DispatchSemaphore(value: 0)
        Thread {
            var byte: [UInt8] = [0]
            _ = try? byte.withUnsafeMutableBufferPointer { try exchange.read($0) }
            read.signal()
        }.start()
        #expect(asked.wait(timeout: .now() + 10) == .success)
        exchange.cancel()
        #expect(read.wait(timeout: .now() + 10) == .success)
        #expect(closed.wait(timeout: .now() + 10) == .success)
    }

    /// Answers with a few bytes changed.
    @Test func takesAnything() {
        let whole = Array(
            "HTTP/1.1 100 Wait\r\n\r\nHTTP/1.1 301 Away\r\nLocation: /there\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
                .utf8)
        let server = Server { _, connection in
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4) { bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255) }
            connection.send(bytes)
        }
        var ended = 0
        for _ in 0..<150 {
            let stream = StreamTests.stream(server.url("/"), "GET", StreamTests.redirects)
            _ = StreamTests.read(stream)
            let status = CFReadStreamGetStatus(stream)
            if status == .atEnd || status == .error { ended += 1 }
        }
        #expect(ended == 150)
    }
}
