import AudioCore
import AudioFiles
import CAudioToolbox

/// Gives a `Player` the frames that it plays, as interleaved Float32.
///
/// One thread at a time. Reading may decode and read from disk, so it is not real-time safe.
package protocol FrameSource: AnyObject, Sendable {
    /// The format as it is stored. Its sample rate and its channels are those of the sound.
    var format: StreamFormat { get }
    var layout: ChannelLayout? { get }
    /// Frames of the sound at its own rate; `FrameLength.unknown` where nobody knows, as of a radio station. It may change.
    var length: Int64 { get }
    /// Whether frames are missing because the sound was cut after it was opened.
    var isCut: Bool { get }
    /// Whether `read` may return `FrameLength.notYet`.
    var mayWait: Bool { get }
    /// Whether each pass gives the same frames, so that those of a short sound may be kept.
    var isConstant: Bool { get }

    /// Has frames converted to another rate while they are read. A seek has to follow.
    func setSampleRate(_ rate: Double) throws(AudioError)

    /// Goes to a frame, counted at the sound's own rate. The end is a place too.
    func seek(to frame: Int64) throws(AudioError)

    /// Reads the next frames.
    ///
    /// - Returns: how many; 0 at the end; `FrameLength.notYet` where more comes later.
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int
}

extension FrameSource {
    package var isConstant: Bool { !mayWait }
}

/// Numbers of frames with a meaning of their own.
package enum FrameLength {
    /// A sound's length that nobody knows.
    package static let unknown: Int64 = 1 << 52
    /// What `FrameSource.read` returns where there are no frames now, and the sound continues.
    package static let notYet = -1
}

/// The frames of a file that is open.
package final class FileFrames: FrameSource, @unchecked Sendable {
    private let opened: OpenFile
    private let file: ExtendedFile
    package let format: StreamFormat
    package let layout: ChannelLayout?
    package let length: Int64

    /// - Throws: what opening a decoder for the file throws.
    package init(_ opened: OpenFile) throws(AudioError) {
        self.opened = opened
        file = ExtendedFile.reading(opened)
        format = opened.format
        layout = opened.description.layout
        length = max(0, opened.validFrames)
        try setSampleRate(format.sampleRate)
    }

    // A file that was only read has nothing to lose.
    deinit { try? file.dispose() }

    package var isCut: Bool { opened.isCut }
    package var mayWait: Bool { false }

    package func setSampleRate(_ rate: Double) throws(AudioError) {
        try file.setClientFormat(QueueFormats.playable(.float32(sampleRate: rate, channels: format.channels)))
    }

    package func seek(to frame: Int64) throws(AudioError) { try file.seek(to: frame) }

    package func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: UInt32(format.channels),
                mDataByteSize: UInt32(clamping: frames * format.channels * MemoryLayout<Float>.stride), mData: samples))
        let count = try file.read(frames, into: &list)
        if format.isPCM, format.sampleKind == .float { NoNumbers.silence(samples, count * format.channels) }
        return count
    }
}
