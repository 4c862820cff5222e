import AudioCore
import AudioFiles

/// Makes zones of audio files, whose frames are read once each.
///
/// Files of more than two channels are played with their first two.
struct SoundFileZones {
    /// What a zone says beside its file.
    struct Place {
        var keys: ClosedRange<UInt8> = 0...127
        var velocities: ClosedRange<UInt8> = 0...127
        var rootKey: UInt8 = 60
        /// In cents.
        var tuning = 0
        /// In dB.
        var gain = 0.0
        /// The frames that are played, where not all are.
        var frames: Range<Int>?
        /// The frames that are repeated.
        var loop: Range<Int>?
    }

    private var left = SampleBudget.most
    private var samples: [Key: SamplerSample] = [:]

    private struct Key: Hashable {
        var path: FilePath
        var loop: Range<Int>?
    }

    /// The zone of a file with a SoundFont's default generators and modulators, but for what `place` says.
    ///
    /// - Throws: what opening throws; `unitInvalidFile` where the file has no sound, or the files' sounds are larger than a gibibyte.
    mutating func zone(_ path: FilePath, _ place: Place) throws(AudioError) -> SamplerZone {
        let sample = try sample(path, place.loop)
        var generators = SoundFontGenerators.defaults
        func set(_ number: Int, _ value: Int) { generators[number] = SoundFontGenerators.limited(value, number) }
        set(SoundFontGenerators.rootKey, Int(place.rootKey))
        set(SoundFontGenerators.sampleModes, place.loop == nil ? 0 : 1)
        set(SoundFontGenerators.attenuation, Int((-10 * place.gain).rounded()))
        set(SoundFontGenerators.coarseTune, place.tuning / 100)
        set(SoundFontGenerators.fineTune, place.tuning % 100)
        if let frames = place.frames {
            let start = min(frames.lowerBound, sample.count)
            let end = min(frames.upperBound, sample.count) - sample.count
            // In frames, and in 32768 of them.
            set(SoundFontGenerators.startOffset, start % 32768)
            set(SoundFontGenerators.startCoarseOffset, start / 32768)
            set(SoundFontGenerators.endOffset, end % 32768)
            set(SoundFontGenerators.endCoarseOffset, end / 32768)
        }
        return SamplerZone(
            keys: place.keys, velocities: place.velocities, sample: sample, generators: generators,
            modulators: SoundFontModulators.defaults)
    }

    private mutating func sample(_ path: FilePath, _ loop: Range<Int>?) throws(AudioError) -> SamplerSample {
        let key = Key(path: path, loop: loop)
        if let sample = samples[key] { return sample }
        let file = try OpenFile.open(path, .read, hint: FourCC(0))
        let channels = min(file.format.channels, 2)
        let (frames, count) = (Int(clamping: file.validFrames), file.format.channels)
        guard frames > 0, count > 0 else { throw .unitInvalidFile.because("\(path) has no sound") }
        guard frames <= left / channels else {
            throw .unitInvalidFile.because("the sounds of the instrument are larger than a gibibyte")
        }
        left -= frames * channels
        let sample = try DecodedSound.sample(
            file, channels: channels, loop: { loop?.clamped(to: 0..<$0) ?? 0..<$0 }, rootKey: 60, correction: 0)
        guard sample.count > 0 else { throw .unitInvalidFile.because("\(path) has no sound") }
        samples[key] = sample
        return sample
    }
}
