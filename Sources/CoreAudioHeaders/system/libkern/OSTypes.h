#ifndef libkern_OSTypes_h
#define libkern_OSTypes_h

#include <MacTypes.h>

#endif
