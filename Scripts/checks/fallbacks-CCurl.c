// Checks the messages of CCurl when it is built without libcurl's headers.
#include "CCurl.h"
#include <stdio.h>
#include <string.h>

static int take_head(void *context, const char *line, size_t count) { return 1; }
static int take_body(void *context, const void *bytes, size_t count) { return 1; }

int main(void) {
    CurlRequest request = {
        .url = "http://127.0.0.1:1/", .userAgent = "fallbacks", .patience = 1, .head = take_head, .body = take_body};
    CurlOutcome outcome = CurlPerform(&request);
    const char *reason = CurlUnavailable();
    if (!reason || outcome.end != CurlRefused || strcmp(outcome.reason, reason)) return 1;
    puts(reason);
}
