import AudioCore
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// MultiChannelMixer with inputs whose sample rates are not the output's.
@Suite struct MixerRateTests {
    private static let input = kAudioUnitScope_Input

    private func mixer(_ rates: Double...) throws -> Client {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(rates.count))
        try client.setFormats(channels: 2)
        for (index, rate) in rates.enumerated() {
            try client.setFormat(
                .float32(sampleRate: rate, channels: 1, interleaved: false), Self.input, UInt32(index))
        }
        return client
    }

    private static func sine(_ frequency: Double, _ rate: Double, _ level: Double) -> Feed {
        Feed { _, frame in Float(level * sin(2 * .pi * frequency * Double(frame) / rate)) }
    }

    /// The largest distance from a sum of sines at 48 kHz, behind the first frames, in which the sines begin.
    private func error(_ heard: [Float], _ sines: (frequency: Double, level: Double)...) -> Double {
        heard.indices.dropFirst(100).map { frame in
            let wanted = sines.reduce(0) {
                $0 + $1.level * sin(2 * .pi * $1.frequency * Double(frame) / 48_000)
            }
            return abs(Double(heard[frame]) - wanted)
        }.max() ?? .infinity
    }

    /// Each input keeps its pitch and place, whatever the cycles are, and its time goes on by the frames that it gives.
    @Test(arguments: [7, 64, 512, 1156]) func inputsOfSeveralRatesAreSummed(cycle: Int) throws {
        let client = try mixer(44_100, 44_100, 96_000, 48_000)
        let feeds = [
            Self.sine(1000, 44_100, 0.25), Self.sine(300, 44_100, 0.125), Self.sine(2000, 96_000, 0.25),
            Self.sine(500, 48_000, 0.0625),
        ]
        for (index, feed) in feeds.enumerated() { try client.feed(feed, UInt32(index)) }
        try client.unit.initialize()
        let frames = 9600 / cycle * cycle
        let heard = try client.renderAll(frames, cycle: cycle)
        for channel in heard {
            #expect(error(channel, (1000, 0.25), (300, 0.125), (2000, 0.25), (500, 0.0625)) < 2e-4)
        }
        #expect(
            feeds[0].calls == feeds[1].calls.map { .init(time: $0.time, frames: $0.frames, bus: 0, flags: $0.flags) })
        for feed in feeds {
            #expect(feed.calls.allSatisfy { (1...1156).contains($0.frames) })
            #expect(feed.calls.first?.time == 0)
            for (call, next) in zip(feed.calls, feed.calls.dropFirst()) {
                #expect(next.time == call.time + Double(call.frames))
            }
        }
        #expect(abs(feeds[0].next - frames * 441 / 480) < 100 && abs(feeds[2].next - frames * 2) < 100)
        #expect(feeds[3].next == frames)
    }

    /// Volume, place and matrix are each input's own.
    @Test func gainsAreTheInputsOwn() throws {
        let client = try mixer(44_100, 44_100)
        try client.feed(Self.sine(1000, 44_100, 0.5), 0)
        try client.feed(Self.sine(300, 44_100, 0.5), 1)
        try client.setParameter(0, 0.5, Self.input, 0)
        try client.setParameter(2, -1, Self.input, 0)
        try client.setParameter(2, 1, Self.input, 1)
        try client.unit.initialize()
        let heard = try client.renderAll(4800)
        #expect(error(heard[0], (1000, 0.25)) < 2e-4)
        #expect(error(heard[1], (300, 0.5)) < 2e-4)
    }

    /// A volume goes to its new value over a cycle, without a step.
    @Test func aVolumeDoesNotClick() throws {
        let client = try mixer(44_100)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        _ = try client.renderAll(1024)
        try client.setParameter(0, 0, Self.input, 0)
        let heard = try client.renderAll(1024, from: 1024)[0]
        #expect(abs(heard[0] - 1) < 0.01 && heard[600...].allSatisfy { abs($0) < 1e-4 })
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.003 })
    }

    /// The meters show the input before its volume and behind it, at the input's rate.
    @Test func metersShowTheInput() throws {
        let client = try mixer(44_100)
        try client.feed(Feed(constants: [0.5]))
        try client.set(kAudioUnitProperty_MeteringMode, Self.input, to: UInt32(1))
        try client.setParameter(0, 0.5, Self.input, 0)
        try client.unit.initialize()
        _ = try client.renderAll(1024)
        #expect(abs(try client.unit.parameter(2000, Self.input, 0) - 20 * log10(0.5)) < 0.001)
        #expect(abs(try client.unit.parameter(4000, Self.input, 0) - 20 * log10(0.25)) < 0.001)
    }

    /// What a filter still has is heard behind the last frames of its inputs; then the output is silent, and says so.
    @Test func theEndOfASoundIsHeard() throws {
        let client = try mixer(44_100)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        _ = try client.renderAll(512, cycle: 32)
        try client.setParameter(1, 0, Self.input, 0)
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        var (heard, silences): ([Float], [Bool]) = ([], [])
        for cycle in 16..<32 {
            var flags: UInt32 = 0
            list.list.pointee.mNumberBuffers = 2
            for channel in 0..<2 {
                list.buffers[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 128, mData: nil)
            }
            #expect(client.render(&flags, Double(cycle * 32), 0, 32, list) == 0)
            heard += UnsafeBufferPointer(start: list.samples(0), count: 32)
            silences.append(flags & 16 != 0)
        }
        #expect(feed.calls.count == 16)
        #expect(heard[0] > 0.9 && heard[..<64].contains { $0 != 0 } && heard[256...].allSatisfy { $0 == 0 })
        #expect(silences.first == false && silences.last == true)
        // It begins anew, at the output's time.
        try client.setParameter(1, 1, Self.input, 0)
        let again = try client.renderAll(4800, from: 4800)[0]
        #expect(feed.calls[16].time == 4410)
        #expect(again[200...].allSatisfy { abs($0 - 1) < 1e-3 })
    }

    /// An input that comes back after a pause is asked for the present frames.
    @Test func aPauseOfAllInputsIsNotMadeUpFor() throws {
        let client = try mixer(24_000)
        let feed = Feed(constants: [0])
        try client.feed(feed)
        try client.unit.initialize()
        _ = try client.renderAll(2048)
        try client.setParameter(1, 0, kAudioUnitScope_Input, 0)
        _ = try client.renderAll(8192, from: 2048)
        try client.setParameter(1, 1, kAudioUnitScope_Input, 0)
        let calls = feed.calls.count
        _ = try client.render(512, at: 10_240)
        #expect(feed.calls[calls].time == 5120)
    }

    /// A rate that is too far from the output's is refused, at the latest when the unit is initialized.
    @Test(arguments: [1, 3_120_000] as [Double]) func refusesRatesThatAreTooFarApart(rate: Double) {
        let refusal = status {
            let client = try mixer(rate)
            try withExtendedLifetime(client) { try client.unit.initialize() }
        }
        #expect(refusal == AudioError.unitFormat.status)
    }
}
