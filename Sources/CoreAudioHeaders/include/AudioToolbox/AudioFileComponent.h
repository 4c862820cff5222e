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

/// Reads bytes of the audio data.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUseCache: whether to keep the bytes in memory.
///   - inStartingByte: the first byte, from 0.
///   - ioNumBytes: the number of bytes to read, and on return the number read.
///   - outBuffer: room for the bytes.
/// - Returns: 0, or the statuses of `AudioFileReadBytes`.
typedef OSStatus (*ReadBytesFDF)(
    void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);

/// Writes bytes of the audio data.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUseCache: whether to keep the bytes in memory.
///   - inStartingByte: the first byte, from 0.
///   - ioNumBytes: the number of bytes to write, and on return the number written.
///   - inBuffer: the bytes.
/// - Returns: 0, or the statuses of `AudioFileWriteBytes`.
typedef OSStatus (*WriteBytesFDF)(
    void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);

/// Reads packets into a buffer whose size is not stated.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUseCache: whether to keep the bytes in memory.
///   - outNumBytes: on return, the number of bytes read.
///   - outPacketDescriptions: room for a description of each packet; may be null.
///   - inStartingPacket: the first packet, from 0.
///   - ioNumPackets: the number of packets to read, and on return the number read.
///   - outBuffer: room for the packets.
/// - Returns: 0, or the statuses of `AudioFileReadPackets`.
typedef OSStatus (*ReadPacketsFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    void *outBuffer);

/// Reads as many packets as the buffer holds.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUseCache: whether to keep the bytes in memory.
///   - ioNumBytes: the size of `outBuffer` in bytes, and on return the number of bytes read.
///   - outPacketDescriptions: room for a description of each packet; may be null.
///   - inStartingPacket: the first packet, from 0.
///   - ioNumPackets: the number of packets to read, and on return the number read.
///   - outBuffer: room for the packets.
/// - Returns: 0, or the statuses of `AudioFileReadPacketData`.
typedef OSStatus (*ReadPacketDataFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    void *outBuffer);

/// Writes packets.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUseCache: whether to keep the bytes in memory.
///   - inNumBytes: the size of `inBuffer` in bytes.
///   - inPacketDescriptions: a description of each packet; may be null if all packets have the same size.
///   - inStartingPacket: the number of the first packet, from 0.
///   - ioNumPackets: the number of packets to write, and on return the number written.
///   - inBuffer: the packets.
/// - Returns: 0, or the statuses of `AudioFileWritePackets`.
typedef OSStatus (*WritePacketsFDF)(
    void *inComponentStorage, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets,
    const void *inBuffer);

/// Reports the size of a property, and whether it can be set.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inPropertyID: the property.
///   - outDataSize: on return, the size of the value in bytes; may be null.
///   - isWritable: on return, 1 if the property can be set, else 0; may be null.
/// - Returns: 0, or the statuses of `AudioFileGetPropertyInfo`.
typedef OSStatus (*GetPropertyInfoFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);

/// Reads a property.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inPropertyID: the property.
///   - ioDataSize: the size of `ioPropertyData` in bytes, and on return the size of the value.
///   - ioPropertyData: room for the value.
/// - Returns: 0, or the statuses of `AudioFileGetProperty`.
typedef OSStatus (*GetPropertyFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize, void *ioPropertyData);

/// Sets a property.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inPropertyID: the property.
///   - inDataSize: the size of `inPropertyData` in bytes.
///   - inPropertyData: the value.
/// - Returns: 0, or the statuses of `AudioFileSetProperty`.
typedef OSStatus (*SetPropertyFDF)(
    void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 inDataSize, const void *inPropertyData);

/// Counts the chunks with a name.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUserDataID: the four characters of the chunk's name.
///   - outNumberItems: on return, the number of chunks.
/// - Returns: 0, or the statuses of `AudioFileCountUserData`.
typedef OSStatus (*CountUserDataFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 *outNumberItems);

/// Reports the size of a chunk.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUserDataID: the four characters of the chunk's name.
///   - inIndex: the number of the chunk among those with this name, from 0.
///   - outDataSize: on return, the size in bytes, without the chunk's header.
/// - Returns: 0, or the statuses of `AudioFileGetUserDataSize`.
typedef OSStatus (*GetUserDataSizeFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outDataSize);

/// Reads a chunk.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUserDataID: the four characters of the chunk's name.
///   - inIndex: the number of the chunk among those with this name, from 0.
///   - ioUserDataSize: the size of `outUserData` in bytes, and on return the number of bytes read.
///   - outUserData: room for the chunk.
/// - Returns: 0, or the statuses of `AudioFileGetUserData`.
typedef OSStatus (*GetUserDataFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);

/// Writes a chunk.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - inComponentStorage: the component's own data.
///   - inUserDataID: the four characters of the chunk's name.
///   - inIndex: the number of the chunk among those with this name, from 0.
///   - inUserDataSize: the size of `inUserData` in bytes.
///   - inUserData: the chunk, without its header.
/// - Returns: 0, or the statuses of `AudioFileSetUserData`.
typedef OSStatus (*SetUserDataFDF)(
    void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);

/// Creates a file.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inFileRef: the URL of the file.
///   - inFormat: the format of its packets.
///   - inFlags: `AudioFileFlags`.
/// - Returns: 0, or the statuses of `AudioFileCreateWithURL`.
typedef OSStatus (*AudioFileComponentCreateURLProc)(
    void *self, CFURLRef inFileRef, const AudioStreamBasicDescription *inFormat, UInt32 inFlags);

/// Opens a file.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inFileRef: the URL of the file.
///   - inPermissions: one of `AudioFilePermissions`.
///   - inFileDescriptor: the descriptor of the file, which is already open; -1 for none.
/// - Returns: 0, or the statuses of `AudioFileOpenURL`.
typedef OSStatus (*AudioFileComponentOpenURLProc)(
    void *self, CFURLRef inFileRef, SInt8 inPermissions, int inFileDescriptor);

/// Opens a file whose bytes functions read and write.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inClientData: the pointer that each of the functions gets.
///   - inReadFunc: reads bytes.
///   - inWriteFunc: writes bytes.
///   - inGetSizeFunc: returns the size in bytes.
///   - inSetSizeFunc: truncates or extends the data.
/// - Returns: 0, or the statuses of `AudioFileOpenWithCallbacks`.
typedef OSStatus (*AudioFileComponentOpenWithCallbacksProc)(
    void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc);

/// Creates a file whose bytes functions read and write.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inClientData: the pointer that each of the functions gets.
///   - inReadFunc: reads bytes.
///   - inWriteFunc: writes bytes.
///   - inGetSizeFunc: returns the size in bytes.
///   - inSetSizeFunc: truncates or extends the data.
///   - inFileType: the type of the file.
///   - inFormat: the format of its packets.
///   - inFlags: `AudioFileFlags`.
/// - Returns: 0, or the statuses of `AudioFileInitializeWithCallbacks`.
typedef OSStatus (*AudioFileComponentInitializeWithCallbacksProc)(
    void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc, UInt32 inFileType,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags);

/// Closes the file.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameter self: the component's own data.
/// - Returns: 0, or the statuses of `AudioFileClose`.
typedef OSStatus (*AudioFileComponentCloseProc)(void *self);

/// Rearranges the file for streaming.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameter self: the component's own data.
/// - Returns: 0, or the statuses of `AudioFileOptimize`.
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

/// Removes a chunk.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inUserDataID: the four characters of the chunk's name.
///   - inIndex: the number of the chunk among those with this name, from 0.
/// - Returns: 0, or the statuses of `AudioFileRemoveUserData`.
typedef OSStatus (*AudioFileComponentRemoveUserDataProc)(void *self, UInt32 inUserDataID, UInt32 inIndex);

/// Reports whether files of the component's format have a file name extension.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inExtension: the extension, without a dot.
///   - outResult: on return, 1 if they have it, else 0.
/// - Returns: 0, or `kAudioFileUnspecifiedError`: the call failed.
typedef OSStatus (*AudioFileComponentExtensionIsThisFormatProc)(void *self, CFStringRef inExtension, UInt32 *outResult);

/// Reports whether the first bytes of a file are in the component's format.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inDataByteSize: the number of bytes.
///   - inData: the bytes.
///   - outResult: on return, 1 if they are, else 0.
/// - Returns: 0, or `kAudioFileUnspecifiedError`: the call failed.
typedef OSStatus (*AudioFileComponentFileDataIsThisFormatProc)(
    void *self, UInt32 inDataByteSize, const void *inData, UInt32 *outResult);

/// Reports the size of a property of the format.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inPropertyID: the property.
///   - inSpecifierSize: the size of `inSpecifier` in bytes; 0 if there is no specifier.
///   - inSpecifier: the subject of the question; may be null.
///   - outPropertySize: on return, the size of the value in bytes.
/// - Returns: 0, or the statuses of `AudioFileGetGlobalInfoSize`.
typedef OSStatus (*AudioFileComponentGetGlobalInfoSizeProc)(
    void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void *_Nullable inSpecifier,
    UInt32 *outPropertySize);

/// Reads a property of the format.
///
/// Threads: This library does not call functions of this type: programs cannot register file formats here.
///
/// - Parameters:
///   - self: the component's own data.
///   - inPropertyID: the property.
///   - inSpecifierSize: the size of `inSpecifier` in bytes; 0 if there is no specifier.
///   - inSpecifier: the subject of the question; may be null.
///   - ioPropertyDataSize: the size of `outPropertyData` in bytes, and on return the size of the value.
///   - outPropertyData: room for the value.
/// - Returns: 0, or the statuses of `AudioFileGetGlobalInfo`.
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
    /// Reports the size of a property, and whether it can be set.
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    /// Gets a property.
    GetPropertyFDF mGetPropertyFDF;
    /// Sets a property.
    SetPropertyFDF mSetPropertyFDF;
    /// Counts the chunks of a name.
    CountUserDataFDF mCountUserDataFDF;
    /// Reports the size of a chunk.
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
    /// Reports the size of a property, and whether it can be set.
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    /// Gets a property.
    GetPropertyFDF mGetPropertyFDF;
    /// Sets a property.
    SetPropertyFDF mSetPropertyFDF;
    /// Counts the chunks of a name.
    CountUserDataFDF mCountUserDataFDF;
    /// Reports the size of a chunk.
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
