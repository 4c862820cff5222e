#ifndef AudioToolbox_AudioUnitParameters_h
#define AudioToolbox_AudioUnitParameters_h

// Parameters of the system's audio units.

#include <AudioToolbox/AUComponent.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Parameters

/// Parameters of a group of notes, by their numbers in MIDI. This library does not have instruments yet.
CF_ENUM(AudioUnitParameterID) {
    /// The volume controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Volume = 7,
    /// The sustain pedal: on from 64. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Sustain = 64,
    /// The sostenuto pedal: on from 64. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Sostenuto = 66,
    /// Releases all notes. The value is ignored. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_AllNotesOff = 123,
    /// The modulation wheel. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_ModWheel = 1,
    /// The pitch wheel, 0 in its middle. A value of a MIDI controller, -8,192 to 8,191. Group scope.
    kAUGroupParameterID_PitchBend = 224,
    /// Silences all notes. The value is ignored. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_AllSoundOff = 120,
    /// Resets the controllers. The value is ignored. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_ResetAllControllers = 121,
    /// The pan controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Pan = 10,
    /// The foot controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Foot = 4,
    /// The pressure on all keys. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_ChannelPressure = 208,
    /// The pressure on one key. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_KeyPressure = 160,
    /// The expression controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Expression = 11,
    /// The data entry controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_DataEntry = 6,
    /// The lower 7 bits of the volume. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Volume_LSB = 39,
    /// The lower 7 bits of the modulation wheel. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_ModWheel_LSB = 33,
    /// The lower 7 bits of the pan controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Pan_LSB = 42,
    /// The lower 7 bits of the foot controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Foot_LSB = 36,
    /// The lower 7 bits of the expression controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_Expression_LSB = 43,
    /// The lower 7 bits of the data entry controller. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_DataEntry_LSB = 38,
    /// The pressure on key 0. Key n has this number plus n. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_KeyPressure_FirstKey = 256,
    /// The pressure on key 127. A value of a MIDI controller, 0 to 127. Group scope.
    kAUGroupParameterID_KeyPressure_LastKey = 383
};

/// Parameters of the spatial mixer. The reverb is heard while `kAudioUnitProperty_UsesInternalReverb` is 1.
CF_ENUM(AudioUnitParameterID) {
    /// The direction of the source around the listener: 0 is in front, positive values are to the right. Degrees, -180 to
    /// 180; default 0. Input scope.
    kSpatialMixerParam_Azimuth = 0,
    /// The direction of the source above the listener: 0 is at the height of the ears. Degrees, -90 to 90; default 0. Input
    /// scope.
    kSpatialMixerParam_Elevation = 1,
    /// The distance of the source from the listener. Metres, 0 to 10,000; default 0. Input scope.
    kSpatialMixerParam_Distance = 2,
    /// The gain of the source or of the output. Decibels, -120 to 20; default 0. Input and output scope.
    kSpatialMixerParam_Gain = 3,
    /// The rate at which the input plays, with its pitch. A ratio, 0.5 to 2; default 1. Input scope.
    kSpatialMixerParam_PlaybackRate = 4,
    /// Whether the input plays. 0 or 1; default 1. Input scope.
    kSpatialMixerParam_Enable = 5,
    /// The least gain after the attenuation by distance. Linear gain, 0 to 10; default 0. Input scope.
    kSpatialMixerParam_MinGain = 6,
    /// The greatest gain after the attenuation by distance. Linear gain, 0 to 10; default 10. Input scope.
    kSpatialMixerParam_MaxGain = 7,
    /// The share of the reverb in the sound. Percent, 0 to 100; default 30. Input scope.
    kSpatialMixerParam_ReverbBlend = 8,
    /// The gain of the reverb. Decibels, -40 to 40; default 0. Global scope.
    kSpatialMixerParam_GlobalReverbGain = 9,
    /// The attenuation by an obstacle that covers the source. It muffles the direct sound and the reverb. Decibels at 5 kHz,
    /// -100 to 0; default 0. Input scope.
    kSpatialMixerParam_OcclusionAttenuation = 10,
    /// The attenuation by an obstacle in the direct path. The reverb stays. Decibels at 5 kHz, -100 to 0; default 0. Input
    /// scope.
    kSpatialMixerParam_ObstructionAttenuation = 11,
    /// The turn of the listener's head to a side. Degrees, -180 to 180; default 0. Global scope.
    kSpatialMixerParam_HeadYaw = 19,
    /// The turn of the listener's head up or down. Degrees, -90 to 90; default 0. Global scope.
    kSpatialMixerParam_HeadPitch = 20,
    /// The tilt of the listener's head. Degrees, -180 to 180; default 0. Global scope.
    kSpatialMixerParam_HeadRoll = 21
};

/// Parameters of the matrix reverb, which this library does not have yet, and of the filter after the spatial mixer's reverb,
/// which it has.
CF_ENUM(AudioUnitParameterID) {
    /// The frequency of the filter after the reverb. Hertz, 10 to 20,000; default 800. Global scope.
    kReverbParam_FilterFrequency = 14,
    /// The bandwidth of the filter after the reverb. Octaves, 0.05 to 4; default 3. Global scope.
    kReverbParam_FilterBandwidth = 15,
    /// The gain of the filter after the reverb. Decibels, -18 to 18; default 0. Global scope.
    kReverbParam_FilterGain = 16,
    /// The type of the filter after the reverb, `kAUNBandEQFilterType_…`. Only the spatial mixer has it. A choice, 0 to 10;
    /// default 0. Global scope.
    kReverbParam_FilterType = 17,
    /// Whether the filter after the reverb works. Only the spatial mixer has it. 0 or 1; default 1. Global scope.
    kReverbParam_FilterEnable = 18,
    /// The share of the reverb in the sound. Percent, with equal power, 0 to 100; default 100. Global scope.
    kReverbParam_DryWetMix = 0,
    /// The mix of the small room and the large room. Percent, with equal power, 0 to 100; default 50. Global scope.
    kReverbParam_SmallLargeMix = 1,
    /// The size of the small room. Seconds, 0.005 to 0.02. Global scope.
    kReverbParam_SmallSize = 2,
    /// The size of the large room. Seconds, 0.4 to 10; default 3.07. Global scope.
    kReverbParam_LargeSize = 3,
    /// The delay before the reverb. Seconds, 0.001 to 0.03; default 0.025. Global scope.
    kReverbParam_PreDelay = 4,
    /// The delay of the large room. Seconds, 0.001 to 0.1; default 0.035. Global scope.
    kReverbParam_LargeDelay = 5,
    /// The density of the small room's reflections. A number, 0 to 1; default 0.28. Global scope.
    kReverbParam_SmallDensity = 6,
    /// The density of the large room's reflections. A number, 0 to 1; default 0.82. Global scope.
    kReverbParam_LargeDensity = 7,
    /// The spread of the large room's delays. A number, 0 to 1; default 0.3. Global scope.
    kReverbParam_LargeDelayRange = 8,
    /// The brightness of the small room. A number, 0.1 to 1; default 0.96. Global scope.
    kReverbParam_SmallBrightness = 9,
    /// The brightness of the large room. A number, 0.1 to 1; default 0.49. Global scope.
    kReverbParam_LargeBrightness = 10,
    /// The spread of the small room's delays. A number, 0 to 1; default 0.5. Global scope.
    kReverbParam_SmallDelayRange = 11,
    /// The rate at which the delays vary. Hertz, 0.001 to 2; default 1. Global scope.
    kReverbParam_ModulationRate = 12,
    /// The amount by which the delays vary. A number, 0 to 1; default 0.2. Global scope.
    kReverbParam_ModulationDepth = 13
};

/// Parameters of the older spatial mixer, `kAudioUnitSubType_3DMixer`, by the numbers of iOS and in the ranges of the spatial
/// mixer. The meters need `kAudioUnitProperty_MeteringMode`.
CF_ENUM(AudioUnitParameterID) {
    /// The direction of the source around the listener. Degrees, -180 to 180; default 0. Input scope.
    k3DMixerParam_Azimuth = 0,
    /// The direction of the source above the listener. Degrees, -90 to 90; default 0. Input scope.
    k3DMixerParam_Elevation = 1,
    /// The distance of the source from the listener. Metres, 0 to 10,000; default 0. Input scope.
    k3DMixerParam_Distance = 2,
    /// The gain of the source or of the output. Decibels, -120 to 20; default 0. Input and output scope.
    k3DMixerParam_Gain = 3,
    /// The rate at which the input plays, with its pitch. A ratio, 0.5 to 2; default 1. Input scope.
    k3DMixerParam_PlaybackRate = 4,
    /// Whether the input plays. 0 or 1; default 1. Input scope.
    k3DMixerParam_BusEnable = 20,
    /// The least gain after the attenuation by distance; of the output, the least volume. Decibels, -120 to 20. Input and
    /// output scope. Apple's header has a default of 0 for this and for the next one, which would hold all sources at one
    /// level. The default is -120 here, which limits nothing. A placed source keeps to `k3DMixerParam_MinGain` first. Inputs
    /// that pass do not have limits.
    k3DMixerParam_MinGainInDecibels = 21,
    /// The greatest gain after the attenuation by distance; of the output, the greatest volume. Decibels, -120 to 20; default 20,
    /// which limits nothing. Input and output scope. Where the least gain is greater, that counts.
    k3DMixerParam_MaxGainInDecibels = 22,
    /// The share of the reverb in the sound. Percent, 0 to 100. Input scope.
    k3DMixerParam_DryWetReverbBlend = 23,
    /// The gain of the reverb. Decibels, -40 to 40; default 0. Global scope.
    k3DMixerParam_GlobalReverbGainInDecibels = 24,
    /// The attenuation of the direct sound and the reverb. Decibels at 5 kHz, -100 to 0; default 0. Input scope.
    k3DMixerParam_OcclusionAttenuationInDecibels = 25,
    /// The attenuation of the direct sound. Decibels at 5 kHz, -100 to 0; default 0. Input scope.
    k3DMixerParam_ObstructionAttenuationInDecibels = 26,
    /// Whether the input plays, by the number of iOS. 0 or 1; default 1. Input scope.
    k3DMixerParam_Enable = 5,
    /// The least gain after the attenuation by distance, by the number of iOS. Linear gain, 0 to 1; default 0. Input scope.
    k3DMixerParam_MinGain = 6,
    /// The greatest gain after the attenuation by distance, by the number of iOS. Linear gain, 0 to 1; default 1. Input
    /// scope.
    k3DMixerParam_MaxGain = 7,
    /// The share of the reverb in the sound, by the number of iOS. Percent, 0 to 100. Input scope.
    k3DMixerParam_ReverbBlend = 8,
    /// The gain of the reverb, by the number of iOS. Decibels, -40 to 40; default 0. Global scope.
    k3DMixerParam_GlobalReverbGain = 9,
    /// The attenuation of the direct sound and the reverb, by the number of iOS. Decibels at 5 kHz, -100 to 0; default 0.
    /// Input scope.
    k3DMixerParam_OcclusionAttenuation = 10,
    /// The attenuation of the direct sound, by the number of iOS. Decibels at 5 kHz, -100 to 0; default 0. Input scope.
    k3DMixerParam_ObstructionAttenuation = 11,
    /// A meter of the average power before the volume of the first channel. Channel n has this number plus n. Decibels. Input
    /// and output scope. Read only.
    k3DMixerParam_PreAveragePower = 1000,
    /// A meter of the peak before the volume of the first channel. Channel n has this number plus n. Decibels. Input and
    /// output scope. Read only.
    k3DMixerParam_PrePeakHoldLevel = 2000,
    /// A meter of the average power after the volume of the first channel. Channel n has this number plus n. Decibels. Input
    /// and output scope. Read only.
    k3DMixerParam_PostAveragePower = 3000,
    /// A meter of the peak after the volume of the first channel. Channel n has this number plus n. Decibels. Input and
    /// output scope. Read only.
    k3DMixerParam_PostPeakHoldLevel = 4000
};

/// Parameters of the multichannel mixer. The meters measure while `kAudioUnitProperty_MeteringMode` of their element is 1;
/// they start at -120.
CF_ENUM(AudioUnitParameterID) {
    /// The volume of an input or of the output. The mixer takes values above 1 and below 0, too; below 0 the sound is
    /// inverted. Linear gain, 0 to 1; default 1. Input and output scope.
    kMultiChannelMixerParam_Volume = 0,
    /// Whether an input, or the output, has sound. The mixer does not call the source of a disabled input. 0 or 1; default 1.
    /// Input and output scope.
    kMultiChannelMixerParam_Enable = 1,
    /// The place of an input between the left and the right channel: the other side gets quieter in a straight line. An
    /// output of one channel ignores it. A number, -1 to 1;
    /// default 0. Input scope.
    kMultiChannelMixerParam_Pan = 2,
    /// A meter of the average power before the volume of the first channel. Channel n has this number plus n. Decibels, -120
    /// to 20. Input and output scope. Read only.
    kMultiChannelMixerParam_PreAveragePower = 1000,
    /// A meter of the peak before the volume of the first channel. Channel n has this number plus n. Decibels, -120 to 20.
    /// Input and output scope. Read only.
    kMultiChannelMixerParam_PrePeakHoldLevel = 2000,
    /// A meter of the average power after the volume of the first channel. Channel n has this number plus n. Decibels, -120
    /// to 20. Input and output scope. Read only.
    kMultiChannelMixerParam_PostAveragePower = 3000,
    /// A meter of the peak after the volume of the first channel. Channel n has this number plus n. Decibels, -120 to 20.
    /// Input and output scope. Read only.
    kMultiChannelMixerParam_PostPeakHoldLevel = 4000
};

/// Parameters of the matrix mixer.
CF_ENUM(AudioUnitParameterID) {
    /// The gain of a channel of an input or output, of a crosspoint, or of the whole mixer. The element is the number of the
    /// channel. In the global scope it is the input channel times 65,536 plus the output channel, or 0xFFFFFFFF for the whole
    /// mixer. The mixer takes values above 1 and below 0, too. Linear gain, 0 to 1; default 0. Input, output and global
    /// scope.
    kMatrixMixerParam_Volume = 0,
    /// Whether a bus has sound. The element is the number of the bus. 0 or 1; default 1. Input and output scope.
    kMatrixMixerParam_Enable = 1,
    /// A meter of the average power before the volume of a channel. The element is the number of the channel. Decibels, -120
    /// to 20. Input, output and global scope. Read only.
    kMatrixMixerParam_PreAveragePower = 1000,
    /// A meter of the peak before the volume of a channel. The element is the number of the channel. Decibels, -120 to 20.
    /// Input, output and global scope. Read only.
    kMatrixMixerParam_PrePeakHoldLevel = 2000,
    /// A meter of the average power after the volume of a channel. The element is the number of the channel. Decibels, -120
    /// to 20. Input, output and global scope. Read only.
    kMatrixMixerParam_PostAveragePower = 3000,
    /// A meter of the peak after the volume of a channel. The element is the number of the channel. Decibels, -120 to 20.
    /// Input, output and global scope. Read only.
    kMatrixMixerParam_PostPeakHoldLevel = 4000,
    /// A meter of the average power before the volume of a channel. The element is the number of the channel. Linear gain.
    /// Input, output and global scope. Read only.
    kMatrixMixerParam_PreAveragePowerLinear = 5000,
    /// A meter of the peak before the volume of a channel. The element is the number of the channel. Linear gain. Input,
    /// output and global scope. Read only.
    kMatrixMixerParam_PrePeakHoldLevelLinear = 6000,
    /// A meter of the average power after the volume of a channel. The element is the number of the channel. Linear gain.
    /// Input, output and global scope. Read only.
    kMatrixMixerParam_PostAveragePowerLinear = 7000,
    /// A meter of the peak after the volume of a channel. The element is the number of the channel. Linear gain. Input,
    /// output and global scope. Read only.
    kMatrixMixerParam_PostPeakHoldLevelLinear = 8000
};

/// Parameters of the output units: HALOutput, DefaultOutput and SystemOutput.
CF_ENUM(AudioUnitParameterID) {
    /// The volume of what the unit plays. The device's volume is separate. Linear gain, 0 to 1; default 1. Global scope.
    kHALOutputParam_Volume = 14
};

/// Parameters of the older time-pitch unit, and of the pitch effect with the same subtype.
CF_ENUM(AudioUnitParameterID) {
    /// The speed without a change of the pitch. A ratio, 1/32 to 32; default 1. Global scope. The pitch effect does not have it.
    kTimePitchParam_Rate = 0,
    /// The change of the pitch. Cents, -2,400 to 2,400; default 0. Global scope.
    kTimePitchParam_Pitch = 1,
    /// The share of the changed sound. Percent, 0 to 100; default 100. Global scope. The pitch effect alone has it.
    kTimePitchParam_EffectBlend = 2
};

/// Parameters of the time-pitch unit.
CF_ENUM(AudioUnitParameterID) {
    /// The speed without a change of the pitch. A ratio, 1/32 to 32; default 1. Global scope.
    kNewTimePitchParam_Rate = 0,
    /// The change of the pitch. Cents, -2,400 to 2,400; default 0. Global scope.
    kNewTimePitchParam_Pitch = 1,
    /// The number of windows that overlap. More take more time and sound smoother. A number, 3 to 32; default 8. Global
    /// scope.
    kNewTimePitchParam_Smoothness = 4,
    /// The older name of `kNewTimePitchParam_Smoothness`.
    kNewTimePitchParam_Overlap = 4,
    /// Whether the parts of a tone keep their phases together. 0 or 1; default 1. Global scope.
    kNewTimePitchParam_EnableSpectralCoherence = 6,
    /// The older name of `kNewTimePitchParam_EnableSpectralCoherence`.
    kNewTimePitchParam_EnablePeakLocking = 6,
    /// Whether attacks stay sharp. 0 or 1; default 1. Global scope. NewTimePitch does not have it here: the unit repeats or
    /// leaves out pieces of the sound as they are, so it has no phases to reset at an attack, and looks for no attacks.
    kNewTimePitchParam_EnableTransientPreservation = 7
};

/// Parameters of the sampler.
CF_ENUM(AudioUnitParameterID) {
    /// The gain of the sampler. Decibels, -90 to 12; default 0. Global scope.
    kAUSamplerParam_Gain = 900,
    /// The tuning in steps of the scale. Semitones, -24 to 24; default 0. Global scope.
    kAUSamplerParam_CoarseTuning = 901,
    /// The tuning within a step of the scale. Cents, -99 to 99; default 0. Global scope.
    kAUSamplerParam_FineTuning = 902,
    /// The place between left and right. A number, -1 to 1; default 0. Global scope.
    kAUSamplerParam_Pan = 903
};

/// Parameters of the band-pass filter.
CF_ENUM(AudioUnitParameterID) {
    /// The middle of the band. Hertz, 20 to half the sample rate; default 5,000. Global scope.
    kBandpassParam_CenterFrequency = 0,
    /// The width of the band, not a frequency. Cents, 100 to 12,000; default 600. Global scope.
    kBandpassParam_Bandwidth = 1
};

/// Parameters of the high-pass filter.
CF_ENUM(AudioUnitParameterID) {
    /// The frequency below which the filter attenuates. Hertz, 10 to half the sample rate; default 6,900. Global scope.
    kHipassParam_CutoffFrequency = 0,
    /// The gain at the cutoff frequency. Decibels, -20 to 40; default 0. Global scope.
    kHipassParam_Resonance = 1
};

/// Parameters of the low-pass filter.
CF_ENUM(AudioUnitParameterID) {
    /// The frequency above which the filter attenuates. Hertz, 10 to half the sample rate; default 6,900. Global scope.
    kLowPassParam_CutoffFrequency = 0,
    /// The gain at the cutoff frequency. Decibels, -20 to 40; default 0. Global scope.
    kLowPassParam_Resonance = 1
};

/// Parameters of the high shelf.
CF_ENUM(AudioUnitParameterID) {
    /// The frequency above which the gain applies. Hertz, 10,000 to half the sample rate; default 10,000. Global scope.
    kHighShelfParam_CutOffFrequency = 0,
    /// The gain above the cutoff frequency. Decibels, -40 to 40; default 0. Global scope.
    kHighShelfParam_Gain = 1
};

/// Parameters of the low shelf.
CF_ENUM(AudioUnitParameterID) {
    /// The frequency below which the gain applies. Hertz, 10 to 200; default 80. Global scope.
    kAULowShelfParam_CutoffFrequency = 0,
    /// The gain below the cutoff frequency. Decibels, -40 to 40; default 0. Global scope.
    kAULowShelfParam_Gain = 1
};

/// Parameters of the parametric equaliser.
CF_ENUM(AudioUnitParameterID) {
    /// The middle of the band. Hertz, 20 to half the sample rate; default 2,000. Global scope.
    kParametricEQParam_CenterFreq = 0,
    /// The quality factor: a greater value makes the band narrower. A number, 0.1 to 20; default 1. Global scope.
    kParametricEQParam_Q = 1,
    /// The gain in the middle of the band. Decibels, -20 to 20; default 0. Global scope.
    kParametricEQParam_Gain = 2
};

/// Parameters of the peak limiter.
CF_ENUM(AudioUnitParameterID) {
    /// The time in which the limiter reduces a peak. Seconds, 0.001 to 0.03; default 0.012. Global scope.
    kLimiterParam_AttackTime = 0,
    /// The time in which the limiter returns after a peak. Seconds, 0.001 to 0.06; default 0.024. Global scope.
    kLimiterParam_DecayTime = 1,
    /// The gain before the limiter. Decibels, -40 to 40; default 0. Global scope.
    kLimiterParam_PreGain = 2
};

/// Parameters of the dynamics processor.
CF_ENUM(AudioUnitParameterID) {
    /// The level above which the unit compresses. Decibels, -40 to 20; default -20. Global scope.
    kDynamicsProcessorParam_Threshold = 0,
    /// The most by which the output exceeds the threshold. A smaller value compresses more. Decibels, 0.1 to 40; default 5.
    /// Global scope.
    kDynamicsProcessorParam_HeadRoom = 1,
    /// The ratio below the expansion threshold. A ratio, 1 to 50; default 2. Global scope.
    kDynamicsProcessorParam_ExpansionRatio = 2,
    /// The level below which the unit expands. Decibels. Global scope.
    kDynamicsProcessorParam_ExpansionThreshold = 3,
    /// The time in which the unit reacts to a louder sound. Seconds, 0.0001 to 0.2; default 0.001. Global scope.
    kDynamicsProcessorParam_AttackTime = 4,
    /// The time in which the unit returns. Seconds, 0.01 to 3; default 0.05. Global scope.
    kDynamicsProcessorParam_ReleaseTime = 5,
    /// The gain of the output. Decibels, -40 to 40; default 0. Global scope.
    kDynamicsProcessorParam_OverallGain = 6,
    /// The older name of `kDynamicsProcessorParam_OverallGain`.
    kDynamicsProcessorParam_MasterGain = 6,
    /// A meter of the compression. Decibels. Global scope. Read only.
    kDynamicsProcessorParam_CompressionAmount = 1000,
    /// A meter of the input. Decibels. Global scope. Read only.
    kDynamicsProcessorParam_InputAmplitude = 2000,
    /// A meter of the output. Decibels. Global scope. Read only.
    kDynamicsProcessorParam_OutputAmplitude = 3000
};

/// Parameters of varispeed.
CF_ENUM(AudioUnitParameterID) {
    /// The speed, with which the pitch changes. A ratio, 0.25 to 4; default 1. Global scope.
    kVarispeedParam_PlaybackRate = 0,
    /// The same speed as a change of the pitch. Cents, -2,400 to 2,400; default 0. Global scope.
    kVarispeedParam_PlaybackCents = 1
};

/// Parameters of the distortion.
CF_ENUM(AudioUnitParameterID) {
    /// The time of the delay. Milliseconds, 0.1 to 500; default 0.1. Global scope.
    kDistortionParam_Delay = 0,
    /// The rate at which the delay decays: each echo is quieter than the last one by the exponential of this. A ratio, 0.1 to 50; default 1. Global scope.
    kDistortionParam_Decay = 1,
    /// The share of the delay. Percent, 0 to 100; default 50. Global scope.
    kDistortionParam_DelayMix = 2,
    /// The amount by which the sample rate is reduced, to 1/64 at most. Percent, 0 to 100; default 50. Global scope.
    kDistortionParam_Decimation = 3,
    /// The amount by which samples are rounded. Percent, 0 to 100; default 0. Global scope.
    kDistortionParam_Rounding = 4,
    /// The share of the decimated sound. Percent, 0 to 100; default 50. Global scope.
    kDistortionParam_DecimationMix = 5,
    /// The factor of the sample. Linear gain, 0 to 1; default 1. Global scope.
    kDistortionParam_LinearTerm = 6,
    /// The factor of the sample's square. Linear gain, 0 to 20; default 0. Global scope.
    kDistortionParam_SquaredTerm = 7,
    /// The factor of the sample's cube. Linear gain, 0 to 20; default 0. Global scope.
    kDistortionParam_CubicTerm = 8,
    /// The share of the sound from the three factors. Percent, 0 to 100; default 50. Global scope.
    kDistortionParam_PolynomialMix = 9,
    /// The first frequency of the ring modulator. Hertz, 0.5 to 8,000; default 100. Global scope.
    kDistortionParam_RingModFreq1 = 10,
    /// The second frequency of the ring modulator. Hertz, 0.5 to 8,000; default 100. Global scope.
    kDistortionParam_RingModFreq2 = 11,
    /// The balance of the two frequencies. Percent, 0 to 100; default 50. Global scope.
    kDistortionParam_RingModBalance = 12,
    /// The share of the ring modulator. Percent, 0 to 100; default 0. Global scope.
    kDistortionParam_RingModMix = 13,
    /// The gain before the soft clipping. Decibels, -80 to 20; default -6. Global scope.
    kDistortionParam_SoftClipGain = 14,
    /// The share of the distorted sound. Percent, 0 to 100; default 50. Global scope.
    kDistortionParam_FinalMix = 15
};

/// Parameters of the delay.
CF_ENUM(AudioUnitParameterID) {
    /// The share of the delayed sound. Percent, with equal power, 0 to 100; default 50. Global scope.
    kDelayParam_WetDryMix = 0,
    /// The time of the delay. Seconds, 0 to 2; default 1. Global scope.
    kDelayParam_DelayTime = 1,
    /// The share of the output that is delayed again. A negative value inverts it. Percent, -100 to 100; default 50. Global
    /// scope.
    kDelayParam_Feedback = 2,
    /// The frequency above which the delayed sound is attenuated. Hertz, 10 to half the sample rate; default 15,000. Global
    /// scope.
    kDelayParam_LopassCutoff = 3
};

/// Parameters of the sample delay.
CF_ENUM(AudioUnitParameterID) {
    /// The delay. The greatest is one second. Frames, 0 to the sample rate; default 0. Global scope.
    kSampleDelayParam_DelayFrames = 0
};

/// Parameters of the equaliser with several bands.
CF_ENUM(AudioUnitParameterID) {
    /// The gain of the whole equaliser. Decibels, -96 to 24; default 0. Global scope.
    kAUNBandEQParam_GlobalGain = 0,
    /// Whether band 0 is bypassed. Band n has this number plus n. 0 or 1; default 1. Global scope.
    kAUNBandEQParam_BypassBand = 1000,
    /// The filter of band 0, `kAUNBandEQFilterType_…`. Band n has this number plus n. A choice, 0 to 10; default 0. Global
    /// scope.
    kAUNBandEQParam_FilterType = 2000,
    /// The frequency of band 0. Band n has this number plus n. Hertz, 20 to half the sample rate; default 1,000. Global
    /// scope.
    kAUNBandEQParam_Frequency = 3000,
    /// The gain of band 0, for the parametric filter and the shelves. Band n has this number plus n. Decibels, -96 to 24;
    /// default 0. Global scope.
    kAUNBandEQParam_Gain = 4000,
    /// The bandwidth of band 0. Band n has this number plus n. Octaves, 0.05 to 5; default 0.5. Global scope.
    kAUNBandEQParam_Bandwidth = 5000
};

/// Filters of the equaliser with several bands.
CF_ENUM(long) {
    kAUNBandEQFilterType_Parametric = 0,
    kAUNBandEQFilterType_2ndOrderButterworthLowPass = 1,
    kAUNBandEQFilterType_2ndOrderButterworthHighPass = 2,
    kAUNBandEQFilterType_ResonantLowPass = 3,
    kAUNBandEQFilterType_ResonantHighPass = 4,
    kAUNBandEQFilterType_BandPass = 5,
    kAUNBandEQFilterType_BandStop = 6,
    kAUNBandEQFilterType_LowShelf = 7,
    kAUNBandEQFilterType_HighShelf = 8,
    kAUNBandEQFilterType_ResonantLowShelf = 9,
    kAUNBandEQFilterType_ResonantHighShelf = 10
};

/// The number of filters of the equaliser with several bands.
CF_ENUM(long) {
    kNumAUNBandEQFilterTypes = 11
};

/// Parameters of the unit that encodes to AAC and decodes again. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The format: AAC, HE-AAC or HE-AAC version 2. A choice, 0 to 2. Global scope.
    kRoundTripAACParam_Format = 0,
    /// The way in which the encoder spends bits. A choice. Global scope.
    kRoundTripAACParam_EncodingStrategy = 1,
    /// The bit rate, or the quality. A choice. Global scope.
    kRoundTripAACParam_RateOrQuality = 2,
    /// The bit rate, as older programs name it.
    kRoundTripAACParam_BitRate = 1,
    /// The quality, as older programs name it.
    kRoundTripAACParam_Quality = 2,
    /// The sample rate of the encoded sound, as older programs name it.
    kRoundTripAACParam_CompressedFormatSampleRate = 3
};

/// Parameters of sound isolation. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The share of the isolated sound. Percent, 0 to 100; default 100. Global scope.
    kAUSoundIsolationParam_WetDryMixPercent = 0,
    /// The sound to keep, `kAUSoundIsolationSoundType_…`. A choice, 1; default 1. Global scope.
    kAUSoundIsolationParam_SoundToIsolate = 1
};

/// Sounds that sound isolation keeps.
CF_ENUM(long) {
    kAUSoundIsolationSoundType_Voice = 1,
    kAUSoundIsolationSoundType_HighQualityVoice = 0
};

/// Parameters of the unit for random values. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// One end of the range. Global scope.
    kRandomParam_BoundA = 0,
    /// The other end of the range. Global scope.
    kRandomParam_BoundB = 1,
    /// The distribution of the values. Global scope.
    kRandomParam_Curve = 2
};

/// Parameters of the reverb.
CF_ENUM(AudioUnitParameterID) {
    /// The share of the reverb in the sound. Percent, with equal power, 0 to 100; default 100. Global scope.
    kReverb2Param_DryWetMix = 0,
    /// The gain of the reverb. Decibels, -20 to 20; default 0. Global scope.
    kReverb2Param_Gain = 1,
    /// The shortest delay of a reflection. Seconds, 0.0001 to 1; default 0.008. Global scope.
    kReverb2Param_MinDelayTime = 2,
    /// The longest delay of a reflection. Seconds, 0.0001 to 1; default 0.05. Global scope.
    kReverb2Param_MaxDelayTime = 3,
    /// The time in which the lowest frequencies decay. Seconds, 0.001 to 20; default 1. Global scope.
    kReverb2Param_DecayTimeAt0Hz = 4,
    /// The time in which the highest frequencies decay. Seconds, 0.001 to 20; default 0.5. Global scope.
    kReverb2Param_DecayTimeAtNyquist = 5,
    /// The number from which the reflections are chosen. An integer, 1 to 1,000; default 1. Global scope.
    kReverb2Param_RandomizeReflections = 6
};

/// Parameters of the audio mix. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The way to render the parts, an AUAudioMixRenderingStyle. The input's metadata determines what applies.
    kAUAudioMixParameter_Style = 0,
    /// The amount by which the parts are mixed anew.
    kAUAudioMixParameter_RemixAmount = 1
};

/// Parameters of panners. This library does not have panners yet.
CF_ENUM(AudioUnitParameterID) {
    /// The gain. Linear gain, 0 to 1; default 1. Global scope.
    kPannerParam_Gain = 0,
    /// The direction of the source around the listener. Degrees, -180 to 180; default 0. Global scope.
    kPannerParam_Azimuth = 1,
    /// The direction of the source above the listener. Degrees, -90 to 90; default 0. Global scope.
    kPannerParam_Elevation = 2,
    /// The distance of the source, as a part of the coordinate scale. A number, 0 to 1; default 1. Global scope.
    kPannerParam_Distance = 3,
    /// The distance for which `kPannerParam_Distance` is 1. Metres, 0.01 to 1,000; default 1. Global scope.
    kPannerParam_CoordScale = 4,
    /// The distance at which the gain is 1. Metres, 0.01 to 1,000; default 1. Global scope.
    kPannerParam_RefDistance = 5
};

/// Parameters of the graphic equaliser.
CF_ENUM(AudioUnitParameterID) {
    /// The number of bands: 0 for 10 bands, 1 for 31 bands. A choice, 0 to 1. Global scope.
    kGraphicEQParam_NumberOfBands = 10000
};

/// Parameters of the multiband compressor.
CF_ENUM(AudioUnitParameterID) {
    /// The gain before the compression. Decibels, -40 to 40; default 0. Global scope.
    kMultibandCompressorParam_Pregain = 0,
    /// The gain after the compression. Decibels, -40 to 40; default 0. Global scope.
    kMultibandCompressorParam_Postgain = 1,
    /// The frequency between band 1 and the next one. Hertz, 20 to half the sample rate; default 120. Global scope.
    kMultibandCompressorParam_Crossover1 = 2,
    /// The frequency between band 2 and the next one. Hertz, 20 to half the sample rate; default 700. Global scope.
    kMultibandCompressorParam_Crossover2 = 3,
    /// The frequency between band 3 and the next one. Hertz, 20 to half the sample rate; default 3,000. Global scope.
    kMultibandCompressorParam_Crossover3 = 4,
    /// The level above which the first band is compressed. Decibels, -100 to 0; default -22. Global scope.
    kMultibandCompressorParam_Threshold1 = 5,
    /// The level above which the second band is compressed. Decibels, -100 to 0; default -32. Global scope.
    kMultibandCompressorParam_Threshold2 = 6,
    /// The level above which the third band is compressed. Decibels, -100 to 0; default -33. Global scope.
    kMultibandCompressorParam_Threshold3 = 7,
    /// The level above which the fourth band is compressed. Decibels, -100 to 0; default -36. Global scope.
    kMultibandCompressorParam_Threshold4 = 8,
    /// The most by which the first band exceeds its threshold. Decibels, 0.1 to 40; default 5. Global scope.
    kMultibandCompressorParam_Headroom1 = 9,
    /// The most by which the second band exceeds its threshold. Decibels, 0.1 to 40; default 12. Global scope.
    kMultibandCompressorParam_Headroom2 = 10,
    /// The most by which the third band exceeds its threshold. Decibels, 0.1 to 40; default 5. Global scope.
    kMultibandCompressorParam_Headroom3 = 11,
    /// The most by which the fourth band exceeds its threshold. Decibels, 0.1 to 40; default 7.5. Global scope.
    kMultibandCompressorParam_Headroom4 = 12,
    /// The time in which the unit reacts to a louder sound. Seconds, 0.001 to 0.2; default 0.08. Global scope.
    kMultibandCompressorParam_AttackTime = 13,
    /// The time in which the unit returns. Seconds, 0.01 to 3; default 0.12. Global scope.
    kMultibandCompressorParam_ReleaseTime = 14,
    /// The gain of the first band. Decibels, -20 to 20; default 0. Global scope.
    kMultibandCompressorParam_EQ1 = 15,
    /// The gain of the second band. Decibels, -20 to 20; default 0. Global scope.
    kMultibandCompressorParam_EQ2 = 16,
    /// The gain of the third band. Decibels, -20 to 20; default 0. Global scope.
    kMultibandCompressorParam_EQ3 = 17,
    /// The gain of the fourth band. Decibels, -20 to 20; default 0. Global scope.
    kMultibandCompressorParam_EQ4 = 18,
    /// A meter of the first band's compression. Decibels, 0 to 20. Global scope. Read only.
    kMultibandCompressorParam_CompressionAmount1 = 1000,
    /// A meter of the second band's compression. Decibels, 0 to 20. Global scope. Read only.
    kMultibandCompressorParam_CompressionAmount2 = 2000,
    /// A meter of the third band's compression. Decibels, 0 to 20. Global scope. Read only.
    kMultibandCompressorParam_CompressionAmount3 = 3000,
    /// A meter of the fourth band's compression. Decibels, 0 to 20. Global scope. Read only.
    kMultibandCompressorParam_CompressionAmount4 = 4000,
    /// A meter of the first band's input. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_InputAmplitude1 = 5000,
    /// A meter of the second band's input. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_InputAmplitude2 = 6000,
    /// A meter of the third band's input. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_InputAmplitude3 = 7000,
    /// A meter of the fourth band's input. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_InputAmplitude4 = 8000,
    /// A meter of the first band's output. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_OutputAmplitude1 = 9000,
    /// A meter of the second band's output. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_OutputAmplitude2 = 10000,
    /// A meter of the third band's output. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_OutputAmplitude3 = 11000,
    /// A meter of the fourth band's output. Decibels, -120 to 20. Global scope. Read only.
    kMultibandCompressorParam_OutputAmplitude4 = 12000
};

/// Parameters of the multiband filter. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The type of the lowest filter. A choice, 0 to 1; default 0. Global scope.
    kMultibandFilter_LowFilterType = 0,
    /// The frequency of the lowest filter. Hertz, 10 to half the sample rate; default 100. Global scope.
    kMultibandFilter_LowFrequency = 1,
    /// The gain of the lowest filter. Decibels, -18 to 18; default 0. Global scope.
    kMultibandFilter_LowGain = 2,
    /// The frequency of the first middle filter. Hertz, 10 to half the sample rate; default 100. Global scope.
    kMultibandFilter_CenterFreq1 = 3,
    /// The gain of the first middle filter. Decibels, -18 to 18; default 0. Global scope.
    kMultibandFilter_CenterGain1 = 4,
    /// The bandwidth of the first middle filter. Octaves, 0.05 to 3; default 2. Global scope.
    kMultibandFilter_Bandwidth1 = 5,
    /// The frequency of the second middle filter. Hertz, 10 to half the sample rate; default 100. Global scope.
    kMultibandFilter_CenterFreq2 = 6,
    /// The gain of the second middle filter. Decibels, -18 to 18; default 0. Global scope.
    kMultibandFilter_CenterGain2 = 7,
    /// The bandwidth of the second middle filter. Octaves, 0.05 to 3; default 2. Global scope.
    kMultibandFilter_Bandwidth2 = 8,
    /// The frequency of the third middle filter. Hertz, 10 to half the sample rate; default 100. Global scope.
    kMultibandFilter_CenterFreq3 = 9,
    /// The gain of the third middle filter. Decibels, -18 to 18; default 0. Global scope.
    kMultibandFilter_CenterGain3 = 10,
    /// The bandwidth of the third middle filter. Octaves, 0.05 to 3; default 2. Global scope.
    kMultibandFilter_Bandwidth3 = 11,
    /// The type of the highest filter. A choice, 0 to 1; default 0. Global scope.
    kMultibandFilter_HighFilterType = 12,
    /// The frequency of the highest filter. Hertz, 10 to half the sample rate; default 100. Global scope.
    kMultibandFilter_HighFrequency = 13,
    /// The gain of the highest filter. Decibels, -18 to 18; default 0. Global scope.
    kMultibandFilter_HighGain = 14
};

/// Parameters of the roger beep. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The level above which speech begins. Decibels, -80 to 0; default -6. Global scope.
    kRogerBeepParam_InGateThreshold = 0,
    /// The time for which the level is above the threshold before speech begins. Milliseconds, 0 to 1,000; default 1,000.
    /// Global scope.
    kRogerBeepParam_InGateThresholdTime = 1,
    /// The level below which speech ends. Decibels, -80 to 0; default -6. Global scope.
    kRogerBeepParam_OutGateThreshold = 2,
    /// The time for which the level is below the threshold before speech ends. Milliseconds, 0 to 1,000; default 1,000.
    /// Global scope.
    kRogerBeepParam_OutGateThresholdTime = 3,
    /// The sensitivity: 0 light, 1 medium, 2 heavy. A choice, 0 to 2; default 2. Global scope.
    kRogerBeepParam_Sensitivity = 4,
    /// The sound: 0 quindar, 1 noise, 2 walkie-talkie. A choice, 0 to 2; default 0. Global scope.
    kRogerBeepParam_RogerType = 5,
    /// The gain of the beep. Decibels, -80 to 20; default -6. Global scope.
    kRogerBeepParam_RogerGain = 6
};

/// Parameters of the stereo mixer. The meters are those of two channels, and need `kAudioUnitProperty_MeteringMode`.
CF_ENUM(AudioUnitParameterID) {
    /// The volume, whose cube is the gain. A number, 0 to 1; default 1. Input and output scope.
    kStereoMixerParam_Volume = 0,
    /// The place of an input between the left and the right channel. A number, 0 to 1; default 0.5. Input scope.
    kStereoMixerParam_Pan = 1,
    /// A meter of the average power before the volume of the first channel. Channel n has this number plus n. Decibels. Input
    /// and output scope. Read only.
    kStereoMixerParam_PreAveragePower = 1000,
    /// A meter of the peak before the volume of the first channel. Channel n has this number plus n. Decibels. Input and
    /// output scope. Read only.
    kStereoMixerParam_PrePeakHoldLevel = 2000,
    /// A meter of the average power after the volume of the first channel. Channel n has this number plus n. Decibels. Input
    /// and output scope. Read only.
    kStereoMixerParam_PostAveragePower = 3000,
    /// A meter of the peak after the volume of the first channel. Channel n has this number plus n. Decibels. Input and
    /// output scope. Read only.
    kStereoMixerParam_PostPeakHoldLevel = 4000
};

/// Parameters of the unit that receives sound from a network. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The state, `kAUNetStatus_…`. A choice, 0 to 5. Global scope. Read only.
    kAUNetReceiveParam_Status = 0,
    /// The number of parameters, not a parameter.
    kAUNetReceiveParam_NumParameters = 1
};

/// Parameters of the unit that sends sound to a network. This library does not have the unit yet.
CF_ENUM(AudioUnitParameterID) {
    /// The state, `kAUNetStatus_…`. A choice, 0 to 5. Global scope. Read only.
    kAUNetSendParam_Status = 0,
    /// The number of parameters, not a parameter.
    kAUNetSendParam_NumParameters = 1
};

/// Values of the status of units that send and receive sound.
enum {
    kAUNetStatus_NotConnected = 0,
    kAUNetStatus_Connected = 1,
    kAUNetStatus_Overflow = 2,
    kAUNetStatus_Underflow = 3,
    kAUNetStatus_Connecting = 4,
    kAUNetStatus_Listening = 5
};

/// Parameters of instruments. This library does not have instruments yet.
CF_ENUM(AudioUnitParameterID) {
    /// The tuning of the instrument. Cents, -1,200 to 1,200; default 0. Global scope.
    kMusicDeviceParam_Tuning = 0,
    /// The volume of the instrument. Decibels, -120 to 40; default 0. Global scope.
    kMusicDeviceParam_Volume = 1,
    /// The volume of the reverb. Decibels, -120 to 40; default 0. Global scope.
    kMusicDeviceParam_ReverbVolume = 2
};

/// Ways to render the parts of a recording.
typedef CF_ENUM(UInt32, AUAudioMixRenderingStyle) {
    kAudioMixRenderingStyle_Cinematic = 0,
    kAudioMixRenderingStyle_Studio = 1,
    kAudioMixRenderingStyle_InFrame = 2,
    kAudioMixRenderingStyle_CinematicBackgroundStem = 3,
    kAudioMixRenderingStyle_CinematicForegroundStem = 4,
    kAudioMixRenderingStyle_StudioForegroundStem = 5,
    kAudioMixRenderingStyle_InFrameForegroundStem = 6,
    kAudioMixRenderingStyle_Standard = 7,
    kAudioMixRenderingStyle_StudioBackgroundStem = 8,
    kAudioMixRenderingStyle_InFrameBackgroundStem = 9
};

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
