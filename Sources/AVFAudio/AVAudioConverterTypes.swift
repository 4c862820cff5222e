// What goes in and out of an AVAudioConverter besides audio.

/// Which frames a sample-rate converter reads before and after those that it converts.
public enum AVAudioConverterPrimeMethod: Int, Sendable {
    /// Those before and after.
    case pre = 0
    /// Those after; silence stands for those before.
    case normal = 1
    /// None; silence stands for both.
    case none = 2
}

/// The frames that are before and after those of the sound.
@frozen
public struct AVAudioConverterPrimeInfo: Sendable {
    /// Frames before the sound.
    public var leadingFrames: AVAudioFrameCount
    /// Frames after the sound.
    public var trailingFrames: AVAudioFrameCount

    /// Makes a value with no frames on either side.
    public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

    /// Makes a value with a number of frames on each side.
    ///
    /// - Parameters:
    ///   - leadingFrames: frames before the sound.
    ///   - trailingFrames: frames after the sound.
    public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
        self.leadingFrames = leadingFrames
        self.trailingFrames = trailingFrames
    }
}

/// What an input block says of the input.
public enum AVAudioConverterInputStatus: Int, Sendable {
    /// The block returns a buffer.
    case haveData = 0
    /// There is no input at the moment, and there may be later.
    case noDataNow = 1
    /// There is no more input.
    case endOfStream = 2
}

/// What a conversion came to.
public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The output is full, or holds the last of the stream.
    case haveData = 0
    /// The input block had nothing at the moment. The output holds what could be converted.
    case inputRanDry = 1
    /// The stream has ended. The output is empty.
    case endOfStream = 2
    /// The conversion failed.
    case error = 3
}

/// Gives a converter input: a buffer in its input format with at least one frame or packet, and `haveData` in the status; or nil
/// and one of the other two.
///
/// The buffer must not change until the block is called again. The converter asks for so many packets, and may be given more
/// or fewer.
public typealias AVAudioConverterInputBlock = (
    AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
