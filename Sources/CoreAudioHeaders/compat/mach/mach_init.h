// Where the Mac has what the umbrella brings, too.
#include <mach/mach.h>
