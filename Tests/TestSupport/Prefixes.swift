import Glibc

/// Which lengths a sweep over the prefixes of a file takes.
package enum Prefixes {
    /// Whether it takes all: `COREAUDIO_PREFIXES=all`.
    package static let takesAll = getenv("COREAUDIO_PREFIXES").map { String(cString: $0) } == "all"

    /// All lengths less than `count`; without the switch those of the first and last `edges` bytes, where the headers are,
    /// and steps between: deep in the audio data one byte is like another.
    package static func lengths(_ count: Int, edges: Int, step: Int) -> [Int] {
        let lengths = (0..<count).filter { takesAll || $0 < edges || $0 >= count - edges || $0 % step == 0 }
        if takesAll { print("prefixes: \(lengths.count)") }
        return lengths
    }
}
