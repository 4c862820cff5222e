import AudioCore
import CAudioToolbox
import Glibc
import Synchronization
import Testing

@testable import AudioUnits

/// The one way of events into a unit: from many threads, without loss, in the order of their times.
@Suite struct UnitEventLineTests {
    /// Eight threads write parameters and messages while another one reads: each comes out once, and in the order of its thread.
    @Test func manyThreadsLoseAndDoubleNothing() throws {
        let (threads, each) = (8, 4000)
        let line = UnitEventLine(capacity: 256)
        let begins = WaitableValue(false)
        let writers = try (0..<threads).map { thread in
            try Thread(name: "writer") {
                _ = begins.wait { $0 ? true : nil }
                for number in 0..<each {
                    var event = UnitEvent(kind: UnitEvent.Kind.parameter, time: Int64(number))
                    event.address = UInt64(thread)
                    let length = number % 3 == 0 ? number % 200 + 1 : 0
                    if length > 0 { event.kind = UnitEvent.Kind.sysEx }
                    let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number &* 7 &+ thread), count: length)
                    while length > 0 ? !line.write(event, bytes, length) : !line.write(event) { sched_yield() }
                }
            }
        }
        begins.withLock { $0 = true }
        var next = [Int](repeating: 0, count: threads)
        var wrong = 0
        while next.contains(where: { $0 < each }) {
            guard let event = line.oldest() else {
                sched_yield()
                continue
            }
            let (thread, number) = (Int(event.pointee.address), Int(event.pointee.time))
            if next[thread] != number { wrong += 1 }
            next[thread] = number + 1
            let wanted = UInt8(truncatingIfNeeded: number &* 7 &+ thread)
            let bytes = UnsafeRawBufferPointer(start: LinePlace.bytes(event), count: Int(event.pointee.length))
            if bytes.count != (number % 3 == 0 ? number % 200 + 1 : 0) || bytes.contains(where: { $0 != wanted }) {
                wrong += 1
            }
            line.advance()
        }
        for writer in writers { writer.join() }
        #expect(wrong == 0 && line.oldest() == nil)
        // All places are free again.
        #expect(line.write(256) { _ in UnitEvent(kind: 1, time: 0) } && !line.write(UnitEvent(kind: 1, time: 0)))
    }

    @Test func whatDoesNotFitIsRefused() {
        let line = UnitEventLine(capacity: 16)
        let event = UnitEvent(kind: UnitEvent.Kind.midi, time: 0)
        let bytes = [UInt8](repeating: 1, count: 1000)
        #expect(line.mostBytes == 160 && !line.write(event, bytes, 161) && line.write(event, bytes, 160))
        #expect(!line.write(12) { _ in event } && line.write(11) { _ in event } && !line.write(event))
        #expect(line.oldest()?.pointee.length == 160)
        line.advance()
        #expect(line.write(event, bytes, 100))
        for _ in 0..<11 { line.advance() }
        #expect(line.oldest()?.pointee.length == 100)
    }

    private func stamp(_ time: Double) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        return stamp
    }

    /// The times and values of the events of a cycle.
    private func cycle(_ agenda: EventAgenda, at time: Double, frames: Int, bus: Int = 0) -> [(Int64, Float)] {
        var stamp = stamp(time)
        guard agenda.begin(&stamp, bus: bus, frames: frames) else { return [(-1, -1)] }
        defer { agenda.end() }
        var (list, next): ([(Int64, Float)], UnsafePointer<AURenderEvent>?) = ([], agenda.first)
        while let event = next {
            list.append((event.pointee.head.eventSampleTime, event.pointee.parameter.value))
            next = UnsafePointer(event.pointee.head.next)
        }
        return list
    }

    @Test func eventsComeInTheirCyclesInTheOrderOfTheirTimes() {
        let line = UnitEventLine(capacity: 4096)
        let agenda = EventAgenda(line, capacity: 1024, bytes: 1 << 12)
        func schedule(_ time: Int64, _ value: Float) {
            var event = UnitEvent(kind: UnitEvent.Kind.parameter, time: time)
            event.value = value
            #expect(line.write(event))
        }
        for (place, time) in [130, 107, 100, 99, 107, UnitEvent.immediate + 3, 115].enumerated() {
            schedule(time, Float(place))
        }
        let first = cycle(agenda, at: 100, frames: 8)
        #expect(first.map(\.0) == [100, 100, 103, 107, 107] && first.map(\.1) == [3, 2, 5, 1, 4])
        // The other output of the same cycle has them no more; the same one again is another cycle.
        schedule(101, 9)
        #expect(cycle(agenda, at: 100, frames: 8, bus: 1).isEmpty)
        #expect(cycle(agenda, at: 100, frames: 8).map(\.1) == [9])
        #expect(cycle(agenda, at: 108, frames: 8).map(\.0) == [115])
        #expect(cycle(agenda, at: 116, frames: 8).isEmpty)
        schedule(140, 1)
        line.dropAll()
        schedule(141, 2)
        #expect(cycle(agenda, at: 124, frames: 100).map(\.1) == [2])
    }

    /// More than the agenda has room for stays in the line until there is.
    @Test func nothingIsLostWhereEventsWait() {
        let line = UnitEventLine(capacity: 4096)
        let agenda = EventAgenda(line, capacity: 64, bytes: 1 << 11)
        for index in 0..<1000 {
            var event = UnitEvent(kind: UnitEvent.Kind.parameter, time: Int64(index))
            event.value = Float(index)
            #expect(line.write(event))
        }
        var values: [Float] = []
        for time in stride(from: 0, to: 1100, by: 10) { values += cycle(agenda, at: Double(time), frames: 10).map(\.1) }
        #expect(values == (0..<1000).map(Float.init))
    }

    /// `AudioUnitScheduleParameters` may be called by several threads at once.
    @Test func severalThreadsScheduleParameters() throws {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(4))
        try client.setFormats(channels: 1)
        try client.unit.initialize()
        let unit = client.unit
        let writers = try (0..<4).map { thread in
            try Thread(name: "writer") {
                for step in 1...100 {
                    var event = AudioUnitParameterEvent()
                    (event.scope, event.element, event.parameter) = (kAudioUnitScope_Input, UInt32(thread), 0)
                    event.eventType = .parameterEvent_Immediate
                    event.eventValues.immediate.value = Float(step) / 100
                    withUnsafePointer(to: event) {
                        try? unit.schedule(UnsafeBufferPointer(start: $0, count: 1))
                    }
                }
            }
        }
        for writer in writers { writer.join() }
        _ = try client.render(8)
        for element in 0..<4 {
            #expect(try client.unit.parameter(0, kAudioUnitScope_Input, UInt32(element)) == 1)
        }
    }
}
