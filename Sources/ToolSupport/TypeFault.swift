import AudioToolbox

/// Why files of a type are not written.
enum TypeFault {
    static func cause(_ type: AudioFileTypeID?) -> String {
        guard let type else { return "there is no such file type to write; afconvert -hf lists those there are" }
        let name = unpadded(spelled(type))
        if isOnlyRead(type) { return "files of type '\(name)' are read here and not written; \(others)" }
        // People write the ending of a name where its type is meant.
        guard
            let meant = globalCodes(kAudioFileGlobalInfo_TypesForExtension, specifier: name.lowercased() as CFString)
                .first
        else { return "'\(name)' is no file type; afconvert -hf lists those there are" }
        let correction =
            "'\(name)' is no file type: that of .\(name.lowercased()) files is '\(unpadded(spelled(meant)))'"
        return isWritable(meant) ? correction : "\(correction), which is read here and not written; \(others)"
    }

    private static let others = "afconvert -hf lists those that are written"

    private static func isWritable(_ type: AudioFileTypeID) -> Bool {
        globalCodes(kAudioFileGlobalInfo_WritableTypes).contains(type)
    }

    /// Whether files of the type are read here and not written.
    static func isOnlyRead(_ type: AudioFileTypeID) -> Bool {
        globalCodes(kAudioFileGlobalInfo_ReadableTypes).contains(type) && !isWritable(type)
    }
}
