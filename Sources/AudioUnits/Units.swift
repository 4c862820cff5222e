import AudioCore

extension ComponentRegistry {
    /// The components of the process: the system's units come first.
    package static let shared = ComponentRegistry(Units.all)
}

/// The units of the system, in the order in which a search finds them. The list has only complete units.
package enum Units {
    package static let all: [UnitBlueprint] = outputs + converters + mixers + instruments + generators + effects

    private static let outputs: [UnitBlueprint] = [
        DeviceUnit.defaultOutput, DeviceUnit.hal, DeviceUnit.systemOutput, DeviceUnit.remote,
        VoiceUnit.voice, ConverterUnit.genericOutput,
    ]

    private static let converters: [UnitBlueprint] = [
        ConverterUnit.converter, SplitterUnit.splitter, SplitterUnit.multiSplitter, MergerUnit.merger,
        VarispeedUnit.varispeed, TimePitchUnit.newTimePitch, TimePitchUnit.timePitch, TimePitchUnit.iPodTime,
        TimePitchUnit.iPodTimeOther,
    ]

    private static let mixers: [UnitBlueprint] = [
        MultiChannelMixerUnit.mixer, StereoMixerUnit.stereoMixer, MatrixMixerUnit.mixer, SpatialMixerUnit.mixer,
        SpatialMixerUnit.first,
    ]

    private static let instruments: [UnitBlueprint] = [SamplerUnit.sampler, MIDISynthUnit.synth]

    private static let generators: [UnitBlueprint] = [ScheduledSoundUnit.player, FilePlayerUnit.player]

    private static let effects: [UnitBlueprint] = [
        FilterUnit.lowPass, FilterUnit.highPass, FilterUnit.bandPass, FilterUnit.highShelf, FilterUnit.lowShelf,
        FilterUnit.parametric, BandEqualizerUnit.equalizer, GraphicEqualizerUnit.equalizer,
        PresetEqualizerUnit.equalizer,
        DelayUnit.delay, SampleDelayUnit.delay, ReverbUnit.reverb, DistortionUnit.distortion, LimiterUnit.limiter,
        DynamicsUnit.dynamics, MultibandUnit.compressor, PitchUnit.pitch, PitchUnit.newPitch,
    ]
}
