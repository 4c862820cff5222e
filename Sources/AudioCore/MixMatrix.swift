/// How much of each input channel goes to each output channel, as linear gains.
package struct MixMatrix: Hashable, Sendable {
    package let inputs: Int
    package let outputs: Int
    /// Row by row: all outputs of the first input, then of the second.
    package private(set) var gains: [Float]

    package init(inputs: Int, outputs: Int) {
        self.inputs = inputs
        self.outputs = outputs
        gains = Array(repeating: 0, count: inputs * outputs)
    }

    package subscript(input: Int, output: Int) -> Float {
        get { gains[input * outputs + output] }
        set { gains[input * outputs + output] = newValue }
    }

    /// The input that alone and unchanged makes up each output, -1 for a silent output; nil where anything is mixed.
    package var channelMap: [Int32]? {
        var map: [Int32] = []
        for output in 0..<outputs {
            let sources = (0..<inputs).filter { self[$0, output] != 0 }
            guard sources.count <= 1 else { return nil }
            if let source = sources.first, self[source, output] != 1 { return nil }
            map.append(sources.first.map(Int32.init) ?? -1)
        }
        return map
    }

    /// Scaled down so that no output can exceed full scale when all inputs are at full scale; never scaled up.
    package var normalized: MixMatrix {
        let largest =
            (0..<outputs).map { output in (0..<inputs).reduce(Float(0)) { $0 + abs(self[$1, output]) } }.max() ?? 0
        guard largest > 1 else { return self }
        var result = self
        result.gains = gains.map { $0 / largest }
        return result
    }
}

extension ChannelLayout {
    /// The largest matrix that is worked out, in channels either way.
    private static let mixLimit = 256

    /// The usual way to turn one layout into another, or nil where there is none or a layout is invalid.
    ///
    /// A channel goes to its namesake unchanged. One without goes to the nearest speakers by the coefficients of
    /// ITU-R BS.775 (0.7071 for centre and surround into the front); low-frequency channels without a namesake are
    /// dropped. One output channel is half the sum of the stereo mix. Gains are not normalised: see `normalized`.
    package static func mixMatrix(from source: ChannelLayout, to target: ChannelLayout) -> MixMatrix? {
        guard source.isValid, target.isValid, source.channelCount <= mixLimit, target.channelCount <= mixLimit else {
            return nil
        }
        let inputs = source.channels
        let outputs = target.channels
        if source.isEquivalent(to: target) { return identity(inputs.count) }
        if outputs.count == 1, isMono(outputs), inputs.count > 1 { return monoMix(from: source) }
        var matrix = MixMatrix(inputs: inputs.count, outputs: outputs.count)
        let rules = MixRules(inputs: inputs.map(\.label), outputs: outputs.map(\.label))
        for (row, channel) in inputs.enumerated() {
            for (column, gain) in rules.route(channel, at: row, among: outputs) { matrix[row, column] += gain }
        }
        return matrix.gains.contains { $0 != 0 } ? matrix : nil
    }

    /// Whether `other` has the same loudspeakers, in whatever order.
    package func hasSameLoudspeakers(as other: ChannelLayout) -> Bool {
        guard channelCount == other.channelCount, let map = Self.mixMatrix(from: self, to: other)?.channelMap else {
            return false
        }
        return Set(map).count == map.count && !map.contains(-1)
    }

    private static func isMono(_ channels: [Channel]) -> Bool {
        channels[0].label == ChannelLabel.mono || channels[0].label == ChannelLabel.center
    }

    private static func identity(_ count: Int) -> MixMatrix {
        var matrix = MixMatrix(inputs: count, outputs: count)
        for i in 0..<count { matrix[i, i] = 1 }
        return matrix
    }

    private static func monoMix(from source: ChannelLayout) -> MixMatrix? {
        guard let stereo = mixMatrix(from: source, to: ChannelLayout(tag: Self.stereo)) else { return nil }
        var matrix = MixMatrix(inputs: stereo.inputs, outputs: 1)
        for input in 0..<stereo.inputs { matrix[input, 0] = (stereo[input, 0] + stereo[input, 1]) / 2 }
        return matrix
    }
}
