import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia

/// The sound of a track that is made of parts, as Float32 with a buffer for each channel.
///
/// A part begins and ends at the frame that is nearest to its times, so that parts that follow each other have no frame between
/// them, and none in common.
final class PartedFrames: FrameReading {
    /// Frames of the output, and the sound that they are.
    struct Piece {
        let file: FileTrack?
        var source: CMTimeRange
        let start: Int64
        var end: Int64
        /// Seconds of the source for a second of the output.
        let rate: Double
    }

    private let pieces: [Piece]
    private let format: StreamFormat
    private let algorithm: AVAudioTimePitchAlgorithm
    private let files: FileShelf
    private let window: PlaneWindow
    private let dropped: FloatPlanes
    /// The next frame.
    private var position: Int64 = 0
    /// The piece that `sound` is of; nil after a seek.
    private var current: Int?
    /// Nil for silence.
    private var sound: (any FrameReading)?
    /// Beyond them a part is silent.
    static let rates = 1.0 / 32...32.0

    init(_ track: TrackContents, _ format: StreamFormat, _ algorithm: AVAudioTimePitchAlgorithm) {
        self.format = format
        self.algorithm = algorithm
        pieces = Self.pieces(track.parts, AssetContents.timescale(format.sampleRate))
        files = FileShelf(format)
        window = PlaneWindow(channels: format.channels)
        dropped = FloatPlanes(channels: format.channels, frames: 1024)
    }

    deinit { window.deallocate() }

    /// Parts that continue each other in one file become one piece, which is read and resampled without a seam. Where parts leave a gap,
    /// there is silence.
    static func pieces(_ parts: [SoundPart], _ timescale: CMTimeScale) -> [Piece] {
        var pieces: [Piece] = []
        for part in parts {
            let (start, end) = (FrameRange.frame(part.target.start, timescale), pieces.last?.end ?? 0)
            if start > end {
                pieces.append(Piece(file: nil, source: .invalid, start: end, end: start, rate: 1))
            }
            let piece = Piece(
                file: part.file, source: part.source, start: start,
                end: FrameRange.frame(part.target.end, timescale), rate: part.rate)
            if let last = pieces.last, last.isContinued(by: piece) {
                pieces[pieces.count - 1].end = piece.end
                if last.file != nil {
                    pieces[pieces.count - 1].source = CMTimeRange(start: last.source.start, end: piece.source.end)
                }
            } else if piece.end > piece.start {
                pieces.append(piece)
            }
        }
        return pieces
    }

    func seek(to time: CMTime) throws {
        position = FrameRange.frame(time, AssetContents.timescale(format.sampleRate))
        (current, sound) = (nil, nil)
    }

    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        var done = 0
        while done < frames, let index = piece() {
            if index != current { try begin(index) }
            let wanted = Int(min(Int64(frames - done), pieces[index].end - position))
            var count = 0
            while count < wanted, let sound {
                window.show(list, from: done + count, count: wanted - count)
                let more = try sound.read(wanted - count, into: window.buffers.list)
                if more == 0 { self.sound = nil }
                count += more
            }
            // A source that ends early is silent until the piece ends.
            window.show(list, from: done + count, count: wanted - count)
            window.clear()
            done += wanted
            position += Int64(wanted)
        }
        return done
    }

    /// The piece of the next frame; nil at the end.
    private func piece() -> Int? {
        if let current, pieces[current].end > position { return current }
        let next = pieces.partitioningIndex { $0.end > position }
        return next < pieces.count ? next : nil
    }

    private func begin(_ index: Int) throws {
        let piece = pieces[index]
        (current, sound) = (index, nil)
        guard let file = piece.file else { return }
        let offset = position - piece.start
        guard piece.rate != 1 else {
            sound = try aligned(try files.frames(of: file), piece, offset)
            return
        }
        guard Self.rates.contains(piece.rate) else { return }
        let place = CMTime(
            seconds: Double(offset) / format.sampleRate * piece.rate, preferredTimescale: file.timescale)
        let source = CMTimeRange(start: piece.source.start + place, end: piece.source.end)
        sound = try StretchedFrames(file, source, rate: piece.rate, format, algorithm)
    }

    /// Moves to a frame of a piece.
    ///
    /// Where the rate is converted, reading begins some frames before it, at a frame that has the same place in the file and in the
    /// output, so that what is heard does not depend on where reading began.
    private func aligned(_ frames: TrackFrames, _ piece: Piece, _ offset: Int64) throws -> TrackFrames {
        let start = FrameRange.frame(piece.source.start, frames.track.timescale)
        let (own, wanted) = (Int64(frames.track.timescale), Int64(format.sampleRate))
        guard own != wanted, Double(own) == frames.track.format.sampleRate, Double(wanted) == format.sampleRate else {
            try frames.seek(toFrame: start + Int64(Double(offset) * Double(own) / format.sampleRate))
            return frames
        }
        let divisor = Self.commonDivisor(own, wanted)
        let (inStep, outStep) = (own / divisor, wanted / divisor)
        let steps = offset / outStep
        let before = min(start / inStep + steps, (Self.lead + inStep - 1) / inStep)
        try frames.seek(toFrame: start + (steps - before) * inStep)
        try drop(offset - (steps - before) * outStep, of: frames)
        return frames
    }

    /// Frames that a filter of the rate converter spans, at the most.
    private static let lead: Int64 = 512

    private static func commonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }

    private func drop(_ count: Int64, of frames: TrackFrames) throws {
        var left = count
        while left > 0 {
            let wanted = Int(min(left, Int64(dropped.frames)))
            dropped.reset(wanted)
            let done = try frames.read(wanted, into: dropped.buffers.list)
            guard done > 0 else { return }
            left -= Int64(done)
        }
    }
}

extension SoundPart {
    /// Seconds of the source for a second of the target.
    var rate: Double {
        guard file != nil, source.duration != target.duration else { return 1 }
        return source.duration.seconds / target.duration.seconds
    }
}

extension PartedFrames.Piece {
    fileprivate func isContinued(by next: PartedFrames.Piece) -> Bool {
        guard let file, let other = next.file else { return file == nil && next.file == nil }
        return file.isSame(as: other) && rate == next.rate && source.end == next.source.start
    }
}

extension FileTrack {
    func isSame(as other: FileTrack) -> Bool { media.isSame(as: other.media) && index == other.index }
}

extension Array {
    /// The first index from which on all elements fulfil a condition, where those before do not.
    func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Files that stay open, so that parts of a few files do not open them again and again.
final class FileShelf {
    private let format: StreamFormat
    private var files: [TrackFrames] = []
    private static let most = 4

    init(_ format: StreamFormat) { self.format = format }

    func frames(of track: FileTrack) throws -> TrackFrames {
        if let index = files.firstIndex(where: { $0.track.isSame(as: track) }) {
            files.append(files.remove(at: index))
        } else {
            if files.count == Self.most { files.removeFirst() }
            files.append(try TrackFrames(track, format))
        }
        return files[files.count - 1]
    }
}
