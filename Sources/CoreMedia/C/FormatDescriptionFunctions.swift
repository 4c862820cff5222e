import Foundation

// CMFormatDescription.h for programs in C: each function calls that of Swift.

@c(CMFormatDescriptionCreate)
package func cFormatDescriptionCreate(
    _ allocator: UnsafeRawPointer?, _ mediaType: UInt32, _ mediaSubType: UInt32, _ extensions: UnsafeRawPointer?,
    _ formatDescriptionOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let formatDescriptionOut else { return kCMFormatDescriptionError_InvalidParameter }
    var made: CMFormatDescription?
    let status = CMFormatDescriptionCreate(
        allocator: object(allocator), mediaType: mediaType, mediaSubType: mediaSubType, extensions: object(extensions),
        formatDescriptionOut: &made)
    formatDescriptionOut.pointee = made.map { retained($0) }
    return status
}

@c(CMFormatDescriptionEqual)
package func cFormatDescriptionEqual(
    _ formatDescription: UnsafeRawPointer?, _ otherFormatDescription: UnsafeRawPointer?
) -> UInt8 {
    CMFormatDescriptionEqual(object(formatDescription), otherFormatDescription: object(otherFormatDescription)) ? 1 : 0
}

@c(CMFormatDescriptionGetMediaType)
package func cFormatDescriptionGetMediaType(_ desc: UnsafeRawPointer?) -> UInt32 {
    guard let desc: CMFormatDescription = object(desc) else { return 0 }
    return CMFormatDescriptionGetMediaType(desc)
}

@c(CMFormatDescriptionGetMediaSubType)
package func cFormatDescriptionGetMediaSubType(_ desc: UnsafeRawPointer?) -> UInt32 {
    guard let desc: CMFormatDescription = object(desc) else { return 0 }
    return CMFormatDescriptionGetMediaSubType(desc)
}

@c(CMAudioFormatDescriptionCreate)
package func cAudioFormatDescriptionCreate(
    _ allocator: UnsafeRawPointer?, _ asbd: UnsafeRawPointer?, _ layoutSize: Int, _ layout: UnsafeRawPointer?,
    _ magicCookieSize: Int, _ magicCookie: UnsafeRawPointer?, _ extensions: UnsafeRawPointer?,
    _ formatDescriptionOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let asbd, let formatDescriptionOut else { return kCMFormatDescriptionError_InvalidParameter }
    var made: CMAudioFormatDescription?
    let status = CMAudioFormatDescriptionCreate(
        allocator: object(allocator), asbd: asbd.assumingMemoryBound(to: AudioStreamBasicDescription.self),
        layoutSize: layoutSize, layout: layout?.assumingMemoryBound(to: AudioChannelLayout.self),
        magicCookieSize: magicCookieSize, magicCookie: magicCookie, extensions: object(extensions),
        formatDescriptionOut: &made)
    formatDescriptionOut.pointee = made.map { retained($0) }
    return status
}

@c(CMAudioFormatDescriptionGetStreamBasicDescription)
package func cAudioFormatDescriptionGetStreamBasicDescription(_ desc: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let desc: CMAudioFormatDescription = object(desc) else { return nil }
    return UnsafeRawPointer(CMAudioFormatDescriptionGetStreamBasicDescription(desc))
}

@c(CMAudioFormatDescriptionGetMagicCookie)
package func cAudioFormatDescriptionGetMagicCookie(
    _ desc: UnsafeRawPointer?, _ sizeOut: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
    guard let desc: CMAudioFormatDescription = object(desc) else { return nil }
    return CMAudioFormatDescriptionGetMagicCookie(desc, sizeOut: sizeOut?.assumingMemoryBound(to: Int.self))
}

@c(CMAudioFormatDescriptionGetChannelLayout)
package func cAudioFormatDescriptionGetChannelLayout(
    _ desc: UnsafeRawPointer?, _ sizeOut: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
    guard let desc: CMAudioFormatDescription = object(desc) else { return nil }
    return UnsafeRawPointer(
        CMAudioFormatDescriptionGetChannelLayout(desc, sizeOut: sizeOut?.assumingMemoryBound(to: Int.self)))
}

@c(CMAudioFormatDescriptionEqual)
package func cAudioFormatDescriptionEqual(
    _ formatDescription: UnsafeRawPointer?, _ otherFormatDescription: UnsafeRawPointer?, _ equalityMask: UInt32,
    _ equalityMaskOut: UnsafeMutableRawPointer?
) -> UInt8 {
    guard let formatDescription: CMAudioFormatDescription = object(formatDescription),
        let otherFormatDescription: CMAudioFormatDescription = object(otherFormatDescription)
    else { return 0 }
    return CMAudioFormatDescriptionEqual(
        formatDescription, otherFormatDescription: otherFormatDescription, equalityMask: equalityMask,
        equalityMaskOut: equalityMaskOut?.assumingMemoryBound(to: CMAudioFormatDescriptionMask.self)) ? 1 : 0
}

@c(CMVideoFormatDescriptionCreate)
package func cVideoFormatDescriptionCreate(
    _ allocator: UnsafeRawPointer?, _ codecType: UInt32, _ width: Int32, _ height: Int32,
    _ extensions: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let formatDescriptionOut else { return kCMFormatDescriptionError_InvalidParameter }
    var made: CMVideoFormatDescription?
    let status = CMVideoFormatDescriptionCreate(
        allocator: object(allocator), codecType: codecType, width: width, height: height,
        extensions: object(extensions), formatDescriptionOut: &made)
    formatDescriptionOut.pointee = made.map { retained($0) }
    return status
}

@c(CMFormatDescriptionGetTypeID)
package func cFormatDescriptionGetTypeID() -> UInt { CFClass.formatDescription.id }

@c(CMFormatDescriptionGetExtensions)
package func cFormatDescriptionGetExtensions(_ desc: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let desc: CMFormatDescription = object(desc) else { return nil }
    return desc.keptExtensions.map { address($0) }
}

@c(CMFormatDescriptionGetExtension)
package func cFormatDescriptionGetExtension(
    _ desc: UnsafeRawPointer?, _ extensionKey: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard let desc: CMFormatDescription = object(desc), let key: CFString = object(extensionKey) else { return nil }
    let value = desc.keptExtensions?.object(forKey: String(describing: key) as NSString)
    return value.map { address($0 as AnyObject) }
}
