import AudioCore
import CAudioToolbox

/// StereoMixer: the sum of mono and stereo inputs in one stereo or mono output.
///
/// A mono output has the mean of both sides of a stereo one. So a mono input in the middle is as loud in either.
///
/// The gain is the cube of a volume, and goes to a new value in a straight line over a slice. A place is that of MultiChannelMixer
/// on another scale: the farther it is to one side, the quieter is the other channel. Inputs are neither disabled nor have a matrix.
final class StereoMixerUnit: MultiChannelMixerUnit, @unchecked Sendable {
    static let stereoMixer = UnitBlueprint("aumx", "smxr", "Apple: AUMixer") { StereoMixerUnit($0) }
        .with {
            ($0.inputs, $0.mayChangeInputs) = (8, true)
            $0.channels = [(1, 2), (2, 2), (1, 1), (2, 1)]
            $0.parameters = [
                ParameterSpec(0, "Volume", .mixerFaderCurve1, 0...1, 1, scope: kAudioUnitScope_Input),
                ParameterSpec(1, "Pan", .pan, 0...1, 0.5, scope: kAudioUnitScope_Input),
                ParameterSpec(0, "Volume", .mixerFaderCurve1, 0...1, 1, scope: kAudioUnitScope_Output),
            ]
        }

    override var style: MixerStyle { .stereo }
    override var hasMatrices: Bool { false }

    override func check(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: UnitState
    ) throws(AudioError) {
        try super.check(format, scope, element, state)
        guard format.channels <= 2 else {
            throw .unitFormat.because("the inputs and the output are mono or stereo")
        }
    }
}
