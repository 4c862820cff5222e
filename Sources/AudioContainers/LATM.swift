import AudioCore

/// StreamMuxConfig: it describes the payloads of a stream, and how their sizes are stated.
struct LATMConfig: Hashable {
    var config: AudioSpecificConfig
    /// The configuration's own bytes.
    var cookie: [UInt8]
    /// Payloads of a frame.
    var subframes: Int
    /// Bytes of each payload where they are constant; nil where each payload states its own size.
    var constantSize: Int?

    /// Nil for reserved values, and for more than one program or layer.
    init?(_ bits: inout HeaderBits, _ frame: UnsafeBufferPointer<UInt8>) {
        let version = bits.read(1)
        guard version == 0 || bits.read(1) == 0 else { return nil }
        if version == 1 { _ = Self.value(&bits) }
        guard bits.read(1) == 1 else { return nil }
        subframes = bits.read(6) + 1
        guard bits.read(4) == 0, bits.read(3) == 0 else { return nil }
        let stated = version == 1 ? Self.value(&bits) : nil
        let start = bits.position
        guard start <= frame.count * 8, stated ?? 0 <= frame.count * 8 - start else { return nil }
        // The longest configuration, of all channels that there may be, is shorter.
        let most = min(stated ?? 4096, frame.count * 8 - start)
        let bytes = Self.copy(frame, from: start, bits: most)
        if let stated {
            guard let config = try? AudioSpecificConfig(bytes) else { return nil }
            (self.config, cookie) = (config, bytes)
            bits.skip(stated)
        } else {
            guard let (config, count) = try? AudioSpecificConfig.leading(bytes), count <= most else { return nil }
            (self.config, cookie) = (config, Self.copy(frame, from: start, bits: count))
            bits.skip(count)
        }
        switch bits.read(3) {
        case 0: bits.skip(8)
        case 1: constantSize = bits.read(9) + 20
        default: return nil
        }
        if bits.read(1) == 1 {
            if version == 1 { _ = Self.value(&bits) } else { while bits.read(1 + 8) >= 256, !bits.isPastEnd {} }
        }
        if bits.read(1) == 1 { bits.skip(8) }
        guard !bits.isPastEnd else { return nil }
    }

    /// A number of one to four bytes.
    private static func value(_ bits: inout HeaderBits) -> Int {
        let bytes = bits.read(2) + 1
        return bits.read(bytes * 8)
    }

    /// Bits as whole bytes, with zeros behind them.
    private static func copy(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, bits count: Int) -> [UInt8] {
        var bits = HeaderBits(bytes)
        bits.skip(start)
        return stride(from: 0, to: count, by: 8).map { done in
            let part = min(8, count - done)
            return UInt8(bits.read(part) << (8 - part))
        }
    }
}

/// AudioMuxElement with its configuration in band.
enum LATMFrame {
    /// Where the payloads of a frame stand; none where it cannot be read.
    ///
    /// - Parameters:
    ///   - offset: where the frame begins in the file.
    ///   - config: what holds until a frame brings another.
    static func payloads(
        _ frame: UnsafeBufferPointer<UInt8>, _ offset: Int64, _ config: inout LATMConfig?
    ) -> [PacketPlace] {
        var bits = HeaderBits(frame)
        bits.skip(LOAS.Header.headSize * 8)
        if bits.read(1) == 0 {
            guard let parsed = LATMConfig(&bits, frame) else { return [] }
            config = parsed
        }
        guard let config else { return [] }
        var places: [PacketPlace] = []
        for _ in 0..<config.subframes {
            let size = config.constantSize ?? size(&bits)
            guard size > 0, bits.position + size * 8 <= frame.count * 8 else { break }
            places.append(
                PacketPlace([PagedData.Piece(bit: offset * 8 + Int64(bits.position), size: size)], frames: 0))
            bits.skip(size * 8)
        }
        return places
    }

    /// Bytes of 255, and one below.
    private static func size(_ bits: inout HeaderBits) -> Int {
        var size = 0
        while !bits.isPastEnd {
            let part = bits.read(8)
            size += part
            if part < 255 { break }
        }
        return size
    }
}
