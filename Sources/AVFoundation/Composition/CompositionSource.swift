import AudioCore
import AudioFiles
import CoreMedia
import PlaybackAndRecording

/// The sound of a composition for an item that plays it: its enabled tracks, mixed, as they are when the item is opened.
///
/// A track that the item does not have heard is silence, as is what follows the tracks that are, until the end.
final class CompositionSource: PlayableSource, @unchecked Sendable {
    let format: StreamFormat
    /// That of the files, where all of them have the same.
    let layout: ChannelLayout?
    let length: Int64
    /// Its files are read, decoded and stretched, some of them from a network.
    var waits: Bool { true }
    private let tracks: [TrackContents]
    private let wanted = LockedValue(Mix())
    /// What is mixed now; nil where that could not be made.
    private var frames: MixedFrames?
    private var mix = Mix()
    private var planes: FloatPlanes
    private var sampleRate: Double
    /// The next frame, and the one after the last, at the rate at which they are read.
    private var place: Int64 = 0
    private var end: Int64

    private struct Mix: @unchecked Sendable {
        var mix: AVAudioMix?
        /// The identifiers of tracks that are not heard.
        var silent: Set<CMPersistentTrackID> = []
        /// Differs between mixes.
        var number = 0
    }

    /// - Throws: an `AudioError` or an `AVError` where a file cannot be opened or decoded.
    init(_ tracks: [TrackContents]) throws {
        let rate = tracks.map(\.format.sampleRate).max() ?? 44_100
        let channels = tracks.map(\.format.channels).max() ?? 2
        format = .float32(sampleRate: rate, channels: channels, interleaved: true)
        let layouts = Set(tracks.flatMap(\.parts).compactMap(\.file).map(\.layout))
        layout = (layouts.count == 1 ? layouts.first ?? nil : nil).flatMap { $0.channelCount == channels ? $0 : nil }
        let duration = tracks.map(\.duration).max() ?? .zero
        // The frames of what lasts longer are counted up to here.
        length = min(FrameRange.frame(duration, AssetContents.timescale(rate)), FrameLength.unknown - 1)
        self.tracks = tracks
        planes = FloatPlanes(channels: channels, frames: MixStage.frames)
        (sampleRate, end) = (rate, length)
        try makeFrames()
    }

    private func makeFrames() throws {
        // The old ones end first: a tap has one owner.
        frames = nil
        let planar = StreamFormat.float32(sampleRate: sampleRate, channels: format.channels, interleaved: false)
        frames = try MixedFrames(tracks.filter { !mix.silent.contains($0.id) }, mix.mix, planar, .timeDomain)
    }

    var mixes: Bool { true }

    func setMix(_ mix: AVAudioMix?, without silent: Set<CMPersistentTrackID>) {
        let old = wanted.withLock { wanted in
            defer { wanted = Mix(mix: mix, silent: silent, number: wanted.number + 1) }
            return wanted
        }
        withExtendedLifetime(old) {}
    }

    func setSampleRate(_ rate: Double) throws(AudioError) {
        sampleRate = rate
        end = FrameRange.frame(length, of: format.sampleRate, at: rate)
        do { try makeFrames() } catch { throw Self.cause(error) }
    }

    func seek(to frame: Int64) throws(AudioError) {
        let time = CMTime(value: frame, timescale: AssetContents.timescale(format.sampleRate))
        let wanted = wanted.withLock { $0 }
        do {
            if wanted.number != mix.number || frames == nil {
                mix = wanted
                try makeFrames()
            }
            try frames?.seek(to: time)
        } catch { throw Self.cause(error) }
        place = FrameRange.frame(frame, of: format.sampleRate, at: sampleRate)
    }

    func read(_ samples: UnsafeMutablePointer<Float>, frames count: Int) throws(AudioError) -> Int {
        let wanted = min(count, planes.frames)
        planes.reset(wanted)
        guard let frames else { throw AudioError.unspecified.because("the tracks could not be mixed") }
        var done: Int
        do { done = try frames.read(wanted, into: planes.buffers.list) } catch { throw Self.cause(error) }
        // The buffers are silent after what the tracks have.
        done = max(done, Int(min(Int64(wanted), end - place)))
        place += Int64(done)
        for channel in 0..<format.channels {
            let plane = planes[channel]
            for frame in 0..<done { samples[frame * format.channels + channel] = plane[frame] }
        }
        return done
    }

    private static func cause(_ error: any Error) -> AudioError {
        error as? AudioError ?? AudioError.unsupportedDataFormat.because("\(error)")
    }
}

extension AVComposition {
    /// What an item plays: the enabled tracks that have segments.
    func enabledContents() throws -> [TrackContents] {
        let tracks = composedTracks.filter { $0.isEnabled && $0.timeRange.duration > .zero }
        guard !tracks.isEmpty else {
            throw AVError(.operationNotSupportedForAsset)
        }
        return try tracks.map { try $0.currentContents() }
    }
}
