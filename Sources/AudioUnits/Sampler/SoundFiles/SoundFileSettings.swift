import AudioCore
import AudioFiles

/// What an audio file says about how a sampler plays it.
///
/// WAVE has the chunks `smpl` and `inst`, AIFF has `INST`, CAF has `inst`.
struct SoundFileSettings: Equatable {
    var rootKey: UInt8?
    var keys: ClosedRange<UInt8>?
    var velocities: ClosedRange<UInt8>?
    /// In cents, added to the pitch.
    var tuning = 0
    /// In dB.
    var gain = 0.0
    /// The frames that are repeated while a key is held.
    var loop: Range<Int>?

    init() {}

    init(_ file: OpenFile) {
        switch file.description.fileType {
        case "caff": readCAF(file)
        case "AIFF", "AIFC": readAIFF(file)
        default: readWAVE(file)
        }
    }

    private mutating func readWAVE(_ file: OpenFile) {
        if var reader = file.reader(of: "smpl", bytes: 20) {
            // The maker, the product and the period of a frame.
            try? reader.skip(12)
            let key = (try? reader.little(UInt32.self)) ?? 60
            let fraction = (try? reader.little(UInt32.self)) ?? 0
            rootKey = key <= 127 ? UInt8(key) : nil
            // By how much the sound is above the key, in parts of a semitone.
            tuning = -Int((Double(fraction) / 0x1p32 * 100).rounded())
        }
        if let bytes = file.reader(of: "inst", bytes: 7)?.bytes {
            rootKey = bytes[0] <= 127 ? bytes[0] : rootKey
            tuning = Int(Int8(bitPattern: bytes[1]))
            gain = Double(Int8(bitPattern: bytes[2]))
            keys = Self.range(bytes[3], bytes[4])
            velocities = Self.range(bytes[5], bytes[6])
        }
        loop = file.loop()
    }

    private mutating func readAIFF(_ file: OpenFile) {
        if let bytes = file.reader(of: "INST", bytes: 8)?.bytes {
            rootKey = bytes[0] <= 127 ? bytes[0] : nil
            tuning = Int(Int8(bitPattern: bytes[1]))
            keys = Self.range(bytes[2], bytes[3])
            velocities = Self.range(bytes[4], bytes[5])
            gain = Double(Int16(bitPattern: UInt16(bytes[6]) << 8 | UInt16(bytes[7])))
        }
        loop = file.loop()
    }

    private mutating func readCAF(_ file: OpenFile) {
        var sustain: UInt32 = 0
        if var reader = file.reader(of: "inst", bytes: 20) {
            let key = Double((try? reader.bigFloat32()) ?? 60)
            if (0...127).contains(key) {
                rootKey = UInt8(key.rounded())
                tuning = Int(((key.rounded() - key) * 100).rounded())
            }
            if let bytes = try? Array(reader.take(4)) {
                keys = Self.range(bytes[0], bytes[1])
                velocities = Self.range(bytes[2], bytes[3])
            }
            let gain = Double((try? reader.bigFloat32()) ?? 0)
            if gain.isFinite { self.gain = max(-144, min(gain, 144)) }
            // The region at the start, and the one while the key is held.
            try? reader.skip(4)
            sustain = (try? reader.big()) ?? 0
        }
        loop = file.loop(sustain)
    }

    private static func range(_ low: UInt8, _ high: UInt8) -> ClosedRange<UInt8>? {
        low <= high && high <= 127 ? low...high : nil
    }
}

extension OpenFile {
    /// The first bytes of the first chunk with an id; nil where there are not so many.
    fileprivate func reader(of id: FourCC, bytes count: Int) -> ByteReader? {
        guard userDataCount(id) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { try? userData(id, index: 0, into: $0) }
        return read == count ? ByteReader(bytes) : nil
    }

    /// The region with a number, or else the first loop that does not begin at a key's release.
    fileprivate func loop(_ id: UInt32 = 0) -> Range<Int>? {
        let loopEnable: UInt32 = 1
        let release: FourCC = "rlbg"
        let regions = description.regions
        let loop = regions.first { region in
            region.flags & loopEnable != 0 && !region.markers.contains { $0.type == release.rawValue }
        }
        guard let region = regions.first(where: { id != 0 && $0.id == id }) ?? loop else { return nil }
        let places = region.markers.compactMap { Int(exactly: $0.framePosition.rounded()) }
        guard let start = places.min(), let end = places.max(), start >= 0, start < end else { return nil }
        return start..<end
    }
}

extension ByteReader {
    /// All bytes that are left.
    fileprivate var bytes: [UInt8] {
        var copy = self
        return Array(copy.rest())
    }
}
