#ifndef CarbonCore_Files_h
#define CarbonCore_Files_h

// Files of the first versions of macOS: references, which the functions of CoreFoundation/CFFileReference.h make of URLs; and the
// permissions to open a file, which old programs pass to AudioFileOpenURL. In C++ they have the type of its parameter, which was an
// integer then.

#include <AudioToolbox/AudioFile.h>
#include <CoreFoundation/CFFileReference.h>

CF_EXTERN_C_BEGIN
/// The path of a file. Returns fnfErr if it is no longer there, and pathTooLongErr if the path has more bytes than there is room for.
CF_EXPORT OSStatus FSRefMakePath(const FSRef *ref, UInt8 *path, UInt32 size);

/// Returns noErr for the same file, and errFSRefsDifferent for others.
CF_EXPORT OSErr FSCompareFSRefs(const FSRef *one, const FSRef *other);
CF_EXTERN_C_END

#ifdef __cplusplus
static const AudioFilePermissions fsCurPerm = (AudioFilePermissions)0;
static const AudioFilePermissions fsRdPerm = kAudioFileReadPermission;
static const AudioFilePermissions fsWrPerm = kAudioFileWritePermission;
static const AudioFilePermissions fsRdWrPerm = kAudioFileReadWritePermission;
#else
enum {
    fsCurPerm = 0,
    fsRdPerm = kAudioFileReadPermission,
    fsWrPerm = kAudioFileWritePermission,
    fsRdWrPerm = kAudioFileReadWritePermission
};
#endif

#endif
