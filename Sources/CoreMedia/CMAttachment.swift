import AudioCore
public import Foundation

// Apple's CMAttachment.h: values that go along with a buffer, by names.

/// What attachments are set on: a `CMSampleBuffer` or a `CMBlockBuffer`. Other objects have none.
public typealias CMAttachmentBearer = AnyObject
/// Whether what is made of a buffer gets the attachment, too.
public typealias CMAttachmentMode = UInt32
/// The attachment stays with its buffer.
public var kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode { 0 }
/// What is made of the buffer gets the attachment, too.
public var kCMAttachmentMode_ShouldPropagate: CMAttachmentMode { 1 }

/// The attachments of a buffer.
final class AttachmentTable: Sendable {
    struct Entry: @unchecked Sendable {
        let value: AnyObject
        let mode: CMAttachmentMode
    }

    private let entries = LockedValue<[String: Entry]>([:])

    subscript(key: String) -> Entry? {
        get { entries.withLock { $0[key] } }
        set {
            // The old value goes away outside the lock: it may be a client's object.
            let old = entries.withLock { entries in
                defer { entries[key] = newValue }
                return entries[key]
            }
            withExtendedLifetime(old) {}
        }
    }

    func removeAll() {
        let old = entries.withLock { entries in
            defer { entries = [:] }
            return entries
        }
        withExtendedLifetime(old) {}
    }

    func all(_ mode: CMAttachmentMode) -> [String: AnyObject] {
        entries.withLock { $0 }.filter { $0.value.mode == mode }.mapValues(\.value)
    }

    static func of(_ bearer: AnyObject) -> AttachmentTable? {
        (bearer as? CMSampleBuffer)?.attached ?? (bearer as? CMBlockBuffer)?.attached
    }
}

/// Sets an attachment, in place of one of the same name.
///
/// - Parameters:
///   - target: the buffer.
///   - key: the name.
///   - value: the value; nil to remove the attachment.
///   - attachmentMode: whether what is made of the buffer gets it, too.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: AnyObject?, attachmentMode: CMAttachmentMode
) {
    AttachmentTable.of(target)?[String(describing: key)] = value.map {
        AttachmentTable.Entry(value: $0, mode: attachmentMode)
    }
}

/// An attachment.
///
/// - Parameters:
///   - target: the buffer.
///   - key: the name.
///   - attachmentModeOut: receives whether what is made of the buffer gets it, too; nil to ignore that.
/// - Returns: the value; nil for none.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> AnyObject? {
    let entry = AttachmentTable.of(target)?[String(describing: key)]
    if let entry { attachmentModeOut?.pointee = entry.mode }
    return entry?.value
}

/// Removes an attachment.
///
/// - Parameters:
///   - target: the buffer.
///   - key: the name.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    AttachmentTable.of(target)?[String(describing: key)] = nil
}

/// Removes all attachments.
///
/// - Parameter target: the buffer.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) { AttachmentTable.of(target)?.removeAll() }

/// The attachments of a mode.
///
/// - Parameters:
///   - allocator: nil.
///   - target: the buffer.
///   - attachmentMode: the mode.
/// - Returns: the attachments by their names; nil for none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    guard let all = AttachmentTable.of(target)?.all(attachmentMode), !all.isEmpty else { return nil }
    let made = NSMutableDictionary()
    for (key, value) in all { made.setObject(value, forKey: key as NSString) }
    return made
}

/// Sets the attachments of a dictionary, in place of those of the same names.
///
/// - Parameters:
///   - target: the buffer.
///   - theAttachments: the attachments by their names.
///   - attachmentMode: whether what is made of the buffer gets them, too.
public func CMSetAttachments(
    _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
    for (key, value) in theAttachments.pairs {
        guard let key = key as? NSString else { continue }
        CMSetAttachment(target, key: key, value: value, attachmentMode: attachmentMode)
    }
}

/// Sets the attachments of a buffer that what is made of it gets, too, on another.
///
/// - Parameters:
///   - source: the buffer.
///   - destination: the other.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard source !== destination, let from = AttachmentTable.of(source), let to = AttachmentTable.of(destination) else {
        return
    }
    for (key, value) in from.all(kCMAttachmentMode_ShouldPropagate) {
        to[key] = AttachmentTable.Entry(value: value, mode: kCMAttachmentMode_ShouldPropagate)
    }
}
