import AudioToolbox
import Foundation
import ToolSupport

/// An audio file, read as interleaved Float32: from a place in it, and as often as is wished.
final class SoundReader: SoundBringer, @unchecked Sendable {
    private let file: ExtAudioFileRef
    private let name: String
    private let fileFormat: AudioStreamBasicDescription
    private var client = AudioStreamBasicDescription()
    private let frames: Int64
    private let passes: Passes

    private static let framesAtOnce = 4096

    init(_ path: String, _ passes: Passes) throws(ToolError) {
        var opened: ExtAudioFileRef?
        let status = ExtAudioFileOpenURL(fileURL(path), &opened)
        guard status == noErr, let opened else { throw ToolError("AudioFileOpen", status) }
        file = opened
        name = path.split(separator: "/").last.map { String($0) } ?? path
        self.passes = passes
        fileFormat = try Self.property(
            opened, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        frames = try Self.property(opened, kExtAudioFileProperty_FileLengthFrames, Int64(0))
    }

    deinit { _ = ExtAudioFileDispose(file) }

    private static func property<T: BitwiseCopyable>(
        _ file: ExtAudioFileRef, _ property: ExtAudioFilePropertyID, _ initial: T
    ) throws(ToolError) -> T {
        var (value, size) = (initial, UInt32(MemoryLayout<T>.size))
        try check(
            "ExtAudioFileGetProperty", of: property, ExtAudioFileGetProperty(file, property, &size, &value))
        return value
    }

    /// As the file says, or its name.
    var title: String? {
        var (id, size): (AudioFileID?, UInt32) = (nil, UInt32(MemoryLayout<AudioFileID?>.size))
        let status = ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &id)
        let title = status == noErr ? id?.infoDictionary[kAFInfoDictionary_Title] : nil
        return title.flatMap { $0.isEmpty ? nil : $0 } ?? name
    }

    var duration: Double? {
        guard fileFormat.mSampleRate > 0 else { return 0 }
        return passes.duration(of: Double(frames) / fileFormat.mSampleRate)
    }

    /// The frame of the file that is heard first.
    private var firstFrame: Int64 {
        Int64(min((passes.start * fileFormat.mSampleRate).rounded(), Double(frames)))
    }

    /// Chooses what is read: the output's rate, and its channels, mixed where the file has others.
    func convert(to format: AudioStreamBasicDescription) throws(ToolError) {
        client = format
        try check(
            "ExtAudioFileSetProperty", of: kExtAudioFileProperty_ClientDataFormat,
            ExtAudioFileSetProperty(
                file, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout<AudioStreamBasicDescription>.size),
                &client))
        var converter: AudioConverterRef?
        var size = UInt32(MemoryLayout<AudioConverterRef?>.size)
        try check(
            "ExtAudioFileGetProperty", of: kExtAudioFileProperty_AudioConverter,
            ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter))
        guard let converter else { return }
        // Without a mix, a mono file would sound on the left alone, and the surplus of others not at all.
        if fileFormat.mChannelsPerFrame != client.mChannelsPerFrame {
            try Self.set(converter, kAudioConverterPropertyPerformDownmix, 1)
        }
        if fileFormat.mSampleRate != format.mSampleRate {
            try Self.set(converter, kAudioConverterSampleRateConverterQuality, UInt32(kAudioConverterQuality_Max))
        }
    }

    private static func set(
        _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ value: UInt32
    ) throws(ToolError) {
        var value = value
        try check(
            "AudioConverterSetProperty", of: property, AudioConverterSetProperty(converter, property, 4, &value))
    }

    func bring(_ makePlayer: @escaping MakePlayer) throws {
        let player = try makePlayer(QueuePlayer.Sound(client), 0.25)
        let samples = UnsafeMutableRawPointer.allocate(
            byteCount: Self.framesAtOnce * Int(client.mBytesPerFrame), alignment: 64)
        defer { samples.deallocate() }
        var pass = 0
        while passes.hasPass(pass) {
            let first = firstFrame
            // A file without sound from here on would be begun again without end.
            guard first < frames else { return }
            if first > 0 || pass > 0 { try check("ExtAudioFileSeek", ExtAudioFileSeek(file, first)) }
            guard try bringOnce(player, samples) else { return }
            pass += 1
        }
    }

    /// - Returns: false once no more is wanted, or nothing came.
    private func bringOnce(_ player: QueuePlayer, _ samples: UnsafeMutableRawPointer) throws(ToolError) -> Bool {
        var total = 0
        while true {
            var count = UInt32(Self.framesAtOnce)
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: client.mChannelsPerFrame, mDataByteSize: count * client.mBytesPerFrame,
                    mData: samples))
            try check("ExtAudioFileRead", ExtAudioFileRead(file, &count, &list))
            guard count > 0 else { return total > 0 }
            total += Int(count)
            guard try player.append(samples, packets: Int(count)) else { return false }
        }
    }
}
