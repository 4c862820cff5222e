/// How the place of a source is made heard.
public enum AVAudio3DMixingRenderingAlgorithm: Int, @unchecked Sendable {
    /// By the levels of two loudspeakers. It takes the least time.
    case equalPowerPanning = 0
    /// As two ears on a sphere hear it. For headphones.
    case sphericalHead = 1
    /// As a measured head hears it. For headphones. It takes more time.
    case HRTF = 2
    /// By the levels of all loudspeakers of an output with more than two channels.
    case soundField = 3
    /// Without a place: the channels go to those of the output.
    case stereoPassThrough = 5
    /// As a measured head hears it. Here it is the same as `HRTF`.
    case HRTFHQ = 6
    /// As `AVAudioEnvironmentNode.outputType` asks for.
    case auto = 7
}

/// Which sources of an environment have a place.
public enum AVAudio3DMixingSourceMode: Int, @unchecked Sendable {
    /// Those of one channel. Others pass channel by channel.
    case spatializeIfMono = 0
    /// None.
    case bypass = 1
    /// All: the sum of the channels is at the position of the source.
    case pointSource = 2
    /// The channels are loudspeakers around the listener, whose distance does not matter.
    case ambienceBed = 3
}

/// How a point source is heard that is inside the listener's head.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, @unchecked Sendable {
    /// As the sum of its channels.
    case mono = 0
    /// Channel by channel.
    case bypass = 1
}
