import AudioToolbox
import Glibc
import ToolSupport

/// What one output will be: its type, format and name, worked out from the options and the source.
struct OutputPlan {
    var path: String
    var fileType: AudioFileTypeID
    var format: AudioStreamBasicDescription
    /// Packets are copied, not converted.
    var copiesPackets: Bool
    let options: OutputOptions

    /// - Parameters:
    ///   - path: nil for a name beside the input.
    ///   - lossless: linear PCM that holds all of the source: what `-d N` and a missing `-d` mean.
    init(
        _ options: OutputOptions, path: String?, input: String, directory: String?,
        source: AudioStreamBasicDescription, lossless: AudioStreamBasicDescription
    ) throws(ToolError) {
        self.options = options
        let wanted = try options.d.map { (text: String) throws(ToolError) -> DataFormat in
            guard let format = DataFormat(text) else {
                throw ToolError("Parsing the data format \(text)", kAudio_ParamError)
            }
            return format
        }
        fileType = try Self.fileType(options, path: path, wanted, source)
        copiesPackets = wanted?.kind == .source
        format = copiesPackets ? source : try Self.format(options, wanted, fileType, source, lossless)
        self.path = path ?? ""
        if path == nil { self.path = try freeName(for: input, directory: directory, source: source) }
    }
}

// MARK: File type

extension OutputPlan {
    private static func fileType(
        _ options: OutputOptions, path: String?, _ wanted: DataFormat?, _ source: AudioStreamBasicDescription
    ) throws(ToolError) -> AudioFileTypeID {
        if let name = options.f {
            guard let code = fourCharacterCode(name) else {
                throw ToolError("Parsing the file type \(name)", kAudio_ParamError)
            }
            return code
        }
        if let path, let type = typesForExtension(extensionOf(path)).first { return type }
        switch wanted?.kind {
        case .encoded(let code): return firstType(holding: code)
        case .pcm(let pcm): return pcm.isBigEndian == true ? kAudioFileAIFFType : kAudioFileWAVEType
        case .native: return kAudioFileWAVEType
        case .source: return firstType(holding: source.mFormatID)
        case nil: throw ToolError("Finding a file type", kAudioFileUnsupportedFileTypeError)
        }
    }

    /// The type people keep a format in, CAF where there is no better one.
    private static func firstType(holding format: AudioFormatID) -> AudioFileTypeID {
        switch format {
        case kAudioFormatMPEG4AAC, kAudioFormatAppleLossless: kAudioFileM4AType
        default: kAudioFileCAFType
        }
    }

    private static func extensionOf(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    private static func typesForExtension(_ name: String) -> [AudioFileTypeID] {
        guard !name.isEmpty else { return [] }
        return globalCodes(kAudioFileGlobalInfo_TypesForExtension, specifier: name as CFString)
    }
}

// MARK: Data format

extension OutputPlan {
    private static func format(
        _ options: OutputOptions, _ wanted: DataFormat?, _ type: AudioFileTypeID,
        _ source: AudioStreamBasicDescription, _ lossless: AudioStreamBasicDescription
    ) throws(ToolError) -> AudioStreamBasicDescription {
        let channels = wanted?.channels ?? options.c ?? source.mChannelsPerFrame
        let rate = wanted?.sampleRate ?? source.mSampleRate
        switch wanted?.kind ?? defaultKind(type) {
        case .source, .native:
            return pcmFormat(DataFormat.PCM(lossless), wanted, type, rate: rate, channels: channels)
        case .pcm(let pcm):
            return pcmFormat(pcm, wanted, type, rate: rate, channels: channels)
        case .encoded(let code):
            var format = AudioStreamBasicDescription()
            format.mSampleRate = rate
            format.mFormatID = code
            format.mFormatFlags = wanted?.flags ?? sourceBitFlags(wanted?.sourceBits)
            format.mFramesPerPacket = wanted?.framesPerPacket ?? 0
            format.mChannelsPerFrame = channels
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            try check(
                "AudioFormatGetProperty",
                AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format))
            return format
        }
    }

    /// What a type holds unless something else is asked for: the lossless form of the source, or its one codec.
    private static func defaultKind(_ type: AudioFileTypeID) -> DataFormat.Kind {
        let formats = globalCodes(kAudioFileGlobalInfo_AvailableFormatIDs, type: type)
        if formats.isEmpty || formats.contains(kAudioFormatLinearPCM) { return .native }
        return .encoded(formats.contains(kAudioFormatMPEG4AAC) ? kAudioFormatMPEG4AAC : formats[0])
    }

    private static func sourceBitFlags(_ bits: UInt32?) -> AudioFormatFlags {
        [16: 1, 20: 2, 24: 3, 32: 4][bits ?? 0] ?? 0
    }

    /// The linear PCM asked for, in the endianness that the type holds where the spelling left it open.
    private static func pcmFormat(
        _ pcm: DataFormat.PCM, _ wanted: DataFormat?, _ type: AudioFileTypeID, rate: Double, channels: UInt32
    ) -> AudioStreamBasicDescription {
        let held = globalDescriptions(type)
        func description(_ pcm: DataFormat.PCM, bigEndian: Bool) -> AudioStreamBasicDescription {
            var format = pcm.description(
                sampleRate: rate, channels: channels, bigEndianByDefault: bigEndian,
                bytesPerSample: wanted?.bytesPerSample, isAlignedHigh: wanted?.isAlignedHigh ?? false,
                isInterleaved: wanted?.isInterleaved ?? true)
            if let flags = wanted?.flags { format.mFormatFlags = flags }
            return format
        }
        func isHeld(_ format: AudioStreamBasicDescription) -> Bool {
            held.contains { $0.mBitsPerChannel == format.mBitsPerChannel && $0.mFormatFlags == format.mFormatFlags }
        }
        var candidates = [description(pcm, bigEndian: false), description(pcm, bigEndian: true)]
        // Nobody chose the width or the signedness of a default: take what the type can hold.
        if wanted == nil || wanted?.kind == .native {
            for bits in [pcm.bits, 16, 24, 32, 8] {
                for signed in [true, false] {
                    var other = pcm
                    (other.bits, other.isSigned, other.isFloat) = (bits, signed, false)
                    candidates += [description(other, bigEndian: false), description(other, bigEndian: true)]
                }
            }
        }
        return candidates.first(where: isHeld) ?? candidates[0]
    }
}

extension DataFormat.PCM {
    /// The sample form of a description, with no endianness of its own.
    init(_ format: AudioStreamBasicDescription) {
        self.init()
        isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
        isSigned = isFloat || format.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        bits = format.mBitsPerChannel
    }
}

// MARK: Name

extension OutputPlan {
    /// A name beside the input (or in `directory`) that is not taken: `base.ext`, then with what changed, then a number.
    private func freeName(
        for input: String, directory: String?, source: AudioStreamBasicDescription
    ) throws(ToolError) -> String {
        let slash = input.lastIndex(of: "/")
        let folder = directory.map { $0 + "/" } ?? slash.map { String(input[...$0]) } ?? ""
        var base = String(slash.map { input[input.index(after: $0)...] } ?? input[...])
        if let dot = base.lastIndex(of: "."), dot > base.startIndex { base = String(base[..<dot]) }
        guard let suffix = globalTexts(kAudioFileGlobalInfo_ExtensionsForType, type: fileType).first else {
            throw ToolError("AudioFileGetGlobalInfo", kAudioFileUnsupportedFileTypeError)
        }
        var names = ["\(folder)\(base).\(suffix)"]
        if format.mFormatID == kAudioFormatLinearPCM {
            if format.mSampleRate != source.mSampleRate {
                names.append("\(folder)\(base)-\(Int(format.mSampleRate / 1000))k.\(suffix)")
            }
            if format.mBitsPerChannel != source.mBitsPerChannel {
                names.append("\(folder)\(base)-\(format.mBitsPerChannel)bit.\(suffix)")
            }
        }
        if let free = names.first(where: { access($0, F_OK) != 0 }) { return free }
        var number = 1
        while access("\(folder)\(base)-\(number).\(suffix)", F_OK) == 0 { number += 1 }
        return "\(folder)\(base)-\(number).\(suffix)"
    }
}
