#ifndef CarbonCore_Files_h
#define CarbonCore_Files_h

// The permissions to open a file, which old programs pass to AudioFileOpenURL. In C++ they have the type of its parameter, which was an
// integer then.

#include <AudioToolbox/AudioFile.h>

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
