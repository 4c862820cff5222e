#ifndef CMPG123_H
#define CMPG123_H

#include <stddef.h>
#include <stdint.h>

// The part of libmpg123's binary interface that decodes frames of MPEG audio, declared in our own words, so that neither building
// nor running needs its headers. A test compares the declarations with the real headers where they are installed. The library
// is loaded at the first call of `MPGUnavailable`, of version 1.26 or later.

/// Why there is no library, or NULL where it is there.
const char *_Nullable MPGUnavailable(void);

/// Decodes the frames of one stream, one at a time.
typedef struct MPGDecoder MPGDecoder;

/// A decoder to interleaved 32-bit float of this rate and one or two channels; a frame of one channel comes out as two where two
/// are asked for. NULL without the library, without memory, or for a rate that no frame has.
MPGDecoder *_Nullable MPGDecoderOpen(int32_t sampleRate, int32_t channels);
void MPGDecoderClose(MPGDecoder *_Nonnull decoder);

/// Forgets all history. `freeSize` is the size of frames of free format without their headers and padding, or -1 where there are
/// none. Allocates nothing. Returns 0, or -1 where the decoder cannot be used further.
int32_t MPGDecoderRestart(MPGDecoder *_Nonnull decoder, int32_t freeSize);

/// Decodes one whole frame to exactly so many frames of sound. Returns 0, or -1 where it does not give those: the decoder then
/// has to be restarted.
int32_t MPGDecoderDecode(
    MPGDecoder *_Nonnull decoder, const uint8_t *_Nonnull packet, size_t size, float *_Nonnull samples, int32_t frames);

/// Whether the library can be watched as it decodes layer III: it may have been built without its notes.
int32_t MPGCanWatch(void);

/// As `MPGDecoderDecode`, for a frame of layer III. `granules` becomes the number of its granules that came to sound: the library
/// fills up with zeros what it gives up. Not for a frame with mixed blocks, for which the library reads outside its memory.
int32_t MPGDecoderWatch(
    MPGDecoder *_Nonnull decoder, const uint8_t *_Nonnull packet, size_t size, float *_Nonnull samples, int32_t frames,
    int32_t *_Nonnull granules);

// The library's binary interface.

struct mpg123_handle_struct;
struct mpg123_moreinfo;

/// The parameters of a handle.
enum { MPGFlags = 1, MPGIndexSize = 15, MPGFeedPool = 17, MPGFeedBuffer = 18, MPGFreeFormatSize = 19 };

/// Bits of `MPGFlags`: no messages; an error where a frame does not begin at once; a frame of information is a frame like all
/// others; a frame is decoded without looking at the one behind it. Not among them: that delay and padding are cut off.
enum { MPGQuiet = 0x20, MPGNoResync = 0x80, MPGIgnoreInfoFrame = 0x4000, MPGNoReadAhead = 0x400000 };

/// What a library may have been built without.
enum { MPGHasLayer1 = 6, MPGHasLayer2 = 7, MPGHasLayer3 = 8, MPGHasNotes = 15, MPGHasFloat = 16 };

/// What the library notes of a frame of layer III, of a granule just before that comes to sound: `mpg123_moreinfo`.
typedef struct {
    double amounts[2 * 2 * (576 + 22 + 39)];
    int32_t counts[2 * 2 * 7];
    /// By granule and channel: 0 to 3.
    int32_t blockType[2][2];
    int32_t others[16];
} MPGNotes;

enum { MPGFloat32 = 0x200 };
enum { MPGNewFormat = -11, MPGOK = 0 };

#define MPG_FUNCTIONS(X) \
    X(int, mpg123_init, (void)) \
    X(int, mpg123_feature, (const int feature)) \
    X(struct mpg123_handle_struct *, mpg123_new, (const char *decoder, int *error)) \
    X(void, mpg123_delete, (struct mpg123_handle_struct *handle)) \
    X(int, mpg123_param, (struct mpg123_handle_struct *handle, int parameter, long value, double fraction)) \
    X(int, mpg123_format_none, (struct mpg123_handle_struct *handle)) \
    X(int, mpg123_format, (struct mpg123_handle_struct *handle, long rate, int channels, int encodings)) \
    X(int, mpg123_open_feed, (struct mpg123_handle_struct *handle)) \
    X(int, mpg123_decode, \
        (struct mpg123_handle_struct *handle, const unsigned char *bytes, size_t size, void *samples, size_t room, \
         size_t *done)) \
    X(int, mpg123_set_moreinfo, (struct mpg123_handle_struct *handle, struct mpg123_moreinfo *notes)) \
    /* Not called: 1.26 brought it along with MPGNoReadAhead. */ \
    X(int, mpg123_open_fixed, (struct mpg123_handle_struct *handle, const char *path, int channels, int encoding))

#endif
