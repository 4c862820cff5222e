#ifndef CarbonCore_Components_h
#define CarbonCore_Components_h

// The types by which programs of the first versions of macOS named components. AudioToolbox/AudioComponent.h has those of
// today; an instance is the same pointer in both.

#include <MacTypes.h>

typedef struct ComponentRecord *Component;
typedef struct ComponentInstanceRecord *ComponentInstance;
typedef SInt32 ComponentResult;

struct ComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
};
typedef struct ComponentDescription ComponentDescription;

#endif
