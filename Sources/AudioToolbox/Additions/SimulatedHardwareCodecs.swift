import AudioFiles

/// Whether `kAudioFormatProperty_HardwareCodecCapabilities` answers as a telephone with one hardware codec. An addition of
/// ours, for tests of programs that reckon with it; off at first.
///
/// Nothing is done in hardware either way: of a list of codecs, the property then counts one of Apple's hardware codecs
/// as usable, as long as no other one stands before it. May be changed on any thread.
public var audioFormatSimulatesHardwareCodec: Bool {
    get { SimulatedHardwareCodecs.isOn }
    set { SimulatedHardwareCodecs.isOn = newValue }
}
