#ifndef CoreAudioTypes_CoreAudioBaseTypes_h
#define CoreAudioTypes_CoreAudioBaseTypes_h
#include <CoreFoundation/CFBase.h>
#endif
