import AudioToolbox
import Foundation
import Glibc
import ToolSupport

/// A file being written: under a name of its own until it is whole, so that an interrupted conversion leaves the final
/// name as it was.
final class UnfinishedFile {
    let temporaryPath: String
    private let path: String
    private var isFinished = false

    init(_ path: String) {
        self.path = path
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        temporaryPath = path[..<slash] + ".\(path[slash...]).unfinished-\(getpid())"
        Interruption.remove(temporaryPath)
    }

    deinit {
        if !isFinished { _ = unlink(temporaryPath) }
        Interruption.forget(temporaryPath)
    }

    func becomeReal() throws(ToolError) {
        guard rename(temporaryPath, path) == 0 else {
            throw ToolError(
                "Writing \(path)", errno == EACCES ? kAudio_FilePermissionError : kAudioFileUnspecifiedError)
        }
        isFinished = true
    }
}

/// One output that is converted to.
final class Output {
    private(set) var file: ExtAudioFileRef
    private let plan: OutputPlan
    private let unfinished: UnfinishedFile
    private var isOpen = true

    init(_ plan: OutputPlan, _ source: Source, resamplerThreads: Int, tagsSource: Bool) throws(ToolError) {
        self.plan = plan
        unfinished = UnfinishedFile(plan.path)
        var format = plan.format
        var created: ExtAudioFileRef?
        let flags: AudioFileFlags = plan.options.noFiller ? [.eraseFile, .dontPageAlignAudioData] : .eraseFile
        try check(
            "ExtAudioFileCreateWithURL",
            ExtAudioFileCreateWithURL(
                URL(fileURLWithPath: unfinished.temporaryPath) as CFURL, plan.fileType, &format, nil, flags.rawValue,
                &created))
        file = created!
        try file.setProperty(kExtAudioFileProperty_IOBufferSizeBytes, Conversion.bufferSize)
        try setLayouts(source)
        try file.setProperty(kExtAudioFileProperty_ClientDataFormat, source.clientFormat)
        try configureConverter(source, threads: resamplerThreads)
        let id: AudioFileID? = try file.property(kExtAudioFileProperty_AudioFile, nil)
        source.copyInfo(to: id!)
        if tagsSource, plan.fileType == kAudioFileCAFType {
            let description = source.format
            let status = withUnsafeBytes(of: description) {
                AudioFileSetUserData(id!, fourCharacterCode("srcI")!, 0, UInt32($0.count), $0.baseAddress!)
            }
            try check("AudioFileSetUserData", status)
        }
    }

    deinit { if isOpen { _ = ExtAudioFileDispose(file) } }

    /// Writes what the converter still holds and puts the file under its name.
    func finish() throws(ToolError) {
        isOpen = false
        try check("ExtAudioFileDispose", ExtAudioFileDispose(file))
        try unfinished.becomeReal()
    }
}

// MARK: What the converter is told

extension Output {
    /// `-l` names the output's layout, or the input's and the output's; else the source's layout goes along.
    private func setLayouts(_ source: Source) throws(ToolError) {
        let names = plan.options.l
        let output = try names.last.map { (name: String) throws(ToolError) -> [UInt8] in try layout(named: name) }
        let input = names.count > 1 ? try layout(named: names[0]) : nil
        if let output {
            try set(kExtAudioFileProperty_FileChannelLayout, output)
        } else if let own = source.layout, plan.format.mChannelsPerFrame == source.format.mChannelsPerFrame {
            // A type without room for a layout is no reason to fail: nobody asked for it.
            _ = ExtAudioFileSetProperty(file, kExtAudioFileProperty_FileChannelLayout, UInt32(own.count), own)
        }
        if let layout = input ?? source.layout {
            _ = ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientChannelLayout, UInt32(layout.count), layout)
        }
    }

    private func set(_ property: ExtAudioFilePropertyID, _ bytes: [UInt8]) throws(ToolError) {
        try check("ExtAudioFileSetProperty", ExtAudioFileSetProperty(file, property, UInt32(bytes.count), bytes))
    }

    private func layout(named name: String) throws(ToolError) -> [UInt8] {
        guard let tag = ChannelLayoutNames.tag(name) else {
            throw ToolError("Parsing the channel layout \(name)", kAudio_ParamError)
        }
        let layout = AudioChannelLayout(
            mChannelLayoutTag: tag, mChannelBitmap: [], mNumberChannelDescriptions: 0,
            mChannelDescriptions: AudioChannelDescription())
        // The fields before the descriptions are the whole of a layout that is only a tag.
        return withUnsafeBytes(of: layout) { Array($0.prefix(12)) }
    }

    private func configureConverter(_ source: Source, threads: Int) throws(ToolError) {
        let converter: AudioConverterRef? = try file.property(kExtAudioFileProperty_AudioConverter, nil)
        guard let converter else {
            guard plan.options.userproperty.isEmpty, plan.options.encoderProperty.isEmpty else {
                throw ToolError("AudioConverterSetProperty", kAudioConverterErr_PropertyNotSupported)
            }
            return
        }
        let options = plan.options
        if plan.format.mSampleRate != source.clientFormat.mSampleRate {
            try converter.set(kAudioConverterSampleRateConverterQuality, options.srcQuality ?? 127)
            if let name = options.srcComplexity {
                guard let code = fourCharacterCode(name) else {
                    throw ToolError("Parsing --src-complexity", kAudio_ParamError)
                }
                try converter.set(kAudioConverterSampleRateConverterComplexity, code)
            }
            try converter.set(fourCharacterCode("lxth")!, UInt32(threads))
        }
        if let quality = options.q { try converter.set(kAudioConverterCodecQuality, quality) }
        if let rate = options.b { try converter.set(kAudioConverterEncodeBitRate, rate) }
        if let method = options.primeMethod { try converter.set(kAudioConverterPrimeMethod, method) }
        if let dither = options.dither { try converter.set(kAudioConverterPropertyDithering, dither) }
        if options.mix { try converter.set(kAudioConverterPropertyPerformDownmix, UInt32(1)) }
        for pair in options.userproperty { try converter.set(pair) }
        if !options.encoderProperty.isEmpty {
            guard plan.format.mFormatID != kAudioFormatLinearPCM else {
                throw ToolError("Finding an encoder for -ue", kAudioConverterErr_PropertyNotSupported)
            }
            for pair in options.encoderProperty { try converter.set(pair) }
        }
        if !options.decoderProperty.isEmpty {
            let decoder: AudioConverterRef? = try source.file.property(kExtAudioFileProperty_AudioConverter, nil)
            guard let decoder else {
                throw ToolError("Finding a decoder for -ud", kAudioConverterErr_PropertyNotSupported)
            }
            for pair in options.decoderProperty { try decoder.set(pair) }
        }
    }
}

extension AudioConverterRef {
    func set(_ property: AudioConverterPropertyID, _ value: UInt32) throws(ToolError) {
        var value = value
        try check("AudioConverterSetProperty", AudioConverterSetProperty(self, property, 4, &value))
    }

    /// A property named on the command line: a whole number is an integer, one with a point a 32-bit float.
    func set(_ pair: PairArgument) throws(ToolError) {
        guard let property = fourCharacterCode(pair.first) else { throw ToolError("Parsing -u", kAudio_ParamError) }
        if let integer = Int32(pair.second) {
            try set(property, UInt32(bitPattern: integer))
        } else if let number = Float(pair.second) {
            try set(property, number.bitPattern)
        } else {
            throw ToolError("Parsing -u", kAudio_ParamError)
        }
    }
}
