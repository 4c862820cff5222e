import AudioCore
import Synchronization

/// The gains from the channels of a mixer's input to those of its output: those that a client has set, else those of the
/// input's place. Any thread.
final class MixerMatrix: @unchecked Sendable {
    /// The most gains that a client sets.
    private static let mostLevels = 1 << 16

    let inputs: Int
    let outputs: Int
    private let isSet = Atomic<Bool>(false)
    /// Row by row, as bits of Float32. None where there are too many.
    private let levels: UnsafeMutablePointer<Atomic<UInt32>>
    private let count: Int

    init(inputs: Int, outputs: Int) {
        (self.inputs, self.outputs) = (inputs, outputs)
        let (all, isTooMany) = inputs.multipliedReportingOverflow(by: outputs)
        count = isTooMany || all > Self.mostLevels ? 0 : all
        levels = .allocate(capacity: max(1, count))
        for place in 0..<count { (levels + place).initialize(to: Atomic(0)) }
    }

    deinit {
        levels.deinitialize(count: count)
        levels.deallocate()
    }

    /// Whether clients set and read the gains.
    var hasLevels: Bool { count > 0 }

    /// Takes a client's gains as Float32.
    func set(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
        guard count > 0, bytes.count == count * MemoryLayout<Float>.size else {
            throw .unitValue.because("there are \(count) levels")
        }
        let values = (0..<count).map {
            bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Float>.size, as: Float.self)
        }
        guard values.allSatisfy(\.isFinite) else { throw .unitParameterValue }
        for (place, value) in values.enumerated() { levels[place].store(value.bitPattern, ordering: .relaxed) }
        isSet.store(true, ordering: .releasing)
    }

    /// Goes back to the gains of the input's place.
    func clear() { isSet.store(false, ordering: .releasing) }

    /// The gain from a channel of the input to one of the output. Real-time safe.
    ///
    /// - Parameter pan: the place of the input between two channels, -1 to 1.
    @_noLocks func level(_ source: Int, _ channel: Int, pan: Float) -> Float {
        if isSet.load(ordering: .acquiring) {
            return Float(bitPattern: levels[source * outputs + channel].load(ordering: .relaxed))
        }
        // A mono input is in both of two channels, others go channel by channel.
        guard inputs == 1 ? channel < 2 : source == channel else { return 0 }
        // A place to one side makes the other channel quieter.
        return channel == 0 ? min(1, 1 - pan) : channel == 1 ? min(1, 1 + pan) : 1
    }

    /// The gain from a channel of the input to an output of one channel, which has the mean of both sides. Real-time safe.
    @_noLocks func meanLevel(_ source: Int, pan: Float) -> Float {
        let (left, right) = (min(1, 1 - pan), min(1, 1 + pan))
        guard inputs > 1 else { return (left + right) / 2 }
        return (source == 0 ? left : right) / 2
    }
}
