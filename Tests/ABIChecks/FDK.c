// Compiled by ABITests where libfdk-aac's headers are installed: our declarations against the real ones.
#include <fdk-aac/aacenc_lib.h>
#include "../../Sources/CFDK/include/CFDK.h"
#include "Check.h"

SIZE(FDKModule, LIB_INFO)
FIELD(FDKModule, module, LIB_INFO, module_id)
FIELD(FDKModule, version, LIB_INFO, version)
FIELD(FDKModule, abilities, LIB_INFO, flags)
FIELD(FDKModule, versionText, LIB_INFO, versionStr)
_Static_assert((int)FDKModuleRoom >= (int)FDK_MODULE_LAST, "room for the modules");
VALUE(FDKEncoderModule, FDK_AACENC)

SIZE(FDKEncoderInfo, AACENC_InfoStruct)
FIELD(FDKEncoderInfo, maximumPacketSize, AACENC_InfoStruct, maxOutBufBytes)
FIELD(FDKEncoderInfo, channels, AACENC_InfoStruct, inputChannels)
FIELD(FDKEncoderInfo, framesPerPacket, AACENC_InfoStruct, frameLength)
FIELD(FDKEncoderInfo, delay, AACENC_InfoStruct, nDelay)
FIELD(FDKEncoderInfo, configuration, AACENC_InfoStruct, confBuf)
FIELD(FDKEncoderInfo, configurationSize, AACENC_InfoStruct, confSize)

SIZE(FDKBuffers, AACENC_BufDesc)
FIELD(FDKBuffers, count, AACENC_BufDesc, numBufs)
FIELD(FDKBuffers, buffers, AACENC_BufDesc, bufs)
FIELD(FDKBuffers, kinds, AACENC_BufDesc, bufferIdentifiers)
FIELD(FDKBuffers, sizes, AACENC_BufDesc, bufSizes)
FIELD(FDKBuffers, elementSizes, AACENC_BufDesc, bufElSizes)

SIZE(FDKInput, AACENC_InArgs)
FIELD(FDKInput, samples, AACENC_InArgs, numInSamples)
SIZE(FDKOutput, AACENC_OutArgs)
FIELD(FDKOutput, packetSize, AACENC_OutArgs, numOutBytes)
FIELD(FDKOutput, samples, AACENC_OutArgs, numInSamples)
VALUE(2, sizeof(INT_PCM))

VALUE(FDKInputSamples, IN_AUDIO_DATA)
VALUE(FDKOutputPacket, OUT_BITSTREAM_DATA)
VALUE(FDKObjectType, AACENC_AOT)
VALUE(FDKBitRate, AACENC_BITRATE)
VALUE(FDKBitRateMode, AACENC_BITRATEMODE)
VALUE(FDKSampleRate, AACENC_SAMPLERATE)
VALUE(FDKReplication, AACENC_SBR_MODE)
VALUE(FDKCoreFrames, AACENC_GRANULE_LENGTH)
VALUE(FDKChannelMode, AACENC_CHANNELMODE)
VALUE(FDKThorough, AACENC_AFTERBURNER)
VALUE(FDKTransport, AACENC_TRANSMUX)
VALUE(FDKSignalling, AACENC_SIGNALING_MODE)
VALUE(5, AOT_SBR)
VALUE(29, AOT_PS)
VALUE(23, AOT_ER_AAC_LD)
VALUE(39, AOT_ER_AAC_ELD)

// The parameters' types have other names there, and the same representation: the numbers of parameters must agree.
int same_calls(HANDLE_AACENCODER encoder) {
    AACENC_InfoStruct info;
    LIB_INFO modules[FDKModuleRoom];
    return aacEncOpen(&encoder, 0, 2) + aacEncoder_SetParam(encoder, AACENC_AOT, 5) + aacEncInfo(encoder, &info)
        + (int)aacEncoder_GetParam(encoder, AACENC_AOT) + aacEncEncode(encoder, 0, 0, 0, 0) + aacEncGetLibInfo(modules)
        + aacEncClose(&encoder);
}
