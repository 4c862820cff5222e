// Checks that every function of CFFmpeg fails with a message if the library cannot be used.
#include "CFFmpeg.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    setenv("COREAUDIO_LIBAVCODEC", "/nowhere", 1);
    FFConfig config = {.name = "aac"};
    const char *reason = FFUnavailable();
    if (!reason || FFHasDecoder("aac") || FFHasEncoder("aac")) return 1;
    if (FFDecoderOpen(&config) || FFEncoderOpen(&config)) return 1;
    FFPictureConfig pictures = {.name = "h264"};
    if (FFPictureDecoderOpen(&pictures)) return 1;
    puts(reason);
}
