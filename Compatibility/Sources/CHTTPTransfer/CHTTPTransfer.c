#include "CHTTPTransfer.h"

#include <errno.h>

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_perform) X(curl_slist_append) \
    X(curl_slist_free_all)

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
} library;

// The header hides these behind macros of the same names.
static CURLcode (*set_option)(CURL *, CURLoption, ...);
static CURLcode (*get_information)(CURL *, CURLINFO, ...);

static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {
#define X(name) #name,
        FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_NODELETE);
    if (!handle) handle = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_NODELETE);
    if (!handle) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    void *option = dlsym(handle, "curl_easy_setopt"), *information = dlsym(handle, "curl_easy_getinfo");
    if (!option || !information || library.curl_global_init(CURL_GLOBAL_DEFAULT)) return;
    memcpy(&set_option, &option, sizeof option);
    memcpy(&get_information, &information, sizeof information);
    is_there = true;
}

// libcurl takes any count but the one it gave for an error.
static size_t take_head(char *line, size_t size, size_t count, void *data) {
    const HTTPTransferRequest *request = data;
    return request->head(request->context, line, size * count) ? size * count : size * count + 1;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
    const HTTPTransferRequest *request = data;
    return request->body(request->context, bytes, size * count) ? size * count : size * count + 1;
}

static size_t give_body(char *bytes, size_t size, size_t count, void *data) {
    const HTTPTransferRequest *request = data;
    long given = request->send(request->context, bytes, size * count);
    return given < 0 ? CURL_READFUNC_ABORT : (size_t)given;
}

static int goes_on(void *data, curl_off_t total, curl_off_t now, curl_off_t total_sent, curl_off_t sent) {
    (void)total, (void)now, (void)total_sent, (void)sent;
    const HTTPTransferRequest *request = data;
    return request->goesOn(request->context) ? 0 : 1;
}

// A program that this process starts does not inherit the socket.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    const HTTPTransferRequest *request = data;
    int descriptor = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (descriptor < 0) return CURL_SOCKET_BAD;
    // The two lower bits of the byte are the kernel's.
    int class = request->trafficClass << 2;
    if (class && address->family == AF_INET) setsockopt(descriptor, IPPROTO_IP, IP_TOS, &class, sizeof class);
    if (class && address->family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_TCLASS, &class, sizeof class);
    return descriptor;
}

static HTTPTransferOutcome outcome_of(CURL *curl, CURLcode code, bool is_secure) {
    long number = 0;
    get_information(curl, CURLINFO_OS_ERRNO, &number);
    switch (code) {
    case CURLE_OK: return (HTTPTransferOutcome){HTTPTransferWhole, 0};
    case CURLE_ABORTED_BY_CALLBACK:
    case CURLE_WRITE_ERROR: return (HTTPTransferOutcome){HTTPTransferStopped, 0};
    case CURLE_URL_MALFORMAT: return (HTTPTransferOutcome){HTTPTransferBadURL, 0};
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return (HTTPTransferOutcome){HTTPTransferNoHost, EAI_NONAME};
    case CURLE_COULDNT_CONNECT: return (HTTPTransferOutcome){HTTPTransferBroken, number ? (int32_t)number : ECONNREFUSED};
    case CURLE_OPERATION_TIMEDOUT: return (HTTPTransferOutcome){HTTPTransferBroken, ETIMEDOUT};
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR: return (HTTPTransferOutcome){HTTPTransferBroken, ECONNRESET};
    case CURLE_RECV_ERROR:
        // Chunks without a length have this code, too, with what errno happened to be.
        if (!is_secure && number != ECONNRESET && number != ETIMEDOUT && number != EHOSTUNREACH)
            return (HTTPTransferOutcome){HTTPTransferNotHTTP, 0};
        return (HTTPTransferOutcome){HTTPTransferBroken, ECONNRESET};
    case CURLE_PEER_FAILED_VERIFICATION:
        // errSSLXCertChainInvalid
        return (HTTPTransferOutcome){HTTPTransferNotSecure, -9807};
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
        // errSSLProtocol
        return (HTTPTransferOutcome){HTTPTransferNotSecure, -9800};
    case CURLE_OUT_OF_MEMORY: return (HTTPTransferOutcome){HTTPTransferUnavailable, ENOMEM};
    default: return (HTTPTransferOutcome){HTTPTransferNotHTTP, 0};
    }
}

static void set_request(CURL *curl, const HTTPTransferRequest *request) {
    set_option(curl, CURLOPT_URL, request->url);
    set_option(curl, CURLOPT_PROXY, request->proxy);
#if LIBCURL_VERSION_NUM >= 0x075500
    set_option(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    set_option(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    set_option(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    set_option(curl, CURLOPT_NOSIGNAL, 1L);
    set_option(curl, CURLOPT_PATH_AS_IS, 1L);
    set_option(curl, CURLOPT_CONNECTTIMEOUT, 60L);
    set_option(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    set_option(curl, CURLOPT_OPENSOCKETDATA, request);
    // A name and a password in a URL are not sent unasked: the program adds the answer to a challenge.
    set_option(curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_NONE);
    set_option(curl, CURLOPT_PROXYAUTH, (long)CURLAUTH_NONE);
    if (*request->authorities) set_option(curl, CURLOPT_CAINFO, request->authorities);
    set_option(curl, CURLOPT_SSL_VERIFYPEER, request->checksCertificate ? 1L : 0L);
    set_option(curl, CURLOPT_SSL_VERIFYHOST, request->checksName ? 2L : 0L);
    if (request->hasBody) {
        set_option(curl, CURLOPT_UPLOAD, 1L);
        set_option(curl, CURLOPT_READFUNCTION, give_body);
        set_option(curl, CURLOPT_READDATA, request);
        set_option(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->bodyLength);
    } else if (!strcmp(request->method, "HEAD")) {
        set_option(curl, CURLOPT_NOBODY, 1L);
    }
    set_option(curl, CURLOPT_CUSTOMREQUEST, request->method);
    set_option(curl, CURLOPT_HEADERFUNCTION, take_head);
    set_option(curl, CURLOPT_HEADERDATA, request);
    set_option(curl, CURLOPT_WRITEFUNCTION, take_body);
    set_option(curl, CURLOPT_WRITEDATA, request);
    set_option(curl, CURLOPT_NOPROGRESS, 0L);
    set_option(curl, CURLOPT_XFERINFOFUNCTION, goes_on);
    set_option(curl, CURLOPT_XFERINFODATA, request);
}

static struct curl_slist *list(struct curl_slist *list, const char *const *lines) {
    for (; *lines; lines++) list = library.curl_slist_append(list, *lines);
    return list;
}

HTTPTransferOutcome HTTPTransferPerform(const HTTPTransferRequest *request) {
    pthread_once(&once, load);
    CURL *curl = is_there ? library.curl_easy_init() : NULL;
    if (!curl) return (HTTPTransferOutcome){HTTPTransferUnavailable, is_there ? ENOMEM : ENOSYS};
    set_request(curl, request);
    // Old servers answer "ICY 200 OK" where HTTP has its version.
    struct curl_slist *aliases = library.curl_slist_append(NULL, "ICY 200 OK");
    // A field with nothing behind the colon is one that libcurl must not add.
    struct curl_slist *fields = list(library.curl_slist_append(NULL, "Expect:"), request->fields);
    struct curl_slist *proxy_fields = list(NULL, request->proxyFields);
    struct curl_slist *places = *request->connectsTo ? library.curl_slist_append(NULL, request->connectsTo) : NULL;
    set_option(curl, CURLOPT_HTTP200ALIASES, aliases);
    set_option(curl, CURLOPT_HTTPHEADER, fields);
    set_option(curl, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
    set_option(curl, CURLOPT_PROXYHEADER, proxy_fields);
    if (places) set_option(curl, CURLOPT_CONNECT_TO, places);
    HTTPTransferOutcome outcome = outcome_of(curl, library.curl_easy_perform(curl), !strncasecmp(request->url, "https", 5));
    library.curl_easy_cleanup(curl);
    library.curl_slist_free_all(places);
    library.curl_slist_free_all(proxy_fields);
    library.curl_slist_free_all(fields);
    library.curl_slist_free_all(aliases);
    return outcome;
}

#else

HTTPTransferOutcome HTTPTransferPerform(const HTTPTransferRequest *request) {
    (void)request;
    return (HTTPTransferOutcome){HTTPTransferUnavailable, ENOSYS};
}

#endif
