import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// Mixers whose elements have the canonical forms of the first iPhones: 16 bits, and fixed point with 24 bits behind the point.
@Suite struct MixerFormTests {
    enum Form: CaseIterable {
        case integers, fixedPoint, interleavedFixedPoint

        var format: StreamFormat {
            switch self {
            case .integers: .int16(sampleRate: 48_000, channels: 2)
            case .fixedPoint, .interleavedFixedPoint:
                .pcm(
                    .signed, bits: 32, sampleRate: 48_000, channels: 2, interleaved: self == .interleavedFixedPoint,
                    fractionBits: 24)
            }
        }

        /// The integer of a sample.
        func integer(_ sample: Float) -> Int32 {
            Int32((Double(sample) * (self == .integers ? 32_768 : 16_777_216)).rounded())
        }
    }

    private static let frames = 256

    private static func sample(_ channel: Int, _ frame: Int) -> Float {
        Float((frame * 37 + channel * 11) % 200 - 100) / 256
    }

    private func mixer(_ blueprint: UnitBlueprint) throws -> Client {
        let client = try Client(blueprint)
        if blueprint.mayChangeInputs {
            try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(1))
        }
        let floats = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)
        try client.setFormat(floats, kAudioUnitScope_Input)
        try client.setFormat(floats, kAudioUnitScope_Output)
        return client
    }

    /// All volumes at 1.
    private func open(_ client: Client) throws {
        guard client.unit is MatrixMixerUnit else { return }
        try client.setParameter(MatrixMixerUnit.volume, 1, kAudioUnitScope_Global, MatrixMixerUnit.master)
        for channel in UInt32(0)..<2 {
            try client.setParameter(MatrixMixerUnit.volume, 1, kAudioUnitScope_Input, channel)
            try client.setParameter(MatrixMixerUnit.volume, 1, kAudioUnitScope_Output, channel)
            try client.setParameter(MatrixMixerUnit.volume, 1, kAudioUnitScope_Global, channel << 16 | channel)
        }
    }

    /// Renders integers, channel by channel.
    private func integers(_ client: Client, _ form: Form) -> [[Int32]] {
        let (format, frames) = (form.format, Self.frames)
        let list = BufferList.allocate(count: format.bufferCount)
        var memory = [UInt8](repeating: 0xEE, count: 2 * frames * format.bytesPerFrame)
        defer { list.deallocate() }
        return memory.withUnsafeMutableBytes { memory in
            let size = frames * format.bytesPerFrame
            for index in 0..<list.count {
                list.buffers[index] = AudioBuffer(
                    mNumberChannels: UInt32(format.isInterleaved ? 2 : 1), mDataByteSize: UInt32(size),
                    mData: memory.baseAddress! + index * size)
            }
            var flags: UInt32 = 0
            #expect(client.render(&flags, 0, 0, frames, list) == 0)
            return (0..<2).map { channel in
                (0..<frames).map { frame -> Int32 in
                    let place = format.isInterleaved ? frame * 2 + channel : frame
                    let data = list.buffers[format.isInterleaved ? 0 : channel].mData!
                    return form == .integers
                        ? Int32(data.assumingMemoryBound(to: Int16.self)[place])
                        : data.assumingMemoryBound(to: Int32.self)[place]
                }
            }
        }
    }

    /// The sum in another form is that in Float32, rounded.
    @Test(arguments: [0, 1], Form.allCases) func outputsMayHaveIntegers(kind: Int, form: Form) throws {
        let client = try mixer(kind == 0 ? MultiChannelMixerUnit.mixer : MatrixMixerUnit.mixer)
        try client.feed(Feed(Self.sample))
        try client.setFormat(form.format, kAudioUnitScope_Output)
        try client.unit.initialize()
        try open(client)
        let result = integers(client, form)
        for channel in 0..<2 {
            #expect(result[channel] == (0..<Self.frames).map { form.integer(Self.sample(channel, $0)) })
        }
    }

    /// A sound straight ahead is the same on both sides, in integers too.
    @Test(arguments: Form.allCases) func soundInSpaceMayBeOfIntegers(form: Form) throws {
        let (client, other) = (try mixer(SpatialMixerUnit.mixer), try mixer(SpatialMixerUnit.mixer))
        for client in [client, other] {
            try client.setFormat(
                .float32(sampleRate: 48_000, channels: 1, interleaved: false), kAudioUnitScope_Input)
            try client.feed(Feed { Self.sample($0, $1) })
        }
        try client.setFormat(form.format, kAudioUnitScope_Output)
        try client.unit.initialize()
        try other.unit.initialize()
        let (result, floats) = (integers(client, form), try other.render(Self.frames))
        for (integers, samples) in zip(result, floats) {
            // What lies between two integers may become either.
            #expect(zip(integers, samples).allSatisfy { abs($0 - form.integer($1)) <= 1 })
            #expect(integers.contains { $0 != 0 })
        }
    }

    /// A matrix takes integers as it gives them.
    @Test(arguments: Form.allCases) func aMatrixTakesIntegers(form: Form) throws {
        let client = try mixer(MatrixMixerUnit.mixer)
        try client.setFormat(form.format, kAudioUnitScope_Input)
        let source = IntegerFeed(form)
        try client.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, to: source.callback)
        try client.unit.initialize()
        try open(client)
        let result = try withExtendedLifetime(source) { try client.render(Self.frames) }
        for channel in 0..<2 { #expect(result[channel] == (0..<Self.frames).map { Self.sample(channel, $0) }) }
    }

    /// A source of `sample` as integers.
    private final class IntegerFeed {
        let form: Form

        init(_ form: Form) { self.form = form }

        private static let function: RenderCallback = { context, _, _, _, frames, list in
            let form = Unmanaged<IntegerFeed>.fromOpaque(context!).takeUnretainedValue().form
            Sanitizer.ignore { IntegerFeed.fill(BufferList(list!), Int(frames), form) }
            return 0
        }

        private static func fill(_ buffers: BufferList, _ frames: Int, _ form: Form) {
            for (channel, frame) in (0..<2).flatMap({ channel in (0..<frames).map { (channel, $0) } }) {
                let integer = form.integer(MixerFormTests.sample(channel, frame))
                let place = form.format.isInterleaved ? frame * 2 + channel : frame
                let data = buffers.buffers[form.format.isInterleaved ? 0 : channel].mData!
                if form == .integers {
                    data.assumingMemoryBound(to: Int16.self)[place] = Int16(integer)
                } else {
                    data.assumingMemoryBound(to: Int32.self)[place] = integer
                }
            }
        }

        var callback: (UInt, UInt) {
            (
                unsafeBitCast(Self.function, to: UInt.self),
                UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
            )
        }
    }
}
