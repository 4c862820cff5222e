#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

// The part of libcurl that remote media needs: one request, its answer handed on as it comes. It is compiled against that
// library's own headers and finds the library at run time, on first need: nothing links with it. Where the headers were
// missing, it says that the library is not available.

/// Why there is no library, or NULL where it is there. Loads it at the first call.
const char *_Nullable CurlUnavailable(void);

/// What keeps a connection open from one request to the next, for one thread at a time; NULL where it is not available.
void *_Nullable CurlOpen(void);

/// Closes what `CurlOpen` gave. NULL is nothing to close.
void CurlClose(void *_Nullable session);

typedef struct {
    /// What `CurlOpen` gave; NULL for a connection that is closed when the request has ended.
    void *_Nullable session;
    /// http or https; redirects are followed to these alone.
    const char *_Nonnull url;
    const char *_Nonnull userAgent;
    /// Headers of the request, `Name: value`, with a line feed between two.
    const char *_Nullable extraHeaders;
    /// The first byte to request, and the byte after the last; 0 stands for the end of the file.
    int64_t start;
    int64_t end;
    /// Seconds until a connection, and without a byte, after which the request is given up.
    long patience;
    void *_Nullable context;
    /// Gets each line of the answer's head, its status line first, and that of a redirect too. Ends the request with 0.
    int (*_Nonnull head)(void *_Nullable context, const char *_Nonnull line, size_t count);
    /// Gets the body piece by piece, and may take its time. Ends the request with 0.
    int (*_Nonnull body)(void *_Nullable context, const void *_Nonnull bytes, size_t count);
    /// Called about once a second while the request lasts. Ends it with 0.
    int (*_Nullable goesOn)(void *_Nullable context);
} CurlRequest;

/// How a request ended: with the whole answer, by a callback, by a network that failed, or refused for good.
enum { CurlWhole, CurlStopped, CurlCut, CurlRefused };

typedef struct {
    int32_t end;
    char reason[256];
} CurlOutcome;

/// Makes a request and returns when it has ended. Calls back on the calling thread.
CurlOutcome CurlPerform(const CurlRequest *_Nonnull request);

#endif
