import AudioToolbox
import ToolSupport

/// The files before and after the input on an album without gaps.
///
/// Encoders that look back and ahead leave a seam where a file begins and ends. So the encoder is given the end of the
/// file before and the beginning of the file after; the packet table then says that neither belongs to this file.
struct Neighbours: Sendable {
    let before: String?
    let after: String?

    /// Packets to hear of each neighbour: an encoder's overlap, and the one it decides block sizes by.
    private static let packets: UInt32 = 2

    /// Frames of the source that make whole packets of the output, and how many of the output's they are.
    struct Length {
        var source: Int64 = 0
        var output: Int64 = 0
    }

    /// How much of a neighbour an output hears: nothing where it has no packets whose frames need not count.
    static func length(_ plan: OutputPlan, _ source: AudioStreamBasicDescription, framesPerPacket: UInt32) -> Length {
        guard plan.format.mFormatID != kAudioFormatLinearPCM, framesPerPacket > 1 else { return Length() }
        let rates = (Int64(source.mSampleRate.rounded()), Int64(plan.format.mSampleRate.rounded()))
        guard rates.0 > 0, rates.1 > 0 else { return Length() }
        let divisor = greatestCommonDivisor(rates.0, rates.1)
        let step = (source: rates.0 / divisor, output: rates.1 / divisor)
        let wanted = Int64(packets * framesPerPacket)
        let steps = (wanted + step.output - 1) / step.output
        return Length(source: steps * step.source, output: steps * step.output)
    }

    private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }

    /// The last frames of the file before, behind silence where it is too short.
    func ending(_ frames: Int64, as format: AudioStreamBasicDescription) throws(ToolError) -> [UInt8]? {
        guard let before, frames > 0 else { return nil }
        return try read(before, frames, format, fromEnd: true)
    }

    /// The first frames of the file after, then silence where it is too short.
    func beginning(_ frames: Int64, as format: AudioStreamBasicDescription) throws(ToolError) -> [UInt8]? {
        guard let after, frames > 0 else { return nil }
        return try read(after, frames, format, fromEnd: false)
    }

    private func read(
        _ path: String, _ count: Int64, _ format: AudioStreamBasicDescription, fromEnd: Bool
    ) throws(ToolError) -> [UInt8] {
        let input = try InputFile(path)
        var opened: ExtAudioFileRef?
        let status = ExtAudioFileOpenURL(fileURL(input.path), &opened)
        guard status == noErr else {
            throw ToolError(
                "ExtAudioFileOpenURL", status, because: FileFault.reading(path, at: input.path, status))
        }
        let file = opened!
        defer { _ = ExtAudioFileDispose(file) }
        let own = try file.property(kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        guard own.mSampleRate == format.mSampleRate, own.mChannelsPerFrame == format.mChannelsPerFrame else {
            throw ToolError(
                "Joining files of different rates or channels", kAudioConverterErr_FormatNotSupported,
                because: "\(path): it needs the rate and the channels of the input")
        }
        try file.setProperty(kExtAudioFileProperty_ClientDataFormat, format)
        let length = try file.property(kExtAudioFileProperty_FileLengthFrames, Int64(0))
        if fromEnd { try check("ExtAudioFileSeek", ExtAudioFileSeek(file, max(0, length - count))) }
        let missing = fromEnd ? Int(max(0, count - length)) : 0
        let frameSize = Int(format.mBytesPerFrame)
        var bytes = [UInt8](repeating: 0, count: Int(count) * frameSize)
        var done = missing
        while done < Int(count) {
            var frames = UInt32(Int(count) - done)
            var status = noErr
            bytes.withUnsafeMutableBytes { raw in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: format.mChannelsPerFrame, mDataByteSize: frames * format.mBytesPerFrame,
                        mData: raw.baseAddress! + done * frameSize))
                status = ExtAudioFileRead(file, &frames, &list)
            }
            try check("ExtAudioFileRead", status)
            if frames == 0 { break }
            done += Int(frames)
        }
        return bytes
    }
}
