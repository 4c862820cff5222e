import AudioCore
import AudioToolbox
import CoreMedia
import Foundation

/// Gives the sound of a track as linear PCM, its pictures as pixels, or what is stored.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    private let source: AVAssetTrack
    private let settings: Sent<[String: Any]?>
    private let algorithm = LockedValue(AVAudioTimePitchAlgorithm.spectral)

    /// Makes an output of a track.
    ///
    /// Ends the program for settings that are not of the track's kind.
    /// - Parameters:
    ///   - track: the track.
    ///   - outputSettings: of sound, linear PCM by the keys of AVAudioSettings.h; what they do not say is as in the track, with 16 bits.
    ///     Of pictures, attributes of pixel buffers: `kCVPixelBufferPixelFormatTypeKey` may be 420v, 420f or BGRA, and is else one of the
    ///     first two, as the pictures have it. Nil for the packets, or the samples in the order of decoding, as they are stored.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        if let outputSettings, track.mediaType == .video {
            requireAsset(PixelSettings(outputSettings) != nil, PixelSettings.complaint)
        } else if let outputSettings {
            requireAsset(PCMSettings.areValid(outputSettings), PCMSettings.complaint)
        }
        source = track
        settings = Sent(value: outputSettings)
        super.init()
    }

    /// The track.
    open var track: AVAssetTrack { source }
    /// The kind of media: that of the track.
    open override var mediaType: AVMediaType { source.mediaType }
    /// The settings; nil for what is stored.
    open var outputSettings: [String: Any]? { settings.value }
    /// How sound is stretched that was scaled in a composition: `spectral` at first. Set it before the start.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { algorithm.withLock { $0 } }
        set { algorithm.withLock { $0 = newValue } }
    }

    override func canRead(_ asset: AVAsset) -> Bool { source.inspection === asset.inspection }

    override func makeSource(_ contents: AssetContents, _ range: CMTimeRange) throws -> any SampleSource {
        if source.mediaType == .video { return try makePictureSource(contents, range) }
        let track = try contents.track(source.trackID)
        guard let settings = settings.value else {
            if let file = track.wholeFile { return try StoredSource(file, range) }
            return try StoredParts(track, range)
        }
        let (format, layout) = try PCMSettings.format(settings, [track])
        return try DecodedSource([track], format, layout: layout, range, algorithm: audioTimePitchAlgorithm)
    }

    private func makePictureSource(_ contents: AssetContents, _ range: CMTimeRange) throws -> any SampleSource {
        guard let pictures = contents.pictures(source.trackID) else { throw AVError(.operationNotSupportedForAsset) }
        guard let settings = settings.value else { return try StoredPictures(pictures, range) }
        guard let pixels = PixelSettings(settings) else { throw AVError(.unsupportedOutputSettings) }
        return try DecodedPictures(pictures, pixels, range)
    }
}

/// Gives the sound of tracks, mixed.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    private let sources: [AVAssetTrack]
    private let settings: Sent<[String: Any]?>
    private let mix = LockedValue<AVAudioMix?>(nil)
    private let algorithm = LockedValue(AVAudioTimePitchAlgorithm.spectral)

    /// Makes an output of tracks of one asset.
    ///
    /// Ends the program without tracks, for tracks of pictures or of several assets, and for settings that are not of linear PCM.
    /// - Parameters:
    ///   - audioTracks: the tracks.
    ///   - audioSettings: linear PCM by the keys of AVAudioSettings.h; what they do not say is as in the tracks, with 16 bits: the highest
    ///     rate and the most channels. Nil for Float32 of these.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        requireAsset(
            !audioTracks.isEmpty
                && audioTracks.allSatisfy { $0.inspection === audioTracks[0].inspection && $0.mediaType == .audio },
            "the tracks of a mix must be of sound, and of one asset")
        if let audioSettings { requireAsset(PCMSettings.areValid(audioSettings), PCMSettings.complaint) }
        sources = audioTracks
        settings = Sent(value: audioSettings)
        super.init()
    }

    /// The tracks.
    open var audioTracks: [AVAssetTrack] { sources }
    /// The settings; nil for Float32 at the highest rate, and with the most channels, of the tracks.
    open var audioSettings: [String: Any]? { settings.value }
    /// How the tracks are mixed: a copy; nil for each as it is. Ends the program if it is set after the start.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0 } }
        set {
            requireAsset(!state.withLock { $0.hasBegun }, "-[AVAssetReaderAudioMixOutput setAudioMix:] after the start")
            let copy = newValue?.copy() as? AVAudioMix
            mix.set(\.self, to: copy)
        }
    }
    /// How sound is stretched that was scaled in a composition: `spectral` at first. Set it before the start.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { algorithm.withLock { $0 } }
        set { algorithm.withLock { $0 = newValue } }
    }

    override func canRead(_ asset: AVAsset) -> Bool { sources[0].inspection === asset.inspection }

    override func makeSource(_ contents: AssetContents, _ range: CMTimeRange) throws -> any SampleSource {
        let tracks = try sources.map { try contents.track($0.trackID) }
        let (format, layout) = try PCMSettings.format(settings.value ?? PCMSettings.float, tracks)
        return try DecodedSource(
            tracks, format, layout: layout, range, mix: audioMix, algorithm: audioTimePitchAlgorithm)
    }
}

/// Settings of linear PCM.
enum PCMSettings {
    static let complaint = "the output settings must be of linear PCM: AVFormatIDKey is kAudioFormatLinearPCM"
    static var float: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
    }

    static func areValid(_ settings: [String: Any]) -> Bool {
        let word = (try? FormatSettings(settings))?.formatID
        return word == kAudioFormatLinearPCM
    }

    /// The format, and the bytes of its layout. What the settings do not say is the most that a track has.
    static func format(_ settings: [String: Any], _ tracks: [TrackContents]) throws -> (StreamFormat, Data?) {
        var settings = settings
        let rate = tracks.map(\.format.sampleRate).max()
        settings[AVSampleRateKey] = settings[AVSampleRateKey] ?? rate
        settings[AVNumberOfChannelsKey] = settings[AVNumberOfChannelsKey] ?? tracks.map(\.format.channels).max()
        do {
            let parsed = try FormatSettings(settings)
            let format = try parsed.format(maximumBits: 64)
            guard format.sampleRate > 0 else { throw AudioError.parameter.because("a sample rate of 0") }
            let given = try parsed.layout().value
            if let given, Int(given.channelCount) == format.channels { return (format, given.data) }
            let same = tracks.first { $0.format.channels == format.channels }
            return (format, same?.formatDescriptions.first?.layoutBytes)
        } catch let error as AudioError { throw AVError(error, .unsupportedOutputSettings) }
    }
}

extension FormatSettings {
    fileprivate var formatID: AudioFormatID? { (try? word(AVFormatIDKey)) ?? nil }
}
