import AudioCore
import AudioToolbox
import CoreMedia
import Foundation
import RemoteMedia

extension AssetContents {
    /// Receives the beginning of a stream, which says what its format is.
    ///
    /// - Parameter name: what a station calls itself; nil for no name.
    init(stream: StreamedMedia, _ cancellation: Cancellation, name: String?) throws {
        let format: StreamFormat
        var cookie: [UInt8] = []
        var frames: Int64?
        switch stream {
        case .live(let live):
            let reader = try HLSReader(live, cancellation) { _, _ in }
            (format, cookie) = (reader.beginning.format, reader.beginning.cookie)
            if reader.isEnded { frames = reader.endFrame }
        case .radio(let address, let hint, let environment):
            let radio = try RadioStream(address, hint: hint, environment) { _, _ in }
            let notification = cancellation.notify { radio.cancel() }
            defer {
                cancellation.forget(notification)
                radio.cancel()
            }
            guard let packets = try radio.packets() else {
                throw HTTPSource.Failure("the station sends no sound", .content)
            }
            (format, cookie) = (packets.format, packets.cookie)
        }
        let description = CMAudioFormatDescription(
            AudioStreamBasicDescription(format), layout: nil, cookie: cookie.isEmpty ? nil : Data(cookie),
            extensions: [:])
        let title = name.map { StreamTitle.item($0, key: "StreamTitle", space: .icy, at: .invalid) }
        let track = FileTrack(
            media: .stream(stream), index: 0, format: format, formatDescription: description, frames: frames ?? 0,
            size: 0, isEndless: frames == nil)
        self.init(
            tracks: [TrackContents(track, 1)], metadata: title.map { [$0] } ?? [], metadataFormat: .unknown,
            chapters: [])
    }
}

/// Metadata of streams.
enum StreamTitle {
    static func item(
        _ text: String, key: String, space: AVMetadataKeySpace, at time: CMTime
    ) -> AVMetadataItem {
        var contents = ItemContents(space: space)
        contents.key = key
        contents.value = text as NSString
        contents.dataType = MetadataType.text
        contents.time = time
        return AVMetadataItem(contents)
    }

    /// What holds from a time on.
    static func group(_ items: [AVMetadataItem], at time: CMTime) -> AVTimedMetadataGroup {
        AVTimedMetadataGroup(items: items, timeRange: CMTimeRange(start: time, duration: .indefinite))
    }
}
