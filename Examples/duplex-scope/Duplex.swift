import AudioToolbox

/// The microphone, a low-pass filter, a mixer for the volume, and the output, in this order.
///
/// RemoteIO is both ends: its element 1 gives what is recorded, its element 0 plays what it is connected to.
final class Duplex {
    let history = History()
    let sampleRate: Double
    private let device = make(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
    private let filter = make(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
    private let mixer = make(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)

    /// Longer than a device's cycle.
    private static let maximumFrames: UInt32 = 16_384

    init(cutoff: Float, volume: Float) {
        // Elements of the output unit record once they are enabled.
        set(device, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
        // Everything runs at the rate at which the device plays, in Float32 with a buffer for each channel.
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        let property = kAudioUnitProperty_StreamFormat
        check("reading", AudioUnitGetProperty(device, property, kAudioUnitScope_Output, 0, &format, &size))
        format = AudioStreamBasicDescription(
            mSampleRate: format.mSampleRate > 0 ? format.mSampleRate : 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        sampleRate = format.mSampleRate
        set(device, property, kAudioUnitScope_Output, 1, format)
        for unit in [filter, mixer] {
            set(unit, property, kAudioUnitScope_Input, 0, format)
            set(unit, property, kAudioUnitScope_Output, 0, format)
            set(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, Self.maximumFrames)
        }
        connect(device, 1, to: filter)
        connect(filter, 0, to: mixer)
        connect(mixer, 0, to: device)
        for unit in [filter, mixer, device] { check("initializing", AudioUnitInitialize(unit)) }
        check(
            "filtering",
            AudioUnitSetParameter(filter, kLowPassParam_CutoffFrequency, kAudioUnitScope_Global, 0, cutoff, 0))
        check(
            "mixing", AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, volume, 0))
        // Before the volume, so that silence can be seen too.
        check("observing", history.observe(filter))
    }

    func start() { check("starting", AudioOutputUnitStart(device)) }

    func stop() {
        // No render is in progress when this returns.
        check("stopping", AudioOutputUnitStop(device))
        for unit in [device, mixer, filter] { check("disposing", AudioComponentInstanceDispose(unit)) }
    }

    private func connect(_ source: AudioUnit, _ output: UInt32, to unit: AudioUnit) {
        let connection = AudioUnitConnection(sourceAudioUnit: source, sourceOutputNumber: output, destInputNumber: 0)
        set(unit, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection)
    }
}

private func make(_ type: OSType, _ subtype: OSType) -> AudioUnit {
    var description = AudioComponentDescription(
        componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
    var unit: AudioUnit?
    check("making a unit", AudioComponentInstanceNew(AudioComponentFindNext(nil, &description)!, &unit))
    return unit!
}

private func set<Value: BitwiseCopyable>(
    _ unit: AudioUnit, _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
    _ value: Value
) {
    var value = value
    let size = UInt32(MemoryLayout<Value>.size)
    check("setting property \(property)", AudioUnitSetProperty(unit, property, scope, element, &value, size))
}
