#ifndef CarbonCore_Gestalt_h
#define CarbonCore_Gestalt_h

// What programs ask of the system: the version of macOS whose calls are there, 10.9, by which they choose how to reach audio units.

#include <MacTypes.h>

enum {
    gestaltSystemVersion = 0x73797376,
    gestaltSystemVersionMajor = 0x73797331,
    gestaltSystemVersionMinor = 0x73797332,
    gestaltSystemVersionBugFix = 0x73797333,
    gestaltUndefSelectorErr = -5551
};

static __inline__ OSErr Gestalt(OSType selector, SInt32 *response) {
    SInt32 answer = 0;
    switch (selector) {
    case gestaltSystemVersion: answer = 0x1090; break;
    case gestaltSystemVersionMajor: answer = 10; break;
    case gestaltSystemVersionMinor: answer = 9; break;
    case gestaltSystemVersionBugFix: break;
    default: return (OSErr)gestaltUndefSelectorErr;
    }
    if (response) *response = answer;
    return 0;
}

#endif
