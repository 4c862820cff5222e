public import Foundation

// Formats of all kinds of media, and of pictures.

/// The format of pictures that move.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The format of sound and pictures in one stream.
public typealias CMMuxedFormatDescription = CMFormatDescription
/// The format of text.
public typealias CMTextFormatDescription = CMFormatDescription
/// The format of metadata that have times.
public typealias CMMetadataFormatDescription = CMFormatDescription

/// The size of pictures in pixels.
@frozen
public struct CMVideoDimensions: Sendable {
    /// The number of pixels in a row.
    public var width: Int32
    /// The number of rows.
    public var height: Int32

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: the number of pixels in a row.
    ///   - height: the number of rows.
    public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }

    /// Creates a size of 0 by 0.
    public init() { self.init(width: 0, height: 0) }
}

extension CMFormatDescription {
    /// Makes a description of any kind of media.
    ///
    /// - Parameters:
    ///   - mediaType: the kind.
    ///   - mediaSubType: the coding.
    ///   - extensions: what else is said of the format.
    /// - Throws: nothing.
    public convenience init(
        mediaType: MediaType, mediaSubType: MediaSubType, extensions: [String: Any] = [:]
    ) throws { self.init(mediaType, mediaSubType, CMVideoDimensions(), extensions: extensions) }

    /// Makes a description of pictures.
    ///
    /// - Parameters:
    ///   - videoCodecType: the coding.
    ///   - width: the number of pixels in a row, from 0 to 2,147,483,647.
    ///   - height: the number of rows, from 0 to 2,147,483,647.
    ///   - extensions: what else is said of the format.
    /// - Throws: `invalidParameter` for another size.
    public convenience init(
        videoCodecType: MediaSubType, width: Int, height: Int, extensions: [String: Any] = [:]
    ) throws {
        guard width >= 0, height >= 0, let columns = Int32(exactly: width), let rows = Int32(exactly: height) else {
            throw Error.invalidParameter
        }
        self.init(.video, videoCodecType, CMVideoDimensions(width: columns, height: rows), extensions: extensions)
    }
}

/// Makes a description of any kind of media.
///
/// - Parameters:
///   - allocator: ignored.
///   - mediaType: the kind.
///   - mediaSubType: the coding.
///   - extensions: what else is said of the format; nil for nothing.
///   - formatDescriptionOut: receives the description.
/// - Returns: 0.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = try? CMFormatDescription(
        mediaType: CMFormatDescription.MediaType(rawValue: mediaType),
        mediaSubType: CMFormatDescription.MediaSubType(rawValue: mediaSubType),
        extensions: extensions as? [String: Any] ?? [:])
    return 0
}

/// Makes a description of pictures.
///
/// - Parameters:
///   - allocator: ignored.
///   - codecType: the coding.
///   - width: the number of pixels in a row.
///   - height: the number of rows.
///   - extensions: what else is said of the format; nil for nothing.
///   - formatDescriptionOut: receives the description.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter` for a size below 0.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = try? CMFormatDescription(
        videoCodecType: CMFormatDescription.MediaSubType(rawValue: codecType), width: Int(width), height: Int(height),
        extensions: extensions as? [String: Any] ?? [:])
    return formatDescriptionOut.pointee == nil ? kCMFormatDescriptionError_InvalidParameter : 0
}

/// The size of pictures.
///
/// - Parameter videoDesc: their format.
/// - Returns: the size in pixels; 0 by 0 for other media.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// What else is said of a format.
///
/// - Parameter desc: the format.
/// - Returns: the extensions by their names; nil for none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    guard !desc.extensions.isEmpty else { return nil }
    let made = NSMutableDictionary()
    for (key, value) in desc.extensions { made.setObject(value, forKey: key as NSString) }
    return made
}

/// One thing that is said of a format.
///
/// - Parameters:
///   - desc: the format.
///   - extensionKey: the name.
/// - Returns: the value; nil for none.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> AnyObject? {
    desc.extensions[String(describing: extensionKey)].map { $0 as AnyObject }
}

// MARK: Parts of formats of sound

/// Parts of a format of sound that may differ.
public typealias CMAudioFormatDescriptionMask = UInt32
/// The stream description.
public var kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask { 1 }
/// The magic cookie.
public var kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask { 2 }
/// The channel layout.
public var kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask { 4 }
/// The extensions.
public var kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask { 8 }
/// All parts.
public var kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask { 15 }

/// Compares parts of two formats of sound.
///
/// - Parameters:
///   - formatDescription: a format.
///   - otherFormatDescription: another.
///   - equalityMask: the parts to compare.
///   - equalityMaskOut: receives those that are equal; nil to ignore them.
/// - Returns: true if all of them are equal.
public func CMAudioFormatDescriptionEqual(
    _ formatDescription: CMAudioFormatDescription, otherFormatDescription: CMAudioFormatDescription,
    equalityMask: CMAudioFormatDescriptionMask, equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
    let equal = formatDescription.parts(equalTo: otherFormatDescription) & equalityMask
    equalityMaskOut?.pointee = equal
    return equal == equalityMask & kCMAudioFormatDescriptionMask_All
}
