import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import RemoteMedia
@testable import ToolSupport

/// Files on a server, read by requests for ranges of them: from servers that do what they say, and from others.
@Suite struct RemoteFileTests {
    private typealias Answer = ScriptedServer.Answer

    private static let block = Int(RemoteFile.blockSize)

    /// Bytes of which no two stretches are the same.
    private static func bytes(_ count: Int) -> [UInt8] {
        var generator = SeededRandom(7)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    /// Opens what a server has, as after the answer `head` to a request for all of it.
    ///
    /// A server that sends nothing is given up after a second, and no time passes between requests.
    private static func open(
        _ server: ScriptedServer, head: [String] = ["HTTP/1.1 200 OK"], patience: Int = 1,
        note: @escaping @Sendable (HTTPSource.Event) -> Void = { _ in }
    ) throws -> RemoteFile {
        var answer = HTTPAnswer()
        for line in head { _ = answer.take(line + "\r\n") }
        return try RemoteFile(
            server.address("sound"), after: answer, silence: Silence(patience: patience), pause: {}, note: note)
    }

    private static func read(_ file: RemoteFile, _ range: Range<Int>) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            var piece = [UInt8](repeating: 0, count: range.count - bytes.count)
            let count = try piece.withUnsafeMutableBytes {
                try file.read(into: $0, at: Int64(range.lowerBound + bytes.count))
            }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    // MARK: Servers that do what they say

    @Test func anyPlaceIsReadAndABlockIsRequestedOnce() throws {
        let content = Self.bytes(9 * Self.block + 5)
        let server = try ScriptedServer { _, request in .part(of: content, request) }
        defer { server.stop() }
        let file = try Self.open(server, head: ["HTTP/1.1 200 OK", "Content-Length: \(content.count)"])
        #expect(file.size == Int64(content.count))
        for range in [
            content.count - 9..<content.count, 3..<20, 4 * Self.block - 7..<4 * Self.block + 7,
            content.count..<content.count + 4, 0..<content.count, 100..<3 * Self.block,
        ] { #expect(try Self.read(file, range) == Array(content[range.clamped(to: 0..<content.count)]), "\(range)") }
        var buffer: UInt8 = 0
        #expect(try withUnsafeMutableBytes(of: &buffer) { try file.read(into: $0, at: -1) } == 0)
        #expect(Set(server.requests.compactMap { ScriptedServer.range($0)?.lowerBound }).count == 10)
        #expect(server.requests.count == 10)
    }

    /// Whoever jumps about requests nothing ahead; whoever reads in order has four blocks coming. No more than 16 stay.
    @Test func memoryAndReadingAheadAreBounded() throws {
        let content = Self.bytes(40 * Self.block)
        let server = try ScriptedServer { _, request in .part(of: content, request) }
        defer { server.stop() }
        let file = try Self.open(server)
        func touch(_ block: Int) throws { _ = try Self.read(file, block * Self.block..<block * Self.block + 1) }
        for block in [39, 0, 38, 20] { try touch(block) }
        #expect(server.requests.count == 4)
        try touch(21)
        try touch(22)
        #expect(eventually { server.requests.count == 10 })
        try touch(26)
        #expect(server.requests.count == 10)
        for block in 1...16 { try touch(block) }
        // Block 20 is one of the four that follow, and has had to leave meanwhile.
        #expect(eventually { server.requests.count == 30 })
        try touch(39)
        #expect(server.requests.count == 31)
    }

    /// A second of sound in ALAC, with the movie atom behind it.
    private static func sound() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path + "/a.m4a") as CFURL
        var format = AudioStreamBasicDescription.encoded(kAudioFormatAppleLossless, rate: 48_000, channels: 2)
        format.mFormatFlags = kAppleLosslessFormatFlag_24BitSourceData
        var client = AudioStreamBasicDescription.float(rate: 48_000, channels: 2)
        var file: ExtAudioFileRef?
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileM4AType, &format, nil, 1, &file) == noErr)
        let opened = try #require(file)
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        var samples = Signal.noise(frames: 2 * 96_000, seed: 3)
        let status = samples.withUnsafeMutableBytes {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 2, mDataByteSize: UInt32($0.count), mData: $0.baseAddress))
            return ExtAudioFileWrite(opened, 96_000, &list)
        }
        #expect(status == noErr && ExtAudioFileDispose(opened) == noErr)
        return MovieFile.withSoundFirst(try Array(Data(contentsOf: url as URL)))
    }

    /// Frames of a file as interleaved Float32.
    private static func samples(_ id: AudioFileID, from start: Int64, _ frames: Int) throws -> [Float] {
        var wrapped: ExtAudioFileRef?
        #expect(ExtAudioFileWrapAudioFileID(id, false, &wrapped) == noErr)
        let file = try #require(wrapped)
        defer { ExtAudioFileDispose(file) }
        var (format, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
        #expect(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format) == noErr)
        var client = AudioStreamBasicDescription.float(rate: format.mSampleRate, channels: format.mChannelsPerFrame)
        #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        #expect(ExtAudioFileSeek(file, start) == noErr)
        var samples = [Float](repeating: 0, count: frames * Int(format.mChannelsPerFrame))
        var done = 0
        while done < frames {
            var count = UInt32(frames - done)
            let status = samples.withUnsafeMutableBytes {
                let rest = UnsafeMutableRawBufferPointer(rebasing: $0[(done * Int(client.mBytesPerFrame))...])
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: client.mChannelsPerFrame, mDataByteSize: UInt32(rest.count),
                        mData: rest.baseAddress))
                return ExtAudioFileRead(file, &count, &list)
            }
            try #require(status == noErr)
            guard count > 0 else { break }
            done += Int(count)
        }
        return Array(samples.prefix(done * Int(format.mChannelsPerFrame)))
    }

    @Test(arguments: ["", "MPEG4/aac-stereo.m4a", "MPEG4/ac3-stereo.mp4", "CAF/alac-stereo.caf", "WAVE/s24-stereo.wav"])
    func theSamplesAreThoseOfTheLocalFile(fixture: String) throws {
        let content = try fixture.isEmpty ? Self.sound() : Fixture.named(fixture).bytes()
        let folder = try TemporaryFolder()
        try Data(content).write(to: URL(fileURLWithPath: folder.path + "/a"))
        let local = try AudioFileHandle(reading: folder.path + "/a")
        let server = try ScriptedServer { _, request in .part(of: content, request, "ETag: \"1\"\r\n") }
        defer { server.stop() }
        let file = try Self.open(server)
        let remote = try AudioFileHandle(reading: file, named: "a", typeHint: 0)
        let parts =
            fixture.isEmpty ? [(0, 100_000), (70_001, 5_000), (10, 90_000), (95_990, 100)] : [(0, 100_000), (10, 300)]
        for (start, frames) in parts {
            let expected = try Self.samples(local.id, from: Int64(start), frames)
            #expect(try Self.samples(remote.id, from: Int64(start), frames) == expected, "\(start)")
            if start == 0 { #expect(expected.count >= (fixture.isEmpty ? 192_000 : 800)) }
        }
        if fixture.isEmpty { #expect(content.count > 3 * Self.block) }
    }

    // MARK: Servers that do not

    /// What a server does wrong, to which request from 0, and why the file is not read then.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let number: Int
        let reason: String
        let answer: @Sendable (_ file: [UInt8], _ request: String) -> ScriptedServer.Answer?
    }

    private static let tagged = "ETag: \"1\"\r\n"
    private static let changed = "the file on the server has changed"
    private static let another = "the server sends another part of the file than was requested"
    private static let noRanges = "the server does not send parts of files"

    /// A partial answer with the beginning of the file, whatever was asked for.
    private static func partial(_ file: [UInt8], _ fields: String, count: Int = 16) -> ScriptedServer.Answer {
        .init("HTTP/1.1 206 Partial Content\r\nContent-Length: \(count)\r\n\(fields)", Array(file.prefix(count)))
    }

    static let faults = [
        Fault(testDescription: "the whole file", number: 0, reason: noRanges) { file, _ in .whole(file, tagged) },
        Fault(testDescription: "the whole file, later", number: 1, reason: noRanges) { file, _ in .whole(file, tagged)
        },
        Fault(testDescription: "no place", number: 0, reason: another) { file, _ in partial(file, "") },
        Fault(testDescription: "several parts", number: 0, reason: another) { file, _ in
            partial(file, "Content-Type: multipart/byteranges; boundary=x\r\n")
        },
        Fault(testDescription: "a place that is none", number: 0, reason: another) { file, _ in
            partial(file, "Content-Range: bytes 9-0/\(file.count)\r\n")
        },
        Fault(testDescription: "a place behind the end", number: 0, reason: another) { file, _ in
            partial(file, "Content-Range: bytes 0-15/15\r\n")
        },
        Fault(testDescription: "a place that no number holds", number: 0, reason: another) { file, _ in
            partial(file, "Content-Range: bytes 0-99999999999999999999/*\r\n")
        },
        Fault(testDescription: "another place", number: 1, reason: another) { file, _ in
            partial(file, "Content-Range: bytes 0-15/\(file.count)\r\n")
        },
        Fault(testDescription: "no size", number: 0, reason: "the server does not say how large the file is") {
            file, _ in
            partial(file, "Content-Range: bytes 0-15/*\r\n")
        },
        Fault(
            testDescription: "another size than before", number: 0,
            reason: "the server gives two sizes for the file, 300000 and 300001 bytes"
        ) { file, request in .part(of: file + [0], request) },
        Fault(testDescription: "another size, later", number: 1, reason: changed) { file, request in
            .part(of: file + [0], request)
        },
        Fault(testDescription: "another tag", number: 1, reason: changed) { file, request in
            .part(of: file, request, "ETag: \"2\"\r\n")
        },
        Fault(testDescription: "another date", number: 1, reason: changed) { file, request in
            .part(of: file, request, "Last-Modified: Mon, 02 Nov 2026 10:00:00 GMT\r\n")
        },
        Fault(testDescription: "the whole of another file", number: 1, reason: changed) { file, _ in
            .whole(file, "ETag: \"2\"\r\n")
        },
        Fault(testDescription: "no such part", number: 1, reason: changed) { file, _ in
            .init("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n")
        },
        Fault(testDescription: "no file any more", number: 1, reason: "The requested URL returned error: 404") { _, _ in
            .init("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n")
        },
    ]

    @Test(arguments: faults) func aServerThatDoesNotSendTheFileIsRefused(fault: Fault) throws {
        let content = Self.bytes(300_000)
        let date = "Last-Modified: Sun, 01 Nov 2026 10:00:00 GMT\r\n"
        let server = try ScriptedServer { number, request in
            number == fault.number
                ? fault.answer(content, request) : .part(of: content, request, Self.tagged + date)
        }
        defer { server.stop() }
        var found: HTTPSource.Failure?
        do {
            let head = ["HTTP/1.1 200 OK", "Content-Length: 300000"]
            let file = try Self.open(server, head: head)
            #expect(fault.number > 0)
            do { _ = try Self.read(file, 0..<content.count) } catch {
                #expect(file.failure == error as? HTTPSource.Failure)
                throw error
            }
        } catch { found = error as? HTTPSource.Failure }
        #expect(found?.reason == fault.reason)
    }

    @Test func aServerThatSaysThatItSendsNoPartsIsNotAsked() throws {
        let server = try ScriptedServer { _, request in .part(of: [1, 2, 3], request) }
        defer { server.stop() }
        #expect(throws: HTTPSource.Failure(Self.noRanges)) {
            _ = try Self.open(server, head: ["HTTP/1.1 200 OK", "Accept-Ranges: none"])
        }
        #expect(server.requests.isEmpty)
    }

    /// Requests say which version they are for: by a strong tag, or else by the date.
    @Test(arguments: [
        ("ETag: \"1\"", "If-Range: \"1\"\r\n"), ("ETag: W/\"1\"", ""),
        ("Last-Modified: Sun, 01 Nov 2026 10:00:00 GMT", "If-Range: Sun, 01 Nov 2026 10:00:00 GMT\r\n"),
    ])
    func requestsNameTheVersion(field: String, condition: String) throws {
        let content = Self.bytes(2 * Self.block)
        let server = try ScriptedServer { _, request in .part(of: content, request, field + "\r\n") }
        defer { server.stop() }
        let file = try Self.open(server)
        #expect(try Self.read(file, 0..<content.count) == content)
        #expect(!server.requests[0].contains("If-Range"))
        #expect(server.requests[1].contains("If-Range: ") == !condition.isEmpty)
        #expect(condition.isEmpty || server.requests[1].contains(condition))
    }

    /// What an answer leaves out is requested again: of one that breaks off, of one that is shorter than asked for, and of one
    /// that sends nothing more.
    @Test(arguments: ["cut", "short", "stalled", "empty"]) func whatDidNotComeIsRequestedAgain(way: String) throws {
        let content = Self.bytes(2 * Self.block)
        let held = DispatchSemaphore(value: 0)
        defer { held.signal() }
        let server = try ScriptedServer { number, request in
            var answer = Answer.part(of: content, request)
            guard number == 1 else { return answer }
            let start = ScriptedServer.range(request)?.lowerBound ?? 0
            if way == "empty" { return nil }
            answer.body = Array(answer.body.prefix(1000))
            if way == "stalled" { answer.last = { _ = held.wait(timeout: .now() + 2) } }
            guard way == "short" else { return answer }
            let place = "Content-Range: bytes \(start)-\(start + 999)/\(content.count)\r\n"
            return Answer("HTTP/1.1 206 Partial Content\r\nContent-Length: 1000\r\n\(place)", answer.body)
        }
        defer { server.stop() }
        let lost = LockedValue(0)
        let file = try Self.open(server) { _ in lost.withLock { $0 += 1 } }
        #expect(try Self.read(file, Self.block..<content.count) == Array(content[Self.block...]))
        let again = Self.block + (way == "empty" ? 0 : 1000)
        #expect(ScriptedServer.range(server.requests[2]) == again..<content.count)
        #expect(lost.withLock { $0 } == 1)
    }

    @Test func aServerThatBringsNothingIsGivenUp() throws {
        let content = Self.bytes(2 * Self.block)
        let server = try ScriptedServer { number, request in number == 0 ? .part(of: content, request) : nil }
        defer { server.stop() }
        let file = try Self.open(server)
        #expect(throws: HTTPSource.Failure.self) { _ = try Self.read(file, Self.block..<content.count) }
        #expect(server.requests.count == 7)
        // What was read stays.
        #expect(try Self.read(file, 0..<Self.block) == Array(content[..<Self.block]))
    }

    @Test func moreThanWasRequestedIsNotReceived() throws {
        let content = Self.bytes(2 * Self.block)
        let server = try ScriptedServer { _, request in
            let range = ScriptedServer.range(request) ?? 0..<0
            let place = "Content-Range: bytes \(range.lowerBound)-\(content.count - 1)/\(content.count)\r\n"
            return .init(
                "HTTP/1.1 206 Partial Content\r\n\(place)", Array(content[range]), endless: Self.bytes(4096))
        }
        defer { server.stop() }
        let file = try Self.open(server)
        #expect(try Self.read(file, 0..<content.count) == content)
    }

    /// While a server sends nothing, a reader on another thread gives up when it is told to, and reads again later.
    @Test func aReadIsInterrupted() throws {
        let content = Self.bytes(2 * Self.block)
        let (asked, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try ScriptedServer { number, request in
            if number == 1 {
                asked.signal()
                held.wait()
            }
            return .part(of: content, request)
        }
        defer { server.stop() }
        let file = try Self.open(server, patience: 600)
        let over = DispatchSemaphore(value: 0)
        let outcome = LockedValue<Result<[UInt8], any Error>?>(nil)
        Foundation.Thread.detachNewThread {
            let result = Result { try Self.read(file, Self.block..<content.count) }
            outcome.withLock { $0 = result }
            over.signal()
        }
        asked.wait()
        file.isInterrupted = true
        over.wait()
        #expect(throws: HTTPSource.Failure.self) { try outcome.withLock { $0 }?.get() }
        held.signal()
        file.isInterrupted = false
        #expect(try Self.read(file, Self.block..<content.count) == Array(content[Self.block...]))
    }
}
