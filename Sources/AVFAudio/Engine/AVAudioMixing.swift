public import Foundation

/// What a mixer does with a source between two loudspeakers.
public protocol AVAudioStereoMixing: NSObjectProtocol {
    /// The place between the left loudspeaker, -1, and the right one, 1; 0 at first.
    ///
    /// For mixers with a stereo output. Values out of the range become the nearest one in it.
    var pan: Float { get set }
}

/// What an environment does with a source around its listener.
public protocol AVAudio3DMixing: NSObjectProtocol {
    /// How the place of the source is made heard; equal-power panning at first.
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }

    /// Which sources have a place: those of one channel at first.
    var sourceMode: AVAudio3DMixingSourceMode { get set }

    /// How a point source is heard that is inside the listener's head; in mono at first.
    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }

    /// How fast the source is played, from 0.5 to 2; 1 at first. The pitch follows.
    var rate: Float { get set }

    /// How much of the source goes into the reverb of the environment, from 0 to 1; 0 at first.
    var reverbBlend: Float { get set }

    /// The decibels by which an obstacle on the direct way makes the source duller, from -100 to 0; 0 at first.
    ///
    /// The attenuation is that at 5 kHz. What goes into the reverb stays as it is.
    var obstruction: Float { get set }

    /// The decibels by which a wall around the source makes it duller, from -100 to 0; 0 at first.
    ///
    /// The attenuation is that at 5 kHz. It holds for what goes into the reverb, too.
    var occlusion: Float { get set }

    /// Where the source is, in metres: to the right, up, and back; (0, 0, 0) at first.
    var position: AVAudio3DPoint { get set }
}

/// What mixers do with what a node renders.
///
/// The values belong to the source. They may be set at any time, on any thread, and hold for each input of a mixer or an environment
/// that the source is connected to without a node between. A mixer uses `volume` and `pan`, an environment all but `pan`.
public protocol AVAudioMixing: AVAudio3DMixing, AVAudioStereoMixing {
    /// What is set for one connection of the source.
    ///
    /// - Parameters:
    ///   - mixer: a mixer or an environment.
    ///   - bus: the input of it.
    /// - Returns: an object whose values hold for this connection alone, until it ends or until the source's own value is set; nil if
    ///   the source is not connected to the input.
    func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?

    /// A factor on the source, from 0 to 1; 1 at first. A mixer takes others, too, and amplifies.
    var volume: Float { get set }
}

extension AVAudioStereoMixing where Self: AVAudioNode {
    /// The place between the left loudspeaker, -1, and the right one, 1; 0 at first.
    public var pan: Float {
        get { mixing.pan }
        set { mixing.pan = newValue }
    }
}

extension AVAudio3DMixing where Self: AVAudioNode {
    /// How the place of the source is made heard; equal-power panning at first.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { mixing.algorithm }
        set { mixing.algorithm = newValue }
    }

    /// Which sources have a place: those of one channel at first.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { mixing.sourceMode }
        set { mixing.sourceMode = newValue }
    }

    /// How a point source is heard that is inside the listener's head; in mono at first.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { mixing.inHead }
        set { mixing.inHead = newValue }
    }

    /// How fast the source is played, from 0.5 to 2; 1 at first.
    public var rate: Float {
        get { mixing.rate }
        set { mixing.rate = newValue }
    }

    /// How much of the source goes into the reverb of the environment, from 0 to 1; 0 at first.
    public var reverbBlend: Float {
        get { mixing.blend }
        set { mixing.blend = newValue }
    }

    /// The decibels by which an obstacle on the direct way makes the source duller, from -100 to 0; 0 at first.
    public var obstruction: Float {
        get { mixing.obstruction }
        set { mixing.obstruction = newValue }
    }

    /// The decibels by which a wall around the source makes it duller, from -100 to 0; 0 at first.
    public var occlusion: Float {
        get { mixing.occlusion }
        set { mixing.occlusion = newValue }
    }

    /// Where the source is, in metres; (0, 0, 0) at first.
    public var position: AVAudio3DPoint {
        get { mixing.position }
        set { mixing.position = newValue }
    }
}

extension AVAudioMixing where Self: AVAudioNode {
    /// A factor on the source, from 0 to 1; 1 at first.
    public var volume: Float {
        get { mixing.volume }
        set { mixing.volume = newValue }
    }

    /// What is set for one connection of the source.
    ///
    /// - Parameters:
    ///   - mixer: a mixer or an environment.
    ///   - bus: the input of it.
    /// - Returns: nil if the source is not connected to the input.
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        mixing.destination(mixer, bus)
    }
}
