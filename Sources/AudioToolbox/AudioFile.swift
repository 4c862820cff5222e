import AudioCore
import AudioFiles
import CAudioToolbox
import CCoreAudioTypes

// AudioToolbox/AudioFile.h: opening, packets, properties, user data. Each call goes to `OpenFile`.

// MARK: Opening and closing

@c @implementation
public func AudioFileOpenURL(
    _ inFileRef: CAURLParameter, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) {
        try OpenFile.handles.insert(
            OpenFile.open(path(inFileRef), OpenFile.Permissions(inPermissions), hint: FourCC(inFileTypeHint)))
    }
}

@c @implementation
public func AudioFileCreateWithURL(
    _ inFileRef: CAURLParameter, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) { try created(path(inFileRef), inFileType, inFormat, inFlags) }
}

@c @implementation
public func AudioFileInitializeWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer,
    _ inReadFunc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
        ) -> OSStatus,
    _ inWriteFunc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, Int64, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>
        ) -> OSStatus,
    _ inGetSizeFunc: @escaping @Sendable @convention(c) (UnsafeMutableRawPointer) -> Int64,
    _ inSetSizeFunc: @escaping @Sendable @convention(c) (UnsafeMutableRawPointer, Int64) -> OSStatus,
    _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) {
        try nonnull(function: inReadFunc)
        try nonnull(function: inWriteFunc)
        try nonnull(function: inGetSizeFunc)
        try nonnull(function: inSetSizeFunc)
        let bytes = CallbackBytes(
            context: inClientData, read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc, resize: inSetSizeFunc)
        return try OpenFile.handles.insert(
            OpenFile.create(
                bytes, type: FourCC(inFileType), format: StreamFormat(nonnull(inFormat).pointee),
                alignsAudioData: !inFlags.contains(.dontPageAlignAudioData)))
    }
}

@c @implementation
public func AudioFileOpenWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer,
    _ inReadFunc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
        ) -> OSStatus,
    _ inWriteFunc: (
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, Int64, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>
        ) -> OSStatus
    )?,
    _ inGetSizeFunc: @escaping @Sendable @convention(c) (UnsafeMutableRawPointer) -> Int64,
    _ inSetSizeFunc: (@Sendable @convention(c) (UnsafeMutableRawPointer, Int64) -> OSStatus)?,
    _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) {
        try nonnull(function: inReadFunc)
        try nonnull(function: inGetSizeFunc)
        let bytes = CallbackBytes(
            context: inClientData, read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc, resize: inSetSizeFunc)
        return try OpenFile.handles.insert(
            OpenFile.open(
                bytes, sink: bytes.isWritable ? bytes : nil, bytes.isWritable ? [.read, .write] : .read,
                hint: FourCC(inFileTypeHint)))
    }
}

@c @implementation
public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
    status { try OpenFile.handles.remove(inAudioFile).close() }
}

@c @implementation
public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus {
    status { try OpenFile.handles.object(for: inAudioFile).optimize() }
}

// MARK: Files by FSRef

@c @implementation
public func AudioFileCreate(
    _ inParentRef: OpaquePointer, _ inFileName: CAStringParameter, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outNewFileRef: OpaquePointer, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) {
        let path = try path(of: inFileName, in: inParentRef)
        let made = try created(path, inFileType, inFormat, inFlags)
        store(path, in: outNewFileRef)
        return made
    }
}

@c @implementation
public func AudioFileInitialize(
    _ inFileRef: OpaquePointer, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) {
        try created(path(reference: inFileRef), inFileType, inFormat, inFlags.union(.eraseFile))
    }
}

@c @implementation
public func AudioFileOpen(
    _ inFileRef: OpaquePointer, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    status(into: outAudioFile) {
        try OpenFile.handles.insert(
            OpenFile.open(
                path(reference: inFileRef), OpenFile.Permissions(inPermissions), hint: FourCC(inFileTypeHint)))
    }
}

/// A new file by its path.
private func created(
    _ path: FilePath, _ type: AudioFileTypeID, _ format: UnsafePointer<AudioStreamBasicDescription>,
    _ flags: AudioFileFlags
) throws -> AudioFileID {
    try OpenFile.handles.insert(
        OpenFile.create(
            path, type: FourCC(type), format: StreamFormat(nonnull(format).pointee),
            erasing: flags.contains(.eraseFile), alignsAudioData: !flags.contains(.dontPageAlignAudioData)))
}

// MARK: Bytes and packets

@c @implementation
public func AudioFileReadBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
    status { try OpenFile.handles.object(for: inAudioFile).read(inStartingByte, ioNumBytes, outBuffer) }
}

@c @implementation
public func AudioFileWriteBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    status { try OpenFile.handles.object(for: inAudioFile).write(inStartingByte, ioNumBytes, inBuffer) }
}

@c @implementation
public func AudioFileReadPacketData(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).read(
            capacity: nil, ioNumBytes, outPacketDescriptions, inStartingPacket, ioNumPackets, outBuffer)
    }
}

@c @implementation
public func AudioFileReadPackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).read(
            capacity: .max, outNumBytes, outPacketDescriptions, inStartingPacket, ioNumPackets, outBuffer)
    }
}

@c @implementation
public func AudioFileWritePackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).write(
            inNumBytes, inPacketDescriptions, inStartingPacket, ioNumPackets, inBuffer)
    }
}

@c @implementation
public func AudioFileWritePacketsWithDependencies(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    _ inPacketDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).write(
            inNumBytes, inPacketDescriptions, dependencies: inPacketDependencies, inStartingPacket, ioNumPackets,
            inBuffer)
    }
}

// MARK: User data

@c @implementation
public func AudioFileCountUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ outNumberItems: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        try outNumberItems.store(
            UInt32(OpenFile.handles.object(for: inAudioFile).userDataCount(FourCC(inUserDataID))))
    }
}

@c @implementation
public func AudioFileGetUserDataSize(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        try outUserDataSize.store(
            UInt32(
                clamping: OpenFile.handles.object(for: inAudioFile).userDataSize(
                    FourCC(inUserDataID), index: Int(inIndex))))
    }
}

@c @implementation
public func AudioFileGetUserDataSize64(
    _ inAudioFile: AudioFileID, _ inUserDataId: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt64>
) -> OSStatus {
    status {
        try outUserDataSize.store(
            UInt64(
                clamping: OpenFile.handles.object(for: inAudioFile).userDataSize(
                    FourCC(inUserDataId), index: Int(inIndex))))
    }
}

@c @implementation
public func AudioFileGetUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>,
    _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).userData(
            FourCC(inUserDataID), inIndex, offset: 0, ioUserDataSize, outUserData)
    }
}

@c @implementation
public func AudioFileGetUserDataAtOffset(
    _ inAudioFile: AudioFileID, _ inUserDataId: UInt32, _ inIndex: UInt32, _ inOffset: Int64,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).userData(
            FourCC(inUserDataId), inIndex, offset: inOffset, ioUserDataSize, outUserData)
    }
}

@c @implementation
public func AudioFileSetUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
    _ inUserData: UnsafeRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).setUserData(
            FourCC(inUserDataID), index: Int(inIndex), PropertyInput(bytes: inUserData, size: inUserDataSize).bytes())
    }
}

@c @implementation
public func AudioFileRemoveUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
    status { try OpenFile.handles.object(for: inAudioFile).removeUserData(FourCC(inUserDataID), index: Int(inIndex)) }
}

// MARK: Properties

@c @implementation
public func AudioFileGetPropertyInfo(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    status {
        let info = try OpenFile.handles.object(for: inAudioFile).propertyInfo(inPropertyID)
        outDataSize?.pointee = UInt32(clamping: info.size)
        isWritable?.pointee = info.isWritable ? 1 : 0
    }
}

@c @implementation
public func AudioFileGetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).property(
            inPropertyID, input: PropertyInput.question(ioDataSize, outPropertyData)
        ).copy(to: outPropertyData, ioDataSize)
    }
}

@c @implementation
public func AudioFileSetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    status {
        try OpenFile.handles.object(for: inAudioFile).setProperty(
            inPropertyID, PropertyInput(fileProperty: inPropertyID, inPropertyData, inDataSize))
    }
}

@c @implementation
public func AudioFileGetGlobalInfoSize(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        try outDataSize.store(
            UInt32(
                FileGlobalInfo.value(inPropertyID, PropertyInput(specifier: inPropertyID, inSpecifier, inSpecifierSize))
                    .size))
    }
}

@c @implementation
public func AudioFileGetGlobalInfo(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try FileGlobalInfo.value(inPropertyID, PropertyInput(specifier: inPropertyID, inSpecifier, inSpecifierSize))
            .copy(to: outPropertyData, ioDataSize)
    }
}

// MARK: As Swift programs call it

/// Opens an existing audio file.
///
/// - Parameters:
///   - inFileRef: the file's URL.
///   - inPermissions: what will be done with the file.
///   - inFileTypeHint: the type to try where the contents have no known signature, or 0.
///   - outAudioFile: the open file; close it with `AudioFileClose`.
@discardableResult
public func AudioFileOpenURL(
    _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    withReference(to: inFileRef) { AudioFileOpenURL($0, inPermissions, inFileTypeHint, outAudioFile) }
}

/// Creates an audio file; one that exists is an error unless `inFlags` contains `.eraseFile`.
///
/// - Parameters:
///   - inFileRef: the new file's URL.
///   - inFileType: `kAudioFile…Type`
///   - inFormat: what the file will hold.
///   - inFlags: whether a file that exists is replaced, and whether audio data begin at a page.
///   - outAudioFile: the open file; close it with `AudioFileClose`, which writes its sizes.
@discardableResult
public func AudioFileCreateWithURL(
    _ inFileRef: CFURL, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    withReference(to: inFileRef) { AudioFileCreateWithURL($0, inFileType, inFormat, inFlags, outAudioFile) }
}

/// Creates a file in the folder of an `FSRef`. `AudioFileCreateWithURL` does the same with a URL.
///
/// - Parameters:
///   - inParentRef: the `FSRef` of the folder.
///   - inFileName: the name of the file.
///   - inFileType: `kAudioFile…Type`
///   - inFormat: what the file will hold.
///   - inFlags: whether a file that exists is replaced, and whether audio data begin at a page.
///   - outNewFileRef: on return, the `FSRef` of the file.
///   - outAudioFile: the open file; close it with `AudioFileClose`, which writes its sizes.
@discardableResult
public func AudioFileCreate(
    _ inParentRef: OpaquePointer, _ inFileName: CFString, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outNewFileRef: OpaquePointer, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    withReference(to: inFileName) {
        AudioFileCreate(inParentRef, $0, inFileType, inFormat, inFlags, outNewFileRef, outAudioFile)
    }
}
