import AVFoundation
import XCTest

@testable import Tone

final class ToneTests: XCTestCase {
    func testLengthAndPeak() throws {
        let tone = try XCTUnwrap(Tone(frequency: 1000, seconds: 0.5))
        XCTAssertEqual(CMTimeGetSeconds(tone.duration), 0.5)
        XCTAssertEqual(tone.duration.description, "0.5 s")
        let list = UnsafeMutableAudioBufferListPointer(tone.buffer.mutableAudioBufferList)
        XCTAssertEqual(list.count, 1)
        let samples = UnsafeBufferPointer(start: tone.buffer.floatChannelData![0], count: 24000)
        XCTAssertEqual(samples.max()!, 1, accuracy: 1e-3)
        XCTAssertGreaterThan(Tone.count, 0)
    }

    func testStatuses() {
        XCTAssertNoThrow(try check(noErr))
        XCTAssertThrowsError(try check(kAudioFileInvalidFileError))
        XCTAssertEqual(text(of: kAudioFormatLinearPCM), "lpcm")
    }

    func testNamesOfCoreFoundation() {
        let labels = labels(title: "one", location: URL(fileURLWithPath: "/a/b"), seconds: 0.5)
        XCTAssertEqual(title(in: labels), "one")
        XCTAssertEqual((labels["location"] as? CFURL)?.path, "/a/b")
        XCTAssertEqual((labels["seconds"] as? CFNumber)?.doubleValue, 0.5)
        XCTAssertEqual(lastPathComponent(of: "/a/tone.caf"), "tone.caf")
    }
}
