#define _GNU_SOURCE
#include "CFDK.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(result, name, parameters) result (*name) parameters;
static struct { FDK_FUNCTIONS(X) } library;
#undef X

static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Whether the encoder is of the version whose structures are declared here.
static int is_version(const char *path) {
    FDKModule modules[FDKModuleRoom] = {0};
    library.aacEncGetLibInfo(modules);
    for (int i = 0; i < FDKModuleRoom; i++) {
        if (modules[i].module != FDKEncoderModule) continue;
        if (modules[i].version >> 24 == 4) return 1;
        snprintf(reason, sizeof reason, "the encoder of %s has version %d, not 4", path, modules[i].version >> 24);
        return 0;
    }
    snprintf(reason, sizeof reason, "%s has no encoder", path);
    return 0;
}

static void load(void) {
#define X(result, name, parameters) #name,
    static const char *const names[] = {FDK_FUNCTIONS(X)};
#undef X
    const char *chosen = secure_getenv("COREAUDIO_LIBFDKAAC");
    const char *path = chosen ? chosen : "libfdk-aac.so.2";
    void *handle = dlopen(path, RTLD_NOW | RTLD_NODELETE);
    if (!handle) {
        snprintf(
            reason, sizeof reason, "%s is not there (Debian: libfdk-aac2, in the section non-free; Fedora: fdk-aac of RPM Fusion)",
            path);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) {
            snprintf(reason, sizeof reason, "%s has no %s", path, names[i]);
            return;
        }
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    is_version(path);
}

const char *FDKUnavailable(void) {
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

struct FDKEncoder {
    struct AACENCODER *encoder;
    int32_t channels;
};

static int configure(struct AACENCODER *encoder, const FDKConfig *config) {
    const struct { int parameter, value; } settings[] = {
        {FDKObjectType, config->objectType}, {FDKCoreFrames, config->coreFrames},
        // The low-delay types without an extension; the others have theirs by their type.
        {FDKReplication, config->objectType == 39 ? 0 : -1}, {FDKSampleRate, config->sampleRate},
        {FDKChannelMode, config->channels}, {FDKBitRateMode, config->variableMode},
        {FDKBitRate, config->variableMode ? -1 : config->bitRate}, {FDKThorough, config->isThorough},
        // Packets alone, and a configuration whose extension stands where decoders without it do not look.
        {FDKTransport, 0}, {FDKSignalling, 1},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        // What is not set is the library's to choose.
        if (settings[i].value == -1) continue;
        if (library.aacEncoder_SetParam(encoder, settings[i].parameter, (unsigned)settings[i].value)) return 0;
    }
    return library.aacEncEncode(encoder, NULL, NULL, NULL, NULL) == 0;
}

FDKEncoder *FDKEncoderOpen(const FDKConfig *config, FDKInfo *info) {
    if (FDKUnavailable()) return NULL;
    FDKEncoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    FDKEncoderInfo found = {0};
    if (library.aacEncOpen(&encoder->encoder, 0, (unsigned)config->channels) == 0
        && configure(encoder->encoder, config) && library.aacEncInfo(encoder->encoder, &found) == 0
        && found.configurationSize <= sizeof found.configuration && found.framesPerPacket <= 1 << 16) {
        encoder->channels = config->channels;
        info->framesPerPacket = (int32_t)found.framesPerPacket;
        info->delay = (int32_t)found.delay;
        info->maximumPacketSize = (int32_t)found.maximumPacketSize;
        info->bitRate = config->variableMode ? 0 : (int32_t)library.aacEncoder_GetParam(encoder->encoder, FDKBitRate);
        memcpy(info->configuration, found.configuration, sizeof found.configuration);
        info->configurationSize = (int32_t)found.configurationSize;
        return encoder;
    }
    FDKEncoderClose(encoder);
    return NULL;
}

void FDKEncoderClose(FDKEncoder *encoder) {
    if (encoder->encoder) library.aacEncClose(&encoder->encoder);
    free(encoder);
}

int32_t FDKEncoderEncode(FDKEncoder *encoder, const int16_t *samples, int32_t frames, uint8_t *packet, int32_t room) {
    int32_t count = frames * encoder->channels;
    void *input = (void *)samples, *output = packet;
    int32_t inputKind = FDKInputSamples, inputSize = count * 2, inputElement = 2;
    int32_t outputKind = FDKOutputPacket, outputElement = 1;
    FDKBuffers from = {1, &input, &inputKind, &inputSize, &inputElement};
    FDKBuffers to = {1, &output, &outputKind, &room, &outputElement};
    FDKInput given = {count, 0};
    FDKOutput made = {0};
    int result = library.aacEncEncode(encoder->encoder, &from, &to, &given, &made);
    return result == 0 && made.samples == count && made.packetSize > 0 ? made.packetSize : -1;
}
