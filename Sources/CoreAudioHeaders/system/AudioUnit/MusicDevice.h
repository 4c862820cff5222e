#include <AudioToolbox/MusicDevice.h>
