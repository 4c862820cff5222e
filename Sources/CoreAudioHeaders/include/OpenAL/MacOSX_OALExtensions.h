#ifndef OpenAL_MacOSX_OALExtensions_h
#define OpenAL_MacOSX_OALExtensions_h

// The name that the header has on macOS.
#include <OpenAL/oalMacOSX_OALExtensions.h>

#endif
