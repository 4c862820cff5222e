import AudioCore
import Testing

@Suite struct RingTests {
    @Test func holdsWhatFitsAndGivesItBackInOrder() {
        let ring = Ring(frames: 5, channels: 2)
        #expect(ring.capacity == 8)
        let input = (0..<20).map { Float($0) }
        #expect(ring.write(input, frames: 10) == 8)
        #expect(ring.room() == 0 && ring.filled() == 8)
        var output = [Float](repeating: -1, count: 20)
        #expect(ring.read(&output, frames: 3) == 3)
        #expect(output[..<7] == [0, 1, 2, 3, 4, 5, -1])
        #expect(ring.write(Array(input[16...]), frames: 2) == 2)
        #expect(ring.read(&output, frames: 10) == 7)
        #expect(output[..<14] == [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
        #expect(ring.read(&output, frames: 1) == 0)
        #expect(ring.writtenFrames == 10 && ring.readFrames == 10)
    }

    @Test func runsInPlaceEndWithTheMemory() {
        let ring = Ring(frames: 4, channels: 1)
        var output = [Float](repeating: 0, count: 4)
        #expect(ring.write([1, 2, 3], frames: 3) == 3)
        #expect(ring.read(&output, frames: 2) == 2)
        let run = ring.writableRun()
        #expect(run.frames == 1)
        run.samples[0] = 4
        ring.commit(1)
        #expect(ring.writableRun().frames == 2)
        #expect(ring.read(&output, frames: 4) == 2)
        #expect(output[..<2] == [3, 4])
    }

    /// Two threads and blocks of awkward sizes: nothing lost, nothing twice.
    @Test func isReadInPlace() {
        let ring = Ring(frames: 4, channels: 2)
        #expect(ring.readableRun(9).frames == 0)
        #expect(ring.write([1, 2, 3, 4, 5, 6], frames: 3) == 3)
        #expect(ring.readableRun(2).frames == 2)
        ring.skip(2)
        #expect(ring.write([7, 8, 9, 10], frames: 2) == 2)
        // The memory's end, and its beginning.
        let first = ring.readableRun(9)
        #expect(Array(UnsafeBufferPointer(start: first.samples, count: 2 * first.frames)) == [5, 6, 7, 8])
        ring.skip(first.frames)
        let second = ring.readableRun(9)
        #expect(Array(UnsafeBufferPointer(start: second.samples, count: 2 * second.frames)) == [9, 10])
        ring.skip(second.frames)
        #expect(ring.readFrames == 5 && ring.filled() == 0)
    }

    @Test func carriesEverythingBetweenThreads() throws {
        let ring = Ring(frames: 256, channels: 2)
        let frames = 200_000
        let writer = try Thread(name: "writer") {
            var sent = 0
            var size = 1
            var block = [Float](repeating: 0, count: 200)
            while sent < frames {
                let count = min(size, frames - sent)
                for i in 0..<count * 2 { block[i] = Float((sent * 2 + i) % 8_388_593) }
                sent += ring.write(block, frames: count)
                size = size % 97 + 1
            }
        }
        var received = 0
        var wrong = 0
        var size = 1
        var block = [Float](repeating: 0, count: 200)
        while received < frames {
            let count = ring.read(&block, frames: size)
            for i in 0..<count * 2 where block[i] != Float((received * 2 + i) % 8_388_593) { wrong += 1 }
            received += count
            size = size % 89 + 1
        }
        writer.join()
        #expect(wrong == 0)
        #expect(ring.filled() == 0)
    }

    @Test func theLatestValueWins() {
        let value = Latest(0.5)
        value.write(0.25)
        value.raise(to: 0.125)
        #expect(value.read() == 0.25)
        value.raise(to: 3)
        #expect(value.exchange(0) == 3)
        #expect(value.read() == 0)
    }
}
