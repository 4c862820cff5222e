#ifndef CoreAudioTypes_MacNames_h
#define CoreAudioTypes_MacNames_h

// What a Swift program for a Mac sees by Foundation alone: installed toolsets import this module, CMacNames, into every file. So it
// includes nothing, and has no name that other packages have, too. CoreFoundation declares the types again, as the same ones.

/// An integer of 8 bits.
typedef signed char SInt8;
/// An integer of 16 bits.
typedef signed short SInt16;
/// An integer of 32 bits.
typedef signed int SInt32;
/// Four characters as a number, the first in its highest byte: 'lpcm' is 0x6C70636D.
typedef unsigned int FourCharCode;
/// A code of four characters that names a kind of things.
typedef FourCharCode OSType;
/// A status in 16 bits, of older functions: 0 is success.
typedef SInt16 OSErr;
/// A status: 0 is success.
typedef SInt32 OSStatus;

// As CF_ENUM does: Swift takes the constant's type from here.
#if defined(__clang__)
/// The head of an enumeration of statuses.
#define CA_STATUS_ENUM enum __attribute__((enum_extensibility(open))) : OSStatus
#elif defined(__cplusplus) && __cplusplus >= 201103L
/// The head of an enumeration of statuses.
#define CA_STATUS_ENUM enum : OSStatus
#else
/// The head of an enumeration of statuses.
#define CA_STATUS_ENUM enum
#endif

/// Success.
CA_STATUS_ENUM {
    noErr = 0
};

#undef CA_STATUS_ENUM

#endif
