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

/// Reads bytes of the audio data, as `AudioFileReadBytes` does.
typedef OSStatus (*ReadBytesFDF)(
    void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);
/// Writes bytes of the audio data, as `AudioFileWriteBytes` does.
typedef OSStatus (*WriteBytesFDF)(
    void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);
/// Reads packets, as `AudioFileReadPackets` does.
typedef OSStatus (*ReadPacketsFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    void *outBuffer);
/// Reads packets, as many as fit into the memory, as `AudioFileReadPacketData` does.
typedef OSStatus (*ReadPacketDataFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    void *outBuffer);
/// Writes packets, as `AudioFileWritePackets` does.
typedef OSStatus (*WritePacketsFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    const void *inBuffer);
/// Tells the size of a property, and whether it can be set, as `AudioFileGetPropertyInfo` does.
typedef OSStatus (*GetPropertyInfoFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);
/// Gets a property, as `AudioFileGetProperty` does.
typedef OSStatus (*GetPropertyFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize, void *ioPropertyData);
/// Sets a property, as `AudioFileSetProperty` does.
typedef OSStatus (*SetPropertyFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 inDataSize, const void *inPropertyData);
/// Counts the chunks of a name, as `AudioFileCountUserData` does.
typedef OSStatus (*CountUserDataFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 *outNumberItems);
/// Tells the size of a chunk, as `AudioFileGetUserDataSize` does.
typedef OSStatus (*GetUserDataSizeFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outDataSize);
/// Reads a chunk, as `AudioFileGetUserData` does.
typedef OSStatus (*GetUserDataFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);
/// Writes a chunk, as `AudioFileSetUserData` does.
typedef OSStatus (*SetUserDataFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);
/// Makes a file, as `AudioFileCreateWithURL` does.
typedef OSStatus (*AudioFileComponentCreateURLProc)(
    void *self, CFURLRef inFileRef, const AudioStreamBasicDescription *inFormat, UInt32 inFlags);
/// Opens a file, which is open already under a file descriptor, as `AudioFileOpenURL` does.
typedef OSStatus (*AudioFileComponentOpenURLProc)(
    void *self, CFURLRef inFileRef, SInt8 inPermissions, int inFileDescriptor);
/// Opens a file whose bytes come from functions, as `AudioFileOpenWithCallbacks` does.
typedef OSStatus (*AudioFileComponentOpenWithCallbacksProc)(
    void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc);
/// Makes a file whose bytes go to functions, as `AudioFileInitializeWithCallbacks` does.
typedef OSStatus (*AudioFileComponentInitializeWithCallbacksProc)(
    void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc, UInt32 inFileType,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags);
/// Closes the file, as `AudioFileClose` does.
typedef OSStatus (*AudioFileComponentCloseProc)(void *self);
/// Puts the file in order for playing, as `AudioFileOptimize` does.
typedef OSStatus (*AudioFileComponentOptimizeProc)(void *self);

// The types above again, under the names of the selectors.
/// The type `ReadBytesFDF`, named after `kAudioFileReadBytesSelect`.
typedef ReadBytesFDF AudioFileComponentReadBytesProc;
/// The type `WriteBytesFDF`, named after `kAudioFileWriteBytesSelect`.
typedef WriteBytesFDF AudioFileComponentWriteBytesProc;
/// The type `ReadPacketsFDF`, named after `kAudioFileReadPacketsSelect`.
typedef ReadPacketsFDF AudioFileComponentReadPacketsProc;
/// The type `ReadPacketDataFDF`, named after `kAudioFileReadPacketDataSelect`.
typedef ReadPacketDataFDF AudioFileComponentReadPacketDataProc;
/// The type `WritePacketsFDF`, named after `kAudioFileWritePacketsSelect`.
typedef WritePacketsFDF AudioFileComponentWritePacketsProc;
/// The type `GetPropertyInfoFDF`, named after `kAudioFileGetPropertyInfoSelect`.
typedef GetPropertyInfoFDF AudioFileComponentGetPropertyInfoProc;
/// The type `GetPropertyFDF`, named after `kAudioFileGetPropertySelect`.
typedef GetPropertyFDF AudioFileComponentGetPropertyProc;
/// The type `SetPropertyFDF`, named after `kAudioFileSetPropertySelect`.
typedef SetPropertyFDF AudioFileComponentSetPropertyProc;
/// The type `CountUserDataFDF`, named after `kAudioFileCountUserDataSelect`.
typedef CountUserDataFDF AudioFileComponentCountUserDataProc;
/// The type `GetUserDataSizeFDF`, named after `kAudioFileGetUserDataSizeSelect`.
typedef GetUserDataSizeFDF AudioFileComponentGetUserDataSizeProc;
/// The type `GetUserDataFDF`, named after `kAudioFileGetUserDataSelect`.
typedef GetUserDataFDF AudioFileComponentGetUserDataProc;
/// The type `SetUserDataFDF`, named after `kAudioFileSetUserDataSelect`.
typedef SetUserDataFDF AudioFileComponentSetUserDataProc;

/// Removes a chunk, as `AudioFileRemoveUserData` does.
typedef OSStatus (*AudioFileComponentRemoveUserDataProc)(void *self, UInt32 inUserDataID, UInt32 inIndex);
/// Tells whether files of the component's format go by an extension.
typedef OSStatus (*AudioFileComponentExtensionIsThisFormatProc)(void *self, CFStringRef inExtension, UInt32 *outResult);
/// Tells whether the first bytes of a file are of the component's format.
typedef OSStatus (*AudioFileComponentFileDataIsThisFormatProc)(
    void *self, UInt32 inDataByteSize, const void *inData, UInt32 *outResult);
/// Tells the size of a property of the format, as `AudioFileGetGlobalInfoSize` does.
typedef OSStatus (*AudioFileComponentGetGlobalInfoSizeProc)(
    void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
    UInt32 *outPropertySize);
/// Gets a property of the format, as `AudioFileGetGlobalInfo` does.
typedef OSStatus (*AudioFileComponentGetGlobalInfoProc)(
    void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

// MARK: Tables of functions

/// Functions that are called directly.
struct AudioFileFDFTable {
    /// What each function gets as its first argument: the component's own data.
    void *mComponentStorage;
    /// Reads bytes.
    ReadBytesFDF mReadBytesFDF;
    /// Writes bytes.
    WriteBytesFDF mWriteBytesFDF;
    /// Reads packets, as `AudioFileReadPackets` does.
    ReadPacketsFDF mReadPacketsFDF;
    /// Writes packets.
    WritePacketsFDF mWritePacketsFDF;
    /// Tells the size of a property, and whether it can be set.
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    /// Gets a property.
    GetPropertyFDF mGetPropertyFDF;
    /// Sets a property.
    SetPropertyFDF mSetPropertyFDF;
    /// Counts the chunks of a name.
    CountUserDataFDF mCountUserDataFDF;
    /// Tells the size of a chunk.
    GetUserDataSizeFDF mGetUserDataSizeFDF;
    /// Reads a chunk.
    GetUserDataFDF mGetUserDataFDF;
    /// Writes a chunk.
    SetUserDataFDF mSetUserDataFDF;
};
typedef struct AudioFileFDFTable AudioFileFDFTable;

/// The same table with one more function.
struct AudioFileFDFTableExtended {
    /// What each function gets as its first argument: the component's own data.
    void *mComponentStorage;
    /// Reads bytes.
    ReadBytesFDF mReadBytesFDF;
    /// Writes bytes.
    WriteBytesFDF mWriteBytesFDF;
    /// Reads packets, as `AudioFileReadPackets` does.
    ReadPacketsFDF mReadPacketsFDF;
    /// Writes packets.
    WritePacketsFDF mWritePacketsFDF;
    /// Tells the size of a property, and whether it can be set.
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    /// Gets a property.
    GetPropertyFDF mGetPropertyFDF;
    /// Sets a property.
    SetPropertyFDF mSetPropertyFDF;
    /// Counts the chunks of a name.
    CountUserDataFDF mCountUserDataFDF;
    /// Tells the size of a chunk.
    GetUserDataSizeFDF mGetUserDataSizeFDF;
    /// Reads a chunk.
    GetUserDataFDF mGetUserDataFDF;
    /// Writes a chunk.
    SetUserDataFDF mSetUserDataFDF;
    /// Reads packets, as `AudioFileReadPacketData` does.
    ReadPacketDataFDF mReadPacketDataFDF;
};
typedef struct AudioFileFDFTableExtended AudioFileFDFTableExtended;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
