#include "CReach.h"

int CReachThisMachine(void)
{
    SCNetworkReachabilityRef target = SCNetworkReachabilityCreateWithName(kCFAllocatorDefault, "localhost");
    SCNetworkReachabilityFlags flags = 0;
    Boolean known = SCNetworkReachabilityGetFlags(target, &flags);
    CFRelease(target);
    return known && (flags & kSCNetworkReachabilityFlagsIsLocalAddress) != 0;
}

long CReachRequestLength(void)
{
    CFURLRef url = CFURLCreateWithString(NULL, CFSTR("http://example.org/"), NULL);
    CFHTTPMessageRef request = CFHTTPMessageCreateRequest(NULL, CFSTR("GET"), url, kCFHTTPVersion1_1);
    CFDataRef bytes = CFHTTPMessageCopySerializedMessage(request);
    long length = CFDataGetLength(bytes);
    CFRelease(bytes);
    CFRelease(request);
    CFRelease(url);
    return length;
}
