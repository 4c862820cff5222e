#ifndef CarbonCore_Debugging_h
#define CarbonCore_Debugging_h

// Names of statuses, for messages.

#include <CarbonCore/MacErrors.h>

/// The name of one of the statuses in `MacErrors.h`, `"noErr"` for 0; an empty string for another. Constant; any thread.
static __inline__ const char *_Nonnull GetMacOSStatusErrorString(OSStatus err) {
#define CARBON_STATUS(name) \
    case name: return #name;
    switch (err) {
        CARBON_STATUS(noErr)
        CARBON_STATUS(paramErr)
        CARBON_STATUS(memFullErr)
        CARBON_STATUS(memWErr)
        CARBON_STATUS(nilHandleErr)
        CARBON_STATUS(unimpErr)
        CARBON_STATUS(readErr)
        CARBON_STATUS(writErr)
        CARBON_STATUS(openErr)
        CARBON_STATUS(closErr)
        CARBON_STATUS(dirFulErr)
        CARBON_STATUS(dskFulErr)
        CARBON_STATUS(nsvErr)
        CARBON_STATUS(ioErr)
        CARBON_STATUS(bdNamErr)
        CARBON_STATUS(fnOpnErr)
        CARBON_STATUS(eofErr)
        CARBON_STATUS(posErr)
        CARBON_STATUS(tmfoErr)
        CARBON_STATUS(fnfErr)
        CARBON_STATUS(wPrErr)
        CARBON_STATUS(fLckdErr)
        CARBON_STATUS(vLckdErr)
        CARBON_STATUS(fBsyErr)
        CARBON_STATUS(dupFNErr)
        CARBON_STATUS(opWrErr)
        CARBON_STATUS(rfNumErr)
        CARBON_STATUS(permErr)
        CARBON_STATUS(wrPermErr)
        CARBON_STATUS(dirNFErr)
        CARBON_STATUS(userCanceledErr)
        CARBON_STATUS(resNotFound)
        CARBON_STATUS(badComponentInstance)
        CARBON_STATUS(badComponentSelector)
        CARBON_STATUS(invalidComponentID)
        CARBON_STATUS(validInstancesExist)
        CARBON_STATUS(componentNotCaptured)
        CARBON_STATUS(componentDontRegister)
        CARBON_STATUS(unresolvedComponentDLLErr)
        CARBON_STATUS(notEnoughHardwareErr)
        CARBON_STATUS(queueFull)
        CARBON_STATUS(resProblem)
        CARBON_STATUS(badChannel)
        CARBON_STATUS(badFormat)
        CARBON_STATUS(notEnoughBufferSpace)
        CARBON_STATUS(badFileFormat)
        CARBON_STATUS(channelBusy)
        CARBON_STATUS(siInvalidCompression)
        CARBON_STATUS(siInvalidSampleRate)
        CARBON_STATUS(siInvalidSampleSize)
        default: return "";
    }
#undef CARBON_STATUS
}

/// An empty string: there are no comments here. Any thread.
static __inline__ const char *_Nonnull GetMacOSStatusCommentString(OSStatus err) {
    (void)err;
    return "";
}

#endif
