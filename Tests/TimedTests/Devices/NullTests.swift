import AudioCore
import TestSupport
import Testing

@testable import AudioDevices

@Suite struct NullTests {
    private func open(_ shape: StreamShape, _ counter: RenderCounter) throws -> any DeviceStream {
        var request = StreamRequest()
        request.shape = shape
        return try Null { _ in }.open(request, render: counter.call)
    }

    /// Judged by the stamps and by order, not by how busy the machine is: no cycle comes before its time, none is left out.
    @Test func cyclesComeAtTheClocksPace() throws {
        let shape = StreamShape(sampleRate: 44_100, channels: 1, framesPerCycle: 147)
        let counter = RenderCounter()
        let stream = try open(shape, counter)
        try stream.start()
        #expect(counter.waitForCycles(120))
        stream.close()
        let cycles = counter.cycles
        var jumps = 0
        for (index, cycle) in cycles.enumerated() {
            #expect(cycle.sampleTime == Int64(index * 147))
            #expect(cycle.frames == 147)
            // The first frame is heard a cycle after it was asked for.
            #expect(cycle.hostTime - cycle.requestTime <= 3_333_334 && cycle.hostTime > cycle.requestTime)
            #expect(cycle.calledAt >= cycle.requestTime)
            guard index > 0 else { continue }
            let step = Int64(cycle.hostTime) - Int64(cycles[index - 1].hostTime)
            if abs(step - 3_333_333) > 1 { jumps += 1 }
            #expect(step > 3_333_000)
        }
        #expect(jumps == stream.xruns)
    }

    @Test func stopsAndGoesOnWhereItWas() throws {
        let counter = RenderCounter()
        let stream = try open(StreamShape(framesPerCycle: 48), counter)
        try stream.start()
        #expect(counter.waitForCycles(3))
        stream.stop()
        let count = counter.cycles.count
        try stream.start()
        #expect(counter.waitForCycles(count + 3))
        stream.close()
        #expect(counter.cycles.enumerated().allSatisfy { $1.sampleTime == Int64($0 * 48) })
    }

    @Test func closeIsTheEndOfRenderCalls() throws {
        let counter = RenderCounter()
        let stream = try open(StreamShape(framesPerCycle: 32), counter)
        try stream.start()
        #expect(counter.waitForCycles(5))
        stream.close()
        let count = counter.cycles.count
        let other = RenderCounter()
        let witness = try open(StreamShape(framesPerCycle: 32), other)
        try witness.start()
        #expect(other.waitForCycles(10))
        witness.close()
        #expect(counter.cycles.count == count)
    }

    /// The input's cycles stay on the beat of its clock when the output that has them stops and starts.
    @Test func anOutputThatStopsLeavesItsInputAlone() throws {
        let shape = StreamShape(sampleRate: 48_000, channels: 1, framesPerCycle: 96)
        let (heard, played) = (RenderCounter(), RenderCounter())
        var request = StreamRequest()
        request.shape = shape
        request.direction = .input
        let input = try Null { _ in }.open(request, render: heard.call)
        let output = try open(shape, played)
        defer {
            output.close()
            input.close()
        }
        #expect(output.follow(input))
        try output.start()
        try input.start()
        #expect(heard.waitForCycles(3))
        let first = heard.cycles.count
        for _ in 0..<5 {
            #expect(played.waitForCycles(played.cycles.count + 3))
            output.stop()
            let count = played.cycles.count
            #expect(heard.waitForCycles(heard.cycles.count + 2))
            #expect(played.cycles.count == count)
            try output.start()
        }
        let times = heard.cycles.dropFirst(first).map(\.hostTime)
        #expect(times.allSatisfy { ($0 - times[0]) % 2_000_000 == 0 })
    }

    @Test(arguments: [
        StreamShape(sampleRate: 0), StreamShape(sampleRate: .nan), StreamShape(sampleRate: .infinity),
        StreamShape(channels: 0), StreamShape(channels: 1 << 40), StreamShape(framesPerCycle: -1),
        StreamShape(framesPerCycle: .max),
    ])
    func refusesShapesThatNoDeviceHas(shape: StreamShape) {
        #expect(throws: AudioError.deviceFormat) { _ = try open(shape, RenderCounter()) }
    }
}
