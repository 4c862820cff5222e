/// Decryption by AES with a key of 128 bits (FIPS 197), in cipher block chaining.
package struct AES128 {
    /// Of 11 rounds, 16 bytes each.
    private let roundKeys: [UInt8]

    /// - Parameter key: 16 bytes; nil is returned for any other number.
    package init?(key: [UInt8]) {
        guard key.count == 16 else { return nil }
        var keys = key
        var constant: UInt8 = 1
        while keys.count < 176 {
            var word = Array(keys.suffix(4))
            if keys.count % 16 == 0 {
                word = [word[1], word[2], word[3], word[0]].map { Self.boxes.forward[Int($0)] }
                word[0] ^= constant
                constant = Self.doubled(constant)
            }
            for index in 0..<4 { keys.append(keys[keys.count - 16] ^ word[index]) }
        }
        roundKeys = keys
    }

    /// Decrypts blocks of 16 bytes, and removes the padding of the last one.
    ///
    /// - Parameter vector: 16 bytes.
    /// - Returns: nil for bytes that are not whole blocks, or whose padding is wrong.
    package func decrypt(_ bytes: [UInt8], vector: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty, bytes.count % 16 == 0, vector.count == 16 else { return nil }
        var plain = bytes
        plain.withUnsafeMutableBufferPointer { plain in
            Self.tables.withUnsafeBufferPointer { tables in
                Self.boxes.inverse.withUnsafeBufferPointer { box in
                    roundKeys.withUnsafeBufferPointer { keys in
                        var previous = (0..<4).map { Self.word(vector, 4 * $0) }
                        for start in stride(from: 0, to: plain.count, by: 16) {
                            let block = (0..<4).map { Self.word(plain, start + 4 * $0) }
                            Self.decrypt(plain, start, keys, box, tables, previous)
                            previous = block
                        }
                    }
                }
            }
        }
        let padding = Int(plain[plain.count - 1])
        guard (1...16).contains(padding), plain.suffix(padding).allSatisfy({ $0 == UInt8(padding) }) else { return nil }
        plain.removeLast(padding)
        return plain
    }

    private static func word(_ bytes: some RandomAccessCollection<UInt8>, _ offset: Int) -> UInt32 {
        let start = bytes.index(bytes.startIndex, offsetBy: offset)
        return bytes[start...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func decrypt(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ start: Int, _ keys: UnsafeBufferPointer<UInt8>,
        _ box: UnsafeBufferPointer<UInt8>, _ tables: UnsafeBufferPointer<UInt8>, _ previous: [UInt32]
    ) {
        var state = InlineBlock()
        for index in 0..<16 { state[index] = bytes[start + index] ^ keys[160 + index] }
        for round in stride(from: 9, through: 0, by: -1) {
            var shifted = InlineBlock()
            // The rows move to the right, and every byte is replaced.
            for index in 0..<16 {
                shifted[(index + 4 * (index % 4)) % 16] = box[Int(state[index])]
            }
            for index in 0..<16 { shifted[index] ^= keys[16 * round + index] }
            if round > 0 { mix(&shifted, tables) }
            state = shifted
        }
        for index in 0..<16 {
            bytes[start + index] =
                state[index] ^ UInt8(truncatingIfNeeded: previous[index / 4] >> (24 - 8 * (index % 4)))
        }
    }

    /// Multiplies each column by 14, 11, 13 and 9.
    private static func mix(_ block: inout InlineBlock, _ tables: UnsafeBufferPointer<UInt8>) {
        for column in stride(from: 0, to: 16, by: 4) {
            let (a, b) = (Int(block[column]), Int(block[column + 1]))
            let (c, d) = (Int(block[column + 2]), Int(block[column + 3]))
            block[column] = tables[a] ^ tables[256 + b] ^ tables[512 + c] ^ tables[768 + d]
            block[column + 1] = tables[768 + a] ^ tables[b] ^ tables[256 + c] ^ tables[512 + d]
            block[column + 2] = tables[512 + a] ^ tables[768 + b] ^ tables[c] ^ tables[256 + d]
            block[column + 3] = tables[256 + a] ^ tables[512 + b] ^ tables[768 + c] ^ tables[d]
        }
    }

    /// 16 bytes without memory of their own on the heap.
    private struct InlineBlock {
        private var halves: (UInt64, UInt64) = (0, 0)

        subscript(index: Int) -> UInt8 {
            get {
                UInt8(truncatingIfNeeded: (index < 8 ? halves.0 : halves.1) >> UInt64(8 * (index & 7)))
            }
            set {
                let shift = UInt64(8 * (index & 7))
                let (mask, bits) = (UInt64(0xFF) << shift, UInt64(newValue) << shift)
                if index < 8 { halves.0 = halves.0 & ~mask | bits } else { halves.1 = halves.1 & ~mask | bits }
            }
        }
    }

    // MARK: Tables

    private static func doubled(_ value: UInt8) -> UInt8 { value << 1 ^ (value & 0x80 != 0 ? 0x1B : 0) }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var (a, b, result) = (a, b, UInt8(0))
        while b > 0 {
            if b & 1 != 0 { result ^= a }
            a = doubled(a)
            b >>= 1
        }
        return result
    }

    /// The products of all bytes with 14, with 11, with 13 and with 9.
    private static let tables: [UInt8] = [14, 11, 13, 9].flatMap { factor in
        (0...255).map { product(UInt8($0), factor) }
    }

    private static let boxes: (forward: [UInt8], inverse: [UInt8]) = {
        var forward = [UInt8](repeating: 0, count: 256)
        var inverse = forward
        // 3 generates all bytes but 0; the inverse of its power is the power of its inverse.
        var (power, opposite) = (UInt8(1), UInt8(1))
        for _ in 0..<255 {
            let x = opposite
            func turned(_ count: UInt8) -> UInt8 { x << count | x >> (8 - count) }
            forward[Int(power)] = x ^ turned(1) ^ turned(2) ^ turned(3) ^ turned(4) ^ 0x63
            power = product(power, 3)
            opposite = product(opposite, 0xF6)
        }
        forward[0] = 0x63
        for value in 0...255 { inverse[Int(forward[value])] = UInt8(value) }
        return (forward, inverse)
    }()
}
