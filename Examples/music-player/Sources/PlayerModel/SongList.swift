import AVFoundation

/// The songs that files and folders stand for.
package struct SongList: Sendable {
    /// The files, and those in the folders that are called like sounds, folders within them too.
    package let songs: [Song]
    /// The places that are not there.
    package let missing: [URL]

    /// Reads from disk.
    package init(_ places: [URL]) {
        let isThere = { (url: URL) in (try? url.checkResourceIsReachable()) ?? false }
        missing = places.filter { !isThere($0) }
        songs = places.filter(isThere).flatMap { Self.isFolder($0) ? Self.sounds(in: $0) : [$0] }.map(Song.init)
    }

    private static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }

    /// Files that are not hidden, in the order of their numbers and letters. Links to folders are not followed, as they may lead
    /// back to where they stand.
    private static func sounds(in folder: URL) -> [URL] {
        let extensions = readableExtensions
        let found = FileManager.default.enumerator(
            at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: [.isRegularFileKey],
            options: .skipsHiddenFiles)
        let sounds = (found?.compactMap { $0 as? URL } ?? []).filter { url in
            extensions.contains(url.pathExtension.lowercased())
                && (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile
                    ?? false
        }
        return sounds.sorted { $0.path.compare($1.path, options: [.numeric, .caseInsensitive]) == .orderedAscending }
    }

    /// What the names of files end in whose type the library reads.
    static var readableExtensions: Set<String> {
        var extensions: Unmanaged<CFArray>?
        var size = UInt32(MemoryLayout<Unmanaged<CFArray>?>.size)
        guard AudioFileGetGlobalInfo(kAudioFileGlobalInfo_AllExtensions, 0, nil, &size, &extensions) == noErr,
            let names = extensions?.takeRetainedValue() as? [Any]
        else { return [] }
        return Set(names.compactMap { ($0 as? String)?.lowercased() })
    }
}
