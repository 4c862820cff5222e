#include "NetworkCClient.h"

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

typedef const void *Object;

extern void CFRelease(Object);
extern unsigned long CFGetTypeID(Object);
extern Object CFRunLoopGetCurrent(void);
extern int32_t CFRunLoopRunInMode(Object mode, double seconds, bool once);
extern void CFRunLoopStop(Object);
extern const Object kCFRunLoopDefaultMode;

extern void *dispatch_queue_create(const char *, void *);
extern void dispatch_release(void *);
extern void dispatch_sync_f(void *, void *, void (*)(void *));
extern void *dispatch_semaphore_create(long);
extern long dispatch_semaphore_signal(void *);
extern long dispatch_semaphore_wait(void *, uint64_t);
extern uint64_t dispatch_time(uint64_t, int64_t);

typedef struct {
    long version;
    void *info;
    const void *(*retain)(const void *);
    void (*release)(const void *);
    Object (*copyDescription)(const void *);
} Context;

extern Object SCNetworkReachabilityCreateWithName(Object, const char *);
extern unsigned long SCNetworkReachabilityGetTypeID(void);
extern int SCError(void);
extern Object SCCopyLastError(void);
extern Object kCFErrorDomainSystemConfiguration;
extern long CFErrorGetCode(Object);
extern bool CFEqual(Object, Object);
extern Object CFErrorGetDomain(Object);
extern bool SCNetworkReachabilityGetFlags(Object, uint32_t *);
extern bool SCNetworkReachabilitySetCallback(Object, void (*)(Object, uint32_t, void *), Context *);
extern bool SCNetworkReachabilityScheduleWithRunLoop(Object, Object, Object);
extern bool SCNetworkReachabilityUnscheduleFromRunLoop(Object, Object, Object);
extern bool SCNetworkReachabilitySetDispatchQueue(Object, void *);

static struct state {
    int references, calls;
    uint32_t flags[4];
    void (*change)(void);
    void *called;
} state;

static const void *retain(const void *info) {
    ((struct state *)info)->references++;
    return info;
}

static void release(const void *info) { ((struct state *)info)->references--; }

static void on_run_loop(Object target, uint32_t flags, void *info) {
    struct state *state = info;
    state->flags[state->calls++] = flags;
    if (state->calls == 1) {
        state->change();
    } else {
        SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode);
        CFRunLoopStop(CFRunLoopGetCurrent());
    }
}

static void on_queue(Object target, uint32_t flags, void *info) {
    struct state *state = info;
    state->flags[state->calls++] = flags;
    SCNetworkReachabilitySetDispatchQueue(target, NULL);
    dispatch_semaphore_signal(state->called);
}

static void nothing(void *info) { (void)info; }

int NetworkClientReachability(const char *host, void (*change)(void)) {
    enum { reachable = 1 << 1, direct = 1 << 17 };
    Context context = {0, &state, retain, release, NULL};
    state = (struct state){.change = change, .called = dispatch_semaphore_create(0)};
    Object target = SCNetworkReachabilityCreateWithName(NULL, host);
    uint32_t flags = 0;
    if (!target || CFGetTypeID(target) != SCNetworkReachabilityGetTypeID()) return __LINE__;
    if (!SCNetworkReachabilityGetFlags(target, &flags) || flags != (reachable | direct)) return __LINE__;
    if (!SCNetworkReachabilitySetCallback(target, on_run_loop, &context) || state.references != 1) return __LINE__;
    if (!SCNetworkReachabilityScheduleWithRunLoop(target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode)) return __LINE__;
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, false);
    if (state.calls != 2 || state.flags[0] != flags || state.flags[1] != 0) return __LINE__;

    if (!SCNetworkReachabilitySetCallback(target, on_queue, &context) || state.references != 1) return __LINE__;
    void *queue = dispatch_queue_create("client", NULL);
    if (!SCNetworkReachabilitySetDispatchQueue(target, queue)) return __LINE__;
    if (dispatch_semaphore_wait(state.called, dispatch_time(0, 10000000000))) return __LINE__;
    if (state.calls != 3 || state.flags[2] != 0) return __LINE__;
    if (SCNetworkReachabilitySetDispatchQueue(target, NULL) || SCError() != 1002) return __LINE__;
    Object error = SCCopyLastError();
    if (CFErrorGetCode(error) != 1002) return __LINE__;
    if (!CFEqual(CFErrorGetDomain(error), kCFErrorDomainSystemConfiguration)) return __LINE__;
    CFRelease(error);
    SCNetworkReachabilitySetCallback(target, NULL, NULL);
    CFRelease(target);
    // A call that has begun has its function until it ends.
    dispatch_sync_f(queue, NULL, nothing);
    dispatch_release(queue);
    return state.references == 0 ? 0 : __LINE__;
}
