import AudioCore
import AudioDSP
import CRealtime
import Synchronization

/// The form in which a program reads captured frames: AL_FORMAT_MONO8 and its like.
package struct CaptureForm: Equatable, Sendable {
    package let channels: Int
    /// How many a sample takes: 1 for unsigned 8 bit, 2 for signed 16 bit, 4 for float.
    package let bytes: Int

    /// - Parameter format: a format of al.h, or of AL_EXT_float32.
    /// - Returns: nil for other formats.
    package init?(format: Int32) {
        switch format {
        case SoftConstant.mono8: (channels, bytes) = (1, 1)
        case SoftConstant.mono16: (channels, bytes) = (1, 2)
        case SoftConstant.stereo8: (channels, bytes) = (2, 1)
        case SoftConstant.stereo16: (channels, bytes) = (2, 2)
        case SoftConstant.monoFloat: (channels, bytes) = (1, 4)
        case SoftConstant.stereoFloat: (channels, bytes) = (2, 4)
        default: return nil
        }
    }

    package var bytesPerFrame: Int { channels * bytes }

    fileprivate var stream: StreamFormat {
        switch bytes {
        case 1: .pcm(.unsigned, bits: 8, sampleRate: 1, channels: channels)
        case 2: .int16(sampleRate: 1, channels: channels)
        default: .float32(sampleRate: 1, channels: channels)
        }
    }
}

/// Frames on their way from the audio thread to the program, which reads them at its own rate and in its own form.
///
/// What does not fit is lost, the newest frames first.
package final class FrameCapture: @unchecked Sendable {
    /// Frames that a program may have kept at most.
    package static let mostFrames = 1 << 24
    private static let block = 1024

    package let form: CaptureForm
    private let ring: Ring
    private let ringLink: Unmanaged<Ring>
    private let isOn = Atomic<Bool>(false)
    private let capacity: Int
    private let reader: LockedValue<Reader>

    /// The control half: what has been converted, and is still to be read.
    private final class Reader {
        let resampler: Resampler?
        let converter: PCMConverter
        /// Interleaved frames in the program's channels and rate, from `start` on.
        var ready: [Float] = []
        var start = 0

        init(_ resampler: Resampler?, _ converter: PCMConverter) {
            (self.resampler, self.converter) = (resampler, converter)
        }
    }

    /// - Parameters:
    ///   - source: the frames of the audio thread, interleaved Float32.
    ///   - rate: frames per second that the program reads.
    ///   - frames: how many are kept for the program.
    package init(source: StreamFormat, rate: Double, form: CaptureForm, frames: Int) throws(AudioError) {
        guard (1...Self.mostFrames).contains(frames) else { throw .parameter.because("too many frames are to be kept") }
        self.form = form
        capacity = frames
        let resampler: Resampler? =
            rate == source.sampleRate
            ? nil : try Resampler(inputRate: source.sampleRate, outputRate: rate, channels: form.channels)
        let converter = try PCMConverter(from: .float32(sampleRate: 1, channels: form.channels), to: form.stream)
        reader = LockedValue(Reader(resampler, converter))
        let waiting = Double(frames) * source.sampleRate / rate
        ring = Ring(
            frames: min(Int(waiting), Self.mostFrames) + 2 * Self.block + (resampler?.trailingFrames ?? 0),
            channels: source.channels)
        ringLink = .passUnretained(ring)
    }

    /// Whether frames are taken.
    package var isRunning: Bool {
        get { isOn.load(ordering: .acquiring) }
        set { isOn.store(newValue, ordering: .releasing) }
    }

    /// Takes the frames of a cycle. Audio thread.
    @_noLocks package func take(_ samples: UnsafePointer<Float>, _ frames: Int) {
        guard isOn.load(ordering: .acquiring) else { return }
        ringLink._withUnsafeGuaranteedRef { _ = $0.write(samples, frames: frames) }
    }

    /// How many frames the program can read.
    package var available: Int { reader.withLock { available($0) } }

    private func available(_ reader: Reader) -> Int {
        convert(reader)
        return min(capacity, (reader.ready.count - reader.start) / form.channels)
    }

    /// Stores frames in the program's form.
    ///
    /// - Returns: false where there are not so many; none is stored then.
    package func read(_ frames: Int, into place: UnsafeMutableRawPointer) -> Bool {
        reader.withLock { reader in
            guard frames >= 0, frames <= available(reader) else { return false }
            reader.ready.withUnsafeBufferPointer { ready in
                guard frames > 0, let base = ready.baseAddress else { return }
                var (from, to) = (UnsafeRawPointer(base + reader.start), place)
                reader.converter.convert(&from, &to, frames: frames)
            }
            reader.start += frames * form.channels
            return true
        }
    }

    /// Forgets what has not been read. While nothing is taken.
    package func drop() {
        reader.withLock { reader in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.block * ring.channels) { block in
                while ring.read(block.baseAddress!, frames: Self.block) > 0 {}
            }
            reader.ready = []
            reader.start = 0
            reader.resampler?.reset()
        }
    }

    /// Brings what waits to the program's rate and channels, as much as is to be kept.
    private func convert(_ reader: Reader) {
        if reader.start > 0 {
            reader.ready.removeFirst(reader.start)
            reader.start = 0
        }
        let (channels, wanted) = (ring.channels, form.channels)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.block * (channels + wanted)) { memory in
            let block = memory.baseAddress!
            let planes = block + Self.block * channels
            while reader.ready.count / wanted < capacity {
                let count = ring.read(block, frames: Self.block)
                guard count > 0 else { return }
                for frame in 0..<count {
                    for channel in 0..<wanted {
                        planes[channel * Self.block + frame] =
                            Self.mix(block + frame * channels, channels, to: channel, of: wanted)
                    }
                }
                append(planes, count, reader)
            }
        }
    }

    /// One channel is the mean of all; of two, each is the source's own, or its only one.
    private static func mix(
        _ frame: UnsafePointer<Float>, _ channels: Int, to channel: Int, of wanted: Int
    ) -> Float {
        guard wanted == 1 else { return frame[min(channel, channels - 1)] }
        var sum: Float = 0
        for index in 0..<channels { sum += frame[index] }
        return sum / Float(channels)
    }

    private func append(_ planes: UnsafeMutablePointer<Float>, _ count: Int, _ reader: Reader) {
        guard let resampler = reader.resampler else {
            for frame in 0..<count {
                for channel in 0..<form.channels { reader.ready.append(planes[channel * Self.block + frame]) }
            }
            return
        }
        let room = max(1, Int(resampler.outputFramesAvailable(afterInput: count)))
        withUnsafeTemporaryAllocation(of: Float.self, capacity: room * form.channels) { memory in
            let output = memory.baseAddress!
            var inputs: [UnsafePointer<Float>] = []
            var outputs: [UnsafeMutablePointer<Float>] = []
            for channel in 0..<form.channels {
                inputs.append(UnsafePointer(planes + channel * Self.block))
                outputs.append(output + channel * room)
            }
            let made = resampler.process(inputs, inputFrames: count, outputs, outputCapacity: room).produced
            for frame in 0..<made {
                for channel in 0..<form.channels { reader.ready.append(output[channel * room + frame]) }
            }
        }
    }
}
