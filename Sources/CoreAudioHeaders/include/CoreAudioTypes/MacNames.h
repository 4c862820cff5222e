#ifndef CoreAudioTypes_MacNames_h
#define CoreAudioTypes_MacNames_h

// What a Swift program for a Mac sees by Foundation alone: installed toolsets import this module, CMacNames, into every file. So it
// includes nothing, and has no name that other packages have, too. CoreFoundation declares the types again, as the same ones.

typedef signed char SInt8;
typedef signed short SInt16;
typedef signed int SInt32;
typedef unsigned int FourCharCode;
typedef FourCharCode OSType;
typedef SInt16 OSErr;
typedef SInt32 OSStatus;

// As CF_ENUM does: Swift takes the constant's type from here.
#if defined(__clang__)
#define CA_STATUS_ENUM enum __attribute__((enum_extensibility(open))) : OSStatus
#elif defined(__cplusplus) && __cplusplus >= 201103L
#define CA_STATUS_ENUM enum : OSStatus
#else
#define CA_STATUS_ENUM enum
#endif

/// Success.
CA_STATUS_ENUM {
    noErr = 0
};

#undef CA_STATUS_ENUM

#endif
