import AudioCore
import AudioFiles
import CAudioToolbox

/// A short sound, whole in memory, in the format of the output that it is for.
final class SystemSound: @unchecked Sendable {
    /// The longest that is taken.
    static let maximumSeconds = 30.0

    /// Interleaved.
    let samples: UnsafeMutablePointer<Float>
    let frames: Int

    private init(_ sound: [Float], channels: Int) {
        samples = .allocate(capacity: max(1, sound.count))
        samples.initialize(from: sound, count: sound.count)
        frames = sound.count / channels
    }

    deinit { samples.deallocate() }

    /// Reads and decodes a file, and converts it to the output's rate and channels.
    ///
    /// - Throws: `systemSoundTooLong`, and what the file's opening or decoding throws.
    static func load(_ path: some FileName, for format: StreamFormat) throws(AudioError) -> SystemSound {
        let file = try ExtendedFile.open(path)
        let source = file.file.format
        let layout = file.file.description.layout
        var sound: [Float] = []
        var failure: AudioError?
        do throws(AudioError) {
            guard Double(file.file.validFrames) <= maximumSeconds * source.sampleRate else { throw .systemSoundTooLong }
            try file.setClientFormat(.float32(sampleRate: format.sampleRate, channels: source.channels))
            sound = try readAll(file, channels: source.channels, atMost: Int(maximumSeconds * format.sampleRate))
        } catch { failure = error }
        try file.dispose()
        if let failure { throw failure }
        return make(sound, channels: source.channels, layout, for: format)
    }

    /// Throws what `load` would throw for a file that is too long by its own account, or that cannot be opened.
    static func check(_ path: some FileName) throws(AudioError) {
        let file = try ExtendedFile.open(path)
        let isTooLong = Double(file.file.validFrames) > maximumSeconds * file.file.format.sampleRate
        try file.dispose()
        if isTooLong { throw .systemSoundTooLong }
    }

    private static func make(
        _ sound: [Float], channels: Int, _ layout: ChannelLayout?, for format: StreamFormat
    ) -> SystemSound {
        let gains = QueueFormats.gains(
            channels: channels, outputs: format.channels, layout: layout, assignments: [])
        return SystemSound(
            spread(sound, channels: channels, gains, outputs: format.channels), channels: format.channels)
    }

    private static func readAll(
        _ file: ExtendedFile, channels: Int, atMost limit: Int
    ) throws(AudioError) -> [Float] {
        let chunk = 4096
        var sound: [Float] = []
        let block = UnsafeMutablePointer<Float>.allocate(capacity: chunk * channels)
        defer { block.deallocate() }
        while true {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(channels), mDataByteSize: UInt32(chunk * channels * 4), mData: block))
            let count = try file.read(chunk, into: &list)
            guard count > 0 else { return sound }
            sound.append(contentsOf: UnsafeBufferPointer(start: block, count: count * channels))
            // A rate converter may round the last frame up.
            guard sound.count / channels <= limit + 1 else { throw .systemSoundTooLong }
        }
    }

    /// Sends each channel to the output's channels by its factors.
    private static func spread(_ sound: [Float], channels: Int, _ gains: [Float], outputs: Int) -> [Float] {
        let frames = sound.count / channels
        var spread = [Float](repeating: 0, count: frames * outputs)
        for channel in 0..<channels {
            for output in 0..<outputs {
                let gain = gains[channel * outputs + output]
                guard gain != 0 else { continue }
                for frame in 0..<frames { spread[frame * outputs + output] += sound[frame * channels + channel] * gain }
            }
        }
        return spread
    }
}
