import Glibc

/// The hash functions of the scheme Digest.
package enum Digest: Sendable {
    case md5, sha256

    /// Returns the digest of a text, in hexadecimal.
    ///
    /// - Parameter text: the text, in UTF-8.
    package func callAsFunction(_ text: String) -> String { callAsFunction(Array(text.utf8)) }

    /// Returns the digest of bytes, in hexadecimal.
    ///
    /// - Parameter bytes: the bytes.
    package func callAsFunction(_ bytes: [UInt8]) -> String {
        (self == .md5 ? Self.md5(bytes) : Self.sha256(bytes)).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    /// The bytes with a 1, zeros and their number of bits, which are whole blocks of 64.
    private static func padded(_ bytes: [UInt8], _ length: (UInt64) -> UInt64) -> [UInt8] {
        var padded = bytes + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        // In memory, the machine's order is that of the lowest byte first.
        return padded + withUnsafeBytes(of: length(UInt64(bytes.count) * 8)) { Array($0) }
    }

    private static func rotate(_ value: UInt32, left count: UInt32) -> UInt32 { value << count | value >> (32 - count) }

    private static func md5(_ bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        let turns: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
        let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
        let message = padded(bytes) { $0.littleEndian }
        for block in stride(from: 0, to: message.count, by: 64) {
            let words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[block + word * 4 + $1]) << UInt32($1 * 8) }
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            for step in 0..<64 {
                let (mixed, word): (UInt32, Int) =
                    switch step / 16 {
                    case 0: (b & c | ~b & d, step)
                    case 1: (d & b | ~d & c, (5 * step + 1) % 16)
                    case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                    default: (c ^ (b | ~d), 7 * step % 16)
                    }
                let sum = a &+ mixed &+ sines[step] &+ words[word]
                (a, d, c, b) = (d, c, b, b &+ rotate(sum, left: turns[step / 16][step % 4]))
            }
            state = zip(state, [a, b, c, d]).map { $0 &+ $1 }
        }
        return state.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }

    private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    /// The first bits behind the point of the square roots and of the cube roots of primes.
    private static let squareRoots = primes.prefix(8).map { bits(ofFraction: sqrt(Double($0))) }
    private static let cubeRoots = primes.map { bits(ofFraction: cbrt(Double($0))) }
    private static func bits(ofFraction value: Double) -> UInt32 { UInt32((value - floor(value)) * 4_294_967_296) }

    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var state = squareRoots
        let message = padded(bytes) { $0.bigEndian }
        for block in stride(from: 0, to: message.count, by: 64) {
            var words = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(message[block + word * 4 + $1]) }
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = rotate(early, left: 25) ^ rotate(early, left: 14) ^ early >> 3
                let second = rotate(late, left: 15) ^ rotate(late, left: 13) ^ late >> 10
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
            }
            var v = state
            for step in 0..<64 {
                let first = rotate(v[4], left: 26) ^ rotate(v[4], left: 21) ^ rotate(v[4], left: 7)
                let choice = v[4] & v[5] ^ ~v[4] & v[6]
                let one = v[7] &+ first &+ choice &+ cubeRoots[step] &+ words[step]
                let second = rotate(v[0], left: 30) ^ rotate(v[0], left: 19) ^ rotate(v[0], left: 10)
                let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
                v = [one &+ second &+ majority, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
            }
            state = zip(state, v).map { $0 &+ $1 }
        }
        return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }
}
