import CoreAudio
import CoreMedia
import Foundation
import Synchronization
import Testing

/// Formats and buffers of the tests.
enum SampleStage {
    static func pcm(_ channels: UInt32, interleaved: Bool = true, rate: Double = 48_000) throws -> CMFormatDescription {
        let frame = interleaved ? 2 * channels : 2
        return try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
                    | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved), mBytesPerPacket: frame, mFramesPerPacket: 1,
                mBytesPerFrame: frame, mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0))
    }

    static func aac() throws -> CMFormatDescription {
        try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
                mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0))
    }

    static func block<Element>(_ elements: [Element]) throws -> CMBlockBuffer {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: elements.count * MemoryLayout<Element>.stride, alignment: 16)
        elements.withUnsafeBytes { memory.copyMemory(from: $0) }
        return try CMBlockBuffer(buffer: memory, deallocator: { base, _ in base.deallocate() })
    }

    /// Frames of stereo: 0, 1, 2, …
    static func stereo(frames: Int, at time: CMTime = .zero, interleaved: Bool = true) throws -> CMSampleBuffer {
        let samples =
            interleaved
            ? (0..<Int16(frames)).flatMap { [$0, $0 + 100] }
            : Array(0..<Int16(frames)) + (0..<Int16(frames)).map { $0 + 100 }
        return try CMSampleBuffer(
            dataBuffer: block(samples), formatDescription: pcm(2, interleaved: interleaved), numSamples: frames,
            presentationTimeStamp: time, packetDescriptions: [])
    }

    static func samples(_ buffer: CMSampleBuffer) throws -> [[Int16]] {
        try buffer.withAudioBufferList { list, _ in list.map { Array(UnsafeBufferPointer<Int16>($0)) } }
    }
}

@Suite struct SampleBufferTests {
    private let start = CMTime(value: 10, timescale: 48_000)

    @Test func timesAndSizesOfSoundComeFromItsFormat() throws {
        let buffer = try SampleStage.stereo(frames: 6, at: start)
        #expect(CMSampleBufferGetNumSamples(buffer) == 6 && buffer.numSamples == 6)
        #expect(buffer.duration == CMTime(value: 6, timescale: 48_000))
        #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == start && buffer.presentationTimeStamp == start)
        #expect(!CMSampleBufferGetDecodeTimeStamp(buffer).isValid && !buffer.decodeTimeStamp.isValid)
        #expect(CMSampleBufferGetSampleSize(buffer, at: 3) == 4 && buffer.sampleSize(at: 6) == 0)
        #expect(CMSampleBufferGetTotalSampleSize(buffer) == 24 && buffer.totalSampleSize == 24)
        let info = try buffer.sampleTimingInfo(at: 4)
        #expect(info.presentationTimeStamp == CMTime(value: 14, timescale: 48_000))
        #expect(info.duration == CMTime(value: 1, timescale: 48_000) && !info.decodeTimeStamp.isValid)
        #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 6) }
        #expect(try buffer.sampleSizes() == [4] && buffer.sampleTimingInfos().count == 1)
        #expect(CMSampleBufferGetFormatDescription(buffer) == buffer.formatDescription)
        #expect(CMSampleBufferGetDataBuffer(buffer)?.dataLength == 24 && buffer.dataBuffer != nil)
        #expect(CMSampleBufferIsValid(buffer) && CMSampleBufferDataIsReady(buffer) && buffer.dataReadiness == .ready)
    }

    @Test func packetsHaveTimesOfTheirOwn() throws {
        let packets = [(0, 3), (3, 5)].map {
            AudioStreamPacketDescription(
                mStartOffset: Int64($0.0), mVariableFramesInPacket: 0, mDataByteSize: UInt32($0.1))
        }
        var made: CMSampleBuffer?
        let data = try SampleStage.block([UInt8](0..<8))
        #expect(
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: data, formatDescription: try SampleStage.aac(), sampleCount: 2,
                presentationTimeStamp: .zero, packetDescriptions: packets, sampleBufferOut: &made) == 0)
        let buffer = try #require(made)
        #expect(buffer.duration == CMTime(value: 2048, timescale: 44_100) && buffer.totalSampleSize == 8)
        #expect(try buffer.sampleSizes() == [3, 5])
        #expect(try buffer.audioStreamPacketDescriptions().map(\.mStartOffset) == [0, 3])
        try buffer.withUnsafeAudioStreamPacketDescriptions { #expect($0.count == 2) }
        var (needed, pointer) = (0, UnsafePointer<AudioStreamPacketDescription>?.none)
        var room = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 2)
        #expect(
            CMSampleBufferGetAudioStreamPacketDescriptions(
                buffer, allocatedSize: 31, packetDescriptionsOut: &room, packetDescriptionsSizeNeededOut: &needed)
                == kCMSampleBufferError_ArrayTooSmall)
        #expect(needed == 32)
        #expect(
            CMSampleBufferGetAudioStreamPacketDescriptions(
                buffer, allocatedSize: 32, packetDescriptionsOut: &room, packetDescriptionsSizeNeededOut: nil) == 0)
        #expect(room[1].mDataByteSize == 5)
        #expect(
            CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
                buffer, packetDescriptionsPointerOut: &pointer, sizeOut: &needed) == 0)
        #expect(pointer?[1].mStartOffset == 3 && needed == 32)
        let second = try CMSampleBuffer(copying: buffer, forRange: 1..<2)
        #expect(try second.dataBuffer?.dataBytes() == Data([3, 4, 5, 6, 7]))
        #expect(second.presentationTimeStamp == CMTime(value: 1024, timescale: 44_100))
        #expect(try second.audioStreamPacketDescriptions().map(\.mStartOffset) == [0])
    }

    @Test func audioBufferListsPointIntoTheData() throws {
        for interleaved in [true, false] {
            let buffer = try SampleStage.stereo(frames: 3, interleaved: interleaved)
            let samples = try SampleStage.samples(buffer)
            #expect(samples == (interleaved ? [[0, 100, 1, 101, 2, 102]] : [[0, 1, 2], [100, 101, 102]]))
            try buffer.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, block in
                #expect(list.allSatisfy { UInt(bitPattern: $0.mData) % 16 == 0 } && list.count == (interleaved ? 1 : 2))
                #expect(list[0].mNumberChannels == (interleaved ? 2 : 1) && block.dataLength >= 12)
            }
            var (needed, list) = (0, AudioBufferList())
            #expect(
                CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                    buffer, bufferListSizeNeededOut: &needed, bufferListOut: &list, bufferListSize: 1,
                    blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil)
                    == kCMSampleBufferError_ArrayTooSmall)
            #expect(needed == AudioBufferList.sizeInBytes(maximumBuffers: interleaved ? 1 : 2))
            let copy = AudioBufferList.allocate(maximumBuffers: interleaved ? 1 : 2)
            defer { free(copy.unsafeMutablePointer) }
            var rooms = [[Int16]](repeating: [0, 0, 0, 0], count: copy.count)
            for index in 0..<copy.count {
                rooms[index].withUnsafeMutableBytes {
                    copy[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: $0.baseAddress)
                }
            }
            try buffer.copyPCMData(fromRange: 1..<3, into: copy.unsafeMutablePointer)
            #expect(UnsafeBufferPointer<Int16>(copy[0]).prefix(2).elementsEqual(interleaved ? [1, 101] : [1, 2]))
            #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) {
                try buffer.copyPCMData(fromRange: 2..<4, into: copy.unsafeMutablePointer)
            }
            #expect(
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    buffer, at: 0, frameCount: -1, into: copy.unsafeMutablePointer)
                    == kCMSampleBufferError_SampleIndexOutOfRange)
            copy[0].mDataByteSize = 1
            #expect(
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    buffer, at: 0, frameCount: 1, into: copy.unsafeMutablePointer)
                    == kCMSampleBufferError_ArrayTooSmall)
            copy[0].mData = nil
            #expect(
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    buffer, at: 0, frameCount: 1, into: copy.unsafeMutablePointer)
                    == kCMSampleBufferError_RequiredParameterMissing)
            withExtendedLifetime(rooms) {}
        }
    }

    /// The way in which programs make a sample buffer of an AVAudioPCMBuffer.
    @Test func dataComesFromAnAudioBufferList() throws {
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 48_000), presentationTimeStamp: start, decodeTimeStamp: .invalid)
        var made: CMSampleBuffer?
        let format = try SampleStage.pcm(1)
        #expect(
            CMSampleBufferCreate(
                allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
                formatDescription: format, sampleCount: 4, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
                sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &made) == 0)
        let buffer = try #require(made)
        #expect(buffer.dataReadiness == .notReady && buffer.dataBuffer == nil && buffer.totalSampleSize == 0)
        #expect(throws: CMSampleBuffer.Error.bufferNotReady) { try SampleStage.samples(buffer) }
        #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) { try buffer.sampleSizes() }
        var samples: [Int16] = [5, 6, 7, 8, 9]
        samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 6, mData: bytes.baseAddress)
            )
            #expect(throws: CMSampleBuffer.Error.invalidSampleData) {
                try buffer.setDataBuffer(fromAudioBufferList: &list)
            }
            list.mBuffers.mDataByteSize = 10
            #expect(
                CMSampleBufferSetDataBufferFromAudioBufferList(
                    buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
                    flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, bufferList: &list) == 0)
            #expect(throws: CMSampleBuffer.Error.alreadyHasDataBuffer) {
                try buffer.setDataBuffer(fromAudioBufferList: &list)
            }
        }
        samples[0] = 99
        #expect(try SampleStage.samples(buffer) == [[5, 6, 7, 8]] && buffer.dataReadiness == .ready)
        #expect(CMSampleBufferGetDuration(buffer) == CMTime(value: 4, timescale: 48_000))
        #expect(CMSampleBufferSetDataBuffer(buffer, newValue: try SampleStage.block([1])) == -12732)
        // More numbers than there are.
        #expect(throws: (any Error).self) { try CMSampleBuffer(copying: buffer, forRange: Int.min..<Int.max) }
        var list = AudioBufferList()
        #expect(throws: (any Error).self) { try buffer.copyPCMData(fromRange: Int.min..<Int.max, into: &list) }
        let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
        #expect(try SampleStage.samples(part) == [[6, 7]])
    }

    @Test func partsAndCopies() throws {
        let buffer = try SampleStage.stereo(frames: 4, at: start)
        buffer.attachments["goes on"] = .shouldPropagate(7)
        buffer.attachments["stays"] = .shouldNotPropagate(8)
        var part: CMSampleBuffer?
        #expect(
            CMSampleBufferCopySampleBufferForRange(
                allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: 1, length: 2),
                sampleBufferOut: &part) == 0)
        #expect(try SampleStage.samples(try #require(part)) == [[1, 101, 2, 102]])
        #expect(part?.presentationTimeStamp == CMTime(value: 11, timescale: 48_000))
        #expect(part?.attachments["goes on"]?.value as? Int == 7 && part?.attachments["stays"] == nil)
        for (location, length) in [(-1, 1), (3, 2), (0, 0), (.max, 1)] {
            #expect(
                CMSampleBufferCopySampleBufferForRange(
                    allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: location, length: length),
                    sampleBufferOut: &part) == kCMSampleBufferError_SampleIndexOutOfRange)
        }
        let planar = try CMSampleBuffer(copying: SampleStage.stereo(frames: 4, interleaved: false), forRange: 1..<3)
        #expect(try SampleStage.samples(planar) == [[1, 2], [101, 102]])
        let later = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 48_000), presentationTimeStamp: CMTime(value: 9, timescale: 1),
            decodeTimeStamp: .invalid)
        let moved = try CMSampleBuffer(copying: buffer, withNewTiming: [later])
        #expect(moved.presentationTimeStamp.seconds == 9 && moved.dataBuffer == buffer.dataBuffer)
        var copy: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 3,
                sampleTimingArray: [later, later, later],
                sampleBufferOut: &copy) == kCMSampleBufferError_InvalidEntryCount)
        #expect(CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: buffer, sampleBufferOut: &copy) == 0)
        #expect(copy != buffer && copy?.dataBuffer == buffer.dataBuffer && copy?.numSamples == 4)
        #expect(try CMSampleBuffer(copying: buffer).totalSampleSize == 16)
        #expect(Set([buffer, buffer]).count == 1 && buffer.hashValue == buffer.hashValue)
    }

    @Test func eachSampleAlone() throws {
        let buffer = try SampleStage.stereo(frames: 3)
        var seen: [Int16] = []
        #expect(
            CMSampleBufferCallForEachSample(
                buffer,
                callback: { single, index, _ in
                    seen.append((try? SampleStage.samples(single)[0][0]) ?? -1)
                    return index == 1 ? 42 : 0
                }, refcon: nil) == 42)
        #expect(seen == [0, 1])
        #expect(CMSampleBufferCallBlockForEachSample(buffer) { _, _ in 0 } == 0)
        let singles = try buffer.singleSampleBuffers()
        #expect(Array(singles).map(\.numSamples) == [1, 1, 1])
        var iterator: CMSampleBuffer.SingleSampleBuffers.Iterator = singles.makeIterator()
        #expect(iterator.next() != nil)
    }

    @Test func readinessIsMadeAndTold() throws {
        let told = Mutex<[Notification.Name]>([])
        let observers = [CMSampleBuffer.dataBecameReady, CMSampleBuffer.dataFailed].map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                told.withLock { $0.append(note.name) }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        let format = try SampleStage.pcm(1)
        let buffer = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: format, numSamples: 2, presentationTimeStamp: .zero,
            packetDescriptions: [],
            makeDataReadyHandler: { buffer in
                (try? buffer.setDataBuffer(SampleStage.block([Int16(3), 4]))) == nil ? -1 : 0
            })
        let follower = try CMSampleBuffer(
            dataBuffer: nil, dataReady: false, formatDescription: format, numSamples: 0, sampleTimings: [],
            sampleSizes: [],
            makeDataReadyHandler: { _ in 7 })
        #expect(CMSampleBufferTrackDataReadiness(follower, sampleBufferToTrack: buffer) == 0)
        try buffer.trackDataReadiness(follower)
        let notReady = CMSampleBuffer.DataReadiness.notReady
        #expect(follower.dataReadiness == notReady && buffer.dataReadiness == .notReady)
        try buffer.makeDataReady()
        #expect(try SampleStage.samples(buffer) == [[3, 4]] && CMSampleBufferDataIsReady(follower))
        #expect(CMSampleBufferMakeDataReady(buffer) == 0)
        let failing = try CMSampleBuffer(
            dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 0, sampleTimings: [],
            sampleSizes: [],
            makeDataReadyHandler: { _ in 7 })
        #expect(CMSampleBufferMakeDataReady(failing) == 7)
        var reason: OSStatus = 0
        #expect(CMSampleBufferHasDataFailed(failing, statusOut: &reason) && reason == 7)
        try failing.setDataReadiness(.notReady)
        #expect(!CMSampleBufferHasDataFailed(failing, statusOut: nil))
        #expect(CMSampleBufferSetDataFailed(failing, status: 8) == 0 && failing.dataReadiness == .failed(8))
        try failing.setDataReadiness(.failed(9))
        try failing.setDataReadiness(.ready)
        #expect(CMSampleBufferSetDataReady(failing) == 0)
        #expect(told.withLock { $0.contains(CMSampleBuffer.dataBecameReady) && $0.contains(CMSampleBuffer.dataFailed) })
        var made: CMSampleBuffer?
        let callback: CMSampleBufferMakeDataReadyCallback = { _, refcon in refcon == nil ? 5 : 6 }
        #expect(
            CMAudioSampleBufferCreateWithPacketDescriptions(
                allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: callback, refcon: nil,
                formatDescription: format, sampleCount: 1, presentationTimeStamp: .zero, packetDescriptions: nil,
                sampleBufferOut: &made) == 0)
        #expect(CMSampleBufferMakeDataReady(try #require(made)) == 5)
        let handler: CMSampleBufferMakeDataReadyHandler = { _ in 4 }
        #expect(
            CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
                nil, nil, false, format, 1, .zero, nil, &made, handler) == 0)
        #expect(CMSampleBufferMakeDataReady(try #require(made)) == 4)
    }

    @Test func anInvalidBufferHasNothing() throws {
        let buffer = try SampleStage.stereo(frames: 2)
        let count = Atomic<UInt64>(0)
        let callback: CMSampleBufferInvalidateCallback = { _, number in count.add(number, ordering: .relaxed) }
        #expect(CMSampleBufferSetInvalidateCallback(buffer, callback: callback, refcon: 3) == 0)
        #expect(CMSampleBufferInvalidate(buffer) == 0 && count.load(ordering: .relaxed) == 3)
        #expect(!buffer.isValid && buffer.dataBuffer == nil && buffer.numSamples == 2)
        #expect(CMSampleBufferInvalidate(buffer) == kCMSampleBufferError_Invalidated)
        #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.invalidate() }
        #expect(throws: CMSampleBuffer.Error.invalidated) { try SampleStage.samples(buffer) }
        #expect(throws: CMSampleBuffer.Error.invalidated) { try CMSampleBuffer(copying: buffer) }
        #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.setInvalidateHandler { _ in } }
        #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.setDataBuffer(SampleStage.block([1])) }
        #expect(CMSampleBufferSetDataReady(buffer) == -12744 && CMSampleBufferMakeDataReady(buffer) == -12744)
        let other = try SampleStage.stereo(frames: 1)
        let handler: CMSampleBufferInvalidateHandler = { _ in count.add(10, ordering: .relaxed) }
        #expect(CMSampleBufferSetInvalidateHandler(other, invalidateHandler: handler) == 0)
        try other.setInvalidateHandler { if $0 == other { count.add(20, ordering: .relaxed) } }
        try other.invalidate()
        #expect(count.load(ordering: .relaxed) == 23)
    }

    /// What a handler holds is a client's: it goes away outside the buffer's lock.
    @Test func replacedHandlersGoAway() throws {
        final class Held {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
            deinit { body() }
        }
        let count = Atomic<Int>(0)
        let buffer = try SampleStage.stereo(frames: 1)
        for _ in 0..<3 {
            let held = Held { if buffer.isValid { count.add(1, ordering: .relaxed) } }
            let status = CMSampleBufferSetInvalidateHandler(buffer) { _ in withExtendedLifetime(held) {} }
            #expect(status == 0)
        }
        #expect(count.load(ordering: .relaxed) == 2)
        try buffer.invalidate()
        #expect(count.load(ordering: .relaxed) == 2)
    }

    /// Numbers that no data has are refused.
    @Test func partsOfWhatIsNotThere() throws {
        let planar = try CMSampleBuffer(
            dataBuffer: SampleStage.block([Int16](repeating: 0, count: 8)),
            formatDescription: SampleStage.pcm(2, interleaved: false), numSamples: .max, sampleTimings: [],
            sampleSizes: [0])
        #expect(throws: CMSampleBuffer.Error.cannotSubdivide) {
            try CMSampleBuffer(copying: planar, forRange: Int.max - 1..<Int.max)
        }
        let packets = [1, Int64.min].map {
            AudioStreamPacketDescription(mStartOffset: $0, mVariableFramesInPacket: 0, mDataByteSize: 1)
        }
        let encoded = try CMSampleBuffer(
            dataBuffer: SampleStage.block([1, 2] as [UInt8]), formatDescription: SampleStage.aac(), numSamples: 2,
            presentationTimeStamp: .zero, packetDescriptions: packets)
        #expect(try CMSampleBuffer(copying: encoded, forRange: 0..<2).totalSampleSize == 2)
    }
}
