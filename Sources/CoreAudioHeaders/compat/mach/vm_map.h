#ifndef mach_vm_map_h
#define mach_vm_map_h

// Pages of memory, as ring buffers ask for them: memory that can be had a second time, at the addresses behind it. There is one
// task, the program's own. A child of `fork` shares this memory with its parent.

#include <mach/mach_time.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int mach_port_t;
typedef mach_port_t task_t;
typedef mach_port_t vm_map_t;
typedef uintptr_t vm_address_t;
typedef uintptr_t vm_offset_t;
typedef uintptr_t vm_size_t;
typedef int vm_prot_t;
typedef unsigned int vm_inherit_t;
typedef unsigned int boolean_t;

enum {
    KERN_INVALID_ADDRESS = 1,
    KERN_PROTECTION_FAILURE = 2,
    KERN_NO_SPACE = 3,
    KERN_INVALID_ARGUMENT = 4,
    KERN_FAILURE = 5,
    KERN_RESOURCE_SHORTAGE = 6
};
enum { VM_PROT_NONE = 0, VM_PROT_READ = 1, VM_PROT_WRITE = 2, VM_PROT_EXECUTE = 4, VM_PROT_DEFAULT = 3, VM_PROT_ALL = 7 };
enum { VM_INHERIT_SHARE = 0, VM_INHERIT_COPY = 1, VM_INHERIT_NONE = 2, VM_INHERIT_DEFAULT = 1 };
/// Where memory goes: to the given address, or anywhere. With the last, it takes the place of what is there.
enum { VM_FLAGS_FIXED = 0, VM_FLAGS_ANYWHERE = 1, VM_FLAGS_OVERWRITE = 0x4000 };

/// The system's function, which its header declares in the modes with all extensions alone.
extern void *coreaudio_mremap(void *from, size_t from_size, size_t size, int flags, ...) __asm__("mremap");

// The system's flags, which have no names in a strict ISO mode.
enum {
    COREAUDIO_MAP_ANONYMOUS = 0x20,
    COREAUDIO_MAP_FIXED_NOREPLACE = 0x100000,
    COREAUDIO_MREMAP_ANYWHERE = 1,
    COREAUDIO_MREMAP_TO = 3
};

static __inline__ task_t mach_task_self(void) { return 1; }

static __inline__ vm_size_t trunc_page(vm_size_t size) { return size & ~((vm_size_t)sysconf(_SC_PAGESIZE) - 1); }

static __inline__ vm_size_t round_page(vm_size_t size) {
    return trunc_page(size + (vm_size_t)sysconf(_SC_PAGESIZE) - 1);
}

/// Maps memory at `*address`, or writes there where it is. No other mapping loses its place but with VM_FLAGS_OVERWRITE.
static __inline__ kern_return_t coreaudio_map(vm_address_t *address, vm_size_t size, int flags, int protection, int kind) {
    void *wanted = (flags & VM_FLAGS_ANYWHERE) ? NULL : (void *)trunc_page(*address);
    void *found;
    if (wanted) kind |= (flags & VM_FLAGS_OVERWRITE) ? MAP_FIXED : COREAUDIO_MAP_FIXED_NOREPLACE;
    found = mmap(wanted, size, protection, kind | COREAUDIO_MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) return KERN_NO_SPACE;
    // Linux before 4.17 takes the address as a hint. The null address is nobody's.
    if (!(flags & VM_FLAGS_ANYWHERE) && found != wanted) {
        munmap(found, size);
        return KERN_NO_SPACE;
    }
    *address = (vm_address_t)found;
    return KERN_SUCCESS;
}

/// Allocates pages of zeros, and writes their address. A size of 0 gives the null address.
static __inline__ kern_return_t vm_allocate(vm_map_t task, vm_address_t *address, vm_size_t size, int flags) {
    if (task != mach_task_self() || (size > 0 && round_page(size) < size)) return KERN_INVALID_ARGUMENT;
    if (size == 0) {
        *address = 0;
        return KERN_SUCCESS;
    }
    // Private memory could not be had a second time.
    return coreaudio_map(address, round_page(size), flags, PROT_READ | PROT_WRITE, MAP_SHARED);
}

/// Frees all pages between two addresses, where there are any.
static __inline__ kern_return_t vm_deallocate(vm_map_t task, vm_address_t address, vm_size_t size) {
    vm_address_t first = trunc_page(address), end = round_page(address + size);
    if (task != mach_task_self() || address + size < address || (size > 0 && end <= first)) return KERN_INVALID_ARGUMENT;
    if (size == 0) return KERN_SUCCESS;
    return munmap((void *)first, end - first) == 0 ? KERN_SUCCESS : KERN_INVALID_ARGUMENT;
}

/// Maps pages from vm_allocate a second time, or a copy of them, and writes the address of their first byte.
///
/// `mask` is the alignment's, which has to be a page's: 0 to its size less 1. Pages from elsewhere can only be copied.
static __inline__ kern_return_t vm_remap(
    vm_map_t task, vm_address_t *address, vm_size_t size, vm_address_t mask, int flags, vm_map_t source_task,
    vm_address_t source, boolean_t copy, vm_prot_t *protection, vm_prot_t *largest_protection, vm_inherit_t inheritance) {
    vm_address_t first = trunc_page(source), place = *address;
    void *second;
    vm_size_t whole = round_page(source + size) - first;
    kern_return_t status;
    if (task != mach_task_self() || source_task != task || size == 0 || source + size < source || whole < size)
        return KERN_INVALID_ARGUMENT;
    if (trunc_page(mask) != 0 || inheritance > VM_INHERIT_NONE) return KERN_INVALID_ARGUMENT;
    // Fails where a page is not there.
    if (msync((void *)first, whole, MS_ASYNC) != 0) return KERN_INVALID_ADDRESS;
    // The place is taken first: moving a mapping there would replace what another thread has mapped meanwhile.
    status = coreaudio_map(&place, whole, flags, copy ? PROT_READ | PROT_WRITE : PROT_NONE, copy ? MAP_SHARED : MAP_PRIVATE);
    if (status != KERN_SUCCESS) return status;
    if (copy) {
        memcpy((void *)place, (const void *)first, whole);
    } else {
        // A call that fails with a place may have freed that before, and another thread may have mapped there since.
        second = coreaudio_mremap((void *)first, 0, whole, COREAUDIO_MREMAP_ANYWHERE);
        if (second == MAP_FAILED) {
            munmap((void *)place, whole);
            return KERN_INVALID_ARGUMENT;
        }
        if (coreaudio_mremap(second, whole, whole, COREAUDIO_MREMAP_TO, (void *)place) == MAP_FAILED) {
            munmap(second, whole);
            return KERN_RESOURCE_SHORTAGE;
        }
    }
    *address = place + (source - first);
    *protection = VM_PROT_DEFAULT;
    *largest_protection = VM_PROT_ALL;
    return KERN_SUCCESS;
}

#ifdef __cplusplus
}
#endif

#endif
