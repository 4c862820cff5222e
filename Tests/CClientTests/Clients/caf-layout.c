// The structures of a CAF file have no gaps, and a program may have a header of its own that is called CoreAudioTypes.h.
#include <AudioToolbox/CAFFile.h>
#include <AudioUnit/AudioUnit.h>
#include <stddef.h>

#define SIZE(type, bytes) typedef char size_of_##type[sizeof(type) == (bytes) ? 1 : -1]
SIZE(CAFFileHeader, 8);
SIZE(CAFChunkHeader, 12);
SIZE(CAF_UUID_ChunkHeader, 28);
SIZE(CAFAudioDescription, 32);
SIZE(CAFAudioFormatListItem, 36);
SIZE(CAFPacketTableHeader, 25);
SIZE(CAFDataChunk, 5);
SIZE(CAF_SMPTE_Time, 8);
SIZE(CAFMarker, 28);
SIZE(CAFMarkerChunk, 36);
SIZE(CAFRegion, 40);
SIZE(CAFRegionChunk, 48);
SIZE(CAFInstrumentChunk, 28);
SIZE(CAFStringID, 12);
SIZE(CAFStrings, 16);
SIZE(CAFInfoStrings, 4);
SIZE(CAFPositionPeak, 12);
SIZE(CAFPeakChunk, 16);
SIZE(CAFOverviewSample, 4);
SIZE(CAFOverviewChunk, 12);
SIZE(CAFUMIDChunk, 64);
SIZE(AudioComponentDescription, 20);
SIZE(AudioUnitParameterEvent, 32);
SIZE(AudioUnitParameterInfo, 104);
SIZE(ScheduledAudioSlice, 112);
SIZE(ScheduledAudioFileRegion, 112);
SIZE(AudioUnitCocoaViewInfo, 16);
SIZE(HostCallbackInfo, 40);
SIZE(AUParameterMIDIMapping, 32);

int main(void) { return offsetof(CAFPacketTableHeader, mPacketDescriptions) == 24 ? 0 : 1; }
