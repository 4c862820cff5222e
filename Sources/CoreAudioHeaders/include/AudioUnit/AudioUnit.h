#ifndef AudioUnit_AudioUnit_h
#define AudioUnit_AudioUnit_h

// Audio units, under the name of an older framework.

#include <AudioUnit/AUComponent.h>
#include <AudioUnit/AudioComponent.h>
#include <AudioUnit/AudioOutputUnit.h>
#include <AudioUnit/AudioUnitParameters.h>
#include <AudioUnit/AudioUnitProperties.h>
#include <AudioUnit/MusicDevice.h>
#include <CoreFoundation/CoreFoundation.h>

// Until macOS 10.5, the umbrellas of units and of AudioToolbox brought all of CoreServices. These parts have names that no other
// program has. Swift programs do without them, as do C targets of packages that depend on the Swift package.
#if !defined(__swift__) && __has_include(<CarbonCore/Endian.h>)
#include <CarbonCore/Endian.h>
#include <CarbonCore/Files.h>
#endif

// Those of the assertions are ordinary words, such as `check`: a program asks for them, as it does since macOS 10.13.
#if defined(__ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES)
#if __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES && __has_include(<AssertMacros.h>)
#include <AssertMacros.h>
#endif
#endif

#endif
