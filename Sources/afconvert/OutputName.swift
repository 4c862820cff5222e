import AudioToolbox
import CoreAudioAdditions
import Glibc
import ToolSupport

extension OutputPlan {
    /// Names that conversions of this process took and may not have written yet.
    private static let taken = LockedValue<Set<String>>([])

    /// A name that is not taken: `base.ext` in the folder, then with what changed, then with a number.
    static func freeName(
        folder: String, base: String, fileType: AudioFileTypeID, format: AudioStreamBasicDescription,
        source: AudioStreamBasicDescription
    ) throws(ToolError) -> String {
        guard let suffix = globalTexts(kAudioFileGlobalInfo_ExtensionsForType, type: fileType).first else {
            throw ToolError(
                "AudioFileGetGlobalInfo", kAudioFileUnsupportedFileTypeError,
                because: FileFault.writing("\(folder)\(base)", as: fileType, kAudioFileUnsupportedFileTypeError))
        }
        var changes = [""]
        if format.mFormatID == kAudioFormatLinearPCM {
            if format.mSampleRate != source.mSampleRate {
                changes.append("-\(decimal(format.mSampleRate / 1000, places: 0))k")
            }
            if format.mBitsPerChannel != source.mBitsPerChannel { changes.append("-\(format.mBitsPerChannel)bit") }
        }
        return taken.withLock { taken in
            var number = 0
            while true {
                let change = number < changes.count ? changes[number] : "-\(number - changes.count + 1)"
                let name = "\(folder)\(base)\(change).\(suffix)"
                if name.withFileSystemPath({ access($0, F_OK) }) != 0, taken.insert(name).inserted { return name }
                number += 1
            }
        }
    }
}
