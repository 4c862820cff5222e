import AudioCore
import CoreMedia
import Foundation

/// What is in a composition: the files that its tracks refer to.
final class CompositionInspection: Inspection, @unchecked Sendable {
    let tracks = LockedValue<[AVCompositionTrack]>([])

    init() { super.init(nil) }

    override var status: AVKeyValueStatus { .loaded }
    override var failure: NSError? { nil }
    override func begin() {}

    /// What is in the composition now. Reads the files from disk the first time.
    override func contents() throws -> AssetContents {
        let tracks = tracks.withLock { $0 }
        return AssetContents(
            tracks: try tracks.map { try $0.currentContents() }, metadata: [], metadataFormat: .unknown, chapters: [])
    }
}

extension TrackContents {
    /// A track of segments. Reads their files from disk the first time.
    ///
    /// - Throws: why a file cannot be read, or has no such track.
    init(_ id: CMPersistentTrackID, _ segments: [AVCompositionTrackSegment]) throws {
        var parts: [SoundPart] = []
        var files: [FileTrack] = []
        var size = 0.0
        for segment in segments {
            guard let source = segment.source else {
                parts.append(SoundPart(file: nil, source: .invalid, target: segment.target))
                continue
            }
            let track = try source.contents().track(segment.sourceTrackID)
            let file: FileTrack
            if let whole = track.wholeFile {
                file = whole
                parts.append(SoundPart(file: file, source: segment.timeMapping.source, target: segment.target))
            } else {
                // The file has an edit list.
                guard let first = track.parts.compactMap(\.file).first else {
                    throw AVError(.operationNotSupportedForAsset)
                }
                file = first
                parts += track.parts(in: segment.timeMapping.source, at: segment.target)
            }
            if !files.contains(where: { $0.isSame(as: file) }) { files.append(file) }
            let length = segment.timeMapping.source.duration.seconds / max(track.duration.seconds, 1e-9)
            size += Double(file.size) * min(1, length)
        }
        var descriptions: [CMAudioFormatDescription] = []
        for file in files where !descriptions.contains(file.formatDescription) {
            descriptions.append(file.formatDescription)
        }
        self.init(
            id: id, format: files.first?.format ?? .float32(sampleRate: 44_100, channels: 2, interleaved: true),
            formatDescriptions: descriptions, size: Int64(size), duration: segments.last?.target.end ?? .zero,
            parts: parts)
    }
}
