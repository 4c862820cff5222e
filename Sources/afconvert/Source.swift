import AudioToolbox
import ToolSupport

/// The file that is converted.
final class Source {
    let file: ExtAudioFileRef
    private let input: InputFile
    /// The same file, for what is not sound.
    let id: AudioFileID
    let format: AudioStreamBasicDescription
    /// What is read from it: linear PCM as it is, or what the codec decodes to without loss, unless an output has it decoded
    /// to what that holds.
    private(set) var clientFormat: AudioStreamBasicDescription
    /// Frames of sound.
    let frames: Int64

    /// - Parameter threads: how many may decode.
    init(_ path: String, track: UInt32, threads: Int) throws(ToolError) {
        input = try InputFile(path)
        var opened: ExtAudioFileRef?
        let status = ExtAudioFileOpenURL(fileURL(input.path), &opened)
        guard status == noErr, let opened else {
            let reason = FileFault.reading(path, at: input.path, status)
            throw ToolError(saying: "Couldn't open input file", status, because: reason)
        }
        file = opened
        let inner: AudioFileID? = try file.property(kExtAudioFileProperty_AudioFile, nil)
        id = inner!
        if track > 0 {
            var number = track
            let status = AudioFileSetProperty(id, kAudioFilePropertyUseAudioTrack, 4, &number)
            try check(
                "AudioFileSetProperty", of: kAudioFilePropertyUseAudioTrack, status,
                because: "\(path): it has no track \(track); the first is 0")
        }
        format = try file.property(kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        frames = try file.property(kExtAudioFileProperty_FileLengthFrames, Int64(0))
        clientFormat = Self.clientFormat(format)
        try file.setProperty(kExtAudioFileProperty_IOBufferSizeBytes, Conversion.bufferSize)
        try file.setProperty(kExtAudioFileProperty_ThreadCount, UInt32(threads))
    }

    /// Has the threads that decode convert, too, where an output holds what they give: the samples are still in their caches.
    func decode(to plan: OutputPlan) {
        guard plan.holdsDecoded(format, as: clientFormat, layout: layout) else { return }
        clientFormat = plan.format
    }

    /// Must be called before sound is read: packets that are only copied need no decoder.
    func prepareToRead() throws(ToolError) {
        guard clientFormat.mFormatID != format.mFormatID else { return }
        try file.setProperty(kExtAudioFileProperty_ClientDataFormat, clientFormat)
    }

    deinit { _ = ExtAudioFileDispose(file) }

    private static func clientFormat(_ format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
        if format.mFormatID == kAudioFormatLinearPCM { return format }
        var pcm = DataFormat.PCM()
        switch format.mFormatID {
        case kAudioFormatAppleIMA4, kAudioFormatULaw, kAudioFormatALaw: pcm.bits = 16
        // The flags state the width, 16, 20, 24 or 32 bits; 32 hold any.
        case kAudioFormatAppleLossless: pcm.bits = [1: 16, 2: 24, 3: 24][format.mFormatFlags] ?? 32
        default: (pcm.isFloat, pcm.bits) = (true, 32)
        }
        return pcm.description(sampleRate: format.mSampleRate, channels: format.mChannelsPerFrame)
    }

    /// The file's channel layout, as bytes of an `AudioChannelLayout`.
    var layout: [UInt8]? { audioFileBytes(id, kAudioFilePropertyChannelLayout) }

    /// What a decoder needs to know besides the format.
    var magicCookie: [UInt8]? { audioFileBytes(id, kAudioFilePropertyMagicCookieData) }
}

extension ExtAudioFileRef {
    /// A property of a type without references.
    func property<T>(_ property: ExtAudioFilePropertyID, _ initial: T) throws(ToolError) -> T {
        var value = initial
        var size = UInt32(MemoryLayout<T>.size)
        let status = withUnsafeMutableBytes(of: &value) {
            ExtAudioFileGetProperty(self, property, &size, $0.baseAddress!)
        }
        try check("ExtAudioFileGetProperty", of: property, status)
        return value
    }

    func setProperty<T: BitwiseCopyable>(_ property: ExtAudioFilePropertyID, _ value: T) throws(ToolError) {
        let status = withUnsafeBytes(of: value) {
            ExtAudioFileSetProperty(self, property, UInt32($0.count), $0.baseAddress!)
        }
        try check("ExtAudioFileSetProperty", of: property, status)
    }
}
