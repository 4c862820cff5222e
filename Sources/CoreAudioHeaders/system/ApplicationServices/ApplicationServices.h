#ifndef ApplicationServices_ApplicationServices_h
#define ApplicationServices_ApplicationServices_h

// The part of this umbrella that audio programs use: CoreServices. There is no CoreGraphics and no speech.

#include <CoreServices/CoreServices.h>

#endif
