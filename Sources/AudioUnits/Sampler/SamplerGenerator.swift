/// The numbers of SoundFont 2's generators. A voice has a value for each.
enum SamplerGenerator {
    /// How many values a zone and a voice have.
    static var count: Int { @_noLocks get { 61 } }
    static var startOffset: Int { 0 }
    static var endOffset: Int { 1 }
    static var loopStartOffset: Int { 2 }
    static var loopEndOffset: Int { 3 }
    static var startCoarseOffset: Int { 4 }
    static var modulationLFOToPitch: Int { @_noLocks get { 5 } }
    static var vibratoLFOToPitch: Int { @_noLocks get { 6 } }
    static var modulationEnvelopeToPitch: Int { @_noLocks get { 7 } }
    static var cutoff: Int { @_noLocks get { 8 } }
    static var resonance: Int { @_noLocks get { 9 } }
    static var modulationLFOToCutoff: Int { @_noLocks get { 10 } }
    static var modulationEnvelopeToCutoff: Int { @_noLocks get { 11 } }
    static var endCoarseOffset: Int { 12 }
    static var modulationLFOToVolume: Int { @_noLocks get { 13 } }
    static var chorusSend: Int { @_noLocks get { 15 } }
    static var reverbSend: Int { @_noLocks get { 16 } }
    static var pan: Int { @_noLocks get { 17 } }
    static var modulationLFODelay: Int { @_noLocks get { 21 } }
    static var modulationLFOFrequency: Int { @_noLocks get { 22 } }
    static var vibratoLFODelay: Int { @_noLocks get { 23 } }
    static var vibratoLFOFrequency: Int { @_noLocks get { 24 } }
    /// The first of the modulation envelope: delay, attack, hold, decay, sustain, release, hold and decay by the key.
    static var modulationEnvelope: Int { @_noLocks get { 25 } }
    /// The first of the volume envelope, likewise.
    static var volumeEnvelope: Int { @_noLocks get { 33 } }
    static var loopStartCoarseOffset: Int { 45 }
    static var key: Int { @_noLocks get { 46 } }
    static var velocity: Int { @_noLocks get { 47 } }
    static var attenuation: Int { @_noLocks get { 48 } }
    static var loopEndCoarseOffset: Int { 50 }
    static var coarseTune: Int { @_noLocks get { 51 } }
    static var fineTune: Int { @_noLocks get { 52 } }
    static var loopMode: Int { 54 }
    static var scaleTuning: Int { @_noLocks get { 56 } }
    static var exclusiveClass: Int { 57 }
    static var rootKey: Int { 58 }
    /// Not in files: some modulators have the pitch as such for their destination.
    static var pitch: Int { @_noLocks get { 59 } }
}
