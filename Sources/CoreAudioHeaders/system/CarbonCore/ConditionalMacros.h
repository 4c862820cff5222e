#ifndef CarbonCore_ConditionalMacros_h
#define CarbonCore_ConditionalMacros_h

// The questions about the system that programs of the first versions of macOS ask.

#include <MacTypes.h>

#endif
