/// Keeps the average of libavcodec's AAC packets near the bit rate that was asked for.
///
/// The library has each packet approach its rate by itself. With some sounds it does not get there: a tone at a low rate takes
/// a third more, clicks between silence take half. So the rate that it is given follows what the packets so far took. All of
/// it goes by the packets of one encoder, so that a stream is the same each time.
///
/// A correction begins only where 3 of 100 too many were taken. Told a little less than a tone takes, the library makes noise
/// of it without saving anything.
///
/// A lower rate saves only so much: forty clicks a second take half a bit for each frame at the lowest rate. Where it does not
/// help, the highest frequency goes down too.
struct AACRateControl {
    private let bitRate: Double
    /// The highest bit rate of the format, beyond which the library's packets have no room in a decoder.
    private let mostBitRate: Double
    private let secondsPerPacket: Double
    /// Seconds of the bit rate that may be left for later.
    private let mostSaved: Double
    /// The highest frequency that the encoder was opened with, nil for the library's choice, and the one that it then has.
    private let cutoffs: (chosen: Int?, usual: Double)
    /// What was taken beyond the bit rate and the tolerance, in seconds of the bit rate; negative where some is left.
    private var excess = 0.0

    private static let tolerance = 1.03
    /// Seconds of excess with the tolerance. More comes of sounds that have to be held down.
    private static let toleratedExcess = 0.5
    /// Seconds of excess that are accepted, and by which the rate goes down by all of itself where there are more.
    private static let mostExcess = 0.2
    private static let secondsOfExcess = 2.0
    /// Seconds that are left without consequence, and how much the rate goes up for each further one.
    private static let leastSaved = 0.2
    private static let gainOfSaved = 3.0
    private static let factors = 0.3...2.5
    /// Seconds of excess from which on the highest frequency goes down, and at which it is lowest, a fifth.
    private static let narrowingExcess = 0.7...1.2
    private static let leastWidth = 0.2

    /// - Parameters:
    ///   - mostBitRate: the highest one of the format.
    ///   - mostSaved: seconds of the bit rate that sound which takes few bits leaves for what follows; 0 where packets
    ///     that take fewer bits change nothing.
    ///   - cutoffs: the highest frequency that the encoder is opened with, nil for the library's choice; and the one that it
    ///     then has.
    init(
        bitRate: Int, mostBitRate: Double, framesPerPacket: Int, sampleRate: Double, mostSaved: Double,
        cutoffs: (chosen: Int?, usual: Double)
    ) {
        self.bitRate = Double(bitRate)
        self.mostBitRate = max(mostBitRate, self.bitRate)
        secondsPerPacket = Double(framesPerPacket) / sampleRate
        self.mostSaved = mostSaved
        self.cutoffs = cutoffs
    }

    /// Counts a packet.
    mutating func note(bytes: Int) {
        let isTolerated = excess > 0 && excess < Self.toleratedExcess
        let due = isTolerated ? secondsPerPacket * Self.tolerance : secondsPerPacket
        excess = max(excess + Double(bytes * 8) / bitRate - due, -mostSaved)
    }

    /// The bit rate for the next packet.
    var wanted: Int {
        var factor = 1.0
        if excess > Self.mostExcess { factor -= (excess - Self.mostExcess) / Self.secondsOfExcess }
        if excess < -Self.leastSaved { factor += (-excess - Self.leastSaved) * Self.gainOfSaved }
        return Int(min(bitRate * min(max(factor, Self.factors.lowerBound), Self.factors.upperBound), mostBitRate))
    }

    /// The highest frequency for the next packet; 0 for the library's choice.
    var cutoff: Int {
        let range = Self.narrowingExcess
        guard excess > range.lowerBound else { return cutoffs.chosen ?? 0 }
        let way = min((excess - range.lowerBound) / (range.upperBound - range.lowerBound), 1)
        let width = 1 - way * (1 - Self.leastWidth)
        return Int((cutoffs.chosen.map { Double($0) } ?? cutoffs.usual) * width)
    }
}
