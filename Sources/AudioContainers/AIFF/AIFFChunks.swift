import AudioCore

/// The 80-bit floating point number in which AIFF keeps the sample rate.
enum Extended80 {
    /// The value, or nil where it is not a finite positive number.
    static func read(_ input: inout ByteReader) throws(AudioError) -> Double? {
        let exponent = try input.big(UInt16.self)
        let mantissa = try input.big(UInt64.self)
        guard exponent < 0x7FFF, mantissa > 0 else { return nil }
        let value = Double(sign: .plus, exponent: Int(exponent) - 16383 - 63, significand: Double(mantissa))
        return value.isFinite && value > 0 ? value : nil
    }

    /// Writes a finite positive number, exactly.
    static func write(_ value: Double, to output: inout ByteWriter) {
        let shifted = value.significand * 0x1p63
        output.big(UInt16(value.exponent + 16383))
        output.big(UInt64(shifted))
    }
}

/// The `COMM` chunk.
struct AIFFCommon: Equatable {
    var channels: UInt16
    /// Sample frames; packets, by Apple's habit, where a compression other than GSM has packets of several frames.
    var frames: UInt32
    var bits: UInt16
    var sampleRate: Double
    /// Only in AIFC.
    var compression: FourCC?
    var compressionName: [UInt8] = []

    init(channels: UInt16, frames: UInt32, bits: UInt16, sampleRate: Double, compression: FourCC? = nil) {
        self.channels = channels
        self.frames = frames
        self.bits = bits
        self.sampleRate = sampleRate
        self.compression = compression
    }

    init(parsing input: inout ByteReader, compressed: Bool) throws(AudioError) {
        channels = try input.big()
        frames = try input.big()
        bits = try input.big()
        sampleRate = try Extended80.read(&input) ?? 0
        guard compressed else { return }
        compression = try input.fourCC()
        let length = input.remaining > 0 ? Int(try input.big(UInt8.self)) : 0
        compressionName = Array(try input.take(min(length, input.remaining)))
    }

    var bytes: [UInt8] {
        var output = ByteWriter()
        output.big(channels)
        output.big(frames)
        output.big(bits)
        Extended80.write(sampleRate, to: &output)
        if let compression {
            output.fourCC(compression)
            output.pascalString(compressionName)
        }
        return output.bytes
    }
}

/// The `CHAN` chunk, in which Apple keeps the channel layout.
enum AIFFChannels {
    static func read(_ input: inout ByteReader) throws(AudioError) -> ChannelLayout {
        var layout = ChannelLayout(tag: try input.big(), bitmap: try input.big())
        let count = try input.big(UInt32.self)
        guard count <= 1024, Int(count) * 20 <= input.remaining else {
            throw .invalidFile.because("the channel layout claims \(count) descriptions")
        }
        for _ in 0..<count {
            var channel = ChannelLayout.Channel(label: try input.big(), flags: try input.big())
            for axis in 0..<3 { channel.coordinates[axis] = try input.bigFloat32() }
            layout.descriptions.append(channel)
        }
        return layout
    }

    static func bytes(_ layout: ChannelLayout) -> [UInt8] {
        var output = ByteWriter()
        output.big(layout.tag)
        output.big(layout.bitmap)
        output.big(UInt32(layout.descriptions.count))
        for channel in layout.descriptions {
            output.big(channel.label)
            output.big(channel.flags)
            for axis in 0..<3 { output.bigFloat32(channel.coordinates[axis]) }
        }
        return output.bytes
    }
}

/// The `MARK` chunk: named places.
struct AIFFMark: Equatable {
    var id: Int16
    var position: UInt32
    var name: [UInt8]

    /// The marks of a chunk up to where it breaks off.
    static func read(_ input: inout ByteReader) -> [AIFFMark] {
        var marks: [AIFFMark] = []
        do throws(AudioError) {
            for _ in 0..<(try input.big(UInt16.self)) {
                let id = try input.big(Int16.self)
                let position = try input.big(UInt32.self)
                marks.append(AIFFMark(id: id, position: position, name: try input.pascalString()))
            }
        } catch { return marks }
        return marks
    }

    static func bytes(_ marks: [AIFFMark]) -> [UInt8] {
        var output = ByteWriter()
        output.big(UInt16(clamping: marks.count))
        for mark in marks.prefix(Int(UInt16.max)) {
            output.big(mark.id)
            output.big(mark.position)
            output.pascalString(mark.name)
        }
        return output.bytes
    }
}

/// The `INST` chunk: how a sampler plays the sound.
struct AIFFInstrument: Equatable {
    /// Base note, detune, note and velocity ranges, gain: carried along.
    var settings: [UInt8]
    var sustain: Loop
    var release: Loop

    struct Loop: Equatable {
        /// 0 none, 1 forward, 2 forward and backward.
        var mode: Int16 = 0
        var begin: Int16 = 0
        var end: Int16 = 0
    }

    /// Middle C, no detune, all notes and velocities, no gain.
    static let standard = AIFFInstrument(
        settings: [60, 0, 0, 127, 1, 127, 0, 0], sustain: Loop(), release: Loop())

    init(settings: [UInt8], sustain: Loop, release: Loop) {
        self.settings = settings
        self.sustain = sustain
        self.release = release
    }

    init(parsing input: inout ByteReader) throws(AudioError) {
        settings = Array(try input.take(8))
        sustain = Loop(mode: try input.big(), begin: try input.big(), end: try input.big())
        release = Loop(mode: try input.big(), begin: try input.big(), end: try input.big())
    }

    var bytes: [UInt8] {
        var output = ByteWriter()
        output.append(settings)
        for loop in [sustain, release] {
            output.big(loop.mode)
            output.big(loop.begin)
            output.big(loop.end)
        }
        return output.bytes
    }
}

extension ByteReader {
    /// A byte that counts, so many bytes, and one more where the whole would be odd.
    fileprivate mutating func pascalString() throws(AudioError) -> [UInt8] {
        let length = Int(try big(UInt8.self))
        let text = Array(try take(length))
        if length % 2 == 0, remaining > 0 { try skip(1) }
        return text
    }
}

extension ByteWriter {
    /// At most 255 bytes of `text`.
    fileprivate mutating func pascalString(_ text: [UInt8]) {
        let text = text.prefix(255)
        big(UInt8(text.count))
        append(text)
        zeros(1 - text.count % 2)
    }
}
