import AudioToolbox
import ToolSupport

/// What kind of media a sound is: words in the file's text, and in MPEG-4 files the number that players sort by.
///
/// Where Core Audio puts the words is not documented; the key is ours.
enum MediaKind {
    private static let key = "media kind"
    /// The item of iTunes' tags, and its numbers.
    private static let item = fourCharacterCode("stik")!
    private static let numbers: [String: UInt8] = ["music": 1, "audiobook": 2, "podcast": 21]
    private static let types: Set<AudioFileTypeID> = [kAudioFileM4AType, kAudioFileM4BType, kAudioFileMPEG4Type]

    /// - Throws: where files of this type do not hold it.
    static func keep(_ kind: String, in file: AudioFileID, type: AudioFileTypeID) throws(ToolError) {
        try file.add(toInfoDictionary: [key: kind])
        guard types.contains(type), let number = numbers[kind.lowercased()] else { return }
        // A `data` atom: its type says that the value is an integer.
        let atom: [UInt8] = [0, 0, 0, 17] + Array("data".utf8) + [0, 0, 0, 21, 0, 0, 0, 0, number]
        try check("AudioFileSetUserData", AudioFileSetUserData(file, item, 0, UInt32(atom.count), atom))
    }
}
