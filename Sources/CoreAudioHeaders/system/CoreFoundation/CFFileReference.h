#ifndef CoreFoundation_CFFileReference_h
#define CoreFoundation_CFFileReference_h

// References to files, in which the first versions of macOS had no paths. Here a reference holds the path of a file, with no symbolic
// links in it. It can be copied, and needs not be freed.

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFURL.h>

CF_EXTERN_C_BEGIN

struct FSRef {
    UInt8 hidden[80];
};
typedef struct FSRef FSRef;
typedef struct FSRef *FSRefPtr;

/// The reference to a file that is there.
///
/// Returns fnfErr if it is not, permErr if the system does not permit it, bdNamErr for an empty path. `isDirectory` may be null.
CF_EXPORT OSStatus FSPathMakeRef(const UInt8 *path, FSRef *ref, Boolean *isDirectory);

CF_EXPORT OSStatus FSRefMakePath(const FSRef *ref, UInt8 *path, UInt32 size);

/// The reference to the file of a URL. False if there is none.
static __inline__ Boolean CFURLGetFSRef(CFURLRef url, FSRef *ref) {
    UInt8 path[4096];
    return url && CFURLGetFileSystemRepresentation(url, 1, path, (CFIndex)sizeof path) && FSPathMakeRef(path, ref, 0) == 0;
}

/// The URL of a reference's file, which the caller releases. Null if the file is not there.
static __inline__ CFURLRef CFURLCreateFromFSRef(CFAllocatorRef allocator, const FSRef *ref) {
    UInt8 path[4096];
    FSRef again;
    Boolean isDirectory = 0;
    CFIndex length = 0;
    if (FSRefMakePath(ref, path, (UInt32)sizeof path) != 0 || FSPathMakeRef(path, &again, &isDirectory) != 0) return 0;
    while (path[length]) length++;
    return CFURLCreateFromFileSystemRepresentation(allocator, path, length, isDirectory);
}

CF_EXTERN_C_END

#endif
