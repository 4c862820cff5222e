import AudioCore
import AudioDSP
import AudioEngine
import AudioToolbox
import Foundation
import ToolSupport

/// One file on its way to the loudspeakers.
struct Playback {
    private let options: Afplay
    private let file: SoundReader
    private let output: Output

    init(_ options: Afplay) throws {
        self.options = options
        var configuration = OutputConfiguration()
        configuration.backend = options.backend
        configuration.title = "afplay"
        let source = try SoundReader(options.file)
        output = try Output(configuration)
        file = source
        try file.convert(to: output.format)
    }

    /// Plays to the end, or as long as was asked for.
    func run() throws {
        let stretch =
            options.rate == 1
            ? nil
            : TimeStretch(
                channels: output.format.channels, sampleRate: output.format.sampleRate, rate: options.rate,
                searches: options.rateQuality == 1)
        let limit = options.time.map { Int(min($0 * output.format.sampleRate, 1e15)) } ?? .max
        let feed = SoundFeed(file, stretch, channels: output.format.channels, limit: limit)
        let player = PullSource(output: output) { feed.fill($0, $1) }
        player.volume = options.volume
        tellWhere()
        try player.start()
        let seconds = min(file.duration / options.rate, options.time ?? .infinity)
        let line = ProgressLine(seconds: seconds, always: options.meter)
        while player.wait(nanoseconds: options.meter ? 250_000_000 : 100_000_000) == nil {
            line.show(
                seconds: Double(player.position) / output.format.sampleRate,
                levels: (0..<output.format.channels).map { player.takePeak(channel: $0) * options.volume },
                waiting: output.backendName == nil ? "waiting for the sound server" : nil)
        }
        line.finish()
        if options.debug {
            complain("frames played: \(player.position), breaks: \(output.xruns + player.starvedCycles)")
        }
        if let status = feed.failure { throw ToolError("ExtAudioFileRead", status) }
    }

    private func tellWhere() {
        if output.backendName == "null", options.backend == nil {
            complain("No sound server answers: playing silently, at real speed.")
        }
        guard options.debug else { return }
        complain("file: \(options.file), \(decimal(file.duration, places: 3)) s")
        complain(
            "output: \(output.backendName ?? "none"), \(decimal(output.format.sampleRate, places: 0)) Hz, "
                + "\(output.format.channels) channels, \(output.framesPerCycle) frames a cycle")
    }
}

/// The file's frames, perhaps stretched, for the player to pull. Used by one thread, the player's reader.
private final class SoundFeed: @unchecked Sendable {
    private let file: SoundReader
    private let stretch: TimeStretch?
    private let channels: Int
    private var framesLeft: Int
    /// What reading ran into; looked at once playing has ended.
    private(set) var failure: OSStatus?

    init(_ file: SoundReader, _ stretch: TimeStretch?, channels: Int, limit: Int) {
        self.file = file
        self.stretch = stretch
        self.channels = channels
        framesLeft = limit
    }

    func fill(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        let wanted = min(frames, framesLeft)
        guard wanted > 0 else { return 0 }
        let read: Int
        if let stretch {
            read = stretch.read(into: samples, frames: wanted) { self.read($0, $1) }
        } else {
            read = self.read(samples, wanted)
        }
        framesLeft -= read
        return read
    }

    private func read(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
        do throws(ToolError) {
            return try file.read(samples, frames)
        } catch {
            failure = error.status
            return 0
        }
    }
}

/// An audio file, read as interleaved Float32.
final class SoundReader: @unchecked Sendable {
    private let file: ExtAudioFileRef
    private let fileFormat: AudioStreamBasicDescription
    private var channels: UInt32 = 0
    /// Seconds of sound.
    let duration: Double

    init(_ path: String) throws(ToolError) {
        var opened: ExtAudioFileRef?
        try check("AudioFileOpenURL", ExtAudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, &opened))
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
        duration = format.mSampleRate > 0 ? Double(frames) / format.mSampleRate : 0
    }

    deinit { _ = ExtAudioFileDispose(file) }

    /// Chooses what is read: the output's rate, and its channels, mixed where the file has others.
    func convert(to format: StreamFormat) throws(ToolError) {
        channels = UInt32(format.channels)
        var client = AudioStreamBasicDescription(format)
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
        if fileFormat.mChannelsPerFrame != channels {
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

    /// Reads up to `frames` frames; 0 at the end.
    func read(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) throws(ToolError) -> Int {
        var count = UInt32(frames)
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: channels, mDataByteSize: count * channels * 4, mData: samples))
        try check("ExtAudioFileRead", ExtAudioFileRead(file, &count, &list))
        return Int(count)
    }
}
