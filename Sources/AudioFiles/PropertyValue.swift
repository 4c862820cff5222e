import AudioContainers
import AudioCore

/// A property's value on its way out: plain bytes, or what a face turns into Core Foundation objects.
///
/// The engine stands below Foundation, so it names texts and dictionaries as Swift values.
package enum PropertyValue {
    case bytes([UInt8])
    case string(String)
    case strings([String])
    /// Nil for a null reference: the property is known, and there is nothing.
    case data([UInt8]?)
    case dictionary([(key: String, value: String)])
    case settings([ConverterSetting])
    case markers([Marker], smpteTimeType: UInt32)
    case regions([Region], smpteTimeType: UInt32)

    /// The bytes of a C struct or number.
    package static func raw<T: BitwiseCopyable>(_ value: T) -> PropertyValue {
        .bytes(withUnsafeBytes(of: value) { Array($0) })
    }

    /// The bytes of an array of C structs or numbers.
    package static func raws<T: BitwiseCopyable>(_ values: [T]) -> PropertyValue {
        .bytes(values.withUnsafeBytes { Array($0) })
    }

    package static func uint32(_ value: UInt32) -> PropertyValue { .raw(value) }

    package static func fourCCs(_ codes: [FourCC]) -> PropertyValue { .raws(codes.map(\.rawValue)) }

    /// Bytes that the C API's caller needs for it; an object is one pointer.
    package var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .string, .strings, .data, .dictionary, .settings: MemoryLayout<UnsafeRawPointer>.size
        // AudioFileMarkerList: two words, then 40 bytes each.
        case .markers(let markers, _): 8 + 40 * max(markers.count, 1)
        // AudioFileRegionList: two words, then 24 bytes and the markers each.
        case .regions(let regions, _): 8 + regions.reduce(0) { $0 + Self.size(of: $1) }
        }
    }

    /// Bytes of one `AudioFileRegion`: `NextAudioFileRegion` steps by as much.
    package static func size(of region: Region) -> Int { 24 + 40 * max(region.markers.count, 1) }
}
