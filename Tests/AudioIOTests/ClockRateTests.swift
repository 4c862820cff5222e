import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// How long frames last by the host's clock: as it is measured, and in the time stamps that clients get.
@Suite struct ClockRateTests {
    /// Cycles of 512 frames at 48 kHz of a clock that differs from the host's.
    private struct Cycles {
        var rate = ClockRate()
        let scalar: Double
        /// Seconds.
        var now = 1.0
        var sampleTime: Int64 = 0
        /// Frames by which host times are late at most.
        var lateness = 0.0
        private var number = 0

        init(scalar: Double, lateness: Double = 0) {
            self.scalar = scalar
            self.lateness = lateness
        }

        mutating func pass(seconds: Double) {
            for _ in 0..<Int(seconds * 48_000 / 512) {
                number += 1
                let late = lateness * Double(number * 7919 % 101) / 101 / 48_000
                rate.take(sampleTime: sampleTime, hostTime: UInt64((now + late) * 1e9), at: 48_000)
                sampleTime += 512
                now += 512 / 48_000 * scalar
            }
        }

        var error: Double { abs(rate.scalar - scalar) }
    }

    @Test(arguments: [1, 1.0002, 0.9998, 1.001, 0.996]) func theSlopeIsTheScalar(scalar: Double) {
        var cycles = Cycles(scalar: scalar)
        cycles.pass(seconds: 0.9)
        #expect(cycles.rate.scalar == 1)
        cycles.pass(seconds: 1)
        #expect(cycles.error < 1e-6)
        if scalar == 1 { #expect(cycles.rate.scalar == 1) }
    }

    /// Servers round to frames.
    @Test(arguments: [1.0002, 0.9998]) func roundedTimesAreEvenedOut(scalar: Double) {
        var cycles = Cycles(scalar: scalar, lateness: 1)
        cycles.pass(seconds: 5)
        #expect(cycles.error < 3e-6)
        cycles.pass(seconds: 60)
        #expect(cycles.error < 3e-6)
    }

    @Test func aBreakIsNoPartOfTheSlope() {
        var cycles = Cycles(scalar: 1.0002)
        cycles.pass(seconds: 3)
        // A lost cycle, a pause, a device of a shorter latency, and a stream that begins anew.
        let breaks: [(inout Cycles) -> Void] = [
            { $0.now += 512 / 48_000 }, { $0.now += 100 }, { $0.now -= 0.005 }, { $0.sampleTime = 0 },
            { $0.sampleTime += 1000 },
        ]
        for change in breaks {
            change(&cycles)
            for _ in 0..<30 {
                cycles.pass(seconds: 0.1)
                #expect(cycles.error < 1e-6)
            }
        }
    }

    @Test func aClockThatIsNoneHasNoScalar() {
        var cycles = Cycles(scalar: 1.03)
        cycles.pass(seconds: 3)
        #expect(cycles.rate.scalar == 1)
        var rate = ClockRate()
        let times: [(Int64, UInt64)] = [(.min, 0), (.max, .max), (0, 0), (0, 0), (512, 1), (1024, 0)]
        for (sampleTime, hostTime) in times {
            rate.take(sampleTime: sampleTime, hostTime: hostTime, at: 48_000)
        }
        #expect(rate.scalar == 1)
    }

    @Test func aClockCarriesItsRate() {
        let anchor = ClockAnchor(sampleTime: 1000, hostTime: 10_000_000_000, sampleRate: 48_000, rateScalar: 1.0002)
        #expect(anchor.hostTime(of: 1000 + 48_000 * 10) == 20_002_000_000)
        #expect(anchor.hostTime(of: 1000 - 48_000) == 8_999_800_000)
        #expect(abs(anchor.sampleTime(at: 20_002_000_000) - 481_000) < 1e-3)
    }

    // MARK: Time stamps

    private let server = ManualServer()

    private func system(_ devices: [DeviceDescription]) -> HardwareSystem {
        let server = self.server
        server.setDevices(devices)
        return HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private static let output = DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true)
    private static let input = DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true)

    /// A second, and more than another for the measurement.
    private func pass() { for _ in 0..<300 { server.advance(480) } }

    @Test(arguments: [500e-6, -500e-6]) func timesOfADriftingDevice(drift: Double) throws {
        let system = system([Self.input])
        server.setDrift(drift, of: "in")
        let device = try number(system, 1, kAudioHardwarePropertyDefaultInputDevice)
        let scalars = LockedValue<[Double]>([])
        let proc = try system.createProc(device) { now, _, time, _, _ in
            scalars.withLock { $0 += [now.pointee.mRateScalar, time.pointee.mRateScalar] }
        }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        pass()
        let wanted = 1 / (1 + drift)
        let now = try system.currentTime(device)
        #expect(now.mFlags.contains(.rateScalarValid) && abs(now.mRateScalar - wanted) < 2e-6)
        let heard = scalars.withLock { $0 }
        #expect(heard.first == 1 && abs((heard.last ?? 0) - wanted) < 2e-6)
        // Ten seconds of frames take less time, or more.
        var frame = AudioTimeStamp()
        frame.mSampleTime = now.mSampleTime + 480_000
        frame.mFlags = .sampleTimeValid
        let later = try system.translate(device, frame, wanted: [.hostTimeValid, .rateScalarValid])
        #expect(abs(Double(later.mHostTime - now.mHostTime) / 1e9 - 10 * wanted) < 20e-6)
        #expect(later.mRateScalar == now.mRateScalar)
        try system.stop(device, proc)
    }

    @Test func timesOfADeviceThatKeepsTime() throws {
        let system = system([Self.output])
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let scalars = LockedValue<Set<Double>>([])
        let proc = try system.createProc(device) { now, _, _, _, time in
            scalars.withLock { $0.formUnion([now.pointee.mRateScalar, time.pointee.mRateScalar]) }
        }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        pass()
        #expect(scalars.withLock { $0 } == [1])
        #expect(try system.currentTime(device).mRateScalar == 1)
        try system.stop(device, proc)
    }

    @Test func bothSidesHaveTheirOwn() throws {
        let drift = 200e-6
        let system = system([Self.output, Self.input])
        server.setDrift(drift, of: "in")
        server.letsOutputsFollow = false
        let device = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        let scalars = LockedValue((input: 0.0, output: 0.0))
        let proc = try system.createProc(device) { _, _, input, _, output in
            scalars.withLock { $0 = (input.pointee.mRateScalar, output.pointee.mRateScalar) }
        }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        pass()
        let (input, output) = scalars.withLock { $0 }
        #expect(output == 1 && abs(input - 1 / (1 + drift)) < 2e-6)
        try system.stop(device, proc)
    }
}
