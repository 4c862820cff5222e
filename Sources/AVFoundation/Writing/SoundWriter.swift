import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import Foundation

/// Puts sample buffers of sound into a file. One thread at a time.
protocol SoundWriter: AnyObject {
    /// Writes some of the samples of a buffer, whose data is there.
    func write(_ buffer: CMSampleBuffer) throws
    /// Completes the file.
    func finish() throws
}

/// Types of files that are written.
enum WrittenFile {
    private static let types: [(type: AVFileType, id: AudioFileTypeID)] = [
        (.wav, kAudioFileWAVEType), (.aiff, kAudioFileAIFFType), (.aifc, kAudioFileAIFCType), (.caf, kAudioFileCAFType),
        (.m4a, kAudioFileM4AType), (.mp4, kAudioFileMPEG4Type), (.au, kAudioFileNextType), (.ac3, kAudioFileAC3Type),
    ]

    static func id(_ type: AVFileType) -> FourCC? { types.first { $0.type == type }.map { FourCC($0.id) } }
    static var all: [AVFileType] { types.map(\.type) }

    /// Refuses settings of a format that a type of files does not hold, or that its encoder does not have.
    static func check(_ settings: [String: Any], _ type: FourCC) throws {
        let format = try format(settings)
        do throws(AudioError) {
            let file = try OpenFile.create(MemoryBytes(), type: type, format: format, alignsAudioData: true)
            guard !format.isPCM else { return }
            let source = StreamFormat.float32(sampleRate: format.sampleRate, channels: format.channels)
            let converter = try Converter(from: source, to: file.format)
            try configure(settings, format.channels) { (setting) throws(AudioError) in
                try withUnsafeBytes(of: setting.value) { bytes throws(AudioError) in
                    try converter.setProperty(setting.property.rawValue, .bytes(bytes))
                }
            }
            // What the settings do not allow together shows when the encoder is made.
            try converter.prepare()
        } catch { throw AVError(error, .unsupportedOutputSettings) }
    }

    /// Sets up an encoder. Settings that it does not have are ignored, such as a bit rate among those of lossless formats.
    static func configure(
        _ settings: [String: Any], _ channels: Int, _ set: (ConverterSetting) throws(AudioError) -> Void
    ) throws(AudioError) {
        let foreign = [AudioError.converterProperty.status, AudioError.converterOperation.status]
        for setting in try FormatSettings(settings).encoderSettings(channels: channels) {
            do throws(AudioError) { try set(setting) } catch {
                guard foreign.contains(error.status) else { throw error }
            }
        }
    }

    static func format(_ settings: [String: Any]) throws -> StreamFormat {
        do throws(AudioError) { return try FormatSettings(settings).format(maximumBits: 64) } catch {
            throw AVError(error, .unsupportedOutputSettings)
        }
    }
}

/// Encodes linear PCM, or converts it.
final class EncodingWriter: SoundWriter {
    private let file: ExtendedFile
    private var client: StreamFormat?

    private let settings: Sent<[String: Any]>

    init(_ path: FilePath, _ type: FourCC, _ settings: [String: Any], _ tags: WrittenTags) throws {
        // Before there is a file.
        try WrittenFile.check(settings, type)
        self.settings = Sent(value: settings)
        let layout = try FormatSettings(settings).layout().value
        let format = try WrittenFile.format(settings)
        do throws(AudioError) {
            file = try ExtendedFile.create(
                path, type: type, format: format, layout: layout?.engineLayout, erasing: false, alignsAudioData: true)
        } catch { throw AVError(error, .unsupportedOutputSettings) }
        tags.write(to: file.file)
    }

    func write(_ buffer: CMSampleBuffer) throws {
        guard let asbd = buffer.formatDescription?.audioStreamBasicDescription, asbd.mFormatID == kAudioFormatLinearPCM
        else {
            throw AVError(
                .operationNotAllowed, userInfo: [NSLocalizedFailureReasonErrorKey: "only linear PCM is encoded"])
        }
        let format = StreamFormat(asbd)
        if client != format {
            try file.setClientFormat(format)
            try configure()
            client = format
        }
        try buffer.withAudioBufferList { list, _ in
            try file.write(buffer.numSamples, list.unsafePointer)
        }
    }

    private func configure() throws {
        guard !file.file.format.isPCM else { return }
        try WrittenFile.configure(settings.value, file.file.format.channels) { (setting) throws(AudioError) in
            try file.setProperty(kExtAudioFileProperty_ConverterConfig, .settings([setting]))
        }
    }

    func finish() throws { try file.dispose() }
}

/// Puts packets into a file as they are.
final class StoringWriter: SoundWriter {
    private let path: FilePath
    private let type: FourCC
    private var file: OpenFile?
    /// The format of the first buffer, which is the file's.
    private var format: StreamFormat?
    private var packets: Int64 = 0
    private var frames: Int64 = 0
    private var (priming, remainder): (Int64, Int64) = (0, 0)

    private let tags: WrittenTags

    init(_ path: FilePath, _ type: FourCC, _ tags: WrittenTags) {
        (self.path, self.type, self.tags) = (path, type, tags)
    }

    private func open(_ description: CMFormatDescription) throws -> OpenFile {
        guard let asbd = description.audioStreamBasicDescription else { throw AVError(.operationNotAllowed) }
        if let file {
            guard format == StreamFormat(asbd) else {
                throw AVError(
                    .operationNotAllowed,
                    userInfo: [NSLocalizedFailureReasonErrorKey: "packets of a file are all of one format"])
            }
            return file
        }
        let made: OpenFile
        do throws(AudioError) {
            made = try OpenFile.create(
                path, type: type, format: StreamFormat(asbd), erasing: false, alignsAudioData: true)
        } catch { throw AVError(error, .unsupportedOutputSettings) }
        if let cookie = description.magicCookie {
            // A container that has no room for one does without.
            try? cookie.withUnsafeBytes { try made.setProperty(kAudioFilePropertyMagicCookieData, .bytes($0)) }
        }
        tags.write(to: made)
        (file, format) = (made, StreamFormat(asbd))
        return made
    }

    func write(_ buffer: CMSampleBuffer) throws {
        guard let description = buffer.formatDescription, let data = buffer.dataBuffer else { return }
        let file = try open(description)
        let list = try buffer.audioStreamPacketDescriptions().map {
            PacketDescription(offset: $0.mStartOffset, frames: $0.mVariableFramesInPacket, size: $0.mDataByteSize)
        }
        try data.withContiguousStorage { bytes in
            try file.writePackets(bytes, list.isEmpty ? nil : list, at: packets, count: buffer.numSamples)
        }
        packets += Int64(buffer.numSamples)
        let scale = AssetContents.timescale(file.format.sampleRate)
        frames = Self.sum(frames, FrameRange.frame(buffer.duration, scale))
        if remainder == 0 { priming = Self.sum(priming, trim(buffer, .trimDurationAtStart, scale)) }
        remainder = Self.sum(remainder, trim(buffer, .trimDurationAtEnd, scale))
    }

    /// A program's buffers and attachments may state any times.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    private func trim(_ buffer: CMSampleBuffer, _ key: CMSampleBuffer.AttachmentKey, _ scale: CMTimeScale) -> Int64 {
        let value = buffer.attachments[key]?.value as? NSDictionary
        return value.map { FrameRange.frame(CMTimeMakeFromDictionary($0), scale) } ?? 0
    }

    func finish() throws {
        guard let file else {
            throw AVError(
                .noDataCaptured,
                userInfo: [NSLocalizedFailureReasonErrorKey: "no packets came, and so there is no file"])
        }
        if priming > 0 || remainder > 0, !file.format.isPCM {
            var table = AudioFilePacketTableInfo(
                mNumberValidFrames: max(0, frames - Self.sum(priming, remainder)),
                mPrimingFrames: Int32(clamping: priming),
                mRemainderFrames: Int32(clamping: remainder))
            // A container that has no room for one does without.
            try? withUnsafeBytes(of: &table) { try file.setProperty(kAudioFilePropertyPacketTableInfo, .bytes($0)) }
        }
        try file.close()
    }
}
