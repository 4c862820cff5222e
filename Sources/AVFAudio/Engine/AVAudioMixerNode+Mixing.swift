import AudioToolbox

extension AVAudioMixerNode: MixingTarget {
    /// A mixer has a volume and a place between two channels for each input.
    func use(_ field: MixingField, of values: MixingValues, input: Int) {
        switch field {
        case .volume:
            nodeUnit?.setParameter(
                kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, inputElement(input), to: values.volume)
        case .pan:
            nodeUnit?.setParameter(
                kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, inputElement(input), to: values.pan)
        default: break
        }
    }
}
