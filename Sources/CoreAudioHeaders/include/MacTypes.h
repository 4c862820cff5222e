#pragma GCC system_header
#ifndef MacTypes_h
#define MacTypes_h

// The basic types of the system that CoreFoundation does not declare.

#include <AvailabilityMacros.h>
#include <CoreAudioTypes/MacNames.h>
#include <CoreFoundation/CFBase.h>
#include <TargetConditionals.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define __MACTYPES__

// The API that programs of the first versions of macOS ask for.
#define TARGET_API_MAC_OS8 0
#define TARGET_API_MAC_CARBON 1
#define TARGET_API_MAC_OSX 1

#ifndef nil
#if defined(__cplusplus) && __cplusplus >= 201103L
#define nil nullptr
#else
#define nil NULL
#endif
#endif

// Older spellings, which the Mac's clang knows by itself. The system's headers have a macro __nonnull of their own.
#if defined(__clang__) && !defined(__nullable)
/// The older spelling of `_Nullable`.
#define __nullable _Nullable
#elif !defined(__nullable)
/// The older spelling of `_Nullable`.
#define __nullable
#endif
#if defined(__clang__) && !defined(__null_unspecified)
/// The older spelling of `_Null_unspecified`.
#define __null_unspecified _Null_unspecified
#elif !defined(__null_unspecified)
/// The older spelling of `_Null_unspecified`.
#define __null_unspecified
#endif

CF_EXTERN_C_BEGIN

/// What calls of components and units gave before they gave an OSStatus. Programs that include AudioUnit/AudioUnit.h alone name it.
typedef SInt32 ComponentResult;

enum {
    kNilOptions = 0,
    kVariableLengthArray = 1,
    kInvalidID = 0,
    kUnknownType = 0x3F3F3F3F  // '????'
};

/// A 64-bit number in two halves, in the processor's byte order.
typedef struct wide {
#if TARGET_RT_LITTLE_ENDIAN
    UInt32 lo;
    SInt32 hi;
#else
    SInt32 hi;
    UInt32 lo;
#endif
} wide;

typedef struct UnsignedWide {
#if TARGET_RT_LITTLE_ENDIAN
    UInt32 lo;
    UInt32 hi;
#else
    UInt32 hi;
    UInt32 lo;
#endif
} UnsignedWide;

/// An 80-bit floating-point number, as in AIFF files.
typedef struct Float80 {
    SInt16 exp;
    UInt16 man[4];
} Float80;

typedef struct Float96 {
    SInt16 exp[2];
    UInt16 man[4];
} Float96;

typedef struct Float32Point {
    Float32 x;
    Float32 y;
} Float32Point;

// Memory.
typedef char *Ptr;
typedef Ptr *Handle;
typedef long Size;
typedef void *LogicalAddress;
typedef const void *ConstLogicalAddress;
typedef void *PhysicalAddress;
typedef UInt8 *BytePtr;
typedef unsigned long ByteCount;
typedef unsigned long ByteOffset;
typedef unsigned long ItemCount;

// Numbers.
/// 16 bits before the binary point and 16 after it.
typedef SInt32 Fixed;
typedef Fixed *FixedPtr;
/// 2 bits before the binary point and 30 after it.
typedef SInt32 Fract;
typedef Fract *FractPtr;
typedef UInt32 UnsignedFixed;
typedef SInt16 ShortFixed;
typedef ShortFixed *ShortFixedPtr;

// Time.
/// Milliseconds where it is positive, microseconds where it is negative.
typedef SInt32 Duration;
typedef UnsignedWide AbsoluteTime;

// Names and options.
typedef UInt32 OptionBits;
typedef FourCharCode ResType;
typedef OSType *OSTypePtr;
typedef ResType *ResTypePtr;
typedef UInt32 PBVersion;
typedef SInt16 ResID;
typedef Boolean *BooleanPtr;
typedef long (*ProcPtr)(void);
typedef ProcPtr UniversalProcPtr;
typedef UniversalProcPtr *UniversalProcHandle;

// Strings that begin with their length.
typedef unsigned char Str63[64];
typedef unsigned char Str32[33];
typedef unsigned char Str31[32];
typedef unsigned char Str27[28];
typedef unsigned char Str15[16];
typedef Str63 StrFileName;
typedef StringPtr *StringHandle;
typedef const unsigned char *ConstStr63Param;
typedef const unsigned char *ConstStr32Param;
typedef const unsigned char *ConstStr31Param;
typedef const unsigned char *ConstStr27Param;
typedef const unsigned char *ConstStr15Param;
typedef ConstStr63Param ConstStrFileNameParam;

typedef const UTF8Char *ConstUTF8Param;
typedef UniChar *UniCharPtr;
typedef UniCharCount *UniCharCountPtr;

// Positions on a screen.
typedef struct Point {
    short v;
    short h;
} Point;
typedef Point *PointPtr;

typedef struct Rect {
    short top;
    short left;
    short bottom;
    short right;
} Rect;
typedef Rect *RectPtr;

/// The parts of a version, in the order in which resources store them.
typedef struct NumVersion {
#if TARGET_RT_LITTLE_ENDIAN
    UInt8 nonRelRev;
    UInt8 stage;
    UInt8 minorAndBugRev;
    UInt8 majorRev;
#else
    UInt8 majorRev;
    UInt8 minorAndBugRev;
    UInt8 stage;
    UInt8 nonRelRev;
#endif
} NumVersion;

CF_EXTERN_C_END

#endif
