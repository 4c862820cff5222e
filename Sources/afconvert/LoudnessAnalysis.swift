import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// Measures the loudness of the converted sound.
final class LoudnessAnalysis {
    private var meter: LoudnessMeter
    /// Makes 32-bit floats of other samples.
    private let converter: AudioConverterRef?
    private let format: AudioStreamBasicDescription
    private var floats: [Float] = []

    /// The loudness to which players bring a song by sound check: general belief, Apple does not say.
    private static let reference = -16.0
    /// What a perceived power coefficient of a song that needs no gain is.
    private static let unity = 1000.0

    /// - Parameters:
    ///   - format: interleaved linear PCM, what `add` gets.
    ///   - layout: the bytes of an `AudioChannelLayout`.
    init(_ format: AudioStreamBasicDescription, layout: [UInt8]?) throws(ToolError) {
        self.format = format
        var pcm = DataFormat.PCM()
        (pcm.isFloat, pcm.bits) = (true, 32)
        var float = pcm.description(sampleRate: format.mSampleRate, channels: format.mChannelsPerFrame)
        var made: AudioConverterRef?
        if format.mFormatFlags != float.mFormatFlags || format.mBitsPerChannel != 32 {
            var source = format
            try check("AudioConverterNew", AudioConverterNew(&source, &float, &made))
        }
        converter = made
        let labels = layout.flatMap(ChannelLayouts.labels)
        let channels = Int(format.mChannelsPerFrame)
        meter = LoudnessMeter(
            sampleRate: format.mSampleRate, channels: channels, labels: labels?.count == channels ? labels : nil)
    }

    deinit { if let converter { _ = AudioConverterDispose(converter) } }

    /// Listens to frames of interleaved samples.
    func add(_ memory: UnsafeMutableRawPointer, frames: UInt32) throws(ToolError) {
        guard let converter else {
            return meter.add(memory.assumingMemoryBound(to: Float.self), frames: Int(frames))
        }
        let count = Int(frames * format.mChannelsPerFrame)
        if floats.count < count { floats = [Float](repeating: 0, count: count) }
        var size = UInt32(count * 4)
        try check(
            "AudioConverterConvertBuffer",
            AudioConverterConvertBuffer(converter, frames * format.mBytesPerFrame, memory, &size, &floats))
        meter.add(floats, frames: Int(frames))
    }

    /// Listens to all of a file from a frame on, in a pass of its own.
    func addAll(of source: Source, from offset: Int64) throws(ToolError) {
        try source.prepareToRead()
        try check("ExtAudioFileSeek", ExtAudioFileSeek(source.file, offset))
        let blockFrames: UInt32 = 1 << 14
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Int(blockFrames * format.mBytesPerFrame), alignment: 64)
        defer { memory.deallocate() }
        while true {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: format.mChannelsPerFrame, mDataByteSize: blockFrames * format.mBytesPerFrame,
                    mData: memory))
            var frames = blockFrames
            try check("ExtAudioFileRead", ExtAudioFileRead(source.file, &frames, &list))
            guard frames > 0 else { return }
            try add(memory, frames: frames)
        }
    }

    /// Writes what was heard, as far as the options ask, into the info dictionary.
    func note(in file: AudioFileID, _ options: OutputOptions) throws(ToolError) {
        let result = meter.result()
        var entries: [String: String] = [:]
        if options.soundcheckGenerate { entries = soundCheck(result).merging(main(result)) { first, _ in first } }
        if options.anchorGenerate, result.integrated.isFinite {
            entries[LoudnessKeys.anchor] = decimal(result.integrated, places: 4)
        }
        try file.add(toInfoDictionary: entries)
    }

    private func main(_ result: LoudnessMeter.Result) -> [String: String] {
        let peak = meter.peaks.map(\.value).max() ?? 0
        let values = [
            result.integrated, peak > 0 ? 20 * log10(Double(peak)) : -.infinity, result.maximumMomentary,
            result.maximumShortTerm, result.range,
        ]
        // Silence has no loudness.
        let pairs = zip(LoudnessKeys.main, values).filter { $0.1.isFinite }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0, decimal($1, places: 4)) })
    }

    /// Sound check's numbers, for the first two channels.
    ///
    /// A coefficient says how much louder than the reference the song would be were all channels like this one, as a
    /// ratio of powers: the gain a player applies is −10·log10(coefficient / 1000) dB.
    private func soundCheck(_ result: LoudnessMeter.Result) -> [String: String] {
        let channels = min(2, meter.peaks.count)
        let audible = Double(max(1, result.channelPowers.count { $0 > 0 }))
        func coefficient(_ power: Double) -> UInt32 {
            let loudness = -0.691 + 10 * log10(max(power * audible, 1e-30))
            return UInt32(min(Self.unity * pow(10, (loudness - Self.reference) / 10), 4e9).rounded())
        }
        func milliseconds(_ seconds: Double) -> UInt32 { UInt32(min(seconds * 1000, 4e9).rounded()) }
        let columns: [[UInt32]] = (0..<channels).map { channel in
            let (peak, frame) = meter.peaks[channel]
            return [
                coefficient(result.channelPowers[channel]), coefficient(result.channelMaxima[channel].power),
                milliseconds(Double(frame) / meter.sampleRate), milliseconds(result.channelMaxima[channel].start),
                UInt32((min(peak, 2) * 32768).rounded()),
            ]
        }
        var entries: [String: String] = [:]
        for (row, key) in LoudnessKeys.soundCheck.enumerated() {
            entries[key] = columns.map { "\($0[row]) " }.joined()
        }
        return entries
    }
}

extension AudioFileID {
    /// Adds to the info dictionary; there must be room for one.
    func add(toInfoDictionary entries: [String: String]) throws(ToolError) {
        guard !entries.isEmpty else { return }
        var all = infoDictionary.merging(entries) { $1 }
        // The file computes this value itself, for all the sound that it will contain.
        all[kAFInfoDictionary_ApproximateDurationInSeconds] = nil
        try check("AudioFileSetProperty", of: kAudioFilePropertyInfoDictionary, set(infoDictionary: all))
    }
}
