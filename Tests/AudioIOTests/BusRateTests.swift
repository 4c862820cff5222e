import AudioCore
import AudioDSP
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// Outputs of another sample rate than their mix's: what the device gets of their sum, and when.
@Suite struct BusRateTests {
    private let server = ManualServer()
    private let connection: Connection

    init() throws {
        let server = self.server
        connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// A source that plays a list of samples, interleaved, from its first frame on, and writes down the times of its cycles.
    private final class Player: Sendable {
        struct Cycle: Equatable {
            var sampleTime: Int64
            var hostTime: UInt64
            var frames: Int
        }
        let samples: [Float]
        let cycles = LockedValue<[Cycle]>([])

        init(_ samples: [Float]) { self.samples = samples }

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                let this = Unmanaged<Player>.fromOpaque(context).takeUnretainedValue()
                let cycle = cycle.pointee
                let first = this.cycles.withLock { cycles in
                    cycles.append(
                        Cycle(sampleTime: cycle.sampleTime, hostTime: cycle.hostTime, frames: Int(cycle.frames)))
                    return Int(cycle.sampleTime - cycles[0].sampleTime)
                }
                let channels = Int(cycle.channels)
                let count = max(0, min(Int(cycle.frames), this.samples.count / channels - first))
                for index in 0..<count * channels { cycle.samples[index] = this.samples[first * channels + index] }
                return Int32(count)
            }
        }

        /// Whether each cycle begins where the last one ended.
        var isWhole: Bool {
            cycles.withLock { cycles in
                zip(cycles, cycles.dropFirst()).allSatisfy { $1.sampleTime == $0.sampleTime + Int64($0.frames) }
            }
        }
    }

    private func output(
        _ device: String? = nil, rate: Double = 48_000, frames: Int = 512, channels: Int = 1
    ) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.device = device
        configuration.sampleRate = rate
        configuration.channels = channels
        configuration.framesPerCycle = frames
        return try Output(configuration, on: connection)
    }

    private func device(_ id: String, isDefault: Bool = false) -> DeviceDescription {
        DeviceDescription(id: id, name: id, direction: .output, isDefault: isDefault)
    }

    /// What a converter of the same quality makes of samples and of silence behind them.
    private func converted(_ samples: [Float], from rate: Double, to other: Double, frames: Int) throws -> [Float] {
        let resampler = try Resampler(inputRate: rate, outputRate: other, channels: 1, quality: 0x40)
        let silence = [Float](repeating: 0, count: Int(Double(frames) * rate / other) + 1000)
        var result = [Float](repeating: 0, count: frames)
        (samples + silence).withUnsafeBufferPointer { input in
            result.withUnsafeMutableBufferPointer { output in
                var (source, target) = (input.baseAddress!, output.baseAddress!)
                let done = resampler.process(&source, inputFrames: input.count, &target, outputCapacity: frames)
                #expect(done.produced == frames)
            }
        }
        return result
    }

    /// Rates up and down, with few phases and with too many for an exact table; the cycles are of any length.
    @Test(arguments: [44_100.0, 32_000, 8000, 96_000, 192_000, 44_101.37])
    func theSumIsConvertedOnce(rate: Double) throws {
        let output = try output()
        let other = try #require(output.output(at: rate))
        #expect(other.format == .float32(sampleRate: rate, channels: 1))
        let (one, two) = (Signal.noise(frames: 9000, seed: 1, amplitude: 0.25), Signal.sine(0.01, frames: 7000))
        let players = [Player(one), Player(two)]
        for player in players { other.add(player.source) }
        #expect(eventually { server.runningStreams == 1 })
        var heard: [Float] = []
        for frames in [512, 1, 77, 1024, 300, 5, 2000, 512, 512, 4000] { heard += server.advance(frames) }
        let sum = one.indices.map { one[$0] + ($0 < two.count ? two[$0] : 0) }
        let wanted = try converted(sum, from: rate, to: 48_000, frames: heard.count)
        let isSame = heard == wanted
        #expect(isSame, "\(Measure.largestDifference(heard, wanted))")
        #expect(players.allSatisfy { $0.isWhole })
    }

    /// A filter runs for the channels that sound, for each as long as it does.
    @Test func channelsComeAndGo() throws {
        let other = try #require(output(channels: 3).output(at: 44_100))
        let sound = Signal.noise(frames: 6000, seed: 3)
        let channels = [sound, sound.indices.map { $0 / 2000 == 1 ? 0 : sound[$0] }, sound.map { _ in -0.0 }]
        let player = Player(sound.indices.flatMap { index in channels.map { $0[index] } })
        other.add(player.source)
        #expect(eventually { server.runningStreams == 1 })
        var heard: [Float] = []
        for _ in 0..<80 { heard += server.advance(100) }
        for (channel, samples) in channels.enumerated() {
            let wanted = try converted(samples, from: 44_100, to: 48_000, frames: 8000)
            let isSame = stride(from: channel, to: heard.count, by: 3).map { heard[$0] } == wanted
            #expect(isSame, "channel \(channel)")
        }
    }

    @Test func theDevicesRateIsLeftAlone() throws {
        let output = try output()
        #expect(output.output(at: 48_000) === output)
        #expect(output.lead == 0)
        let player = Player(Signal.noise(frames: 512, seed: 1))
        output.add(player.source)
        #expect(eventually { server.runningStreams == 1 })
        let isSame = server.advance(512) == player.samples
        #expect(isSame)
    }

    /// The filter rings on behind the last source, until there is nothing left.
    @Test func theTailSounds() throws {
        let output = try output()
        let other = try #require(output.output(at: 44_100))
        let player = Player([Float](repeating: 0.5, count: 100_000))
        let source = player.source
        other.add(source)
        #expect(eventually { server.runningStreams == 1 })
        var heard = server.advance(512)
        other.remove(source)
        let frames = Int(other.renderedFrames)
        heard += server.advance(512)
        let wanted = try converted([Float](repeating: 0.5, count: frames), from: 44_100, to: 48_000, frames: 1024)
        let isSame = heard == wanted
        #expect(isSame)
        #expect(heard[560] != 0 && heard[700] == 0)
        // What comes later begins at once, without what was before.
        let next = Player([Float](repeating: 0.25, count: 100_000))
        other.add(next.source)
        let later = server.advance(512)
        #expect(abs(later[100] - 0.25) < 1e-4)
        let first = next.cycles.withLock { $0[0] }
        // The first of its frames is heard with the cycle's first, or at most a frame later.
        let begin = 1_000_000_000 + 1024.0 / 48_000 * 1e9
        #expect(Double(first.hostTime) >= begin - 1 && Double(first.hostTime) < begin + 1e9 / 44_100)
        #expect(first.sampleTime >= Int64(frames))
    }

    /// A frame's host time is when it is heard, to the nanosecond; frames are asked for in one line.
    @Test func timesAreThoseOfTheSound() throws {
        server.latency = 96
        let output = try output()
        let other = try #require(output.output(at: 44_100))
        #expect(other.lead == 32)
        #expect(other.renderedFrames == 0 && other.clock == nil)
        let player = Player([])
        other.add(player.source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(51_200)
        for cycle in player.cycles.withLock({ $0.unshared }) {
            let heard = 1e9 + 96 / 48_000 * 1e9 + Double(cycle.sampleTime) / 44_100 * 1e9
            #expect(abs(Double(cycle.hostTime) - heard) <= 2)
        }
        #expect(player.isWhole)
        #expect(player.cycles.withLock { $0[0].frames } == 470 + 32)
        // 51,200 frames of the device are 47,040.
        #expect(other.renderedFrames == 47_040 + 32)
        #expect(other.latency == 89 + 32)
        let clock = try #require(other.clock)
        #expect(clock.sampleRate == 44_100 && clock.sampleTime == 46_570)
        let heard = 1.002e9 + 46_570 * 1e9 / 44_100
        #expect(abs(Double(clock.hostTime) - heard) <= 2)
        #expect(other.frame(with: 480, of: output) == 441)
        #expect(other.frame(with: -160, of: output) == -147)
        #expect(other.frame(with: 481, of: output) == 442)
    }

    /// An output for device a, in a stream that follows the default.
    private func movable(_ rate: Double) throws -> Output {
        let following = try output(nil)
        defer { withExtendedLifetime(following) {} }
        return try #require(output("a").output(at: rate))
    }

    /// A bus whose device gets another stream plays on there, at whatever rate that has.
    @Test(arguments: [32_000.0, 44_100, 96_000]) func aMoveLosesNoFrame(rate: Double) throws {
        server.setDevices([device("a", isDefault: true), device("b")])
        let other = try movable(44_100)
        let stayer = try output("a", rate: rate)
        defer { withExtendedLifetime(stayer) {} }
        // Straight lines go through filters as they are: a sample is its place.
        let player = Player((0..<40_000).map { Float($0) * 0x1p-20 })
        other.add(player.source)
        #expect(eventually { server.runningStreams == 1 })
        let before = server.advance(1500)
        for (frame, sample) in before.enumerated().dropFirst(100) {
            #expect(abs(Double(sample) * 0x1p20 - Double(frame) * 44_100 / 48_000) < 0.02)
        }
        server.setDevices([device("a"), device("b", isDefault: true)])
        #expect(eventually { connection.router.mix(of: other.endpoint.bus)?.shape.sampleRate == rate })
        var after: [Float] = []
        #expect(
            eventually {
                after = server.advance(64)
                return !after.isEmpty && after[0] != 0
            })
        after += server.advance(2000)
        let first = 1500 * 44_100 / 48_000.0
        var worst = 0.0
        for (frame, sample) in after.enumerated() {
            let place = Double(sample) * 0x1p20
            worst = max(worst, abs(place - first - Double(frame) * 44_100 / rate))
        }
        // Where no filter is needed any more, it goes on with whole frames: the one at or before the place.
        #expect(worst < (rate == 44_100 ? 0.13 : 0.02))
        #expect(player.isWhole)
    }

    @Test func soManyRates() throws {
        let output = try output()
        var sources: [OutputSource] = []
        for rate in 1...8 {
            let other = try #require(output.output(at: 10_000 * Double(rate)))
            sources.append(Player([]).source)
            other.add(sources[rate - 1])
        }
        #expect(output.output(at: 22_050) == nil)
        #expect(output.output(at: 10_000) != nil)
        output.output(at: 10_000)?.remove(sources[0])
        #expect(output.output(at: 22_050) != nil)
        for rate in [1.0, 7999, 600_000, .nan, .infinity] { #expect(output.output(at: rate) == nil) }
    }

    /// A ramp takes its time where nothing sounds, too.
    @Test func aRampGoesOnWithoutSources() throws {
        let output = try output()
        let bus = try #require(output.output(at: 24_000))
        output.add(Player([]).source)
        #expect(eventually { server.runningStreams == 1 })
        bus.setVolume(0, over: 0.1)
        _ = server.advance(9600)
        bus.add(Player([Float](repeating: 1, count: 9600)).source)
        #expect(server.advance(4800).allSatisfy { $0 == 0 })
    }

    /// The volume of a bus moves in its own frames.
    @Test func volumesOfBusesAndSourcesRamp() throws {
        let output = try output(rate: 1000, frames: 8)
        let source = Player([Float](repeating: 1, count: 64)).source
        output.add(source)
        #expect(eventually { server.runningStreams == 1 })
        #expect(server.advance(8) == [Float](repeating: 1, count: 8))
        output.setVolume(0, over: 0.016)
        #expect(server.advance(12) == (0..<12).map { 1 - Float($0) / 16 })
        // Half way through, another ramp goes on from there.
        output.setVolume(0.25, over: 0.002)
        #expect(server.advance(4) == [0.25, 0.25, 0.25, 0.25])
        source.setVolume(0.5, over: 0.004)
        #expect(server.advance(8) == [1, 0.875, 0.75, 0.625, 0.5, 0.5, 0.5, 0.5].map { $0 * 0.25 })
    }
}
