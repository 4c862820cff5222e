import AudioContainers
import AudioCore

/// What a client hands in with a property: plain bytes, or what the face made of Core Foundation objects.
///
/// The bytes are the client's and good only during the call.
package enum PropertyInput {
    case bytes(UnsafeRawBufferPointer)
    case text(String)
    case data([UInt8])
    case dictionary([(key: String, value: String)])
    case settings([ConverterSetting])
    case markers([Marker], smpteTimeType: UInt32)
    case regions([Region], smpteTimeType: UInt32)

    /// The value, where exactly one of `T` was handed in.
    package func load<T: BitwiseCopyable>(_: T.Type) throws(AudioError) -> T {
        guard case .bytes(let bytes) = self, bytes.count == MemoryLayout<T>.size else { throw .badPropertySize }
        return bytes.loadUnaligned(as: T.self)
    }

    package func bytes() throws(AudioError) -> [UInt8] {
        guard case .bytes(let bytes) = self else { throw .badPropertySize }
        return Array(bytes)
    }

    /// An `AudioChannelLayout`.
    package func layout() throws(AudioError) -> ChannelLayout {
        guard case .bytes(let bytes) = self else { throw .badPropertySize }
        return try ChannelLayout(bytes: bytes)
    }

    package func text() throws(AudioError) -> String {
        guard case .text(let text) = self else { throw .badPropertySize }
        return text
    }

    /// The contents of a data object.
    package func data() throws(AudioError) -> [UInt8] {
        guard case .data(let bytes) = self else { throw .badPropertySize }
        return bytes
    }

    package func infoDictionary() throws(AudioError) -> InfoDictionary {
        guard case .dictionary(let entries) = self else { throw .badPropertySize }
        var info = InfoDictionary()
        for (key, value) in entries { info[key] = value }
        return info
    }

    package func settings() throws(AudioError) -> [ConverterSetting] {
        guard case .settings(let settings) = self else { throw .badPropertySize }
        return settings
    }

    package func markers() throws(AudioError) -> ([Marker], UInt32) {
        guard case .markers(let markers, let type) = self else { throw .badPropertySize }
        return (markers, type)
    }

    package func regions() throws(AudioError) -> ([Region], UInt32) {
        guard case .regions(let regions, let type) = self else { throw .badPropertySize }
        return (regions, type)
    }
}
