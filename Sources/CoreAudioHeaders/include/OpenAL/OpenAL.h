#ifndef OpenAL_OpenAL_h
#define OpenAL_OpenAL_h

#include <OpenAL/al.h>
#include <OpenAL/alc.h>
#include <OpenAL/oalMacOSX_OALExtensions.h>
#include <OpenAL/oalStaticBufferExtension.h>

#endif
