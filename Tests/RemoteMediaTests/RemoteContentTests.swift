import AudioCore
import Dispatch
import Foundation
import RemoteMedia
import TestSupport
import Testing

/// What is requested of servers that redirect, send other parts than were requested, or send nothing any more.
@Suite struct RemoteContentTests {
    typealias Answer = ScriptedServer.Answer

    private static func environment(patience: Int = 60) -> RemoteEnvironment {
        var environment = RemoteEnvironment()
        environment.patience = patience
        environment.pause = { _ in }
        environment.options.add("Authorization", "Bearer secret")
        environment.options.add("cookie", "name=secret")
        environment.options.add("X-Token", "public")
        return environment
    }

    /// The first request is redirected by libcurl; those that follow begin at the new address.
    @Test(arguments: [true, false]) func credentialsStayAtTheirServer(isSameServer: Bool) throws {
        let content = [UInt8](repeating: 7, count: 3 << 17)
        let second = try ScriptedServer { _, request in .part(of: content, request) }
        let place = second.address("b")
        let first = try ScriptedServer { number, request in
            guard number == 0 || !isSameServer else { return .part(of: content, request) }
            return Answer("HTTP/1.1 302 Found\r\nLocation: \(isSameServer ? "/b" : place)\r\nContent-Length: 0\r\n")
        }
        defer {
            first.stop()
            second.stop()
        }
        guard case .ranges(let file, _) = try RemoteContent.open(first.address("a"), Self.environment()) else {
            Issue.record("no file")
            return
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 2 << 17) }
        #expect(count == 16 && bytes == Array(content.prefix(16)))
        let later = isSameServer ? Array(first.requests.dropFirst()) : second.requests
        #expect(later.count >= 2)
        for request in later {
            #expect(request.contains("secret") == isSameServer && request.contains("X-Token: public"))
        }
    }

    @Test func anotherPartThanWasRequestedIsAnError() throws {
        let server = try ScriptedServer { _, request in
            let place = request.hasPrefix("GET /wrong") ? "Content-Range: bytes 0-3/40\r\n" : ""
            return Answer("HTTP/1.1 206 Partial Content\r\nContent-Length: 4\r\n\(place)", [1, 2, 3, 4])
        }
        defer { server.stop() }
        for name in ["wrong", "unstated"] {
            #expect(throws: HTTPSource.Failure.self) {
                try RemoteContent.bytes(server.address(name), range: 8..<12, limit: 100, Self.environment())
            }
        }
        let start = try RemoteContent.bytes(server.address("wrong"), range: 0..<4, limit: 100, Self.environment())
        #expect(start.bytes == [1, 2, 3, 4])
    }

    /// Blocks 2 to 5 are requested ahead, and never come. A read elsewhere, or one that is cancelled, does not wait for them.
    @Test(arguments: [true, false]) func readsDoNotWaitForWhatIsReadAhead(isElsewhere: Bool) throws {
        let content = [UInt8](repeating: 7, count: 12 << 17)
        let asked = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _, request in
            var answer = Answer.part(of: content, request)
            guard let range = ScriptedServer.range(request), (2...5).contains(range.lowerBound >> 17) else {
                return answer
            }
            answer.body = []
            answer.waitsForClient = true
            asked.signal()
            return answer
        }
        defer { server.stop() }
        let opened = try RemoteContent.open(server.address(), Self.environment(patience: 600))
        guard case .ranges(let file, _) = opened else {
            Issue.record("no file")
            return
        }
        let cancellation = Cancellation()
        let read: @Sendable (Int64) throws(HTTPSource.Failure) -> Int = { block throws(HTTPSource.Failure) in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
            defer { buffer.deallocate() }
            return try file.read(into: buffer, at: block << 17, cancellation)
        }
        #expect(try read(0) == 16)
        #expect(try read(1) == 16)
        asked.wait()
        if isElsewhere {
            #expect(try read(10) == 16)
        } else {
            Foundation.Thread.detachNewThread { cancellation.cancel() }
            #expect(throws: HTTPSource.Failure("interrupted")) { try read(3) }
        }
    }
}
