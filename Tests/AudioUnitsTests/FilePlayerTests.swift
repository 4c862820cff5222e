import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// A region with a completion procedure that notes what it is called with.
private final class Region: @unchecked Sendable {
    let fields: UnsafeMutablePointer<ScheduledAudioFileRegion>
    let results = LockedValue<[Int32]>([])
    var onCompletion: (() -> Void)?

    init(
        _ file: OpaquePointer, from first: Int64 = 0, frames: UInt32 = .max, loops: UInt32 = 0, at time: Double? = nil,
        host: UInt64? = nil
    ) {
        var stamp = AudioTimeStamp()
        if let host { (stamp.mHostTime, stamp.mFlags) = (host, .hostTimeValid) }
        if let time { (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid) }
        fields = .allocate(capacity: 1)
        fields.initialize(
            to: ScheduledAudioFileRegion(
                mTimeStamp: stamp,
                mCompletionProc: { context, region, result in
                    let own = Unmanaged<Region>.fromOpaque(context!).takeUnretainedValue()
                    // What the player copied.
                    #expect(region.pointee.mStartFrame == own.fields.pointee.mStartFrame)
                    own.results.withLock { $0.append(result) }
                    own.onCompletion?()
                }, mCompletionProcUserData: nil, mAudioFile: file, mLoopCount: loops, mStartFrame: first,
                mFramesToPlay: frames))
        fields.pointee.mCompletionProcUserData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { fields.deallocate() }

    func schedule(_ unit: Unit) throws {
        let bytes = UnsafeRawBufferPointer(start: fields, count: MemoryLayout<ScheduledAudioFileRegion>.size)
        try unit.set(UnitRequest(kAudioUnitProperty_ScheduledFileRegion, input: bytes))
    }

    var calls: [Int32] { results.withLock { $0 } }
}

/// AudioFilePlayer: regions at their times, loops, conversions, and what becomes of the regions.
@Suite(.mustEnd) struct FilePlayerTests {
    private let client: Client
    private let player: FilePlayerUnit
    private let files: Files

    /// Open files in a folder that is removed with them.
    private final class Files {
        private let folder: TemporaryFolder
        private var references: [OpaquePointer] = []
        /// What the player may call until it is disposed of.
        var kept: [Region] = []

        init() throws { folder = try TemporaryFolder() }

        deinit { for reference in references { try? OpenFile.handles.remove(reference).close() } }

        /// A file whose frames count up from 1, as the first channel; each further one is a hundred more.
        func make(_ frames: Int, rate: Double = 48_000, channels: Int = 1) throws -> OpaquePointer {
            let path = "\(folder.path)/\(references.count).caf"
            let format = StreamFormat.float32(sampleRate: rate, channels: channels, interleaved: true)
            let file = try ExtendedFile.create(
                path, type: "caff", format: format, layout: nil, erasing: true, alignsAudioData: false)
            var samples = (0..<frames * channels).map { Float($0 / channels + 1 + $0 % channels * 100) }
            try samples.withUnsafeMutableBytes { bytes in
                let list = BufferList.allocate(count: 1)
                defer { list.deallocate() }
                list.buffers[0] = AudioBuffer(
                    mNumberChannels: UInt32(channels), mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress)
                try file.write(frames, list.list)
            }
            try file.dispose()
            let reference = try OpenFile.handles.insert(OpenFile.open(path, .read, hint: FourCC(0)))
            references.append(reference)
            return reference
        }
    }

    init() throws {
        files = try Files()
        client = try Client(FilePlayerUnit.player)
        try client.setFormats(channels: 2)
        player = try #require(client.unit as? FilePlayerUnit)
    }

    /// Small buffers, so that several are needed, and renders that wait for them.
    private func initialize(frames: UInt32 = 16, offline: Bool = true, maximum: UInt32 = 32) throws {
        try client.set(kAudioUnitProperty_ScheduledFileBufferSizeFrames, to: frames)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: maximum)
        try client.set(kAudioUnitProperty_OfflineRender, to: UInt32(offline ? 1 : 0))
        try player.initialize()
    }

    private func setFiles(_ references: OpaquePointer...) throws {
        try references.withUnsafeBytes { try player.set(UnitRequest(kAudioUnitProperty_ScheduledFileIDs, input: $0)) }
    }

    private func schedule(_ regions: Region...) throws {
        files.kept += regions
        for region in regions { try region.schedule(player) }
    }

    private func start(sample: Double = -1) throws {
        var time = AudioTimeStamp()
        (time.mSampleTime, time.mFlags) = (sample, .sampleTimeValid)
        try client.set(kAudioUnitProperty_ScheduleStartTimeStamp, to: time)
    }

    private func counting(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) } }

    /// A whole file through small buffers; one channel is heard on both.
    @Test func playsAFile() throws {
        let file = try files.make(100)
        try setFiles(file)
        try initialize()
        let region = Region(file)
        try schedule(region)
        #expect(try client.render(4, at: -4)[0] == [0, 0, 0, 0])
        try start()
        let result = try client.renderAll(128, cycle: 32)
        #expect(result[0] == counting(1...100) + Array(repeating: 0, count: 28))
        #expect(result[1] == result[0])
        player.settle()
        #expect(region.calls == [0])
        #expect(try client.get(kAudioUnitProperty_CurrentPlayTime, as: AudioTimeStamp.self).mSampleTime == 128)
    }

    /// Regions of a few frames, more of them in a cycle than the client has buffers.
    @Test func manyShortRegionsPlayWithoutGaps() throws {
        let file = try files.make(960)
        try setFiles(file)
        try initialize(frames: 8192, maximum: 512)
        for index in 0..<60 {
            try schedule(Region(file, from: Int64(index * 16), frames: 16, at: Double(index * 16)))
        }
        try start()
        #expect(try client.renderAll(960, cycle: 480)[0] == counting(1...960))
        player.settle()
        #expect(files.kept.allSatisfy { $0.calls == [0] })
    }

    /// What was primed is there at once, without a render that waits.
    @Test func primingFillsTheBuffers() throws {
        let file = try files.make(100)
        try setFiles(file)
        try initialize(offline: false)
        let region = Region(file)
        try schedule(region)
        try client.set(kAudioUnitProperty_ScheduledFilePrime, to: UInt32(0))
        #expect(region.calls.isEmpty)
        try start()
        #expect(try client.render(32)[0] == counting(1...32))
        player.settle()
        #expect(try client.render(32, at: 32)[0] == counting(33...64))
    }

    /// Buffers for many more frames than a usual client has: all that is read ahead has its place on the time line.
    @Test func largeBuffersLoseNothing() throws {
        let (frames, cycles) = (4096, 264)
        let file = try files.make(frames * cycles)
        try setFiles(file)
        try initialize(frames: 1 << 20, maximum: UInt32(frames))
        let buffers = player.buffers(player.state.withLock { $0 })
        #expect(buffers.count <= FilePlayerUnit.mostBuffers && buffers.frames * buffers.count > 4_000_000)
        try schedule(Region(file))
        try client.set(kAudioUnitProperty_ScheduledFilePrime, to: UInt32(0))
        try start()
        for cycle in 0..<cycles {
            let first = cycle * frames
            #expect(try client.render(frames, at: Double(first))[0] == counting(first + 1...first + frames))
        }
    }

    /// A part of a file, some times over, then a part of another, each to the frame.
    @Test func loopsRegionsAndJoinsThem() throws {
        let (one, other) = (try files.make(50), try files.make(40, channels: 3))
        try setFiles(one, other)
        try initialize()
        let (first, second) = (Region(one, from: 9, frames: 5, loops: 2), Region(other, from: 37))
        try schedule(first, second)
        try start()
        let result = try client.renderAll(32, cycle: 8)
        let loop = counting(10...14)
        #expect(result[0] == loop + loop + loop + counting(38...40) + Array(repeating: 0, count: 14))
        // The third channel is left out.
        #expect(result[1][15..<18] == [138, 139, 140])
        player.settle()
        #expect(first.calls == [0] && second.calls == [0])
    }

    @Test func regionsBeginAtTheirTimes() throws {
        let file = try files.make(8)
        try setFiles(file)
        try initialize()
        try schedule(Region(file, from: 4, frames: 2, at: 10), Region(file, frames: 3, at: 2))
        try start(sample: 1)
        #expect(
            try client.renderAll(16, cycle: 4)[0] == [0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 5, 6, 0, 0, 0])
    }

    /// The time line does not know host times: a region that has one alone follows the region before it.
    @Test func aHostTimeLeavesARegionWhereItIs() throws {
        let file = try files.make(4)
        try setFiles(file)
        try initialize()
        try schedule(Region(file, host: 0), Region(file, from: 2, host: 5_000_000_000))
        try start()
        #expect(try client.render(8)[0] == [1, 2, 3, 4, 3, 4, 0, 0])
    }

    /// An endless loop keeps its buffers full, and ends by a reset.
    @Test func loopsWithoutEnd() throws {
        let file = try files.make(3)
        try setFiles(file)
        try initialize()
        let region = Region(file, loops: .max)
        try schedule(region)
        try start()
        let result = try client.renderAll(300, cycle: 30)[0]
        let wanted = (0..<300).map { frame -> Float in Float(frame % 3 + 1) }
        #expect(result == wanted)
        #expect(region.calls.isEmpty)
        player.reset()
        player.settle()
        #expect(region.calls == [AudioError.unitContext.status])
        #expect(try client.render(4, at: 300)[0] == [0, 0, 0, 0])
    }

    /// A sine of another rate keeps its frequency and takes as long.
    @Test func convertsTheRate() throws {
        let file = try files.make(240, rate: 24_000)
        try setFiles(file)
        try initialize(frames: 64)
        try schedule(Region(file))
        try start()
        let result = try client.renderAll(512, cycle: 32)[0]
        // A straight line of half the slope, away from its ends.
        for frame in 150..<330 { #expect(abs(result[frame] - (1 + Float(frame) / 2)) < 0.5) }
        #expect(result[480...].allSatisfy { $0 == 0 } && result[479] != 0)
    }

    /// A region that has not been read when its time comes loses its beginning, and says so.
    @Test func aLateRegionSaysSo() throws {
        let file = try files.make(40)
        try setFiles(file)
        try initialize(frames: 64)
        try start()
        _ = try client.render(10)
        let region = Region(file, at: 4)
        try schedule(region)
        #expect(try client.render(4, at: 10)[0] == counting(7...10))
        _ = try client.render(32, at: 14)
        player.settle()
        #expect(region.calls == [AudioError.unitContext.status])
    }

    /// The first of two that overlap is played to its end, and the other one loses its beginning.
    @Test func anOverlappedRegionSaysSo() throws {
        let file = try files.make(40)
        try setFiles(file)
        try initialize(frames: 64)
        let (first, second) = (Region(file, frames: 10, at: 0), Region(file, from: 20, frames: 10, at: 6))
        let third = Region(file, frames: 2, at: 16)
        try schedule(first, second, third)
        try start()
        #expect(try client.render(20)[0] == counting(1...10) + counting(25...30) + [1, 2, 0, 0])
        player.settle()
        #expect(first.calls == [0] && second.calls == [AudioError.unitContext.status] && third.calls == [0])
    }

    /// Regions whose ends and beginnings are between two frames of the player follow each other without a gap, and lose nothing.
    @Test(arguments: [44_100, 22_050, 32_000, 96_000, 11_025] as [Double], [true, false])
    func regionsFollowEachOtherAtEveryRate(rate: Double, isTimed: Bool) throws {
        let (count, frames) = (7, 1001)
        let file = try files.make(count * frames, rate: rate)
        try setFiles(file)
        try initialize(frames: 512, maximum: 512)
        for index in 0..<count {
            let time = isTimed ? Double(index * frames) * 48_000 / rate : nil
            try schedule(Region(file, from: Int64(index * frames), frames: UInt32(frames), at: time))
        }
        try start()
        let end = Int((Double(count * frames) * 48_000 / rate).rounded())
        let result = try client.renderAll((end / 512 + 2) * 512, cycle: 512)[0]
        player.settle()
        for region in files.kept { #expect(region.calls == [0]) }
        // The last frame of a file may be shorter than one of the player's.
        #expect(result[..<(end - 1)].allSatisfy { $0 != 0 })
        #expect(result[end...].allSatisfy { $0 == 0 })
    }

    /// A loop of passes that are not whole frames takes as long as all passes together.
    @Test func aLoopKeepsItsLengthAtAnotherRate() throws {
        let file = try files.make(1001, rate: 44_100)
        try setFiles(file)
        try initialize(frames: 512, maximum: 512)
        let region = Region(file, frames: 500, loops: 19)
        try schedule(region)
        try start()
        let end = Int((20 * 500 * 48_000 / 44_100.0).rounded())
        let result = try client.renderAll((end / 512 + 2) * 512, cycle: 512)[0]
        #expect(result[..<end].allSatisfy { $0 != 0 } && result[end...].allSatisfy { $0 == 0 })
        player.settle()
        #expect(region.calls == [0])
    }

    /// A completion procedure may call the player: prime, which waits elsewhere, a new region, an end of all.
    @Test func completionsMayCallThePlayer() throws {
        let file = try files.make(4)
        try setFiles(file)
        try initialize()
        let (first, second) = (Region(file), Region(file, from: 2))
        files.kept.append(second)
        let player = self.player
        first.onCompletion = {
            try? second.schedule(player)
            withUnsafeBytes(of: UInt32(0)) {
                try? player.set(UnitRequest(kAudioUnitProperty_ScheduledFilePrime, input: $0))
            }
        }
        try schedule(first)
        try start()
        #expect(try client.render(8)[0] == [1, 2, 3, 4, 3, 4, 0, 0])
        second.onCompletion = { player.dispose() }
        try schedule(second)
        player.settle()
        #expect(second.calls == [0, 0])
    }

    @Test func aFileThatFailsCompletesItsRegion() throws {
        let file = try files.make(4)
        try setFiles(file)
        try initialize()
        let (behind, empty) = (Region(file, from: 5), Region(file, from: 4, loops: .max))
        try schedule(behind, empty)
        try start()
        #expect(try client.render(8)[0].allSatisfy { $0 == 0 })
        #expect(behind.calls.count == 1 && behind.calls[0] != 0)
        #expect(empty.calls == [0])
    }

    @Test func refusesWhatItCannotPlay() throws {
        let (file, other) = (try files.make(4), try files.make(4))
        #expect(status { try schedule(Region(file)) } == AudioError.unitInvalidFile.status)
        try setFiles(file)
        #expect(try client.get(kAudioUnitProperty_ScheduledFileIDs, as: OpaquePointer.self) == file)
        #expect(status { try schedule(Region(other)) } == AudioError.unitInvalidFile.status)
        #expect(status { try schedule(Region(file, from: -1)) } == AudioError.unitValue.status)
        #expect(status { try client.set(kAudioUnitProperty_ScheduledFileIDs, to: UInt(77)) } == -10871)
        #expect(status { try client.set(kAudioUnitProperty_ScheduledFilePrime, to: UInt32(0)) } == -10867)
        #expect(status { try client.set(kAudioUnitProperty_ScheduledFileNumberBuffers, to: UInt32(1)) } == -10851)
        try initialize()
        #expect(status { try client.set(kAudioUnitProperty_ScheduledFileNumberBuffers, to: UInt32(8)) } == -10849)
        #expect(try player.info(UnitRequest(kAudioUnitProperty_ScheduledFileRegion)).size == 112)
        #expect(try player.info(UnitRequest(kAudioUnitProperty_ScheduledFilePrime)).size == 4)
    }

    /// Disposing gives back what was never played.
    @Test func disposingCompletesTheRegions() throws {
        let file = try files.make(4)
        let region = Region(file)
        do {
            let other = try Client(FilePlayerUnit.player)
            try withUnsafeBytes(of: file) {
                try other.unit.set(UnitRequest(kAudioUnitProperty_ScheduledFileIDs, input: $0))
            }
            try region.schedule(other.unit)
        }
        #expect(region.calls == [AudioError.unitContext.status])
    }
}
