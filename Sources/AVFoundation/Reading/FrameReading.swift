import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia

/// Gives the frames of a sound in their order, in one format of linear PCM. One thread at a time.
protocol FrameReading: AnyObject {
    /// Moves to a time of the sound, or to its end where that comes first.
    func seek(to time: CMTime) throws
    /// Reads up to `frames` frames, and returns how many there were; 0 at the end.
    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int
}

/// The sound of a file's track.
final class TrackFrames: FrameReading {
    let track: FileTrack
    private let file: ExtendedFile

    /// - Parameter format: linear PCM. A sound of one channel goes to both of two, and to the first two of more.
    init(_ track: FileTrack, _ format: StreamFormat) throws {
        self.track = track
        file = ExtendedFile.reading(try track.open())
        // What fails from here on ends in `deinit`.
        try file.setClientFormat(format)
        let channels = file.file.format.channels
        if format.channels < channels { file.mixesChannels = true }
        if channels == 1, format.channels > 1 {
            file.channelMap = [0, 0] + [Int32](repeating: -1, count: format.channels - 2)
        }
    }

    deinit { try? file.dispose() }

    func seek(to time: CMTime) throws { try seek(toFrame: FrameRange.frame(time, track.timescale)) }

    /// Moves to a frame, counted at the file's rate.
    func seek(toFrame frame: Int64) throws { try file.seek(to: min(max(0, frame), track.frames)) }

    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        try file.read(frames, into: list)
    }
}

/// Float32 with a buffer for each channel, in memory of its own.
final class FloatPlanes {
    let frames: Int
    let channels: Int
    let buffers: AudioBuffers
    private let memory: UnsafeMutablePointer<Float>

    init(channels: Int, frames: Int) {
        (self.channels, self.frames) = (channels, frames)
        buffers = AudioBuffers.allocate(count: channels)
        memory = .allocate(capacity: max(1, channels * frames))
        memory.initialize(repeating: 0, count: max(1, channels * frames))
        reset(frames)
    }

    deinit {
        memory.deallocate()
        buffers.deallocate()
    }

    subscript(channel: Int) -> UnsafeMutablePointer<Float> { memory + channel * frames }

    /// Makes the list one of the first frames. Who has filled it may have changed it.
    func reset(_ count: Int) {
        for channel in 0..<channels {
            buffers[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: UnsafeMutableRawPointer(self[channel]))
        }
    }
}

/// A list that points into the buffers of another, from a frame on: Float32 with a buffer for each channel.
struct PlaneWindow {
    let buffers: AudioBuffers
    private let channels: Int

    init(channels: Int) {
        self.channels = channels
        buffers = AudioBuffers.allocate(count: channels)
    }

    func deallocate() { buffers.deallocate() }

    func show(_ list: UnsafeMutablePointer<AudioBufferList>, from start: Int, count: Int) {
        let whole = AudioBuffers(list)
        for channel in 0..<channels {
            buffers[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: whole[channel].mData.map { $0 + start * 4 }
            )
        }
    }

    /// Makes the frames that it points to silence.
    func clear() {
        for channel in 0..<channels {
            guard let data = buffers[channel].mData else { continue }
            data.initializeMemory(as: UInt8.self, repeating: 0, count: Int(buffers[channel].mDataByteSize))
        }
    }
}
