import Testing

@testable import MediaPlayer

/// The order of a music player's items.
@Suite struct PlayQueueTests {
    private func items(_ queue: PlayQueue<Int>) -> [Int] { queue.entries.map(\.item) }

    @Test func advancesAndRepeats() {
        var queue = PlayQueue([1, 2, 3])
        queue.select(1)
        #expect(queue.advance(.one) && queue.current?.item == 2)
        #expect(queue.advance(.none) && queue.current?.item == 3)
        #expect(queue.advance(.all) && queue.current?.item == 1)
        #expect(queue.move(by: -1, .all) && queue.current?.item == 3)
        #expect(queue.move(by: 1, .one) == false && queue.current == nil)
        queue.select(0)
        #expect(queue.move(by: -1, .none) == false && queue.index == nil)
        var empty = PlayQueue<Int>()
        #expect(empty.advance(.all) == false)
    }

    @Test func shufflingKeepsWhatPlays() {
        for seed in 0..<50 as Range<UInt64> {
            var (queue, chance) = (PlayQueue(Array(0..<20)), Counter(state: seed))
            queue.select(7)
            queue.shuffle(using: &chance)
            #expect(queue.current?.item == 7 && queue.index == 0)
            #expect(items(queue).sorted() == Array(0..<20) && items(queue) != Array(0..<20))
            queue.unshuffle()
            #expect(items(queue) == Array(0..<20) && queue.index == 7)
        }
    }

    @Test func albumsStayWhole() {
        var (queue, chance) = (PlayQueue(Array(0..<12)), Counter(state: 5))
        queue.select(4)
        queue.shuffle(by: { UInt64($0 / 3) }, using: &chance)
        #expect(Array(items(queue)[0..<3]) == [3, 4, 5] && queue.index == 1)
        for album in stride(from: 0, to: 12, by: 3) {
            let part = items(queue)[album..<album + 3]
            #expect(part.elementsEqual(part.first!..<part.first! + 3), "\(items(queue))")
        }
    }

    @Test func editsKeepWhatPlays() {
        var queue = PlayQueue([1, 2, 3])
        queue.select(1)
        queue.insert([8, 9], after: 1)
        #expect(items(queue) == [1, 2, 8, 9, 3] && queue.current?.item == 2)
        queue.insert([7], after: nil)
        #expect(items(queue) == [7, 1, 2, 8, 9, 3] && queue.current?.item == 2)
        queue.remove(at: 0)
        queue.remove(at: 1)
        #expect(items(queue) == [1, 8, 9, 3] && queue.current?.item == 8)
        queue.append([2])
        queue.remove(at: 1)
        queue.select(3)
        queue.remove(at: 3)
        #expect(items(queue) == [1, 9, 3] && queue.current == nil)
    }

    /// An entry that takes the place of a removed one is another one.
    @Test func numbersAreNotGivenAgain() {
        var queue = PlayQueue([1, 2])
        queue.select(1)
        let number = queue.current?.number
        queue.remove(at: 1)
        queue.append([3])
        queue.insert([4], after: nil)
        queue.select(2)
        #expect(items(queue) == [4, 1, 3] && queue.current?.number != number)
        #expect(Set(queue.entries.map(\.number)).count == 3)
    }

    @Test func whatIsInsertedIntoAnOrderByChanceFollowsItsItem() {
        var (queue, chance) = (PlayQueue(Array(0..<6)), Counter(state: 3))
        queue.select(2)
        queue.shuffle(using: &chance)
        queue.insert([10], after: 0)
        #expect(Array(items(queue)[0..<2]) == [2, 10])
        queue.unshuffle()
        #expect(items(queue) == [0, 1, 2, 10, 3, 4, 5] && queue.current?.item == 2)
    }
}

/// Numbers by chance that a test can have again.
struct Counter: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
    }
}
