import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// The hardware layer's objects, callbacks and times on a device that is driven by hand.
@Suite struct HardwareTests {
    private let server = ManualServer()

    private func system() -> HardwareSystem {
        let server = self.server
        return HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func output(_ system: HardwareSystem) throws -> AudioObjectID {
        try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
    }

    @Test func tellsOfItsDevices() throws {
        let system = system()
        let device = try output(system)
        #expect(try number(system, 1, kAudioHardwarePropertyDevices) == device)
        #expect(try number(system, 1, kAudioHardwarePropertyDefaultInputDevice) == device)
        #expect(try text(system, device, kAudioObjectPropertyName) == "Manual")
        #expect(try text(system, device, kAudioDevicePropertyDeviceUID) == "manual")
        #expect(try text(system, device, kAudioObjectPropertyManufacturer) == "Tests")
        #expect(try number(system, device, kAudioDevicePropertyNominalSampleRate, as: Double.self) == 48_000)
        let list = try number(
            system, device, kAudioDevicePropertyStreamConfiguration, kAudioObjectPropertyScopeInput,
            as: AudioBufferList.self)
        #expect(list.mNumberBuffers == 1 && list.mBuffers.mNumberChannels == 2)
        let stream: UInt32 = try number(system, device, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeOutput)
        let format = try number(
            system, stream, kAudioStreamPropertyVirtualFormat, as: AudioStreamBasicDescription.self)
        #expect(format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 32 && format.mSampleRate == 48_000)
        #expect(
            try number(system, device, kAudioDevicePropertyTransportType) == UInt32(kAudioDeviceTransportTypeVirtual))
        #expect(try number(system, stream, kAudioObjectPropertyOwner) == device)
        let found = try withReference { reference in
            try system.value(
                1,
                HardwareRequest(
                    .init(kAudioHardwarePropertyTranslateUIDToDevice), qualifier: reference,
                    objects: ClientObjects(text: { _ in "manual" })))
        }
        guard case .bytes(let bytes, _) = found else { return }
        #expect(bytes == withUnsafeBytes(of: device) { Array($0) })
        #expect(throws: AudioError.badObject) { try number(system, 9999, kAudioObjectPropertyClass) }
        #expect(throws: AudioError.unknownProperty) { try number(system, device, 1) }
        #expect(!system.has(device, .init(kAudioDevicePropertySolo)))
    }

    /// What is no number is no volume: set as one, as decibels or as a balance, and asked for the other of both.
    @Test(arguments: [
        Int(kAudioDevicePropertyVolumeScalar), Int(kAudioDevicePropertyVolumeDecibels),
        Int(kAudioDevicePropertyStereoPan),
    ])
    func whatIsNoNumberIsNoVolume(selector: Int) throws {
        let system = system()
        let device = try output(system)
        let scope = kAudioObjectPropertyScopeOutput
        try set(system, device, kAudioDevicePropertyVolumeScalar, scope, to: Float32(0.25))
        #expect { try set(system, device, selector, scope, to: Float32.nan) } throws: {
            ($0 as? AudioError)?.status == AudioError.parameter.status
        }
        #expect(server.devices[0].volume == [0.25, 0.25])
        // Silence has a number of decibels.
        try set(system, device, kAudioDevicePropertyVolumeDecibels, scope, to: -Float32.infinity)
        #expect(server.devices[0].volume == [0, 0])
        for asked in [kAudioDevicePropertyVolumeDecibelsToScalar, kAudioDevicePropertyVolumeScalarToDecibels] {
            let answer = withUnsafeBytes(of: Float32.nan) { bytes in
                try? system.value(device, HardwareRequest(.init(asked, scope), input: bytes))
            }
            #expect(answer == nil)
        }
    }

    @Test func settingsGoToTheServerAndNotify() throws {
        let system = system()
        let device = try output(system)
        let news = try HardwareNews(system, device)
        let scope = kAudioObjectPropertyScopeOutput
        try set(system, device, kAudioDevicePropertyVolumeScalar, scope, 2, to: Float32(0.25))
        #expect(server.devices[0].volume == [1, 0.25])
        try set(system, device, kAudioDevicePropertyVolumeScalar, scope, to: Float32(0.5))
        #expect(server.devices[0].volume == [0.5, 0.125])
        #expect(try number(system, device, kAudioDevicePropertyVolumeScalar, scope, as: Float32.self) == 0.5)
        let decibels = try number(system, device, kAudioDevicePropertyVolumeDecibels, scope, as: Float32.self)
        #expect(abs(decibels + 18.06) < 0.01)
        try set(system, device, kAudioDevicePropertyMute, scope, to: UInt32(1))
        #expect(server.devices[0].isMuted == true && server.devices[1].isMuted == false)
        try set(system, device, kAudioDevicePropertyDataSource, scope, to: UInt32(2))
        #expect(server.devices[0].port == "back")
        try set(system, device, kAudioDevicePropertyNominalSampleRate, to: Float64(44_100))
        #expect(server.devices[1].sampleRate == 44_100)
        for selector in [
            kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyMute, kAudioDevicePropertyDataSource,
            kAudioDevicePropertyNominalSampleRate,
        ] {
            #expect(eventually { news.has(selector) })
        }
        #expect(throws: AudioError.deviceFormat) {
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: Float64(12_345))
        }
        #expect(throws: AudioError.badPropertySize) {
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: UInt32(1))
        }
        #expect(throws: AudioError.unsupportedOperation) {
            try set(system, device, kAudioDevicePropertyDeviceUID, to: UInt32(1))
        }
        #expect(throws: AudioError.illegalOperation) {
            try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(1))
        }
    }

    /// What a callback wrote down of its cycles.
    private final class Heard: Sendable {
        struct Cycle: Equatable {
            var now: Double
            var nowHost: UInt64
            var input: Double
            var output: Double
            var outputHost: UInt64
            var frames: UInt32
        }
        let cycles = LockedValue<[Cycle]>([])
        func block() -> HardwareBlock {
            { now, input, inputTime, output, outputTime in
                let (from, to) = (input.pointee.mBuffers, output.pointee.mBuffers)
                if output.pointee.mNumberBuffers == 1, input.pointee.mNumberBuffers == 1,
                    let source = from.mData, let target = to.mData
                {
                    target.copyMemory(from: source, byteCount: Int(min(from.mDataByteSize, to.mDataByteSize)))
                }
                self.cycles.withLock {
                    $0.append(
                        Cycle(
                            now: now.pointee.mSampleTime, nowHost: now.pointee.mHostTime,
                            input: inputTime.pointee.mSampleTime, output: outputTime.pointee.mSampleTime,
                            outputHost: outputTime.pointee.mHostTime, frames: to.mDataByteSize / 8))
                }
            }
        }
    }

    /// A callback that gives back what it hears: every sample, and every time to the nanosecond.
    @Test func aCallbackHearsAndPlaysExactly() throws {
        let system = system()
        let device = try output(system)
        let news = try HardwareNews(system, device)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(48))
        let heard = Heard()
        let proc = try system.createProc(device, heard.block())
        #expect(throws: AudioError.deviceNotRunning) { try system.currentTime(device) }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        #expect(try number(system, device, kAudioDevicePropertyDeviceIsRunning) == 1)
        let start = server.hostTime
        let signal = (0..<192).map { Float($0 + 1) }
        #expect(server.advance(96, input: signal) == signal)
        #expect(
            heard.cycles.withLock { $0.unshared } == [
                .init(now: 0, nowHost: start, input: 0, output: 0, outputHost: start, frames: 48),
                .init(
                    now: 48, nowHost: start + 1_000_000, input: 48, output: 48, outputHost: start + 1_000_000,
                    frames: 48),
            ])
        let now = try system.currentTime(device)
        #expect(now.mSampleTime == 96 && now.mHostTime == start + 2_000_000)
        var time = AudioTimeStamp()
        time.mSampleTime = 48_000
        time.mFlags = .sampleTimeValid
        let translated = try system.translate(device, time, wanted: .hostTimeValid)
        #expect(translated.mHostTime == start + 1_000_000_000 && translated.mFlags == .hostTimeValid)
        #expect(try system.nearestStart(device, time).mSampleTime == 48_000)
        time.mSampleTime = 0
        #expect(try system.nearestStart(device, time).mSampleTime == 96)
        try system.stop(device, proc)
        #expect(eventually { server.runningStreams == 0 })
        #expect(eventually { news.has(kAudioDevicePropertyDeviceIsRunning) })
        try system.destroyProc(device, proc)
        #expect(throws: AudioError.parameter) { try system.start(device, proc) }
    }

    /// Sample times that no device reaches: clamped as host times, and refused as starts.
    @Test(arguments: [9.5e14, 1e15, 1e18, 9.3e18, 1e300]) func distantSampleTimesAreClamped(size: Double) throws {
        let system = system()
        let device = try output(system)
        try system.start(device, 0)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(512)
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        for sample in [size, -size, size - 512, 512 - size] {
            time.mSampleTime = sample
            let host = try system.translate(device, time, wanted: .hostTimeValid).mHostTime
            #expect(host == (sample > 0 ? .max : 0))
            #expect(try system.nearestStart(device, time).mHostTime == (sample > 0 ? host : server.hostTime))
            let proc = try system.createProc(device) { _, _, _, _, _ in }
            if abs(sample) < 1e15 {
                #expect(try system.start(device, proc, at: time).mHostTime == host)
            } else {
                #expect(throws: AudioError.parameter) { try system.start(device, proc, at: time) }
            }
            try system.destroyProc(device, proc)
        }
        for sample in [Double.nan, .infinity, -.infinity] {
            time.mSampleTime = sample
            #expect(throws: AudioError.parameter) { try system.translate(device, time, wanted: .hostTimeValid) }
            #expect(throws: AudioError.parameter) { try system.nearestStart(device, time) }
            #expect(throws: AudioError.parameter) { try system.start(device, 0, at: time) }
        }
        try system.stop(device, 0)
    }

    @Test func startsInTheCycleThatHoldsTheMoment() throws {
        let system = system()
        let device = try output(system)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(32))
        try system.start(device, 0)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(32)
        let heard = Heard()
        let proc = try system.createProc(device, heard.block())
        var time = AudioTimeStamp()
        time.mSampleTime = 70
        time.mFlags = .sampleTimeValid
        #expect(try system.start(device, proc, at: time).mFlags.contains(.hostTimeValid))
        server.advance(96)
        #expect(heard.cycles.withLock { $0.map(\.now) } == [64, 96])
        try system.stop(device, 0)
        try system.stop(device, proc)
    }

    /// A device that stands still has no clock yet: its first cycle says which frame a host time is.
    @Test func aHostTimeStartsADeviceThatStandsStill() throws {
        let system = system()
        let device = try output(system)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(32))
        let heard = Heard()
        let proc = try system.createProc(device, heard.block())
        var time = AudioTimeStamp()
        time.mFlags = .hostTimeValid
        // 100 frames from now, rounded down to nanoseconds.
        time.mHostTime = server.hostTime + 2_083_333
        #expect(try system.start(device, proc, at: time).mHostTime == time.mHostTime)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(160)
        #expect(heard.cycles.withLock { $0.map(\.output) } == [96, 128])
        try system.stop(device, proc)
        // A time that has passed is at once.
        heard.cycles.withLock { $0 = [] }
        _ = try system.start(device, proc, at: time)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(32)
        #expect(heard.cycles.withLock { $0.count } == 1)
        try system.stop(device, proc)
    }

    @Test func goesOnAfterTheServersDeath() throws {
        let system = system()
        let device = try output(system)
        let news = try HardwareNews(system, 1)
        let heard = Heard()
        let proc = try system.createProc(device, heard.block())
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(512)
        server.crash()
        #expect(server.advance(512).isEmpty)
        server.revive()
        #expect(eventually { server.runningStreams == 2 && news.has(kAudioHardwarePropertyServiceRestarted) })
        server.advance(512)
        #expect(heard.cycles.withLock { $0.map(\.now) } == [0, 512])
        #expect(try output(system) == device)
        try system.stop(device, proc)
    }

    @Test func tellsOfDefaultsAndOfDevicesThatGo() throws {
        let system = system()
        let first = try output(system)
        let (news, own) = (try HardwareNews(system, 1), try HardwareNews(system, first))
        let other = DeviceDescription(id: "b", name: "B", direction: .output)
        server.setDevices(ManualServer.firstDevices + [other])
        #expect(eventually { news.has(kAudioHardwarePropertyDevices) })
        let found = try #require(system.device(uid: "b"))
        try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: found.id)
        #expect(try output(system) == found.id)
        #expect(server.devices.first { $0.isDefault && $0.direction == .output }?.id == "b")
        #expect(eventually { news.has(kAudioHardwarePropertyDefaultOutputDevice) })
        let proc = try system.createProc(first, Heard().block())
        try system.start(first, proc)
        #expect(eventually { server.runningStreams == 2 })
        server.setDevices([other])
        #expect(eventually { own.has(kAudioDevicePropertyDeviceIsAlive) })
        #expect(eventually { own.has(kAudioDevicePropertyIOStoppedAbnormally) })
        #expect(try number(system, first, kAudioDevicePropertyDeviceIsAlive) == 0)
        #expect(throws: AudioError.noDevice.because("the device \"manual\" is gone")) { try system.start(first, proc) }
        #expect(system.device(uid: "manual") == nil)
    }

    @Test func aggregatesJoinAnOutputAndAnInput() throws {
        let system = system()
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true),
        ])
        _ = try output(system)
        #expect(throws: AudioError.noDevice) {
            try system.createAggregate(.init(uid: "x", name: "X", parts: ["gone"]))
        }
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        #expect(try number(system, both, kAudioObjectPropertyClass) == UInt32(kAudioAggregateDeviceClassID))
        try set(system, both, kAudioDevicePropertyBufferFrameSize, to: UInt32(64))
        let proc = try system.createProc(both, Heard().block())
        try system.start(both, proc)
        #expect(eventually { server.runningStreams == 2 })
        // The output follows the input: what comes in is played in the same cycle.
        let signal = (0..<2048).map { Float($0 + 1) }
        let heard = server.advance(1024, input: signal)
        #expect(heard == signal)
        try system.destroyAggregate(both)
        #expect(eventually { server.runningStreams == 0 })
        #expect(system.device(uid: "both") == nil)
    }
}
