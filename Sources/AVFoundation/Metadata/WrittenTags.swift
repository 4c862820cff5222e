import AudioCore
import AudioFiles
import AudioToolbox
import Foundation

/// Items of metadata as Core Audio's dictionary has them, and the picture.
struct WrittenTags {
    private(set) var entries: [(key: String, value: String)] = []
    private(set) var artwork: Data?

    init(_ items: [AVMetadataItem]) {
        for item in items {
            if item.commonKey == .commonKeyArtwork {
                artwork = artwork ?? item.dataValue
            } else if let key = Self.key(item), let value = Self.text(item), !value.isEmpty {
                // Items of one key become one entry of several values.
                if let index = entries.firstIndex(where: { $0.key == key }) {
                    entries[index].value += "; " + value
                } else {
                    entries.append((key, value))
                }
            }
        }
    }

    private static func key(_ item: AVMetadataItem) -> String? {
        guard let key = item.contents.key, let space = item.contents.space else { return nil }
        switch space {
        case .iTunes: return MetadataRows.rows.first { $0.item == key }?.key
        case .audioFile: return key
        case .common: return MetadataRows.rows.first { $0.common == key }?.key
        case .id3:
            if key == "TYER" { return "year" }
            if key == "TXXX" { return item.contents.extras?[.info] as? String }
            return MetadataRows.rows.first { $0.frame == key }?.key ?? key
        default:
            let prefix = "com.apple.iTunes."
            return space.rawValue == "itlk" && key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
        }
    }

    private static func text(_ item: AVMetadataItem) -> String? {
        guard ["trkn", "disk"].contains(item.contents.key), let bytes = item.contents.value as? NSData,
            bytes.length >= 6
        else { return item.stringValue }
        let data = [UInt8](bytes as Data)
        let (number, count) = (Int(data[2]) << 8 | Int(data[3]), Int(data[4]) << 8 | Int(data[5]))
        return count > 0 ? "\(number)/\(count)" : "\(number)"
    }

    /// Writes them. A container that has no room for them does without.
    func write(to file: OpenFile) {
        if !entries.isEmpty { try? file.setProperty(kAudioFilePropertyInfoDictionary, .dictionary(entries)) }
        if let artwork { try? file.setProperty(kAudioFilePropertyAlbumArtwork, .data([UInt8](artwork))) }
    }
}
