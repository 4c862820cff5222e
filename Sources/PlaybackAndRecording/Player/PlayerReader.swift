import AudioCore
import AudioFiles

/// The frames of a file, or of another source, as interleaved Float32, once or several times without a gap between.
///
/// One thread at a time. Reads from disk and decodes: not real-time safe.
final class PlayerReader {
    private let source: any FrameSource
    /// The format of the file's frames.
    let format: StreamFormat
    let layout: ChannelLayout?
    /// The rate of the frames that are read: the file's, or an output's that takes no other.
    private(set) var sampleRate: Double
    /// Frames of the file in one pass. A file may promise more than it holds: the first pass to the end shows.
    private(set) var length: Int64
    /// How many passes are still to follow the present one; less than 0: without end. No more than can be added to those that
    /// have ended.
    var passesLeft = 0 { didSet { passesLeft = min(passesLeft, .max / 2) } }
    /// How many passes have ended since the last seek because another followed.
    private(set) var passesEnded = 0
    /// Whether all frames have been read.
    private(set) var hasEnded = false
    /// What ended the last pass before its end.
    private(set) var failure: AudioError?
    /// Where the present pass began, and how many frames it has given.
    private var passStart: Int64 = 0
    private var passFrames: Int64 = 0
    /// The frames of a short file, from its first pass on.
    private var memory: PassMemory
    /// The frame after which a pass ends; nil for the source's end.
    private var limit: Int64?
    /// Whether the last read found no frames where some come later.
    private(set) var isWaiting = false
    /// Whether this pass comes from `memory`.
    private var isRemembered = false

    /// The frame after the last one that was read, which counts on through the passes since the last seek.
    var media: Double {
        let ended = Double(passesEnded) * Double(length)
        guard !hasEnded || failure != nil else { return ended + Double(length) }
        return ended + Double(passStart) + Double(passFrames) * format.sampleRate / sampleRate
    }

    /// - Throws: `converterFormat` for more channels than a queue has, and for a rate of fewer than 125 or more than 768,000 frames a
    ///   second, which no device's is near enough to.
    ///
    /// - Parameter end: seconds of the sound after which a pass ends; nil for its end.
    init(_ source: any FrameSource, until end: Double? = nil) throws(AudioError) {
        self.source = source
        format = source.format
        layout = source.layout
        sampleRate = format.sampleRate
        let frames = source.length
        let rate = source.format.sampleRate
        limit = end.map { Int64(min(max(0, $0 * rate), Double(frames)).rounded()) }
        length = min(limit ?? frames, frames)
        memory = PassMemory(channels: format.channels, limit: source.isConstant ? Self.longestKept : 0)
        _ = try QueueFormats.playable(.float32(sampleRate: sampleRate, channels: format.channels))
        guard QueueFormats.isAudible(sampleRate) else {
            throw .converterFormat.because("a sound of \(sampleRate) Hz is not played")
        }
    }

    /// The frames of a file.
    convenience init(_ file: OpenFile) throws(AudioError) { try self.init(FileFrames(file)) }

    /// Whether frames may come later than they are asked for.
    var mayWait: Bool { source.mayWait }

    /// Ends the passes after another frame. A seek has to follow.
    func setEnd(_ end: Int64?) {
        limit = end
        length = min(end ?? source.length, source.length)
        memory.forget()
    }

    private var endsEarly: Bool { limit.map { $0 <= length && $0 < source.length } ?? false }

    /// Frames of a pass for which another start of the decoder counts little.
    private static let longestKept = 16_384

    /// Has frames converted to a rate while they are read. A seek has to follow.
    func setSampleRate(_ rate: Double) throws(AudioError) {
        guard rate != sampleRate else { return }
        try source.setSampleRate(rate)
        sampleRate = rate
        memory.forget()
    }

    /// Goes to a frame of the file; one past the end is the end.
    func seek(to frame: Int64) throws(AudioError) {
        (failure, hasEnded, isWaiting, passesEnded) = (nil, false, false, 0)
        if source.mayWait { length = min(limit ?? source.length, source.length) }
        try begin(at: min(max(0, frame), length))
    }

    /// Goes to a frame that counts on through the passes since the last seek. The same passes follow.
    func goOn(from media: Int64) throws(AudioError) {
        let passes = passesLeft < 0 ? passesLeft : passesLeft + passesEnded
        let ended = Int(media / max(length, 1))
        try seek(to: media % max(length, 1))
        passesEnded = ended
        passesLeft = passes < 0 ? passes : max(0, passes - ended)
    }

    /// Gives no more frames.
    func end(_ failure: AudioError) { (self.failure, hasEnded) = (failure, true) }

    private func begin(at frame: Int64) throws(AudioError) {
        (passStart, passFrames) = (frame, 0)
        if frame == 0 { memory.begin() }
        isRemembered = frame == 0 && memory.isComplete
        if !isRemembered { try source.seek(to: frame) }
    }

    /// The next frames of this pass, or of the next one; 0 after the last pass, and after what could not be read; less than 0 where
    /// there are none now.
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        guard !hasEnded else { return 0 }
        isWaiting = false
        do throws(AudioError) {
            repeat {
                let count = try readPass(samples, frames)
                guard count >= 0 else {
                    isWaiting = true
                    return count
                }
                passFrames += Int64(count)
                if count > 0 { return count }
                try endPass()
            } while try beginNext()
        } catch { failure = error }
        hasEnded = true
        return 0
    }

    /// - Throws: `endOfFile` where the frames are missing because the file was cut after it was opened.
    private func endPass() throws(AudioError) {
        let expected = Double(length - passStart) * sampleRate / format.sampleRate
        if !isRemembered, Double(passFrames) < expected.rounded(.down), source.isCut { throw .endOfFile }
        if sampleRate == format.sampleRate { length = passStart + passFrames }
        if passStart == 0, !isRemembered { memory.end(total: Int(passFrames)) }
    }

    /// Begins the next pass; false where there is none. A pass without a frame would be followed by such passes for ever.
    private func beginNext() throws(AudioError) -> Bool {
        guard passesLeft != 0, length > 0, passStart > 0 || passFrames > 0 else { return false }
        if passesLeft > 0 { passesLeft -= 1 }
        passesEnded += 1
        try begin(at: 0)
        return true
    }

    private func readPass(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) throws(AudioError) -> Int {
        if isRemembered { return memory.read(samples, frames: frames) }
        var frames = frames
        if endsEarly {
            let all = Double(length - passStart) * sampleRate / format.sampleRate
            frames = min(frames, Int(all.rounded()) - Int(passFrames))
            guard frames > 0 else { return 0 }
        }
        let count = try source.read(samples, frames: frames)
        guard count >= 0 else { return count }
        if passStart == 0 { memory.keep(samples, frames: count, total: Int(passFrames) + count) }
        return count
    }
}
