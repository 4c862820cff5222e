import Testing

@testable import AudioDevices

/// The versions and the numbers of messages that PipeWire tells.
struct PipeWireNumberTests {
    @Test func versionsHaveAnOrder() {
        let texts = ["", "0.3.65", "0.3.100", "1.0.5", "1.3.80", "1.3.81", "1.4.2", "1.4.10", "2"]
        let versions = texts.map { PipeWireVersion($0) }
        for (earlier, later) in zip(versions, versions.dropFirst()) { #expect(earlier < later) }
        #expect(PipeWireVersion("1.3.81") == PipeWireVersion(1, 3, 81))
    }

    /// Whatever a server calls its version, nothing traps.
    @Test(arguments: ["1.3.81-12-g0123abc", "1.3.81rc1", "1.3.81.7"]) func aVersionMayHaveMore(text: String) {
        #expect(PipeWireVersion(text) == PipeWireVersion(1, 3, 81))
    }

    @Test(arguments: ["x", "...", "-1.-2", "99999999999999999999.1", "½"]) func aVersionMayBeNone(text: String) {
        #expect(PipeWireVersion(text) < PipeWireVersion(0, 3, 50))
    }

    /// Several threads wait, each for its own message.
    @Test func aLaterAnswerIsAnAnswerToo() {
        let mark: Int32 = 1 << 30
        #expect(PipeWireSequence.isDone(mark | 7, with: mark | 7))
        #expect(PipeWireSequence.isDone(mark | 8, with: mark | 7))
        #expect(!PipeWireSequence.isDone(mark | 6, with: mark | 7))
    }

    @Test func numbersBeginAnew() {
        let mark: Int32 = 1 << 30
        let last = mark | 0x3fff_ffff
        #expect(PipeWireSequence.isDone(mark | 1, with: last))
        #expect(!PipeWireSequence.isDone(last, with: mark | 1))
    }

    @Test func anErrorNamesItsMessage() {
        let mark: Int32 = 1 << 30
        #expect(PipeWireSequence.isSame(7, mark | 7))
        #expect(!PipeWireSequence.isSame(7, mark | 8))
        #expect(!PipeWireSequence.isSame(-1, -1) && !PipeWireSequence.isSame(7, -32))
    }

    /// Before the first answer, and where the message was not sent.
    @Test func anErrorIsNoAnswer() {
        #expect(!PipeWireSequence.isDone(-1, with: 1 << 30))
        #expect(!PipeWireSequence.isDone(1 << 30, with: -32))
    }
}
