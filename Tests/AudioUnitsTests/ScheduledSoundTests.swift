import AudioCore
import AudioFiles
import CAudioToolbox
import Synchronization
import TestSupport
import Testing

@testable import AudioUnits

/// A slice with its samples, which do not move, and what its completion procedure was called with.
final class Slice: @unchecked Sendable {
    let slice = UnsafeMutablePointer<ScheduledAudioSlice>.allocate(capacity: 1)
    private let list: BufferList
    private let samples: UnsafeMutablePointer<Float>
    let completions = LockedValue(0)
    var onCompletion: (() -> Void)?

    /// - Parameter first: the value of the first frame; each frame is one more. Channels differ by their sign.
    init(_ frames: Int, from first: Float, at time: Double? = nil, flags: AUScheduledAudioSliceFlags = []) {
        samples = .allocate(capacity: 2 * max(1, frames))
        list = .allocate(count: 2)
        for channel in 0..<2 {
            for frame in 0..<frames {
                samples[channel * frames + frame] = (first + Float(frame)) * (channel == 0 ? 1 : -1)
            }
            list.buffers[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frames * 4),
                mData: UnsafeMutableRawPointer(samples + channel * frames))
        }
        UnsafeMutableRawPointer(slice).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<ScheduledAudioSlice>.size)
        slice.pointee.mBufferList = list.list
        slice.pointee.mNumberFrames = UInt32(frames)
        slice.pointee.mFlags = flags
        slice.pointee.mCompletionProc = { context, slice in
            let own = Unmanaged<Slice>.fromOpaque(context!).takeUnretainedValue()
            #expect(UnsafeMutableRawPointer(slice) == UnsafeMutableRawPointer(own.slice))
            own.completions.withLock { $0 += 1 }
            own.onCompletion?()
            // Since it was scheduled.
            Unmanaged.passUnretained(own).release()
        }
        slice.pointee.mCompletionProcUserData = Unmanaged.passUnretained(self).toOpaque()
        if let time {
            slice.pointee.mTimeStamp.mSampleTime = time
            slice.pointee.mTimeStamp.mFlags = .sampleTimeValid
        }
    }

    /// Schedules the slice, which lives until it is complete.
    func schedule(_ unit: Unit) throws {
        let own = Unmanaged.passRetained(self)
        let bytes = UnsafeRawBufferPointer(start: slice, count: MemoryLayout<ScheduledAudioSlice>.size)
        do { try unit.set(UnitRequest(kAudioUnitProperty_ScheduleAudioSlice, input: bytes)) } catch {
            own.release()
            throw error
        }
    }

    deinit {
        slice.deallocate()
        list.deallocate()
        samples.deallocate()
    }

    var flags: AUScheduledAudioSliceFlags { slice.pointee.mFlags }
    var isComplete: Bool { flags.contains(.scheduledAudioSliceFlag_Complete) }
    var count: Int { completions.withLock { $0 } }
}

/// ScheduledSoundPlayer: slices at their times, what interrupts them, and who gets them back.
@Suite(.mustEnd) struct ScheduledSoundTests {
    private let client: Client
    private let player: ScheduledSoundUnit

    init() throws {
        client = try Client(ScheduledSoundUnit.player)
        try client.setFormats(channels: 2)
        try client.unit.initialize()
        player = try #require(client.unit as? ScheduledSoundUnit)
    }

    private func schedule(_ slices: Slice...) throws {
        for slice in slices { try slice.schedule(player) }
    }

    private func start(sample: Double? = -1, host: UInt64? = nil) throws {
        var time = AudioTimeStamp()
        if let sample { (time.mSampleTime, time.mFlags) = (sample, .sampleTimeValid) }
        if let host {
            time.mHostTime = host
            time.mFlags.formUnion(.hostTimeValid)
        }
        try client.set(kAudioUnitProperty_ScheduleStartTimeStamp, to: time)
    }

    private var playTime: Double {
        get throws { try client.get(kAudioUnitProperty_CurrentPlayTime, as: AudioTimeStamp.self).mSampleTime }
    }

    @Test func playsNothingBeforeTheStart() throws {
        let slice = Slice(4, from: 1)
        try schedule(slice)
        #expect(try client.render(4, at: 100) == [[0, 0, 0, 0], [0, 0, 0, 0]])
        #expect(try playTime == -1)
        try start()
        #expect(try client.render(6, at: 104) == [[1, 2, 3, 4, 0, 0], [-1, -2, -3, -4, 0, 0]])
        #expect(try playTime == 6)
        player.settle()
        #expect(slice.count == 1)
        #expect(slice.flags == [.scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRender])
    }

    /// Slices without a time follow each other to the frame, across cycles of any length.
    @Test(arguments: [1, 2, 3, 5, 64]) func slicesFollowEachOther(cycle: Int) throws {
        let slices = [Slice(3, from: 1), Slice(0, from: 0), Slice(4, from: 10), Slice(1, from: 20)]
        for slice in slices { try schedule(slice) }
        try start()
        #expect(try client.renderAll(10, cycle: cycle)[0] == [1, 2, 3, 10, 11, 12, 13, 20, 0, 0])
        player.settle()
        #expect(slices.map(\.count) == [1, 1, 1, 1])
    }

    /// A cycle whose time is no number is not the one at which the time line begins.
    @Test(arguments: [Double.nan, .infinity, -.infinity]) func aCycleWithoutANumberIsSilent(time: Double) throws {
        try schedule(Slice(2, from: 1))
        try start(sample: 100)
        #expect(try client.render(2, at: time)[0] == [0, 0])
        #expect(try client.render(2, at: 100)[0] == [1, 2])
    }

    /// A time is one of the time line, which begins at the start. The order of scheduling does not matter.
    @Test func slicesBeginAtTheirTimes() throws {
        let (late, early) = (Slice(2, from: 10, at: 6), Slice(2, from: 1, at: 1))
        try schedule(late, early)
        try start(sample: 102)
        #expect(try client.renderAll(12, cycle: 4, from: 100)[0] == [0, 0, 0, 1, 2, 0, 0, 0, 10, 11, 0, 0])
    }

    /// What follows a slice with a time stays behind it when an earlier one comes.
    @Test func anEarlierSliceGoesBeforeWhatFollowsALaterOne() throws {
        try schedule(Slice(2, from: 10, at: 4), Slice(1, from: 20), Slice(2, from: 1, at: 0))
        try start()
        #expect(try client.render(8)[0] == [1, 2, 0, 0, 10, 11, 20, 0])
    }

    @Test func aLateSliceLosesItsBeginning() throws {
        try start()
        _ = try client.render(3)
        let (late, missed) = (Slice(4, from: 1, at: 1), Slice(2, from: 9, at: 0))
        try schedule(late, missed)
        #expect(try client.render(4, at: 3)[0] == [3, 4, 0, 0])
        let began: AUScheduledAudioSliceFlags = .scheduledAudioSliceFlag_BeganToRender
        let isLate: AUScheduledAudioSliceFlags = .scheduledAudioSliceFlag_BeganToRenderLate
        #expect(late.flags == [began, isLate, .scheduledAudioSliceFlag_Complete])
        #expect(missed.flags == [isLate, .scheduledAudioSliceFlag_Complete])
    }

    /// A start that is over makes slices late by as much; one to come waits for its frame.
    @Test func startsAtASampleTime() throws {
        try schedule(Slice(6, from: 1, at: 0))
        try start(sample: 97)
        #expect(try client.render(4, at: 100)[0] == [4, 5, 6, 0])
        #expect(try playTime == 7)
    }

    @Test func startsAtAHostTime() throws {
        try schedule(Slice(2, from: 1))
        // Three frames of 48 kHz.
        try start(sample: nil, host: 5_000_000 + 62_500)
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        var stamp = AudioTimeStamp()
        (stamp.mHostTime, stamp.mFlags) = (5_000_000, [.sampleTimeValid, .hostTimeValid])
        #expect(client.instance.render(nil, &stamp, bus: 0, frames: 6, list.list) == 0)
        #expect(Array(UnsafeBufferPointer(start: list.samples(0), count: 6)) == [0, 0, 0, 1, 2, 0])
    }

    /// A slice that loops plays on until one interrupts it, at once or at the end of a pass.
    @Test func loopsUntilItIsInterrupted() throws {
        let loop = Slice(3, from: 1, flags: .scheduledAudioSliceFlag_Loop)
        try schedule(loop)
        try start()
        #expect(try client.render(4)[0] == [1, 2, 3, 1])
        try schedule(Slice(2, from: 10, flags: [.scheduledAudioSliceFlag_InterruptAtLoop]))
        #expect(try client.render(5, at: 4)[0] == [2, 3, 10, 11, 0])
        player.settle()
        #expect(loop.count == 1)
        let (other, unheard) = (Slice(3, from: 1, flags: .scheduledAudioSliceFlag_Loop), Slice(3, from: 30))
        try schedule(other, unheard, Slice(2, from: 20, at: 11, flags: .scheduledAudioSliceFlag_Interrupt))
        #expect(try client.render(6, at: 9)[0] == [1, 2, 20, 21, 0, 0])
        player.settle()
        #expect(other.count == 1 && unheard.count == 1)
        #expect(unheard.flags == .scheduledAudioSliceFlag_Complete)
    }

    /// A slice that waits for the end of a pass is played from its beginning, whatever its time was.
    @Test func anInterruptionAtALoopIsNotLate() throws {
        let (next, after) = (
            Slice(3, from: 20, at: 9, flags: .scheduledAudioSliceFlag_InterruptAtLoop), Slice(1, from: 7)
        )
        try schedule(Slice(8, from: 1, flags: .scheduledAudioSliceFlag_Loop), next, after)
        try start()
        #expect(
            try client.renderAll(21, cycle: 4)[0] == [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 22, 7, 0])
        #expect(next.flags.isDisjoint(with: .scheduledAudioSliceFlag_BeganToRenderLate))
    }

    /// Thousands of slices, one of which interrupts the others, are played in the order of their times, whatever order they come in.
    @Test func slicesOfAnyOrderAreSorted() throws {
        var random = SeededRandom(7)
        let slices = (0..<4000).map { index in
            let interrupts = index == 3000
            return Slice(
                1, from: Float(index + 1), at: Double(index),
                flags: interrupts ? .scheduledAudioSliceFlag_Interrupt : [])
        }
        for slice in slices.shuffled(using: &random) { try schedule(slice) }
        try start()
        #expect(
            try client.renderAll(4100, cycle: 410)[0] == (1...4000).map(Float.init) + Array(repeating: 0, count: 100))
        player.settle()
        #expect(slices.allSatisfy { $0.count == 1 })
    }

    @Test func anInterruptionWithoutATimeIsOneAtOnce() throws {
        try schedule(Slice(9, from: 1))
        try start()
        _ = try client.render(2)
        try schedule(Slice(2, from: 50, flags: .scheduledAudioSliceFlag_Interrupt))
        #expect(try client.render(4, at: 2)[0] == [50, 51, 0, 0])
    }

    /// Reset gives all slices back, without a cycle, and nothing plays until the next start.
    @Test(arguments: [true, false]) func resetReturnsTheSlices(uninitializes: Bool) throws {
        let slices = [Slice(4, from: 1), Slice(4, from: 5, at: 1000)]
        for slice in slices { try schedule(slice) }
        try start()
        _ = try client.render(2)
        if uninitializes { player.uninitialize() } else { player.reset() }
        #expect(slices[0].isComplete && slices[1].isComplete)
        player.settle()
        #expect(slices.map(\.count) == [1, 1])
        if uninitializes { try player.initialize() }
        try schedule(Slice(2, from: 7))
        #expect(try client.render(2, at: 2)[0] == [0, 0])
        #expect(try playTime == -1)
        try start()
        #expect(try client.render(2, at: 4)[0] == [7, 8])
    }

    /// Who disposes of the unit has all slices back when the call returns.
    @Test func disposingReturnsTheSlices() throws {
        let slice = Slice(4, from: 1)
        do {
            let other = try Client(ScheduledSoundUnit.player)
            try slice.schedule(other.unit)
        }
        #expect(slice.count == 1)
    }

    /// A completion procedure may call the player: here it schedules the next slice, then disposes of the unit.
    @Test func completionsMayCallThePlayer() throws {
        let (first, second) = (Slice(2, from: 1), Slice(2, from: 5))
        let player = self.player
        first.onCompletion = {
            try? second.schedule(player)
            player.reset()
        }
        second.onCompletion = { player.dispose() }
        try schedule(first)
        try start()
        _ = try client.render(4)
        player.settle()
        player.settle()
        #expect(first.count == 1 && second.count == 1)
        #expect(status { try schedule(Slice(1, from: 1)) } == AudioError.unitContext.status)
    }

    @Test func refusesWhatItCannotPlay() throws {
        #expect(status { try start(sample: .nan) } == AudioError.unitValue.status)
        let wrong = Slice(4, from: 1)
        wrong.slice.pointee.mBufferList.pointee.mNumberBuffers = 1
        #expect(status { try schedule(wrong) } == -50)
        let short = Slice(4, from: 1)
        short.slice.pointee.mNumberFrames = 5
        #expect(status { try schedule(short) } == -50)
        #expect(status { try schedule(Slice(0, from: 1, flags: .scheduledAudioSliceFlag_Loop)) } == -10851)
        #expect(status { try player.set(UnitRequest(kAudioUnitProperty_ScheduleAudioSlice)) } == -10851)
        #expect(try player.info(UnitRequest(kAudioUnitProperty_ScheduleAudioSlice)).size == 112)
        player.uninitialize()
        #expect(status { try start() } == AudioError.unitUninitialized.status)
        // What is scheduled and not played has an end.
        let slices = (0...Timeline.capacity).map { _ in Slice(1, from: 1) }
        #expect(status { for slice in slices { try schedule(slice) } } == AudioError.memoryFull.status)
        #expect(status { try player.set(UnitRequest(kAudioUnitProperty_ScheduleAudioSlice, 1)) } == -10866)
    }

    @Test func silenceIsFlagged() throws {
        try schedule(Slice(2, from: 1))
        try start()
        let list = BufferList.allocate(count: 2)
        defer { list.deallocate() }
        var flags: UInt32 = 0
        #expect(client.render(&flags, 0, 0, 4, list) == 0 && flags & 16 == 0)
        list.buffers[0].mData = nil
        #expect(client.render(&flags, 4, 0, 4, list) == 0 && flags & 16 != 0)
    }
}
