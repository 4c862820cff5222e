import AudioCore
import AudioFiles
import CAudioToolbox

/// A part of a file that a player node is to play.
final class FileSegment: @unchecked Sendable {
    let file: OpenFile
    /// Keeps the file open.
    private let owner: AnyObject?
    /// In the file's frames, all of which it has.
    let first: Int64
    private let count: Int64

    init(_ file: OpenFile, owner: AnyObject?, from first: Int64, frames: Int64) {
        let length = max(0, file.validFrames)
        let start = min(max(0, first), length)
        (self.file, self.owner, self.first) = (file, owner, start)
        count = min(max(0, frames), length - start)
    }

    /// How many frames it has at a rate, of which the last may be a fraction.
    func frames(at rate: Double) -> Int {
        guard count > 0, file.format.sampleRate > 0 else { return 0 }
        return max(1, Int(min((Double(count) * rate / file.format.sampleRate).rounded(), 1e15)))
    }
}

/// Reads a part of a file into a stream, in the format of a player's output. On the player's thread alone.
final class FileReading: @unchecked Sendable {
    private let segment: FileSegment
    private let format: StreamFormat
    let stream: FrameStream
    private let frames: Int
    /// The frame of the segment at which it begins.
    private let start: Int
    private var file: ExtendedFile?
    private let list: BufferList
    private(set) var isOver = false

    /// The most frames that are read in one go.
    private static let mostFrames = 8192

    /// - Parameters:
    ///   - format: that of the output.
    ///   - start: the first frame to read, by the output's rate.
    init(_ segment: FileSegment, _ format: StreamFormat, from start: Int = 0) {
        (self.segment, self.format, self.start) = (segment, format, start)
        frames = segment.frames(at: format.sampleRate)
        stream = FrameStream(channels: format.channels, frames: frames - start, from: start)
        list = .allocate(count: format.channels)
    }

    deinit { list.deallocate() }

    /// Whether there is room for frames that are worth a read.
    var isHungry: Bool {
        !isOver && stream.room >= min(max(1, stream.capacity / 4), frames - stream.position)
    }

    /// Reads the next frames. Where the file has no more, silence stands for the rest.
    func readOn() {
        let count = min(stream.run, frames - stream.position, Self.mostFrames)
        do throws(AudioError) {
            let read = count > 0 ? try read(count) : 0
            stream.commit(read)
            if read == 0 || stream.position >= frames { end() }
        } catch { end() }
    }

    private func end() {
        isOver = true
        file = nil
        stream.end()
    }

    private func read(_ frames: Int) throws(AudioError) -> Int {
        let file = try opened()
        let channels = file.clientFormat.channels
        list.list.pointee.mNumberBuffers = UInt32(channels)
        for channel in 0..<channels {
            list.buffers[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frames * MemoryLayout<Float>.size),
                mData: UnsafeMutableRawPointer(stream.place(channel)))
        }
        let count = try file.read(frames, into: list.list)
        // One channel is heard on both of two.
        for channel in channels..<max(channels, format.channels) {
            if channel == 1 {
                stream.place(1).update(from: stream.place(0), count: count)
            } else {
                stream.place(channel).update(repeating: 0, count: count)
            }
        }
        return count
    }

    private func opened() throws(AudioError) -> ExtendedFile {
        if let file { return file }
        guard segment.file.permissions.contains(.read) else { throw .permissions }
        // Never disposed of, so that the file stays open.
        let opened = ExtendedFile.reading(segment.file)
        let isMono = segment.file.format.channels == 1
        try opened.setClientFormat(
            .float32(sampleRate: format.sampleRate, channels: isMono ? 1 : format.channels, interleaved: false))
        // More channels than the output's are mixed, by the layout of the file; fewer stay in their places.
        if segment.file.format.channels > format.channels { opened.mixesChannels = true }
        let skipped = (Double(start) * segment.file.format.sampleRate / format.sampleRate).rounded()
        try opened.seek(to: min(segment.first + Int64(skipped), segment.file.validFrames))
        file = opened
        return opened
    }
}
