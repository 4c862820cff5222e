/// Reads numbers and bytes from a piece of memory, front to back, and throws where it ends.
///
/// A chunk's reader is given the chunk's bytes alone, so it cannot read past the chunk. Never traps on any input.
package struct ByteReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    package private(set) var position: Int

    package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package var remaining: Int { bytes.endIndex - position }
    package var isAtEnd: Bool { remaining == 0 }
    /// Bytes read so far.
    package var offset: Int { position - bytes.startIndex }

    package mutating func big<T: FixedWidthInteger>(_: T.Type = T.self) throws(AudioError) -> T {
        T(bigEndian: try load())
    }

    package mutating func little<T: FixedWidthInteger>(_: T.Type = T.self) throws(AudioError) -> T {
        T(littleEndian: try load())
    }

    package mutating func bigFloat64() throws(AudioError) -> Double { Double(bitPattern: try big()) }
    package mutating func bigFloat32() throws(AudioError) -> Float { Float(bitPattern: try big()) }
    package mutating func fourCC() throws(AudioError) -> FourCC { FourCC(try big(UInt32.self)) }

    /// The next `count` bytes.
    package mutating func take(_ count: Int) throws(AudioError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw .endOfFile }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// A reader of the next `count` bytes alone.
    package mutating func slice(_ count: Int) throws(AudioError) -> ByteReader { ByteReader(try take(count)) }

    /// Everything that is left.
    package mutating func rest() -> ArraySlice<UInt8> {
        defer { position = bytes.endIndex }
        return bytes[position...]
    }

    package mutating func skip(_ count: Int) throws(AudioError) { _ = try take(count) }

    /// UTF-8 text up to a zero byte or the end; the zero is read too.
    package mutating func zeroTerminatedText() -> String {
        let text = bytes[position...].prefix { $0 != 0 }
        position = min(text.endIndex + 1, bytes.endIndex)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func load<T: FixedWidthInteger>() throws(AudioError) -> T {
        let size = MemoryLayout<T>.size
        guard size <= remaining else { throw .endOfFile }
        var value: T = 0
        withUnsafeMutableBytes(of: &value) { target in
            for i in 0..<size { target[i] = bytes[position + i] }
        }
        position += size
        return value
    }
}
