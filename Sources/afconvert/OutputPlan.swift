import AudioToolbox
import CoreAudioAdditions
import ToolSupport

/// What one output will be: its type, format and name, worked out from the options and the source.
struct OutputPlan {
    var path: String
    var fileType: AudioFileTypeID
    var format: AudioStreamBasicDescription
    /// Packets are copied, not converted.
    var copiesPackets: Bool
    let options: OutputOptions
    /// Called with the path of the whole file before it gets its name.
    let finish: Conversion.Finish?
    /// The layouts in the options, as bytes of an `AudioChannelLayout`.
    let layouts: (input: [UInt8]?, output: [UInt8]?)

    /// - Parameters:
    ///   - path: nil for a name beside the input.
    ///   - lossless: linear PCM that holds all of the source: what `-d N` and a missing `-d` mean.
    ///   - kept: what the source keeps of the file it was made from, which is the output unless another is asked for.
    init(
        _ options: OutputOptions, path: String?, input: String, directory: String?,
        source: AudioStreamBasicDescription, lossless: AudioStreamBasicDescription, kept: SourceInfo?,
        finish: Conversion.Finish? = nil
    ) throws(ToolError) {
        (self.options, self.finish) = (options, finish)
        // What a pipe brings becomes a file in the folder at hand.
        let name = FileName(input == "-" ? "stdin" : InputPipe.isOne(input) ? FileName(input).last : input)
        let folder = directory.map { $0 + "/" } ?? name.folder
        if let kept, path == nil, options.file == nil, options.data == nil {
            (fileType, format, copiesPackets) = (kept.fileType, kept.format, false)
            layouts = try Self.layouts(options, source, format)
            let base = FileName(kept.name).base
            self.path = try Self.freeName(
                folder: folder, base: base, fileType: fileType, format: format, source: source)
            return
        }
        let wanted = try Self.dataFormat(options)
        fileType = try Self.fileType(options, path: path, wanted, source)
        // A sample of linear PCM is a packet that conversion leaves alone.
        copiesPackets = wanted?.kind == .source && source.mFormatID != kAudioFormatLinearPCM
        if copiesPackets {
            guard !options.setsProperties, wanted?.sampleRate ?? source.mSampleRate == source.mSampleRate,
                options.channels ?? source.mChannelsPerFrame == source.mChannelsPerFrame
            else {
                throw ToolError(
                    "Changing packets that are copied", kAudioConverterErr_OperationNotSupported,
                    because: "-d 0 leaves the rate, the channels and the encoder's properties as they are")
            }
            format = source
        } else {
            format = try Self.format(options, wanted, fileType, source, lossless)
        }
        layouts = try Self.layouts(options, source, format)
        if let path {
            self.path = path
        } else {
            self.path = try Self.freeName(
                folder: folder, base: name.base, fileType: fileType, format: format, source: source)
        }
    }
}

extension OutputPlan {
    /// Does something with the output. Errors get its name, and why it is not written.
    func explaining<Result>(_ body: () throws(ToolError) -> Result) throws(ToolError) -> Result {
        try ToolSupport.explaining(whyNotWritten, body)
    }

    func whyNotWritten(_ status: OSStatus) -> String {
        FileFault.writing(
            path, as: fileType, format: format.mFormatID, isCopied: UnfinishedFile.takesBytesAlone(path), status)
    }
}

// MARK: What its converter would do

extension OutputPlan {
    /// Whether nothing happens to a source's decoded samples but that they become what the file holds: linear PCM of no more
    /// bytes, with as many channels in the same places.
    ///
    /// Codecs that decode to integers must lose no bits: floats are rounded and integers cut off. None but FLAC, and Apple
    /// Lossless, which is cut off in any case, has more than 16.
    ///
    /// - Parameters:
    ///   - decoded: linear PCM that holds all of the source.
    ///   - layout: the source's.
    func holdsDecoded(
        _ source: AudioStreamBasicDescription, as decoded: AudioStreamBasicDescription, layout: [UInt8]?
    ) -> Bool {
        let areChannelsKept =
            format.mChannelsPerFrame == decoded.mChannelsPerFrame && options.layouts.isEmpty
            && (layout == nil || Self.isMonoOrStereo(layout!))
        let isWide = source.mFormatID == kAudioFormatFLAC && source.mFormatFlags != 1
        let leastBits: UInt32 = isWide ? 32 : 16
        let isPlain =
            (options.dither ?? 0) == 0 && !options.mix && !options.setsProperties && options.primeMethod == nil
            && options.namesForEncoders.isEmpty && !options.measuresLoudness
        return source.mFormatID != kAudioFormatLinearPCM && format.mFormatID == kAudioFormatLinearPCM && isPlain
            && areChannelsKept && format.mSampleRate == decoded.mSampleRate
            && format.mBytesPerFrame <= decoded.mBytesPerFrame && format.mBitsPerChannel >= leastBits
    }

    /// Whether a layout, as bytes of an `AudioChannelLayout`, is what a file without one means: one channel, or left and
    /// right.
    static func isMonoOrStereo(_ layout: [UInt8]) -> Bool {
        guard let labels = ChannelLayouts.labels(layout) else { return false }
        let usual = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo].map { ChannelLayouts.labels(tag: $0) }
        return usual.contains(labels) || labels == [kAudioChannelLabel_Center]
    }
}

// MARK: Layouts

extension OutputPlan {
    /// What `-l` names: the output's layout, or the input's and the output's. Each must have as many channels as they do.
    private static func layouts(
        _ options: OutputOptions, _ source: AudioStreamBasicDescription, _ format: AudioStreamBasicDescription
    ) throws(ToolError) -> (input: [UInt8]?, output: [UInt8]?) {
        let names = options.layouts
        guard let last = names.last else { return (nil, nil) }
        let input = names.count > 1 ? try layout(names[0], channels: source.mChannelsPerFrame) : nil
        return (input, try layout(last, channels: format.mChannelsPerFrame))
    }

    private static func layout(_ name: String, channels: UInt32) throws(ToolError) -> [UInt8] {
        let layout = AudioChannelLayout(
            mChannelLayoutTag: try ChannelLayoutNames.tag(name, channels: channels), mChannelBitmap: [],
            mNumberChannelDescriptions: 0, mChannelDescriptions: AudioChannelDescription())
        // A layout that is only a tag consists of the fields before the descriptions.
        return withUnsafeBytes(of: layout) { Array($0.prefix(12)) }
    }
}

// MARK: File type

extension OutputPlan {
    /// The type that an output without a name has, whatever its source; nil where the source decides.
    static func typeOfAll(_ options: OutputOptions) throws(ToolError) -> AudioFileTypeID? {
        let wanted = try dataFormat(options)
        if options.file == nil, wanted == nil || wanted?.kind == .source { return nil }
        return try fileType(options, path: nil, wanted, AudioStreamBasicDescription())
    }

    private static func dataFormat(_ options: OutputOptions) throws(ToolError) -> DataFormat? {
        try options.data.map { (text: String) throws(ToolError) -> DataFormat in
            guard let format = DataFormat(text) else {
                throw ToolError("Parsing the data format \(text)", kAudio_ParamError, because: DataFormat.spelling)
            }
            return format
        }
    }

    private static func fileType(
        _ options: OutputOptions, path: String?, _ wanted: DataFormat?, _ source: AudioStreamBasicDescription
    ) throws(ToolError) -> AudioFileTypeID {
        if let name = options.file {
            guard let code = fourCharacterCode(name) else {
                throw ToolError(
                    "Parsing the file type \(name)", kAudio_ParamError,
                    because: "a file type has one to four characters; afconvert -hf lists those there are")
            }
            return code
        }
        if let path, let type = typesForExtension(FileName(path).suffix).first { return type }
        switch wanted?.kind {
        case .encoded(let code): return firstType(holding: code)
        case .pcm(let pcm): return firstType(holding: pcm)
        case .native: return kAudioFileWAVEType
        case .source: return firstType(holding: source.mFormatID)
        case nil:
            let name = path ?? ""
            let fault = name == "-" ? "standard output has no name" : "the extension of \(name) is that of no file type"
            throw ToolError(
                "Finding a file type", kAudioFileUnsupportedFileTypeError, because: "\(fault); -f names a type")
        }
    }

    /// The type people keep a format in, CAF where there is no better one.
    private static func firstType(holding format: AudioFormatID) -> AudioFileTypeID {
        switch format {
        case kAudioFormatMPEG4AAC, kAudioFormatAppleLossless: kAudioFileM4AType
        default: kAudioFileCAFType
        }
    }

    /// The first of the types people keep samples in that holds these, CAF where none of the others does.
    private static func firstType(holding pcm: DataFormat.PCM) -> AudioFileTypeID {
        let types = [kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileAIFCType]
        return types.first { type in
            [false, true].contains { bigEndian in
                let format = pcm.description(sampleRate: 1, channels: 1, bigEndianByDefault: bigEndian)
                return globalDescriptions(type).contains { $0.isSameSample(as: format) }
            }
        } ?? kAudioFileCAFType
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
        let channels = wanted?.channels ?? options.channels ?? options.layoutChannels ?? source.mChannelsPerFrame
        let rate = wanted?.sampleRate ?? source.mSampleRate
        switch wanted?.kind ?? defaultKind(type) {
        case .source, .native:
            return pcmFormat(DataFormat.PCM(lossless), wanted, type, rate: rate, channels: channels)
        case .pcm(let pcm):
            return pcmFormat(pcm, wanted, type, rate: rate, channels: channels)
        case .encoded(let code):
            var format = AudioStreamBasicDescription()
            format.mSampleRate = encodedRate(code, in: type, asked: wanted?.sampleRate, source: source.mSampleRate)
            format.mFormatID = code
            let bits = wanted?.sourceBits ?? (code == kAudioFormatAppleLossless ? integerBits(lossless) : nil)
            format.mFormatFlags = wanted?.flags ?? sourceBitFlags(bits)
            format.mFramesPerPacket = wanted?.framesPerPacket ?? 0
            format.mChannelsPerFrame = channels
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            // The property leaves an unknown format unchanged; creating the file then reports the error.
            _ = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
            return format
        }
    }

    /// The highest rate of Core Audio's encoder for AAC.
    private static let highestAACRate = 48_000.0

    /// The rate asked for, else the source's, where the encoder has it. Core Audio's tool takes AAC down to what its encoder
    /// has without being asked; and Opus, whose rate says nothing of its sound, is made at the nearest rate there is.
    private static func encodedRate(
        _ code: AudioFormatID, in type: AudioFileTypeID, asked: Double?, source: Double
    ) -> Double {
        if code == kAudioFormatMPEG4AAC, asked == nil { return min(source, highestAACRate) }
        guard code == kAudioFormatOpus else { return asked ?? source }
        // Without a rate of their own, files of MPEG-4 have the one that all of them can hold.
        if asked == nil, type == kAudioFileMPEG4Type { return 48_000 }
        let rates = encoderRates(code)
        guard let asked else { return rates.contains(source) ? source : 48_000 }
        return rates.min { abs($0 - asked) < abs($1 - asked) } ?? asked
    }

    /// What a type holds unless something else is asked for: the lossless form of the source, or its one codec.
    private static func defaultKind(_ type: AudioFileTypeID) -> DataFormat.Kind {
        let formats = globalCodes(kAudioFileGlobalInfo_AvailableFormatIDs, type: type)
        if formats.isEmpty || formats.contains(kAudioFormatLinearPCM) { return .native }
        return .encoded(formats.contains(kAudioFormatMPEG4AAC) ? kAudioFormatMPEG4AAC : formats[0])
    }

    /// The width of the source's integers as Apple Lossless knows it; of floating point it keeps 16 bits.
    private static func integerBits(_ pcm: AudioStreamBasicDescription) -> UInt32 {
        guard pcm.mFormatFlags & kAudioFormatFlagIsFloat == 0 else { return 16 }
        return [16, 20, 24].first { $0 >= pcm.mBitsPerChannel } ?? 32
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
        func isHeld(_ format: AudioStreamBasicDescription) -> Bool { held.contains { $0.isSameSample(as: format) } }
        var candidates = [description(pcm, bigEndian: false), description(pcm, bigEndian: true)]
        // The user did not choose the width or the signedness of a default: take what the type can hold.
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

extension AudioStreamBasicDescription {
    fileprivate func isSameSample(as other: AudioStreamBasicDescription) -> Bool {
        mBitsPerChannel == other.mBitsPerChannel && mFormatFlags == other.mFormatFlags
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
