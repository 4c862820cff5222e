/// Where a channel goes when the output has no channel of its name.
///
/// Each label has a list of substitutes, the best first. A substitute counts when all its channels are known to reach
/// the output: at first those that the output has, then, step by step, those that reach it through substitutes.
struct MixRules {
    let inputs: [UInt32]
    let outputs: [UInt32]
    /// Gains into each output, for every label that reaches one.
    private var routes: [UInt32: [Float]] = [:]

    /// One way to replace a channel: labels with their gains.
    private typealias Substitute = [(label: UInt32, gain: Float)]

    private static let half: Float = 0.5
    /// -3 dB, the square root of one half.
    private static let less3dB: Float = 0.707_106_77
    /// One half over the square root of three, by which N3D exceeds SN3D in the first order.
    private static let n3dSide: Float = 0.288_675_13

    init(inputs: [UInt32], outputs: [UInt32]) {
        self.inputs = inputs
        self.outputs = outputs
        for (column, label) in outputs.enumerated() where routes[label] == nil {
            routes[label] = outputs.indices.map { $0 == column ? 1 : 0 }
        }
        if inputs.contains(where: { routes[$0] == nil }) { findRoutes() }
    }

    /// Output positions and gains for one input channel; none where it is dropped.
    func route(
        _ channel: ChannelLayout.Channel, at position: Int, among targets: [ChannelLayout.Channel]
    ) -> [(column: Int, gain: Float)] {
        let label = channel.label
        if label == ChannelLabel.useCoordinates {
            return targets.firstIndex(of: channel).map { [($0, Float(1))] } ?? []
        }
        let occurrence = inputs[..<position].count { $0 == label }
        let namesakes = outputs.indices.filter { outputs[$0] == label }
        if occurrence < namesakes.count { return [(namesakes[occurrence], 1)] }
        if Self.hasNoPlace(label) || outputs.allSatisfy(Self.hasNoPlace) {
            // Channels that only have a number go by it, unless a channel of that name claims the place.
            guard position < outputs.count, !inputs.contains(outputs[position]) else { return [] }
            return [(position, 1)]
        }
        return (routes[label] ?? []).enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) }
    }

    private static func hasNoPlace(_ label: UInt32) -> Bool {
        label == ChannelLabel.unknown || label >> 16 == 1 || label == 400
    }

    /// Widens the circle of labels with a route until it grows no more. Each round looks only at what the last one knew,
    /// so that a direct substitute wins over a roundabout one.
    private mutating func findRoutes() {
        var open = Set(ChannelLabel.named).union(inputs).subtracting(routes.keys).sorted().map {
            ($0, substitutes(of: $0))
        }
        var isGrowing = true
        while isGrowing {
            let known = routes
            open.removeAll { label, choices in
                guard let choice = choices.first(where: { $0.allSatisfy { known[$0.label] != nil } }) else {
                    return false
                }
                var gains = [Float](repeating: 0, count: outputs.count)
                for part in choice {
                    for (column, gain) in known[part.label]!.enumerated() { gains[column] += gain * part.gain }
                }
                routes[label] = gains
                return true
            }
            isGrowing = routes.count > known.count
        }
    }

    /// A neighbour that has a signal of its own gets the substitute's 3 dB weaker, so that the sum keeps its loudness.
    private func neighbour(_ label: UInt32) -> Substitute { [(label, inputs.contains(label) ? Self.less3dB : 1)] }

    private func substitutes(of label: UInt32) -> [Substitute] {
        switch label {
        case 1, 2, 3, 7, 8, 35, 36, 42, 65, 66: front(label)
        case 5, 6, 9, 10, 11, 33, 34, 44, 55, 56, 63, 64: surround(label)
        case 12...18, 49, 51...54, 57...61: height(label)
        case ChannelLabel.lfe: [[(37, 1)], [(62, 1)]]
        case ChannelLabel.lfe2, ChannelLabel.lfe3: [[(4, 1)]]
        default: special(label)
        }
    }

    private func front(_ label: UInt32) -> [Substitute] {
        let (a, b) = (Self.half, Self.less3dB)
        let isLeft = label == 1 || label == 7 || label == 35 || label == 65
        let side: UInt32 = isLeft ? 1 : 2
        return switch label {
        case 1: [[(301, 1)], [(208, 1)], [(38, 1)], [(7, 1)], [(204, a), (205, a)], [(206, 1)], [(3, b)]]
        case 2: [[(302, 1)], [(209, 1)], [(39, 1)], [(8, 1)], [(204, a), (205, -a)], [(207, 1)], [(3, b)]]
        case 3: [[(42, 1)], [(1, b), (2, b)], [(7, b), (8, b)]]
        case 42: [[(3, 1)], [(1, 1), (2, 1)]]
        case 7, 8: [[(side, b), (3, b)], [(side, 1)]]
        case 65, 66: [neighbour(side)]
        default: [[(side, b), (isLeft ? 5 : 6, b)], [(side, b)]]
        }
    }

    private func surround(_ label: UInt32) -> [Substitute] {
        let (a, b) = (Self.half, Self.less3dB)
        if label == 9 || label == 44 {
            return [
                neighbour(label == 9 ? 44 : 9), [(33, b), (34, b)], [(5, b), (6, b)], [(10, b), (11, b)],
                [(1, a), (2, a)],
            ]
        }
        let isLeft = [5, 10, 33, 55, 63].contains(label)
        let group: [UInt32] = isLeft ? [5, 55, 10, 33, 63] : [6, 56, 11, 34, 64]
        let others = group.filter { $0 != label }.map { neighbour($0) }
        return others + [[(9, b)], [(isLeft ? 1 : 2, b)]]
    }

    private func height(_ label: UInt32) -> [Substitute] {
        let (a, b) = (Self.half, Self.less3dB)
        let isLeft = [13, 16, 49, 52, 57, 60].contains(label)
        let side: UInt32 = isLeft ? 1 : 2
        let around: UInt32 = isLeft ? 5 : 6
        let (front, middle, rear): (UInt32, UInt32, UInt32) = isLeft ? (13, 49, 52) : (15, 51, 54)
        return switch label {
        case 13, 15: [neighbour(middle), [(side, b)]]
        case 14: [[(13, b), (15, b)], [(3, b)], [(1, a), (2, a)]]
        case 16, 18: [neighbour(rear), neighbour(middle), [(isLeft ? 33 : 34, b)], [(around, b)], [(side, a)]]
        case 52, 54:
            [neighbour(label == 52 ? 16 : 18), neighbour(middle), [(isLeft ? 33 : 34, b)], [(around, b)], [(side, a)]]
        case 17:
            [neighbour(53), [(52, b), (54, b)], [(16, b), (18, b)], [(9, b)], [(5, a), (6, a)], [(1, a), (2, a)]]
        case 53:
            [neighbour(17), [(52, b), (54, b)], [(16, b), (18, b)], [(9, b)], [(5, a), (6, a)], [(1, a), (2, a)]]
        case 12:
            [
                [(49, b), (51, b)], [(13, a), (15, a), (52, a), (54, a)], [(13, b), (15, b)], [(5, a), (6, a)],
                [(1, a), (2, a)],
            ]
        case 57, 58: [[(side, b)]]
        case 59: [[(3, b)], [(1, a), (2, a)]]
        case 60, 61: [neighbour(middle), neighbour(rear), [(around, b)], [(side, a)]]
        default: [[(front, b), (rear, b)], [(front, b)], [(rear, b)], [(around, b)], [(side, a)]]
        }
    }

    /// Channels that are not loudspeakers: mid and side, coincident pairs, headphones, ambisonics.
    ///
    /// Ambisonic W and Y make two cardioids that look left and right; what is up or in front is then in W alone.
    private func special(_ label: UInt32) -> [Substitute] {
        let (a, b) = (Self.half, Self.less3dB)
        return switch label {
        case 38, 206, 208, 301: [[(1, 1)]]
        case 39, 207, 209, 302: [[(2, 1)]]
        case 204: [[(1, 1), (2, 1)]]
        case 205: [[(1, 1), (2, -1)]]
        case 40, 41, 43, 305: [[(3, 1)], [(1, b), (2, b)]]
        case 200: [[(1, b), (2, b)]]
        case 202: [[(1, a), (2, -a)]]
        case ChannelLabel.hoaSN3D, ChannelLabel.hoaN3D: [[(1, a), (2, a)]]
        case ChannelLabel.hoaSN3D + 1: [[(1, a), (2, -a)]]
        case ChannelLabel.hoaN3D + 1: [[(1, Self.n3dSide), (2, -Self.n3dSide)]]
        default: []
        }
    }
}
