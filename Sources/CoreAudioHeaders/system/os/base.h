#ifndef os_base_h
#define os_base_h

// The types and macros that the headers in this folder share. os/object.h has os_retain and os_release, for the objects of these headers
// and of libdispatch.

#include <os/availability.h>
#include <stddef.h>
#if __has_include(<os/object.h>)
#include <os/object.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*os_function_t)(void *);
#if defined(__BLOCKS__)
typedef void (^os_block_t)(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
