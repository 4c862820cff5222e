import AudioContainers
import AudioCore
import CAudioToolbox

/// What file types there are and what they hold: AudioFileGetGlobalInfo.
package enum FileGlobalInfo {
    /// The value of a global property.
    ///
    /// - Parameter specifier: the file type, or type and format, or text that the property asks for.
    /// - Throws: `unsupportedProperty` for an unknown property, `badPropertySize` for a specifier of the wrong size,
    ///   `unsupportedFileType` for an unknown type.
    package static func value(_ id: UInt32, _ specifier: PropertyInput) throws(AudioError) -> PropertyValue {
        switch id {
        case kAudioFileGlobalInfo_ReadableTypes: .fourCCs(types.map(\.id))
        case kAudioFileGlobalInfo_WritableTypes: .fourCCs(types.filter { !$0.formats.isEmpty }.map(\.id))
        case kAudioFileGlobalInfo_AllExtensions: .strings(types.flatMap(\.extensions).uniqued())
        case kAudioFileGlobalInfo_AllHFSTypeCodes: .fourCCs(types.flatMap(\.hfsTypes).uniqued())
        case kAudioFileGlobalInfo_AllUTIs: .strings(types.flatMap(\.utis).uniqued())
        case kAudioFileGlobalInfo_AllMIMETypes: .strings(types.flatMap(\.mimeTypes).uniqued())
        case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat: .raws(try streamDescriptions(specifier))
        case kAudioFileGlobalInfo_TypesForMIMEType: try matching(specifier) { $0.mimeTypes }
        case kAudioFileGlobalInfo_TypesForUTI: try matching(specifier) { $0.utis }
        case kAudioFileGlobalInfo_TypesForExtension: try matching(specifier) { $0.extensions }
        case kAudioFileGlobalInfo_TypesForHFSTypeCode: try typesForHFSCode(specifier)
        default: try ofType(id, specifier)
        }
    }

    private static var types: [FileType] { Containers.all.flatMap { $0.types } }

    /// Properties whose specifier is a file type.
    private static func ofType(_ id: UInt32, _ specifier: PropertyInput) throws(AudioError) -> PropertyValue {
        let known: Set<UInt32> = [
            kAudioFileGlobalInfo_FileTypeName, kAudioFileGlobalInfo_AvailableFormatIDs,
            kAudioFileGlobalInfo_ExtensionsForType, kAudioFileGlobalInfo_HFSTypeCodesForType,
            kAudioFileGlobalInfo_UTIsForType, kAudioFileGlobalInfo_MIMETypesForType,
        ]
        guard known.contains(id) else { throw .unsupportedProperty }
        let type = try fileType(FourCC(specifier.load(UInt32.self)))
        return switch id {
        case kAudioFileGlobalInfo_FileTypeName: .string(type.name)
        case kAudioFileGlobalInfo_AvailableFormatIDs: .fourCCs(type.formats.map(\.formatID).uniqued())
        case kAudioFileGlobalInfo_ExtensionsForType: .strings(type.extensions)
        case kAudioFileGlobalInfo_HFSTypeCodesForType: .fourCCs(type.hfsTypes)
        case kAudioFileGlobalInfo_UTIsForType: .strings(type.utis)
        default: .strings(type.mimeTypes)
        }
    }

    private static func fileType(_ id: FourCC) throws(AudioError) -> FileType {
        guard let type = Containers.type(id)?.type else { throw .unsupportedFileType }
        return type
    }

    private static func typesForHFSCode(_ specifier: PropertyInput) throws(AudioError) -> PropertyValue {
        let code = FourCC(try specifier.load(UInt32.self))
        return .fourCCs(types.filter { $0.hfsTypes.contains(code) }.map(\.id))
    }

    private static func matching(
        _ specifier: PropertyInput, _ names: (FileType) -> [String]
    ) throws(AudioError) -> PropertyValue {
        let text = try specifier.text().lowercased()
        return .fourCCs(types.filter { names($0).contains { $0.lowercased() == text } }.map(\.id))
    }

    /// The forms in which a file type holds a format; rate and channels are left open, as 0.
    private static func streamDescriptions(_ specifier: PropertyInput) throws(AudioError)
        -> [AudioStreamBasicDescription]
    {
        let question = try specifier.load(AudioFileTypeAndFormatID.self)
        let type = try fileType(FourCC(question.mFileType))
        let wanted = FourCC(question.mFormatID)
        let forms = type.formats.filter { $0.formatID == wanted }
        guard !forms.isEmpty else { throw .unsupportedDataFormat }
        return forms.map { form in
            switch form {
            case .encoded(let id): AudioStreamBasicDescription(StreamFormat(formatID: id, channels: 0))
            case .pcm(let kind, let bits, let bigEndian):
                AudioStreamBasicDescription(
                    StreamFormat.pcm(kind, bits: bits, sampleRate: 0, channels: 0, bigEndian: bigEndian))
            }
        }
    }
}
