import AudioCore
import Glibc

/// What a sampler plays: zones of keys and velocities, each with a sample and the way it sounds.
final class SamplerInstrument: Sendable {
    let name: String
    let zones: [SamplerZone]
    /// The factor of the attenuation that the zones state.
    let attenuationFactor: Float

    init(name: String, zones: [SamplerZone], attenuationFactor: Float = 1) {
        self.name = name
        self.zones = zones
        self.attenuationFactor = attenuationFactor
    }
}

/// One sample over a range of keys and velocities.
struct SamplerZone: Sendable {
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
    var sample: SamplerSample
    /// 61 values by SoundFont 2 generator number, complete and each in its range.
    var generators: [Int16]
    /// All modulators that act, those that every zone has by default among them.
    var modulators: [SamplerModulator]
}

/// How a controller changes a generator, as a SoundFont 2 file says it.
struct SamplerModulator: Sendable, Equatable {
    var source: UInt16
    /// A generator's number.
    var destination: UInt16
    var amount: Int16
    /// What scales the amount; 0 for nothing.
    var amountSource: UInt16
    /// 0 none, 2 the absolute value.
    var transform: UInt16
}

/// Frames of one sample in memory that stays where it is.
final class SamplerSample: @unchecked Sendable {
    /// 1 or 2, apart.
    let channels: Int
    let count: Int
    /// In frames a second.
    let rate: Double
    /// Frames that are repeated, where a zone repeats them; within the sample.
    let loop: Range<Int>
    /// The key at which the frames are played at their rate.
    let rootKey: UInt8
    /// In cents, added to the pitch.
    let correction: Int8

    private let memory: UnsafeMutablePointer<Float>
    /// Samples from one channel to the next.
    private let stride: Int
    /// Frames of silence before and after the frames of each channel.
    private static let margin = 8

    /// Makes a sample of what `fill` writes.
    ///
    /// - Parameters:
    ///   - capacity: frames for which there is memory; what `fill` does not touch takes none.
    ///   - loop: cut to the sample.
    ///   - fill: gets `capacity` frames of silence of each channel, and returns how many it wrote.
    /// - Throws: `memoryFull`; what `fill` throws.
    init(
        channels: Int = 1, capacity: Int, rate: Double, loop: Range<Int> = 0..<0, rootKey: UInt8 = 60,
        correction: Int8 = 0, fill: ([UnsafeMutableBufferPointer<Float>]) throws(AudioError) -> Int
    ) throws(AudioError) {
        let stride = capacity + 2 * Self.margin
        guard let zeros = calloc(channels * stride, MemoryLayout<Float>.stride) else { throw .memoryFull }
        memory = zeros.assumingMemoryBound(to: Float.self)
        let first = memory + Self.margin
        let buffers = (0..<channels).map {
            UnsafeMutableBufferPointer(start: first + $0 * stride, count: capacity)
        }
        do throws(AudioError) { count = min(try fill(buffers), capacity) } catch {
            free(zeros)
            throw error
        }
        (self.channels, self.stride, self.rate, self.rootKey) = (channels, stride, rate, rootKey)
        self.correction = correction
        self.loop = loop.clamped(to: 0..<count)
    }

    deinit { free(memory) }

    /// The frames of a channel. At least 8 frames of silence are before them, and 8 after. Real-time safe.
    @_noLocks func frames(_ channel: Int) -> UnsafePointer<Float> {
        UnsafePointer(memory + channel * stride + Self.margin)
    }
}
