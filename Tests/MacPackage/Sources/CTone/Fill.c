#include "CTone.h"
#include <mach/mach_time.h>
#include <math.h>
#include <os/log.h>

extern void ToneMade(uint64_t time);

void ToneFill(Float32 *samples, UInt32 frames, Float64 frequency, const AudioStreamBasicDescription *format) {
    for (UInt32 i = 0; i < frames; i++) samples[i] = (Float32)sin(2 * M_PI * frequency * i / format->mSampleRate);
    ToneMade(mach_absolute_time());
}
