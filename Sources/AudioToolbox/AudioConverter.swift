import AudioCore
import AudioFiles
@_exported public import CAudioToolbox

// MARK: Life

@c(AudioConverterPrepare) @implementation
public func __AudioConverterPrepare(
    _ inFlags: UInt32, _ ioReserved: UnsafeMutableRawPointer?, _ inCompletionBlock: OpaquePointer?
) {
    let block = inCompletionBlock.map(ClientBlock.init)
    AudioConverterPrepare(inFlags, ioReserved) { outcome in
        guard let block else { return }
        unsafeBitCast(block.pointer, to: (@convention(block) (OSStatus) -> Void).self)(outcome)
    }
}

/// Loads what the first converter would have to load, then calls the closure with the outcome, both on the calling thread.
@preconcurrency
public func AudioConverterPrepare(
    _ inFlags: UInt32, _ ioReserved: UnsafeMutableRawPointer?, _ inCompletionBlock: (@Sendable (OSStatus) -> Void)?
) {
    inCompletionBlock?(status { try Converter.warmUp() })
}

@c @implementation
public func AudioConverterNew(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    status(into: outAudioConverter) {
        try Converter.open(
            StreamFormat(nonnull(inSourceFormat).pointee), StreamFormat(nonnull(inDestinationFormat).pointee))
    }
}

@c @implementation
public func AudioConverterNewSpecific(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inNumberClassDescriptions: UInt32,
    _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    status(into: outAudioConverter) {
        try Converter.open(
            StreamFormat(nonnull(inSourceFormat).pointee), StreamFormat(nonnull(inDestinationFormat).pointee),
            classes: UnsafeBufferPointer(start: nonnull(inClassDescriptions), count: Int(inNumberClassDescriptions)))
    }
}

@c @implementation
public func AudioConverterNewWithOptions(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inOptions: AudioConverterOptions,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    status(into: outAudioConverter) {
        try Converter.open(
            StreamFormat(nonnull(inSourceFormat).pointee), StreamFormat(nonnull(inDestinationFormat).pointee),
            options: inOptions.rawValue)
    }
}

@c @implementation
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    status { _ = try Converter.handles.remove(inAudioConverter) }
}

@c @implementation
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    status { try Converter.handles.object(for: inAudioConverter).reset() }
}

// MARK: Properties

@c @implementation
public func AudioConverterGetPropertyInfo(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status {
        let info = try Converter.handles.object(for: inAudioConverter).propertyInfo(inPropertyID)
        outSize?.pointee = UInt32(info.size)
        outWritable?.pointee = info.isWritable
    }
}

@c @implementation
public func AudioConverterGetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        let question = UnsafeRawBufferPointer(
            start: try nonnull(outPropertyData), count: Int(try nonnull(ioPropertyDataSize).pointee))
        let converter = try Converter.handles.object(for: inAudioConverter)
        try converter.property(inPropertyID, input: question).copy(to: outPropertyData, ioPropertyDataSize)
    }
}

@c @implementation
public func AudioConverterSetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    status {
        let converter = try Converter.handles.object(for: inAudioConverter)
        try converter.setProperty(
            inPropertyID, PropertyInput(converterProperty: inPropertyID, inPropertyData, inPropertyDataSize))
    }
}

// MARK: Converting

@c @implementation
public func AudioConverterFillBuffer(
    _ inAudioConverter: AudioConverterRef,
    _ inInputDataProc:
        @escaping @Sendable @convention(c) (
            AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UnsafeMutableRawPointer>,
            UnsafeMutableRawPointer?
        ) -> OSStatus,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
    statusOfClient {
        let converter = try Converter.handles.object(for: inAudioConverter)
        try nonnull(function: inInputDataProc)
        return try converter.fill(&nonnull(ioOutputDataSize).pointee, nonnull(outOutputData)) { size, data in
            inInputDataProc(inAudioConverter, size, data, inInputDataProcUserData)
        }
    }
}

@c @implementation
public func AudioConverterConvertBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataSize: UInt32, _ inInputData: UnsafeRawPointer,
    _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        let input = UnsafeRawBufferPointer(start: try nonnull(inInputData), count: Int(inInputDataSize))
        let converter = try Converter.handles.object(for: inAudioConverter)
        try converter.convert(input, to: nonnull(outOutputData), &nonnull(ioOutputDataSize).pointee)
    }
}

@c @implementation
public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef,
    _ inInputDataProc:
        @escaping @Sendable @convention(c) (
            AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
            UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?, UnsafeMutableRawPointer?
        ) -> OSStatus,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    statusOfClient {
        let converter = try Converter.handles.object(for: inAudioConverter)
        try nonnull(function: inInputDataProc)
        return try converter.fillAsSupplied(
            &nonnull(ioOutputDataPacketSize).pointee, into: nonnull(outOutputData), descriptions: outPacketDescription
        ) { inInputDataProc(inAudioConverter, $0, $1, $2, inInputDataProcUserData) }
    }
}

@c @implementation
public func AudioConverterFillComplexBufferRealtimeSafe(
    _ inAudioConverter: AudioConverterRef,
    _ inInputDataProc:
        @escaping @Sendable @convention(c) (
            AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
            UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?, UnsafeMutableRawPointer?
        ) -> OSStatus,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    statusOfClient {
        let converter = try Converter.handles.object(for: inAudioConverter)
        try nonnull(function: inInputDataProc)
        return try converter.fillRealtimeSafe(
            &nonnull(ioOutputDataPacketSize).pointee, into: nonnull(outOutputData), descriptions: outPacketDescription
        ) { inInputDataProc(inAudioConverter, $0, $1, $2, inInputDataProcUserData) }
    }
}

@c @implementation
public func AudioConverterFillComplexBufferWithPacketDependencies(
    _ inAudioConverter: AudioConverterRef,
    _ inInputDataProc:
        @escaping @Sendable @convention(c) (
            AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
            UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?, UnsafeMutableRawPointer?
        ) -> OSStatus,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ outPacketDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>
) -> OSStatus {
    statusOfClient {
        let converter = try Converter.handles.object(for: inAudioConverter)
        try nonnull(function: inInputDataProc)
        return try converter.fill(
            &nonnull(ioOutputDataPacketSize).pointee, into: nonnull(outOutputData), descriptions: outPacketDescriptions,
            dependencies: nonnull(outPacketDependencies)
        ) { inInputDataProc(inAudioConverter, $0, $1, $2, inInputDataProcUserData) }
    }
}

@c @implementation
public func AudioConverterConvertComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32, _ inInputData: UnsafePointer<AudioBufferList>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    status {
        let converter = try Converter.handles.object(for: inAudioConverter)
        try converter.convert(frames: Int(inNumberPCMFrames), nonnull(inInputData), to: nonnull(outOutputData))
    }
}
