import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// One output that is converted to.
final class Output {
    let file: ExtAudioFileRef
    let id: AudioFileID
    private let plan: OutputPlan
    private let unfinished: UnfinishedFile
    private var isOpen = true
    /// What was asked for and has no effect, as sentences.
    private(set) var notes: [String] = []
    /// Frames of the neighbours, in the output's rate.
    private var foreign = (before: Int64(0), after: Int64(0))

    /// - Parameters:
    ///   - threads: how many may encode and convert rates.
    ///   - info: what a CAF file keeps of the source, nil for nothing.
    init(_ plan: OutputPlan, _ source: Source, threads: Int, info: SourceInfo?) throws(ToolError) {
        self.plan = plan
        unfinished = try UnfinishedFile(plan.path)
        var format = plan.format
        var created: ExtAudioFileRef?
        let url = fileURL(unfinished.temporaryPath)
        let status = Interruption.making {
            ExtAudioFileCreateWithURL(url, plan.fileType, &format, nil, plan.creationFlags.rawValue, &created)
        }
        try Self.explain(status, plan)
        file = created!
        let inner: AudioFileID? = try file.property(kExtAudioFileProperty_AudioFile, nil)
        id = inner!
        try file.setProperty(kExtAudioFileProperty_IOBufferSizeBytes, Conversion.bufferSize)
        try setLayouts(source)
        if let name = plan.options.codecManuf {
            guard name == "appl" else {
                throw ToolError(
                    "Finding a codec made by \(name)", kAudioConverterErr_FormatNotSupported,
                    because: "appl is the only maker")
            }
            try file.setProperty(kExtAudioFileProperty_CodecManufacturer, fourCharacterCode(name)!)
        }
        try file.setProperty(kExtAudioFileProperty_ThreadCount, UInt32(threads))
        try file.setProperty(kExtAudioFileProperty_ClientDataFormat, source.clientFormat)
        try configureConverter(source)
        if plan.fileType == kAudioFileCAFType { try info?.keep(in: id) }
        try plan.setFraming(of: id)
    }

    deinit { if isOpen { _ = ExtAudioFileDispose(file) } }

    /// Where there is no encoder for a format, Core Audio creates the file and reports the error when the client's format is
    /// set.
    private static func explain(_ status: OSStatus, _ plan: OutputPlan) throws(ToolError) {
        let isLayer3 = plan.fileType == kAudioFileMP3Type && plan.format.mFormatID == kAudioFormatMPEGLayer3
        if status != noErr, isLayer3 {
            try check(
                "ExtAudioFileSetProperty", of: kExtAudioFileProperty_ClientDataFormat,
                kAudioFileUnsupportedDataFormatError)
        }
        try check("ExtAudioFileCreateWithURL", status)
    }

    /// Writes what the converter still holds and closes the file.
    func complete() throws(ToolError) {
        isOpen = false
        try plan.explaining { () throws(ToolError) in
            try check("ExtAudioFileClose", ExtAudioFileDispose(file))
            try plan.leaveOut(foreign.before, foreign.after, of: unfinished.temporaryPath)
            try plan.overridePriming(of: unfinished.temporaryPath)
            try unfinished.requireContents()
            try plan.finish?(unfinished.temporaryPath)
        }
    }

    func write(_ memory: UnsafeMutableRawPointer, frames: UInt32, _ format: AudioStreamBasicDescription)
        throws(ToolError)
    {
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: format.mChannelsPerFrame, mDataByteSize: frames * format.mBytesPerFrame,
                mData: memory))
        let status = ExtAudioFileWrite(file, frames, &list)
        try check("ExtAudioFileWrite", status, because: plan.whyNotWritten(status))
    }

    /// How many frames the first block has less than `blockFrames`, so that each block ends at a multiple of its size
    /// in the file: what is written in such places takes the system a third less time, because its cache has large pages.
    func framesPastRoundPlace(_ blockFrames: UInt32) throws(ToolError) -> UInt32 {
        let frameSize = Int64(plan.format.mBytesPerFrame)
        guard frameSize > 0 else { return 0 }
        var (offset, size) = (Int64(0), UInt32(8))
        try check(
            "AudioFileGetProperty", of: kAudioFilePropertyDataOffset,
            AudioFileGetProperty(id, kAudioFilePropertyDataOffset, &size, &offset))
        return UInt32(offset % (Int64(blockFrames) * frameSize) / frameSize)
    }

    /// Lets the encoder hear the end of the file before this one, or the beginning of the one after.
    func hear(_ neighbours: Neighbours, after isAfter: Bool, _ format: AudioStreamBasicDescription) throws(ToolError) {
        let own = try file.property(kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        let length = Neighbours.length(plan, format, framesPerPacket: own.mFramesPerPacket)
        let bytes =
            isAfter
            ? try neighbours.beginning(length.source, as: format) : try neighbours.ending(length.source, as: format)
        guard var bytes else { return }
        if isAfter { foreign.after = length.output } else { foreign.before = length.output }
        var failure: ToolError?
        bytes.withUnsafeMutableBytes { raw in
            do throws(ToolError) {
                try write(raw.baseAddress!, frames: UInt32(length.source), format)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Puts the file under its name.
    func becomeReal() throws(ToolError) { try unfinished.becomeReal() }
}

// MARK: Settings of the converter

extension Output {
    /// `-l` names the output's layout, or the input's and the output's; else the source's layout goes along.
    private func setLayouts(_ source: Source) throws(ToolError) {
        if let output = plan.layouts.output {
            try set(kExtAudioFileProperty_FileChannelLayout, output)
        } else if let own = source.layout, plan.format.mChannelsPerFrame == source.format.mChannelsPerFrame,
            !isUnderstood(own)
        {
            // A type without room for a layout is no reason to fail: the user did not ask for one.
            let fitting = inFileOrder(own)
            _ = ExtAudioFileSetProperty(file, kExtAudioFileProperty_FileChannelLayout, UInt32(fitting.count), fitting)
        }
        if let layout = plan.layouts.input ?? source.layout {
            _ = ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientChannelLayout, UInt32(layout.count), layout)
        }
    }

    private static let masked = [kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type, kAudioFileWave64Type]

    /// Whether a file of the WAVE family says the same without a layout. Many programs read the plain form of the format chunk
    /// only, which has no room for one.
    private func isUnderstood(_ own: [UInt8]) -> Bool {
        Self.masked.contains(plan.fileType) && OutputPlan.isMonoOrStereo(own)
    }

    /// The layout with its channels in the order of their bits, which is the only one that a file of the WAVE family has.
    private func inFileOrder(_ own: [UInt8]) -> [UInt8] {
        guard Self.masked.contains(plan.fileType) else { return own }
        return ChannelLayouts.inBitmapOrder(own) ?? own
    }

    private func set(_ property: ExtAudioFilePropertyID, _ bytes: [UInt8]) throws(ToolError) {
        try check(
            "ExtAudioFileSetProperty", of: property,
            ExtAudioFileSetProperty(file, property, UInt32(bytes.count), bytes))
    }

    private func configureConverter(_ source: Source) throws(ToolError) {
        let options = plan.options
        let converter: AudioConverterRef? = try file.property(kExtAudioFileProperty_AudioConverter, nil)
        if !options.encoderProperty.isEmpty, plan.format.mFormatID == kAudioFormatLinearPCM {
            throw ToolError(
                "Finding an encoder for -ue", kAudioConverterErr_PropertyNotSupported,
                because: "\(plan.path): linear PCM has no encoder")
        }
        if let converter {
            if plan.format.mSampleRate != source.clientFormat.mSampleRate { try configureRate(converter) }
            if let method = options.primeMethod { try converter.set(kAudioConverterPrimeMethod, method) }
            if let dither = options.dither { try converter.set(kAudioConverterPropertyDithering, dither) }
            if options.mix {
                try converter.set(kAudioConverterPropertyPerformDownmix, UInt32(1))
            } else if source.clientFormat.mChannelsPerFrame == 1, plan.format.mChannelsPerFrame == 2 {
                try converter.repeatMono()
            }
        }
        try configureEncoder(converter)
        for pair in options.userproperty + options.encoderProperty { try set(pair, of: converter) }
        guard !options.decoderProperty.isEmpty else { return }
        let decoder: AudioConverterRef? = try source.file.property(kExtAudioFileProperty_AudioConverter, nil)
        guard let decoder else {
            throw ToolError(
                "Finding a decoder for -ud", kAudioConverterErr_PropertyNotSupported,
                because: "the input is linear PCM, which has no decoder")
        }
        for pair in options.decoderProperty { try set(pair, of: decoder) }
    }

    /// What formats without a choice of it do not take is no reason to fail: Core Audio's tool takes no notice of it.
    private func configureEncoder(_ converter: AudioConverterRef?) throws(ToolError) {
        let options = plan.options
        let best = UInt32(kAudioConverterQuality_Max)
        for (name, property, value) in [
            ("-q", kAudioConverterCodecQuality, options.quality.map { min($0, best) }),
            ("-b", kAudioConverterEncodeBitRate, options.bitrate),
            ("-s", Self.bitRateStrategy, options.strategy),
        ] {
            guard let value else { continue }
            do throws(ToolError) {
                guard let converter, converter.takes(property) else {
                    throw ToolError(name, kAudioConverterErr_OperationNotSupported)
                }
                try converter.set(property, value)
            } catch {
                // This is also what a codec says whose bit rate follows from its sample rate.
                guard error.status == kAudioConverterErr_OperationNotSupported else { throw error }
                notes.append("\(name) has no effect with \(spelled(plan.format.mFormatID))")
            }
        }
    }

    /// A property named on the command line. What Apple's codecs alone have is taken without effect.
    private func set(_ pair: PairArgument, of converter: AudioConverterRef?) throws(ToolError) {
        guard let property = fourCharacterCode(pair.first), let value = pair.value else {
            throw ToolError(
                "Parsing -u", kAudio_ParamError,
                because: "\(pair.first) \(pair.second): a code of one to four characters and a number are needed")
        }
        if let converter, converter.takes(property) {
            try converter.set(property, value)
        } else if CodecProperties.known.contains(property) {
            notes.append("the property '\(spelled(property))' has no effect with \(spelled(plan.format.mFormatID))")
        } else {
            try check("AudioConverterSetProperty", of: property, kAudioConverterErr_PropertyNotSupported)
        }
    }

    /// `kAudioCodecPropertyBitRateControlMode`, which converters pass on to their encoder.
    private static let bitRateStrategy = fourCharacterCode("acbf")!

    private func configureRate(_ converter: AudioConverterRef) throws(ToolError) {
        let best = UInt32(kAudioConverterQuality_Max)
        let wanted = plan.options.srcQuality ?? best
        if wanted > best { notes.append("-r takes a quality from 0 to 127, no rate: the rate stands behind @ in -d") }
        try converter.set(kAudioConverterSampleRateConverterQuality, min(wanted, best))
        if let name = plan.options.srcComplexity {
            guard let code = fourCharacterCode(name) else {
                throw ToolError(
                    "Parsing --src-complexity", kAudio_ParamError,
                    because: "\(name): line, norm, bats or minp is needed")
            }
            try converter.set(kAudioConverterSampleRateConverterComplexity, code)
        }
    }
}

extension AudioConverterRef {
    /// Puts one channel into both of two; a converter left to itself would leave the second silent.
    func repeatMono() throws(ToolError) {
        var map: [Int32] = [0, 0]
        try check(
            "AudioConverterSetProperty", of: kAudioConverterChannelMap,
            AudioConverterSetProperty(self, kAudioConverterChannelMap, 8, &map))
    }

    /// Whether the converter lets a property be set.
    func takes(_ property: AudioConverterPropertyID) -> Bool {
        var isWritable = false
        return AudioConverterGetPropertyInfo(self, property, nil, &isWritable) == noErr && isWritable
    }

    func set(_ property: AudioConverterPropertyID, _ value: UInt32) throws(ToolError) {
        var value = value
        try check(
            "AudioConverterSetProperty", of: property, AudioConverterSetProperty(self, property, 4, &value))
    }
}

extension PairArgument {
    /// The second word as the four bytes of a property: a whole number is an integer, one with a point a 32-bit float.
    fileprivate var value: UInt32? { Int32(second).map { UInt32(bitPattern: $0) } ?? Float(second)?.bitPattern }
}
