import AudioCore
import CoreMedia
import Foundation
import PlaybackAndRecording

// What the engine notes of an item, and reports.
extension AVPlayerItem {
    var heldTime: CMTime? { state.withLock { $0.held } }
    var readingError: NSError? { state.withLock { $0.readingError } }

    /// What users know the sound by.
    var title: String? {
        let known = asset.commonMetadata
        guard let title = known.first(where: { $0.commonKey == .commonKeyTitle })?.stringValue else {
            return (asset as? AVURLAsset)?.url.lastPathComponent
        }
        let artist = known.first { $0.commonKey == .commonKeyArtist }?.stringValue
        return artist.map { "\($0) - \(title)" } ?? title
    }

    /// Keeps the time that `currentTime()` gives, until a seek is done.
    func holdTime() {
        let time = currentTime()
        state.withLock { $0.held = time }
    }

    func releaseTime() { state.withLock { if $0.player != nil { $0.held = nil } } }

    /// Where the item ends.
    var endTime: CMTime {
        state.withLock { state in
            guard state.settings.end.isNumeric else { return state.duration }
            let end = max(.zero, state.settings.end)
            return state.duration.isNumeric ? min(end, state.duration) : end
        }
    }
    var endSeconds: Double { endTime.isNumeric ? endTime.seconds : currentTime().seconds }

    func holdEnd() {
        let end = endTime.isNumeric ? endTime : currentTime()
        state.withLock { $0.held = end }
    }

    /// The item has been opened: what it has is known before it is ready.
    ///
    /// - Returns: false for an item that is not the engine's any more.
    func noteOpened(_ sound: ItemSound, of engine: PlaybackEngine, by deliveries: MainDeliveries) -> Bool {
        let (source, player) = (sound.source, sound.player)
        let length = CMTime(length: source.length, rate: source.format.sampleRate)
        let tracks = asset.tracks.map { AVPlayerItemTrack($0, of: self) }
        let size = asset.contents?.shownPictures?.presentationSize ?? .zero
        let isCurrent = state.withLock { state in
            guard state.engine?.object === engine else { return false }
            (state.source, state.player, state.startDate) = (source, player, source.startDate)
            (state.duration, state.tracks, state.size) = (length, tracks, size)
            (state.held, state.accessStart) = (nil, state.accessStart ?? Date())
            return true
        }
        guard isCurrent else { return false }
        properties.changed("duration", to: length, by: deliveries)
        properties.changed("tracks", to: tracks, by: deliveries)
        properties.changed("presentationSize", to: size, by: deliveries)
        noteRanges(source, by: deliveries)
        noteBuffer(isEmpty: false, keepsUp: sound.keepsUp, by: deliveries)
        state.withLock { if $0.status == .unknown { $0.status = .readyToPlay } }
        return true
    }

    func isPlayed(by player: Player) -> Bool { state.withLock { $0.player === player } }

    /// The item cannot be played.
    func fail(_ error: any Error, by deliveries: MainDeliveries) {
        let error = error as NSError
        state.withLock { state in
            guard state.status == .unknown else { return }
            (state.status, state.error) = (.failed, error)
        }
        noteError(error, nil, by: deliveries)
    }

    func reportStatus(by deliveries: MainDeliveries) {
        let (status, error) = state.withLock { ($0.status, $0.error) }
        if status == .failed { properties.changed("error", to: error as Any, by: deliveries) }
        properties.changed("status", to: status, by: deliveries)
        if status == .readyToPlay { callPictureOutputs { $0.itemBecameReady() } }
    }

    func noteReadingError(_ error: AVError) { state.withLock { $0.readingError = error as NSError } }

    /// Notes what of the source is there, and how long it is now.
    func noteRanges(_ source: any PlayableSource, by deliveries: MainDeliveries) {
        let rate = source.format.sampleRate
        func times(_ ranges: [Range<Int64>]) -> [CMTimeRange] {
            ranges.map { range in
                CMTimeRange(
                    start: CMTime(frame: Double(range.lowerBound), rate: rate),
                    end: CMTime(frame: Double(min(range.upperBound, FrameLength.unknown)), rate: rate))
            }
        }
        let (loaded, seekable) = (times(source.bufferedRanges), times(source.seekableRanges))
        let length = CMTime(length: source.length, rate: rate)
        let old = state.withLock { state in
            defer { (state.loaded, state.seekable, state.duration) = (loaded, seekable, length) }
            return (state.loaded, state.seekable, state.duration)
        }
        if old.0 != loaded {
            properties.changed("loadedTimeRanges", to: loaded.map { NSValue(timeRange: $0) }, by: deliveries)
        }
        if old.1 != seekable {
            properties.changed("seekableTimeRanges", to: seekable.map { NSValue(timeRange: $0) }, by: deliveries)
        }
        if old.2 != length { properties.changed("duration", to: length, by: deliveries) }
    }

    func noteBuffer(isEmpty: Bool, keepsUp: Bool, by deliveries: MainDeliveries) {
        let old = state.withLock { state in
            defer {
                if isEmpty, !state.isBufferEmpty { state.stalls += 1 }
                (state.isBufferEmpty, state.keepsUp) = (isEmpty, keepsUp)
            }
            return (state.isBufferEmpty, state.keepsUp)
        }
        if old.0 != isEmpty { properties.changed("isPlaybackBufferEmpty", to: isEmpty, by: deliveries) }
        if old.1 != keepsUp { properties.changed("isPlaybackLikelyToKeepUp", to: keepsUp, by: deliveries) }
    }

    func noteMetadata(_ group: AVTimedMetadataGroup, by deliveries: MainDeliveries) {
        state.withLock { $0.metadata = group.items }
        properties.changed("timedMetadata", to: group.items as Any, by: deliveries)
        for case let output as AVPlayerItemMetadataOutput in outputs { output.give(group) }
    }

    /// Notes a request that has failed in the item's error log.
    func noteFailure(_ error: AudioError, _ url: String?, by deliveries: MainDeliveries) {
        noteError(error.error(domain: NSOSStatusErrorDomain), url, by: deliveries)
    }

    private func noteError(_ error: NSError, _ url: String?, by deliveries: MainDeliveries) {
        let event = AVPlayerItemErrorLogEvent(error, url ?? (asset as? AVURLAsset)?.url.absoluteString)
        state.withLock { state in
            if state.errorEvents.count >= Self.mostErrors { state.errorEvents.removeFirst() }
            state.errorEvents.append(event)
        }
        deliveries.add { [self] in
            NotificationCenter.default.post(name: .AVPlayerItemNewErrorLogEntry, object: self)
        }
    }

    /// How many entries an error log keeps.
    private static let mostErrors = 100
}
