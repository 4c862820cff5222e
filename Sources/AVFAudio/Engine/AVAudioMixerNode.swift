import AudioCore
import AudioToolbox
import AudioUnits

/// Adds up what its inputs bring, each of any format, with a volume and a place.
///
/// Inputs are there as they are connected, also while the engine runs.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    /// Creates a mixer, to be attached to an engine.
    public init() { super.init(Self.makeUnit()) }

    private static func makeUnit() -> NodeUnit {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MultiChannelMixer,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        guard let unit = try? NodeUnit(description) else { fatalError("there is no room for another audio unit") }
        return unit
    }

    override var growsInputs: Bool { true }

    /// The gain of the sum, from 0 to 1; 1 at first. A change is ramped.
    open var outputVolume: Float {
        get { nodeUnit?.parameter(kMultiChannelMixerParam_Volume, kAudioUnitScope_Output) ?? 1 }
        set { nodeUnit?.setParameter(kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, to: newValue) }
    }

    /// Gives inputs without a source the format of the output, so that nothing is made to convert them.
    func alignFreeInputs(_ links: EngineLinks) throws(AudioError) {
        let format = outputFormat(forBus: 0)
        for bus in 0..<numberOfInputs where links.into(self, bus) == nil && inputFormat(forBus: bus) != format {
            try setFormat(format, kAudioUnitScope_Input, bus)
        }
    }

    /// The first input that is not connected. There is always one.
    open var nextAvailableInputBus: AVAudioNodeBus { engine?.firstFreeInput(of: self) ?? 0 }
}
