// Whether the packets of this machine have a way to an address or a host.

#ifndef SYSTEMCONFIGURATION_SCNETWORKREACHABILITY_H
#define SYSTEMCONFIGURATION_SCNETWORKREACHABILITY_H

#include <CoreFoundation/CoreFoundation.h>
#include <sys/socket.h>
#include <sys/types.h>
#ifndef __swift__
#include <dispatch/dispatch.h>
#endif

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// An address or a host whose reachability is asked for. A type of Core Foundation.
#ifdef __swift__
// Swift has the class from the module SystemConfiguration.
typedef const void *SCNetworkReachabilityRef;
#else
typedef const struct CF_BRIDGED_TYPE(id) __SCNetworkReachability *SCNetworkReachabilityRef;
#endif

/// How a target is reached. No flag: it is not reachable.
typedef CF_OPTIONS(uint32_t, SCNetworkReachabilityFlags) {
    /// The way goes through a connection that may end, such as that of a tunnel or a mobile network.
    kSCNetworkReachabilityFlagsTransientConnection = 1 << 0,
    /// Packets have a way to the target. Whether they arrive is another question.
    kSCNetworkReachabilityFlagsReachable = 1 << 1,
    /// A connection must be made first. Never set on Linux.
    kSCNetworkReachabilityFlagsConnectionRequired = 1 << 2,
    /// Traffic to the target makes the connection. Never set on Linux.
    kSCNetworkReachabilityFlagsConnectionOnTraffic = 1 << 3,
    /// The user must do something for the connection. Never set on Linux.
    kSCNetworkReachabilityFlagsInterventionRequired = 1 << 4,
    /// A program's request makes the connection. Never set on Linux.
    kSCNetworkReachabilityFlagsConnectionOnDemand = 1 << 5,
    /// The target is an address of this machine.
    kSCNetworkReachabilityFlagsIsLocalAddress = 1 << 16,
    /// No router is between this machine and the target.
    kSCNetworkReachabilityFlagsIsDirect = 1 << 17,
    /// The way goes through a mobile network.
    kSCNetworkReachabilityFlagsIsWWAN = 1 << 18,
    /// Another name of `kSCNetworkReachabilityFlagsConnectionOnTraffic`.
    kSCNetworkReachabilityFlagsConnectionAutomatic = kSCNetworkReachabilityFlagsConnectionOnTraffic
};

// Swift has these from the module SystemConfiguration.
#ifndef __swift__

/// What a program passes to its function.
typedef struct SCNetworkReachabilityContext {
    /// 0.
    CFIndex version;
    /// The pointer that the function gets.
    void *_Nullable info;
    /// Retains `info`; may be null.
    const void *_Nonnull (*_Nullable retain)(const void *info);
    /// Releases `info`; may be null.
    void (*_Nullable release)(const void *info);
    /// Describes `info`; may be null.
    CFStringRef _Nonnull (*_Nullable copyDescription)(const void *info);
} SCNetworkReachabilityContext;

/// A program's function, which is called when the flags change.
typedef void (*SCNetworkReachabilityCallBack)(
    SCNetworkReachabilityRef target, SCNetworkReachabilityFlags flags, void *_Nullable info);

/// Creates a target that is an IPv4 or IPv6 address. 0.0.0.0 and :: stand for the network in general.
CF_EXPORT SCNetworkReachabilityRef _Nullable SCNetworkReachabilityCreateWithAddress(
    CFAllocatorRef _Nullable allocator, const struct sockaddr *address);

/// Creates a target that is a pair of addresses, of which one may be null.
CF_EXPORT SCNetworkReachabilityRef _Nullable SCNetworkReachabilityCreateWithAddressPair(
    CFAllocatorRef _Nullable allocator, const struct sockaddr *_Nullable localAddress,
    const struct sockaddr *_Nullable remoteAddress);

/// Creates a target that is the name of a host.
CF_EXPORT SCNetworkReachabilityRef _Nullable SCNetworkReachabilityCreateWithName(
    CFAllocatorRef _Nullable allocator, const char *nodename);

/// Returns the identifier of the type of targets.
CF_EXPORT CFTypeID SCNetworkReachabilityGetTypeID(void);

/// Stores the flags of a target now. Does not ask for addresses of a name while the target is not scheduled.
CF_EXPORT Boolean SCNetworkReachabilityGetFlags(SCNetworkReachabilityRef target, SCNetworkReachabilityFlags *flags);

/// Sets the function that is called when the flags of a scheduled target change; null for none.
CF_EXPORT Boolean SCNetworkReachabilitySetCallback(
    SCNetworkReachabilityRef target, SCNetworkReachabilityCallBack _Nullable callout,
    SCNetworkReachabilityContext *_Nullable context);

/// Has the function called by a run loop in a mode.
CF_EXPORT Boolean SCNetworkReachabilityScheduleWithRunLoop(
    SCNetworkReachabilityRef target, CFRunLoopRef runLoop, CFStringRef runLoopMode);

/// Ends what `SCNetworkReachabilityScheduleWithRunLoop` began.
CF_EXPORT Boolean SCNetworkReachabilityUnscheduleFromRunLoop(
    SCNetworkReachabilityRef target, CFRunLoopRef runLoop, CFStringRef runLoopMode);

/// Has the function called on a queue; null ends that. Returns false if the target has a queue already, or a run loop.
CF_EXPORT Boolean SCNetworkReachabilitySetDispatchQueue(
    SCNetworkReachabilityRef target, dispatch_queue_t _Nullable queue);

#endif

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
