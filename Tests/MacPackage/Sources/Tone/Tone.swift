import AVFoundation
import AudioToolbox.ExtendedAudioFile
import CTone

public struct Tone {
    public let buffer: AVAudioPCMBuffer

    public init?(frequency: Double, seconds: Double) {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(seconds * 48000))
        else { return nil }
        buffer.frameLength = buffer.frameCapacity
        ToneFill(buffer.floatChannelData![0], buffer.frameLength, frequency, format.streamDescription)
        self.buffer = buffer
    }

    public static var count: Int { Int(ToneCount()) }

    /// Writes it in a file of a format, by the functions of C.
    public func write(to url: URL, type: AudioFileTypeID = kAudioFileCAFType) throws {
        var format = buffer.format.streamDescription.pointee
        format.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
        var file: ExtAudioFileRef?
        try check(
            ExtAudioFileCreateWithURL(
                url as CFURL, type, &format, nil, AudioFileFlags.eraseFile.rawValue, &file))
        defer { ExtAudioFileDispose(file!) }
        try check(ExtAudioFileWrite(file!, buffer.frameLength, buffer.audioBufferList))
    }

    public var duration: CMTime { CMTime(value: CMTimeValue(buffer.frameLength), timescale: 48000) }
}

/// CMTime has no description of its own on a Mac.
extension CMTime: CustomStringConvertible {
    public var description: String { "\(seconds) s" }
}
