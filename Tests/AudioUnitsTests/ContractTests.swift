import AudioCore
import AudioFiles
import AudioUnits
import CAudioToolbox
import Testing

/// The order of a render's checks, its notifications, the rule of equal times, and how properties answer.
@Suite struct ContractTests {
    private func converter(_ feed: Feed? = nil) throws -> Client {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 2)
        if let feed { try client.feed(feed) }
        return client
    }

    private func list(_ sizes: [Int]) -> (BufferList, [[Float]]) {
        let list = BufferList.allocate(count: sizes.count)
        return (list, sizes.map { Array(repeating: 9, count: $0) })
    }

    @Test func judgesARenderInOrder() throws {
        let client = try converter(Feed(constants: [1, 2]))
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        var flags: UInt32 = 0
        #expect(client.render(&flags, 0, 7, 9999, list) == -10867)
        try client.unit.initialize()
        #expect(client.render(&flags, 0, 7, 9999, list) == -10874)
        #expect(client.render(&flags, 0, 7, 512, list) == -10877)
        list.list.pointee.mNumberBuffers = 1
        #expect(client.render(&flags, 0, 0, 512, list) == -50)
        list.list.pointee.mNumberBuffers = 2
        var (left, right) = ([Float](repeating: 9, count: 16), [Float](repeating: 9, count: 16))
        left.withUnsafeMutableBytes { left in
            right.withUnsafeMutableBytes { right in
                list.buffers[0].mData = left.baseAddress
                list.buffers[1].mData = right.baseAddress
                list.setSizes(15 * 4)
                #expect(client.render(&flags, 0, 0, 16, list) == -50)
                // A larger one is cut to the exact size.
                list.setSizes(16 * 4)
                #expect(client.render(&flags, 0, 0, 8, list) == 0)
            }
        }
        #expect(list.buffers[0].mDataByteSize == 32 && list.buffers[1].mDataByteSize == 32)
        #expect(left == Array(repeating: 1, count: 8) + Array(repeating: 9, count: 8))
        #expect(right[..<8].allSatisfy { $0 == 2 })
        #expect(try client.get(kAudioUnitProperty_LastRenderError, as: Int32.self) == -10867)
        #expect(try client.get(kAudioUnitProperty_LastRenderError, as: Int32.self) == 0)
    }

    @Test func anInputWithoutASourceIsAnError() throws {
        let client = try converter()
        try client.unit.initialize()
        #expect(status { _ = try client.render(64) } == -10876)
    }

    @Test func lendsItsMemory() throws {
        let client = try converter(Feed { _, frame in Float(frame) })
        try client.unit.initialize()
        #expect(try client.render(4) == [[0, 1, 2, 3], [0, 1, 2, 3]])
    }

    @Test func sameTimeIsRenderedOnce() throws {
        let feed = Feed { _, frame in Float(frame) }
        let client = try converter(feed)
        try client.unit.initialize()
        let first = try client.render(4, at: 100)
        #expect(try client.render(4, at: 100) == first)
        #expect(feed.calls.count == 1)
        #expect(try client.render(4, at: 7)[0] == [4, 5, 6, 7])
        client.unit.reset()
        #expect(try client.render(4, at: 7)[0] == [8, 9, 10, 11])
        #expect(feed.calls.map(\.time) == [100, 7, 7])
    }

    @Test func notifiesBeforeAndAfter() throws {
        let (client, notes) = (try converter(Feed(constants: [0])), Notes())
        client.unit.addNotify(Notes.onRender, notes.context)
        client.unit.addNotify(Notes.onRender, notes.context)
        var flags: UInt32 = 0
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        _ = client.render(&flags, 0, 0, 64, list)
        #expect(notes.renders == [.init(flags: 8 | 256, bus: 0, frames: 64)])
        try client.unit.initialize()
        notes.renders = []
        #expect(client.render(&flags, 0, 0, 64, list) == 0)
        #expect(notes.renders == [.init(flags: 4, bus: 0, frames: 64), .init(flags: 8, bus: 0, frames: 64)])
        #expect(flags == 0)
        client.unit.removeNotify(Notes.onRender, notes.context)
        _ = client.render(&flags, 64, 0, 64, list)
        #expect(notes.renders.count == 2)
    }

    @Test func theSourcesErrorEndsTheCycle() throws {
        let (feed, notes) = (Feed(constants: [1]), Notes())
        let client = try converter(feed)
        notes.listen(to: client.unit, kAudioUnitProperty_LastRenderError)
        client.unit.addNotify(Notes.onRender, notes.context)
        try client.unit.initialize()
        feed.status = -777
        #expect(status { _ = try client.render(8) } == -777)
        #expect(status { _ = try client.render(8, at: 8) } == -777)
        #expect(notes.properties.count == 1)
        #expect(notes.renders.map(\.flags) == [4, 8 | 256, 4, 8 | 256])
        #expect(try client.get(kAudioUnitProperty_LastRenderError, as: Int32.self) == -777)
    }

    @Test func theLastSourceWins() throws {
        let (one, two) = (Feed(constants: [1]), Feed(constants: [2]))
        let source = try converter(two)
        let client = try converter(one)
        try source.unit.initialize()
        try client.unit.initialize()
        #expect(try client.render(2)[0] == [1, 1])
        try client.connect(to: source)
        #expect(try client.render(2, at: 2)[0] == [2, 2])
        // The format is the source's now, and cannot be set.
        let other = StreamFormat.float32(sampleRate: 44_100, channels: 2)
        #expect(status { try client.setFormat(other, kAudioUnitScope_Input) } == -10865)
        try client.feed(one)
        #expect(try client.render(2, at: 4)[0] == [1, 1])
        try client.unit.set(UnitRequest(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input))
        #expect(status { _ = try client.render(2, at: 6) } == -10876)
    }

    @Test func connectingCopiesTheFormat() throws {
        let (source, client) = (try converter(Feed(constants: [3, 4])), try converter())
        try source.setFormat(.int16(sampleRate: 32_000, channels: 1), kAudioUnitScope_Output)
        try client.connect(to: source)
        #expect(try client.unit.format(kAudioUnitScope_Input, 0) == .int16(sampleRate: 32_000, channels: 1))
    }

    @Test func answersOfProperties() throws {
        let client = try converter()
        let unit = client.unit
        #expect(status { _ = try unit.value(UnitRequest(9999)) } == -10879)
        #expect(status { _ = try unit.value(UnitRequest(kAudioUnitProperty_StreamFormat, 1, 4)) } == -10877)
        #expect(status { _ = try unit.value(UnitRequest(kAudioUnitProperty_StreamFormat, 5, 0)) } == -10866)
        #expect(status { _ = try unit.value(UnitRequest(kAudioUnitProperty_Latency, 1, 0)) } == -10866)
        #expect(status { _ = try unit.value(UnitRequest(kAudioUnitProperty_ElementName, 1, 0)) } == -10850)
        #expect(status { _ = try unit.value(UnitRequest(kAudioUnitProperty_AudioChannelLayout, 2)) } == -10850)
        #expect(status { try client.set(kAudioUnitProperty_Latency, to: 1.0) } == -10865)
        #expect(status { try client.set(kAudioUnitProperty_ElementCount, 1, to: UInt32(3)) } == -10865)
        #expect(try client.get(kAudioUnitProperty_MaximumFramesPerSlice, as: UInt32.self) == 1156)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(4096))
        try unit.initialize()
        #expect(status { try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: UInt32(512)) } == -10849)
        #expect(try client.get(kAudioUnitProperty_SampleRate, kAudioUnitScope_Input, as: Double.self) == 48_000)
        let name = Array("x".utf8)
        #expect(name.count == 1)
        #expect(status { _ = try client.set(kAudioUnitProperty_StreamFormat, 1, to: UInt32(1)) } == -10851)
    }

    @Test func listenersHearAllScopes() throws {
        let (client, notes) = (try converter(), Notes())
        notes.listen(to: client.unit, kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate)
        // A listener may ask: no lock is held.
        notes.onProperty = { _ = try? client.unit.format(kAudioUnitScope_Input, 0) }
        try client.setFormat(.float32(sampleRate: 96_000, channels: 2), kAudioUnitScope_Input)
        #expect(
            notes.properties == [
                .init(id: kAudioUnitProperty_StreamFormat, scope: 1, element: 0),
                .init(id: kAudioUnitProperty_SampleRate, scope: 1, element: 0),
            ])
        client.unit.removeListener(kAudioUnitProperty_SampleRate, Notes.onProperty, notes.context)
        try client.set(kAudioUnitProperty_SampleRate, kAudioUnitScope_Input, to: 8000.0)
        #expect(notes.properties.count == 3)
    }

    @Test func presetsNeedANumberOrAName() throws {
        let client = try converter()
        #expect(status { try client.set(kAudioUnitProperty_PresentPreset, to: (Int64(0), UInt(0))) } == -10851)
        #expect(
            status { try client.set(kAudioUnitProperty_PresentPreset, to: (Int64(0xFFFF_FFFF), UInt(0))) } == -10851)
        guard case .preset(let preset) = try client.unit.value(UnitRequest(kAudioUnitProperty_PresentPreset)) else {
            Issue.record("no preset")
            return
        }
        #expect(preset == UnitPreset(number: -1, name: "Untitled"))
    }

    @Test func classInfoOfAnotherUnitIsRefused() throws {
        let client = try converter()
        var info = client.unit.classInfo
        #expect(info.subtype == FourCC("conv").rawValue && info.name == "Untitled")
        info.name = "mine"
        try client.unit.restore(info)
        #expect(client.unit.classInfo.name == "mine")
        info.subtype += 1
        #expect(status { try client.unit.restore(info) } == -10851)
    }
}
