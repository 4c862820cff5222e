import AudioToolbox
import Foundation
import TestSupport
import Testing

/// `kAudioCodecPropertyBitRateControlMode` of a converter that encodes AAC.
@Suite struct BitRateControlTests {
    /// The whole of a sound, which an input function gives at once.
    private final class Sound {
        let bytes: UnsafeMutableRawBufferPointer
        let channels: UInt32
        var frames: UInt32

        init(_ samples: [Int16], channels: UInt32) {
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: samples.count * 2, alignment: 16)
            samples.withUnsafeBytes { room.copyMemory(from: $0) }
            bytes = room
            self.channels = channels
            frames = UInt32(samples.count) / channels
        }

        deinit { bytes.deallocate() }
    }

    /// Within a tenth of what was asked for, over 20 seconds of music.
    @Test(arguments: [(22_050, 1, 32_000), (44_100, 2, 128_000)])
    func aConstrainedRateIsKept(rate: Int, channels: Int, bitRate: Int) throws {
        let music = CodecSignals.music(frames: rate, channels: channels)
        let sound = Sound(Array(repeatElement(music, count: 21).joined()), channels: UInt32(channels))
        var input = AudioStreamBasicDescription.int(16, rate: Double(rate), channels: UInt32(channels))
        var output = AudioStreamBasicDescription.encoded(
            kAudioFormatMPEG4AAC, rate: Double(rate), channels: UInt32(channels))
        var made: AudioConverterRef?
        try must("AudioConverterNew", AudioConverterNew(&input, &output, &made))
        let converter = try #require(made)
        defer { AudioConverterDispose(converter) }
        for (property, value) in [
            (kAudioCodecPropertyBitRateControlMode, UInt32(kAudioCodecBitRateControlMode_VariableConstrained)),
            (kAudioConverterEncodeBitRate, UInt32(bitRate)),
        ] {
            var value = value
            try must("AudioConverterSetProperty", AudioConverterSetProperty(converter, property, 4, &value))
        }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 19, alignment: 16)
        defer { room.deallocate() }
        var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: 256)
        var (bytes, packets) = (0, 0)
        while true {
            var list = AudioBufferList.interleaved(UInt32(channels), room)
            var count: UInt32 = 256
            try must(
                "AudioConverterFillComplexBuffer",
                AudioConverterFillComplexBuffer(
                    converter,
                    { _, packets, list, _, context in
                        let sound = Unmanaged<Sound>.fromOpaque(context!).takeUnretainedValue()
                        packets.pointee = sound.frames
                        if sound.frames > 0 { list.pointee = .interleaved(sound.channels, sound.bytes) }
                        sound.frames = 0
                        return noErr
                    }, Unmanaged.passUnretained(sound).toOpaque(), &count, &list, &descriptions))
            guard count > 0 else { break }
            packets += Int(count)
            bytes += descriptions.prefix(Int(count)).reduce(0) { $0 + Int($1.mDataByteSize) }
        }
        let seconds = Double(packets) * 1024 / Double(rate)
        let found = Double(bytes) * 8 / seconds
        #expect(seconds > 20.9 && abs(found / Double(bitRate) - 1) <= 0.1, "\(found)")
    }
}
