import CoreAudioTypes
import Foundation

/// Packet descriptions at an address that stays.
final class SamplePackets: @unchecked Sendable {
    let descriptions: UnsafeMutableBufferPointer<AudioStreamPacketDescription>

    init(_ list: some Collection<AudioStreamPacketDescription>) {
        descriptions = .allocate(capacity: list.count)
        _ = descriptions.initialize(from: list)
    }

    deinit { descriptions.deallocate() }

    var byteCount: Int { descriptions.count * MemoryLayout<AudioStreamPacketDescription>.stride }

    /// The descriptions of some of the packets, of which the first begins at the first byte.
    func part(_ range: Range<Int>) -> SamplePackets {
        let first = range.isEmpty ? 0 : descriptions[range.lowerBound].mStartOffset
        return SamplePackets(
            descriptions[range].map {
                var description = $0
                description.mStartOffset &-= first
                return description
            })
    }
}

extension SampleTiming {
    /// The times and sizes of packets of a format, or of frames of linear PCM.
    static func audio(
        _ format: CMFormatDescription, count: Int, at start: CMTime, _ packets: SamplePackets?
    ) throws(Refusal) -> SampleTiming {
        guard let asbd = format.audioStreamBasicDescription, asbd.mSampleRate >= 1, asbd.mSampleRate < 0x1p31 else {
            throw Refusal(status: kCMSampleBufferError_InvalidMediaFormat)
        }
        guard let frameSize = asbd.bytesPerFrameOfAll else {
            throw Refusal(status: kCMSampleBufferError_InvalidMediaFormat)
        }
        guard count > 0 else { throw Refusal(status: kCMSampleBufferError_InvalidEntryCount) }
        let rate = Int32(asbd.mSampleRate.rounded())
        guard let packets else {
            // Frames of linear PCM, or packets of one size and duration.
            guard asbd.mBytesPerPacket > 0, asbd.mFramesPerPacket > 0 else {
                throw Refusal(status: kCMSampleBufferError_RequiredParameterMissing)
            }
            let timing = CMSampleTimingInfo(
                duration: CMTime(value: Int64(asbd.mFramesPerPacket), timescale: rate), presentationTimeStamp: start,
                decodeTimeStamp: .invalid)
            let size = asbd.isPCM ? frameSize : Int(asbd.mBytesPerPacket)
            return try SampleTiming(count: count, timings: [timing], sizes: [size])
        }
        guard packets.descriptions.count == count else { throw Refusal(status: kCMSampleBufferError_InvalidEntryCount) }
        var timings: [CMSampleTimingInfo] = []
        var frames: Int64 = 0
        for packet in packets.descriptions {
            let length = Int64(asbd.mFramesPerPacket > 0 ? asbd.mFramesPerPacket : packet.mVariableFramesInPacket)
            timings.append(
                CMSampleTimingInfo(
                    duration: CMTime(value: length, timescale: rate),
                    presentationTimeStamp: start + CMTime(value: frames, timescale: rate), decodeTimeStamp: .invalid))
            frames += length
        }
        // One entry says as much where the packets are of one duration.
        if asbd.mFramesPerPacket > 0 { timings = Array(timings.prefix(1)) }
        return try SampleTiming(
            count: count, timings: timings, sizes: packets.descriptions.map { Int($0.mDataByteSize) })
    }
}

extension AudioStreamBasicDescription {
    var isPCM: Bool { mFormatID == kAudioFormatLinearPCM }
    /// Whether each channel of linear PCM has a buffer of its own.
    var isPlanar: Bool { isPCM && mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 }
    /// How many buffers frames of linear PCM are in.
    var bufferCount: Int { isPlanar ? max(1, Int(mChannelsPerFrame)) : 1 }
    /// Bytes of a frame in all buffers; 0 for encoded formats. Nil for more buffers than any sound has.
    var bytesPerFrameOfAll: Int? { bufferCount <= 1024 ? isPCM ? Int(mBytesPerFrame) * bufferCount : 0 : nil }
}
