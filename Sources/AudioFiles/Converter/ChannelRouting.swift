import AudioCore

/// Which input channels an output channel is made of.
package enum ChannelRouting: Hashable, Sendable {
    /// Every channel goes where it stands.
    case straight
    /// An input channel for each output channel, or nil for silence.
    case map([Int?])
    /// A gain for each input and output channel: all outputs of input 0, then those of input 1, and so on.
    case mix([Float])

    /// What the documentation of `kAudioConverterChannelMap` promises: the first channels go to the first, those left over
    /// are dropped or silent.
    static func standard(inputs: Int, outputs: Int) -> ChannelRouting {
        inputs == outputs ? .straight : .map((0..<outputs).map { $0 < inputs ? $0 : nil })
    }

    /// The routing of a `kAudioConverterChannelMap`.
    ///
    /// - Throws: `parameter` for entries that are no input channels.
    init(map: [Int32], inputs: Int) throws(AudioError) {
        guard map.allSatisfy({ $0 >= -1 && $0 < inputs }) else {
            throw .parameter.because("a channel map names an input channel that does not exist")
        }
        let identical = map.count == inputs && map.indices.allSatisfy { Int(map[$0]) == $0 }
        self = identical ? .straight : .map(map.map { $0 < 0 ? nil : Int($0) })
    }

    /// The value of `kAudioConverterChannelMap`; nil for a mix.
    func channelMap(outputs: Int) -> [Int32]? {
        switch self {
        case .straight: (0..<Int32(outputs)).map { $0 }
        case .map(let map): map.map { Int32($0 ?? -1) }
        case .mix: nil
        }
    }
}

extension ChannelRouting {
    /// The value of `kAudioConverterPropertyChannelMixMap`: all outputs of input 0, then those of input 1, and so on.
    func gains(inputs: Int, outputs: Int) -> [Float] {
        if case .mix(let gains) = self { return gains }
        var gains = [Float](repeating: 0, count: inputs * outputs)
        for (output, input) in (channelMap(outputs: outputs) ?? []).enumerated() where input >= 0 {
            gains[Int(input) * outputs + output] = 1
        }
        return gains
    }
}
