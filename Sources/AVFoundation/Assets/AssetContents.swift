import AudioContainers
import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import Foundation
import MovieFiles
import RemoteMedia

/// What is in an asset.
struct AssetContents: @unchecked Sendable {
    /// The tracks of sound that can be read, in their order.
    let tracks: [TrackContents]
    let metadata: [AVMetadataItem]
    let metadataFormat: AVMetadataFormat
    let chapters: [AVTimedMetadataGroup]
    /// The tracks of pictures that can be read, in their order.
    var pictures: [PictureContents] = []
    /// The identifiers of all tracks in the order of their file; those that are not in it come first.
    var order: [CMPersistentTrackID] = []

    /// Whether it is a stream, which is played and not read.
    var isStream: Bool {
        if case .stream = media { true } else { false }
    }

    /// Where the sound of an asset that is one file, or one stream, is read from; nil for a composition.
    var media: AssetMedia? { tracks.first?.wholeFile?.media }

    /// Until when the longest track lasts.
    var duration: CMTime { (tracks.map(\.duration) + pictures.map(\.duration)).max() ?? .zero }

    /// All tracks, in the order of their file.
    var kinds: [(id: CMPersistentTrackID, type: AVMediaType)] {
        let all = tracks.map { ($0.id, AVMediaType.audio) } + pictures.map { ($0.id, .video) }
        // A file may have any number of tracks, most of which cannot be read.
        let places = Dictionary(zip(order, order.indices)) { first, _ in first }
        func place(_ id: CMPersistentTrackID) -> Int { places[id] ?? -1 }
        return all.enumerated().sorted { one, other in
            let (place, otherPlace) = (place(one.element.0), place(other.element.0))
            return place == otherPlace ? one.offset < other.offset : place < otherPlace
        }.map { ($0.element.0, $0.element.1) }
    }

    /// The track of pictures of an identifier; nil for none.
    func pictures(_ id: CMPersistentTrackID) -> PictureContents? { pictures.first { $0.id == id } }

    /// The pictures that are shown: those of the first enabled track of them that lasts. Without one, and without sound, those of the
    /// first track that lasts.
    var shownPictures: PictureContents? {
        let lasting = pictures.filter { $0.timeline.count > 0 }
        return lasting.first { $0.track.isEnabled } ?? (tracks.isEmpty ? lasting.first : nil)
    }

    static func timescale(_ rate: Double) -> CMTimeScale { CMTimeScale(max(1, min(rate, 0x7fff_fff0)).rounded()) }

    /// The track of an identifier.
    func track(_ id: CMPersistentTrackID) throws -> TrackContents {
        guard let track = tracks.first(where: { $0.id == id }) else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedFailureReasonErrorKey: "the asset has no track \(id) of sound"])
        }
        return track
    }
}

/// A track of sound: parts of files, one after the other from time 0 on.
struct TrackContents: @unchecked Sendable {
    let id: CMPersistentTrackID
    /// That of the first part that has sound.
    let format: StreamFormat
    /// One for each format, in the order in which they are first heard.
    let formatDescriptions: [CMAudioFormatDescription]
    /// Bytes of sound.
    let size: Int64
    let duration: CMTime
    let parts: [SoundPart]

    /// The sample rate as a timescale.
    var timescale: CMTimeScale { AssetContents.timescale(format.sampleRate) }
    var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: duration) }

    /// The track of the file that is all of this; nil for one that was edited.
    var wholeFile: FileTrack? {
        guard parts.count == 1, let file = parts[0].file, parts[0].source == parts[0].target,
            parts[0].source == file.timeRange
        else { return nil }
        return file
    }
}

/// A part of a track, and the sound that is heard at its time.
struct SoundPart: Sendable {
    /// Nil for silence.
    let file: FileTrack?
    /// The part of the file's track; invalid for silence.
    let source: CMTimeRange
    let target: CMTimeRange
}

/// A track of sound of a file.
struct FileTrack: @unchecked Sendable {
    let media: AssetMedia
    /// Which of the file's tracks of sound it is, counted from 0.
    let index: Int
    let format: StreamFormat
    let formatDescription: CMAudioFormatDescription
    /// Which channel is where; nil where the file does not state it.
    var layout: ChannelLayout?
    /// Frames of sound, without what an encoder adds.
    let frames: Int64
    /// Frames before the sound, which an encoder adds.
    var priming: Int64 = 0
    /// Bytes of sound.
    let size: Int64
    /// Whether the sound has no end.
    var isEndless = false

    var timescale: CMTimeScale { AssetContents.timescale(format.sampleRate) }
    var duration: CMTime { isEndless ? .indefinite : CMTime(value: frames, timescale: timescale) }
    var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: duration) }

    /// Opens the file at the track.
    func open() throws(AudioError) -> OpenFile {
        let file = try media.open()
        guard index > 0 else { return file }
        do throws(AudioError) { try file.useSoundTrack(index) } catch {
            try? file.close()
            throw error
        }
        return file
    }
}

extension AssetContents {
    /// What is in a file, which is read.
    ///
    /// - Parameter cancellation: makes reads throw that wait for the network.
    init(_ media: AssetMedia, _ cancellation: Cancellation = Cancellation()) throws {
        // One source for sound and pictures: that of a server keeps what it has read.
        let source = try media.bytes(cancellation)
        let opened = Result { () throws(AudioError) in try media.open(cancellation, reading: source) }
        defer { try? opened.get().close() }
        let movie = try MovieFile(source)
        let identifiers = TrackIdentifiers(
            sounds: movie?.sounds ?? [], pictures: movie?.pictures.map(\.track.id) ?? [])
        let sounds = identifiers.sounds
        let pictures = movie.map { PictureContents.all(of: $0, media, identifiers.pictures) } ?? []
        if case .failure(let error) = opened, !pictures.isEmpty, error.isOfContent {
            // A movie without sound, or whose sound nothing reads.
            self.init(tracks: [], metadata: [], metadataFormat: .unknown, chapters: [], pictures: pictures)
            return
        }
        let file = try opened.get()
        let description = file.description
        let tags = FileTags(description)
        let first = FileTrack(media, 0, file)
        let timelines = movie?.soundTimelines ?? [:]
        let chapters = tags.chapters(of: description, frames: first.frames, rate: first.format.sampleRate)
        var tracks: [FileTrack] = [first]
        // Each of them is found among all tracks again.
        let most = min(Self.mostTracks, max(1, Self.mostSearched / max(1, movie?.tracks ?? 1)))
        let count = min((try? file.soundTracks()) ?? 1, most)
        if count > 1 {
            tracks = []
            for index in 0..<count where (try? file.useSoundTrack(index)) != nil {
                tracks.append(FileTrack(media, index, file))
            }
        }
        self.init(
            tracks: tracks.map { track in
                let isKnown = sounds.indices.contains(track.index)
                return TrackContents(
                    track, isKnown ? sounds[track.index] : CMPersistentTrackID(track.index) + 1,
                    timelines[track.index])
            }, metadata: tags.items, metadataFormat: tags.format, chapters: chapters, pictures: pictures,
            order: identifiers.keepsSounds
                ? movie?.order.map { CMPersistentTrackID(truncatingIfNeeded: $0) } ?? [] : [])
    }

    /// More than a movie has for its languages.
    private static let mostTracks = 256
    /// Tracks that are looked at for all that are read.
    private static let mostSearched = 1 << 16
}

extension AudioError {
    /// Whether the error is about what is in a file, and not about reading it.
    fileprivate var isOfContent: Bool {
        [AudioError.invalidFile, .unsupportedDataFormat].contains { $0.status == status }
    }
}

extension FileTrack {
    fileprivate init(_ media: AssetMedia, _ index: Int, _ file: OpenFile) {
        let description = file.description
        let format = file.format
        // A layout of another number of channels is of no use to a program.
        let layout = description.layout.flatMap { $0.channelCount == format.channels ? $0 : nil }
        let cookie = description.magicCookie.isEmpty ? nil : Data(description.magicCookie)
        self.init(
            media: media, index: index, format: format,
            formatDescription: CMAudioFormatDescription(
                AudioStreamBasicDescription(format), layout: layout.map { Data($0.bytes) }, cookie: cookie,
                extensions: [:]),
            layout: layout, frames: file.validFrames, priming: Int64(description.packetTable?.primingFrames ?? 0),
            size: description.dataSize)
    }
}

extension TrackContents {
    /// The track of an asset of a file.
    ///
    /// - Parameter timeline: when its sound is heard; nil for all of it from the beginning on.
    init(_ file: FileTrack, _ id: CMPersistentTrackID, _ timeline: SoundTimeline? = nil) {
        let parts = timeline?.parts(of: file) ?? []
        self.init(
            id: id, format: file.format, formatDescriptions: [file.formatDescription], size: file.size,
            duration: parts.last?.target.end ?? file.duration,
            parts: parts.isEmpty ? [SoundPart(file: file, source: file.timeRange, target: file.timeRange)] : parts)
    }

    /// The parts as an asset's track shows them.
    var segments: [AVAssetTrackSegment] {
        parts.map { AVAssetTrackSegment(CMTimeMapping(source: $0.source, target: $0.target)) }
    }

    /// The parts that are heard in a range, which they are given the place of, with silence where the track has none.
    ///
    /// - Parameters:
    ///   - range: times of the track.
    ///   - target: when that range is heard.
    func parts(in range: CMTimeRange, at target: CMTimeRange) -> [SoundPart] {
        var (made, end) = ([SoundPart](), target.start)
        func silence(until time: CMTime) {
            guard time > end else { return }
            made.append(SoundPart(file: nil, source: .invalid, target: CMTimeRange(start: end, end: time)))
        }
        for part in parts {
            let heard = CMTimeRangeGetIntersection(part.target, otherRange: range)
            guard heard.isValid, heard.duration > .zero else { continue }
            func mapped(_ from: CMTimeRange, _ to: CMTimeRange) -> CMTimeRange {
                func time(_ time: CMTime) -> CMTime {
                    from.duration == to.duration
                        ? to.start + (time - from.start)
                        : CMTimeMapTimeFromRangeToRange(time, fromRange: from, toRange: to)
                }
                return CMTimeRange(start: time(heard.start), end: time(heard.end))
            }
            let place = mapped(range, target)
            silence(until: place.start)
            made.append(
                SoundPart(
                    file: part.file, source: part.file == nil ? .invalid : mapped(part.target, part.source),
                    target: place))
            end = place.end
        }
        silence(until: target.end)
        return made
    }
}
