import AudioCore

@testable import AudioContainers

/// ID3v2 tags of every version, put together by hand.
enum TagSamples {
    static func tag(_ version: UInt8, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + synchsafe(body.count) + body
    }

    static func synchsafe(_ size: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } }

    static func frame(_ id: String, _ body: [UInt8], version: UInt8, flags: UInt8 = 0, plainSize: Bool = false)
        -> [UInt8]
    {
        let size = [24, 16, 8, 0].map { UInt8(body.count >> $0 & 0xFF) }
        switch version {
        case 2: return Array(id.utf8) + size[1...] + body
        case 3: return Array(id.utf8) + size + [0, flags] + body
        default: return Array(id.utf8) + (plainSize ? size : synchsafe(body.count)) + [0, flags] + body
        }
    }

    static func text(_ text: String, encoding: UInt8) -> [UInt8] {
        switch encoding {
        case 0: [0] + text.unicodeScalars.map { UInt8($0.value) }
        case 1: [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case 2: [2] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        default: [3] + Array(text.utf8)
        }
    }

    /// A JPEG's first bytes, with what unsynchronisation has to escape, and noise.
    static func picture(_ count: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0x00, 0xFF] + soundBytes(count) }

    static func apic(_ image: [UInt8], type: UInt8 = 3) -> [UInt8] {
        [1] + Array("image/jpeg".utf8) + [0, type] + [0xFF, 0xFE, 0x41, 0x00, 0, 0] + image
    }

    static func stuffed(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] } }

    static func chapter(_ element: String, _ start: UInt32, _ title: String, version: UInt8) -> [UInt8] {
        var body = ByteWriter()
        body.zeroTerminated(element)
        for number in [start, start + 1000, .max, .max] { body.big(number) }
        body.append(frame("TIT2", text(title, encoding: 3), version: version))
        return frame("CHAP", body.bytes, version: version)
    }
}
