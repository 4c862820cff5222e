import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import CCoreAudio
import TestSupport
import Testing

@testable import AudioUnits

extension Client {
    /// A unit that plays and records on the devices of a system.
    convenience init(
        _ blueprint: UnitBlueprint, _ kind: DeviceUnit.Kind, _ system: HardwareSystem
    ) throws {
        var made = UnitBlueprint(blueprint.type, blueprint.subtype, blueprint.name) {
            DeviceUnit($0, kind, system: system)
        }
        (made.inputs, made.outputs, made.parameters) = (blueprint.inputs, blueprint.outputs, blueprint.parameters)
        try self.init(made)
    }
}

/// Units whose device brings nothing for a moment, or is not the default.
@Suite(.mustEnd) struct DeviceUnitGapTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// In a cycle that brings no frame of the client's rate, a render of what was recorded is silent.
    @Test func cyclesWithoutAFrameAreSilent() throws {
        let client = try Client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false), system)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input, 0)
        try client.setFormat(.float32(sampleRate: 1000, channels: 2, interleaved: false), kAudioUnitScope_Output, 1)
        let device: AudioObjectID = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let size = AudioObjectPropertyAddress(kAudioDevicePropertyBufferFrameSize)
        try withUnsafeBytes(of: UInt32(32)) { try system.set(device, HardwareRequest(size, input: $0)) }
        let cycles = ShortCycles(client)
        let context = UInt(bitPattern: Unmanaged.passUnretained(cycles).toOpaque())
        let input: RenderCallback = { context, _, _, _, frames, _ in
            let cycles = Unmanaged<ShortCycles>.fromOpaque(context!).takeUnretainedValue()
            cycles.recorded += Int(frames)
            return 0
        }
        let output: RenderCallback = { context, _, time, _, _, _ in
            Unmanaged<ShortCycles>.fromOpaque(context!).takeUnretainedValue().render(time)
        }
        try client.set(
            kAudioOutputUnitProperty_SetInputCallback, to: (unsafeBitCast(input, to: UInt.self), context))
        try client.set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input,
            to: (unsafeBitCast(output, to: UInt.self), context))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        let cycle = [Float](repeating: 1, count: 64)
        #expect(
            eventually {
                _ = server.advance(32, input: cycle)
                return cycles.silent.count > 50
            })
        try client.unit.stop()
        #expect(cycles.silent.allSatisfy { $0 == [0, 0, 0, 0] })
    }

    /// Times and lengths of an input callback are the client's frames, at any rate, and the host time is that of each slice.
    @Test(arguments: [16_000, 44_100, 48_000, 96_000] as [Double]) func inputCallbacksCountTheClientsFrames(
        rate: Double
    ) throws {
        let client = try Client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false), system)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(0))
        try client.setFormat(.float32(sampleRate: rate, channels: 2, interleaved: false), kAudioUnitScope_Output, 1)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(100))
        let calls = LockedValue<[(time: AudioTimeStamp, frames: UInt32)]>([])
        let input: RenderCallback = { context, _, time, _, frames, _ in
            let calls = Unmanaged<LockedValue<[(time: AudioTimeStamp, frames: UInt32)]>>.fromOpaque(context!)
            calls.takeUnretainedValue().withLock { $0.append((time.pointee, frames)) }
            return 0
        }
        try client.set(
            kAudioOutputUnitProperty_SetInputCallback,
            to: (unsafeBitCast(input, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(calls).toOpaque())))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        let cycle = [Float](repeating: 1, count: 1024)
        #expect(
            eventually {
                _ = server.advance(512, input: cycle)
                return calls.withLock { $0.count } > 60
            })
        try client.unit.stop()
        let all = calls.withLock { $0 }
        #expect(all[0].time.mSampleTime == 0 && all.allSatisfy { $0.frames <= 100 })
        for (one, next) in zip(all, all.dropFirst()) {
            #expect(next.time.mSampleTime == one.time.mSampleTime + Double(one.frames))
            #expect(next.time.mHostTime > one.time.mHostTime)
        }
        // As much of the client's time as of the device's, once the rate's filter has its first frames.
        let (first, last) = (all[20].time, all[all.count - 1].time)
        let frames = last.mSampleTime - first.mSampleTime
        let seconds = Double(last.mHostTime - first.mHostTime) / 1e9
        #expect(abs(frames / rate - seconds) < 0.002, "\(frames) frames in \(seconds) s")
    }

    /// The aggregate of a unit's two devices outlives them; the unit does not run without them.
    @Test func stopsWhereBothDevicesAreLost() throws {
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true),
        ])
        let client = try Client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false), system)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input, 0)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        server.setDevices([])
        #expect(eventually { (try? client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self)) == 0 })
    }

    /// Two loudspeakers, of which one or none is the default.
    private func setDefault(_ first: String?) {
        server.setDevices(
            ["one", "two"].map { DeviceDescription(id: $0, name: $0, direction: .output, isDefault: $0 == first) })
    }

    private var hasDefault: Bool {
        let found: AudioObjectID? = try? number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        return found ?? 0 != 0
    }

    private func currentDevice(_ client: Client) throws -> String {
        let device = try client.get(kAudioOutputUnitProperty_CurrentDevice, as: AudioObjectID.self)
        return try text(system, device, kAudioDevicePropertyDeviceUID)
    }

    private var deviceCount: Int {
        let devices = AudioObjectPropertyAddress(kAudioHardwarePropertyDevices)
        return ((try? numbers(system.value(1, HardwareRequest(devices)))) ?? []).count
    }

    private func defaultOutput() throws -> Client {
        try Client(DeviceUnit.defaultOutput, .init(records: false, choosesDevice: false), system)
    }

    /// Whether cycles call the unit.
    private func plays(_ feed: Feed) -> Bool {
        let calls = feed.calls.count
        return eventually {
            _ = server.advance(512)
            return feed.calls.count > calls
        }
    }

    /// A unit that runs is made anew for the device that it has, where there is no default, and moves to the next default.
    @Test func isMadeAnewWhileThereIsNoDefault() throws {
        setDefault("one")
        let (client, notes) = (try defaultOutput(), Notes())
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        let (id, most) = (kAudioOutputUnitProperty_CurrentDevice, kAudioUnitProperty_MaximumFramesPerSlice)
        let device: AudioObjectID = try client.get(id)
        setDefault(nil)
        #expect(eventually { !hasDefault })
        notes.listen(to: client.unit, most, kAudioOutputUnitProperty_IsRunning)
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(4096))
        // Slices grow with the cycle.
        #expect(eventually { notes.properties.map(\.id) == [most] })
        #expect(try client.get(most, as: UInt32.self) == 4096)
        #expect(plays(feed))
        try client.setFormat(.float32(sampleRate: 48_000, channels: 1, interleaved: false), kAudioUnitScope_Input)
        #expect(plays(feed))
        #expect(try client.get(id, as: AudioObjectID.self) == device)
        setDefault("two")
        #expect(eventually { (try? client.get(id, as: AudioObjectID.self)) != device })
        #expect(plays(feed))
        #expect(notes.properties.map(\.id) == [most])
        try client.unit.stop()
        // A unit that does not run has no device without a default.
        setDefault(nil)
        #expect(eventually { !hasDefault })
        #expect(status { try client.unit.start() } == -10875)
        #expect(notes.properties.map(\.id) == [most, kAudioOutputUnitProperty_IsRunning])
    }

    /// A start returns the error with which the unit stops, where its device is lost before the start ends.
    ///
    /// - Parameter choosesDevice: whether the client has named the device; else the unit follows the default one.
    @Test(arguments: [true, false]) func aStartReturnsWhyTheUnitStops(choosesDevice: Bool) throws {
        setDefault("one")
        let client = try choosesDevice ? Client(DeviceUnit.hal, .init(), system) : defaultOutput()
        let notes = Notes()
        let device: AudioObjectID = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        if choosesDevice { try client.set(kAudioOutputUnitProperty_CurrentDevice, to: device) }
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        // The unit's own listeners are called after this one, which returns after the start.
        let hasStarted = WaitableValue(false)
        try system.addListener(1, AudioObjectPropertyAddress(kAudioHardwarePropertyDevices), key: [1]) { _, _ in
            _ = hasStarted.wait { $0 ? true : nil }
        }
        notes.onProperty = {
            server.setDevices([])
            let isAlive = kAudioDevicePropertyDeviceIsAlive
            #expect(eventually { (try? number(system, device, isAlive, as: UInt32.self)) == 0 })
        }
        notes.listen(to: client.unit, kAudioOutputUnitProperty_IsRunning)
        #expect(status { try client.unit.start() } == -10875)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 0)
        hasStarted.withLock { $0 = true }
        try client.unit.stop()
        #expect(notes.properties.count == 2)
        notes.onProperty = nil
    }

    /// Two threads that change a unit at once leave it with both changes, and with the kernel of its last plan, which records.
    @Test func threadsChangeTheUnit() throws {
        let client = try Client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false), system)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        let unit = try #require(client.unit as? DeviceUnit)
        try unit.initialize()
        try unit.start()
        for round in 0..<100 {
            let rate = round % 2 == 0 ? 32_000.0 : 48_000
            let format = StreamFormat.float32(sampleRate: rate, channels: 2, interleaved: false)
            let map = (Int32(round % 2), Int32(0))
            try atOnce(
                { try client.setFormat(format, kAudioUnitScope_Input) },
                { try client.set(kAudioOutputUnitProperty_ChannelMap, to: map) })
            let kernel = unit.running.withLock { $0.run?.kernel }
            let (present, played) = unit.state.withLock { ($0.plan?.ownKernel, $0.plan?.inputs[0].format) }
            #expect(kernel != nil && kernel === present && played == format, "round \(round)")
        }
        unit.stop()
    }

    /// A server that starts knows its devices before it has a default.
    @Test func goesOnWhileThereIsNoDefault() throws {
        setDefault("one")
        let (client, notes) = (try defaultOutput(), Notes())
        notes.listen(to: client.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioOutputUnitProperty_IsRunning)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        let calls = LockedValue(0)
        // Called after the unit's own listener.
        try system.addListener(1, AudioObjectPropertyAddress(kAudioHardwarePropertyDefaultOutputDevice), key: [1]) {
            _, _ in calls.withLock { $0 += 1 }
        }
        for (place, first) in [nil, "one", nil, "two"].enumerated() {
            setDefault(first)
            #expect(eventually { calls.withLock { $0 } > place && hasDefault == (first != nil) })
            #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        }
        #expect(eventually { notes.properties.last?.id == kAudioOutputUnitProperty_CurrentDevice })
        #expect(plays(feed))
        // The default device is lost, and the server names no other until later.
        server.setDevices([DeviceDescription(id: "one", name: "one", direction: .output)])
        #expect(eventually { hasDefault && (try? currentDevice(client))?.contains("one") == true })
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        #expect(plays(feed))
        server.setDevices(["zero", "one", "two"].map { DeviceDescription(id: $0, name: $0, direction: .output) })
        #expect(eventually { deviceCount == 3 })
        #expect(try currentDevice(client).contains("one"))
        setDefault("two")
        #expect(eventually { (try? currentDevice(client))?.contains("two") == true })
        #expect(plays(feed))
        // All devices are lost.
        server.setDevices([])
        #expect(eventually { (try? client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self)) == 0 })
    }
}

/// Renders what was recorded in each cycle, and keeps what came where nothing was.
private final class ShortCycles: @unchecked Sendable {
    private let client: Client
    private let list = BufferList.allocate(count: 2)
    var recorded = 0
    /// The frames of both channels.
    private(set) var silent: [[Float]] = []

    init(_ client: Client) { self.client = client }

    deinit { list.deallocate() }

    func render(_ time: UnsafePointer<AudioTimeStamp>) -> Int32 {
        defer { recorded = 0 }
        var flags: UInt32 = 0
        for channel in 0..<2 { list.buffers[channel].mData = nil }
        guard client.render(&flags, time.pointee.mSampleTime, 1, 2, list) == 0, recorded == 0 else { return 0 }
        silent.append((0..<2).flatMap { Array(UnsafeBufferPointer(start: list.samples($0), count: 2)) })
        return 0
    }
}
