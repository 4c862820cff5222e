import AudioCore
import CAudioToolbox
import CCoreAudioTypes

/// What a client hands in to say which format, layout or bytes a format property is about.
///
/// The bytes are the client's, good only during the call and of any alignment. Every reading checks their number and
/// throws `formatSpecifierSize` where it is wrong.
struct FormatSpecifier {
    let bytes: UnsafeRawBufferPointer

    func require(_ condition: Bool) throws(AudioError) { if !condition { throw .formatSpecifierSize } }

    /// Exactly one C value.
    func one<T: BitwiseCopyable>(_: T.Type = T.self) throws(AudioError) -> T {
        try require(bytes.count == MemoryLayout<T>.size)
        return bytes.loadUnaligned(as: T.self)
    }

    /// A C array of at least one value.
    func list<T: BitwiseCopyable>(_: T.Type = T.self) throws(AudioError) -> [T] {
        let stride = MemoryLayout<T>.stride
        try require(!bytes.isEmpty && bytes.count % stride == 0)
        return (0..<bytes.count / stride).map { bytes.loadUnaligned(fromByteOffset: $0 * stride, as: T.self) }
    }

    func format() throws(AudioError) -> StreamFormat { StreamFormat(try one(AudioStreamBasicDescription.self)) }

    /// A format ID: on its own, or within a stream description.
    func formatID() throws(AudioError) -> FourCC {
        bytes.count == MemoryLayout<AudioStreamBasicDescription>.size
            ? try format().formatID : FourCC(try one(UInt32.self))
    }

    func layout() throws(AudioError) -> ChannelLayout {
        do throws(AudioError) { return try ChannelLayout(bytes: bytes) } catch { throw .formatSpecifierSize }
    }

    /// Two pointers to layouts: from and to.
    func layoutPair() throws(AudioError) -> (ChannelLayout, ChannelLayout) {
        try require(bytes.count == 2 * MemoryLayout<UnsafeRawPointer>.size)
        let pointers = try list(UnsafePointer<AudioChannelLayout>?.self)
        guard let from = pointers[0], let to = pointers[1] else { throw .parameter }
        return (try Self.layout(at: from), try Self.layout(at: to))
    }

    /// The layout behind a client's pointer. Only its own count says how long it is, so absurd counts are refused.
    static func layout(at pointer: UnsafePointer<AudioChannelLayout>?) throws(AudioError) -> ChannelLayout {
        guard let pointer, pointer.pointee.mNumberChannelDescriptions <= 0xFFFF else { throw .parameter }
        return try ChannelLayout(pointer)
    }

    /// An `AudioFormatInfo`, or an `ExtendedAudioFormatInfo`, which also names a codec.
    func formatInfo() throws(AudioError) -> (format: StreamFormat, magicCookie: [UInt8]) {
        let size = bytes.count
        try require(size == MemoryLayout<AudioFormatInfo>.size || size == MemoryLayout<ExtendedAudioFormatInfo>.size)
        let format = StreamFormat(bytes.loadUnaligned(as: AudioStreamBasicDescription.self))
        let cookieOffset = MemoryLayout<AudioStreamBasicDescription>.size
        let cookie = bytes.loadUnaligned(fromByteOffset: cookieOffset, as: UnsafeRawPointer?.self)
        let count = Int(bytes.loadUnaligned(fromByteOffset: cookieOffset + 8, as: UInt32.self))
        guard let cookie, count > 0 else { return (format, []) }
        guard count <= 1 << 20 else { throw .parameter.because("a magic cookie of \(count) bytes") }
        return (format, Array(UnsafeRawBufferPointer(start: cookie, count: count)))
    }
}
