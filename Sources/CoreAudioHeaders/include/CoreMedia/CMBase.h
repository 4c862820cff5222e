#ifndef CoreMedia_CMBase_h
#define CoreMedia_CMBase_h

#include <CoreFoundation/CFBase.h>
#include <stddef.h>
#include <stdint.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// A number of items, such as frames.
typedef CFIndex CMItemCount;
/// The index of an item.
typedef CFIndex CMItemIndex;
/// The number of a track, which stays with it.
typedef int32_t CMPersistentTrackID;

/// Numbers of tracks.
CF_ENUM(CMPersistentTrackID) {
    /// The number of no track.
    kCMPersistentTrackID_Invalid = 0
};

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
