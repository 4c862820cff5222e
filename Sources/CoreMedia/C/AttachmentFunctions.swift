import Foundation

// CMAttachment.h for programs in C: each function calls that of Swift.

@c(CMSetAttachment)
package func cSetAttachment(
    _ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ value: UnsafeRawPointer?, _ attachmentMode: UInt32
) {
    guard let target: CMAttachmentBearer = object(target), let key: CFString = object(key) else { return }
    CMSetAttachment(target, key: key, value: object(value), attachmentMode: attachmentMode)
}

@c(CMGetAttachment)
package func cGetAttachment(
    _ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?, _ attachmentModeOut: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
    guard let target: CMAttachmentBearer = object(target), let key: CFString = object(key) else { return nil }
    return CMGetAttachment(
        target, key: key, attachmentModeOut: attachmentModeOut?.assumingMemoryBound(to: CMAttachmentMode.self)
    ).map { address($0) }
}

@c(CMRemoveAttachment)
package func cRemoveAttachment(_ target: UnsafeRawPointer?, _ key: UnsafeRawPointer?) {
    guard let target: CMAttachmentBearer = object(target), let key: CFString = object(key) else { return }
    CMRemoveAttachment(target, key: key)
}

@c(CMRemoveAllAttachments)
package func cRemoveAllAttachments(_ target: UnsafeRawPointer?) {
    guard let target: CMAttachmentBearer = object(target) else { return }
    CMRemoveAllAttachments(target)
}

@c(CMCopyDictionaryOfAttachments)
package func cCopyDictionaryOfAttachments(
    _ allocator: UnsafeRawPointer?, _ target: UnsafeRawPointer?, _ attachmentMode: UInt32
) -> UnsafeRawPointer? {
    guard let target: CMAttachmentBearer = object(target) else { return nil }
    return CMCopyDictionaryOfAttachments(allocator: object(allocator), target: target, attachmentMode: attachmentMode)
        .map { retained($0) }
}

@c(CMSetAttachments)
package func cSetAttachments(
    _ target: UnsafeRawPointer?, _ theAttachments: UnsafeRawPointer?, _ attachmentMode: UInt32
) {
    guard let target: CMAttachmentBearer = object(target), let theAttachments: CFDictionary = object(theAttachments)
    else { return }
    CMSetAttachments(target, attachments: theAttachments, attachmentMode: attachmentMode)
}

@c(CMPropagateAttachments)
package func cPropagateAttachments(_ source: UnsafeRawPointer?, _ destination: UnsafeRawPointer?) {
    guard let source: CMAttachmentBearer = object(source), let destination: CMAttachmentBearer = object(destination)
    else { return }
    CMPropagateAttachments(source, destination: destination)
}
