import AudioCore
import AudioEngine
import AudioToolbox
import Foundation
import ToolSupport

/// An audio file, read as interleaved Float32.
final class SoundReader: SoundBringer, @unchecked Sendable {
    private let file: ExtAudioFileRef
    private let fileFormat: AudioStreamBasicDescription
    private var client = AudioStreamBasicDescription()
    private let seconds: Double

    var duration: Double? { seconds }

    private static let framesAtOnce = 4096

    init(_ path: String) throws(ToolError) {
        var opened: ExtAudioFileRef?
        try check("AudioFileOpenURL", ExtAudioFileOpenURL(fileURL(path), &opened))
        let file = opened!
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        try check(
            "ExtAudioFileGetProperty",
            ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format))
        var frames: Int64 = 0
        size = UInt32(MemoryLayout<Int64>.size)
        try check(
            "ExtAudioFileGetProperty",
            ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &frames))
        self.file = file
        fileFormat = format
        seconds = format.mSampleRate > 0 ? Double(frames) / format.mSampleRate : 0
    }

    deinit { _ = ExtAudioFileDispose(file) }

    /// Chooses what is read: the output's rate, and its channels, mixed where the file has others.
    func convert(to format: StreamFormat) throws(ToolError) {
        client = AudioStreamBasicDescription(format)
        try check(
            "ExtAudioFileSetProperty",
            ExtAudioFileSetProperty(
                file, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout<AudioStreamBasicDescription>.size),
                &client))
        var converter: AudioConverterRef?
        var size = UInt32(MemoryLayout<AudioConverterRef?>.size)
        try check(
            "ExtAudioFileGetProperty",
            ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter))
        guard let converter else { return }
        var one: UInt32 = 1
        // Without a mix, a mono file would sound on the left alone, and the surplus of others not at all.
        if fileFormat.mChannelsPerFrame != client.mChannelsPerFrame {
            try check(
                "AudioConverterSetProperty",
                AudioConverterSetProperty(converter, kAudioConverterPropertyPerformDownmix, 4, &one))
        }
        if fileFormat.mSampleRate != format.sampleRate {
            var quality = UInt32(kAudioConverterQuality_Max)
            try check(
                "AudioConverterSetProperty",
                AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterQuality, 4, &quality))
        }
    }

    func bring(_ makePlayer: @escaping MakePlayer) throws {
        let player = try makePlayer(QueuePlayer.Sound(client), 0.25)
        let frames = Self.framesAtOnce
        let samples = UnsafeMutableRawPointer.allocate(
            byteCount: frames * Int(client.mBytesPerFrame), alignment: 64)
        defer { samples.deallocate() }
        while true {
            var count = UInt32(frames)
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: client.mChannelsPerFrame, mDataByteSize: count * client.mBytesPerFrame,
                    mData: samples))
            try check("ExtAudioFileRead", ExtAudioFileRead(file, &count, &list))
            guard count > 0, try player.append(samples, packets: Int(count)) else { return }
        }
    }
}
