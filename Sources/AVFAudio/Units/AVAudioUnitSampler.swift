import AudioCore
public import AudioToolbox
import Foundation

/// A node that plays notes with an instrument from a file: a preset of a sound bank, sound files, or a preset of the sampler.
///
/// A soft sine sounds until an instrument is loaded. Loading reads files, and may take a while: call it on any thread but an audio
/// thread. The engine may run meanwhile. Notes that sound then fade away, and later ones have the new instrument.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    /// Creates a node with the system's sampler.
    public init() {
        super.init(audioComponentDescription: .system(kAudioUnitType_MusicDevice, kAudioUnitSubType_Sampler))
    }

    /// Creates a node with the first unit that a description finds, which has the properties of the sampler.
    ///
    /// - Parameter audioComponentDescription: a component of a type that the superclass takes, which is there.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    // MARK: Loading

    /// Loads a preset of a sound bank.
    ///
    /// - Parameters:
    ///   - bankURL: a file of SoundFont 2 or 3, or DLS.
    ///   - program: the number of the preset in its bank, from 0 to 127.
    ///   - bankMSB: `kAUSampler_DefaultMelodicBankMSB` for instruments, `kAUSampler_DefaultPercussionBankMSB` for percussion; other
    ///     numbers are those of a bank of the file.
    ///   - bankLSB: the number of the bank of instruments; usually `kAUSampler_DefaultBankLSB`.
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio` if the file cannot be read, is no sound bank or has no such
    ///   preset. The instrument before then stays.
    open func loadSoundBankInstrument(at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws {
        try load(bankURL, UInt8(kInstrumentType_SF2Preset), bankMSB, bankLSB, program, call: "loadSoundBankInstrument")
    }

    /// Loads an instrument.
    ///
    /// - Parameter instrumentURL: a sound file, a preset of the sampler (`aupreset`), or a sound bank, whose first preset is taken.
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio` if the file cannot be read or has no instrument. The instrument
    ///   before then stays.
    open func loadInstrument(at instrumentURL: URL) throws {
        // The unit knows a sound bank by its content.
        let kinds = ["aupreset": Int(kInstrumentType_AUPreset), "exs": Int(kInstrumentType_EXS24)]
        let kind = kinds[instrumentURL.pathExtension.lowercased()] ?? Int(kInstrumentType_Audiofile)
        try load(
            instrumentURL, UInt8(kind), UInt8(kAUSampler_DefaultMelodicBankMSB), UInt8(kAUSampler_DefaultBankLSB), 0,
            call: "loadInstrument")
    }

    /// Makes an instrument of sound files.
    ///
    /// - Parameter audioFiles: the files. A file says in its own data for which keys it is; those that do not are for all keys.
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio` if a file cannot be read. The instrument before then stays.
    open func loadAudioFiles(at audioFiles: [URL]) throws {
        let list = audioFiles.map { $0 as NSURL } as NSArray
        try throwingErrors(call: "loadAudioFiles") {
            try withExtendedLifetime(list) {
                let reference = UInt(bitPattern: Unmanaged.passUnretained(list).toOpaque())
                try setProperty(kAUSamplerProperty_LoadAudioFiles, reference)
            }
        }
    }

    private func load(
        _ url: URL, _ kind: UInt8, _ msb: UInt8, _ lsb: UInt8, _ program: UInt8, call: String
    ) throws {
        let file = url as NSURL
        try throwingErrors(call: call) {
            try withExtendedLifetime(file) {
                // `AUSamplerInstrumentData`, which is filled up to a multiple of its alignment.
                let reference = UInt(bitPattern: Unmanaged.passUnretained(file).toOpaque())
                try setProperty(kAUSamplerProperty_LoadInstrument, (reference, kind, msb, lsb, program, UInt32(0)))
            }
        }
    }

    // MARK: Sound

    /// The place between left and right, from -100 to 100; 0 at first.
    ///
    /// Values out of a range become the nearest one in it, here and below; what is not a number changes nothing.
    open var stereoPan: Float {
        get { parameter(kAUSamplerParam_Pan) * 100 }
        set { setParameter(kAUSamplerParam_Pan, newValue / 100) }
    }

    /// The gain in decibels, from -90 to 12; 0 at first.
    open var overallGain: Float {
        get { parameter(kAUSamplerParam_Gain) }
        set { setParameter(kAUSamplerParam_Gain, newValue) }
    }

    /// The older name of `overallGain`.
    @available(*, deprecated, renamed: "overallGain") open var masterGain: Float {
        get { overallGain }
        set { overallGain = newValue }
    }

    /// By how much all notes are raised, in cents from -2400 to 2400; 0 at first.
    open var globalTuning: Float {
        get { parameter(kAUSamplerParam_CoarseTuning) * 100 + parameter(kAUSamplerParam_FineTuning) }
        set {
            guard !newValue.isNaN else { return }
            let cents = min(max(newValue, -2400), 2400)
            let semitones = (cents / 100).rounded()
            setParameter(kAUSamplerParam_CoarseTuning, semitones)
            setParameter(kAUSamplerParam_FineTuning, cents - semitones * 100)
        }
    }
}
