// The declarations that CoreFoundation's umbrella brings on a Mac, and the headers' description of the system. A
// program may define __APPLE__ before or after the headers; with LATE it does so after.
#ifndef LATE
#define __APPLE__ 1
#define __MACH__ 1
#endif
#include <CoreFoundation/CoreFoundation.h>
#ifdef LATE
#define __APPLE__ 1
#define __MACH__ 1
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreServices/CoreServices.h>
#include <dispatch/dispatch.h>
#include <mach/mach_time.h>

#if !TARGET_OS_MAC || !TARGET_OS_OSX || TARGET_OS_IPHONE || TARGET_OS_LINUX || TARGET_OS_WIN32 || TARGET_IPHONE_SIMULATOR
#error a program would not take its branch for macOS
#endif
#if !defined(TARGET_OS_IOS) || !defined(TARGET_OS_TV) || !defined(TARGET_OS_WATCH) || !defined(TARGET_OS_SIMULATOR)
#error a switch is missing
#endif
#if !TARGET_RT_LITTLE_ENDIAN || TARGET_RT_BIG_ENDIAN || !__LITTLE_ENDIAN__ || !TARGET_RT_64_BIT
#error the processor is declared wrongly
#endif
#if MAC_OS_X_VERSION_MAX_ALLOWED < MAC_OS_X_VERSION_10_6 || MAC_OS_X_VERSION_MIN_REQUIRED < 1070
#error calls that are here would be left out
#endif
#if __MAC_OS_X_VERSION_MAX_ALLOWED < __MAC_10_15 || __MAC_OS_X_VERSION_MIN_REQUIRED < __MAC_10_9
#error calls that are here would be left out
#endif
#if !defined(API_AVAILABLE) || !defined(__OSX_AVAILABLE_STARTING) || !defined(AVAILABLE_MAC_OS_X_VERSION_10_5_AND_LATER)
#error a mark of declarations is missing
#endif
#if !defined(nil) || !defined(__MACTYPES__) || !defined(__COREFOUNDATION__)
#error a name is missing
#endif

API_AVAILABLE(macos(10.5)) static OSStatus nothing(void) { return noErr; }

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

int main(void) {
    // stdio, string, ctype, stdlib, math and CFByteOrder come with the umbrella.
    char text[8];
    snprintf(text, sizeof(text), "%d", abs(-12));
    CHECK(strlen(text) == 2 && isdigit(text[0]) && sqrt(4.0) == 2.0);
    CHECK(CFSwapInt32HostToBig(0x01020304) == 0x04030201 && CFSwapInt16BigToHost(0x0102) == 0x0201);
    CHECK(EndianU32_BtoN(0x01020304) == 0x04030201 && EndianS16_LtoN(-2) == -2 && EndianS16_BtoN(0x0100) == 1);
    CHECK(nothing() == noErr && paramErr == -50 && fnfErr == -43);
    CHECK(strcmp(GetMacOSStatusErrorString(paramErr), "paramErr") == 0 && !*GetMacOSStatusErrorString(12345));
    void *pointer = nil;
    Boolean is = true;
    Str255 name = {0};
    UnsignedWide wide = {1, 2};
    CHECK(pointer == NULL && is && name[0] == 0 && wide.lo == 1 && sizeof(Fixed) == 4 && sizeof(wide) == 8);

    // CoreFoundation's declarations are those of the library, whatever the program defines.
#ifdef kCFCoreFoundationVersionNumber10_0
#error CoreFoundation takes this for a Mac
#endif
    CHECK(sizeof(CFRunLoopSourceContext1) == 72);
    CFStringRef string = CFStringCreateWithCString(NULL, "text", kCFStringEncodingUTF8);
    CHECK(CFStringGetLength(string) == 4);
    CFRelease(string);

    mach_timebase_info_data_t base = {0, 0};
    CHECK(mach_timebase_info(&base) == KERN_SUCCESS && base.numer == base.denom && base.denom > 0);
    uint64_t before = mach_absolute_time(), host = AudioGetCurrentHostTime(), after = mach_absolute_time();
    CHECK(before <= host && host <= after);
    dispatch_queue_t queue = dispatch_queue_create("queue", NULL);
    CHECK(queue != NULL);
    dispatch_release(queue);
    return 0;
}
