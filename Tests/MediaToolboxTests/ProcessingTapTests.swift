import AVFoundation
import CoreMedia
import Testing

@testable import MediaToolbox

/// What the functions of a tap have seen and do. They find it by the tap's storage, as those of programs do.
private final class Log {
    var calls: [String] = []
    var gain: Float = 0.5
    /// What to do instead of asking for the frames of the track.
    var instead: ((MTAudioProcessingTap, CMItemCount, UnsafeMutablePointer<AudioBufferList>) -> CMItemCount)?
    var pieces: [TapPiece] = []
    var statuses: [OSStatus] = []
    var formats: [AudioStreamBasicDescription] = []

    static func of(_ tap: MTAudioProcessingTap) -> Log {
        Unmanaged<Log>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
    }

    /// A tap whose functions write this log. Its storage holds the log until the tap is gone.
    var callbacks: MTAudioProcessingTapCallbacks {
        MTAudioProcessingTapCallbacks(
            version: kMTAudioProcessingTapCallbacksVersion_0,
            clientInfo: Unmanaged.passRetained(self).toOpaque(),
            init: { tap, clientInfo, storage in
                #expect(MTAudioProcessingTapGetStorage(tap).load(as: Int.self) == 0)
                storage.pointee = clientInfo
                Log.of(tap, clientInfo).calls.append("init")
            },
            finalize: { tap in
                Log.of(tap).calls.append("finalize")
                Unmanaged<Log>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).release()
            },
            prepare: { tap, frames, format in
                Log.of(tap).calls.append("prepare \(frames)")
                Log.of(tap).formats.append(format.pointee)
            },
            unprepare: { Log.of($0).calls.append("unprepare") },
            process: { tap, frames, flags, buffers, framesOut, flagsOut in
                let log = Log.of(tap)
                #expect(flags == kMTAudioProcessingTapCreationFlag_PostEffects)
                if let instead = log.instead {
                    framesOut.pointee = instead(tap, frames, buffers)
                    return
                }
                var (count, given, range) = (0, MTAudioProcessingTapFlags(0), CMTimeRange.invalid)
                let status = MTAudioProcessingTapGetSourceAudio(tap, frames, buffers, &given, &range, &count)
                let piece = TapPiece(frames: count, flags: given, timeRange: range)
                log.statuses.append(status)
                log.pieces.append(piece)
                for buffer in UnsafeMutableAudioBufferListPointer(buffers) {
                    guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                    for frame in 0..<piece.frames { samples[frame] *= log.gain }
                }
                (framesOut.pointee, flagsOut.pointee) = (piece.frames, piece.flags)
            })
    }

    private static func of(_ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?) -> Log {
        clientInfo.map { Unmanaged<Log>.fromOpaque($0).takeUnretainedValue() } ?? of(tap)
    }

    func tap() throws -> MTAudioProcessingTap {
        var tap: MTAudioProcessingTap?
        var callbacks = callbacks
        #expect(
            MTAudioProcessingTapCreate(nil, &callbacks, kMTAudioProcessingTapCreationFlag_PostEffects, &tap) == noErr)
        return try #require(tap)
    }
}

/// A track of two channels whose samples count up: frame n is n in one channel and -n in the other.
private final class Track {
    private(set) var position = 0
    let length: Int
    var status = noErr

    init(frames: Int) { length = frames }

    func read(_ frames: CMItemCount, _ list: UnsafeMutablePointer<AudioBufferList>, _ piece: inout TapPiece) -> OSStatus
    {
        guard status == noErr else { return status }
        let count = min(frames, length - position)
        for (index, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
            guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { return OSStatus(paramErr) }
            for frame in 0..<count { samples[frame] = Float(position + frame) * (index == 0 ? 1 : -1) }
        }
        piece.frames = count
        piece.flags = position == 0 ? kMTAudioProcessingTapFlag_StartOfStream : 0
        if position + count == length { piece.flags |= kMTAudioProcessingTapFlag_EndOfStream }
        piece.timeRange = CMTimeRange(
            start: CMTime(value: CMTimeValue(position), timescale: 48000),
            duration: CMTime(value: CMTimeValue(count), timescale: 48000))
        position += count
        return noErr
    }
}

@Suite struct ProcessingTapTests {
    private let log = Log()
    private let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2)?.streamDescription.pointee

    /// Has a tap make frames, in memory of its own, and returns them channel after channel.
    private func process(_ tap: MTAudioProcessingTap, _ frames: Int) -> (piece: TapPiece, samples: [[Float]]) {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        for index in 0..<2 { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
        let piece = tap.process(frames, into: list.unsafeMutablePointer)
        return (
            piece,
            list.map { buffer in
                Array(
                    UnsafeBufferPointer(start: buffer.mData?.assumingMemoryBound(to: Float.self), count: piece.frames))
            }
        )
    }

    @Test func functionsAreCalledOnceAndInOrder() throws {
        var tap: MTAudioProcessingTap? = try log.tap()
        let format = try #require(format)
        let track = Track(frames: 10)
        #expect(tap?.prepare(maximumFrames: 512, format: format, source: track.read) == true)
        #expect(tap?.prepare(maximumFrames: 512, format: format, source: track.read) == false)
        tap?.unprepare()
        tap?.unprepare()
        #expect(tap?.prepare(maximumFrames: 64, format: format, source: track.read) == true)
        #expect(log.formats.map(\.mSampleRate) == [48000, 48000] && log.formats.map(\.mChannelsPerFrame) == [2, 2])
        tap = nil
        #expect(log.calls == ["init", "prepare 512", "unprepare", "prepare 64", "unprepare", "finalize"])
    }

    @Test func theCallerOwnsAReference() throws {
        var callbacks = log.callbacks
        var made: Unmanaged<MTAudioProcessingTap>?
        let flags = kMTAudioProcessingTapCreationFlag_PostEffects
        #expect(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &made) == noErr)
        var first: MTAudioProcessingTap? = made?.takeRetainedValue()
        let second = try Log().tap()
        #expect(first != second && Set([first, first, second]).count == 2)
        #expect(log.calls == ["init"])
        first = nil
        #expect(log.calls == ["init", "finalize"])
    }

    /// Runs of awkward lengths, in the tap's memory: no frame is lost or seen twice, and each is changed.
    @Test func eachRunIsProcessed() throws {
        let tap = try log.tap()
        let track = Track(frames: 1100)
        #expect(tap.prepare(maximumFrames: 513, format: try #require(format), source: track.read))
        var samples: [[Float]] = [[], []]
        var pieces: [TapPiece] = []
        for frames in [1, 0, 7, 512, 513, 513] {
            let run = process(tap, frames)
            for channel in 0..<2 { samples[channel] += run.samples[channel] }
            pieces.append(run.piece)
        }
        #expect(samples[0] == (0..<1100).map { Float($0) / 2 } && samples[1] == (0..<1100).map { -Float($0) / 2 })
        #expect(pieces.map(\.frames) == [1, 0, 7, 512, 513, 67])
        let (start, end) = (kMTAudioProcessingTapFlag_StartOfStream, kMTAudioProcessingTapFlag_EndOfStream)
        #expect(pieces.map(\.flags) == [start, 0, 0, 0, 0, end])
        #expect(log.statuses == Array(repeating: noErr, count: 6))
        #expect(log.pieces[4].timeRange.start == CMTime(value: 520, timescale: 48000))
        #expect(log.pieces[5].timeRange.duration == CMTime(value: 67, timescale: 48000))
    }

    /// A function may bring memory of its own, and ask for a run in parts.
    @Test func framesAreCopiedIntoTheFunctionsMemory() throws {
        let tap = try log.tap()
        let track = Track(frames: 100)
        #expect(tap.prepare(maximumFrames: 64, format: try #require(format), source: track.read))
        log.instead = { tap, frames, buffers in
            let list = UnsafeMutableAudioBufferListPointer(buffers)
            let own = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
            defer { for memory in own { memory.deallocate() } }
            var parts: [[Float]] = [[], []]
            for count in [10, frames - 10] {
                for index in 0..<2 {
                    list[index].mData = UnsafeMutableRawPointer(own[index])
                    list[index].mDataByteSize = UInt32(4 * (count - 1))
                }
                #expect(MTAudioProcessingTapGetSourceAudio(tap, count, buffers, nil, nil, nil) == OSStatus(paramErr))
                for index in 0..<2 { list[index].mDataByteSize = UInt32(4 * count) }
                #expect(MTAudioProcessingTapGetSourceAudio(tap, count, buffers, nil, nil, nil) == noErr)
                for index in 0..<2 { parts[index] += UnsafeBufferPointer(start: own[index], count: count) }
            }
            #expect(parts[0] == (0..<frames).map(Float.init) && parts[1] == parts[0].map { -$0 })
            for index in 0..<2 { list[index].mData = nil }
            return frames
        }
        let run = process(tap, 64)
        #expect(
            run.piece.frames == 64 && run.samples == [[Float]](repeating: [Float](repeating: 0, count: 64), count: 2))
    }

    @Test func whatCannotBeHadIsAStatus() throws {
        let tap = try log.tap()
        let track = Track(frames: 100)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        var frames = 9
        func status(_ tap: MTAudioProcessingTap, _ count: Int) -> OSStatus {
            MTAudioProcessingTapGetSourceAudio(tap, count, list.unsafeMutablePointer, nil, nil, &frames)
        }
        #expect(status(tap, 1) == kAudioUnitErr_CannotDoInCurrentContext && frames == 0)
        #expect(process(tap, 1).piece == TapPiece())
        #expect(tap.prepare(maximumFrames: 64, format: try #require(format), source: track.read))
        #expect(status(tap, 1) == kAudioUnitErr_CannotDoInCurrentContext)
        log.instead = { tap, _, buffers in
            #expect(status(tap, 65) == kAudioUnitErr_TooManyFramesToProcess && status(tap, -1) == OSStatus(paramErr))
            list.count = 1
            #expect(status(tap, 1) == OSStatus(paramErr))
            track.status = -66
            #expect(MTAudioProcessingTapGetSourceAudio(tap, 1, buffers, nil, nil, &frames) == -66 && frames == 0)
            return 1000
        }
        let run = process(tap, 5)
        #expect(run.piece.frames == 5 && track.position == 0)
    }

    /// As programs write them, each by its type.
    @Test func functionsMayBeConstants() throws {
        let prepared: MTAudioProcessingTapInitCallback = { _, clientInfo, storage in storage.pointee = clientInfo }
        let gone: MTAudioProcessingTapFinalizeCallback = { tap in
            MTAudioProcessingTapGetStorage(tap).assumingMemoryBound(to: CMItemIndex.self).pointee += 1000
        }
        let before: MTAudioProcessingTapPrepareCallback = { tap, frames, _ in
            MTAudioProcessingTapGetStorage(tap).assumingMemoryBound(to: CMItemCount.self).pointee += frames
        }
        let after: MTAudioProcessingTapUnprepareCallback = { tap in
            MTAudioProcessingTapGetStorage(tap).assumingMemoryBound(to: CMItemCount.self).pointee += 100
        }
        let process: MTAudioProcessingTapProcessCallback = { _, frames, _, _, framesOut, flagsOut in
            let flags: MTAudioProcessingTapFlags = kMTAudioProcessingTapFlag_EndOfStream
            (framesOut.pointee, flagsOut.pointee) = (frames, flags)
        }
        var count: CMItemCount = 0
        try withUnsafeMutablePointer(to: &count) { storage in
            var callbacks = MTAudioProcessingTapCallbacks(
                version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: storage, init: prepared, finalize: gone,
                prepare: before, unprepare: after, process: process)
            var tap: MTAudioProcessingTap?
            let place: MTAudioProcessingTapCreationFlags = kMTAudioProcessingTapCreationFlag_PreEffects
            #expect(MTAudioProcessingTapCreate(nil, &callbacks, place, &tap) == noErr)
            #expect(tap?.flags == place)
            #expect(tap?.prepare(maximumFrames: 10, format: try #require(format)) { _, _, _ in -1 } == true)
            let run = self.process(try #require(tap), 3)
            #expect(run.piece == TapPiece(frames: 3, flags: kMTAudioProcessingTapFlag_EndOfStream))
            #expect(run.samples == [[0, 0, 0], [0, 0, 0]])
            tap = nil
        }
        #expect(count == 1110)
    }

    @Test(arguments: [UInt32(0), 3, 4]) func otherPlacesAreRefused(flags: UInt32) {
        var callbacks = MTAudioProcessingTapCallbacks(
            version: 0, clientInfo: nil, init: { _, _, _ in Issue.record("called") }, finalize: nil, prepare: nil,
            unprepare: nil, process: { _, _, _, _, _, _ in })
        var tap: MTAudioProcessingTap?
        #expect(MTAudioProcessingTapCreate(nil, &callbacks, flags, &tap) == OSStatus(paramErr) && tap == nil)
        callbacks.version = 1
        var made: Unmanaged<MTAudioProcessingTap>?
        let status = MTAudioProcessingTapCreate(nil, &callbacks, kMTAudioProcessingTapCreationFlag_PreEffects, &made)
        #expect(status == OSStatus(paramErr) && made == nil)
    }
}
