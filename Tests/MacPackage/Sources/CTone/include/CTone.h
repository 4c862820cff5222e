#include <AudioToolbox/AudioToolbox.h>
#include <Availability.h>
#include <TargetConditionals.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// Fills a buffer with a sine of a frequency.
void ToneFill(Float32 *samples, UInt32 frames, Float64 frequency, const AudioStreamBasicDescription *format);

/// The number of tones that have been made.
SInt32 ToneCount(void);

#if !TARGET_OS_MAC
#error "The branches for the Mac are compiled."
#endif

#if defined(__cplusplus)
}
#endif
