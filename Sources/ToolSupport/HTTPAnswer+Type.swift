import AudioToolbox
import RemoteMedia

extension HTTPAnswer {
    /// The file type that the content type stands for, or 0.
    package var typeHint: AudioFileTypeID {
        guard !contentType.isEmpty else { return 0 }
        return globalCodes(kAudioFileGlobalInfo_TypesForMIMEType, specifier: contentType as CFString).first ?? 0
    }
}
