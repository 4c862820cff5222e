import AudioCore
import AudioFiles
import CoreMedia
import PlaybackAndRecording
import RemoteMedia

/// Where the media of an asset is read from.
enum AssetMedia: Sendable {
    /// A file of this machine.
    case file(FilePath)
    /// Bytes from elsewhere, and the file type that they are said to be of, or 0. Each reader gets a source of its own, whose reads
    /// throw soon once the cancellation is cancelled.
    case bytes(FourCC, @Sendable (Cancellation) -> any ByteSource)
    /// A stream, which is played as it comes, and not read.
    case stream(StreamedMedia)

    /// Whether another is the same file of this machine. What is elsewhere may change from one request to the next.
    func isSame(as other: AssetMedia) -> Bool {
        guard case .file(let path) = self, case .file(let otherPath) = other else { return false }
        return path == otherPath
    }

    /// Opens the sound for a reader.
    ///
    /// - Parameters:
    ///   - cancellation: makes reads throw that wait for the network.
    ///   - bytes: the bytes, if they come from elsewhere; nil to ask for them.
    func open(
        _ cancellation: Cancellation = Cancellation(), reading bytes: (any ByteSource)? = nil
    ) throws(AudioError) -> OpenFile {
        switch self {
        case .file(let path): try OpenFile.open(path, .read, hint: FourCC(0))
        case .bytes(let hint, let source):
            try OpenFile.open(bytes ?? source(cancellation), sink: nil, .read, hint: hint)
        case .stream: throw .operationNotSupported.because("a stream is played, and not read")
        }
    }
}

extension AssetMedia {
    /// The bytes, for what reads pictures. Each caller gets a source of its own.
    ///
    /// - Parameter cancellation: makes reads throw that wait for the network.
    func bytes(_ cancellation: Cancellation = Cancellation()) throws(AudioError) -> any ByteSource {
        switch self {
        case .file(let path): try FileBytes.open(path)
        case .bytes(_, let source): source(cancellation)
        case .stream: throw .operationNotSupported.because("a stream is played, and not read")
        }
    }

    /// Opens the sound for an item that plays it. May wait for the network.
    func makePlayableSource() throws -> any PlayableSource {
        switch self {
        case .file(let path): try FileSource(path)
        case .bytes: try RemoteSource(self)
        case .stream(let stream): try StreamSource(stream)
        }
    }
}

extension AssetContents {
    /// Opens the sound for an item that plays it: that of the first track, with silence until the last picture.
    ///
    /// - Throws: an `AudioError` or an `AVError` where there is neither sound nor a picture, or no decoder.
    func makePlayableSource() throws -> any PlayableSource {
        guard let pictures = shownPictures else { return try makeSoundSource() }
        guard let sound = tracks.first else {
            guard AssetDecoding.canDecode(pictures) else {
                throw AudioError.unsupportedDataFormat.because("there is no decoder for the pictures")
            }
            return try CompositionSource([.silence(pictures.duration)])
        }
        // Films end their sound a moment before or after their pictures.
        guard (pictures.duration - sound.duration).seconds > Self.mostDifference else { return try makeSoundSource() }
        return try CompositionSource([sound, .silence(pictures.duration)])
    }

    /// Opens the sound of the first track, as its file's edit list has it.
    private func makeSoundSource() throws -> any PlayableSource {
        if let media { return try media.makePlayableSource() }
        guard let sound = tracks.first else { throw Inspection.notReadable }
        return try CompositionSource([sound])
    }

    /// Seconds of pictures after the end of the sound for which a film is not played longer.
    private static let mostDifference = 0.01
}

extension TrackContents {
    /// Silence in the place of a track, of 68 years at most: pictures may claim to last longer than frames can be counted.
    static func silence(_ wanted: CMTime) -> TrackContents {
        let duration = min(wanted, CMTime(value: 1 << 31, timescale: 1))
        let target = CMTimeRange(start: .zero, duration: duration)
        return TrackContents(
            id: kCMPersistentTrackID_Invalid, format: .float32(sampleRate: 44_100, channels: 2, interleaved: true),
            formatDescriptions: [], size: 0, duration: duration,
            parts: [SoundPart(file: nil, source: .invalid, target: target)])
    }
}

/// The frames of a file that is elsewhere. Reads wait for its bytes.
final class RemoteSource: PlayableSource, @unchecked Sendable {
    private let frames: FileFrames
    private let cancellation = Cancellation()

    init(_ media: AssetMedia) throws(AudioError) { frames = try FileFrames(media.open(cancellation)) }

    var format: StreamFormat { frames.format }
    var layout: ChannelLayout? { frames.layout }
    var length: Int64 { frames.length }
    var waits: Bool { true }

    func setSampleRate(_ rate: Double) throws(AudioError) { try frames.setSampleRate(rate) }

    func seek(to frame: Int64) throws(AudioError) {
        try check()
        try frames.seek(to: frame)
    }

    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        try check()
        return try self.frames.read(samples, frames: frames)
    }

    private func check() throws(AudioError) {
        if cancellation.isCancelled { throw .inputOutput.because("interrupted") }
    }

    /// Has reads throw. One that waits for a server ends within a second or so.
    func interrupt() { cancellation.cancel() }
}

/// What is played as it comes.
enum StreamedMedia: Sendable {
    case live(HLSStream)
    /// The address of a broadcast, and the file type that the server says, or 0.
    case radio(String, FourCC, RemoteEnvironment)
}
