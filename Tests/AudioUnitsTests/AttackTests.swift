import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CAudioToolbox
import CCoreAudio
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// What careless clients do. Nothing of it ends the process, hangs, or uses what has been freed.
@Suite(.mustEnd) struct AttackTests {
    private let server = ManualServer()
    private let system: HardwareSystem

    init() {
        let server = self.server
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func output(_ change: (inout DeviceUnit.Kind) -> Void = { _ in }) throws -> Client {
        let system = self.system
        var kind = DeviceUnit.Kind(records: false, choosesDevice: false)
        change(&kind)
        let (made, choice) = (DeviceUnit.hal, kind)
        var blueprint = UnitBlueprint(made.type, made.subtype, made.name) { DeviceUnit($0, choice, system: system) }
        (blueprint.inputs, blueprint.outputs, blueprint.parameters) = (made.inputs, made.outputs, made.parameters)
        return try Client(blueprint)
    }

    // MARK: Sources

    @Test func aUnitThatIsItsOwnSourceEndsWithAnError() throws {
        let converter = try Client(ConverterUnit.converter)
        try converter.setFormats(channels: 2)
        try converter.connect(to: converter)
        try converter.unit.initialize()
        #expect(status { _ = try converter.render(64) } == -10863)
        // And again: nothing stays claimed.
        #expect(status { _ = try converter.render(64, at: 64) } == -10863)
        try converter.feed(Feed(constants: [1]))
        #expect(try converter.render(64, at: 128)[0] == Array(repeating: 1, count: 64))
    }

    @Test func unitsInACircleEndWithAnError() throws {
        let units = try (0..<3).map { _ in try Client(ConverterUnit.converter) }
        for unit in units { try unit.setFormats(channels: 1) }
        for index in units.indices {
            try units[index].connect(to: units[(index + 1) % 3])
            try units[index].unit.initialize()
        }
        for unit in units { #expect(status { _ = try unit.render(64) } == -10863) }
        for unit in units { try unit.unit.setSource(nil, 0) }
    }

    /// A callback that renders the unit that asks it.
    @Test func aCallbackThatRendersItsUnitGetsAnError() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 1)
        let feed = Feed(constants: [1])
        nonisolated(unsafe) var inner: Int32 = 0
        feed.body = { _ in inner = status { _ = try client.render(16, at: 1000) } }
        try client.feed(feed)
        try client.unit.initialize()
        _ = try client.render(16)
        #expect(inner == -10863)
        feed.body = nil
    }

    /// A callback uninitializes, initializes and disposes of the unit that asks it.
    @Test func aCallbackChangesItsUnit() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 1)
        let feed = Feed(constants: [1])
        feed.body = { _ in
            client.unit.uninitialize()
            try? client.unit.setSource(nil, 0)
            try? client.unit.initialize()
        }
        try client.feed(feed)
        try client.unit.initialize()
        #expect(try client.render(16)[0] == Array(repeating: 1, count: 16))
        #expect(status { _ = try client.render(16, at: 16) } == -10876)
        feed.body = { _ in try? ComponentInstance.dispose(client.reference.pointer) }
        try client.feed(feed)
        #expect(try client.render(16, at: 32)[0] == Array(repeating: 1, count: 16))
        #expect(status { _ = try client.render(16, at: 48) } == -10867)
        feed.body = nil
    }

    /// Each render gives the source's silence or says that there is no source, and what comes after is heard.
    @Test func aSourceIsDisposedOfWhileItIsRendered() async throws {
        let sink = try Client(ConverterUnit.converter)
        try sink.setFormats(channels: 2)
        try sink.unit.initialize()
        let (isDone, constant, given) = (LockedValue(false), Constant(), LockedValue<Set<Int32>>([]))
        let renderer = Task.detached {
            var time = 0.0
            while !isDone.withLock({ $0 }) {
                let outcome = status {
                    let silence = try sink.render(64, at: time)
                    #expect(silence == [Array(repeating: 0, count: 64), Array(repeating: 0, count: 64)])
                }
                given.withLock { _ = $0.insert(outcome) }
                time += 64
            }
        }
        for _ in 0..<200 {
            let source = try Client(ConverterUnit.converter)
            try source.setFormats(channels: 2)
            try source.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, to: constant.callback)
            try source.unit.initialize()
            try sink.connect(to: source)
            try ComponentInstance.dispose(source.reference.pointer)
        }
        isDone.withLock { $0 = true }
        await renderer.value
        #expect(given.withLock { $0 }.isSubset(of: [0, kAudioUnitErr_NoConnection, kAudioUnitErr_Uninitialized]))
        // The sink is still connected to the last source, which is gone.
        #expect(status { _ = try sink.render(64, at: 1e6) } == kAudioUnitErr_Uninitialized)
        try sink.feed(Feed(constants: [1, 2]))
        #expect(try sink.render(2, at: 2e6) == [[1, 1], [2, 2]])
    }

    /// What an input has from a unit of ours is the input's own, so that it outlives the unit.
    @Test func anInputKeepsWhatItsSourceGave() throws {
        let (sink, source) = (try Client(ConverterUnit.converter), try Client(ConverterUnit.converter))
        for client in [sink, source] { try client.setFormats(channels: 2) }
        try source.feed(Feed(constants: [1, 2]))
        try sink.connect(to: source)
        for client in [sink, source] { try client.unit.initialize() }
        #expect(try sink.render(8) == [Array(repeating: 1, count: 8), Array(repeating: 2, count: 8)])
        let plan = try #require(sink.unit.state.withLock { $0.plan })
        let input = plan.inputs[0]
        for index in 0..<2 { #expect(input.list.buffers[index].mData == input.place(index)) }
    }

    /// A list whose first buffer has no memory gets all of it from the unit, whatever the others say.
    @Test func aListWithoutItsFirstBufferIsLentAll() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 2)
        try client.feed(Feed(constants: [1, 2]))
        try client.unit.initialize()
        var short: [Float] = [7, 7]
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        short.withUnsafeMutableBytes { bytes in
            list.buffers[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 4, mData: bytes.baseAddress)
            var flags: UInt32 = 0
            #expect(client.render(&flags, 0, 0, 16, list) == 0)
            #expect(list.buffers[1].mData != bytes.baseAddress && list.samples(1)?[15] == 2)
        }
        #expect(short == [7, 7])
    }

    /// A format that a client sets while the plan is made does not make the kernel wider than the plan.
    @Test func aPlanAndItsKernelHaveTheSameFormats() throws {
        let client = try output { ($0.records, $0.choosesDevice) = (true, true) }
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        let formats = [1, 2].map { StreamFormat.float32(sampleRate: 48_000, channels: $0, interleaved: false) }
        try client.setFormat(formats[0], kAudioUnitScope_Output, 1)
        let before = client.unit.state.withLock { $0 }
        try client.setFormat(formats[1], kAudioUnitScope_Output, 1)
        let completed = client.unit.completed(before)
        #expect(completed.outputs[1].format == formats[0])
        let kernel = try client.unit.makeKernel(completed, RenderParameters([], keeping: []))
        #expect((kernel as? DeviceKernel)?.recorded?.bufferCount == 1)
    }

    // MARK: Sizes

    @Test func refusesWhatWouldTakeTooMuchMemory() throws {
        let client = try Client(ConverterUnit.converter)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(1 << 20))
        var wide = StreamFormat.float32(sampleRate: 48_000, channels: 1 << 14)
        wide.sampleRate = 48_000
        if status({ try client.setFormat(wide, kAudioUnitScope_Input) }) == 0 {
            #expect(status { try client.unit.initialize() } == -10875)
        }
        let mixer = try Client(MultiChannelMixerUnit.mixer)
        try mixer.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(1024))
        try mixer.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(1 << 20))
        #expect(status { try mixer.unit.initialize() } == -10875)
    }

    @Test(arguments: [1e-300, 1e300, 1e9, 0.001]) func refusesRatesThatAreTooFarApart(rate: Double) throws {
        let client = try Client(ConverterUnit.converter)
        let format = StreamFormat.float32(sampleRate: rate, channels: 1, interleaved: false)
        #expect(status { try client.setFormat(format, kAudioUnitScope_Input) } == -10868)
        let recorder = try output { ($0.records, $0.convertsInput) = (true, true) }
        try recorder.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        #expect(status { try recorder.setFormat(format, kAudioUnitScope_Output, 1) } == -10868)
    }

    @Test(arguments: [1.0, 768_000]) func refusesToConvertRatesThatAreTooFarApart(rate: Double) throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormat(.float32(sampleRate: rate, channels: 1, interleaved: false), kAudioUnitScope_Input)
        let other = rate == 1 ? 768_000.0 : 1
        try client.setFormat(.float32(sampleRate: other, channels: 1, interleaved: false), kAudioUnitScope_Output)
        #expect(status { try client.unit.initialize() } == -10868)
    }

    /// The lines of delays count, too.
    @Test func refusesDelaysThatTakeTooMuchMemory() throws {
        for blueprint in [DelayUnit.delay, SampleDelayUnit.delay, LimiterUnit.limiter] {
            let client = try Client(blueprint)
            try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(16))
            let format = StreamFormat.float32(sampleRate: 768_000, channels: 4096, interleaved: false)
            guard status({ try client.setFormat(format, kAudioUnitScope_Input) }) == 0 else { continue }
            try client.setFormat(format, kAudioUnitScope_Output)
            #expect(status { try client.unit.initialize() } == -10875)
        }
    }

    // MARK: Parameters

    @Test func textsOfValuesThatAreNoIndices() throws {
        let client = try Client(GraphicEqualizerUnit.equalizer)
        let spec = try #require(client.unit.spec(GraphicEqualizerUnit.bandCount, kAudioUnitScope_Global))
        for value in [Float.nan, .infinity, -.infinity, 1e30, -1e30, -1] {
            #expect(!spec.valueNames.contains(client.unit.text(of: value, spec)))
        }
        #expect(client.unit.text(of: 1, spec) == "31 Bands")
    }

    /// A value that is set before its parameter exists is in its range when it does.
    @Test func valuesOfLaterBandsAreInTheirRange() throws {
        let client = try Client(BandEqualizerUnit.equalizer)
        try client.setFormats(channels: 1)
        for (id, value) in [(UInt32(1001), Float(0)), (2001, 1e30), (3001, 1e30), (4001, -1e30)] {
            try client.setParameter(id, value)
        }
        try client.set(kAUNBandEQProperty_NumberOfBands, to: UInt32(2))
        #expect(try client.unit.parameter(2001, kAudioUnitScope_Global, 0) == 10)
        #expect(try client.unit.parameter(3001, kAudioUnitScope_Global, 0) == 24_000)
        _ = try client.unit.value(UnitRequest(kAUNBandEQProperty_BiquadCoefficients))
        try client.feed(Feed { _, frame in frame == 0 ? 1 : 0 })
        try client.unit.initialize()
        #expect(try client.renderAll(1024)[0].allSatisfy(\.isFinite))
        // A lower rate has lower frequencies.
        client.unit.uninitialize()
        try client.setFormats(rate: 8000, channels: 1)
        #expect(try client.unit.parameter(3001, kAudioUnitScope_Global, 0) == 4000)
        try client.unit.initialize()
        #expect(try client.render(64)[0].allSatisfy(\.isFinite))
    }

    /// An initialization that meets a disposal does not bring the unit back.
    @Test func aUnitThatIsDisposedOfStaysSo() async throws {
        for _ in 0..<50 {
            let client = try Client(ConverterUnit.converter)
            try client.setFormats(channels: 1)
            try client.unit.initialize()
            let other = Task.detached { for _ in 0..<20 { try? client.unit.initialize() } }
            try ComponentInstance.dispose(client.reference.pointer)
            await other.value
            #expect(!client.unit.state.withLock { $0.isInitialized })
            #expect(status { _ = try client.render(16) } == -10867)
        }
    }

    /// The same where the disposal itself leads to it.
    @Test func freeingAPlanDoesNotBringItsUnitBack() throws {
        let client = try Client(UnitBlueprint("aufx", "back", "Tests: back") { RevivedUnit($0) })
        try client.unit.initialize()
        try ComponentInstance.dispose(client.reference.pointer)
        #expect(!client.unit.state.withLock { $0.isInitialized })
    }

    /// A format that the unit cannot have while it is initialized leaves it as it was.
    @Test func aRefusedFormatIsNotKept() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 1)
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        let other = StreamFormat.float32(sampleRate: 1, channels: 1, interleaved: false)
        #expect(status { try client.setFormat(other, kAudioUnitScope_Input) } == -10868)
        #expect(try client.unit.format(kAudioUnitScope_Input, 0).sampleRate == 48_000)
        #expect(try client.render(16)[0] == Array(repeating: 1, count: 16))
    }

    /// No property but the host's callbacks, which may be any number, takes fewer bytes than its type has; and a unit that was
    /// offered them has the formats it had.
    @Test func aShortFieldIsRefusedEverywhere() throws {
        let clients = [
            try Client(ConverterUnit.converter), try Client(MultiChannelMixerUnit.mixer),
            try output { ($0.records, $0.choosesDevice) = (true, true) },
        ]
        let selectors = Array(UInt32(0)...80) + Array(2000...2012) + Array(3000...3020)
        for client in clients {
            let format = try client.unit.format(kAudioUnitScope_Output, 0)
            for id in selectors {
                for size in [1, 3, 5, 7] {
                    for scope in UInt32(0)...4 {
                        for element in [UInt32(0), 1, .max] {
                            let bytes = [UInt8](repeating: 1, count: size)
                            let outcome = bytes.withUnsafeBytes { bytes in
                                status { try client.unit.set(UnitRequest(id, scope, element, input: bytes)) }
                            }
                            let mayBeShort = size > 4 || id == UInt32(kAudioUnitProperty_HostCallbacks)
                            #expect(
                                mayBeShort || outcome != 0,
                                "property \(id), scope \(scope), element \(element), \(size) bytes")
                            _ = status { _ = try client.unit.value(UnitRequest(id, scope, element)) }
                            _ = status { _ = try client.unit.info(UnitRequest(id, scope, element)) }
                        }
                    }
                }
            }
            #expect(try client.unit.format(kAudioUnitScope_Output, 0) == format)
            _ = status { try client.unit.initialize() }
            client.unit.uninitialize()
        }
    }

    /// In place, with more frames than a converter takes at a time.
    @Test func processesEachFrameOnce() throws {
        let client = try Client(ConverterUnit.converter)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(20_000))
        let format = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)
        try client.setFormat(format, kAudioUnitScope_Input)
        try client.setFormat(format, kAudioUnitScope_Output)
        try client.set(kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, to: (Int32(1), Int32(0)))
        try client.unit.initialize()
        var samples = [(0..<20_000).map { Float($0) }, (0..<20_000).map { -Float($0) }]
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        for index in 0..<2 {
            samples[index].withUnsafeMutableBytes {
                list.buffers[index] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: 80_000, mData: $0.baseAddress)
            }
        }
        var (flags, stamp) = (UInt32(0), AudioTimeStamp())
        stamp.mFlags = .sampleTimeValid
        #expect(client.instance.process(&flags, &stamp, frames: 20_000, list.list) == 0)
        #expect(list.samples(1)![19_999] == 19_999 && list.samples(0)![12_345] == -12_345)
        withExtendedLifetime(samples) {}
    }

    // MARK: Threads

    /// Everything at once, on a converter.
    @Test func manyThreadsChangeOneUnit() async throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 2)
        let feeds = (0..<4).map { _ in Constant() }
        let formats = [44_100.0, 48_000].map { StreamFormat.float32(sampleRate: $0, channels: 2, interleaved: false) }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for turn in 0..<80 {
                        switch (worker + turn) % 7 {
                        case 0: _ = status { try client.unit.initialize() }
                        case 1: client.unit.uninitialize()
                        case 2:
                            _ = status {
                                try client.set(
                                    kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input,
                                    to: feeds[worker].callback)
                            }
                        case 3: client.unit.reset()
                        case 4: _ = status { try client.setFormat(formats[turn % 2], kAudioUnitScope_Input) }
                        default: _ = status { _ = try client.render(32, at: Double(turn * 32 + worker)) }
                        }
                    }
                }
            }
        }
        try ComponentInstance.dispose(client.reference.pointer)
        #expect(status { _ = try client.render(32) } == -10867)
        withExtendedLifetime(feeds) {}
    }

    /// Starts, stops, initializations and changes of the callback while the device runs, and a disposal among them.
    @Test func manyThreadsChangeARunningOutput() async throws {
        for _ in 0..<8 {
            let (client, constant) = (try output(), Constant())
            let format = StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)
            try client.setFormat(format, kAudioUnitScope_Input)
            try client.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, to: constant.callback)
            let server = self.server
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for _ in 0..<50 { _ = server.advance(512) } }
                for worker in 0..<3 {
                    group.addTask {
                        for turn in 0..<25 {
                            switch (worker + turn) % 5 {
                            case 0: _ = status { try client.unit.initialize() }
                            case 1, 2: _ = status { try client.unit.start() }
                            case 3: _ = status { try client.unit.stop() }
                            default: client.unit.uninitialize()
                            }
                            if worker == 0, turn == 20 { try? ComponentInstance.dispose(client.reference.pointer) }
                        }
                    }
                }
            }
            #expect(status { try client.unit.initialize() } == 0)
            #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 0)
            withExtendedLifetime(constant) {}
        }
    }

    /// A stop that meets a change which the unit pauses for, is not undone by its end.
    @Test func aStopDuringAPauseHolds() throws {
        let (client, constant, notes) = (try output(), Constant(), Notes())
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        try client.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, to: constant.callback)
        try client.unit.initialize()
        try client.unit.start()
        let unit = try #require(client.unit as? DeviceUnit)
        notes.listen(to: unit, kAudioOutputUnitProperty_IsRunning)
        let first = try #require(unit.pause())
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        try unit.resume(first)
        #expect(notes.properties.isEmpty)
        let second = try #require(unit.pause())
        try client.unit.stop()
        #expect(notes.properties.count == 1)
        try unit.resume(second)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 0)
        // One that cannot resume has stopped, and its listeners hear of it.
        try client.unit.start()
        let third = try #require(unit.pause())
        notes.properties = []
        client.unit.state.withLock { $0.plan = nil }
        #expect(status { try unit.resume(third) } == -10867)
        #expect(notes.properties.count == 1)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 0)
        withExtendedLifetime(constant) {}
    }

    /// A stop on another thread, after one in the callback, returns when the callback has ended.
    @Test func aSecondStopWaitsForTheCallback() throws {
        let (client, server) = (try output(), self.server)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let (hasStopped, hasEnded) = (LockedValue(false), LockedValue(false))
        let feed = Feed(constants: [1])
        feed.body = { _ in
            try? client.unit.stop()
            hasStopped.withLock { $0 = true }
            usleep(50_000)
            hasEnded.withLock { $0 = true }
        }
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        // A thread of its own: tasks wait for other tests where all of those block.
        let device = try AudioCore.Thread(name: "test-device") {
            for _ in 0..<10_000 where !hasStopped.withLock({ $0 }) {
                _ = server.advance(512)
                usleep(1000)
            }
        }
        #expect(eventually { hasStopped.withLock { $0 } })
        client.unit.uninitialize()
        #expect(hasEnded.withLock { $0 })
        device.join()
        feed.body = nil
    }

    // MARK: Devices

    /// Where the default output has a microphone of its own, the default input records.
    @Test func theDefaultInputRecords() throws {
        server.setDevices([
            DeviceDescription(id: "headset", name: "Headset", direction: .output, isDefault: true),
            DeviceDescription(id: "headset", name: "Headset", direction: .input, isDefault: false),
            DeviceDescription(id: "microphone", name: "Microphone", direction: .input, isDefault: true),
        ])
        let client = try output { ($0.records, $0.choosesDevice) = (true, false) }
        try client.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, to: UInt32(1))
        try client.unit.initialize()
        try client.unit.start()
        let unit = try #require(client.unit as? DeviceUnit)
        let aggregate = try #require(unit.running.withLock { $0.run?.aggregate })
        let address = AudioObjectPropertyAddress(
            mSelector: AudioObjectPropertySelector(kAudioAggregateDevicePropertyMainSubDevice),
            mScope: AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal), mElement: 0)
        guard case .text(let main) = try system.value(aggregate, HardwareRequest(address)) else {
            Issue.record("the aggregate has no main part")
            return
        }
        #expect(main.contains("microphone"))
        try client.unit.stop()
    }

    /// Slices that are shorter than the device's cycle lose nothing.
    @Test func slicesAreNoLongerThanTheirMaximum() throws {
        let client = try output()
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(100))
        let feed = Feed { _, frame in Float(frame + 1) }
        try client.feed(feed)
        try client.unit.initialize()
        try client.unit.start()
        #expect(eventually { server.runningStreams > 0 })
        var left: [Float] = []
        _ = eventually {
            let samples = server.advance(512)
            left += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            left = Array(left.drop { $0 == 0 })
            return left.count >= 1024
        }
        try client.unit.stop()
        #expect(left.count >= 1024 && feed.calls.allSatisfy { $0.frames <= 100 })
        for (one, next) in zip(left, left.dropFirst()) { #expect(next == one + 1) }
    }

    /// A device that changes its rate while the unit plays: the unit goes on at the new one.
    @Test func followsTheDevicesRate() throws {
        let client = try output { $0.choosesDevice = true }
        let notes = Notes()
        notes.listen(to: client.unit, kAudioUnitProperty_StreamFormat)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        let constant = Constant()
        try client.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, to: constant.callback)
        try client.unit.initialize()
        try client.unit.start()
        notes.properties = []
        try client.set(AudioUnitPropertyID(kAudioDevicePropertyNominalSampleRate), to: 44_100.0)
        #expect(eventually { !notes.properties.isEmpty })
        #expect(try client.unit.format(kAudioUnitScope_Output, 0).sampleRate == 44_100)
        let plan = try #require(client.unit.state.withLock { $0.plan })
        #expect(plan.outputs[0].format.sampleRate == 44_100)
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        try client.unit.stop()
    }

    /// A device whose cycle grows makes slices grow, and listeners hear of both.
    @Test func slicesGrowWithTheDevicesCycle() throws {
        let client = try output { $0.choosesDevice = true }
        let notes = Notes()
        let frames = AudioUnitPropertyID(kAudioDevicePropertyBufferFrameSize)
        notes.listen(to: client.unit, frames, kAudioUnitProperty_MaximumFramesPerSlice)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(64))
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        try client.set(frames, to: UInt32(256))
        #expect(try client.get(kAudioUnitProperty_MaximumFramesPerSlice, as: UInt32.self) == 256)
        #expect(eventually { Set(notes.properties.map(\.id)) == [frames, kAudioUnitProperty_MaximumFramesPerSlice] })
        // Of the device, and of the side that plays.
        let heard = { notes.properties.filter { $0.id == frames } }
        #expect(eventually { heard().count == 2 })
        #expect(heard().map(\.scope) == [kAudioUnitScope_Global, kAudioUnitScope_Input])
        #expect(heard().allSatisfy { $0.element == 0 })
        client.unit.removeListener(frames, Notes.onProperty, notes.context)
        #expect((client.unit as? DeviceUnit)?.forwarded.withLock { $0.ids } == [])
    }
}

/// A callback without state of its own.
private final class Constant: Sendable {
    private static let function: RenderCallback = { _, _, _, _, frames, list in
        guard let list else { return 0 }
        for index in 0..<BufferList(list).count {
            let buffer = BufferList(list).buffers[index]
            buffer.mData?.initializeMemory(as: UInt8.self, repeating: 0, count: Int(buffer.mDataByteSize))
        }
        return 0
    }

    var callback: (UInt, UInt) { (unsafeBitCast(Self.function, to: UInt.self), 0) }
}

/// A unit whose kernel initializes it again when it is freed.
private final class RevivedUnit: Unit, @unchecked Sendable {
    private final class Reviver: Kernel, @unchecked Sendable {
        private let unit: Unit
        init(_ unit: Unit) { self.unit = unit }
        deinit { try? unit.initialize() }
    }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        Reviver(self)
    }
}
