import AudioCore

/// The header of a frame of FLAC.
struct FLACFrameHeader {
    /// Bytes of the longest header, and of the shortest.
    static let maximumSize = 16
    static let smallestSize = 6

    /// Bytes of this header.
    let size: Int
    /// Frames of sound.
    let frames: Int
    /// Of the frame, or of its first sample where `isVariable`.
    let number: UInt64
    let isVariable: Bool
    let bitsPerSample: Int
    /// The channel that holds a difference, in which samples have one bit more.
    let sideChannel: Int?

    /// The header at the start of `bytes`, or nil where there is none of the stream's format.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: FLACStreamInfo) {
        guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8, bytes[3] & 1 == 0 else { return nil }
        isVariable = bytes[1] & 1 == 1
        let (blockCode, rateCode) = (Int(bytes[2] >> 4), Int(bytes[2] & 0xF))
        let (channelCode, depthCode) = (Int(bytes[3] >> 4), Int(bytes[3] >> 1 & 7))
        guard blockCode != 0, rateCode != 15, channelCode <= 10 else { return nil }
        guard (channelCode < 8 ? channelCode + 1 : 2) == stream.channels else { return nil }
        sideChannel = channelCode < 8 ? nil : channelCode == 9 ? 0 : 1
        let depths = [stream.bitsPerSample, 8, 12, 0, 16, 20, 24, 32]
        // The depth may change within a stream.
        guard depths[depthCode] > 0 else { return nil }
        bitsPerSample = depths[depthCode]
        var position = 4
        guard let number = Self.number(bytes, &position) else { return nil }
        self.number = number
        let blockBytes = blockCode == 6 ? 1 : blockCode == 7 ? 2 : 0
        let rateBytes = rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
        guard position + blockBytes + rateBytes < bytes.count else { return nil }
        switch blockCode {
        case 1: frames = 192
        case 2...5: frames = 144 << blockCode
        case 6: frames = Int(bytes[position]) + 1
        case 7: frames = (Int(bytes[position]) << 8 | Int(bytes[position + 1])) + 1
        default: frames = 1 << blockCode
        }
        position += blockBytes + rateBytes
        guard frames <= stream.largestBlock, FLACChecksum.crc8(bytes[..<position]) == bytes[position] else {
            return nil
        }
        size = position + 1
    }

    /// Bytes of a header that begins with these, of which there are `smallestSize`; that many where there is no such header.
    static func size(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard bytes.count >= smallestSize else { return smallestSize }
        let (blockCode, rateCode) = (bytes[2] >> 4, bytes[2] & 0xF)
        let numberSize = max(1, min(7, (~bytes[4]).leadingZeroBitCount))
        return 4 + numberSize + (blockCode == 6 ? 1 : blockCode == 7 ? 2 : 0)
            + (rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0) + 1
    }

    /// A number of up to 36 bits, coded like a character of UTF-8.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt64? {
        let first = bytes[position]
        let ones = (~first).leadingZeroBitCount
        position += 1
        guard ones > 0 else { return UInt64(first) }
        guard ones > 1, ones < 8, position + ones - 1 <= bytes.count else { return nil }
        var value = ones == 7 ? 0 : UInt64(first) & (0x7F >> UInt64(ones))
        for _ in 1..<ones {
            guard bytes[position] >> 6 == 2 else { return nil }
            value = value << 6 | UInt64(bytes[position] & 0x3F)
            position += 1
        }
        return value
    }
}
