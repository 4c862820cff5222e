#ifndef CMACSYSTEM_H
#define CMACSYSTEM_H

#include <stdint.h>

// What programs in C and C++ find in a Mac's system beside Core Audio: the functions of os/log.h, os/lock.h, os/workgroup.h and of the
// old managers of files and components, as their headers in CoreAudioHeaders/system declare them. Swift calls these few.

/// Writes the path that an `FSRef` of 80 bytes stands for into `buffer`, and returns it; NULL if it stands for none, or for a longer one.
const char *_Nullable mac_path_of_reference(const void *_Nonnull reference, char *_Nonnull buffer, uint32_t size);

/// Makes the `FSRef` of a path. Returns a status.
int32_t mac_make_reference(const char *_Nullable path, void *_Nonnull reference);

/// What the factory of a component returns that is one routine, for a `ComponentRoutineUPP`; NULL without memory.
void *_Nullable mac_component_interface(const void *_Nonnull entry, int is_codec);

/// Where an instance of such a component keeps the data of its own; NULL for an instance of another.
void *_Nullable *_Nullable mac_component_storage(void *_Nullable interface);

#endif
