import AudioCore
import Testing

@Suite struct EventQueueTests {
    private struct Event: BitwiseCopyable {
        var number = 0
        var square = 0
    }

    /// A queue that closures of other threads can hold.
    private final class Holder: Sendable {
        let queue = EventQueue<Event>(capacity: 8)
    }

    @Test func valuesComeInOrderAndAreSeenUntilTaken() {
        let queue = EventQueue<Int>(capacity: 4)
        var value = -1
        #expect(!queue.next(&value) && queue.room == 4)
        for round in 0..<5 {
            for number in 0..<4 { queue.write(round * 4 + number) }
            #expect(queue.room == 0 && queue.places.free == nil)
            // One for which there is no room is left out.
            queue.write(-2)
            for number in 0..<4 {
                #expect(queue.next(&value) && value == round * 4 + number)
                #expect(queue.next(&value) && value == round * 4 + number)
                queue.advance()
            }
            #expect(!queue.next(&value) && queue.room == 4)
        }
    }

    @Test func nothingIsLostBetweenTwoThreads() throws {
        let holder = Holder()
        let count = 200_000
        let writer = try Thread(name: "writer") {
            var number = 0
            while number < count {
                guard let place = holder.queue.places.free else { continue }
                holder.queue.elements[place] = Event(number: number, square: number * number)
                holder.queue.places.commit()
                number += 1
            }
        }
        var event = Event()
        var wrong = 0
        var number = 0
        while number < count {
            guard holder.queue.next(&event) else { continue }
            if event.number != number || event.square != number * number { wrong += 1 }
            holder.queue.advance()
            number += 1
        }
        writer.join()
        #expect(wrong == 0)
    }
}
