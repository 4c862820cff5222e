import AudioCore
import AudioFiles
import CAudioToolbox
import CCoreAudioTypes

// AudioToolbox/AudioFileStream.h: files read as they arrive. Each call goes to `FileStream`.

@c @implementation
public func AudioFileStreamOpen(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inPropertyListenerProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioFileStreamID, AudioFileStreamPropertyID,
            UnsafeMutablePointer<AudioFileStreamPropertyFlags>
        ) -> Void,
    _ inPacketsProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer,
            UnsafeMutablePointer<AudioStreamPacketDescription>?
        ) -> Void,
    _ inFileTypeHint: AudioFileTypeID, _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
    status(into: outAudioFileStream) {
        try nonnull(function: inPropertyListenerProc)
        try nonnull(function: inPacketsProc)
        return try FileStream.open(
            inClientData, inPropertyListenerProc, inPacketsProc, hint: FourCC(inFileTypeHint))
    }
}

@c @implementation
public func AudioFileStreamParseBytes(
    _ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?,
    _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
    status {
        try FileStream.handles.object(for: inAudioFileStream).parse(
            FileStream.bytes(inData, inDataByteSize), isDiscontinuous: inFlags.contains(.discontinuity))
    }
}

@c @implementation
public func AudioFileStreamSeek(
    _ inAudioFileStream: AudioFileStreamID, _ inPacketOffset: Int64, _ outDataByteOffset: UnsafeMutablePointer<Int64>,
    _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>
) -> OSStatus {
    status {
        _ = try nonnull(outDataByteOffset)
        _ = try nonnull(ioFlags)
        let place = try FileStream.handles.object(for: inAudioFileStream).seek(toPacket: inPacketOffset)
        outDataByteOffset.pointee = place.offset
        ioFlags.pointee = place.isEstimated ? .offsetIsEstimated : []
    }
}

@c @implementation
public func AudioFileStreamGetPropertyInfo(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status {
        let size = try FileStream.handles.object(for: inAudioFileStream).propertySize(inPropertyID)
        outPropertyDataSize?.pointee = UInt32(clamping: size)
        outWritable?.pointee = false
    }
}

@c @implementation
public func AudioFileStreamGetProperty(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        try FileStream.handles.object(for: inAudioFileStream).property(
            inPropertyID, input: PropertyInput.question(ioPropertyDataSize, outPropertyData)
        ).copy(to: outPropertyData, ioPropertyDataSize)
    }
}

@c @implementation
public func AudioFileStreamSetProperty(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    status { try FileStream.handles.object(for: inAudioFileStream).setProperty(inPropertyID) }
}

@c @implementation
public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
    status { try FileStream.handles.remove(inAudioFileStream).close() }
}

// MARK: What the calls pass, in the engine's terms

extension FileStream {
    fileprivate static func open(
        _ context: UnsafeMutableRawPointer?,
        _ property:
            @escaping @Sendable @convention(c) (
                UnsafeMutableRawPointer, AudioFileStreamID, AudioFileStreamPropertyID,
                UnsafeMutablePointer<AudioFileStreamPropertyFlags>
            ) -> Void,
        _ packets:
            @escaping @Sendable @convention(c) (
                UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer,
                UnsafeMutablePointer<AudioStreamPacketDescription>?
            ) -> Void, hint: FourCC
    ) throws(AudioError) -> AudioFileStreamID {
        let stream = FileStream(hint: hint)
        let reference = try handles.insert(stream)
        // The header lets the client data be null and calls it nonnull where it comes back: it is handed on as it is.
        let client = unsafeBitCast(context, to: UnsafeMutableRawPointer.self)
        stream.client = Client(
            property: { property(client, reference, $0, $1) },
            packets: { bytes, count, descriptions in
                guard let start = bytes.baseAddress else { return }
                packets(client, UInt32(clamping: bytes.count), count, start, descriptions)
            })
        return reference
    }

    fileprivate static func bytes(
        _ data: UnsafeRawPointer?, _ size: UInt32
    ) throws(AudioError) -> UnsafeRawBufferPointer {
        guard data != nil || size == 0 else { throw .parameter.because("there are no bytes to parse") }
        return UnsafeRawBufferPointer(start: data, count: Int(size))
    }
}
