import AudioCore
import AudioFiles
import CAudioToolbox
import CCoreAudioTypes

// AudioToolbox/ExtendedAudioFile.h. Each call goes to `ExtendedFile`.

// MARK: Opening and closing

@c @implementation
public func ExtAudioFileOpenURL(
    _ inURL: CAURLParameter, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    status(into: outExtAudioFile) { try ExtendedFile.handles.insert(ExtendedFile.open(path(inURL))) }
}

@c @implementation
public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID, _ inForWriting: Bool, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    status(into: outExtAudioFile) {
        try ExtendedFile.handles.insert(
            ExtendedFile.wrap(OpenFile.handles.object(for: inFileID), reference: inFileID, forWriting: inForWriting))
    }
}

@c @implementation
public func ExtAudioFileCreateWithURL(
    _ inURL: CAURLParameter, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    status(into: outExtAudioFile) {
        let flags = AudioFileFlags(rawValue: inFlags)
        return try ExtendedFile.handles.insert(
            ExtendedFile.create(
                path(inURL), type: FourCC(inFileType), format: StreamFormat(nonnull(inStreamDesc).pointee),
                layout: inChannelLayout.map { try ChannelLayout($0) }, erasing: flags.contains(.eraseFile),
                alignsAudioData: !flags.contains(.dontPageAlignAudioData)))
    }
}

@c @implementation
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
    status { try ExtendedFile.handles.remove(inExtAudioFile).dispose() }
}

// MARK: Files by FSRef

@c @implementation
public func ExtAudioFileOpen(
    _ inFSRef: OpaquePointer, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    status(into: outExtAudioFile) {
        try ExtendedFile.handles.insert(ExtendedFile.open(path(reference: inFSRef)))
    }
}

@c @implementation
public func ExtAudioFileCreateNew(
    _ inParentDir: OpaquePointer, _ inFileName: CAStringParameter, _ inFileType: AudioFileTypeID,
    _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>, _ inChannelLayout: UnsafePointer<AudioChannelLayout>?,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    status(into: outExtAudioFile) {
        try ExtendedFile.handles.insert(
            ExtendedFile.create(
                path(of: inFileName, in: inParentDir), type: FourCC(inFileType),
                format: StreamFormat(nonnull(inStreamDesc).pointee),
                layout: inChannelLayout.map { try ChannelLayout($0) }, erasing: false, alignsAudioData: true))
    }
}

// MARK: Reading, writing, seeking

@c @implementation
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    status {
        let count = try nonnull(ioNumberFrames)
        let wanted = Int(count.pointee)
        // What a call that fails has delivered: clients that look at the count alone stop there.
        count.pointee = 0
        count.pointee = UInt32(
            try ExtendedFile.handles.object(for: inExtAudioFile).read(wanted, into: nonnull(ioData)))
    }
}

@c @implementation
public func ExtAudioFileWrite(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
    status { try ExtendedFile.handles.object(for: inExtAudioFile).write(Int(inNumberFrames), nonnull(ioData)) }
}

@c @implementation
public func ExtAudioFileWriteAsync(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>?
) -> OSStatus {
    status { try ExtendedFile.handles.object(for: inExtAudioFile).writeAsync(Int(inNumberFrames), ioData) }
}

@c @implementation
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
    status { try ExtendedFile.handles.object(for: inExtAudioFile).seek(to: inFrameOffset) }
}

@c @implementation
public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
    status { try outFrameOffset.store(ExtendedFile.handles.object(for: inExtAudioFile).tell()) }
}

// MARK: Properties

@c @implementation
public func ExtAudioFileGetPropertyInfo(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status {
        let info = try ExtendedFile.handles.object(for: inExtAudioFile).propertyInfo(inPropertyID)
        outSize?.pointee = UInt32(clamping: info.size)
        outWritable?.pointee = info.isWritable
    }
}

@c @implementation
public func ExtAudioFileGetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try ExtendedFile.handles.object(for: inExtAudioFile).property(inPropertyID).copy(
            to: outPropertyData, ioPropertyDataSize, tooSmall: .extendedPropertySize)
    }
}

@c @implementation
public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    status {
        try ExtendedFile.handles.object(for: inExtAudioFile).setProperty(
            inPropertyID, PropertyInput(extendedProperty: inPropertyID, inPropertyData, inPropertyDataSize))
    }
}

// MARK: As Swift programs call it

/// Opens an audio file for reading in a format of the caller's choice.
///
/// - Parameters:
///   - inURL: the file's URL.
///   - outExtAudioFile: the open file; close it with `ExtAudioFileDispose`.
@discardableResult
public func ExtAudioFileOpenURL(_ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
    withReference(to: inURL) { ExtAudioFileOpenURL($0, outExtAudioFile) }
}

/// Creates an audio file for writing from a format of the caller's choice.
///
/// - Parameters:
///   - inURL: the new file's URL.
///   - inFileType: `kAudioFile…Type`
///   - inStreamDesc: what the file will hold; fields that the codec determines may be 0.
///   - inChannelLayout: which loudspeaker each channel is for, or nil.
///   - inFlags: `AudioFileFlags`, as their raw value.
///   - outExtAudioFile: the open file; close it with `ExtAudioFileDispose`, which writes its sizes.
@discardableResult
public func ExtAudioFileCreateWithURL(
    _ inURL: CFURL, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    withReference(to: inURL) {
        ExtAudioFileCreateWithURL($0, inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile)
    }
}

/// Creates a file in the folder of an `FSRef`. `ExtAudioFileCreateWithURL` does the same with a URL.
///
/// - Parameters:
///   - inParentDir: the `FSRef` of the folder.
///   - inFileName: the name of the file.
///   - inFileType: `kAudioFile…Type`
///   - inStreamDesc: what the file will hold.
///   - inChannelLayout: which loudspeakers its channels are for, or nil.
///   - outExtAudioFile: the open file; `ExtAudioFileDispose` writes its sizes.
@discardableResult
public func ExtAudioFileCreateNew(
    _ inParentDir: OpaquePointer, _ inFileName: CFString, _ inFileType: AudioFileTypeID,
    _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>, _ inChannelLayout: UnsafePointer<AudioChannelLayout>?,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    withReference(to: inFileName) {
        ExtAudioFileCreateNew(inParentDir, $0, inFileType, inStreamDesc, inChannelLayout, outExtAudioFile)
    }
}
