#ifndef Availability_h
#define Availability_h
#define __AVAILABILITY__

// Versions of Apple's systems as numbers, and the version whose functions are declared here.

#include <AvailabilityMacros.h>

#define __MAC_10_0 1000
#define __MAC_10_1 1010
#define __MAC_10_2 1020
#define __MAC_10_3 1030
#define __MAC_10_4 1040
#define __MAC_10_5 1050
#define __MAC_10_6 1060
#define __MAC_10_7 1070
#define __MAC_10_8 1080
#define __MAC_10_9 1090
#define __MAC_10_10 101000
#define __MAC_10_10_2 101002
#define __MAC_10_10_3 101003
#define __MAC_10_10_4 101004
#define __MAC_10_10_5 101005
#define __MAC_10_11 101100
#define __MAC_10_11_1 101101
#define __MAC_10_11_2 101102
#define __MAC_10_11_3 101103
#define __MAC_10_11_4 101104
#define __MAC_10_12 101200
#define __MAC_10_12_1 101201
#define __MAC_10_12_2 101202
#define __MAC_10_12_4 101204
#define __MAC_10_13 101300
#define __MAC_10_13_1 101301
#define __MAC_10_13_2 101302
#define __MAC_10_13_4 101304
#define __MAC_10_14 101400
#define __MAC_10_14_1 101401
#define __MAC_10_14_4 101404
#define __MAC_10_14_5 101405
#define __MAC_10_14_6 101406
#define __MAC_10_15 101500
#define __MAC_10_15_1 101501
#define __MAC_10_15_4 101504
#define __MAC_10_16 101600
#define __MAC_11_0 110000
#define __MAC_11_1 110100
#define __MAC_11_3 110300
#define __MAC_11_4 110400
#define __MAC_11_5 110500
#define __MAC_11_6 110600
#define __MAC_12_0 120000
#define __MAC_12_1 120100
#define __MAC_12_2 120200
#define __MAC_12_3 120300
#define __MAC_12_4 120400
#define __MAC_12_5 120500
#define __MAC_12_6 120600
#define __MAC_12_7 120700
#define __MAC_13_0 130000
#define __MAC_13_1 130100
#define __MAC_13_2 130200
#define __MAC_13_3 130300
#define __MAC_13_4 130400
#define __MAC_13_5 130500
#define __MAC_13_6 130600
#define __MAC_14_0 140000
#define __MAC_14_1 140100
#define __MAC_14_2 140200
#define __MAC_14_3 140300
#define __MAC_14_4 140400
#define __MAC_14_5 140500
#define __MAC_14_6 140600
#define __MAC_15_0 150000
#define __MAC_15_1 150100
#define __MAC_15_2 150200
#define __MAC_15_3 150300
#define __MAC_15_4 150400
#define __MAC_15_5 150500
#define __MAC_26_0 260000
#define __MAC_NA 9999

#define __IPHONE_2_0 20000
#define __IPHONE_2_1 20100
#define __IPHONE_2_2 20200
#define __IPHONE_3_0 30000
#define __IPHONE_3_1 30100
#define __IPHONE_3_2 30200
#define __IPHONE_4_0 40000
#define __IPHONE_4_1 40100
#define __IPHONE_4_2 40200
#define __IPHONE_4_3 40300
#define __IPHONE_5_0 50000
#define __IPHONE_5_1 50100
#define __IPHONE_6_0 60000
#define __IPHONE_6_1 60100
#define __IPHONE_7_0 70000
#define __IPHONE_7_1 70100
#define __IPHONE_8_0 80000
#define __IPHONE_8_1 80100
#define __IPHONE_8_2 80200
#define __IPHONE_8_3 80300
#define __IPHONE_8_4 80400
#define __IPHONE_9_0 90000
#define __IPHONE_9_1 90100
#define __IPHONE_9_2 90200
#define __IPHONE_9_3 90300
#define __IPHONE_10_0 100000
#define __IPHONE_10_1 100100
#define __IPHONE_10_2 100200
#define __IPHONE_10_3 100300
#define __IPHONE_11_0 110000
#define __IPHONE_11_1 110100
#define __IPHONE_11_2 110200
#define __IPHONE_11_3 110300
#define __IPHONE_11_4 110400
#define __IPHONE_12_0 120000
#define __IPHONE_12_1 120100
#define __IPHONE_12_2 120200
#define __IPHONE_12_3 120300
#define __IPHONE_12_4 120400
#define __IPHONE_13_0 130000
#define __IPHONE_13_1 130100
#define __IPHONE_13_2 130200
#define __IPHONE_13_3 130300
#define __IPHONE_13_4 130400
#define __IPHONE_13_5 130500
#define __IPHONE_13_6 130600
#define __IPHONE_14_0 140000
#define __IPHONE_14_1 140100
#define __IPHONE_14_2 140200
#define __IPHONE_14_3 140300
#define __IPHONE_14_5 140500
#define __IPHONE_15_0 150000
#define __IPHONE_15_1 150100
#define __IPHONE_15_2 150200
#define __IPHONE_15_3 150300
#define __IPHONE_15_4 150400
#define __IPHONE_16_0 160000
#define __IPHONE_16_1 160100
#define __IPHONE_16_2 160200
#define __IPHONE_16_3 160300
#define __IPHONE_16_4 160400
#define __IPHONE_17_0 170000
#define __IPHONE_18_0 180000
#define __IPHONE_26_0 260000
#define __IPHONE_NA 99999

// What AvailabilityMacros.h says, where it is not.
#ifndef MAC_OS_X_VERSION_MIN_REQUIRED
/// The oldest version of macOS that a program runs on.
#define MAC_OS_X_VERSION_MIN_REQUIRED __MAC_12_0
#endif
#ifndef MAC_OS_X_VERSION_MAX_ALLOWED
/// The version of macOS whose functions are declared.
#define MAC_OS_X_VERSION_MAX_ALLOWED __MAC_12_0
#endif
#ifndef __MAC_OS_X_VERSION_MIN_REQUIRED
#define __MAC_OS_X_VERSION_MIN_REQUIRED MAC_OS_X_VERSION_MIN_REQUIRED
#endif
#ifndef __MAC_OS_X_VERSION_MAX_ALLOWED
#define __MAC_OS_X_VERSION_MAX_ALLOWED MAC_OS_X_VERSION_MAX_ALLOWED
#endif

// Availability macros. Every declaration is available.
#define __OSX_AVAILABLE_STARTING(...)
#define __OSX_AVAILABLE_BUT_DEPRECATED(...)
#define __OSX_AVAILABLE_BUT_DEPRECATED_MSG(...)
#define __OSX_AVAILABLE(...)
#define __OSX_DEPRECATED(...)
#define __OSX_UNAVAILABLE
#define __IOS_AVAILABLE(...)
#define __IOS_DEPRECATED(...)
#define __IOS_UNAVAILABLE
#define __TVOS_AVAILABLE(...)
#define __TVOS_DEPRECATED(...)
#define __WATCHOS_AVAILABLE(...)
#define __WATCHOS_DEPRECATED(...)
#define __API_AVAILABLE(...)
#define __API_DEPRECATED(...)
#define __API_DEPRECATED_WITH_REPLACEMENT(...)
#define __API_UNAVAILABLE(...)
#define __OS_AVAILABILITY(...)
#define __OS_AVAILABILITY_MSG(...)
#define __OS_EXTENSION_UNAVAILABLE(...)
#define __OSX_EXTENSION_UNAVAILABLE(...)
#define __IOS_EXTENSION_UNAVAILABLE(...)
#define __SPI_AVAILABLE(...)
#define __IOS_PROHIBITED
#define __TVOS_PROHIBITED
#define __WATCHOS_PROHIBITED
#define __TVOS_UNAVAILABLE
#define __WATCHOS_UNAVAILABLE

// Availability macros. They expand to nothing, because every declaration is available.

#ifndef API_AVAILABLE
/// The versions that have a declaration.
#define API_AVAILABLE(...)
#endif
#ifndef API_UNAVAILABLE
/// The systems that lack a declaration.
#define API_UNAVAILABLE(...)
#endif
#ifndef API_DEPRECATED
/// The versions in which a declaration is deprecated.
#define API_DEPRECATED(...)
#endif
#ifndef API_DEPRECATED_WITH_REPLACEMENT
/// The same, with the name of its successor.
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#endif
#ifndef API_OBSOLETED
/// The versions that no longer have a declaration.
#define API_OBSOLETED(...)
#endif
#ifndef API_OBSOLETED_WITH_REPLACEMENT
/// The same, with the name of its successor.
#define API_OBSOLETED_WITH_REPLACEMENT(...)
#endif
#ifndef API_AVAILABLE_BEGIN
/// The versions that have the declarations which follow.
#define API_AVAILABLE_BEGIN(...)
/// The end of these declarations.
#define API_AVAILABLE_END
/// The versions in which the declarations which follow are deprecated.
#define API_DEPRECATED_BEGIN(...)
/// The end of these declarations.
#define API_DEPRECATED_END
/// The same, with the name of their successor.
#define API_DEPRECATED_WITH_REPLACEMENT_BEGIN(...)
/// The end of these declarations.
#define API_DEPRECATED_WITH_REPLACEMENT_END
/// The systems that lack the declarations which follow.
#define API_UNAVAILABLE_BEGIN(...)
/// The end of these declarations.
#define API_UNAVAILABLE_END
#endif
#ifndef API_TO_BE_DEPRECATED
/// A version in the future.
#define API_TO_BE_DEPRECATED 100000
/// A version in the future.
#define API_TO_BE_DEPRECATED_MACOS 100000
/// A version in the future.
#define API_TO_BE_DEPRECATED_IOS 100000
#endif
#ifndef SPI_AVAILABLE
/// The versions that have a declaration for the system itself.
#define SPI_AVAILABLE(...)
/// The versions in which such a declaration is deprecated.
#define SPI_DEPRECATED(...)
/// The same, with the name of its successor.
#define SPI_DEPRECATED_WITH_REPLACEMENT(...)
#endif

// A query of clang's. Programs ask it in conditions.
#if !defined(__clang__) && !defined(__builtin_available)
#define __builtin_available(...) 1
#endif

#endif
