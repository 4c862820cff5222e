#ifndef OpenAL_oalStaticBufferExtension_h
#define OpenAL_oalStaticBufferExtension_h

#include <OpenAL/al.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: AL_EXT_STATIC_BUFFER

/// The type of `alBufferDataStatic`, which lets a buffer play samples of the program's own memory.
///
/// Get the function with `alcGetProcAddress(NULL, "alBufferDataStatic")`. The memory has to stay valid until the buffer has been
/// deleted, or given other samples, and no source plays it.
///
/// OpenAL Soft 1.22 or later reads that memory. An earlier one copies the samples in this call, as `alBufferData` does: what the
/// program writes to the memory afterwards is not heard.
///
/// Threads: Call this function on any thread. It is not real-time safe.
///
/// - Parameters:
///   - bid: a buffer that is attached to no source.
///   - format: the form of the samples, such as `AL_FORMAT_MONO16`.
///   - data: the samples.
///   - size: bytes of the samples.
///   - freq: frames per second of the samples.
typedef void (*alBufferDataStaticProcPtr)(ALint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);

#ifdef __cplusplus
}
#endif

#endif
