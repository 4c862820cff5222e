#ifndef CarbonCore_Components_h
#define CarbonCore_Components_h

// The types of components in the first versions of macOS. AudioToolbox/AudioComponent.h has the present ones; an
// instance is the same pointer in both.

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
