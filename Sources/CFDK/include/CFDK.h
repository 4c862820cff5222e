#ifndef CFDK_H
#define CFDK_H

#include <stddef.h>
#include <stdint.h>

// The encoder of libfdk-aac, through its binary interface declared in our own words: neither building nor running needs its
// headers. A test compares the declarations with the real headers where they are installed. The library is loaded at the
// first call of `FDKUnavailable`.

/// Why there is no library, or NULL where it is there.
const char *_Nullable FDKUnavailable(void);

/// What an encoder is opened with.
typedef struct {
    /// 5 for HE-AAC, 29 for HE-AAC v2, 23 for AAC-LD, 39 for AAC-ELD.
    int32_t objectType;
    /// Frames of a packet of the core coder.
    int32_t coreFrames;
    int32_t sampleRate;
    /// 1 to 6, which are also the channel configurations.
    int32_t channels;
    /// Bits per second of a constant bit rate; not used where `variableMode` is set.
    int32_t bitRate;
    /// 0 for a constant bit rate, 1 to 5 for the steps of a variable one.
    int32_t variableMode;
    /// Whether the quantisation is searched for by trial, which is better and takes longer.
    int32_t isThorough;
} FDKConfig;

/// What an encoder is like.
typedef struct {
    int32_t framesPerPacket;
    /// Frames from where a sample goes in to where a decoder gives it out.
    int32_t delay;
    int32_t maximumPacketSize;
    /// The constant bit rate in use, which the library keeps within its limits.
    int32_t bitRate;
    /// The AudioSpecificConfig.
    uint8_t configuration[64];
    int32_t configurationSize;
} FDKInfo;

typedef struct FDKEncoder FDKEncoder;

/// NULL where the library does not take the configuration.
FDKEncoder *_Nullable FDKEncoderOpen(const FDKConfig *_Nonnull config, FDKInfo *_Nonnull info);
void FDKEncoderClose(FDKEncoder *_Nonnull encoder);

/// Encodes one packet's frames, interleaved. Returns the packet's bytes, or -1.
int32_t FDKEncoderEncode(
    FDKEncoder *_Nonnull encoder, const int16_t *_Nonnull samples, int32_t frames, uint8_t *_Nonnull packet, int32_t room);

// The library's binary interface, of version 2 and encoder module 4.

struct AACENCODER;

/// A module of the library: number 4 is the encoder.
typedef struct {
    const char *_Nullable title, *_Nullable date, *_Nullable time;
    int32_t module;
    /// Major, minor and patch number in a byte each, and a byte of nothing.
    int32_t version;
    uint32_t abilities;
    char versionText[32];
} FDKModule;

/// Room for the modules. The library fills those of its 39 that it has.
enum { FDKModuleRoom = 64, FDKEncoderModule = 4 };

typedef struct {
    uint32_t maximumPacketSize, maximumExtraSize, fill, channels, framesPerPacket, delay, coreDelay;
    uint8_t configuration[64];
    uint32_t configurationSize;
} FDKEncoderInfo;

typedef struct {
    int32_t count;
    void *_Nullable *_Nullable buffers;
    int32_t *_Nullable kinds;
    int32_t *_Nullable sizes;
    int32_t *_Nullable elementSizes;
} FDKBuffers;

typedef struct { int32_t samples, extraBytes; } FDKInput;
typedef struct { int32_t packetSize, samples, extraBytes, reservoir; } FDKOutput;

enum { FDKInputSamples = 0, FDKOutputPacket = 3 };

enum {
    FDKObjectType = 0x100, FDKBitRate = 0x101, FDKBitRateMode = 0x102, FDKSampleRate = 0x103, FDKReplication = 0x104,
    FDKCoreFrames = 0x105, FDKChannelMode = 0x106, FDKThorough = 0x200, FDKTransport = 0x300, FDKSignalling = 0x302,
};

#define FDK_FUNCTIONS(X) \
    X(int, aacEncOpen, (struct AACENCODER **encoder, const unsigned modules, const unsigned channels)) \
    X(int, aacEncClose, (struct AACENCODER **encoder)) \
    X(int, aacEncEncode, \
        (struct AACENCODER *const encoder, const FDKBuffers *input, const FDKBuffers *output, const FDKInput *given, \
         FDKOutput *made)) \
    X(int, aacEncInfo, (struct AACENCODER *const encoder, FDKEncoderInfo *info)) \
    X(int, aacEncoder_SetParam, (struct AACENCODER *const encoder, const int parameter, const unsigned value)) \
    X(unsigned, aacEncoder_GetParam, (struct AACENCODER *const encoder, const int parameter)) \
    X(int, aacEncGetLibInfo, (FDKModule *modules))

#endif
