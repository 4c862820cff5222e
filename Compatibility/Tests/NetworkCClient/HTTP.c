#include "NetworkCClient.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef const void *Object;
typedef struct {
    long domain;
    int32_t error;
} StreamError;

extern void CFRelease(Object);
extern bool CFEqual(Object, Object);
extern unsigned long CFGetTypeID(Object);
extern Object CFStringCreateWithCString(Object, const char *, uint32_t);
extern Object CFURLCreateWithString(Object, Object, Object);
extern Object CFURLGetString(Object);
extern Object CFDataCreate(Object, const uint8_t *, long);
extern long CFDataGetLength(Object);
extern const uint8_t *CFDataGetBytePtr(Object);
extern Object CFDictionaryGetValue(Object, Object);
extern bool CFReadStreamOpen(Object);
extern long CFReadStreamRead(Object, uint8_t *, long);
extern long CFReadStreamGetStatus(Object);
extern Object CFReadStreamCopyProperty(Object, Object);
extern void CFReadStreamClose(Object);

extern const Object kCFHTTPVersion1_1, kCFHTTPAuthenticationSchemeBasic, kCFStreamPropertyHTTPResponseHeader;
extern unsigned long CFHTTPMessageGetTypeID(void);
extern Object CFHTTPMessageCreateRequest(Object, Object, Object, Object);
extern Object CFHTTPMessageCreateEmpty(Object, bool);
extern void CFHTTPMessageSetBody(Object, Object);
extern void CFHTTPMessageSetHeaderFieldValue(Object, Object, Object);
extern Object CFHTTPMessageCopySerializedMessage(Object);
extern Object CFHTTPMessageCopyHeaderFieldValue(Object, Object);
extern Object CFHTTPMessageCopyAllHeaderFields(Object);
extern Object CFHTTPMessageCopyRequestURL(Object);
extern bool CFHTTPMessageAppendBytes(Object, const uint8_t *, long);
extern long CFHTTPMessageGetResponseStatusCode(Object);
extern Object CFHTTPAuthenticationCreateFromResponse(Object, Object);
extern bool CFHTTPAuthenticationIsValid(Object, StreamError *);
extern Object CFHTTPAuthenticationCopyMethod(Object);
extern bool CFHTTPMessageApplyCredentials(Object, Object, Object, Object, StreamError *);
extern Object CFReadStreamCreateForHTTPRequest(Object, Object);

static Object text(const char *string) { return CFStringCreateWithCString(NULL, string, 0x08000100); }

static Object request(const char *url) {
    return CFHTTPMessageCreateRequest(NULL, text("POST"), CFURLCreateWithString(NULL, text(url), NULL), kCFHTTPVersion1_1);
}

int NetworkClientMessages(void) {
    Object message = request("http://example.org/a?b=c");
    if (CFGetTypeID(message) != CFHTTPMessageGetTypeID()) return __LINE__;
    CFHTTPMessageSetHeaderFieldValue(message, text("X-Name"), text("value"));
    CFHTTPMessageSetBody(message, CFDataCreate(NULL, (const uint8_t *)"body", 4));
    const char *wanted = "POST /a?b=c HTTP/1.1\r\nX-Name: value\r\n\r\nbody";
    Object bytes = CFHTTPMessageCopySerializedMessage(message);
    if (CFDataGetLength(bytes) != (long)strlen(wanted)) return __LINE__;
    if (memcmp(CFDataGetBytePtr(bytes), wanted, strlen(wanted))) return __LINE__;
    if (!CFEqual(CFURLGetString(CFHTTPMessageCopyRequestURL(message)), text("http://example.org/a?b=c"))) return __LINE__;

    const char *answer = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"here\"\r\nA: 1\r\na: 2\r\n\r\n";
    Object response = CFHTTPMessageCreateEmpty(NULL, false);
    if (!CFHTTPMessageAppendBytes(response, (const uint8_t *)answer, strlen(answer))) return __LINE__;
    if (CFHTTPMessageGetResponseStatusCode(response) != 401) return __LINE__;
    if (!CFEqual(CFHTTPMessageCopyHeaderFieldValue(response, text("a")), text("1, 2"))) return __LINE__;
    Object all = CFHTTPMessageCopyAllHeaderFields(response);
    if (!CFEqual(CFDictionaryGetValue(all, text("A")), text("1, 2"))) return __LINE__;

    StreamError error = {0, 0};
    Object authentication = CFHTTPAuthenticationCreateFromResponse(NULL, response);
    if (!CFHTTPAuthenticationIsValid(authentication, &error)) return __LINE__;
    if (!CFEqual(CFHTTPAuthenticationCopyMethod(authentication), kCFHTTPAuthenticationSchemeBasic)) return __LINE__;
    if (CFHTTPMessageApplyCredentials(message, authentication, NULL, NULL, &error)) return __LINE__;
    if (error.domain != 4 || error.error != -1001) return __LINE__;
    if (!CFHTTPMessageApplyCredentials(message, authentication, text("me"), text("secret"), &error)) return __LINE__;
    Object value = CFHTTPMessageCopyHeaderFieldValue(message, text("authorization"));
    if (!CFEqual(value, text("Basic bWU6c2VjcmV0"))) return __LINE__;
    CFRelease(authentication);
    CFRelease(response);
    CFRelease(message);
    return 0;
}

int NetworkClientStream(const char *url) {
    Object message = request(url);
    Object stream = CFReadStreamCreateForHTTPRequest(NULL, message);
    CFRelease(message);
    if (!CFReadStreamOpen(stream)) return __LINE__;
    uint8_t bytes[64];
    long count = 0, last;
    while ((last = CFReadStreamRead(stream, bytes + count, 64 - count)) > 0) count += last;
    if (last != 0 || count != 5 || memcmp(bytes, "hello", 5)) return __LINE__;
    // At the end.
    if (CFReadStreamGetStatus(stream) != 5) return __LINE__;
    Object header = CFReadStreamCopyProperty(stream, kCFStreamPropertyHTTPResponseHeader);
    if (!header || CFHTTPMessageGetResponseStatusCode(header) != 200) return __LINE__;
    CFRelease(header);
    CFReadStreamClose(stream);
    CFRelease(stream);
    return 0;
}
