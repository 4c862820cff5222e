import AudioCore
import Glibc

/// The loudspeakers of an output, and which of them play a source in a direction. Audio thread.
struct SpatialSpeakers: BitwiseCopyable {
    /// Around the listener, above or below; none for what is not placed.
    private enum Layer { case none, ring, above, below }

    private struct Speaker {
        var direction: SpatialDirection
        var layer: Layer
    }

    /// The elevation from which a loudspeaker is above the ring or below it, in degrees.
    private static let edges = (above: 20.0, below: -10.0)

    private let speakers: UnsafeMutablePointer<Speaker>
    let count: Int
    /// Those in front; the same twice where there is one.
    let left: Int
    let right: Int
    /// The first one for low frequencies; -1 for none.
    private let lowChannel: Int
    /// The elevation of a source that is not heard from the ring any more, in radians: that of the nearest loudspeaker. 0 without any.
    private let above: Double
    private let below: Double

    fileprivate init(_ loudspeakers: Loudspeakers) {
        let all = loudspeakers.all
        (count, left, right) = (all.count, loudspeakers.front.left, loudspeakers.front.right)
        lowChannel = all.firstIndex { $0.kind == .low } ?? -1
        var found = all.map { Speaker(direction: $0.direction, layer: Self.layer($0)) }
        // Without a ring, what there is has its place.
        if !found.contains(where: { $0.layer == .ring }) {
            for index in found.indices where found[index].layer != .none { found[index].layer = .ring }
        }
        above = found.filter { $0.layer == .above }.map(\.direction.elevation).min() ?? 0
        below = found.filter { $0.layer == .below }.map(\.direction.elevation).max() ?? 0
        speakers = .allocate(capacity: max(1, found.count))
        for (index, speaker) in found.enumerated() { (speakers + index).initialize(to: speaker) }
    }

    private static func layer(_ loudspeaker: Loudspeaker) -> Layer {
        guard loudspeaker.kind == .placed else { return .none }
        let degrees = loudspeaker.direction.elevation * 180 / .pi
        return degrees > edges.above ? .above : degrees < edges.below ? .below : .ring
    }

    fileprivate func deallocate() { speakers.deallocate() }

    /// Whether there are two in front.
    var hasPair: Bool { left != right }

    /// Whether a loudspeaker has a place around the listener.
    func isPlaced(_ channel: Int) -> Bool { speakers[channel].layer != .none }

    // MARK: Gains

    func clear(_ gains: UnsafeMutablePointer<Float>) { for channel in 0..<count { gains[channel] = 0 } }

    /// The gains of a source for all loudspeakers, together of one power.
    ///
    /// A source at the height of the listener is heard from the ring alone. The higher it is, the more of its power comes from above,
    /// and all of it from the elevation of the lowest loudspeaker there on. Below, likewise. Without loudspeakers there, the ring has
    /// all of it.
    func soundField(_ direction: SpatialDirection, into gains: UnsafeMutablePointer<Float>) {
        clear(gains)
        guard count > 1 else {
            gains[0] = 1
            return
        }
        let elevation = direction.elevation
        let edge = elevation < 0 ? below : above
        let part = edge == 0 ? 0 : min(1, elevation / edge)
        if part < 1 { fill(.ring, direction, cos(part * .pi / 2), gains) }
        if part > 0 { fill(elevation < 0 ? .below : .above, direction, sin(part * .pi / 2), gains) }
    }

    /// A microphone with the pattern of a cardioid for each loudspeaker of a layer.
    private func fill(
        _ layer: Layer, _ direction: SpatialDirection, _ level: Double, _ gains: UnsafeMutablePointer<Float>
    ) {
        var power = 0.0
        for channel in 0..<count where speakers[channel].layer == layer {
            // A lone loudspeaker plays what is behind its microphone, too.
            let gain = max(1e-6, 0.5 + 0.5 * direction.likeness(to: speakers[channel].direction))
            gains[channel] = Float(gain)
            power += gain * gain
        }
        guard power > 0 else { return }
        let scale = Float(level / power.squareRoot())
        for channel in 0..<count where speakers[channel].layer == layer { gains[channel] *= scale }
    }

    /// The gains of what is for the loudspeaker for low frequencies. Where there is none, those in front have it.
    func low(into gains: UnsafeMutablePointer<Float>) {
        clear(gains)
        guard lowChannel < 0 else {
            gains[lowChannel] = 1
            return
        }
        let gain: Float = hasPair ? Float(0.5).squareRoot() : 1
        (gains[left], gains[right]) = (gain, gain)
    }
}

/// The loudspeakers of a mixer's output, by its layout. They never change, so that the audio thread may read them.
final class SpatialOutput: @unchecked Sendable {
    let loudspeakers: Loudspeakers
    /// Until the object is freed.
    let speakers: SpatialSpeakers

    /// - Parameter layout: `AudioChannelLayout` as a client has set it; nil for the usual layout of so many channels.
    init(_ layout: [UInt8]?, channels: Int) {
        loudspeakers = Loudspeakers(layout, channels: channels)
        speakers = SpatialSpeakers(loudspeakers)
    }

    deinit { speakers.deallocate() }
}

/// What the layouts of an input and of the output say: where the channels of a bed sound from, which loudspeakers there are, and which
/// channels pass to which. It never changes, so that the audio thread may read it.
final class SpatialLayouts: @unchecked Sendable {
    /// The channels of an input that are heard as a bed. Those after them are silent there.
    static let most = 64

    private let places: UnsafeMutablePointer<Loudspeaker>
    private let count: Int
    /// For each channel of the output, the channel of the input that passes to it; -1 for none.
    private let sources: UnsafeMutablePointer<Int>
    private let output: SpatialOutput
    /// Those of the output.
    let speakers: SpatialSpeakers

    /// - Parameters:
    ///   - layout: `AudioChannelLayout` of the input as a client has set it; nil for the usual layout of so many channels.
    ///   - channels: those of the input.
    init(_ layout: [UInt8]?, channels: Int, _ output: SpatialOutput) {
        (self.output, speakers) = (output, output.speakers)
        let input = Loudspeakers(layout, channels: channels)
        let found = input.all.prefix(Self.most)
        count = found.count
        places = .allocate(capacity: max(1, count))
        for (index, place) in found.enumerated() { (places + index).initialize(to: place) }
        // As many channels without a layout of their own have that of the output.
        let isSame = layout == nil && channels == output.loudspeakers.all.count
        let passing = Self.sources(isSame ? output.loudspeakers : input, output.loudspeakers)
        sources = .allocate(capacity: max(1, passing.count))
        for (index, source) in passing.enumerated() { (sources + index).initialize(to: source) }
    }

    deinit {
        places.deallocate()
        sources.deallocate()
    }

    /// Where a channel of a bed sounds from. Real-time safe.
    func place(_ channel: Int) -> Loudspeaker { channel < count ? places[channel] : .nowhere }

    /// The channel of the input that passes to one of the output; -1 for none. Real-time safe.
    func source(_ channel: Int) -> Int { sources[channel] }

    /// Channels for low frequencies pass in their order to those for low frequencies, the others to the others. One channel passes to
    /// both loudspeakers in front.
    private static func sources(_ input: Loudspeakers, _ output: Loudspeakers) -> [Int] {
        var sources = [Int](repeating: -1, count: output.all.count)
        let hasLow = output.all.contains { $0.kind == .low }
        if input.all.count == 1, !output.all.isEmpty, input.all[0].kind != .low || !hasLow {
            (sources[output.front.left], sources[output.front.right]) = (0, 0)
            return sources
        }
        for isLow in [false, true] {
            let from = input.all.indices.filter { (input.all[$0].kind == .low) == isLow }
            let to = output.all.indices.filter { (output.all[$0].kind == .low) == isLow }
            for (source, target) in zip(from, to) { sources[target] = source }
        }
        return sources
    }
}

/// The layouts of a mixer as clients have set them.
struct SpatialSetLayouts: Equatable {
    let inputs: [[UInt8]?]
    let output: [UInt8]?

    init(_ state: UnitState) { (inputs, output) = (state.inputs.map(\.layout), state.outputs[0].layout) }
}
