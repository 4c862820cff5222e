/// Collects numbers and bytes, front to back; the twin of `ByteReader`.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var count: Int { bytes.count }

    package mutating func big<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func little<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func bigFloat64(_ value: Double) { big(value.bitPattern) }
    package mutating func bigFloat32(_ value: Float) { big(value.bitPattern) }
    package mutating func fourCC(_ code: FourCC) { big(code.rawValue) }
    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    package mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

    package mutating func zeroTerminated(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }

    /// Writes over bytes already written; they must exist.
    package mutating func overwrite(at offset: Int, with more: [UInt8]) {
        bytes.replaceSubrange(offset..<offset + more.count, with: more)
    }
}
