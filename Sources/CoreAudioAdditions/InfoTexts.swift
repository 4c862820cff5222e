import AudioFiles
import AudioToolbox

/// The texts of a file's dictionary, which has one for each key, as the several values that a file may store.
package enum InfoTexts {
    /// Has a file store the values of each text that it shares with another file as that one does.
    package static func keepValues(of source: AudioFileID, in target: AudioFileID) {
        guard let from = try? OpenFile.handles.object(for: source), let to = try? OpenFile.handles.object(for: target)
        else {
            return
        }
        try? to.keepValues(of: from)
    }
}
