import AudioToolbox

// What shells offer for options that several tools have. The functions are those of `CompletionKind.custom`: they take the words of
// the line with the tool's name, the index of the word that is completed, and its beginning.

/// After `-f`: the types of files that can be written.
public func fileTypeChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    globalCodes(kAudioFileGlobalInfo_WritableTypes).map {
        Completions.line(unpadded(spelled($0)), globalName(type: $0))
    }
}

/// After `-d`: the data formats of the type that `-f` names for the same output, or else those of all types.
public func dataFormatChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let named = Completions.value(of: ["-f", "--file"], at: index, of: words).flatMap(fourCharacterCode)
    var known = Set<String>()
    return globalCodes(kAudioFileGlobalInfo_WritableTypes).filter { named == nil || $0 == named }
        .flatMap(dataFormatNames).map(unpadded).filter { known.insert($0).inserted }
}

/// After `-l`: the names of channel layouts.
public func channelLayoutChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    ChannelLayoutNames.table.map(\.name)
}

/// The data formats that files of a type hold, as `-d` spells them; a code of fewer than four characters is padded with blanks.
public func dataFormatNames(_ type: AudioFileTypeID) -> [String] {
    globalCodes(kAudioFileGlobalInfo_AvailableFormatIDs, type: type).flatMap { format -> [String] in
        guard format == kAudioFormatLinearPCM else { return [spelled(format)] }
        return globalDescriptions(type).map { description in
            let flags = description.mFormatFlags
            let order = description.mBitsPerChannel == 8 ? "" : flags & kAudioFormatFlagIsBigEndian != 0 ? "BE" : "LE"
            let kind =
                flags & kAudioFormatFlagIsFloat != 0 ? "F" : flags & kAudioFormatFlagIsSignedInteger != 0 ? "I" : "UI"
            return "\(order)\(kind)\(description.mBitsPerChannel)"
        }
    }
}

/// A code without the blanks at its end.
func unpadded(_ code: String) -> String { String(code.reversed().drop { $0 == " " }.reversed()) }
