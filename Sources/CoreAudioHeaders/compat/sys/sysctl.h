#ifndef coreaudio_compat_sys_sysctl_h
#define coreaudio_compat_sys_sysctl_h

// What programs ask a Mac's kernel about the machine: processors, memory, names and versions.

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define CTL_KERN 1
#define CTL_VM 2
#define CTL_HW 6

#define KERN_OSTYPE 1
#define KERN_OSRELEASE 2
#define KERN_VERSION 4
#define KERN_HOSTNAME 10
#define KERN_BOOTTIME 21

#define HW_MACHINE 1
#define HW_MODEL 2
#define HW_NCPU 3
#define HW_BYTEORDER 4
#define HW_PHYSMEM 5
#define HW_PAGESIZE 7
#define HW_VECTORUNIT 13
#define HW_MEMSIZE 24
#define HW_AVAILCPU 25

#ifdef __cplusplus
extern "C" {
#endif

/// A value as `sysctl` gives it: a number in the client's room, or a text.
struct coreaudio_sysctl {
    const void *bytes;
    size_t size;
};

static __inline__ int coreaudio_sysctl_give(struct coreaudio_sysctl value, void *place, size_t *size) {
    size_t room = size ? *size : 0;
    if (size) *size = value.size;
    if (!place) return 0;
    memcpy(place, value.bytes, room < value.size ? room : value.size);
    if (room >= value.size) return 0;
    errno = ENOMEM;
    return -1;
}

/// Gives a number in four bytes or in eight, as there is room.
static __inline__ int coreaudio_sysctl_number(int64_t number, size_t usual, void *place, size_t *size) {
    int32_t narrow = (int32_t)number;
    struct coreaudio_sysctl value;
    if (place && size && *size >= 8) usual = 8;
    if (place && size && *size < 8) usual = 4;
    value.bytes = usual == 8 ? (const void *)&number : (const void *)&narrow;
    value.size = usual;
    return coreaudio_sysctl_give(value, place, size);
}

static __inline__ int coreaudio_sysctl_text(const char *text, void *place, size_t *size) {
    struct coreaudio_sysctl value;
    value.bytes = text;
    value.size = strlen(text) + 1;
    return coreaudio_sysctl_give(value, place, size);
}

/// What the processor can do: 1 or 0, or -1 where this processor has no such name.
static __inline__ int coreaudio_sysctl_processor(const char *name) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_cpu_init();
    if (!strcmp(name, "mmx") || !strcmp(name, "sse") || !strcmp(name, "sse2") || !strcmp(name, "floatingpoint")) return 1;
    if (!strcmp(name, "sse3")) return __builtin_cpu_supports("sse3") != 0;
    if (!strcmp(name, "supplementalsse3")) return __builtin_cpu_supports("ssse3") != 0;
    if (!strcmp(name, "sse4_1")) return __builtin_cpu_supports("sse4.1") != 0;
    if (!strcmp(name, "sse4_2")) return __builtin_cpu_supports("sse4.2") != 0;
    if (!strcmp(name, "avx1_0")) return __builtin_cpu_supports("avx") != 0;
    if (!strcmp(name, "avx2_0")) return __builtin_cpu_supports("avx2") != 0;
    if (!strcmp(name, "avx512f")) return __builtin_cpu_supports("avx512f") != 0;
    if (!strcmp(name, "x86_64")) return sizeof(void *) == 8;
#elif defined(__aarch64__)
    if (!strcmp(name, "arm64") || !strcmp(name, "neon") || !strcmp(name, "floatingpoint")) return 1;
#endif
    return -1;
}

/// Reports a value of the system by its name, such as "hw.ncpu". Values cannot be set. Returns 0, or -1 with ENOENT for a name that is
/// not known, ENOMEM if there is not room, EPERM for a new value.
static __inline__ int sysctlbyname(const char *name, void *old, size_t *oldSize, void *newValue, size_t newSize) {
    struct utsname system;
    struct timespec now, running;
    struct timeval boot;
    struct coreaudio_sysctl value;
    int64_t processors = sysconf(_SC_NPROCESSORS_ONLN), page = sysconf(_SC_PAGESIZE), ability;
    (void)newSize;
    if (newValue) {
        errno = EPERM;
        return -1;
    }
    uname(&system);
    if (!strcmp(name, "hw.ncpu") || !strcmp(name, "hw.activecpu") || !strcmp(name, "hw.logicalcpu") ||
        !strcmp(name, "hw.physicalcpu") || !strcmp(name, "hw.availcpu") || !strcmp(name, "hw.perflevel0.logicalcpu") ||
        !strcmp(name, "hw.perflevel0.physicalcpu")) {
        return coreaudio_sysctl_number(processors, 4, old, oldSize);
    }
    if (!strcmp(name, "hw.logicalcpu_max") || !strcmp(name, "hw.physicalcpu_max")) {
        return coreaudio_sysctl_number(sysconf(_SC_NPROCESSORS_CONF), 4, old, oldSize);
    }
    if (!strcmp(name, "hw.memsize")) return coreaudio_sysctl_number(sysconf(_SC_PHYS_PAGES) * page, 8, old, oldSize);
    if (!strcmp(name, "hw.pagesize")) return coreaudio_sysctl_number(page, 8, old, oldSize);
    if (!strcmp(name, "hw.byteorder")) {
        return coreaudio_sysctl_number(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 1234 : 4321, 4, old, oldSize);
    }
    if (!strcmp(name, "hw.cachelinesize")) return coreaudio_sysctl_number(64, 8, old, oldSize);
    if (!strcmp(name, "hw.machine") || !strcmp(name, "hw.model")) return coreaudio_sysctl_text(system.machine, old, oldSize);
    if (!strcmp(name, "kern.ostype")) return coreaudio_sysctl_text(system.sysname, old, oldSize);
    if (!strcmp(name, "kern.osrelease")) return coreaudio_sysctl_text(system.release, old, oldSize);
    if (!strcmp(name, "kern.version")) return coreaudio_sysctl_text(system.version, old, oldSize);
    if (!strcmp(name, "kern.hostname")) return coreaudio_sysctl_text(system.nodename, old, oldSize);
    if (!strcmp(name, "kern.boottime")) {
        clock_gettime(CLOCK_REALTIME, &now);
        clock_gettime(CLOCK_BOOTTIME, &running);
        boot.tv_sec = now.tv_sec - running.tv_sec;
        boot.tv_usec = 0;
        value.bytes = &boot;
        value.size = sizeof boot;
        return coreaudio_sysctl_give(value, old, oldSize);
    }
    ability = strncmp(name, "hw.optional.", 12) == 0 ? coreaudio_sysctl_processor(name + 12) : -1;
    if (ability >= 0) return coreaudio_sysctl_number(ability, 4, old, oldSize);
    errno = ENOENT;
    return -1;
}

/// The same by numbers: CTL_HW and HW_NCPU, for instance.
static __inline__ int sysctl(int *name, unsigned count, void *old, size_t *oldSize, void *newValue, size_t newSize) {
    const char *text = 0;
    if (count == 2 && name[0] == CTL_HW) {
        switch (name[1]) {
        case HW_MACHINE: text = "hw.machine"; break;
        case HW_MODEL: text = "hw.model"; break;
        case HW_NCPU:
        case HW_AVAILCPU: text = "hw.ncpu"; break;
        case HW_BYTEORDER: text = "hw.byteorder"; break;
        case HW_PAGESIZE: text = "hw.pagesize"; break;
        case HW_PHYSMEM:
        case HW_MEMSIZE: text = "hw.memsize"; break;
        // The vector unit of a PowerPC.
        case HW_VECTORUNIT: return newValue ? -1 : coreaudio_sysctl_number(0, 4, old, oldSize);
        default: break;
        }
    } else if (count == 2 && name[0] == CTL_KERN) {
        switch (name[1]) {
        case KERN_OSTYPE: text = "kern.ostype"; break;
        case KERN_OSRELEASE: text = "kern.osrelease"; break;
        case KERN_VERSION: text = "kern.version"; break;
        case KERN_HOSTNAME: text = "kern.hostname"; break;
        case KERN_BOOTTIME: text = "kern.boottime"; break;
        default: break;
        }
    }
    return sysctlbyname(text ? text : "", old, oldSize, newValue, newSize);
}

#ifdef __cplusplus
}
#endif

#endif
