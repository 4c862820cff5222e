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
}
