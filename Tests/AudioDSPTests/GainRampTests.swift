import Testing

@testable import AudioDSP

@Suite struct GainRampTests {
    @Test func aRampIsAStraightLine() {
        var ramp = GainRamp(1)
        #expect(ramp.isUnity)
        ramp.move(to: 0, over: 4)
        var samples = [Float](repeating: 1, count: 12)
        ramp.apply(&samples, frames: 6, channels: 2)
        #expect(samples == [1, 1, 0.75, 0.75, 0.5, 0.5, 0.25, 0.25, 0, 0, 0, 0])
        #expect(ramp.gain == 0 && !ramp.isMoving)
    }

    /// However it is cut into blocks, and however long.
    @Test func blocksMakeOneRamp() {
        let source = [Float](repeating: 1, count: 1000)
        var (whole, parts) = (GainRamp(0.25), GainRamp(0.25))
        whole.move(to: 0.8, over: 777)
        parts.move(to: 0.8, over: 777)
        var (one, two) = ([Float](repeating: 0.5, count: 1000), [Float](repeating: 0.5, count: 1000))
        whole.add(source, 1000, channels: 1, to: &one)
        for start in stride(from: 0, to: 1000, by: 7) {
            let count = min(7, 1000 - start)
            two.withUnsafeMutableBufferPointer { two in
                source.withUnsafeBufferPointer { source in
                    parts.add(source.baseAddress! + start, count, channels: 1, to: two.baseAddress! + start)
                }
            }
        }
        #expect(one == two)
        #expect(abs(one[0] - 0.75) < 1e-6 && abs(one[388] - 0.5 - (0.25 + 0.55 * 388 / 777)) < 1e-6)
        #expect(one[777...].allSatisfy { $0 == 1.3 })
    }

    @Test func anotherRampGoesOnFromWhereItIs() {
        var ramp = GainRamp(0)
        ramp.move(to: 1, over: 4)
        ramp.skip(2)
        #expect(ramp.gain == 0.5)
        ramp.move(to: 0, over: 2)
        #expect([ramp.next(), ramp.next(), ramp.next()] == [0.5, 0.25, 0])
        ramp.move(to: 0.75, over: 0)
        #expect(ramp.next() == 0.75)
    }
}
