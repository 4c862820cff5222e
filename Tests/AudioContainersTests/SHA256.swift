/// The hash by which the corpus' manifest knows decoded sound (FIPS 180-4).
enum SHA256 {
    /// Fraction bits of the cube roots of the first 64 primes.
    private static let rounds: [UInt32] = [
        0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
        0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
        0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
        0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
        0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
        0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
        0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
        0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
    ]

    /// In hexadecimal.
    static func hex(_ message: some Sequence<UInt8>) -> String {
        var bytes = Array(message)
        let bitCount = UInt64(bytes.count) * 8
        bytes.append(0x80)
        while bytes.count % 64 != 56 { bytes.append(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(bitCount >> shift & 0xFF)) }
        // Fraction bits of the square roots of the first 8 primes.
        var state: [UInt32] = [
            0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
            0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
        ]
        for block in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[block..<block + 64], into: &state) }
        return state.map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }.joined()
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var w = [UInt32](repeating: 0, count: 64)
        for i in 0..<16 { w[i] = block.dropFirst(i * 4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
        for i in 16..<64 {
            let small0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3
            let small1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10
            w[i] = w[i - 16] &+ small0 &+ w[i - 7] &+ small1
        }
        var s = state
        for i in 0..<64 {
            let large1 = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
            let choice = s[4] & s[5] ^ ~s[4] & s[6]
            let first = s[7] &+ large1 &+ choice &+ rounds[i] &+ w[i]
            let large0 = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
            s = [first &+ large0 &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for i in 0..<8 { state[i] &+= s[i] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
