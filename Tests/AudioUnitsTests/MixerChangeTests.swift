import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// MultiChannelMixer while it renders: a format of one input is set, and the others go on.
@Suite(.mustEnd) struct MixerChangeTests {
    private static let input = kAudioUnitScope_Input

    private func mixer(_ rates: Double...) throws -> Client {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(rates.count))
        try client.setFormats(channels: 2)
        for (index, rate) in rates.enumerated() { try client.setFormat(Self.mono(rate), Self.input, UInt32(index)) }
        return client
    }

    private static func mono(_ rate: Double) -> StreamFormat {
        .float32(sampleRate: rate, channels: 1, interleaved: false)
    }

    private static func sine(_ frequency: Double, _ rate: Double) -> Feed {
        Feed { _, frame in Float(sin(2 * .pi * frequency * Double(frame) / rate) / 2) }
    }

    /// The largest distance from the sum of such sines at 48 kHz, behind the first frames, in which they begin.
    private func error(_ heard: [Float], _ frequencies: Double...) -> Double {
        var most = 0.0
        for frame in heard.indices.dropFirst(100) {
            let time = 2 * Double.pi * Double(frame) / 48_000
            let wanted: Double = frequencies.reduce(0) { $0 + sin($1 * time) / 2 }
            most = max(most, abs(Double(heard[frame]) - wanted))
        }
        return most
    }

    /// The filters of the inputs' rates go on, and their sources are asked for the next frame, whatever becomes of another input.
    @Test(arguments: [22_050, 48_000, 44_100, 96_000] as [Double])
    func otherInputsOfAnyRateGoOn(rate: Double) throws {
        let client = try mixer(44_100, 96_000, 48_000, 32_000)
        let feeds = [Self.sine(1000, 44_100), Self.sine(300, 96_000), Self.sine(500, 48_000), Feed(constants: [0])]
        for (index, feed) in feeds.enumerated() { try client.feed(feed, UInt32(index)) }
        try client.unit.initialize()
        var heard = try client.renderAll(2048)[1]
        try client.setFormat(Self.mono(rate), Self.input, 3)
        heard += try client.renderAll(2048, from: 2048)[1]
        let stereo = StreamFormat.float32(sampleRate: rate, channels: 2, interleaved: false)
        try client.setFormat(stereo, Self.input, 3)
        heard += try client.renderAll(2048, from: 4096)[1]
        #expect(error(heard, 1000, 300, 500) < 5e-4)
        for feed in feeds[..<3] {
            for (call, next) in zip(feed.calls, feed.calls.dropFirst()) {
                #expect(next.time == call.time + Double(call.frames))
            }
        }
        // The changed input is asked for the present, at its rate.
        #expect((feeds[3].calls.last?.time ?? 0) > 5630 / 48_000 * rate)
    }

    /// A volume that has been set goes there from the gain that was heard, in spite of the change.
    @Test func gainsGoOn() throws {
        let client = try mixer(48_000, 48_000)
        try client.feed(Feed(constants: [1]), 0)
        try client.feed(Feed(constants: [0]), 1)
        try client.unit.initialize()
        _ = try client.render(4)
        try client.setParameter(0, 0, Self.input, 0)
        try client.setFormat(Self.mono(44_100), Self.input, 1)
        #expect(try client.render(4, at: 4)[0] == [1, 0.75, 0.5, 0.25])
        try client.setParameter(0, 1, Self.input, 0)
        _ = try client.render(4, at: 8)
        try client.setParameter(0, 0, kAudioUnitScope_Output, 0)
        try client.setFormat(Self.mono(48_000), Self.input, 1)
        #expect(try client.render(4, at: 12)[0] == [1, 0.75, 0.5, 0.25])
    }

    /// An input that the change is about begins anew: its gain is the one that is set, from the first frame.
    @Test func theChangedInputBeginsAnew() throws {
        let client = try mixer(48_000)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        _ = try client.render(4)
        try client.setParameter(0, 0.5, Self.input, 0)
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: 2, interleaved: false), Self.input, 0)
        #expect(try client.render(2, at: 4) == [[0.5, 0.5], [0.5, 0.5]])
    }

    /// A matrix that is set after a change is that of the input which went on.
    @Test func matricesGoOn() throws {
        let client = try mixer(48_000, 48_000)
        try client.feed(Feed(constants: [1]), 0)
        try client.unit.initialize()
        try client.set(kAudioUnitProperty_MatrixLevels, Self.input, 0, to: (Float(0.25), Float(0.5)))
        #expect(try client.render(2) == [[0.25, 0.25], [0.5, 0.5]])
        try client.setFormat(Self.mono(44_100), Self.input, 1)
        #expect(try client.render(2, at: 2) == [[0.25, 0.25], [0.5, 0.5]])
        try client.set(kAudioUnitProperty_MatrixLevels, Self.input, 0, to: (Float(1), Float(0)))
        _ = try client.render(2, at: 4)
        #expect(try client.render(2, at: 6) == [[1, 1], [0, 0]])
    }

    /// A reset that no cycle has made yet is not forgotten.
    @Test func aResetIsMadeAfterAChange() throws {
        let client = try mixer(48_000, 48_000)
        try client.feed(Feed(constants: [1]), 0)
        try client.unit.initialize()
        _ = try client.render(4)
        try client.setParameter(0, 0, Self.input, 0)
        client.unit.reset()
        try client.setFormat(Self.mono(44_100), Self.input, 1)
        #expect(try client.render(4, at: 4)[0] == [0, 0, 0, 0])
    }

    /// While a cycle is in progress, the sound that it shares with the mixer's new state is not rendered by another call.
    @Test func twoStatesTakeTurns() throws {
        let client = try mixer(44_100, 48_000)
        let feed = Self.sine(1000, 44_100)
        var statuses: [Int32] = []
        feed.body = { [unowned client] feed in
            guard feed.calls.count == 2 else { return }
            statuses.append(status { try client.setFormat(Self.mono(32_000), Self.input, 1) })
            statuses.append(status { _ = try client.render(64, at: 9999) })
        }
        try client.feed(feed)
        try client.unit.initialize()
        let heard = try client.renderAll(4096)[0]
        #expect(statuses == [0, AudioError.unitContext.status])
        #expect(error(heard, 1000) < 2e-4)
    }

    /// Where the new format is refused, all inputs go on.
    @Test func aRefusalChangesNothing() throws {
        let client = try mixer(44_100, 48_000)
        let feed = Self.sine(1000, 44_100)
        try client.feed(feed)
        try client.unit.initialize()
        var heard = try client.renderAll(2048)[0]
        #expect(status { try client.setFormat(Self.mono(1), Self.input, 1) } == AudioError.unitFormat.status)
        heard += try client.renderAll(2048, from: 2048)[0]
        #expect(error(heard, 1000) < 2e-4)
    }
}
