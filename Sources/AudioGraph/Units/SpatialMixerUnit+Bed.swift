import AudioCore
import CAudioToolbox

// The layouts of inputs whose channels are a bed.
extension SpatialMixerUnit {
    /// Checks the layout of an input that is to become a bed.
    func checkBed(_ input: AudioUnitElement) throws(AudioError) {
        guard let layout = try element(kAudioUnitScope_Input, input).layout else { return }
        guard !layout.withUnsafeBytes({ SpatialBedPlaces.isAmbisonic($0) }) else { throw Self.noLoudspeakers }
    }

    /// Checks a layout that a client sets of a bed.
    func checkLayout(_ request: UnitRequest) throws(AudioError) {
        guard request.id == kAudioUnitProperty_AudioChannelLayout, request.scope == kAudioUnitScope_Input,
            !request.isRemoval
        else { return }
        guard UInt32(try owner(request).mode.read()) == SpatialSettings.ambienceBed else { return }
        guard !SpatialBedPlaces.isAmbisonic(request.input) else { throw Self.noLoudspeakers }
    }

    private static let noLoudspeakers = AudioError.unitValue
        .because("the channels of the layout are parts of a sound field, and no loudspeakers")
}
