import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// The unit of a player node plays parts of files: their frames, what becomes of files that end early, and how far they are read.
@Suite(.mustEnd) struct PlayerNodeFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file whose frames count up from 1 as the first channel, from 1,000,001 as the second.
    private func write(_ name: String, _ frames: Int, rate: Double = 48_000, channels: Int = 1) throws {
        try write(name, rate: rate, (0..<channels).map { counting(1 + 1_000_000 * $0, frames) })
    }

    private func write(_ name: String, rate: Double, _ sound: [[Float]]) throws {
        let format = StreamFormat.float32(sampleRate: rate, channels: sound.count, interleaved: true)
        let file = try ExtendedFile.create(
            "\(folder.path)/\(name)", type: "caff", format: format, layout: nil, erasing: true, alignsAudioData: false)
        var samples = sound[0].indices.flatMap { frame in sound.map { $0[frame] } }
        try samples.withUnsafeMutableBytes { bytes in
            let list = BufferList.allocate(count: 1)
            defer { list.deallocate() }
            list.buffers[0] = AudioBuffer(
                mNumberChannels: UInt32(sound.count), mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress)
            try file.write(sound[0].count, list.list)
        }
        try file.dispose()
    }

    private func open(_ name: String) throws -> OpenFile {
        try OpenFile.open("\(folder.path)/\(name)", .read, hint: FourCC(0))
    }

    private func schedule(
        _ stage: PlayerStage, _ file: OpenFile, _ name: String = "file", from first: Int64 = 0, frames: Int64 = .max,
        at moment: PlayerMoment = .next
    ) throws {
        let sound = PlayerSound(file, owner: nil, from: first, frames: frames, report: stage.report(name))
        try stage.unit.schedule(sound, at: moment)
    }

    /// What an extended file gives in a format, which is what an `AudioConverter` makes of it.
    private func converted(_ file: OpenFile, _ format: StreamFormat, from first: Int64 = 0) throws -> [[Float]] {
        let extended = ExtendedFile.reading(file)
        try extended.setClientFormat(format)
        try extended.seek(to: first)
        var result = [[Float]](repeating: [], count: format.channels)
        let list = BufferList.allocate(count: format.channels)
        let memory = (0..<format.channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 10_000) }
        defer {
            list.deallocate()
            for place in memory { place.deallocate() }
        }
        while true {
            for channel in 0..<format.channels {
                list.buffers[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: 40_000, mData: UnsafeMutableRawPointer(memory[channel]))
            }
            let count = try extended.read(10_000, into: list.list)
            guard count > 0 else { return result }
            for channel in 0..<format.channels {
                result[channel] += UnsafeBufferPointer(start: memory[channel], count: count)
            }
        }
    }

    // MARK: Frames

    /// Far more frames than are read ahead, in long cycles and short ones.
    @Test(arguments: [83, 512, 4096]) func playsAWholeFile(cycle: Int) throws {
        try write("a.caf", 150_000, channels: 2)
        let stage = try PlayerStage(channels: 2)
        let file = try open("a.caf")
        try schedule(stage, file, "a")
        try stage.schedule(10, from: -20)
        try schedule(stage, file, "b", from: 149_000)
        stage.unit.play()
        let sound = try stage.renderAll(151_020, cycle: cycle)
        #expect(sound[0] == counting(1, 150_000) + counting(-20, 10) + counting(149_001, 1000) + silence(10))
        #expect(sound[1][..<150_000] == counting(1_000_001, 150_000)[...])
        #expect(stage.reports.filter { $0.hasPrefix("a") } == ["a consumed", "a rendered", "a playedBack"])
        #expect(stage.ends.last == "b playedBack")
    }

    @Test func partsOfAFileAreWhatTheFileHas() throws {
        try write("a.caf", 1000)
        let stage = try PlayerStage()
        let file = try open("a.caf")
        try schedule(stage, file, "none", from: 10, frames: 0)
        try schedule(stage, file, "behind", from: 1000)
        try schedule(stage, file, "far behind", from: .max, frames: .max)
        try schedule(stage, file, "less than none", from: 5, frames: -1)
        #expect(stage.ends == ["none", "behind", "far behind", "less than none"].map { "\($0) playedBack" })
        try schedule(stage, file, from: 10, frames: 5)
        try schedule(stage, file, from: 998, frames: 100)
        try schedule(stage, file, from: -7, frames: 2)
        try schedule(stage, file, from: 3, frames: 1, at: .frame(20))
        stage.unit.play()
        #expect(try stage.render(30) == counting(11, 5) + [999, 1000, 1, 2] + silence(11) + [4] + silence(9))
    }

    @Test(arguments: [1, 100]) func shortPartsFollowEachOther(cycle: Int) throws {
        try write("a.caf", 3000)
        let stage = try PlayerStage()
        let file = try open("a.caf")
        for index in 0..<500 {
            try schedule(stage, file, from: Int64(index * 6), frames: 4)
            try stage.schedule(2, from: Float(index * 6 + 5))
        }
        stage.unit.play()
        #expect(try stage.render(3010, cycle: cycle) == counting(1, 3000) + silence(10))
        #expect(stage.ends.count == 1000)
    }

    /// One that is late loses its beginning, however long that is.
    @Test func aLateFileBeginsWhereItWouldBe() throws {
        try write("a.caf", 200_000)
        let stage = try PlayerStage()
        stage.unit.play()
        _ = try stage.render(150_000, cycle: 4096)
        try schedule(stage, open("a.caf"), at: .frame(0))
        #expect(try stage.render(1000) == counting(150_001, 1000))
    }

    /// A file that is interrupted is read no more, and the one behind the interruption is there in time.
    @Test func whatIsInterruptedEnds() throws {
        try write("a.caf", 200_000)
        let stage = try PlayerStage()
        let file = try open("a.caf")
        for index in 0..<20 { try schedule(stage, file, "\(index)", from: Int64(index * 1000)) }
        stage.unit.play()
        #expect(try stage.render(100) == counting(1, 100))
        try stage.schedule(2, from: 5, named: "cut", .interrupts)
        try schedule(stage, file, "last", from: 50_000)
        #expect(try stage.render(102) == [5, 6] + counting(50_001, 100))
        #expect(stage.ends == (0..<20).map { "\($0) interrupted" } + ["cut playedBack"])
    }

    /// Files that were scheduled before have all the memory for reading ahead: one that comes before them is read all the same.
    @Test func anEarlierFileIsReadFirst() throws {
        try write("a.caf", 100_000)
        let stage = try PlayerStage()
        let file = try open("a.caf")
        for index in 0..<30 { try schedule(stage, file, at: .frame(Double(10_000 + 100_000 * index))) }
        stage.unit.prepare()
        try schedule(stage, file, from: 50_000, frames: 5000, at: .frame(100))
        stage.unit.play()
        #expect(try stage.render(11_000) == silence(100) + counting(50_001, 5000) + silence(4900) + counting(1, 1000))
    }

    /// Where a render does not wait, `prepare` does.
    @Test func prepareReadsAhead() throws {
        try write("a.caf", 30_000)
        let stage = try PlayerStage(isOffline: false)
        try schedule(stage, open("a.caf"))
        stage.unit.prepare()
        stage.unit.play()
        #expect(try stage.render(20_000) == counting(1, 20_000))
        // What is not read in time is silent, and the file keeps its time.
        stage.unit.stopPlaying()
        try write("b.caf", 300_000)
        try schedule(stage, open("b.caf"), "b")
        stage.unit.prepare()
        stage.unit.play()
        let sound = try stage.render(290_000, cycle: 4096)
        #expect(sound.indices.allSatisfy { sound[$0] == Float($0 + 1) || sound[$0] == 0 })
        stage.unit.prepare()
        #expect(try stage.render(10_001) == counting(290_001, 10_000) + [0])
        #expect(stage.ends.last == "b playedBack")
    }

    /// A file that takes its time to be read: nothing of its beginning is lost where it begins at no particular time.
    @Test func aFileThatIsReadSlowlyBeginsLater() throws {
        try write("a.caf", 5000)
        let whole = try FileBytes.open("\(folder.path)/a.caf")
        let bytes = SlowBytes(try whole.bytes(at: 0, count: Int(whole.size())))
        let file = try OpenFile.open(bytes, sink: nil, .read, hint: FourCC(0))
        let stage = try PlayerStage(isOffline: false)
        bytes.isHeld = true
        try schedule(stage, file, "a", frames: 100)
        stage.unit.play()
        // Not even the time begins.
        #expect(try stage.render(1000) == silence(1000))
        #expect(stage.unit.isPlaying && stage.unit.playerFrame(atNode: 0) == nil)
        bytes.isHeld = false
        stage.unit.prepare()
        #expect(try stage.render(101) == counting(1, 100) + [0])
        #expect(stage.unit.nodeFrame(atPlayer: 0) == 1000)
        // While the time runs, the file alone waits, and one that has a time is on time.
        bytes.isHeld = true
        try schedule(stage, file, "b", from: 1000, frames: 100)
        #expect(try stage.render(1000) == silence(1000))
        try stage.schedule(5, from: -5, named: "cut", at: .frame(1500), .interrupts)
        #expect(try stage.render(500) == silence(399) + counting(-5, 5) + silence(96))
        try schedule(stage, file, "c", from: 2000, frames: 1000, at: .frame(1601))
        #expect(try stage.render(500) == silence(500))
        bytes.isHeld = false
        stage.unit.prepare()
        #expect(try stage.render(501) == counting(2501, 500) + [0])
        #expect(stage.ends == ["a playedBack", "b interrupted", "cut playedBack", "c playedBack"])
        // A stop does not wait for the file.
        bytes.isHeld = true
        try schedule(stage, file, "d")
        stage.unit.stopPlaying()
        stage.unit.play()
        bytes.isHeld = false
        #expect(stage.ends.last == "d stopped")
    }

    // MARK: Conversions

    /// Each rate and each number of channels as an `AudioConverter` converts them.
    @Test(arguments: [
        (44_100.0, 1, 48_000.0, 1), (44_100, 2, 48_000, 2), (48_000, 2, 44_100, 2), (8_000, 1, 48_000, 1),
    ])
    func convertsTheRate(fileRate: Double, fileChannels: Int, rate: Double, channels: Int) throws {
        let sound = (0..<fileChannels).map { Signal.noise(frames: 50_000, seed: UInt64($0 + 1), amplitude: 0.5) }
        try write("a.caf", rate: fileRate, sound)
        let file = try open("a.caf")
        let stage = try PlayerStage(rate: rate, channels: channels)
        let expected = try converted(file, .float32(sampleRate: rate, channels: channels, interleaved: false))
        try schedule(stage, file)
        stage.unit.play()
        let frames = Int((50_000 * rate / fileRate).rounded())
        let rendered = try stage.renderAll(frames + 100, cycle: 512)
        for channel in 0..<channels {
            let count = min(frames, expected[channel].count)
            #expect(count >= frames - 1, "\(expected[channel].count) of \(frames)")
            #expect(rendered[channel][..<count] == expected[channel][..<count])
            #expect(rendered[channel][count...].allSatisfy { $0 == 0 })
        }
    }

    @Test func oneChannelIsHeardOnBoth() throws {
        try write("a.caf", 100)
        let stage = try PlayerStage(channels: 2)
        try schedule(stage, open("a.caf"))
        stage.unit.play()
        #expect(try stage.renderAll(100) == [counting(1, 100), counting(1, 100)])
    }

    /// As a converter's downmix does it, the channels that the output does not have are mixed into the others.
    @Test func surplusChannelsAreMixed() throws {
        try write("a.caf", 100, channels: 2)
        let stage = try PlayerStage(channels: 1)
        let file = try open("a.caf")
        try schedule(stage, file)
        stage.unit.play()
        let both = try converted(file, .float32(sampleRate: 48_000, channels: 2, interleaved: false))
        let expected = zip(both[0], both[1]).map { ($0 + $1) / 2 }
        let sound = try stage.renderAll(100)[0]
        #expect(zip(sound, expected).allSatisfy { abs($0 - $1) < 1e-4 } && sound.contains { $0 != 0 })
    }

    /// The output changes in the middle of a file, which continues there.
    @Test func anotherFormatContinuesTheFile() throws {
        try write("a.caf", 10_000)
        let stage = try PlayerStage()
        try schedule(stage, open("a.caf"), "a")
        try schedule(stage, open("a.caf"), "b")
        stage.unit.play()
        #expect(try stage.render(1000) == counting(1, 1000))
        stage.unit.uninitialize()
        try stage.client.setFormats(rate: 96_000, channels: 1)
        try stage.unit.initialize()
        let sound = try stage.render(38_100, cycle: 480)
        // Every second frame is one of the file's, but for a filter.
        let errors = stride(from: 200, to: 17_000, by: 2).map { abs(sound[$0] - Float(1001 + $0 / 2)) }
        #expect(errors.max()! < 0.5)
        #expect(stage.ends == ["a playedBack", "b playedBack"])
        #expect(sound[38_000...].allSatisfy { $0 == 0 })
    }

    // MARK: Trouble

    /// What is gone of a file is silent, and the file ends when it should.
    @Test func aTruncatedFileEndsInSilence() throws {
        try write("a.caf", 100_000)
        let stage = try PlayerStage()
        try schedule(stage, open("a.caf"), "a")
        try stage.schedule(3, from: 7, named: "b")
        stage.unit.play()
        _ = try stage.render(1000)
        #expect(truncate("\(folder.path)/a.caf", 250_000) == 0)
        let sound = try stage.render(99_003)
        #expect(sound[..<40_000] == counting(1001, 40_000)[...])
        #expect(sound[70_000..<99_000].allSatisfy { $0 == 0 })
        #expect(sound[99_000...] == [7, 8, 9])
        #expect(stage.ends == ["a playedBack", "b playedBack"])
    }

    @Test func aDeletedFileIsPlayedToItsEnd() throws {
        try write("a.caf", 100_000)
        let stage = try PlayerStage()
        try schedule(stage, open("a.caf"))
        unlink("\(folder.path)/a.caf")
        stage.unit.play()
        #expect(try stage.render(100_001, cycle: 4096) == counting(1, 100_000) + [0])
    }

    @Test func aClosedFileIsSilent() throws {
        try write("a.caf", 1000)
        let stage = try PlayerStage()
        let file = try open("a.caf")
        try file.close()
        try schedule(stage, file, "a")
        try stage.schedule(1, from: 7)
        stage.unit.play()
        let sound = try stage.render(1001)
        #expect(sound.last == 7)
        #expect(stage.ends.first == "a playedBack")
    }

    /// Threads schedule files, and stop, while the player's thread reads.
    @Test func stopsWhileItReads() throws {
        try write("a.caf", 100_000)
        let stage = try PlayerStage(isOffline: false)
        let file = try open("a.caf")
        for round in 0..<100 {
            for index in 0..<5 { try schedule(stage, file, "\(round) \(index)") }
            stage.unit.play()
            _ = try stage.render(64 * (round % 7))
            stage.unit.stopPlaying()
        }
        #expect(stage.ends == (0..<100).flatMap { round in (0..<5).map { "\(round) \($0) stopped" } })
    }
}

/// Bytes that a test can hold back.
private final class SlowBytes: ByteSource, @unchecked Sendable {
    private let bytes: [UInt8]
    private let held = WaitableValue(false)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isHeld: Bool {
        get { held.withLockQuietly { $0 } }
        set { held.withLock { $0 = newValue } }
    }

    func size() throws(AudioError) -> Int64 { Int64(bytes.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        _ = held.wait { $0 ? nil : () }
        let count = max(0, min(buffer.count, bytes.count - Int(position)))
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(position)..<Int(position) + count]))
        }
        return count
    }
}
