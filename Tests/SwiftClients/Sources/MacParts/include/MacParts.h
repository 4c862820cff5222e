#include <AudioToolbox/AudioToolbox.h>
#include <AudioUnit/AudioUnit.h>
#include <Availability.h>
#include <AvailabilityMacros.h>
#include <CoreFoundation/CoreFoundation.h>
#include <MacTypes.h>
#include <TargetConditionals.h>
#include <mach/mach_time.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// What the headers say of the system, to the C target that uses them.
typedef struct MacPartsSystem {
    Boolean isMac;
    Boolean isIPhone;
    SInt32 version;
    OSStatus status;
} MacPartsSystem;

MacPartsSystem MacPartsInC(void);
MacPartsSystem MacPartsInCPlusPlus(void);

/// The host's time, by the clock's own header.
UInt64 MacPartsHostTime(void);

/// What they say to the Swift files that import it.
static const Boolean MacPartsIsMac = TARGET_OS_MAC;

#if defined(__cplusplus)
}
#endif
