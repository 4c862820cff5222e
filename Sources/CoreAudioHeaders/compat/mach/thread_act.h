#include <mach/thread_policy.h>
