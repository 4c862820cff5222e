import AudioCore
import CKernels

/// Converts linear PCM of any form to linear PCM of any other form with the same number of channels.
///
/// Widths from 1 to 64 bits in 1 to 8 bytes, aligned low or high, signed, unsigned, fixed point or float, in either
/// byte order, interleaved or not. The rules:
/// - integer to integer shifts: wider is exact, narrower drops bits, what does not fit is clamped (fixed point only);
/// - integer to float divides by 2^(bits - 1), so 16-bit full scale is 32768;
/// - float to integer multiplies, rounds half to even and clamps; what is not a number becomes 0;
/// - the same form is copied as it is, with whatever stands around its bits;
/// - bits that are aligned high bring along what stands below them;
/// - 64-bit floats and integers of more than 24 bits keep their precision between each other.
///
/// These are libswresample's results where it has the formats. Without dither a converter has no state and any number
/// of threads may use it; with dither it is one stream's, used by one thread at a time.
package final class PCMConverter: @unchecked Sendable {
    /// Noise added where bits are lost, which turns distortion into hiss.
    package enum Dither: Sendable {
        case none
        /// White noise of triangular density, two steps wide.
        case tpdf
        /// The same with its spectrum moved to where the ear is deaf; for rates near 44.1 kHz.
        case noiseShaped
    }

    package let source: StreamFormat
    package let destination: StreamFormat
    let from: PCMSample
    let to: PCMSample
    let channels: Int
    let isInputInterleaved: Bool
    let isOutputInterleaved: Bool
    /// What is rounded to with dither; nil without.
    let quantum: PCMQuantum?
    private let isDithering: Bool
    /// A channel's state each, where noise is shaped.
    let shapers: UnsafeMutablePointer<PCMNoiseShaper>
    private var plan = PCMPlan.plain
    /// Frames converted so far, which places the noise.
    private var frameCount: Int64 = 0

    /// - Parameters:
    ///   - from: the form of the input; sample rates are ignored.
    ///   - dither: what to add where bits are lost. Where none are lost nothing is added.
    ///   - ditherBitDepth: the bits to keep, fewer than the output's; nil keeps all the output has.
    ///   - kernels: the loops to use, or nil for the plain code alone.
    /// - Throws: `converterFormat` where a format is not valid linear PCM or the channels differ in number.
    package init(
        from: StreamFormat, to: StreamFormat, dither: Dither = .none, ditherBitDepth: Int? = nil,
        kernels: Kernels? = .best
    ) throws(AudioError) {
        guard from.isValidPCM, to.isValidPCM else {
            throw .converterFormat.because("a format to convert between is not valid linear PCM")
        }
        guard from.channels == to.channels else {
            throw .converterFormat.because("the formats have \(from.channels) and \(to.channels) channels")
        }
        source = from
        destination = to
        let declared = PCMSample(from)
        self.to = PCMSample(to)
        self.from = declared == self.to ? declared : PCMSample(wholeOf: from)
        channels = from.channels
        isInputInterleaved = from.isInterleaved
        isOutputInterleaved = to.isInterleaved
        // Noise is for what is lost of the bits that count.
        quantum = PCMQuantum(from: declared, to: self.to, dither: dither, depth: ditherBitDepth)
        isDithering = quantum != nil
        shapers = .allocate(capacity: channels)
        shapers.initialize(repeating: PCMNoiseShaper(), count: channels)
        plan = PCMPlan(self, kernels: kernels)
    }

    deinit { shapers.deallocate() }

    /// Converts `frames` frames. Real-time safe.
    ///
    /// - Parameters:
    ///   - input: a pointer to each buffer: one where interleaved, else one per channel. Any alignment.
    ///   - output: likewise; must not overlap the input.
    @_noLocks package func convert(
        _ input: UnsafePointer<UnsafeRawPointer>, _ output: UnsafePointer<UnsafeMutableRawPointer>, frames: Int
    ) {
        convert(input, output, frames: frames, firstFrame: frameCount)
        if isDithering { frameCount &+= Int64(frames) }
    }

    /// The same for frames from anywhere in a stream: noise depends on `firstFrame`, the first one's number, alone.
    ///
    /// Shaped noise is the exception: it continues from the last call.
    @_noLocks package func convert(
        _ input: UnsafePointer<UnsafeRawPointer>, _ output: UnsafePointer<UnsafeMutableRawPointer>, frames: Int,
        firstFrame: Int64
    ) {
        switch plan {
        case .plain:
            if let quantum {
                ditherPlainly(quantum, input, output, frames: frames, firstFrame: firstFrame)
            } else {
                convertPlainly(input, output, frames: frames)
            }
        case .copy:
            let bytes = frames * from.bytes * (isInputInterleaved ? channels : 1)
            for buffer in 0..<(isInputInterleaved ? 1 : channels) {
                output[buffer].copyMemory(from: input[buffer], byteCount: bytes)
            }
        case .split(let loop):
            // Loops of our own in C, here and below, which neither block nor allocate.
            realtimeTrusted { [channels] in loop(input[0], output, channels, frames) }
        case .join(let loop):
            realtimeTrusted { [channels] in loop(input, output[0], channels, frames) }
        case .steps(var conversion):
            CKRunConversion(&conversion, input, output, Int64(frames), firstFrame)
        }
    }

    /// Starts the noise over, as at the start of a stream. Real-time safe.
    @_noLocks package func reset() {
        frameCount = 0
        for channel in 0..<channels { shapers[channel] = PCMNoiseShaper() }
    }

    /// The plain code: one sample after the other.
    @_noLocks private func convertPlainly(
        _ input: UnsafePointer<UnsafeRawPointer>, _ output: UnsafePointer<UnsafeMutableRawPointer>, frames: Int
    ) {
        let inputStep = from.bytes * (isInputInterleaved ? channels : 1)
        let outputStep = to.bytes * (isOutputInterleaved ? channels : 1)
        for channel in 0..<channels {
            var place = isInputInterleaved ? input[0] + channel * from.bytes : input[channel]
            var target = isOutputInterleaved ? output[0] + channel * to.bytes : output[channel]
            for _ in 0..<frames {
                from.convert(place, to: to, target)
                place += inputStep
                target += outputStep
            }
        }
    }
}
