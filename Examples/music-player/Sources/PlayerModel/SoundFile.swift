import AVFoundation

/// A sound file that is open to be asked what it says of itself.
final class SoundFile {
    private let file: AudioFileID

    /// Nil for a file that is no sound.
    init?(_ url: URL) {
        var opened: AudioFileID?
        guard AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr, let opened else { return nil }
        file = opened
    }

    deinit { AudioFileClose(file) }

    /// Title, artist and the like, by the names in AudioFile.h.
    var texts: [String: String] {
        let dictionary: CFDictionary? = object(kAudioFilePropertyInfoDictionary)
        return (dictionary as? [String: Any] ?? [:]).compactMapValues { $0 as? String }
    }

    /// Seconds.
    var duration: Double? {
        var seconds: Float64 = 0
        var size = UInt32(MemoryLayout<Float64>.size)
        let status = AudioFileGetProperty(file, kAudioFilePropertyEstimatedDuration, &size, &seconds)
        return status == noErr ? seconds : nil
    }

    /// The bytes of a picture, such as a JPEG file's.
    var artwork: Data? {
        let data: CFData? = object(kAudioFilePropertyAlbumArtwork)
        return data.map { $0 as Data }
    }

    /// A property that is an object, which the caller of `AudioFileGetProperty` owns.
    private func object<T: AnyObject>(_ property: AudioFilePropertyID) -> T? {
        var object: Unmanaged<T>?
        var size = UInt32(MemoryLayout<Unmanaged<T>?>.size)
        guard AudioFileGetProperty(file, property, &size, &object) == noErr else { return nil }
        return object?.takeRetainedValue()
    }
}
