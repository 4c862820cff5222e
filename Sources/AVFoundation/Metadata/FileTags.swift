import AudioContainers
import AudioCore
import CoreMedia
import Foundation

/// The metadata of a file of sound.
struct FileTags {
    let format: AVMetadataFormat
    let items: [AVMetadataItem]
    private let space: AVMetadataKeySpace
    /// Files whose markers are chapters.
    private static let chapterTypes: Set<FourCC> = movieTypes.union(["MPG1", "MPG2", "MPG3", "Oggf", "flac"])
    private static let movieTypes: Set<FourCC> = ["m4af", "m4bf", "mp4f", "3gpp", "3gp2"]
    private static let frameTypes: Set<FourCC> = ["MPG1", "MPG2", "MPG3", "adts", "ac-3", "ec-3"]

    init(_ description: FileDescription) {
        let type = description.fileType
        if Self.movieTypes.contains(type) {
            (format, space) = (.iTunesMetadata, .iTunes)
        } else if Self.frameTypes.contains(type) {
            (format, space) = (.id3Metadata, .id3)
        } else {
            (format, space) = (.unknown, .audioFile)
        }
        var items: [AVMetadataItem] = []
        for entry in description.info.entries {
            for value in entry.values { items.append(Self.item(entry.key, value, space)) }
        }
        if !description.artwork.isEmpty { items.append(Self.artwork(description.artwork, space)) }
        self.items = items
    }

    private static func item(_ key: String, _ text: String, _ space: AVMetadataKeySpace) -> AVMetadataItem {
        let row = MetadataRows.byKey[key]
        var contents = ItemContents(space: space)
        contents.value = text as NSString
        contents.dataType = MetadataType.text
        switch space {
        case .iTunes:
            guard let item = row?.item else {
                contents.space = AVMetadataKeySpace("itlk")
                contents.key = "com.apple.iTunes." + key
                break
            }
            contents.key = item
            contents.setNumbers(text)
        case .id3:
            contents.key = row?.frame ?? (isFrame(key) ? key : key.hasPrefix("comments:") ? "COMM" : "TXXX")
            if row == nil, !isFrame(key) {
                let label = key.hasPrefix("comments:") ? String(key.dropFirst(9)) : key
                contents.extras = [.info: label]
            }
        default: contents.key = key
        }
        return AVMetadataItem(contents)
    }

    private static func isFrame(_ key: String) -> Bool {
        key.utf8.count == 4 && key.hasPrefix("T")
            && key.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }

    private static func artwork(_ bytes: [UInt8], _ space: AVMetadataKeySpace) -> AVMetadataItem {
        var contents = ItemContents(space: space)
        contents.key = space == .iTunes ? "covr" : space == .id3 ? "APIC" : MetadataRows.artworkKey
        contents.value = Data(bytes) as NSData
        contents.dataType = MetadataType.image(bytes)
        return AVMetadataItem(contents)
    }

    /// The chapters, each up to the one that follows.
    func chapters(of description: FileDescription, frames: Int64, rate: Double) -> [AVTimedMetadataGroup] {
        guard Self.chapterTypes.contains(description.fileType), frames > 0 else { return [] }
        let timescale = AssetContents.timescale(rate)
        let markers = description.markers.filter { $0.framePosition >= 0 && $0.framePosition < Double(frames) }
            .sorted { $0.framePosition < $1.framePosition }
        let starts = markers.map { Int64($0.framePosition) } + [frames]
        return markers.enumerated().map { index, marker in
            let range = CMTimeRange(
                start: CMTime(value: starts[index], timescale: timescale),
                end: CMTime(value: starts[index + 1], timescale: timescale))
            var contents = ItemContents(space: .common)
            contents.key = AVMetadataKey.commonKeyTitle.rawValue
            contents.value = marker.name as NSString
            contents.dataType = MetadataType.text
            (contents.time, contents.duration) = (range.start, range.duration)
            return AVTimedMetadataGroup(items: [AVMetadataItem(contents)], timeRange: range)
        }
    }
}

/// The types of values, by the names that Core Media has for them.
enum MetadataType {
    static let text = "com.apple.metadata.datatype.UTF-8"
    static let bytes = "com.apple.metadata.datatype.raw-data"
    static let number = "com.apple.metadata.datatype.int32"

    static func image(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "com.apple.metadata.datatype.PNG" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "com.apple.metadata.datatype.JPEG" }
        if bytes.starts(with: "GIF8".utf8) { return "com.apple.metadata.datatype.GIF" }
        if bytes.starts(with: "BM".utf8) { return "com.apple.metadata.datatype.BMP" }
        return Self.bytes
    }
}

extension ItemContents {
    /// iTunes' items that are numbers: a pair of "3/12" as its bytes, and others as a number.
    fileprivate mutating func setNumbers(_ text: String) {
        switch key {
        case "trkn", "disk":
            let numbers = text.split(separator: "/").map { UInt16($0) ?? 0 }
            guard let number = numbers.first, number > 0 || numbers.count > 1 else { return }
            let count = numbers.count > 1 ? numbers[1] : 0
            var bytes: [UInt8] = [0, 0, UInt8(number >> 8), UInt8(number & 255), UInt8(count >> 8), UInt8(count & 255)]
            if key == "trkn" { bytes += [0, 0] }
            value = Data(bytes) as NSData
            dataType = MetadataType.bytes
        case "tmpo", "cpil":
            guard let number = Int32(text) else { return }
            value = NSNumber(value: number)
            dataType = MetadataType.number
        default: break
        }
    }
}
