#ifndef CoreServices_CoreServices_h
#define CoreServices_CoreServices_h

// The parts of this umbrella that audio programs use: CoreFoundation, the types of the system, its statuses, byte
// orders.

#include <Block.h>
#include <CarbonCore/Components.h>
#include <CarbonCore/Debugging.h>
#include <CarbonCore/Endian.h>
#include <CarbonCore/Files.h>
#include <CarbonCore/Gestalt.h>
#include <CarbonCore/MacErrors.h>
#include <CoreFoundation/CoreFoundation.h>
#include <MacTypes.h>

// Where a program asks for it.
#if __has_include(<CFNetwork/CFNetwork.h>)
#include <CFNetwork/CFNetwork.h>
#endif
// Part of the optional folder.
#if __has_include(<AssertMacros.h>)
#include <AssertMacros.h>
#endif

#endif
