import AudioToolbox
import Foundation
import ToolSupport

/// What will be recorded, worked out from the options: file type, format and layout.
struct RecordingPlan {
    let type: AudioFileTypeID
    let format: AudioStreamBasicDescription
    let layout: AudioChannelLayoutTag?

    private static let defaultRate = 44_100.0

    init(_ options: Afrecord) throws(ToolError) {
        type = try Self.type(options)
        var wanted: DataFormat?
        if let text = options.data {
            guard let format = DataFormat(text) else {
                throw ToolError("Parsing the data format \(text)", kAudio_ParamError, because: DataFormat.spelling)
            }
            wanted = format
        }
        let laidOut = options.layout.flatMap(ChannelLayoutNames.tag).flatMap(ChannelLayoutNames.channels)
        let format = try Self.format(
            wanted, type, channels: wanted?.channels ?? options.channels ?? laidOut ?? 2)
        self.format = format
        layout = try options.layout.map { (name: String) throws(ToolError) -> AudioChannelLayoutTag in
            try ChannelLayoutNames.tag(name, channels: format.mChannelsPerFrame)
        }
    }

    private static func type(_ options: Afrecord) throws(ToolError) -> AudioFileTypeID {
        if let name = options.type {
            guard let code = fourCharacterCode(name) else {
                throw ToolError(
                    "Parsing the file type \(name)", kAudio_ParamError,
                    because: "a file type has one to four characters; afconvert -hf lists those there are")
            }
            return code
        }
        let suffix = (options.file as NSString).pathExtension
        guard !suffix.isEmpty else { return kAudioFileAIFFType }
        return globalCodes(kAudioFileGlobalInfo_TypesForExtension, specifier: suffix as CFString).first
            ?? kAudioFileAIFFType
    }

    private static func format(
        _ wanted: DataFormat?, _ type: AudioFileTypeID, channels: UInt32
    ) throws(ToolError) -> AudioStreamBasicDescription {
        let rate = wanted?.sampleRate ?? defaultRate
        switch wanted?.kind ?? defaultKind(type) {
        case .source, .native: return pcm(DataFormat.PCM(), type, rate: rate, channels: channels)
        case .pcm(let form): return pcm(form, type, rate: rate, channels: channels)
        case .encoded(let code):
            var format = AudioStreamBasicDescription()
            format.mSampleRate = encodedRate(code, rate)
            format.mFormatID = code
            format.mFormatFlags = wanted?.flags ?? 0
            format.mFramesPerPacket = wanted?.framesPerPacket ?? 0
            format.mChannelsPerFrame = channels
            if speech.keys.contains(code), format.mSampleRate != rate, wanted?.channels == nil {
                format.mChannelsPerFrame = 1
            }
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let status = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
            guard status == noErr else {
                throw ToolError("AudioFormatGetProperty", status, because: "'\(spelled(code))': \(DataFormat.spelling)")
            }
            return format
        }
    }

    /// Codecs of speech, which have one rate.
    private static let speech = [kAudioFormatiLBC: 8000.0, kAudioFormatAMR: 8000, kAudioFormatAMR_WB: 16_000]

    /// The rate asked for; of Opus, whose rate says nothing of its sound, the nearest that there is.
    private static func encodedRate(_ code: AudioFormatID, _ rate: Double) -> Double {
        guard code == kAudioFormatOpus else { return speech[code] ?? rate }
        return encoderRates(code).min { abs($0 - rate) < abs($1 - rate) } ?? rate
    }

    /// 16-bit integers, or the one codec of a type that holds no samples.
    private static func defaultKind(_ type: AudioFileTypeID) -> DataFormat.Kind {
        let formats = globalCodes(kAudioFileGlobalInfo_AvailableFormatIDs, type: type)
        if formats.isEmpty || formats.contains(kAudioFormatLinearPCM) { return .pcm(DataFormat.PCM()) }
        return .encoded(formats.contains(kAudioFormatMPEG4AAC) ? kAudioFormatMPEG4AAC : formats[0])
    }

    /// The samples asked for, in the endianness that the type holds where the spelling left it open.
    private static func pcm(
        _ form: DataFormat.PCM, _ type: AudioFileTypeID, rate: Double, channels: UInt32
    ) -> AudioStreamBasicDescription {
        let held = globalDescriptions(type)
        let bigEndian = form.description(sampleRate: rate, channels: channels, bigEndianByDefault: true)
        let isHeld = held.contains {
            $0.mBitsPerChannel == bigEndian.mBitsPerChannel && $0.mFormatFlags == bigEndian.mFormatFlags
        }
        return form.description(sampleRate: rate, channels: channels, bigEndianByDefault: isHeld)
    }
}
