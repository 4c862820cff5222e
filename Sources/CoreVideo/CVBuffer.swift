import CoreAudioTypes
public import Foundation

/// A picture in memory. The only buffers are buffers of pixels.
///
/// It is an object of Core Foundation, too. Any thread may use it; who writes pixels while another reads them gets parts of both.
public final class CVBuffer: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.buffer.information
    let arrangement: PixelArrangement
    let memory: PixelMemory
    let attributes: CFDictionary
    private let lock = NSLock()
    private var locks = 0
    private var attachments: [String: Attachment] = [:]

    private struct Attachment {
        let value: CFTypeRef
        let mode: CVAttachmentMode
    }

    init(_ arrangement: PixelArrangement, _ memory: PixelMemory, _ attributes: CFDictionary?) {
        (self.arrangement, self.memory) = (arrangement, memory)
        let all = NSMutableDictionary()
        for (key, value) in attributes ?? [:] { all.setObject(value, forKey: "\(key)" as NSString) }
        all.setObject(NSNumber(value: arrangement.width), forKey: kCVPixelBufferWidthKey)
        all.setObject(NSNumber(value: arrangement.height), forKey: kCVPixelBufferHeightKey)
        all.setObject(NSNumber(value: arrangement.format), forKey: kCVPixelBufferPixelFormatTypeKey)
        self.attributes = all
    }

    func lockMemory() { lock.withLock { locks += 1 } }

    /// False for a buffer that is not locked.
    func unlockMemory() -> Bool {
        lock.withLock {
            guard locks > 0 else { return false }
            locks -= 1
            return true
        }
    }

    func plane(_ index: Int) -> PixelPlane? {
        arrangement.isPlanar && arrangement.planes.indices.contains(index) ? arrangement.planes[index] : nil
    }

    // MARK: Attachments

    /// Sets an attachment; nil removes it. The old one goes away outside the lock: it may be a program's object.
    func attach(_ value: CFTypeRef?, _ key: String, _ mode: CVAttachmentMode) {
        let old = lock.withLock {
            defer { attachments[key] = value.map { Attachment(value: $0, mode: mode) } }
            return attachments[key]
        }
        withExtendedLifetime(old) {}
    }

    func attachment(_ key: String) -> (value: CFTypeRef, mode: CVAttachmentMode)? {
        lock.withLock { attachments[key].map { ($0.value, $0.mode) } }
    }

    func allAttachments(_ mode: CVAttachmentMode) -> [String: CFTypeRef] {
        lock.withLock { attachments.filter { $0.value.mode == mode }.mapValues(\.value) }
    }

    func removeAttachments() {
        let old = lock.withLock {
            defer { attachments = [:] }
            return attachments
        }
        withExtendedLifetime(old) {}
    }
}

extension CVBuffer: Hashable {
    /// Whether two buffers are the same object.
    ///
    /// - Parameters:
    ///   - lhs: a buffer.
    ///   - rhs: another.
    /// - Returns: true if they are one object.
    public static func == (lhs: CVBuffer, rhs: CVBuffer) -> Bool { lhs === rhs }

    /// Feeds the identity of the buffer to a hasher.
    ///
    /// - Parameter hasher: the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A picture in memory.
public typealias CVImageBuffer = CVBuffer
/// A picture in memory, as pixels.
public typealias CVPixelBuffer = CVImageBuffer

// MARK: Attachments

/// Sets an attachment, in place of one of the same name.
///
/// The buffer keeps the value. Any thread may call this.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the name.
///   - value: the value.
///   - attachmentMode: whether what is made of the buffer gets it, too.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) { buffer.attach(value, String(describing: key), attachmentMode) }

/// Sets attachments, in place of those of the same names.
///
/// Attachments of other names stay.
///
/// - Parameters:
///   - buffer: the buffer.
///   - theAttachments: the values by their names.
///   - attachmentMode: whether what is made of the buffer gets them, too.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
    for (key, value) in theAttachments { buffer.attach(value as AnyObject, "\(key)", attachmentMode) }
}

/// An attachment.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the name.
///   - attachmentMode: receives whether what is made of the buffer gets it, too; nil to ignore that.
/// - Returns: the value, which the buffer keeps; nil for none.
public func CVBufferGetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map { Unmanaged.passUnretained($0) }
}

/// An attachment.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the name.
///   - attachmentMode: receives whether what is made of the buffer gets it, too; nil to ignore that.
/// - Returns: the value; nil for none.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let (value, mode) = buffer.attachment(String(describing: key)) else { return nil }
    attachmentMode?.pointee = mode
    return value
}

/// Whether a buffer has an attachment.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the name.
/// - Returns: true if it has.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.attachment(String(describing: key)) != nil
}

/// Removes an attachment.
///
/// Nothing happens where there is none of the name.
///
/// - Parameters:
///   - buffer: the buffer.
///   - key: the name.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.attach(nil, String(describing: key), .shouldNotPropagate)
}

/// Removes all attachments.
///
/// Those of both modes are removed.
///
/// - Parameter buffer: the buffer.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.removeAttachments() }

/// The attachments of a mode.
///
/// - Parameters:
///   - buffer: the buffer.
///   - attachmentMode: the mode.
/// - Returns: the values by their names; nil for none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    let all = buffer.allAttachments(attachmentMode)
    guard !all.isEmpty else { return nil }
    let made = NSMutableDictionary()
    for (key, value) in all { made.setObject(value, forKey: key as NSString) }
    return made
}

/// The attachments of a mode.
///
/// - Parameters:
///   - buffer: the buffer.
///   - attachmentMode: the mode.
/// - Returns: the values by their names; nil for none.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Gives a buffer the attachments of another that are for what is made of it.
///
/// A filter calls it for the buffer that it has made of another.
///
/// - Parameters:
///   - sourceBuffer: the other.
///   - destinationBuffer: the buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    for (key, value) in sourceBuffer.allAttachments(.shouldPropagate) {
        destinationBuffer.attach(value, key, .shouldPropagate)
    }
}

// MARK: Sizes

/// The size of a picture in memory.
///
/// - Parameter imageBuffer: the picture.
/// - Returns: its width and height in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.arrangement.width, height: imageBuffer.arrangement.height)
}

/// The size at which a picture is to be shown.
///
/// Its attachments are not looked at.
///
/// - Parameter imageBuffer: the picture.
/// - Returns: its width and height in pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CVImageBufferGetEncodedSize(imageBuffer)
}

/// The part of a picture that is to be shown.
///
/// Its attachments are not looked at.
///
/// - Parameter imageBuffer: the picture.
/// - Returns: all of it.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
}

/// Whether the first row of a picture is its lowest.
///
/// - Parameter imageBuffer: the picture.
/// - Returns: true: the origin of its coordinates is at the upper left.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }
