/// The bits of an audio configuration, the most significant of each byte first; throws where they end.
struct ConfigBits {
    private let bytes: [UInt8]
    /// Bits read so far.
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var left: Int { bytes.count * 8 - position }

    /// The next `count` bits, at most 32.
    mutating func read(_ count: Int) throws(AudioError) -> Int {
        guard count <= left else { throw .endOfFile.because("the audio configuration is cut short") }
        let end = position + count
        var value = 0
        while position < end {
            let offset = position % 8
            let taken = min(8 - offset, end - position)
            let bits = Int(bytes[position / 8]) >> (8 - offset - taken) & ((1 << taken) - 1)
            value = value << taken | bits
            position += taken
        }
        return value
    }

    mutating func align() { position = (position + 7) / 8 * 8 }

    mutating func objectType() throws(AudioError) -> Int {
        let type = try read(5)
        return type == 31 ? 32 + (try read(6)) : type
    }

    mutating func sampleRate() throws(AudioError) -> Int {
        let index = try read(4)
        if index == 15 { return try read(24) }
        guard index < AudioSpecificConfig.rates.count else {
            throw .converterFormat.because("the sample rate is a reserved one")
        }
        return AudioSpecificConfig.rates[index]
    }
}

/// The twin of `ConfigBits`.
struct ConfigBitWriter {
    private(set) var bytes: [UInt8] = []
    private var position = 0

    mutating func write(_ value: Int, _ count: Int) {
        for bit in (0..<count).reversed() {
            if position % 8 == 0 { bytes.append(0) }
            bytes[position / 8] |= UInt8(value >> bit & 1) << UInt8(7 - position % 8)
            position += 1
        }
    }

    mutating func align() { position = bytes.count * 8 }

    mutating func objectType(_ type: Int) {
        guard type >= 31 else { return write(type, 5) }
        write(31, 5)
        write(type - 32, 6)
    }

    mutating func sampleRate(_ rate: Int) {
        if let index = AudioSpecificConfig.rates.firstIndex(of: rate) { return write(index, 4) }
        write(15, 4)
        write(rate, 24)
    }
}
