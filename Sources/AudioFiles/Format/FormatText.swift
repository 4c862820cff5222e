import AudioCore

// One line that describes a format to people, as afinfo prints it.

extension StreamFormat {
    /// ` 2 ch,  44100 Hz, Int16, interleaved`: channels, rate and what a packet holds.
    ///
    /// Native-endian packed samples have short names (Int16, Int32, Float32, Float64, Int8.24); other linear PCM and
    /// all compressed formats are spelt out with their flags.
    package var text: String {
        "\(Self.padded(String(channels), 2)) ch, \(Self.padded(Self.whole(sampleRate), 6)) Hz, \(detail)"
    }

    private var detail: String {
        if isPCM { return (commonName ?? pcmDetail) + layoutSuffix }
        let head = "\(formatID.description) (0x\(Self.hexadecimal(flags.rawValue))) "
        if formatID == .alac {
            let bits = [1: 16, 2: 20, 3: 24, 4: 32][flags.rawValue]
            return head + (bits.map { "from \($0)-bit source, " } ?? "from UNKNOWN source bit depth, ")
                + "\(framesPerPacket) frames/packet"
        }
        return head
            + "\(bitsPerChannel) bits/channel, \(bytesPerPacket) bytes/packet, \(framesPerPacket) frames/packet, "
            + "\(bytesPerFrame) bytes/frame"
    }

    private var layoutSuffix: String {
        guard channels > 1 else { return "" }
        return isInterleaved ? ", interleaved" : ", deinterleaved"
    }

    /// The short name of a native-endian packed form, or nil for any other.
    private var commonName: String? {
        guard !isBigEndian, bytesPerSample * 8 == bitsPerChannel else { return nil }
        switch (sampleKind, bitsPerChannel, flags.fractionBits) {
        case (.float, 32, 0): return "Float32"
        case (.float, 64, 0): return "Float64"
        case (.signed, 16, 0): return "Int16"
        case (.signed, 32, 0): return "Int32"
        case (.signed, 32, 24): return "Int8.24"
        default: return nil
        }
    }

    private var pcmDetail: String {
        var text = "\(formatID.description) (0x\(Self.hexadecimal(flags.rawValue))) "
        let fraction = flags.fractionBits
        text += fraction > 0 ? "\(bitsPerChannel - fraction).\(fraction)-bit" : "\(bitsPerChannel)-bit"
        if bytesPerSample > 1 { text += isBigEndian ? " big-endian" : " little-endian" }
        switch sampleKind {
        case .float: text += " floating point"
        case .signed: text += " signed integer"
        case .unsigned: text += " unsigned integer"
        }
        if bytesPerSample * 8 != bitsPerChannel, bytesPerSample > 0 {
            text += flags.contains(.alignedHigh) ? ", high-aligned" : ", low-aligned"
            text += " in \(bytesPerSample) bytes"
        }
        return text
    }

    private static func whole(_ rate: Double) -> String {
        Int64(exactly: rate.rounded(.toNearestOrEven)).map(String.init) ?? String(rate)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.utf8.count)) + text
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
