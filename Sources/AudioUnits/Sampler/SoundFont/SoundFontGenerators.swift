/// The generators of SoundFont 2.04, section 8.1: what each one's value may be, and is where no zone sets it.
enum SoundFontGenerators {
    static let count = 61

    // Those that this reader sets itself, or goes by.
    static let startOffset = 0
    static let endOffset = 1
    static let startCoarseOffset = 4
    static let modulationLFOToPitch = 5
    static let vibratoLFOToPitch = 6
    static let modulationEnvelopeToPitch = 7
    static let filterCutoff = 8
    static let filterResonance = 9
    static let modulationLFOToFilter = 10
    static let modulationEnvelopeToFilter = 11
    static let endCoarseOffset = 12
    static let modulationLFOToVolume = 13
    static let chorus = 15
    static let reverb = 16
    static let pan = 17
    static let modulationLFODelay = 21
    static let modulationLFOFrequency = 22
    static let vibratoLFODelay = 23
    static let vibratoLFOFrequency = 24
    /// Delay, attack, hold, decay, sustain, release.
    static let modulationEnvelope = 25
    static let keyToModulationHold = 31
    static let keyToModulationDecay = 32
    /// Delay, attack, hold, decay, sustain, release.
    static let volumeEnvelope = 33
    static let keyToVolumeHold = 39
    static let keyToVolumeDecay = 40
    static let instrument = 41
    static let keyRange = 43
    static let velocityRange = 44
    static let attenuation = 48
    static let coarseTune = 51
    static let fineTune = 52
    static let sample = 53
    static let sampleModes = 54
    static let scaleTuning = 56
    static let exclusiveClass = 57
    static let rootKey = 58

    /// What a generator's value is where no zone sets it. -12000 timecents are 1 ms, 13500 cents 20 kHz.
    static let defaults: [Int16] = {
        var values = [Int16](repeating: 0, count: count)
        values[filterCutoff] = 13500
        for number in [21, 23, 25, 26, 27, 28, 30, 33, 34, 35, 36, 38] { values[number] = -12000 }
        for number in [keyRange, velocityRange] { values[number] = 127 << 8 }
        for number in [46, 47, rootKey] { values[number] = -1 }
        values[scaleTuning] = 100
        return values
    }()

    /// Whether an instrument's zone may set a generator. The others have no meaning, or are for a zone's end.
    static func isKnown(_ number: Int) -> Bool { number < count && !unused.contains(number) }

    /// Whether a preset's zone may set a generator: none of those that concern the sample itself.
    static func isRelative(_ number: Int) -> Bool { isKnown(number) && !absolute.contains(number) }

    private static let unused: Set<Int> = [14, 18, 19, 20, 42, 49, 55, 59, 60]
    private static let absolute: Set<Int> = [0, 1, 2, 3, 4, 12, 45, 46, 47, 50, 53, 54, 57, 58]

    /// `value`, or what is nearest to it of what a generator's value may be.
    static func limited(_ value: Int, _ number: Int) -> Int16 {
        let range = ranges[number]
        return Int16(max(range.lowerBound, min(value, range.upperBound)))
    }

    private static let ranges: [ClosedRange<Int>] = {
        var ranges = [ClosedRange<Int>](repeating: -32768...32767, count: count)
        for number in [5, 6, 7, 10, 11] { ranges[number] = -12000...12000 }
        ranges[8] = 1500...13500
        ranges[9] = 0...960
        ranges[13] = -960...960
        for number in [15, 16] { ranges[number] = 0...1000 }
        ranges[17] = -500...500
        for number in [21, 23, 25, 27, 33, 35] { ranges[number] = -12000...5000 }
        for number in [22, 24] { ranges[number] = -16000...4500 }
        for number in [26, 28, 30, 34, 36, 38] { ranges[number] = -12000...8000 }
        ranges[29] = 0...1000
        for number in [31, 32, 39, 40] { ranges[number] = -1200...1200 }
        for number in [37, 48] { ranges[number] = 0...1440 }
        for number in [46, 47, 58] { ranges[number] = -1...127 }
        ranges[51] = -120...120
        ranges[52] = -99...99
        ranges[54] = 0...3
        ranges[56] = 0...1200
        ranges[57] = 0...127
        return ranges
    }()
}
