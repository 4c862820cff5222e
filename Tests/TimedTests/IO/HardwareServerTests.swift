import AudioCore
import AudioDevices
import CCoreAudio
import Foundation
import TestSupport
import Testing

@testable import AudioIO

/// The hardware layer on private sound servers.
@Suite(.serialized) struct HardwareServerTests {
    private func system(_ kind: PrivateServer.Kind) -> HardwareSystem {
        HardwareSystem { (events) throws(AudioError) in try Backends.connect(kind.backend, events: events) }
    }

    private let scope = kAudioObjectPropertyScopeOutput

    /// Programs set a property and read it at once, although the server answers later.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func whatIsSetIsReadAtOnce(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let system = system(kind)
        defer { system.unload() }
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let headphones = try #require(system.device(uid: "headphones")).id
        for round in 1...20 {
            let volume = Float32(round) / 20
            try set(system, speakers, kAudioDevicePropertyVolumeScalar, scope, to: volume)
            let now = try number(system, speakers, kAudioDevicePropertyVolumeScalar, scope, as: Float32.self)
            #expect(abs(now - volume) < 0.001)
            let muted = UInt32(round % 2)
            try set(system, speakers, kAudioDevicePropertyMute, scope, to: muted)
            #expect(try number(system, speakers, kAudioDevicePropertyMute, scope) == muted)
            let wanted = round % 2 == 1 ? headphones : speakers
            try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: wanted)
            #expect(try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice) == wanted)
        }
    }

    @Test(.needs(.pipewire)) func aRateIsReadAtOnce() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system(.pipewire)
        defer { system.unload() }
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        server.run("pw-metadata", ["-n", "settings", "0", "clock.allowed-rates", "[ 44100 48000 ]"])
        let rates = AudioObjectPropertyAddress(kAudioDevicePropertyAvailableNominalSampleRates)
        #expect(eventually { (try? system.value(speakers, HardwareRequest(rates)).size) == 32 })
        for rate in [44_100.0, 48_000, 44_100] {
            try set(system, speakers, kAudioDevicePropertyNominalSampleRate, to: rate)
            #expect(try number(system, speakers, kAudioDevicePropertyNominalSampleRate, as: Double.self) == rate)
        }
    }

    /// The rate of one device, for all programs that play on it, from the moment when one of them does. Other devices keep theirs.
    @Test(.needs(.pipewire)) func aRateIsOneDevices() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system(.pipewire)
        defer { system.unload() }
        // Another program's view of the devices. Servers since version 1.0 tell the rate only to one whose stream runs there.
        let other = try PipeWire { _ in }
        defer { other.close() }
        let isTold = !server.isPipeWire(1, 0, 0)
        let rate = { (device: String) -> Double? in
            if isTold { return (try? other.devices())?.first { $0.id == device }?.sampleRate }
            guard let id = system.device(uid: device)?.id else { return nil }
            return try? number(system, id, kAudioDevicePropertyNominalSampleRate, as: Double.self)
        }
        server.run("pw-metadata", ["-n", "settings", "0", "clock.allowed-rates", "[ 44100 48000 ]"])
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let headphones = try #require(system.device(uid: "headphones")).id
        let rates = AudioObjectPropertyAddress(kAudioDevicePropertyAvailableNominalSampleRates)
        #expect(eventually { (try? system.value(speakers, HardwareRequest(rates)).size) == 32 })
        let news = try HardwareNews(system, speakers)
        let counts = LockedValue<[Double: Int]>([:])
        let proc = try system.createProc(speakers) { [weak system] _, _, _, _, _ in
            guard let system else { return }
            let now = try? number(system, speakers, kAudioDevicePropertyNominalSampleRate, as: Double.self)
            counts.withLock { $0[now ?? 0, default: 0] += 1 }
        }
        try set(system, speakers, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        try system.start(speakers, proc)
        #expect(eventually { rate("speakers") == 44_100 && counts.withLock { $0[44_100] ?? 0 } > 5 })
        try set(system, speakers, kAudioDevicePropertyNominalSampleRate, to: 48_000.0)
        #expect(try number(system, speakers, kAudioDevicePropertyNominalSampleRate, as: Double.self) == 48_000)
        #expect(eventually { rate("speakers") == 48_000 && counts.withLock { $0[48_000] ?? 0 } > 5 })
        #expect(eventually { news.has(kAudioDevicePropertyNominalSampleRate) })
        try set(system, speakers, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        #expect(rate("headphones") == 48_000)
        // This process has no stream there, and another program plays.
        let playing = server.play("/dev/zero", on: "headphones")
        // Asked of the system that sets the rate: the other connection may know it earlier.
        #expect(
            eventually {
                (try? number(system, headphones, kAudioDevicePropertyDeviceIsRunningSomewhere, as: UInt32.self)) == 1
            })
        try set(system, headphones, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        #expect(eventually { rate("headphones") == 44_100 })
        #expect(rate("microphone") == 48_000)
        try system.stop(speakers, proc)
        playing?.interrupt()
    }

    /// A program that records a sink's monitor lets the server choose the rate anew as soon as nothing plays. A callback goes on
    /// all the same when it sets the rate, with as many frames as before, and listeners are notified once.
    @Test(.needs(.pipewire)) func aRateIsKeptForACallback() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system(.pipewire)
        defer { system.unload() }
        server.run("pw-metadata", ["-n", "settings", "0", "clock.allowed-rates", "[ 44100 48000 ]"])
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let rates = AudioObjectPropertyAddress(kAudioDevicePropertyAvailableNominalSampleRates)
        #expect(eventually { (try? system.value(speakers, HardwareRequest(rates)).size) == 32 })
        let recorder = try #require(Recorder(server))
        let calls = LockedValue((count: 0, lengths: Set<UInt32>()))
        let proc = try system.createProc(speakers) { _, _, _, output, _ in
            calls.withLock { calls in
                calls.count += 1
                calls.lengths.insert(output.pointee.mBuffers.mDataByteSize)
            }
        }
        try system.start(speakers, proc)
        for rate in [44_100.0, 48_000, 44_100] {
            #expect(eventually { calls.withLock { $0.count > 20 } })
            let news = try HardwareNews(system, speakers, .init(kAudioDevicePropertyNominalSampleRate))
            try set(system, speakers, kAudioDevicePropertyNominalSampleRate, to: rate)
            calls.withLock { $0.count = 0 }
            // A rate that does not stay stops the callback again and again.
            #expect(eventually { calls.withLock { $0.count > 100 } })
            #expect(news.count(kAudioDevicePropertyNominalSampleRate) == 1)
            #expect(try number(system, speakers, kAudioDevicePropertyNominalSampleRate, as: Double.self) == rate)
            #expect(try number(system, speakers, kAudioDevicePropertyDeviceIsRunning) == 1)
            try system.removeListener(speakers, .init(kAudioDevicePropertyNominalSampleRate), key: [1])
        }
        #expect(calls.withLock { $0.lengths.count } == 1)
        try system.stop(speakers, proc)
        _ = recorder.finish(frames: 0)
    }

    /// Another program sets the rate of the server's devices while a callback runs. Listeners hear of that, also where no report of
    /// the device has the rate, as with servers since version 1.0, and the callback goes on.
    @Test(.needs(.pipewire)) func aRateOfAnotherProgramIsNews() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let system = system(.pipewire)
        defer { system.unload() }
        server.run("pw-metadata", ["-n", "settings", "0", "clock.allowed-rates", "[ 44100 48000 ]"])
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let rates = AudioObjectPropertyAddress(kAudioDevicePropertyAvailableNominalSampleRates)
        #expect(eventually { (try? system.value(speakers, HardwareRequest(rates)).size) == 32 })
        let calls = LockedValue(0)
        let proc = try system.createProc(speakers) { _, _, _, _, _ in calls.withLock { $0 += 1 } }
        try system.start(speakers, proc)
        let runsOn = { () -> Bool in
            let before = calls.withLock { $0 }
            return eventually { calls.withLock { $0 > before + 20 } }
        }
        for rate in [44_100.0, 48_000, 44_100] {
            #expect(runsOn())
            let news = try HardwareNews(system, speakers, .init(kAudioDevicePropertyNominalSampleRate))
            server.run("pw-metadata", ["-n", "settings", "0", "clock.force-rate", "\(Int(rate))"])
            #expect(eventually { news.has(kAudioDevicePropertyNominalSampleRate) })
            let isThere = eventually {
                (try? number(system, speakers, kAudioDevicePropertyNominalSampleRate, as: Double.self)) == rate
            }
            #expect(isThere)
            try system.removeListener(speakers, .init(kAudioDevicePropertyNominalSampleRate), key: [1])
        }
        #expect(runsOn())
        try system.stop(speakers, proc)
    }

    /// The server's library keeps descriptors of a stream that ends soon after its start.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func shortStartsLeaveNoDescriptors(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let system = system(kind)
        defer { system.unload() }
        let descriptors = { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0 }
        let speakers = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let microphone = try number(system, 1, kAudioHardwarePropertyDefaultInputDevice)
        let procs = try [speakers, microphone].map { ($0, try system.createProc($0) { _, _, _, _, _ in }) }
        let before = descriptors()
        for _ in 0..<300 {
            for (device, proc) in procs {
                try system.start(device, proc)
                try system.stop(device, proc)
            }
        }
        // Until the streams have ended, they have some.
        #expect(eventually { descriptors() <= before + 8 }, "\(descriptors()) descriptors, \(before) before")
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func whatIsThereHasASizeAndAValue(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let system = system(kind)
        defer { system.unload() }
        try sweepHardware(system)
    }

    /// Threads get, set and listen while sinks appear and disappear and the server crashes twice. No call hangs, and
    /// afterwards the devices are those of the server.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func survivesAServerThatComesAndGoes(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let system = system(kind)
        defer { system.unload() }
        _ = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let isOver = LockedValue(false)
        let scope = self.scope
        let threads = try (0..<3).map { index in
            try Thread(name: "client") {
                var step = UInt32(index)
                while !isOver.withLock({ $0 }) {
                    step &+= 1
                    for device in system.allDevices {
                        let key = [UInt(index), UInt(step % 7)]
                        let address = AudioObjectPropertyAddress(kAudioDevicePropertyVolumeScalar, scope, step % 3)
                        try? system.addListener(device.id, address, key: key) { [weak system] object, _ in
                            try? system?.removeListener(object, address, key: key)
                        }
                        try? set(
                            system, device.id, kAudioDevicePropertyVolumeScalar, scope, to: Float32(step % 10 + 1) / 10)
                        _ = try? number(system, device.id, kAudioDevicePropertyVolumeScalar, scope, as: Float32.self)
                        _ = try? text(system, device.id, kAudioObjectPropertyName)
                        try? set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: device.id)
                        try? system.removeListener(device.id, address, key: key)
                    }
                }
            }
        }
        for round in 0..<2 {
            for name in ["one", "two"] {
                server.addSink(name)
                #expect(eventually { system.device(uid: name) != nil }, "\(name) in round \(round)")
            }
            server.removeSink("one")
            #expect(eventually { system.device(uid: "one") == nil })
            server.crash()
            server.revive()
            #expect(
                eventually(seconds: 20) { system.device(uid: "speakers") != nil && system.device(uid: "two") == nil })
        }
        isOver.withLock { $0 = true }
        for thread in threads { thread.join() }
        let speakers = try #require(system.device(uid: "speakers")).id
        try set(system, speakers, kAudioDevicePropertyVolumeScalar, scope, to: Float32(0.5))
        let now = try number(system, speakers, kAudioDevicePropertyVolumeScalar, scope, as: Float32.self)
        #expect(abs(now - 0.5) < 0.001)
    }
}
