#ifndef CarbonCore_MacErrors_h
#define CarbonCore_MacErrors_h

// Statuses of the system that programs use by name.

#include <MacTypes.h>

/// Parameters and memory.
CF_ENUM(OSStatus) {
    paramErr = -50,
    memFullErr = -108,
    memWErr = -111,
    nilHandleErr = -109,
    unimpErr = -4
};

/// Drivers.
CF_ENUM(OSStatus) {
    readErr = -19,
    writErr = -20,
    openErr = -23,
    closErr = -24
};

/// Files.
CF_ENUM(OSStatus) {
    dirFulErr = -33,
    dskFulErr = -34,
    nsvErr = -35,
    ioErr = -36,
    bdNamErr = -37,
    fnOpnErr = -38,
    eofErr = -39,
    posErr = -40,
    tmfoErr = -42,
    fnfErr = -43,
    wPrErr = -44,
    fLckdErr = -45,
    vLckdErr = -46,
    fBsyErr = -47,
    dupFNErr = -48,
    opWrErr = -49,
    rfNumErr = -51,
    permErr = -54,
    wrPermErr = -61,
    dirNFErr = -120,
    errFSRefsDifferent = -1420,
    pathTooLongErr = -2110
};

/// Components and requests.
CF_ENUM(OSStatus) {
    userCanceledErr = -128,
    resNotFound = -192,
    badComponentInstance = (OSStatus)0x80008001,
    badComponentSelector = (OSStatus)0x80008002,
    invalidComponentID = -3000,
    validInstancesExist = -3001,
    componentNotCaptured = -3002,
    componentDontRegister = -3003,
    unresolvedComponentDLLErr = -3004
};

/// Sound.
CF_ENUM(OSStatus) {
    notEnoughHardwareErr = -201,
    queueFull = -203,
    resProblem = -204,
    badChannel = -205,
    badFormat = -206,
    notEnoughBufferSpace = -207,
    badFileFormat = -208,
    channelBusy = -209,
    siInvalidCompression = -223,
    siInvalidSampleRate = -224,
    siInvalidSampleSize = -225
};

#endif
