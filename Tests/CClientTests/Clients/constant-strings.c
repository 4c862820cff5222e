// Strings made by CFSTR: in functions, and in C++11 and later as initial values of global variables and members.
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

#define NAME "sample " "rate"

static int is(CFStringRef string, const char *characters) {
    char copy[32];
    return CFStringGetCString(string, copy, sizeof(copy), kCFStringEncodingUTF8) && strcmp(copy, characters) == 0;
}

static CFStringRef sampleRate(void) { return CFSTR(NAME); }

#if defined(__cplusplus) && __cplusplus >= 201103L
static const CFStringRef kName = CFSTR(NAME);
static CFStringRef names[] = {CFSTR("one"), CFSTR("two")};
extern "C" {
extern const CFStringRef kExported;
const CFStringRef kExported = CFSTR("exported");
}

struct Preset {
    static const CFStringRef key;
    CFStringRef title;
    Preset() : title(CFSTR("untitled")) {}
    static int length(CFStringRef string = CFSTR("four")) { return (int)CFStringGetLength(string); }
};
const CFStringRef Preset::key = CFSTR("key");

template <typename T> struct Holder {
    static CFStringRef name() {
        static CFStringRef const held = CFSTR("held");
        return held;
    }
};

static const bool wasMadeBefore = is(kName, "sample rate") && is(names[1], "two");

static int globals() {
    CHECK(wasMadeBefore && is(kName, "sample rate") && is(names[0], "one") && is(kExported, "exported"));
    CHECK(is(Preset::key, "key") && is(Preset().title, "untitled") && Preset::length() == 4);
    CHECK(is(Holder<int>::name(), "held") && Holder<int>::name() == Holder<int>::name());
    return 0;
}
#else
static int globals(void) { return 0; }
#endif

int main(void) {
    const CFStringRef name = CFSTR(NAME);
    CHECK(is(name, "sample rate") && CFStringGetLength(name) == 11 && CFEqual(name, sampleRate()));
    // The string of one place is one object, which lives as long as the program.
    CHECK(sampleRate() == sampleRate());
    CFRelease(CFRetain(sampleRate()));
    CFRelease(CFRetain(sampleRate()));
    CHECK(is(sampleRate(), "sample rate") && CFGetTypeID(sampleRate()) == CFStringGetTypeID());
    return globals();
}
