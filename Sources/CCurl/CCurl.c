#define _GNU_SOURCE
#include "CCurl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_reset) X(curl_easy_perform) \
    X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all)

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
} library;

// The header hides this one behind a macro of the same name.
static CURLcode (*set_option)(CURL *, CURLoption, ...);

static char missing[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {
#define X(name) #name,
        FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_NODELETE);
    if (!handle) handle = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_NODELETE);
    if (!handle) {
        snprintf(missing, sizeof missing, "libcurl is not there (Debian: libcurl4; Fedora: libcurl)");
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) {
            snprintf(missing, sizeof missing, "libcurl has no %s", names[i]);
            return;
        }
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    void *option = dlsym(handle, "curl_easy_setopt");
    if (option) memcpy(&set_option, &option, sizeof option);
    if (!option || library.curl_global_init(CURL_GLOBAL_DEFAULT))
        snprintf(missing, sizeof missing, "libcurl cannot be used");
}

const char *CurlUnavailable(void) {
    pthread_once(&once, load);
    return missing[0] ? missing : NULL;
}

// libcurl takes any count but the one it gave for an error.
static size_t take_head(char *line, size_t size, size_t count, void *data) {
    const CurlRequest *request = data;
    return request->head(request->context, line, size * count) ? size * count : size * count + 1;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
    const CurlRequest *request = data;
    return request->body(request->context, bytes, size * count) ? size * count : size * count + 1;
}

static int goes_on(void *data, curl_off_t total, curl_off_t now, curl_off_t total_sent, curl_off_t sent) {
    (void)total, (void)now, (void)total_sent, (void)sent;
    const CurlRequest *request = data;
    return request->goesOn(request->context) ? 0 : 1;
}

// The certificates that the user has named, as for the command curl; NULL for the system's.
static const char *authorities(void) {
    const char *names[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = secure_getenv(names[i]);
        if (path && *path) return path;
    }
    return NULL;
}

static int32_t end_of(CURLcode code) {
    switch (code) {
    case CURLE_OK: return CurlWhole;
    case CURLE_ABORTED_BY_CALLBACK:
    case CURLE_WRITE_ERROR: return CurlStopped;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return CurlCut;
    default: return CurlRefused;
    }
}

// The lines as a list that the caller frees.
static struct curl_slist *header_list(const char *lines) {
    struct curl_slist *list = NULL;
    while (lines && *lines) {
        size_t length = strcspn(lines, "\n");
        char *line = strndup(lines, length);
        struct curl_slist *longer = line ? library.curl_slist_append(list, line) : NULL;
        free(line);
        if (!longer) break;
        list = longer;
        lines += length + (lines[length] == '\n');
    }
    return list;
}

void *CurlOpen(void) { return CurlUnavailable() ? NULL : library.curl_easy_init(); }

void CurlClose(void *session) {
    if (session) library.curl_easy_cleanup(session);
}

CurlOutcome CurlPerform(const CurlRequest *request) {
    CurlOutcome outcome = {CurlRefused, ""};
    const char *unavailable = CurlUnavailable();
    CURL *curl = request->session ? request->session : CurlOpen();
    if (!curl) {
        snprintf(outcome.reason, sizeof outcome.reason, "%s", unavailable ? unavailable : "there is no memory");
        return outcome;
    }
    char error[CURL_ERROR_SIZE] = "";
    // Old servers answer "ICY 200 OK" where HTTP has its version.
    struct curl_slist *aliases = library.curl_slist_append(NULL, "ICY 200 OK");
    struct curl_slist *headers = header_list(request->extraHeaders);
    set_option(curl, CURLOPT_URL, request->url);
    set_option(curl, CURLOPT_USERAGENT, request->userAgent);
    set_option(curl, CURLOPT_HTTP200ALIASES, aliases);
    set_option(curl, CURLOPT_HTTPHEADER, headers);
#if LIBCURL_VERSION_NUM >= 0x075500
    set_option(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    set_option(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    set_option(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    set_option(curl, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    if (authorities()) set_option(curl, CURLOPT_CAINFO, authorities());
    set_option(curl, CURLOPT_FOLLOWLOCATION, 1L);
    set_option(curl, CURLOPT_MAXREDIRS, 5L);
    set_option(curl, CURLOPT_FAILONERROR, 1L);
    set_option(curl, CURLOPT_NOSIGNAL, 1L);
    set_option(curl, CURLOPT_CONNECTTIMEOUT, request->patience);
    set_option(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    set_option(curl, CURLOPT_LOW_SPEED_TIME, request->patience);
    // A server that knows no ranges sends everything, and the caller sees it.
    char range[64];
    long long start = request->start, end = request->end;
    if (end > 0) snprintf(range, sizeof range, "%lld-%lld", start, end - 1);
    else snprintf(range, sizeof range, "%lld-", start);
    if (start > 0 || end > 0) set_option(curl, CURLOPT_RANGE, range);
    set_option(curl, CURLOPT_ERRORBUFFER, error);
    set_option(curl, CURLOPT_HEADERFUNCTION, take_head);
    set_option(curl, CURLOPT_HEADERDATA, request);
    set_option(curl, CURLOPT_WRITEFUNCTION, take_body);
    set_option(curl, CURLOPT_WRITEDATA, request);
    if (request->goesOn) {
        set_option(curl, CURLOPT_NOPROGRESS, 0L);
        set_option(curl, CURLOPT_XFERINFOFUNCTION, goes_on);
        set_option(curl, CURLOPT_XFERINFODATA, request);
    }
    CURLcode code = library.curl_easy_perform(curl);
    outcome.end = end_of(code);
    snprintf(
        outcome.reason, sizeof outcome.reason, "%s", error[0] ? error : library.curl_easy_strerror(code));
    // Its open connection stays, its options do not.
    if (request->session) library.curl_easy_reset(curl);
    else library.curl_easy_cleanup(curl);
    library.curl_slist_free_all(headers);
    library.curl_slist_free_all(aliases);
    return outcome;
}

#else

const char *CurlUnavailable(void) {
    return "this was built without libcurl's headers (Debian: libcurl4-openssl-dev; Fedora: libcurl-devel)";
}

void *CurlOpen(void) { return NULL; }

void CurlClose(void *session) { (void)session; }

CurlOutcome CurlPerform(const CurlRequest *request) {
    CurlOutcome outcome = {CurlRefused, ""};
    snprintf(outcome.reason, sizeof outcome.reason, "%s", CurlUnavailable());
    return outcome;
}

#endif
