import AudioCore
import Glibc

/// The header of spectral band replication (ISO/IEC 14496-3, 4.4.2.8), and how many bands follow from it.
struct ReplicationHeader: Equatable {
    /// Steps of 3 dB rather than 1.5.
    var isCoarse = false
    private var startFrequency = 0
    private var stopFrequency = 0
    private var crossover = 0
    private var scale = 2
    private var isAltered = true
    private var noiseBands = 2

    init(_ bits: inout BitReader) {
        func number(_ count: Int) -> Int { Int(bits.read(count)) }
        isCoarse = bits.readFlag()
        startFrequency = number(4)
        stopFrequency = number(4)
        crossover = number(3)
        bits.position += 2
        let (hasScale, hasLimiter) = (bits.readFlag(), bits.readFlag())
        if hasScale {
            scale = number(2)
            isAltered = bits.readFlag()
            noiseBands = number(2)
        }
        // Limiter bands and gains, interpolation and smoothing.
        if hasLimiter { bits.position += 2 + 2 + 1 + 1 }
    }

    /// Bands of an envelope of high and of low resolution, and of the noise.
    struct Bands: Equatable {
        var high: Int
        var low: Int
        var noise: Int
    }

    /// - Parameter sampleRate: with replication.
    /// - Returns: nil for numbers that no encoder writes.
    func bands(sampleRate: Int) -> Bands? {
        guard (16_000...96_000).contains(sampleRate) else { return nil }
        let start = startBand(sampleRate)
        let stop = stopBand(sampleRate, start)
        guard start > 0, stop > start, stop <= 64, stop - start <= 48 else { return nil }
        let edges = scale == 0 ? evenEdges(start, stop) : scaledEdges(start, stop)
        guard crossover < edges.count - 1, let last = edges.last, edges[crossover] > 0 else { return nil }
        let high = edges.count - 1 - crossover
        let octaves = log2(Double(last) / Double(edges[crossover]))
        return Bands(
            high: high, low: (high + 1) / 2, noise: min(5, max(1, Int((Double(noiseBands) * octaves).rounded()))))
    }

    // MARK: The master frequency table (4.6.18.3.2)

    /// 128 bands of the analysis stand for half of the rate.
    private static func band(_ low: Double, _ middle: Double, _ high: Double, _ sampleRate: Int) -> Int {
        let frequency = sampleRate < 32_000 ? low : sampleRate < 64_000 ? middle : high
        return Int((frequency * 128 / Double(sampleRate)).rounded())
    }

    private func startBand(_ sampleRate: Int) -> Int {
        let offsets: [Int] =
            switch sampleRate {
            case ..<22_050: Array(-8...7)
            case ..<24_000: [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13]
            case ..<32_000: [-5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]
            case ..<44_100: [-6, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]
            case ...64_000: [-4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20]
            default: [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20, 24]
            }
        return Self.band(3000, 4000, 5000, sampleRate) + offsets[startFrequency]
    }

    private func stopBand(_ sampleRate: Int, _ start: Int) -> Int {
        guard stopFrequency < 14 else { return min(64, start * (stopFrequency - 12)) }
        let least = Self.band(6000, 8000, 10_000, sampleRate)
        return min(64, least + Self.widths(from: least, to: 64, count: 13)[..<stopFrequency].reduce(0, +))
    }

    /// `count` bands whose edges are apart by one ratio, the narrow ones first.
    private static func widths(from start: Int, to stop: Int, count: Int) -> [Int] {
        let ratio = Double(stop) / Double(start)
        func edge(_ index: Int) -> Int { Int((Double(start) * pow(ratio, Double(index) / Double(count))).rounded()) }
        return (0..<count).map { edge($0 + 1) - edge($0) }.sorted()
    }

    private static func edges(_ start: Int, _ widths: [Int]) -> [Int] {
        widths.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1) }
    }

    private func evenEdges(_ start: Int, _ stop: Int) -> [Int] {
        let width = isAltered ? 2 : 1
        let count = isAltered ? 2 * ((stop - start + 2) / 4) : 2 * ((stop - start) / 2)
        guard count > 0 else { return [start] }
        var widths = [Int](repeating: width, count: count)
        var left = stop - start - count * width
        // Narrower from the first on, or wider from the last on.
        var place = left < 0 ? 0 : count - 1
        while left != 0, widths.indices.contains(place) {
            widths[place] += left.signum()
            place -= left.signum()
            left -= left.signum()
        }
        return Self.edges(start, widths)
    }

    private func scaledEdges(_ start: Int, _ stop: Int) -> [Int] {
        let bandsPerOctave = [12.0, 10, 8][scale - 1]
        // Two regions where there are more than about an octave and a sixth.
        let isDivided = Double(stop) / Double(start) > 2.2449
        let middle = isDivided ? 2 * start : stop
        func count(_ from: Int, _ to: Int, _ warp: Double) -> Int {
            2 * Int((bandsPerOctave * log2(Double(to) / Double(from)) / (2 * warp)).rounded())
        }
        let lowerCount = count(start, middle, 1)
        guard lowerCount > 0 else { return [start] }
        let lower = Self.widths(from: start, to: middle, count: lowerCount)
        guard isDivided else { return Self.edges(start, lower) }
        let upperCount = count(middle, stop, isAltered ? 1.3 : 1)
        guard upperCount > 0 else { return Self.edges(start, lower) }
        var upper = Self.widths(from: middle, to: stop, count: upperCount)
        let change = min((lower.last ?? 0) - upper[0], (upper[upperCount - 1] - upper[0]) / 2)
        if upper[0] < lower.last ?? 0 {
            upper[0] += change
            upper[upperCount - 1] -= change
            upper.sort()
        }
        return Self.edges(start, lower + upper)
    }
}
