import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import Foundation

/// What an output of a reader gets its buffers from. One thread at a time.
protocol SampleSource: AnyObject {
    /// The next buffer; nil at the end.
    func next() throws -> CMSampleBuffer?
}

extension SampleSource {
    /// Frames of linear PCM in a buffer.
    static var framesPerBuffer: Int { 8192 }
}

/// Frames of a format that a time range stands for.
struct FrameRange {
    /// When the first frame is.
    let time: CMTime
    /// The first frame and the one after the last; no end where the end of the whole is the range's.
    let start: Int64
    let end: Int64?

    init(_ range: CMTimeRange, of whole: CMTimeRange, rate: Double) {
        let timescale = AssetContents.timescale(rate)
        time = range.start.isNumeric ? max(range.start, .zero) : .zero
        let end = range.end.isNumeric ? min(range.end, whole.end) : whole.end
        start = Self.frame(time, timescale)
        self.end = end < whole.end ? max(start, Self.frame(end, timescale)) : nil
    }

    static func frame(_ time: CMTime, _ timescale: CMTimeScale) -> Int64 {
        let converted = CMTimeConvertScale(time, timescale: timescale, method: .default)
        return converted.isNumeric ? max(0, converted.value) : 0
    }

    /// The frame at the time of a frame of another rate. Frames that cannot be counted are as far away as can be.
    static func frame(_ frame: Int64, of rate: Double, at other: Double) -> Int64 {
        let place = (Double(frame) * other / rate).rounded()
        return place.isNaN ? 0 : Int64(max(-1e18, min(place, 1e18)))
    }
}

/// The sound of tracks as linear PCM.
final class DecodedSource: SampleSource {
    private let reader: any FrameReading
    private let client: StreamFormat
    private let description: CMAudioFormatDescription
    private let timescale: CMTimeScale
    private let range: FrameRange
    /// The next frame at the client's rate.
    private var position: Int64

    /// - Parameters:
    ///   - client: linear PCM.
    ///   - layout: the bytes of its layout.
    ///   - mix: what is done with tracks; nil for nothing.
    ///   - algorithm: how sound is stretched, unless the mix says so.
    init(
        _ tracks: [TrackContents], _ client: StreamFormat, layout: Data?, _ range: CMTimeRange, mix: AVAudioMix? = nil,
        algorithm: AVAudioTimePitchAlgorithm
    ) throws {
        self.client = client
        let whole = CMTimeRange(start: .zero, duration: tracks.map(\.duration).max() ?? .zero)
        self.range = FrameRange(range, of: whole, rate: client.sampleRate)
        timescale = AssetContents.timescale(client.sampleRate)
        position = self.range.start
        description = CMAudioFormatDescription(
            AudioStreamBasicDescription(client), layout: layout, cookie: nil, extensions: [:])
        reader = try Self.reader(tracks, client, mix, algorithm)
        try reader.seek(to: self.range.time)
    }

    /// A track as its file has it is read in the client's format, without a step between them.
    private static func reader(
        _ tracks: [TrackContents], _ client: StreamFormat, _ mix: AVAudioMix?, _ algorithm: AVAudioTimePitchAlgorithm
    ) throws -> any FrameReading {
        let isMixed = mix?.inputParameters.contains { $0.trackID == tracks[0].id } ?? false
        if tracks.count == 1, !isMixed, let file = tracks[0].wholeFile { return try TrackFrames(file, client) }
        let planar = StreamFormat.float32(
            sampleRate: client.sampleRate, channels: client.channels, interleaved: false)
        return try ConvertedFrames(MixedFrames(tracks, mix, planar, algorithm), planar, client)
    }

    func next() throws -> CMSampleBuffer? {
        let wanted = min(Int64(Self.framesPerBuffer), (range.end ?? .max) - position)
        guard wanted > 0 else { return nil }
        let planes = client.isInterleaved ? 1 : client.channels
        let frameSize = client.bytesPerFrame
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, planes * frameSize * Int(wanted)), alignment: 64)
        let block = try CMBlockBuffer(buffer: memory, deallocator: { base, _ in base.deallocate() })
        let buffers = AudioBuffers.allocate(count: planes)
        defer { buffers.deallocate() }
        for plane in 0..<planes {
            buffers[plane] = AudioBuffer(
                mNumberChannels: UInt32(client.isInterleaved ? client.channels : 1),
                mDataByteSize: UInt32(frameSize * Int(wanted)),
                mData: memory.baseAddress! + plane * frameSize * Int(wanted))
        }
        let count = try reader.read(Int(wanted), into: buffers.list)
        guard count > 0 else { return nil }
        let used = try parts(of: block, planes: planes, room: Int(wanted) * frameSize, size: count * frameSize)
        let start = CMTime(value: position, timescale: timescale)
        position += Int64(count)
        return try CMSampleBuffer(
            dataBuffer: used, formatDescription: description, numSamples: count, presentationTimeStamp: start,
            packetDescriptions: [])
    }

    /// The bytes of each plane that were filled.
    private func parts(of block: CMBlockBuffer, planes: Int, room: Int, size: Int) throws -> CMBlockBuffer {
        guard size < room else { return block }
        let used = try CMBlockBuffer()
        for plane in 0..<planes { try used.append(bufferReference: block[plane * room..<plane * room + size]) }
        return used
    }
}

/// The packets of a track's parts, as they are stored. Silence has none.
final class StoredParts: SampleSource {
    private var parts: [SoundPart]
    private let range: CMTimeRange
    private var current: StoredSource?

    /// - Throws: `operationNotSupportedForAsset` for a part that is stretched: its packets are not its sound.
    init(_ track: TrackContents, _ range: CMTimeRange) throws {
        parts = track.parts.filter { $0.file != nil }
        self.range = range
        guard parts.allSatisfy({ $0.rate == 1 }) else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedFailureReasonErrorKey: "the packets of a part that was scaled are not its sound"])
        }
    }

    func next() throws -> CMSampleBuffer? {
        while true {
            if let buffer = try current?.next() { return buffer }
            guard !parts.isEmpty else { return nil }
            let part = parts.removeFirst()
            let heard = CMTimeRangeGetIntersection(part.target, otherRange: range)
            guard let file = part.file, heard.duration > .zero else { continue }
            let shift = part.target.start - part.source.start
            current = try StoredSource(file, CMTimeRange(start: heard.start - shift, duration: heard.duration), shift)
        }
    }
}

/// The packets of a file, as they are stored.
final class StoredSource: SampleSource {
    private let file: OpenFile
    private let description: CMAudioFormatDescription
    private let timescale: CMTimeScale
    /// The packet to be read next.
    private var place: Int64
    private let end: Int64
    /// Frames before the sound.
    private let priming: Int64
    /// The first frame that is heard, and the one after the last, counted with the priming.
    private let heard: Range<Int64>
    private static let mostBytes = 1 << 20
    private static let mostPackets = 256

    /// What is added to times of the file.
    private let shift: CMTime

    init(_ track: FileTrack, _ range: CMTimeRange, _ shift: CMTime = .zero) throws {
        file = try track.open()
        description = track.formatDescription
        timescale = track.timescale
        self.shift = shift
        let index = file.description.packets
        priming = Int64(file.description.packetTable?.primingFrames ?? 0)
        let frames = FrameRange(range, of: track.timeRange, rate: track.format.sampleRate)
        let last = min(frames.end ?? track.frames, track.frames)
        heard = priming + frames.start..<priming + max(frames.start, last)
        // The sound's start comes with all packets before it, which an encoder meant to be decoded.
        place = frames.start == 0 ? 0 : index.packet(holdingFrame: heard.lowerBound) ?? index.count
        end = heard.isEmpty ? place : (index.packet(holdingFrame: heard.upperBound - 1).map { $0 + 1 } ?? index.count)
    }

    deinit { try? file.close() }

    func next() throws -> CMSampleBuffer? {
        let index = file.description.packets
        guard place < end else { return nil }
        let isPCM = file.format.isPCM
        let wanted = Int(min(Int64(isPCM ? Self.framesPerBuffer : Self.mostPackets), end - place))
        let size = index.isConstant ? index.constantSize * wanted : max(Self.mostBytes, index.maximumSize)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size), alignment: 64)
        let block = try CMBlockBuffer(buffer: memory, deallocator: { base, _ in base.deallocate() })
        var packets: [AudioStreamPacketDescription] = []
        let read = try file.readPackets(from: place, count: wanted, into: memory) { _, packet in
            packets.append(
                AudioStreamPacketDescription(
                    mStartOffset: packet.offset, mVariableFramesInPacket: packet.frames, mDataByteSize: packet.size))
        }
        guard read.packets > 0 else { return nil }
        let first = index.firstFrame(of: place)
        place += Int64(read.packets)
        let behind = place < index.count ? index.firstFrame(of: place) : index.totalFrames
        let used = try CMBlockBuffer(bufferReference: block[0..<read.bytes])
        let isEven = file.format.bytesPerPacket > 0 && file.format.framesPerPacket > 0
        let buffer = try CMSampleBuffer(
            dataBuffer: used, formatDescription: description, numSamples: read.packets,
            presentationTimeStamp: time(first), packetDescriptions: isEven ? [] : packets)
        trim(buffer, at: .trimDurationAtStart, min(heard.lowerBound, behind) - first)
        trim(buffer, at: .trimDurationAtEnd, behind - max(heard.upperBound, first))
        return buffer
    }

    /// The time of a frame counted with the priming, which comes before 0.
    private func time(_ frame: Int64) -> CMTime { CMTime(value: frame - priming, timescale: timescale) + shift }

    private func trim(_ buffer: CMSampleBuffer, at key: CMSampleBuffer.AttachmentKey, _ frames: Int64) {
        guard frames > 0, let time = CMTimeCopyAsDictionary(CMTime(value: frames, timescale: timescale), allocator: nil)
        else { return }
        buffer.attachments[key] = .shouldPropagate(time)
    }
}
