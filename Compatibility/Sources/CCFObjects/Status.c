#include "CCFObjects.h"

#include <string.h>

// The status of the last function of SystemConfiguration that failed.

static _Thread_local int status;

void CFObjectSetStatus(int new_status) { status = new_status; }

int SCError(void) { return status; }

const char *SCErrorString(int status) {
    switch (status) {
    case 0: return "Success!";
    case 1001: return "Failed!";
    case 1002: return "Invalid argument";
    case 4001: return "Network reachability cannot be determined";
    default: return status > 0 && status < 1000 ? strerror(status) : "Unknown error";
    }
}

CFOBJECT_STRING(kCFErrorDomainSystemConfiguration, "com.apple.SystemConfiguration");
