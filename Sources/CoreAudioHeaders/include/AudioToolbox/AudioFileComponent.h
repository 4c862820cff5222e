#ifndef AudioToolbox_AudioFileComponent_h
#define AudioToolbox_AudioFileComponent_h

// Types of file formats that programs implement. This library cannot register any.

#include <AudioToolbox/AudioComponent.h>
#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// An instance of a file format.
typedef AudioComponentInstance AudioFileComponent;

/// Names a property of a file format.
typedef UInt32 AudioFileComponentPropertyID;

/// Properties of a file format.
CF_ENUM(AudioFilePropertyID) {
    kAudioFileComponent_CanRead = 0x636E7264,  // 'cnrd'
    kAudioFileComponent_CanWrite = 0x636E7772,  // 'cnwr'
    kAudioFileComponent_FileTypeName = 0x66746E6D,  // 'ftnm'
    kAudioFileComponent_UTIsForType = 0x66757469,  // 'futi'
    kAudioFileComponent_MIMETypesForType = 0x666D696D,  // 'fmim'
    kAudioFileComponent_ExtensionsForType = 0x66657874,  // 'fext'
    kAudioFileComponent_AvailableFormatIDs = 0x666D6964,  // 'fmid'
    kAudioFileComponent_AvailableStreamDescriptionsForFormat = 0x73646964,  // 'sdid'
    kAudioFileComponent_FastDispatchTable = 0x66646674,  // 'fdft'
    kAudioFileComponent_HFSTypeCodesForType = 0x66686673  // 'fhfs'
};

/// Selectors of its functions.
CF_ENUM(UInt32) {
    kAudioFileCreateSelect = 1,
    kAudioFileOpenSelect = 2,
    kAudioFileInitializeSelect = 3,
    kAudioFileOpenWithCallbacksSelect = 4,
    kAudioFileInitializeWithCallbacksSelect = 5,
    kAudioFileCloseSelect = 6,
    kAudioFileOptimizeSelect = 7,
    kAudioFileReadBytesSelect = 8,
    kAudioFileWriteBytesSelect = 9,
    kAudioFileReadPacketsSelect = 10,
    kAudioFileWritePacketsSelect = 11,
    kAudioFileGetPropertyInfoSelect = 12,
    kAudioFileGetPropertySelect = 13,
    kAudioFileSetPropertySelect = 14,
    kAudioFileExtensionIsThisFormatSelect = 15,
    kAudioFileFileIsThisFormatSelect = 16,
    kAudioFileDataIsThisFormatSelect = 17,
    kAudioFileGetGlobalInfoSizeSelect = 18,
    kAudioFileGetGlobalInfoSelect = 19,
    kAudioFileCountUserDataSelect = 20,
    kAudioFileGetUserDataSizeSelect = 21,
    kAudioFileGetUserDataSelect = 22,
    kAudioFileSetUserDataSelect = 23,
    kAudioFileRemoveUserDataSelect = 24,
    kAudioFileCreateURLSelect = 25,
    kAudioFileOpenURLSelect = 26,
    kAudioFileFileDataIsThisFormatSelect = 27,
    kAudioFileReadPacketDataSelect = 28
};

// MARK: Functions of a file format that a program implements

typedef OSStatus (*ReadBytesFDF)(
    void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);
typedef OSStatus (*WriteBytesFDF)(
    void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);
typedef OSStatus (*ReadPacketsFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    void *outBuffer);
typedef OSStatus (*ReadPacketDataFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    void *outBuffer);
typedef OSStatus (*WritePacketsFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    const void *inBuffer);
typedef OSStatus (*GetPropertyInfoFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);
typedef OSStatus (*GetPropertyFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize, void *ioPropertyData);
typedef OSStatus (*SetPropertyFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 inDataSize, const void *inPropertyData);
typedef OSStatus (*CountUserDataFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 *outNumberItems);
typedef OSStatus (*GetUserDataSizeFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outDataSize);
typedef OSStatus (*GetUserDataFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);
typedef OSStatus (*SetUserDataFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);
typedef OSStatus (*AudioFileComponentCreateURLProc)(
    void *self, CFURLRef inFileRef, const AudioStreamBasicDescription *inFormat, UInt32 inFlags);
typedef OSStatus (*AudioFileComponentOpenURLProc)(
    void *self, CFURLRef inFileRef, SInt8 inPermissions, int inFileDescriptor);
typedef OSStatus (*AudioFileComponentOpenWithCallbacksProc)(
    void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc);
typedef OSStatus (*AudioFileComponentInitializeWithCallbacksProc)(
    void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc, UInt32 inFileType,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags);
typedef OSStatus (*AudioFileComponentCloseProc)(void *self);
typedef OSStatus (*AudioFileComponentOptimizeProc)(void *self);

// The types above again, under the names of the selectors.
typedef ReadBytesFDF AudioFileComponentReadBytesProc;
typedef WriteBytesFDF AudioFileComponentWriteBytesProc;
typedef ReadPacketsFDF AudioFileComponentReadPacketsProc;
typedef ReadPacketDataFDF AudioFileComponentReadPacketDataProc;
typedef WritePacketsFDF AudioFileComponentWritePacketsProc;
typedef GetPropertyInfoFDF AudioFileComponentGetPropertyInfoProc;
typedef GetPropertyFDF AudioFileComponentGetPropertyProc;
typedef SetPropertyFDF AudioFileComponentSetPropertyProc;
typedef CountUserDataFDF AudioFileComponentCountUserDataProc;
typedef GetUserDataSizeFDF AudioFileComponentGetUserDataSizeProc;
typedef GetUserDataFDF AudioFileComponentGetUserDataProc;
typedef SetUserDataFDF AudioFileComponentSetUserDataProc;

typedef OSStatus (*AudioFileComponentRemoveUserDataProc)(void *self, UInt32 inUserDataID, UInt32 inIndex);
typedef OSStatus (*AudioFileComponentExtensionIsThisFormatProc)(void *self, CFStringRef inExtension, UInt32 *outResult);
typedef OSStatus (*AudioFileComponentFileDataIsThisFormatProc)(
    void *self, UInt32 inDataByteSize, const void *inData, UInt32 *outResult);
typedef OSStatus (*AudioFileComponentGetGlobalInfoSizeProc)(
    void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
    UInt32 *outPropertySize);
typedef OSStatus (*AudioFileComponentGetGlobalInfoProc)(
    void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

// MARK: Tables of functions

/// Functions that are called directly.
struct AudioFileFDFTable {
    void *mComponentStorage;
    ReadBytesFDF mReadBytesFDF;
    WriteBytesFDF mWriteBytesFDF;
    ReadPacketsFDF mReadPacketsFDF;
    WritePacketsFDF mWritePacketsFDF;
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    GetPropertyFDF mGetPropertyFDF;
    SetPropertyFDF mSetPropertyFDF;
    CountUserDataFDF mCountUserDataFDF;
    GetUserDataSizeFDF mGetUserDataSizeFDF;
    GetUserDataFDF mGetUserDataFDF;
    SetUserDataFDF mSetUserDataFDF;
};
typedef struct AudioFileFDFTable AudioFileFDFTable;

/// The same table with one more function.
struct AudioFileFDFTableExtended {
    void *mComponentStorage;
    ReadBytesFDF mReadBytesFDF;
    WriteBytesFDF mWriteBytesFDF;
    ReadPacketsFDF mReadPacketsFDF;
    WritePacketsFDF mWritePacketsFDF;
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    GetPropertyFDF mGetPropertyFDF;
    SetPropertyFDF mSetPropertyFDF;
    CountUserDataFDF mCountUserDataFDF;
    GetUserDataSizeFDF mGetUserDataSizeFDF;
    GetUserDataFDF mGetUserDataFDF;
    SetUserDataFDF mSetUserDataFDF;
    ReadPacketDataFDF mReadPacketDataFDF;
};
typedef struct AudioFileFDFTableExtended AudioFileFDFTableExtended;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
