#include "CTone.h"

#include <AudioUnit/AudioUnit.h>
#include <CoreServices/CoreServices.h>
#include <vector>

static std::vector<uint64_t> times;

extern "C" void ToneMade(uint64_t time) { times.push_back(time); }

SInt32 ToneCount() { return static_cast<SInt32>(times.size()); }
