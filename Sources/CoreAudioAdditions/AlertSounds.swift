import PlaybackAndRecording

/// The alert sounds of macOS, as far as the desktop's sound theme has them.
package enum AlertSounds {
    /// The theme's sound for a path such as /System/Library/Sounds/Glass.aiff; nil where a file has that path, for any other
    /// path, and where the theme has no such sound.
    package static func file(at path: String) -> String? { SoundTheme.file(forAlertAt: path) }
}
