import AudioCore

// What the loops of samplers and the regions of Core Audio have in common.

extension Region {
    /// Bits of `AudioFileRegionFlags`.
    static let loopEnable: UInt32 = 1
    static let playForward: UInt32 = 2
    static let playBackward: UInt32 = 4

    var isLoop: Bool { flags & Self.loopEnable != 0 }

    /// A stretch between two places, the second of which is no more part of it.
    init(id: UInt32, name: String = "", flags: UInt32 = 0, start: Double, end: Double, types: (FourCC, FourCC)) {
        self.init(
            id: id, name: name, flags: flags,
            markers: [
                Marker(framePosition: start, type: types.0.rawValue),
                Marker(framePosition: end, type: types.1.rawValue),
            ])
    }

    /// First and last place, as whole frames; nil where there is no marker.
    var bounds: (start: UInt32, end: UInt32)? {
        let places = markers.map(\.frame)
        guard let start = places.min(), let end = places.max() else { return nil }
        return (start, end)
    }
}

extension Marker {
    // Types that CAFFile.h names; the other formats' loops and regions use them too.
    static let regionTypes: (FourCC, FourCC) = ("rbeg", "rend")
    static let sustainTypes: (FourCC, FourCC) = ("slbg", "slen")
    static let releaseTypes: (FourCC, FourCC) = ("rlbg", "rlen")

    /// The position as the whole frame a chunk has room for.
    var frame: UInt32 {
        framePosition.isNaN ? 0 : UInt32(max(0, min(framePosition, Double(UInt32.max))).rounded())
    }
}

/// Gives out numbers so that none is used twice.
struct UniqueNumbers {
    private var used: Set<Int64> = []
    private var next: Int64 = 1
    private let range: ClosedRange<Int64>

    init(_ range: ClosedRange<Int64>) { self.range = range }

    func isTaken(_ number: Int64) -> Bool { used.contains(number) }

    /// `wanted` where it is in the range and free, else one that is.
    mutating func take(_ wanted: Int64) -> Int64 {
        var number = wanted
        if !range.contains(number) || used.contains(number) {
            while used.contains(next), next < range.upperBound { next += 1 }
            number = next
        }
        used.insert(number)
        return number
    }
}
