public import Foundation

/// What is set for one connection from a source to a mixer or an environment.
///
/// Ask for it each time with `AVAudioMixing.destination(forMixer:bus:)`. Its values begin as those of the source. They hold until the
/// connection ends or the source's own value is set. What is set after the connection has ended is not heard. Any thread may make any
/// call.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    private let source: SourceMixing
    private let link: MixingLink
    private let point: AVAudioConnectionPoint

    /// The mixer and its input.
    open var connectionPoint: AVAudioConnectionPoint { point }

    init(_ source: SourceMixing, _ link: MixingLink, _ mixer: AVAudioNode) {
        (self.source, self.link) = (source, link)
        point = AVAudioConnectionPoint(node: mixer, bus: link.input)
        super.init()
    }

    /// The object itself, if it is that of the input.
    ///
    /// - Parameters:
    ///   - mixer: a mixer or an environment.
    ///   - bus: the input of it.
    /// - Returns: nil for another input.
    open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        connectionPoint.node === mixer && connectionPoint.bus == bus ? self : nil
    }

    /// A factor on the source, from 0 to 1. A mixer takes others, too, and amplifies.
    open var volume: Float {
        get { store.volume }
        set { store.volume = newValue }
    }

    /// The place between the left loudspeaker, -1, and the right one, 1.
    open var pan: Float {
        get { store.pan }
        set { store.pan = newValue }
    }

    /// How the place of the source is made heard.
    open var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { store.algorithm }
        set { store.algorithm = newValue }
    }

    /// Which sources have a place.
    open var sourceMode: AVAudio3DMixingSourceMode {
        get { store.sourceMode }
        set { store.sourceMode = newValue }
    }

    /// How a point source is heard that is inside the listener's head.
    open var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { store.inHead }
        set { store.inHead = newValue }
    }

    /// How fast the source is played, from 0.5 to 2.
    open var rate: Float {
        get { store.rate }
        set { store.rate = newValue }
    }

    /// How much of the source goes into the reverb of the environment, from 0 to 1.
    open var reverbBlend: Float {
        get { store.blend }
        set { store.blend = newValue }
    }

    /// The decibels by which an obstacle on the direct way makes the source duller, from -100 to 0.
    open var obstruction: Float {
        get { store.obstruction }
        set { store.obstruction = newValue }
    }

    /// The decibels by which a wall around the source makes it duller, from -100 to 0.
    open var occlusion: Float {
        get { store.occlusion }
        set { store.occlusion = newValue }
    }

    /// Where the source is, in metres.
    open var position: AVAudio3DPoint {
        get { store.position }
        set { store.position = newValue }
    }

    private var store: Store { Store(source, link) }

    /// The values of the connection.
    private final class Store: MixingStore {
        private let source: SourceMixing
        private let link: MixingLink

        init(_ source: SourceMixing, _ link: MixingLink) { (self.source, self.link) = (source, link) }

        var values: MixingValues { source.values(of: link) }

        func change(_ field: MixingField, _ body: (inout MixingValues) -> Void) { source.change(link, field, body) }
    }
}
