#ifndef mach_mach_error_h
#define mach_mach_error_h

#include <mach/vm_map.h>
#include <stdio.h>

typedef kern_return_t mach_error_t;

enum { ERR_SUCCESS = 0, err_none = 0 };

/// A status in words.
static __inline__ char *mach_error_string(mach_error_t status) {
    const char *text = "unknown status";
    switch (status) {
        case KERN_SUCCESS: text = "no error"; break;
        case KERN_INVALID_ADDRESS: text = "no such address"; break;
        case KERN_PROTECTION_FAILURE: text = "the memory is protected"; break;
        case KERN_NO_SPACE: text = "no room at these addresses"; break;
        case KERN_INVALID_ARGUMENT: text = "invalid argument"; break;
        case KERN_FAILURE: text = "failure"; break;
        case KERN_RESOURCE_SHORTAGE: text = "no resources"; break;
        default: break;
    }
    return (char *)text;
}

/// Prints a text and the status in words to the standard error output.
static __inline__ void mach_error(const char *text, mach_error_t status) {
    fprintf(stderr, "%s: %s (0x%x)\n", text, mach_error_string(status), (unsigned int)status);
}

#endif
