#ifndef CoreMedia_CMAttachment_h
#define CoreMedia_CMAttachment_h

#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFString.h>
#include <CoreMedia/CMBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// What attachments are set on: a sample buffer or a block buffer. Other objects have none.
typedef CFTypeRef CMAttachmentBearerRef;
/// Whether what is made of a buffer gets the attachment, too.
typedef uint32_t CMAttachmentMode;

/// Modes of attachments.
CF_ENUM(CMAttachmentMode) {
    /// The attachment stays with its buffer.
    kCMAttachmentMode_ShouldNotPropagate = 0,
    /// What is made of the buffer gets the attachment, too.
    kCMAttachmentMode_ShouldPropagate = 1
};

// MARK: Functions

/// Sets an attachment, in place of one of the same name.
///
/// - Parameters:
///   - target: the buffer.
///   - key: the name.
///   - value: the value; NULL to remove the attachment.
///   - attachmentMode: whether what is made of the buffer gets it, too.
CF_EXPORT void CMSetAttachment(
    CMAttachmentBearerRef target, CFStringRef key, CFTypeRef _Nullable value, CMAttachmentMode attachmentMode
);

/// An attachment.
///
/// - Parameters:
///   - target: the buffer.
///   - key: the name.
///   - attachmentModeOut: receives whether what is made of the buffer gets it, too; NULL to ignore that.
/// - Returns: the value; NULL for none.
CF_EXPORT CFTypeRef _Nullable CMGetAttachment(
    CMAttachmentBearerRef target, CFStringRef key, CMAttachmentMode *_Nullable attachmentModeOut
);

/// Removes an attachment.
///
/// - Parameters:
///   - target: the buffer.
///   - key: the name.
CF_EXPORT void CMRemoveAttachment(CMAttachmentBearerRef target, CFStringRef key);

/// Removes all attachments.
///
/// - Parameter target: the buffer.
CF_EXPORT void CMRemoveAllAttachments(CMAttachmentBearerRef target);

/// The attachments of a mode.
///
/// - Parameters:
///   - allocator: NULL.
///   - target: the buffer.
///   - attachmentMode: the mode.
/// - Returns: the attachments by their names; NULL for none.
CF_EXPORT CFDictionaryRef _Nullable CMCopyDictionaryOfAttachments(
    CFAllocatorRef _Nullable allocator, CMAttachmentBearerRef target, CMAttachmentMode attachmentMode
);

/// Sets the attachments of a dictionary, in place of those of the same names.
///
/// - Parameters:
///   - target: the buffer.
///   - theAttachments: the attachments by their names.
///   - attachmentMode: whether what is made of the buffer gets them, too.
CF_EXPORT void CMSetAttachments(
    CMAttachmentBearerRef target, CFDictionaryRef theAttachments, CMAttachmentMode attachmentMode
);

/// Sets the attachments of a buffer that what is made of it gets, too, on another.
///
/// - Parameters:
///   - source: the buffer.
///   - destination: the other.
CF_EXPORT void CMPropagateAttachments(CMAttachmentBearerRef source, CMAttachmentBearerRef destination);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
