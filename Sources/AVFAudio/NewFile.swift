import AudioCore
import AudioFiles
import AudioToolbox
import Foundation

/// What a file that is to be written will be, from its settings and its name. Nothing changes in it, nor in its layout.
struct NewFile: @unchecked Sendable {
    private let type: FourCC
    let format: StreamFormat
    let layout: AVAudioChannelLayout?
    private let encoderSettings: [ConverterSetting]

    /// - Throws: `unsupportedFileType` for a type that is only read, `unsupportedDataFormat` for settings that are no format, or for
    ///   linear PCM that no file of the type holds.
    init(_ settings: [String: Any], extension name: String) throws(AudioError) {
        let settings = try FormatSettings(settings)
        let stated = try settings.word(AVAudioFileTypeKey)
        let types = if let stated { [FourCC(stated)] } else { Self.types(named: name) }
        let first = types[0]
        var asked: StreamFormat
        do throws(AudioError) {
            asked = try settings.format(formatID: Self.usualFormat(of: first), maximumBits: 64)
        } catch {
            throw .unsupportedDataFormat.because(error.reason)
        }
        layout = try settings.layout().value
        guard layout.map({ Int($0.channelCount) == asked.channels }) ?? (asked.channels <= 2) else {
            throw .unsupportedDataFormat.because("a format of more than two channels needs a layout of as many")
        }
        guard asked.isPCM else {
            (type, format) = (first, asked)
            encoderSettings = try settings.encoderSettings(channels: asked.channels)
            return
        }
        guard let (type, format) = Self.fitting(asked, types) else {
            // A type that is not written at all is reported as such.
            _ = try OpenFile.create(MemoryBytes(), type: first, format: asked, alignsAudioData: true)
            throw .unsupportedDataFormat.because("no file of the type holds this linear PCM")
        }
        (self.type, self.format) = (type, format)
        encoderSettings = []
    }

    /// The file types that a name's extension stands for. One that stands for none is that of a CAF file.
    private static func types(named name: String) -> [FourCC] {
        let known = try? FileGlobalInfo.value(kAudioFileGlobalInfo_TypesForExtension, .text(name))
        let types = known.map(fourCCs) ?? []
        return types.isEmpty ? [FourCC(kAudioFileCAFType)] : types
    }

    private static func fourCCs(_ value: PropertyValue) -> [FourCC] {
        guard case .bytes(let bytes) = value else { return [] }
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { FourCC(raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
        }
    }

    /// What a file of a type holds where the settings do not say: linear PCM, or AAC in files that hold none.
    private static func usualFormat(of type: FourCC) -> FourCC {
        let id = type.rawValue
        let value = try? withUnsafeBytes(of: id) {
            try FileGlobalInfo.value(kAudioFileGlobalInfo_AvailableFormatIDs, .bytes($0))
        }
        let formats = value.map(fourCCs) ?? []
        if id == kAudioFileM4AType { return .aac }
        return formats.contains(.linearPCM) ? .linearPCM : formats.contains(.aac) ? .aac : formats.first ?? .linearPCM
    }

    /// The first type that holds the samples, and the format with the byte order and the sign that it has there.
    private static func fitting(_ asked: StreamFormat, _ types: [FourCC]) -> (FourCC, StreamFormat)? {
        for type in types {
            let forms = forms(of: type).filter {
                $0.bitsPerChannel == asked.bitsPerChannel && ($0.sampleKind == .float) == (asked.sampleKind == .float)
            }
            let exact = forms.first { $0.isBigEndian == asked.isBigEndian && $0.sampleKind == asked.sampleKind }
            guard let form = exact ?? forms.first else { continue }
            return (
                type,
                .pcm(
                    form.sampleKind, bits: form.bitsPerChannel, sampleRate: asked.sampleRate, channels: asked.channels,
                    bigEndian: form.isBigEndian)
            )
        }
        return nil
    }

    /// The forms of linear PCM that files of a type hold.
    private static func forms(of type: FourCC) -> [StreamFormat] {
        let question = AudioFileTypeAndFormatID(mFileType: type.rawValue, mFormatID: kAudioFormatLinearPCM)
        let value = try? withUnsafeBytes(of: question) {
            try FileGlobalInfo.value(kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, .bytes($0))
        }
        guard case .bytes(let bytes) = value else { return [] }
        let size = MemoryLayout<AudioStreamBasicDescription>.stride
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / size).map {
                StreamFormat(raw.loadUnaligned(fromByteOffset: $0 * size, as: AudioStreamBasicDescription.self))
            }
        }
    }

    /// Throws what `create` throws for a file of this type and format, without a file.
    func check() throws(AudioError) { _ = try trial() }

    /// Throws what `configure` throws, without a file.
    func checkEncoder() throws(AudioError) {
        guard let converter = try trial() else { return }
        try configure { (setting) throws(AudioError) in
            try withUnsafeBytes(of: setting.value) { bytes throws(AudioError) in
                try converter.setProperty(setting.property.rawValue, .bytes(bytes))
            }
        }
    }

    /// The encoder of a file in memory; nil for linear PCM.
    private func trial() throws(AudioError) -> Converter? {
        let file = try OpenFile.create(MemoryBytes(), type: type, format: format, alignsAudioData: true)
        guard !format.isPCM else { return nil }
        return try Converter(from: .float32(sampleRate: format.sampleRate, channels: format.channels), to: file.format)
    }

    /// Creates the file, in place of one that is there.
    func create(at path: FilePath) throws(AudioError) -> ExtendedFile {
        try ExtendedFile.create(
            path, type: type, format: format, layout: layout?.engineLayout, erasing: true, alignsAudioData: true)
    }

    /// Sets up the encoder of the file, once it is known what is written. Settings that the encoder does not have are ignored:
    /// programs leave a bit rate among those of lossless formats.
    func configure(_ file: ExtendedFile) throws(AudioError) {
        try configure { (setting) throws(AudioError) in
            try file.setProperty(kExtAudioFileProperty_ConverterConfig, .settings([setting]))
        }
    }

    private func configure(_ set: (ConverterSetting) throws(AudioError) -> Void) throws(AudioError) {
        let foreign = [AudioError.converterProperty.status, AudioError.converterOperation.status]
        for setting in encoderSettings {
            do throws(AudioError) {
                try set(setting)
            } catch {
                guard foreign.contains(error.status) else { throw error }
            }
        }
    }
}
