import CAudioToolbox

/// Which parameters the buses of a mixer have beside a volume, and what the values mean.
struct MixerStyle: BitwiseCopyable {
    /// MultiChannelMixer: the volume is the gain, and a place is from -1 to 1.
    static let multiChannel = MixerStyle(enable: 1, pan: 2, hasFaders: false, meteredChannels: MeterCell.usualChannels)
    /// StereoMixer: the cube of the volume is the gain, and a place is from 0 to 1.
    static let stereo = MixerStyle(enable: nil, pan: 1, hasFaders: true, meteredChannels: 2)

    /// The identifier of the switch; nil where there is none.
    let enable: UInt32?
    /// The identifier of the place.
    let pan: UInt32
    let hasFaders: Bool
    /// How many channels of a bus have meters.
    let meteredChannels: Int

    /// The gain of a volume. Real-time safe.
    @_noLocks func gain(_ volume: Float) -> Float { hasFaders ? volume * volume * volume : volume }

    /// The place of a pan, from -1 to 1. Real-time safe.
    @_noLocks func place(_ pan: Float) -> Float { hasFaders ? 2 * pan - 1 : pan }
}
