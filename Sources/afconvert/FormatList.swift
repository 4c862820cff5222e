import AudioToolbox
import ToolSupport

extension Afconvert {
    /// The file types and, under each, the data formats it holds, six to a row.
    static func formatList() -> String {
        var text = "Audio file (-f) and data formats (-d):\n"
        for type in globalCodes(kAudioFileGlobalInfo_WritableTypes) {
            let extensions = globalTexts(kAudioFileGlobalInfo_ExtensionsForType, type: type)
            let shown = extensions.map { "." + $0 }.joined(separator: ", ")
            text += "    '\(spelled(type))' = \(globalName(type: type) ?? "") (\(shown))\n"
            text += "               data_formats: "
            let names = dataFormatNames(type).map { "'\($0)' " }
            for (index, name) in names.enumerated() {
                if index > 0, index % 6 == 0 { text += "\n                             " }
                text += name
            }
            text += "\n"
        }
        return text
    }

    private static func dataFormatNames(_ type: AudioFileTypeID) -> [String] {
        globalCodes(kAudioFileGlobalInfo_AvailableFormatIDs, type: type).flatMap { format -> [String] in
            guard format == kAudioFormatLinearPCM else { return [spelled(format)] }
            return globalDescriptions(type).map { description in
                let flags = description.mFormatFlags
                let order =
                    description.mBitsPerChannel == 8 ? "" : flags & kAudioFormatFlagIsBigEndian != 0 ? "BE" : "LE"
                let kind =
                    flags & kAudioFormatFlagIsFloat != 0
                    ? "F" : flags & kAudioFormatFlagIsSignedInteger != 0 ? "I" : "UI"
                return "\(order)\(kind)\(description.mBitsPerChannel)"
            }
        }
    }
}
