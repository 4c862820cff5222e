import Foundation
import NetworkNamespace
import Synchronization
import Testing

@testable import CFNetwork

/// What a program hears of a stream on its run loop.
private final class Client: Sendable {
    let events = Mutex<[CFStreamEventType]>([])
    let bytes = Mutex<[UInt8]>([])
    let references = Mutex(0)
    /// Released at the first event of this kind.
    nonisolated(unsafe) var stream: CFReadStream?
    let last: CFStreamEventType

    init(endsAt last: CFStreamEventType = []) { self.last = last }

    /// Runs a run loop until the stream has ended.
    func run(_ stream: CFReadStream) {
        self.stream = stream
        var context = CFStreamClientContext(
            version: 0, info: Unmanaged.passUnretained(self).toOpaque(),
            retain: { info in
                Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue().references.withLock { $0 += 1 }
                return info
            },
            release: { info in Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue().references.withLock { $0 -= 1 }
            },
            copyDescription: nil)
        let all: CFStreamEventType = [.openCompleted, .hasBytesAvailable, .errorOccurred, .endEncountered]
        CFReadStreamSetClient(
            stream, all.rawValue,
            { stream, event, info in Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue().take(event) }, &context)
        CFReadStreamScheduleWithRunLoop(stream, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode)
        CFReadStreamOpen(stream)
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, false)
    }

    private func take(_ event: CFStreamEventType) {
        events.withLock { $0.append(event) }
        if event == .hasBytesAvailable {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = CFReadStreamRead(stream, &buffer, buffer.count)
            bytes.withLock { $0 += buffer.prefix(max(count, 0)) }
        }
        if event == last || event == .endEncountered || event == .errorOccurred {
            // Whatever a program does here is right.
            CFReadStreamUnscheduleFromRunLoop(stream, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode)
            CFReadStreamSetClient(stream, 0, nil, nil)
            CFReadStreamClose(stream)
            stream = nil
            CFRunLoopStop(CFRunLoopGetCurrent())
        }
    }
}

@Suite struct EventTests {
    /// Bytes arrive once and whole; the end is reported once, after the last.
    @Test func reportsBytesAndTheEnd() {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = Server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
            for start in stride(from: 0, to: body.count, by: 30_000) {
                connection.send(Array(body[start..<(start + 30_000)]))
            }
        }
        let client = Client()
        client.run(StreamTests.stream(server.url("/")))
        #expect(client.bytes.withLock { $0 } == body)
        let events = client.events.withLock { $0 }
        #expect(events.first == .openCompleted && events.last == .endEncountered)
        #expect(events.dropFirst().dropLast().allSatisfy { $0 == .hasBytesAvailable } && events.count > 70)
        #expect(client.references.withLock { $0 } == 0)
    }

    /// The same on a queue.
    @Test func reportsOnAQueue() {
        let body = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = Server { $1.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + body) }
        final class Reader: @unchecked Sendable {
            let stream: CFReadStream
            let ended = Received<CFStreamEventType>()
            var bytes: [UInt8] = []

            init(_ stream: CFReadStream) { self.stream = stream }

            func take(_ event: CFStreamEventType) {
                dispatchPrecondition(condition: .onQueue(Self.queue))
                guard event == .hasBytesAvailable else { return ended.append(event) }
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = CFReadStreamRead(stream, &buffer, buffer.count)
                bytes += buffer.prefix(max(count, 0))
            }

            static let queue = DispatchQueue(label: "client")
        }
        let reader = Reader(StreamTests.stream(server.url("/")))
        var context = CFStreamClientContext(
            version: 0, info: Unmanaged.passUnretained(reader).toOpaque(), retain: nil, release: nil,
            copyDescription: nil)
        let events: CFStreamEventType = [.hasBytesAvailable, .errorOccurred, .endEncountered]
        CFReadStreamSetClient(
            reader.stream, events.rawValue,
            { Unmanaged<Reader>.fromOpaque($2!).takeUnretainedValue().take($1) }, &context)
        CFReadStreamSetDispatchQueue(reader.stream, Reader.queue)
        CFReadStreamOpen(reader.stream)
        #expect(reader.ended.next() == .endEncountered)
        CFReadStreamSetDispatchQueue(reader.stream, nil)
        CFReadStreamClose(reader.stream)
        Reader.queue.sync { #expect(reader.bytes.elementsEqual(body)) }
    }

    @Test func reportsAnEmptyBodyAndErrors() {
        let empty = Server { $1.send("HTTP/1.1 204 Nothing\r\n\r\n") }
        let client = Client()
        client.run(StreamTests.stream(empty.url("/")))
        #expect(client.events.withLock { $0 } == [.openCompleted, .endEncountered])
        let half = Server { $1.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf") }
        let other = Client()
        other.run(StreamTests.stream(half.url("/")))
        #expect(other.events.withLock { $0 } == [.openCompleted, .hasBytesAvailable, .errorOccurred])
        #expect(other.bytes.withLock { $0 } == Array("half".utf8))
    }

    /// A program may close and release a stream at its first bytes. The thread ends, and with it the connection.
    @Test func endsAtTheFirstBytes() {
        let closed = DispatchSemaphore(value: 0)
        let server = Server { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\nfirst")
            _ = connection.receive()
            closed.signal()
        }
        let client = Client(endsAt: .hasBytesAvailable)
        client.run(StreamTests.stream(server.url("/")))
        #expect(client.events.withLock { $0 } == [.openCompleted, .hasBytesAvailable])
        #expect(client.references.withLock { $0 } == 0)
        #expect(closed.wait(timeout: .now() + 10) == .success)
    }

    /// A server that sends without end waits while nobody reads, and goes on when the stream has room.
    @Test func doesNotReadMoreThanIsWanted() {
        let stalls = Received<Bool>()
        let server = Server { _, connection in
            connection.limitWaits(toSeconds: 1)
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            let piece = [UInt8](repeating: 120, count: 1 << 20)
            for _ in 0..<200 where !connection.send(piece) { return stalls.append(true) }
            stalls.append(false)
        }
        let exchange = HTTPExchange(
            HTTPMessage(.request(method: "GET", url: server.url("/"), version: "HTTP/1.1")), HTTPExchange.Settings(),
            changed: {})
        exchange.start()
        #expect(stalls.next() == true)
        #expect((1...1 << 19).contains(exchange.status.waiting))
        exchange.cancel()
        var byte: [UInt8] = [0]
        #expect((try? byte.withUnsafeMutableBufferPointer { try exchange.read($0) }.count) == 0)
    }

    /// A stream that was scheduled and never opened goes with its last reference, and what it holds with it.
    @Test func letsAStreamGoThatWasNeverOpened() throws {
        weak var body: AnyObject?
        do {
            let file = unsafeBitCast(NSURL(fileURLWithPath: "/dev/null"), to: CoreFoundationURL.self)
            let bytes = try #require(CFReadStreamCreateWithFile(nil, file))
            body = bytes
            let request = HTTPMessage(
                .request(method: "PUT", url: URL(string: "http://127.0.0.1:1/")!, version: "HTTP/1.1"))
            let stream = Unmanaged<CFReadStream>.fromOpaque(HTTPStream.make(request, source: bytes)).takeRetainedValue()
            CFReadStreamScheduleWithRunLoop(stream, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode)
            CFReadStreamUnscheduleFromRunLoop(stream, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode)
            #expect(body != nil)
        }
        #expect(body == nil)
    }

    /// A program releases streams while another thread's run loop reports what they have.
    @Test func letsStreamsGoWhileTheyReport() {
        struct Loop: @unchecked Sendable { let loop: CFRunLoop }
        let server = Server { $1.send("HTTP/1.1 200 OK\r\n\r\nbytes") }
        let loops = Received<Loop>()
        let ended = DispatchSemaphore(value: 0)
        Thread {
            RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
            loops.append(Loop(loop: CFRunLoopGetCurrent()))
            CFRunLoopRun()
            ended.signal()
        }.start()
        let other = loops.next()!.loop
        let client = Client()
        var context = CFStreamClientContext(
            version: 0, info: Unmanaged.passUnretained(client).toOpaque(), retain: nil, release: nil,
            copyDescription: nil)
        for round in 0..<200 {
            let stream = StreamTests.stream(server.url("/"))
            CFReadStreamSetClient(
                stream, CFStreamEventType.hasBytesAvailable.rawValue,
                { _, event, info in
                    Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue().events.withLock { $0.append(event) }
                }, &context)
            CFReadStreamScheduleWithRunLoop(stream, other, kCFRunLoopDefaultMode)
            CFReadStreamOpen(stream)
            usleep(UInt32(round * 10))
        }
        CFRunLoopStop(other)
        ended.wait()
        #expect(client.events.withLock { $0.allSatisfy { $0 == .hasBytesAvailable } && $0.count <= 200 })
    }
}
