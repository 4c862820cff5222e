import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import CCoreAudio
import TestSupport
import Testing

@testable import AudioUnits

/// Units that play and record on a device that is driven by hand.
@Suite(.mustEnd) struct DeviceUnitTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func client(_ blueprint: UnitBlueprint = DeviceUnit.hal, _ kind: DeviceUnit.Kind = .init()) throws -> Client
    {
        try Client(blueprint, kind, system)
    }

    private func defaultOutput() throws -> Client {
        try client(DeviceUnit.defaultOutput, .init(records: false, choosesDevice: false))
    }

    private var device: AudioObjectID {
        get throws { try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice) }
    }

    private func advance(_ frames: Int, input: [Float]? = nil) -> [Float] {
        input.map { server.advance(frames, input: $0) } ?? server.advance(frames)
    }

    /// The left channel of what was played after the silence at the start.
    private func played(_ samples: [Float]) -> [Float] {
        Array(stride(from: 0, to: samples.count, by: 2).map { samples[$0] }.drop { $0 == 0 })
    }

    /// Lets cycles pass until a condition holds. A start takes effect a little later than it returns.
    private func advance(input: ((Int) -> [Float])? = nil, until isEnough: ([Float]) -> Bool) -> [Float] {
        var (samples, cycle): ([Float], Int) = ([], 0)
        _ = eventually {
            samples += advance(512, input: input?(cycle))
            cycle += 1
            return isEnough(samples)
        }
        return samples
    }

    /// One of a microphone's cycles, whose frames are numbered from 1.
    private static func numbers(_ cycle: Int) -> [Float] { (0..<1024).map { Float(cycle * 512 + $0 / 2 + 1) } }

    @Test func playsWhatItsCallbackGives() throws {
        let (client, notes) = (try defaultOutput(), Notes())
        notes.listen(to: client.unit, kAudioOutputUnitProperty_IsRunning)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let feed = Feed { channel, frame in Float(frame + 1) * (channel == 0 ? 1 : -1) }
        try client.feed(feed)
        #expect(status { try client.unit.start() } == -10867)
        try client.unit.initialize()
        try client.unit.start()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        let samples = advance { played($0).count >= 512 }
        #expect(played(samples).starts(with: (1...512).map { Float($0) }))
        #expect(feed.calls.first?.time == 0)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        try client.unit.stop()
        let calls = feed.calls.count
        _ = advance(2048)
        #expect(feed.calls.count == calls)
        #expect(notes.properties.count == 2)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 0)
    }

    /// The first call is in the cycle that contains the time. The next start is at once again, also where a time was set and taken back.
    @Test func startsAtAHostTime() throws {
        let client = try defaultOutput()
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        var start = AudioOutputUnitStartAtTimeParams()
        start.mTimestamp.mFlags = .hostTimeValid
        // 3,000 frames from now.
        start.mTimestamp.mHostTime = server.hostTime + 62_500_000
        try client.set(kAudioOutputUnitProperty_StartTime, to: start)
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        let samples = advance { !played($0).isEmpty }
        let first = samples.count / 2 - played(samples).count
        #expect((2489...3000).contains(first))
        #expect(feed.calls.first?.time == 0)
        try client.unit.stop()
        let calls = feed.calls.count
        start.mTimestamp.mHostTime = .max / 2
        for flags in [AudioTimeStampFlags.hostTimeValid, []] {
            start.mTimestamp.mFlags = flags
            try client.set(kAudioOutputUnitProperty_StartTime, to: start)
        }
        try client.unit.start()
        _ = advance { _ in feed.calls.count > calls }
        try client.unit.stop()
        #expect(feed.calls.count > calls)
    }

    /// Sample times begin at 0 in each run, or are the device's. What is set on an initialized unit holds from the next start on.
    @Test func sampleTimesMayBeTheDevices() throws {
        let (client, other) = (try defaultOutput(), try defaultOutput())
        let (feed, first) = (Feed(constants: [1]), Feed(constants: [0]))
        for (unit, source) in [(client, feed), (other, first)] {
            try unit.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
            try unit.feed(source)
            try unit.unit.initialize()
        }
        // The device's time goes on meanwhile.
        try other.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        _ = advance { _ in first.calls.count > 3 }
        let id = kAudioOutputUnitProperty_StartTimestampsAtZero
        #expect(try client.get(id, as: UInt32.self) == 1)
        var firsts: [Double] = []
        for isZero in [1, 0, 1] as [UInt32] {
            try client.set(id, to: isZero)
            #expect(try client.get(id, as: UInt32.self) == isZero)
            feed.calls = []
            try client.unit.start()
            _ = advance { _ in feed.calls.count > 3 }
            try client.unit.stop()
            for (one, next) in zip(feed.calls, feed.calls.dropFirst()) {
                #expect(next.time == one.time + Double(one.frames))
            }
            firsts.append(feed.calls.first?.time ?? -1)
        }
        #expect(firsts[0] == 0 && firsts[1] > 0 && firsts[2] == 0)
        try other.unit.stop()
    }

    @Test func convertsTheClientsFormat() throws {
        let client = try defaultOutput()
        try client.setFormat(.int16(sampleRate: 48_000, channels: 2), kAudioUnitScope_Input)
        let function: RenderCallback = { _, _, _, _, frames, list in
            let buffer = BufferList(list!).buffers[0]
            let samples = buffer.mData!.assumingMemoryBound(to: Int16.self)
            for index in 0..<Int(frames) * 2 { samples[index] = 16384 }
            return 0
        }
        try client.set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input,
            to: (unsafeBitCast(function, to: UInt.self), UInt(0)))
        try client.setParameter(14, 0.5)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        let samples = advance { played($0).count >= 512 }
        #expect(played(samples).contains(0.25) && !samples.contains { $0 > 0.25 })
        try client.unit.stop()
    }

    @Test func aStopInTheCallbackIsTheLastCycle() throws {
        let client = try defaultOutput()
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let feed = Feed(constants: [1])
        feed.body = { feed in if feed.calls.count == 2 { try? client.unit.stop() } }
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        _ = advance { _ in feed.calls.count >= 2 }
        for _ in 0..<4 { _ = advance(512) }
        #expect(feed.calls.count == 2)
        #expect(eventually { server.runningStreams == 0 })
        feed.body = nil
    }

    @Test func recordsInItsInputCallback() throws {
        let client = try client()
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(0))
        try client.set(kAudioOutputUnitProperty_CurrentDevice, to: try device)
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Output, 1)
        let heard = Heard(client)
        try client.set(kAudioOutputUnitProperty_SetInputCallback, to: heard.callback)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        _ = advance(input: Self.numbers) { _ in heard.samples.count >= 1024 }
        try client.unit.stop()
        let values = heard.samples
        #expect(values.count >= 1024 && heard.statuses.allSatisfy { $0 == 0 })
        for (one, next) in zip(values, values.dropFirst()) { #expect(next == one + 1) }
    }

    /// This unit does not convert the rate of what it records.
    @Test func refusesAnotherRateOfTheInput() throws {
        let client = try client()
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(0))
        try client.setFormat(
            .float32(sampleRate: 44_100, channels: 2, interleaved: false), kAudioUnitScope_Output, 1)
        let heard = Heard(client)
        try client.set(kAudioOutputUnitProperty_SetInputCallback, to: heard.callback)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        _ = advance(input: Self.numbers) { _ in !heard.statuses.isEmpty }
        try client.unit.stop()
        #expect(!heard.statuses.isEmpty && heard.statuses.allSatisfy { $0 == -10863 })
    }

    /// What the microphone brings is played in the same run, also where two devices make one.
    ///
    /// - Parameter microphone: the sample rate of a device of its own; nil for one device of both directions.
    @Test(arguments: [nil, 48_000, 16_000] as [Double?]) func passesThrough(microphone: Double?) throws {
        if let microphone { setTwoDevices(microphone) }
        let client = try client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        let format = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)
        try client.setFormat(format, kAudioUnitScope_Input, 0)
        try client.setFormat(format, kAudioUnitScope_Output, 1)
        let function: RenderCallback = { context, flags, time, _, frames, list in
            let client = Unmanaged<Client>.fromOpaque(context!).takeUnretainedValue()
            return client.instance.render(flags, time, bus: 1, frames: frames, list!)
        }
        try client.set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input,
            to: (
                unsafeBitCast(function, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(client).toOpaque())
            ))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        let samples = advance(input: Self.numbers) { played($0).count >= 1024 }
        try client.unit.stop()
        let values = played(samples)
        #expect(values.count >= 1024)
        for (one, next) in zip(values, values.dropFirst()) { #expect(next == one + 1) }
    }

    /// The loudspeakers at 48 kHz, and a microphone.
    private func setTwoDevices(_ microphone: Double) {
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, sampleRate: 48_000, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, sampleRate: microphone, isDefault: true),
        ])
    }

    /// Two devices run at the rate of one, which is what the unit shows of both.
    @Test func twoDevicesHaveOneRate() throws {
        setTwoDevices(16_000)
        let client = try client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false))
        #expect(try client.unit.format(kAudioUnitScope_Output, 0).sampleRate == 48_000)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        #expect(try client.unit.format(kAudioUnitScope_Input, 1).sampleRate == 48_000)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(0))
        #expect(try client.unit.format(kAudioUnitScope_Input, 1).sampleRate == 16_000)
    }

    /// A callback may stop and start the unit on two devices, whose aggregate goes later.
    @Test func startsAnewInACallbackOnTwoDevices() throws {
        setTwoDevices(48_000)
        let client = try client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input, 0)
        let feed = Feed(constants: [1])
        let results = LockedValue<[Int32]>([])
        feed.body = { [unowned client] feed in
            guard feed.calls.count == 1 else { return }
            let result = status {
                try client.unit.stop()
                try client.unit.start()
            }
            results.withLock { $0.append(result) }
        }
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams == 2 })
        _ = advance { _ in feed.calls.count >= 4 }
        try client.unit.stop()
        #expect(feed.calls.count >= 4 && results.withLock { $0 } == [0])
    }

    /// Frames that take too much memory are refused, and the unit plays on with the most that it had.
    @Test func keepsTheMaximumThatItHad() throws {
        let (client, notes) = (try client(), Notes())
        let id = kAudioUnitProperty_MaximumFramesPerSlice
        try client.setFormat(.float32(sampleRate: 48_000, channels: 64, interleaved: true), kAudioUnitScope_Input)
        let feed = Feed { _, frame in Float(frame + 1) }
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        let frames: UInt32 = try client.get(id)
        notes.listen(to: client.unit, id)
        #expect(status { try client.set(id, to: UInt32(1 << 20)) } == -10875)
        #expect(try client.get(id, as: UInt32.self) == frames && notes.properties.isEmpty)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        let calls = feed.calls.count
        #expect(!played(advance { _ in feed.calls.count > calls + 2 }).isEmpty)
        try client.set(id, to: frames + 100)
        #expect(try client.get(id, as: UInt32.self) == frames + 100 && notes.properties.count == 1)
        try client.unit.stop()
    }

    /// Threads that add and remove listeners at once leave those that the last call of each asked for.
    @Test func threadsAddAndRemoveListeners() throws {
        let (client, notes) = (try client(), Notes())
        let ids = [kAudioDevicePropertyBufferFrameSize, kAudioDevicePropertyNominalSampleRate].map {
            AudioUnitPropertyID($0)
        }
        let unit = try #require(client.unit as? DeviceUnit)
        for round in 0..<100 {
            let others = Notes()
            let thread = try Thread(name: "test-listeners") {
                for _ in 0..<20 {
                    others.listen(to: unit, ids[1])
                    unit.removeListener(ids[1], Notes.onProperty, others.context)
                }
            }
            for _ in 0..<20 {
                unit.removeListener(ids[0], Notes.onProperty, notes.context)
                notes.listen(to: unit, ids[0])
            }
            thread.join()
            #expect(unit.forwarded.withLock { $0.ids } == [ids[0]])
            notes.properties = []
            try client.set(ids[0], to: UInt32(round % 2 == 0 ? 256 : 512))
            // Once for the device, and once for its side.
            #expect(eventually { notes.properties.count >= 2 })
            #expect(notes.properties.count == 2)
        }
        unit.removeListener(ids[0], Notes.onProperty, notes.context)
        #expect(unit.forwarded.withLock { $0.ids }.isEmpty)
    }

    /// Starts a unit a hundred times while another thread stops it.
    private func statusesOfStarts(amongStopsOf unit: Unit) throws -> Set<Int32> {
        let hasEnded = LockedValue(false)
        let thread = try Thread(name: "test-stops") { while !hasEnded.withLock({ $0 }) { try? unit.stop() } }
        var results: Set<Int32> = []
        for _ in 0..<100 { results.insert(status { try unit.start() }) }
        hasEnded.withLock { $0 = true }
        thread.join()
        try unit.stop()
        return results
    }

    /// A stop ends the aggregate of a unit that plays and records on two devices, which are not lost.
    @Test func threadsStartAndStopAUnitOnTwoDevices() throws {
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, isDefault: true),
            DeviceDescription(id: "in", name: "In", direction: .input, isDefault: true),
        ])
        let client = try client(
            DeviceUnit.remote, .init(choosesDevice: false, convertsInput: true, hasVolume: false))
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        #expect(try statusesOfStarts(amongStopsOf: client.unit) == [0])
    }

    /// A start that another thread's stop ends is no error, and leaves no listener that a change of the device wakes.
    @Test func threadsStartAndStopTheUnit() throws {
        let client = try defaultOutput()
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        #expect(try statusesOfStarts(amongStopsOf: client.unit) == [0])
        let most: UInt32 = try client.get(kAudioUnitProperty_MaximumFramesPerSlice)
        let size = AudioObjectPropertyAddress(kAudioDevicePropertyBufferFrameSize)
        let (device, calls) = (try device, LockedValue(0))
        // Called after those that were there before.
        try system.addListener(device, size, key: [1]) { _, _ in calls.withLock { $0 += 1 } }
        try withUnsafeBytes(of: most * 2) { try system.set(device, HardwareRequest(size, input: $0)) }
        #expect(eventually { calls.withLock { $0 } > 0 })
        #expect(try number(system, device, kAudioDevicePropertyBufferFrameSize) > most)
        #expect(try client.get(kAudioUnitProperty_MaximumFramesPerSlice, as: UInt32.self) == most)
    }

    private func object(named id: String) throws -> AudioObjectID {
        let request = HardwareRequest(.init(kAudioHardwarePropertyDevices))
        let all: [AudioObjectID] = try TestSupport.numbers(try system.value(1, request))
        return try #require(all.first { (try? text(system, $0, kAudioDevicePropertyDeviceUID).contains(id)) == true })
    }

    /// A device without an output, or one that does not open, is refused. The unit goes on with the one that it had.
    @Test(arguments: [("microphone", false), ("microphone", true), ("busy", true)])
    func aRefusedDeviceChangesNothing(name: String, isRunning: Bool) throws {
        server.setDevices([
            DeviceDescription(id: "speaker", name: "Speaker", direction: .output, isDefault: true),
            DeviceDescription(id: "busy", name: "Busy", direction: .output, isDefault: false),
            DeviceDescription(id: "microphone", name: "Microphone", direction: .input, isDefault: true),
        ])
        server.refusedDevice = "busy"
        let (client, notes, id) = (try client(), Notes(), kAudioOutputUnitProperty_CurrentDevice)
        let (speaker, refused) = (try object(named: "speaker"), try object(named: name))
        // More frames than the most of a slice, which grow with the cycle of a device that starts.
        try set(system, refused, kAudioDevicePropertyBufferFrameSize, to: UInt32(4096))
        try client.set(id, to: speaker)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        if isRunning { try client.unit.start() }
        notes.listen(to: client.unit, id, kAudioOutputUnitProperty_IsRunning, kAudioUnitProperty_StreamFormat)
        let (most, sizes) = (kAudioUnitProperty_MaximumFramesPerSlice, Notes())
        let frames: UInt32 = try client.get(most)
        sizes.listen(to: client.unit, most)
        #expect(status { try client.set(id, to: refused) } != 0)
        #expect(try client.get(id, as: UInt32.self) == speaker)
        #expect(try frames < 4096 && client.get(most, as: UInt32.self) == frames)
        #expect(client.unit.state.withLock { $0.plan?.maximumFrames } == Int(frames))
        // They had grown for the device that did not start, and shrank again.
        #expect(sizes.properties.count == (name == "busy" ? 2 : 0))
        #expect(try client.unit.format(kAudioUnitScope_Output, 0).channels == 2)
        // It has no input either.
        let enable = kAudioOutputUnitProperty_EnableIO
        #expect(status { try client.set(enable, kAudioUnitScope_Input, 1, to: UInt32(1)) } == -10875)
        #expect(try client.get(enable, kAudioUnitScope_Input, 1, as: UInt32.self) == 0)
        #expect(notes.properties.isEmpty)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == (isRunning ? 1 : 0))
        try client.unit.start()
        #expect(eventually { server.runningStreams == 1 })
        let calls = feed.calls.count
        #expect(!played(advance { _ in feed.calls.count > calls + 2 }).isEmpty)
        try client.unit.stop()
    }

    /// RemoteIO plays a client's only channel on the first two of the device, units of macOS on the first.
    @Test(arguments: [true, false]) func playsOneChannel(isRemote: Bool) throws {
        let remote = DeviceUnit.Kind(choosesDevice: false, convertsInput: true, hasVolume: false)
        let client = try isRemote ? client(DeviceUnit.remote, remote) : defaultOutput()
        try client.setFormat(.float32(sampleRate: 48_000, channels: 1, interleaved: false), kAudioUnitScope_Input)
        try client.feed(Feed(constants: [1]))
        let map = try client.get(kAudioOutputUnitProperty_ChannelMap, as: (Int32, Int32).self)
        #expect(map.0 == 0 && map.1 == (isRemote ? 0 : -1))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        let samples = advance { !played($0).isEmpty }
        try client.unit.stop()
        #expect(samples.suffix(2) == (isRemote ? [1, 1] : [1, 0]))
    }

    /// A map that was set for other channels than the client and the device have now.
    @Test func aMapMayOutliveItsChannels() throws {
        let client = try client()
        try client.set(kAudioOutputUnitProperty_CurrentDevice, to: try device)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 4, interleaved: false), kAudioUnitScope_Input)
        try client.set(kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Input, to: (Int32(0), Int32(3)))
        try client.feed(Feed(constants: [1, 2, 3, 4]))
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        #expect(advance { !played($0).isEmpty }.suffix(2) == [1, 4])
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let samples = advance { $0.suffix(2).first == 1 && $0.suffix(2).last == 0 }
        try client.unit.stop()
        // The fourth channel is not there any more.
        #expect(samples.suffix(2) == [1, 0])
    }

    /// A start time that has not come yet outlives a change for which the unit stops.
    @Test func aStartTimeOutlivesAChange() throws {
        let client = try defaultOutput()
        let stereo = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)
        try client.setFormat(stereo, kAudioUnitScope_Input)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        var start = AudioOutputUnitStartAtTimeParams()
        start.mTimestamp.mFlags = .hostTimeValid
        // 24,000 frames from now.
        start.mTimestamp.mHostTime = server.hostTime + 500_000_000
        try client.set(kAudioOutputUnitProperty_StartTime, to: start)
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        var samples = advance(512)
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: 1, interleaved: false), kAudioUnitScope_Input)
        samples += advance { !played($0).isEmpty }
        try client.unit.stop()
        let first = samples.count / 2 - played(samples).count
        #expect((23_000...24_600).contains(first))
    }

    /// A unit that follows the default device goes on there, and its client is told.
    @Test func followsTheDefaultDevice() throws {
        func devices(_ first: String) -> [DeviceDescription] {
            ["one", "two"].map { DeviceDescription(id: $0, name: $0, direction: .output, isDefault: $0 == first) }
        }
        server.setDevices(devices("one"))
        let (client, notes) = (try defaultOutput(), Notes())
        notes.listen(to: client.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioOutputUnitProperty_IsRunning)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        let first: UInt32 = try client.get(kAudioOutputUnitProperty_CurrentDevice)
        server.setDevices(devices("two"))
        #expect(eventually { notes.properties.count == 2 })
        #expect(try client.get(kAudioOutputUnitProperty_CurrentDevice, as: UInt32.self) != first)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        let calls = feed.calls.count
        #expect(
            eventually {
                _ = server.advance(512)
                return feed.calls.count > calls
            })
        try client.unit.stop()
    }

    @Test func answersOfTheUnit() throws {
        let client = try client()
        #expect(try client.get(kAudioOutputUnitProperty_CurrentDevice, 0, 1, as: UInt32.self) == device)
        let hasIO = kAudioOutputUnitProperty_HasIO
        #expect(try client.get(hasIO, as: UInt32.self) == 1 && client.get(hasIO, 0, 1, as: UInt32.self) == 1)
        #expect(status { try client.set(hasIO, to: UInt32(0)) } == -10865)
        #expect(try client.get(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, as: UInt32.self) == 1)
        #expect(try client.get(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, as: UInt32.self) == 0)
        #expect(try client.unit.format(kAudioUnitScope_Output, 0) == .float32(sampleRate: 48_000, channels: 2))
        let other = StreamFormat.float32(sampleRate: 44_100, channels: 2)
        #expect(status { try client.setFormat(other, kAudioUnitScope_Output, 0) } == -10865)
        let frames = AudioUnitPropertyID(kAudioDevicePropertyBufferFrameSize)
        try client.set(frames, to: UInt32(256))
        #expect(try client.get(frames, kAudioUnitScope_Output, as: UInt32.self) == 256)
        #expect(status { try client.set(kAudioOutputUnitProperty_CurrentDevice, to: UInt32(9999)) } == -10851)
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, to: UInt32(0))
        #expect(status { try client.unit.initialize() } == -10851)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Output, 1, to: UInt32(512))
    }
}

/// An input callback that renders what the device has brought.
private final class Heard: @unchecked Sendable {
    let client: Unmanaged<Client>
    var samples: [Float] = []
    var statuses: [Int32] = []

    init(_ client: Client) { self.client = .passUnretained(client) }

    private static let function: RenderCallback = { context, flags, time, bus, frames, list in
        let heard = Unmanaged<Heard>.fromOpaque(context!).takeUnretainedValue()
        return Sanitizer.ignore { () -> Int32 in
            let buffers = BufferList.allocate(count: 2)
            defer { buffers.deallocate() }
            let client = heard.client.takeUnretainedValue()
            let status = client.instance.render(flags, time, bus: bus, frames: frames, buffers.list)
            heard.statuses.append(list == nil && bus == 1 ? status : -1)
            guard status == 0, let left = buffers.samples(0) else { return status }
            heard.samples += UnsafeBufferPointer(start: left, count: Int(frames))
            return 0
        }
    }

    var callback: (UInt, UInt) {
        (unsafeBitCast(Self.function, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }
}
