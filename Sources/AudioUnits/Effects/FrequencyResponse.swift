import AudioCore
import CAudioToolbox

// `kAudioUnitProperty_FrequencyResponse`.
extension EffectUnit {
    /// The client's frequencies with the gains of the present parameters; nil where the effect is no filter.
    ///
    /// The client passes an array with the frequencies, which end with a negative one. The others keep their magnitudes.
    func frequencyResponse(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard let filters else { return nil }
        guard request.scope <= kAudioUnitScope_Output else { throw .unitScope }
        guard request.element == 0 else { throw .unitElement }
        let (stride, most) = (MemoryLayout<AudioUnitFrequencyResponseBin>.stride, Int(kNumberOfResponseFrequencies))
        guard request.input.baseAddress != nil else { return .bytes(Array(repeating: 0, count: stride * most)) }
        var bytes = Array(request.input.prefix(min(request.input.count / stride, most) * stride))
        let (rate, isBypassed) = (parameterRate, bypass.read() != 0)
        bytes.withUnsafeMutableBytes { bytes in
            for place in Swift.stride(from: 0, to: bytes.count, by: stride) {
                let frequency = bytes.loadUnaligned(fromByteOffset: place, as: Double.self)
                guard frequency >= 0, frequency.isFinite else { break }
                let product = filters.list.reduce(filters.gain) { $0 * $1.magnitude(at: frequency, rate) }
                let magnitude = isBypassed ? 1 : product
                bytes.storeBytes(of: magnitude, toByteOffset: place + MemoryLayout<Double>.size, as: Double.self)
            }
        }
        return .bytes(bytes)
    }
}
