import AudioContainers
import AudioCore

/// Elementary streams put together by hand: true headers around bytes that are no sound.
enum ElementaryStreams {
    /// A stream of a container that only reads.
    struct Sample: Sendable, CustomStringConvertible {
        let description: String
        let container: any Container.Type
        let bytes: [UInt8]
    }

    /// One of each kind, for the sweeps over prefixes and mutations.
    static let all: [Sample] = [
        Sample(
            description: "MP3 with tags", container: MPEGAudio.self,
            bytes: id3v2([("TIT2", "Title")]) + infoFrame(frames: 3, delay: 576, padding: 700)
                + mpeg([0xFF, 0xFB, 0x90, 0x00], size: 417, count: 3) + id3v1(title: "Old")),
        Sample(
            description: "free format", container: MPEGAudio.self,
            bytes: mpeg([0xFF, 0xFD, 0x00, 0x00], size: 700, count: 4)),
        Sample(description: "ADTS", container: ADTS.self, bytes: adts(size: 90, count: 5)),
        Sample(
            description: "ADTS with CRC", container: ADTS.self,
            bytes: adtsOfBlocks([20, 30, 40]) + adtsOfBlocks([9, 9])),
        Sample(description: "AC-3", container: AC3.self, bytes: ac3(count: 4)),
        Sample(description: "E-AC-3", container: AC3.self, bytes: eac3() + eac3(dependent: true) + eac3()),
        Sample(description: "LOAS", container: LOAS.self, bytes: loas(sizes: [90, 40, 300, 255, 7])),
        Sample(description: "FLAC", container: FLAC.self, bytes: flac(frames: 5, last: 100)),
    ]

    // MARK: MPEG audio

    static func mpeg(_ header: [UInt8], size: Int, count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in header + soundBytes(size - header.count) }
    }

    /// A first frame of MPEG-1, layer III, stereo with the numbers of Xing and LAME.
    static func infoFrame(frames: UInt32, delay: Int, padding: Int) -> [UInt8] {
        var frame = ByteWriter()
        frame.append([0xFF, 0xFB, 0x90, 0x00])
        frame.zeros(32)
        frame.append("Xing".utf8)
        frame.big(UInt32(0xF))
        frame.big(frames)
        frame.zeros(4 + 100 + 4)
        frame.append("LAME3.100".utf8)
        frame.zeros(12)
        let numbers = delay << 12 | padding
        frame.append([UInt8(numbers >> 16), UInt8(numbers >> 8 & 0xFF), UInt8(numbers & 0xFF)])
        frame.zeros(417 - frame.count)
        return frame.bytes
    }

    // MARK: Tags

    static func id3v2(_ texts: [(String, String)], padding: Int = 20, footer: Bool = false) -> [UInt8] {
        var body: [UInt8] = []
        for (id, text) in texts {
            let content = [3] + Array(text.utf8)
            body += Array(id.utf8) + synchsafe(content.count) + [0, 0] + content
        }
        if !footer { body += [UInt8](repeating: 0, count: padding) }
        let fields: [UInt8] = [4, 0, footer ? 0x10 : 0] + synchsafe(body.count)
        return Array("ID3".utf8) + fields + body + (footer ? Array("3DI".utf8) + fields : [])
    }

    private static func synchsafe(_ size: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    }

    static func id3v1(title: String, track: UInt8 = 7, genre: UInt8 = 17) -> [UInt8] {
        func field(_ text: String, _ size: Int) -> [UInt8] {
            Array(text.utf8.prefix(size)) + [UInt8](repeating: 0, count: size - min(size, text.utf8.count))
        }
        return Array("TAG".utf8) + field(title, 30) + field("Someone", 30) + field("", 30) + field("1999", 4)
            + field("said  ", 28) + [0, track, genre]
    }

    /// An APE tag with a header, as it stands at the end of a file.
    static func ape(_ size: Int) -> [UInt8] {
        func edge(_ flags: UInt32) -> [UInt8] {
            var output = ByteWriter()
            output.append("APETAGEX".utf8)
            for number in [2000, UInt32(size + 32), 1, flags] { output.little(number) }
            output.zeros(8)
            return output.bytes
        }
        return edge(0xA000_0000) + soundBytes(size) + edge(0x8000_0000)
    }

    // MARK: ADTS

    private static func adtsHeader(size: Int, hasCRC: Bool, blocks: Int, channels: Int) -> [UInt8] {
        [
            0xFF, hasCRC ? 0xF0 : 0xF1, 1 << 6 | 4 << 2 | UInt8(channels >> 2),
            UInt8(channels & 3) << 6 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5 | 0x1F,
            0xFC | UInt8(blocks - 1),
        ]
    }

    /// Frames of AAC-LC at 44100 Hz, one block each; `size` with the header.
    static func adts(size: Int, count: Int, blocks: Int = 1, channels: Int = 2) -> [UInt8] {
        let header = adtsHeader(size: size, hasCRC: false, blocks: blocks, channels: channels)
        return (0..<count).flatMap { _ in header + soundBytes(size - 7) }
    }

    /// A frame with CRC and several blocks of the given sizes.
    static func adtsOfBlocks(_ sizes: [Int]) -> [UInt8] {
        let head = 7 + 2 * sizes.count
        let size = head + sizes.reduce(0, +) + 2 * sizes.count
        var output = ByteWriter()
        output.append(adtsHeader(size: size, hasCRC: true, blocks: sizes.count, channels: 2))
        var place = 0
        for block in sizes.dropLast() {
            place += block + 2
            output.big(UInt16(place))
        }
        output.zeros(2)
        for block in sizes { output.append(soundBytes(block) + [0, 0]) }
        return output.bytes
    }

    // MARK: AC-3

    /// Frames of 3/2 with low frequencies, 48000 Hz, 384 kbit/s.
    static func ac3(count: Int) -> [UInt8] {
        let header: [UInt8] = [0x0B, 0x77, 0, 0, 0x1C, 8 << 3, 0xE1, 0]
        return (0..<count).flatMap { _ in header + soundBytes(1536 - header.count) }
    }

    /// A frame of an even number of bytes, 3/2 with low frequencies; or a dependent one that adds the rear pair.
    static func eac3(dependent: Bool = false, size: Int = 400) -> [UInt8] {
        // Type, substream 0, words less one, 48000 Hz, six blocks, mode, low frequencies; then 16, level, no more.
        var bits: [(Int, Int)] = [(0x0B77, 16), (dependent ? 1 : 0, 2), (0, 3), (size / 2 - 1, 11), (0, 2), (3, 2)]
        bits += [(dependent ? 2 : 7, 3), (dependent ? 0 : 1, 1), (16, 5), (0, 5), (0, 1)]
        if dependent { bits += [(1, 1), (0x0200, 16)] }
        let header = packed(bits)
        return header + soundBytes(size - header.count)
    }

    private static func packed(_ fields: [(Int, Int)]) -> [UInt8] {
        let bits = fields.flatMap { value, width in (0..<width).reversed().map { UInt8(value >> $0 & 1) } }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }

    // MARK: LOAS

    /// Frames of LATM around payloads of these sizes: AAC-LC, 44100 Hz, stereo. The first contains the configuration.
    ///
    /// - Parameters:
    ///   - payloads: of a frame.
    ///   - version: 1 for a configuration that states its own size, with the mark of an extension behind it.
    static func loas(sizes: [Int], payloads: Int = 1, version: Int = 0, rate: Int = 4) -> [UInt8] {
        var frames: [UInt8] = []
        for first in stride(from: 0, to: sizes.count, by: payloads) {
            let part = sizes[first..<min(first + payloads, sizes.count)]
            var fields: [(Int, Int)] = [(first == 0 ? 0 : 1, 1)]
            if first == 0 { fields += muxConfig(payloads: part.count, version: version, rate: rate) }
            for size in part {
                fields += [(Int, Int)](repeating: (255, 8), count: size / 255) + [(size % 255, 8)]
                fields += soundBytes(size).map { (Int($0), 8) }
            }
            let body = packed(fields)
            frames += packed([(0x2B7, 11), (body.count, 13)]) + body
        }
        return frames
    }

    private static func muxConfig(payloads: Int, version: Int, rate: Int) -> [(Int, Int)] {
        let config: [(Int, Int)] = [(2, 5), (rate, 4), (2, 4), (0, 3)]
        let start: [(Int, Int)] =
            version == 0 ? [(0, 1)] : [(1, 1), (0, 1), (0, 2), (255, 8)]
        // One framing of all, payloads of a frame, one program, one layer.
        let counts: [(Int, Int)] = [(1, 1), (payloads - 1, 6), (0, 4), (0, 3)]
        let statedSize: [(Int, Int)] = version == 0 ? [] : [(0, 2), (16 + 17, 8)]
        let mark: [(Int, Int)] = version == 0 ? [] : [(0x2B7, 11), (5, 5), (0, 1)]
        return start + counts + statedSize + config + mark + [(0, 3), (255, 8), (0, 1), (0, 1)]
    }

    // MARK: FLAC

    /// 16 bits, stereo, 8000 Hz, blocks of 192 frames but for the last.
    static func flac(frames: Int, last: Int, total: Int? = nil, comments: [String] = ["TITLE=Song"]) -> [UInt8] {
        var output = ByteWriter()
        output.append("fLaC".utf8)
        output.append([0, 0, 0, 34])
        output.big(UInt16(192))
        output.big(UInt16(192))
        output.zeros(6)
        let count = UInt64(total ?? (frames - 1) * 192 + last)
        output.big(8000 << 44 | 1 << 41 | 15 << 36 | count)
        output.zeros(16)
        var block = ByteWriter()
        for text in ["maker"] + comments {
            block.little(UInt32(text.utf8.count))
            block.append(text.utf8)
            if text == "maker" { block.little(UInt32(comments.count)) }
        }
        output.append([0x84, 0, 0, UInt8(block.count)] + block.bytes)
        for number in 0..<frames { output.append(flacFrame(number, number == frames - 1 ? last : 192)) }
        return output.bytes
    }

    /// A frame whose bits end where it does.
    ///
    /// - Parameter frames: up to 212, and even.
    static func flacFrame(_ number: Int, _ frames: Int) -> [UInt8] {
        var frame: [UInt8] = [0xFF, 0xF8, frames == 192 ? 0x10 : 0x60, 0x18, UInt8(number)]
        if frames != 192 { frame.append(UInt8(frames - 1)) }
        frame.append(UInt8(crc(frame, width: 8, polynomial: 0x07)))
        // A channel of one value, and one of samples in four bits each: method 1, one partition, which is not coded.
        frame += [0, 0, 0] + [8 << 1, 0b0100_0011, 0b1110_0100]
        // In longer frames, a header that would do but for the sums.
        let samples = soundBytes(40) + [0xFF, 0xF8, 0x10, 0x18, UInt8(number + 1), 0] + soundBytes(60)
        frame += samples.prefix(frames / 2)
        let sum = crc(frame, width: 16, polynomial: 0x8005)
        return frame + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    }

    /// Bit by bit, as the format's description has it.
    private static func crc(_ bytes: [UInt8], width: Int, polynomial: Int) -> Int {
        var sum = 0
        for bit in bytes.flatMap({ byte in (0..<8).reversed().map { Int(byte >> $0 & 1) } }) {
            let top = sum >> (width - 1) & 1
            sum = sum << 1 & (1 << width - 1)
            if top ^ bit == 1 { sum ^= polynomial }
        }
        return sum
    }
}

/// Whether a file of these bytes is taken for `container`'s.
///
/// - Parameter hint: the file type that its name stands for, if any.
func isClaimed(_ bytes: [UInt8], hint: FourCC = FourCC(0), by container: any Container.Type) throws -> Bool {
    try Containers.claiming(MemoryBytes(bytes), hint: hint).map { ObjectIdentifier($0) } == ObjectIdentifier(container)
}
