import CoreMedia
import Foundation
import Testing

@Suite struct SampleValueTests {
    private func video(_ times: [(Int64, Int64)], sizes: [Int] = []) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: nil, formatDescription: nil, numSamples: times.count,
            sampleTimings: times.map {
                CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: 25),
                    presentationTimeStamp: CMTime(value: $0.0, timescale: 25),
                    decodeTimeStamp: CMTime(value: $0.1, timescale: 25))
            }, sampleSizes: sizes)
    }

    /// Pictures that are decoded in another order than they are shown.
    @Test func timesOfEachSample() throws {
        let buffer = try video([(4, 0), (1, 1), (3, 2)], sizes: [5, 6, 7])
        #expect(buffer.presentationTimeStamp == CMTime(value: 1, timescale: 25))
        #expect(buffer.decodeTimeStamp == CMTime(value: 0, timescale: 25))
        #expect(buffer.duration == CMTime(value: 4, timescale: 25) && buffer.totalSampleSize == 18)
        var (needed, infos) = (0, [CMSampleTimingInfo](repeating: .invalid, count: 3))
        #expect(
            CMSampleBufferGetSampleTimingInfoArray(
                buffer, entryCount: 2, arrayToFill: &infos, entriesNeededOut: &needed)
                == kCMSampleBufferError_ArrayTooSmall)
        #expect(needed == 3)
        #expect(
            CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 3, arrayToFill: &infos, entriesNeededOut: nil)
                == 0)
        #expect(infos.map(\.presentationTimeStamp.value) == [4, 1, 3])
        var sizes = [0, 0, 0]
        #expect(
            CMSampleBufferGetSampleSizeArray(buffer, entryCount: 3, arrayToFill: &sizes, entriesNeededOut: &needed) == 0
        )
        #expect(sizes == [5, 6, 7] && CMSampleBufferGetSampleSize(buffer, at: 1) == 6)
        var info = CMSampleTimingInfo()
        #expect(CMSampleBufferGetSampleTimingInfo(buffer, at: 2, timingInfoOut: &info) == 0)
        #expect(info.decodeTimeStamp.value == 2)
        #expect(CMSampleBufferGetSampleTimingInfo(buffer, at: -1, timingInfoOut: &info) == -12734)
    }

    @Test func outputTimesAreTrimmedAndSpedUp() throws {
        let buffer = try video([(10, 8), (11, 9), (12, 10), (13, 11)])
        #expect(CMSampleBufferGetOutputDuration(buffer) == buffer.duration)
        let trim = try #require(CMTimeCopyAsDictionary(CMTime(value: 1, timescale: 25), allocator: nil))
        buffer.attachments[.trimDurationAtStart] = .shouldPropagate(trim)
        buffer.attachments[.trimDurationAtEnd] = .shouldPropagate(trim)
        #expect(buffer.outputPresentationTimeStamp == CMTime(value: 11, timescale: 25))
        #expect(buffer.outputDuration == CMTime(value: 2, timescale: 25))
        #expect(buffer.outputDecodeTimeStamp == CMTime(value: 9, timescale: 25))
        CMSetAttachment(
            buffer, key: kCMSampleBufferAttachmentKey_SpeedMultiplier, value: NSNumber(value: 2.0),
            attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        #expect(CMTimeCompare(buffer.outputDuration, CMTime(value: 1, timescale: 25)) == 0)
        #expect(CMTimeCompare(CMSampleBufferGetOutputDecodeTimeStamp(buffer), CMTime(value: 10, timescale: 25)) == 0)
        try buffer.setOutputPresentationTimeStamp(CMTime(value: 2, timescale: 1))
        #expect(CMSampleBufferGetOutputPresentationTimeStamp(buffer).seconds == 2)
        let infos = try buffer.outputSampleTimingInfos()
        #expect(infos.map { ($0.presentationTimeStamp.seconds * 50).rounded() } == [100, 101, 102, 103])
        var needed = 0
        #expect(
            CMSampleBufferGetOutputSampleTimingInfoArray(
                buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed)
                == 0)
        #expect(needed == 4 && CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: .invalid) == 0)
        let none = try video([])
        #expect(!none.duration.isValid && !none.presentationTimeStamp.isValid && !kCMTimingInfoInvalid.duration.isValid)
        #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleTimingInfo) { try none.sampleTimingInfos() }
    }

    /// Entry counts other than none, one and all are refused, and sizes that overflow.
    @Test func wrongCountsAreRefused() throws {
        var made: CMSampleBuffer?
        func create(_ samples: Int, _ timings: Int, _ sizes: [Int], data: CMBlockBuffer? = nil) -> OSStatus {
            let entries = [CMSampleTimingInfo](repeating: .invalid, count: max(0, timings))
            return CMSampleBufferCreateReady(
                allocator: nil, dataBuffer: data, formatDescription: nil, sampleCount: samples,
                sampleTimingEntryCount: timings, sampleTimingArray: entries, sampleSizeEntryCount: sizes.count,
                sampleSizeArray: sizes, sampleBufferOut: &made)
        }
        #expect(create(3, 2, []) == kCMSampleBufferError_InvalidEntryCount && create(-1, 0, []) == -12738)
        #expect(create(3, 3, [1, 2]) == -12738 && create(1, -1, []) == -12738 && made == nil)
        #expect(create(2, 0, [.max, 1]) == kCMSampleBufferError_InvalidSampleData && create(2, 0, [.max]) == -12742)
        #expect(create(2, 0, [1, -1]) == -12742)
        #expect(create(2, 0, [3, 3], data: try SampleStage.block([UInt8](repeating: 0, count: 5))) == -12742)
        #expect(
            CMSampleBufferCreateWithMakeDataReadyHandler(nil, nil, true, nil, 1, 1, nil, 0, nil, &made, nil)
                == kCMSampleBufferError_RequiredParameterMissing)
        #expect(
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: try SampleStage.block([1]), formatDescription: try SampleStage.aac(),
                sampleCount: 1,
                presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &made) == -12731)
        let picture = try CMFormatDescription(videoCodecType: .h264, width: 4, height: 2)
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
            try CMSampleBuffer(
                dataBuffer: nil, formatDescription: picture, numSamples: 1, presentationTimeStamp: .zero,
                packetDescriptions: [])
        }
        let shown = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: picture, numSamples: 1, sampleTimings: [], sampleSizes: [])
        #expect(throws: CMSampleBuffer.Error.invalidMediaTypeForOperation) { try shown.audioStreamPacketDescriptions() }
        #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) { try shown.singleSampleBuffers() }
    }

    /// Numbers that no sound has neither trap nor take memory.
    @Test func hugeNumbers() throws {
        let format = try SampleStage.pcm(2)
        let buffer = try CMSampleBuffer(
            dataBuffer: SampleStage.block([1, 2, 3, 4] as [Int16]), formatDescription: format, numSamples: .max,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: CMTime(value: .max, timescale: 1), presentationTimeStamp: .zero, decodeTimeStamp: .invalid
                )
            ], sampleSizes: [])
        #expect(buffer.duration.isValid && buffer.sampleAttachments.isEmpty)
        #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true) == nil)
        #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try CMSampleBuffer(copying: buffer, forRange: 0..<2) }
        #expect(try SampleStage.samples(buffer) == [[1, 2, 3, 4]])
        var asbd = try #require(format.audioStreamBasicDescription)
        asbd.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
        (asbd.mChannelsPerFrame, asbd.mBytesPerFrame, asbd.mBytesPerPacket) = (.max, .max, .max)
        let wide = try CMFormatDescription(audioStreamBasicDescription: asbd)
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
            try CMSampleBuffer(
                dataBuffer: nil, formatDescription: wide, numSamples: 1, presentationTimeStamp: .zero,
                packetDescriptions: [])
        }
        let other = try CMSampleBuffer(
            dataBuffer: SampleStage.block([1] as [Int16]), formatDescription: wide, numSamples: 2, sampleTimings: [],
            sampleSizes: [])
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) { try SampleStage.samples(other) }
        #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) { try CMSampleBuffer(copying: other, forRange: 0..<1) }
    }

    @Test func attachmentsOfBuffersAndSamples() throws {
        let buffer = try video([(0, 0), (1, 1)])
        #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) == nil)
        buffer.sampleAttachments[1][.notSync] = true
        #expect(buffer.sampleAttachments[1][.notSync] as? Bool == true && buffer.sampleAttachments[0][.notSync] == nil)
        let array = try #require(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
        (array.objects[0] as? NSMutableDictionary)?.setObject(7, forKey: kCMSampleAttachmentKey_DoNotDisplay)
        #expect(buffer.sampleAttachments[0][.doNotDisplay] as? Int == 7)
        let dictionary: CMSampleBuffer.PerSampleAttachmentsDictionary = buffer.sampleAttachments[0]
        #expect(dictionary.map(\.key) == [.doNotDisplay])
        var iterator: CMSampleBuffer.PerSampleAttachmentsDictionary.Iterator = dictionary.makeIterator()
        #expect(iterator.next() != nil && iterator.next() == nil)
        buffer.sampleAttachments[0][.doNotDisplay] = nil
        let all: CMSampleBuffer.SampleAttachmentsArray = buffer.sampleAttachments
        #expect(all.count == 2 && all.index(after: all.startIndex) == 1 && all.endIndex == 2)

        let block = try CMBlockBuffer()
        block.attachments["a"] = .shouldPropagate("x")
        block.attachments.merge(["b": 1, "c": 2], mode: .shouldNotPropagate)
        #expect(block.attachments.propagated["a"] as? String == "x" && block.attachments.nonPropagated.count == 2)
        #expect(block.attachments["b"]?.mode == .shouldNotPropagate)
        block.propagateAttachments(to: buffer)
        #expect(buffer.attachments["a"]?.value as? String == "x" && buffer.attachments["b"] == nil)
        var mode: CMAttachmentMode = 9
        #expect(CMGetAttachment(buffer, key: "a", attachmentModeOut: &mode) as? String == "x")
        #expect(mode == kCMAttachmentMode_ShouldPropagate)
        CMSetAttachments(
            buffer, attachments: ["d": 4] as NSDictionary, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        let copied = CMCopyDictionaryOfAttachments(
            allocator: nil, target: buffer, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        #expect(copied?["d"] as? Int == 4)
        CMRemoveAttachment(buffer, key: "d")
        #expect(CMGetAttachment(buffer, key: "d", attachmentModeOut: nil) == nil)
        CMPropagateAttachments(buffer, destination: buffer)
        CMRemoveAllAttachments(buffer)
        #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: buffer, attachmentMode: 1) == nil)
        block.attachments.removeAll()
        #expect(block.attachments["a"] == nil)
        let bearer: CMAttachmentBearer = NSObject()
        CMSetAttachment(bearer, key: "a", value: nil, attachmentMode: 0)
        #expect(CMGetAttachment(bearer, key: "a", attachmentModeOut: nil) == nil)
        func generic(_ bearer: some CMAttachmentBearerProtocol) -> CMAttachmentBearerAttachments { bearer.attachments }
        #expect(generic(block).propagated.isEmpty)
        let value = CMAttachmentBearerAttachments.Value.shouldPropagate(1)
        #expect(value.mode == CMAttachmentBearerAttachments.Mode.shouldPropagate)
    }
}
