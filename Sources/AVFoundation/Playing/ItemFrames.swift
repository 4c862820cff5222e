import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import PlaybackAndRecording

/// The frames of an item as its audio mix makes them. One thread at a time.
final class ItemFrames: FrameSource, @unchecked Sendable {
    /// What the mix does with the item's track; nil for nothing.
    typealias Mix = @Sendable () -> AVAudioMixInputParameters?

    private let source: any FrameSource
    private let mix: Mix
    private var sampleRate: Double
    private var parameters: AVAudioMixInputParameters?
    private var stage: MixStage?
    /// Frames that were read before the stage asks for them, interleaved, where a source may have none.
    private let ahead: FramesAhead

    init(_ source: any FrameSource, mix: @escaping Mix) {
        (self.source, self.mix, sampleRate) = (source, mix, source.format.sampleRate)
        ahead = FramesAhead(source)
    }

    deinit { stage?.end() }

    var format: StreamFormat { source.format }
    var layout: ChannelLayout? { source.layout }
    var length: Int64 { source.length }
    var isCut: Bool { source.isCut }
    var mayWait: Bool { source.mayWait }
    /// The mix may change.
    var isConstant: Bool { false }

    func setSampleRate(_ rate: Double) throws(AudioError) {
        try source.setSampleRate(rate)
        sampleRate = rate
        endStage()
    }

    func seek(to frame: Int64) throws(AudioError) {
        try source.seek(to: frame)
        ahead.count = 0
        let wanted = mix()
        if wanted !== parameters { endStage() }
        let place = FrameRange.frame(frame, of: format.sampleRate, at: sampleRate)
        guard stage == nil, let wanted else {
            stage?.move(to: place)
            return
        }
        let planar = StreamFormat.float32(sampleRate: sampleRate, channels: format.channels, interleaved: false)
        let made = MixStage(ahead, wanted, planar)
        made.move(to: place)
        do { try made.prepare() } catch { throw AudioError.unspecified.because("\(error)") }
        (stage, parameters) = (made, wanted)
    }

    private func endStage() {
        stage?.end()
        (stage, parameters) = (nil, nil)
    }

    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        guard let stage else { return try source.read(samples, frames: frames) }
        var wanted = frames
        if source.mayWait {
            let count = try ahead.fill(frames)
            guard count > 0 else { return count }
            wanted = min(count, frames)
        }
        let count: Int
        do { count = try stage.pull(wanted) } catch {
            throw (error as? AudioError) ?? AudioError.unspecified.because("\(error)")
        }
        let channels = format.channels
        for channel in 0..<channels {
            guard let plane = stage.samples(channel) else { continue }
            for frame in 0..<count { samples[frame * channels + channel] = plane[frame] }
        }
        return count
    }
}

/// Interleaved frames of a source, for a stage with a buffer for each channel.
private final class FramesAhead: FrameReading {
    private static let room = 8192
    private let source: any FrameSource
    private let channels: Int
    private let memory: UnsafeMutablePointer<Float>
    var count = 0

    init(_ source: any FrameSource) {
        (self.source, channels) = (source, source.format.channels)
        memory = .allocate(capacity: Self.room * channels)
    }

    deinit { memory.deallocate() }

    /// Does nothing: the item moves its source.
    func seek(to time: CMTime) {}

    /// Reads up to `frames` frames where none is there, and returns how many are.
    func fill(_ frames: Int) throws(AudioError) -> Int {
        if count == 0 {
            let read = try source.read(memory, frames: min(frames, Self.room))
            guard read > 0 else { return read }
            count = read
        }
        return count
    }

    func read(_ frames: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        let planes = UnsafeMutableAudioBufferListPointer(list)
        var done = 0
        while done < frames {
            let read = try fill(frames - done)
            guard read > 0 else { break }
            let part = min(read, frames - done)
            for channel in 0..<min(channels, planes.count) {
                guard let target = planes[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
                for frame in 0..<part { target[done + frame] = memory[frame * channels + channel] }
            }
            memory.update(from: memory + part * channels, count: (read - part) * channels)
            count = read - part
            done += part
        }
        return done
    }
}
