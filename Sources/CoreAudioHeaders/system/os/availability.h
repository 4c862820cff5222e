#ifndef os_availability_h
#define os_availability_h

#include <Availability.h>

#endif
