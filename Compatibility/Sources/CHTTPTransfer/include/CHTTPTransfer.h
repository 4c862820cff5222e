#ifndef CHTTPTRANSFER_H
#define CHTTPTRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One request of HTTP and its answer, by libcurl, which is loaded when it is first needed.

#pragma clang assume_nonnull begin

/// How a transfer ended.
enum HTTPTransferEnd {
    HTTPTransferWhole = 0,
    /// A function of the request wanted no more.
    HTTPTransferStopped,
    /// The URL is not one of HTTP.
    HTTPTransferBadURL,
    /// The host has no address; `number` is a number of getaddrinfo.
    HTTPTransferNoHost,
    /// The connection failed or broke; `number` is one of errno.
    HTTPTransferBroken,
    /// The other end does not speak HTTP.
    HTTPTransferNotHTTP,
    /// The connection could not be made secure; `number` is one of Secure Transport's.
    HTTPTransferNotSecure,
    /// libcurl is not there, or refuses; `number` is one of errno.
    HTTPTransferUnavailable,
};

typedef struct {
    int32_t end;
    int32_t number;
} HTTPTransferOutcome;

typedef struct {
    const char *url;
    const char *method;
    /// Header fields for the server, each a line; null at the end. Only Host is added.
    const char *_Nullable const *_Nonnull fields;
    /// Header fields for the proxy alone, each a line; null at the end. Without a proxy they are not sent.
    const char *_Nullable const *_Nonnull proxyFields;
    /// The proxy as a URL; empty for none.
    const char *proxy;
    /// Where the connection goes, as "::host:port", if the host of the URL is another name of the server; empty otherwise.
    const char *connectsTo;
    bool checksCertificate, checksName;
    /// The file of the certificate authorities that are trusted; empty for the system's.
    const char *authorities;
    /// The traffic class in the packets' header: a DSCP, from 0 to 63.
    int32_t trafficClass;
    /// Whether the request has a body, and how long it is; -1 for a length that is not known.
    bool hasBody;
    int64_t bodyLength;
    /// What the functions get.
    void *context;
    /// Gets a line of the header, with its end. Behind a proxy, the header of the answer to CONNECT comes first.
    bool (*head)(void *context, const char *line, size_t length);
    /// Gets bytes of the body.
    bool (*body)(void *context, const char *bytes, size_t length);
    /// Stores bytes of the request's body, and returns their number: 0 at the end, -1 to stop.
    long (*send)(void *context, char *bytes, size_t length);
    /// Whether the transfer is still wanted. Called about once a second, and more often while bytes come.
    bool (*goesOn)(void *context);
} HTTPTransferRequest;

/// Makes a request, and blocks until it has ended. It follows no redirection, decodes no content but joins chunks.
HTTPTransferOutcome HTTPTransferPerform(const HTTPTransferRequest *request);

#pragma clang assume_nonnull end

#endif
