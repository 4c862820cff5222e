/// The order in which songs follow each other: that of the list, or a random one, in which each comes once.
struct SongOrder: Equatable, Sendable {
    /// The songs' places in the list; nil for the list's order.
    private var places: [Int]?
    private var random: RandomNumbers

    /// - Parameter seed: the same one gives the same orders.
    init(seed: UInt64) { random = RandomNumbers(state: seed) }

    var isShuffled: Bool { places != nil }

    /// Makes a random order of so many songs, from one of them on.
    mutating func shuffle(_ count: Int, from first: Int?) {
        var places = (0..<count).shuffled(using: &random)
        if let first, let place = places.firstIndex(of: first) { places.swapAt(0, place) }
        self.places = places
    }

    mutating func unshuffle() { places = nil }

    /// Lets a song follow another one, which the user has chosen in its place: what was to follow comes after it.
    mutating func put(_ song: Int, after other: Int?) {
        guard song != other, var places, let old = places.firstIndex(of: song) else { return }
        places.remove(at: old)
        let place = other.flatMap { places.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        places.insert(song, at: place)
        self.places = places
    }

    /// Where a song is in the order, from 0 on.
    func place(of song: Int) -> Int { places?.firstIndex(of: song) ?? song }

    /// The song at a place of the order.
    func song(at place: Int) -> Int { places?[place] ?? place }
}

/// SplitMix64.
private struct RandomNumbers: RandomNumberGenerator, Equatable, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
