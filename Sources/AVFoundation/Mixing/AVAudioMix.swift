import AudioCore
public import CoreMedia
public import Foundation
public import MediaToolbox

/// How sound is stretched where it is played at another rate, by its name.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The fastest.
    public static let lowQualityZeroLatency = Self(rawValue: "LowQualityZeroLatency")
    /// For speech.
    public static let timeDomain = Self(rawValue: "TimeDomain")
    /// The best, for music.
    public static let spectral = Self(rawValue: "Spectral")
    /// The pitch changes with the rate.
    public static let varispeed = Self(rawValue: "Varispeed")
}

/// How tracks are mixed: the volume of each over time, and taps of their sound. `AVMutableAudioMix` can be changed.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate let parameters: LockedValue<[AVAudioMixInputParameters]>

    fileprivate init(_ parameters: [AVAudioMixInputParameters]) {
        self.parameters = LockedValue(parameters)
        super.init()
    }

    /// Makes a mix that changes nothing.
    public override convenience init() { self.init([]) }

    /// What is done with tracks. A track without parameters stays as it is.
    open var inputParameters: [AVAudioMixInputParameters] { parameters.withLock { $0 } }

    /// A copy that does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVAudioMix`.
    open func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(inputParameters.map { $0.frozen }) }

    /// A copy that can be changed.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVMutableAudioMix`.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMix(inputParameters) }
}

/// A mix that can be changed.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    /// What is done with tracks. A track without parameters stays as it is.
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { super.inputParameters }
        set { parameters.set(\.self, to: newValue) }
    }
}

/// What is done with a track of a mix. `AVMutableAudioMixInputParameters` can be changed.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    struct Values: @unchecked Sendable {
        var trackID: CMPersistentTrackID = 0
        var algorithm: AVAudioTimePitchAlgorithm?
        var tap: MTAudioProcessingTap?
        var volume = VolumeCurve()
    }

    let values: LockedValue<Values>

    fileprivate init(_ values: Values) {
        self.values = LockedValue(values)
        super.init()
    }

    /// Makes parameters of no track, which change nothing.
    public override init() {
        values = LockedValue(Values())
        super.init()
    }

    fileprivate var frozen: AVAudioMixInputParameters { AVAudioMixInputParameters(values.withLock { $0 }) }

    /// The number of the track.
    open var trackID: CMPersistentTrackID { values.withLock { $0.trackID } }
    /// How the sound is stretched; nil for the default.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { values.withLock { $0.algorithm } }
    /// What sees and changes the sound; nil for nothing.
    open var audioTapProcessor: MTAudioProcessingTap? { values.withLock { $0.tap } }

    /// The ramp of the volume at a time.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - startVolume: receives the volume at the start of the ramp; nil to ignore it.
    ///   - endVolume: receives the volume at its end; nil to ignore it.
    ///   - timeRange: receives from when until when it lasts; nil to ignore it.
    /// - Returns: false after the last ramp, and where none was set.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp = values.withLock({ $0.volume.ramp(at: time) }) else { return false }
        startVolume?.pointee = ramp.start
        endVolume?.pointee = ramp.end
        timeRange?.pointee = ramp.range
        return true
    }

    /// A copy that does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVAudioMixInputParameters`.
    open func copy(with zone: NSZone? = nil) -> Any { frozen }

    /// A copy that can be changed.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVMutableAudioMixInputParameters`.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableAudioMixInputParameters(values.withLock { $0 })
    }
}

/// What is done with a track of a mix, which can be changed.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// Makes parameters of a track, which change nothing so far.
    ///
    /// - Parameter track: the track; nil for none so far.
    public convenience init(track: AVAssetTrack?) {
        self.init()
        values.withLock { $0.trackID = track?.trackID ?? 0 }
    }

    /// The number of the track.
    open override var trackID: CMPersistentTrackID {
        get { super.trackID }
        set { values.withLock { $0.trackID = newValue } }
    }
    /// How the sound is stretched; nil for the default.
    open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { super.audioTimePitchAlgorithm }
        set { values.withLock { $0.algorithm = newValue } }
    }
    /// What sees and changes the sound; nil for nothing.
    open override var audioTapProcessor: MTAudioProcessingTap? {
        get { super.audioTapProcessor }
        set { values.set(\.tap, to: newValue) }
    }

    /// Sets the volume from a time on, until the next time at which it is set.
    ///
    /// - Parameters:
    ///   - volume: the volume; 1 for what it is.
    ///   - time: the time. Before the first, the volume is 1.
    open func setVolume(_ volume: Float, at time: CMTime) {
        values.withLock {
            $0.volume.add(
                VolumeCurve.Ramp(start: volume, end: volume, range: CMTimeRange(start: time, duration: .zero)))
        }
    }

    /// Has the volume change evenly for a time. It stays at its end from then on, until the next time at which it is set.
    ///
    /// - Parameters:
    ///   - startVolume: the volume at the start.
    ///   - endVolume: the volume at the end.
    ///   - timeRange: from when until when it changes. It must not overlap another ramp: the program ends, as it does on a Mac.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        let isSet = values.withLock {
            $0.volume.add(VolumeCurve.Ramp(start: startVolume, end: endVolume, range: timeRange))
        }
        requireAsset(isSet, "the time range of a volume ramp must not overlap that of another, and must be numeric")
    }
}
