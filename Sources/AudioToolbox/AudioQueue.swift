import AudioCore
import CAudioToolbox
import CCoreAudioTypes
import CoreAudioTypes
import PlaybackAndRecording

// AudioToolbox/AudioQueue.h. Each call goes to `AudioQueue`, `PlayingQueue` or `RecordingQueue`.

// MARK: Making and disposing

@c(AudioQueueNewOutput) @implementation
public func __AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CARunLoopParameter?,
    _ inCallbackRunLoopMode: CAStringParameter?, _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    status(into: outAQ) {
        let (context, function) = (ClientContext(inUserData), try nonnull(function: inCallbackProc))
        return try PlayingQueue(
            StreamFormat(nonnull(inFormat).pointee),
            delivery: QueueDelivery(runLoop: inCallbackRunLoop, mode: inCallbackRunLoopMode)
        ) { function(context.pointer, $0, $1) }.register()
    }
}

@c(AudioQueueNewOutputWithDispatchQueue) @implementation
public func __AudioQueueNewOutputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: UInt32, _ inCallbackDispatchQueue: CADispatchQueueParameter, _ inCallbackBlock: OpaquePointer
) -> OSStatus {
    status(into: outAQ) {
        let block = try ClientBlock(nonnull(inCallbackBlock))
        return try newOutput(inFormat, ClientQueue(nonnull(inCallbackDispatchQueue))) {
            unsafeBitCast(block.pointer, to: OutputBlock.self)($0, $1)
        }
    }
}

@c(AudioQueueNewInput) @implementation
public func __AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CARunLoopParameter?,
    _ inCallbackRunLoopMode: CAStringParameter?, _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    status(into: outAQ) {
        let (context, function) = (ClientContext(inUserData), try nonnull(function: inCallbackProc))
        return try RecordingQueue(
            StreamFormat(nonnull(inFormat).pointee),
            delivery: QueueDelivery(runLoop: inCallbackRunLoop, mode: inCallbackRunLoopMode)
        ) { function(context.pointer, $0, $1, $2, $3, $4) }.register()
    }
}

@c(AudioQueueNewInputWithDispatchQueue) @implementation
public func __AudioQueueNewInputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: UInt32, _ inCallbackDispatchQueue: CADispatchQueueParameter, _ inCallbackBlock: OpaquePointer
) -> OSStatus {
    status(into: outAQ) {
        let block = try ClientBlock(nonnull(inCallbackBlock))
        return try newInput(inFormat, ClientQueue(nonnull(inCallbackDispatchQueue))) {
            unsafeBitCast(block.pointer, to: InputBlock.self)($0, $1, $2, $3, $4)
        }
    }
}

@c @implementation
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    status { try AudioQueue.live(inAQ).dispose(immediately: inImmediate) }
}

// MARK: Buffers

@c @implementation
public func AudioQueueAllocateBuffer(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    status(into: outBuffer) { try AudioQueue.live(inAQ).allocateBuffer(bytes: Int(inBufferByteSize), descriptions: 0) }
}

@c @implementation
public func AudioQueueAllocateBufferWithPacketDescriptions(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    status(into: outBuffer) {
        try AudioQueue.live(inAQ).allocateBuffer(
            bytes: Int(inBufferByteSize), descriptions: Int(inNumberPacketDescriptions))
    }
}

@c @implementation
public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus {
    status { try AudioQueue.live(inAQ).freeBuffer(inBuffer) }
}

@c @implementation
public func AudioQueueEnqueueBuffer(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    status {
        _ = try AudioQueue.live(inAQ).enqueue(
            EnqueueRequest(buffer: inBuffer, descriptions: descriptions(inNumPacketDescs, inPacketDescs)))
    }
}

@c @implementation
public func AudioQueueEnqueueBufferWithParameters(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
    _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32, _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?,
    _ inStartTime: UnsafePointer<AudioTimeStamp>?, _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
    status {
        var request = EnqueueRequest(buffer: inBuffer, descriptions: descriptions(inNumPacketDescs, inPacketDescs))
        request.trimAtStart = Int(inTrimFramesAtStart)
        request.trimAtEnd = Int(inTrimFramesAtEnd)
        request.events = inParamValues.map { Array(UnsafeBufferPointer(start: $0, count: Int(inNumParamValues))) } ?? []
        request.startTime = inStartTime?.pointee
        let start = try AudioQueue.playing(inAQ).enqueue(request)
        outActualStartTime?.pointee = AudioTimeStamp(sampleTime: start)
    }
}

// MARK: Running

@c @implementation
public func AudioQueueStart(_ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?) -> OSStatus {
    status { try AudioQueue.live(inAQ).start(at: inStartTime?.pointee) }
}

@c @implementation
public func AudioQueuePrime(
    _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
    _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    status {
        let prepared = try AudioQueue.playing(inAQ).prime(frames: Int(inNumberOfFramesToPrepare))
        outNumberOfFramesPrepared?.pointee = UInt32(clamping: prepared)
    }
}

@c @implementation
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    status { try AudioQueue.live(inAQ).stop(immediately: inImmediate) }
}

@c @implementation
public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus {
    status { try AudioQueue.live(inAQ).pause() }
}

@c @implementation
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
    status { try AudioQueue.live(inAQ).flush() }
}

@c @implementation
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
    status { try AudioQueue.live(inAQ).reset() }
}

// MARK: Parameters and properties

@c @implementation
public func AudioQueueGetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
    _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
    status { try outValue.store(AudioQueue.playing(inAQ).parameter(inParamID)) }
}

@c @implementation
public func AudioQueueSetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
    status { try AudioQueue.playing(inAQ).setParameter(inParamID, inValue) }
}

@c @implementation
public func AudioQueueGetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
    _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try copyQueueProperty(AudioQueue.live(inAQ), inID, to: outData, ioDataSize) }
}

@c @implementation
public func AudioQueueSetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus {
    status { try setQueueProperty(AudioQueue.live(inAQ), inID, inData, inDataSize) }
}

@c @implementation
public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status { try outDataSize.store(UInt32(clamping: queuePropertySize(AudioQueue.live(inAQ), inID))) }
}

@c @implementation
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueuePropertyID
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try AudioQueue.live(inAQ).addListener(inID, nonnull(function: inProc), inUserData) }
}

@c @implementation
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueuePropertyID
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    status { try AudioQueue.live(inAQ).removeListener(inID, nonnull(function: inProc), inUserData) }
}

// MARK: Time

@c @implementation
public func AudioQueueCreateTimeline(
    _ inAQ: AudioQueueRef, _ outTimeline: UnsafeMutablePointer<AudioQueueTimelineRef?>
) -> OSStatus {
    status(into: outTimeline) { try QueueTimeline.handles.insert(QueueTimeline(of: AudioQueue.live(inAQ))) }
}

@c @implementation
public func AudioQueueDisposeTimeline(_ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef) -> OSStatus {
    status { _ = try QueueTimeline.handles.remove(inTimeline) }
}

@c @implementation
public func AudioQueueGetCurrentTime(
    _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status {
        let queue = try AudioQueue.live(inAQ)
        let time = try queue.currentTime()
        outTimeStamp?.pointee = time
        guard let inTimeline else { return }
        let hasGap = try QueueTimeline.handles.object(for: inTimeline).takeDiscontinuity(of: queue)
        outTimelineDiscontinuity?.pointee = hasGap
    }
}

@c @implementation
public func AudioQueueDeviceGetCurrentTime(
    _ inAQ: AudioQueueRef, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    status { try outTimeStamp.store(AudioQueue.live(inAQ).deviceTime()) }
}

@c @implementation
public func AudioQueueDeviceTranslateTime(
    _ inAQ: AudioQueueRef, _ inTime: UnsafePointer<AudioTimeStamp>, _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    status {
        try outTime.store(
            AudioQueue.live(inAQ).translate(nonnull(inTime).pointee, wanted: nonnull(outTime).pointee.mFlags))
    }
}

@c @implementation
public func AudioQueueDeviceGetNearestStartTime(
    _ inAQ: AudioQueueRef, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>, _ inFlags: UInt32
) -> OSStatus {
    status {
        try ioRequestedStartTime.store(AudioQueue.live(inAQ).nearestStart(to: nonnull(ioRequestedStartTime).pointee))
    }
}

// MARK: Offline rendering

@c @implementation
public func AudioQueueSetOfflineRenderFormat(
    _ inAQ: AudioQueueRef, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inLayout: UnsafePointer<AudioChannelLayout>?
) -> OSStatus {
    status {
        try AudioQueue.playing(inAQ).setOfflineFormat(
            inFormat.map { StreamFormat($0.pointee) }, layout: inLayout.map { try ChannelLayout($0) })
    }
}

@c @implementation
public func AudioQueueOfflineRender(
    _ inAQ: AudioQueueRef, _ inTimestamp: UnsafePointer<AudioTimeStamp>, _ ioBuffer: AudioQueueBufferRef,
    _ inNumberFrames: UInt32
) -> OSStatus {
    status { _ = try AudioQueue.playing(inAQ).renderOffline(Int(inNumberFrames), into: ioBuffer) }
}

// MARK: Taps

@c @implementation
public func AudioQueueProcessingTapNew(
    _ inAQ: AudioQueueRef,
    _ inCallback:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioQueueProcessingTapRef, UInt32, UnsafeMutablePointer<AudioTimeStamp>,
            UnsafeMutablePointer<AudioQueueProcessingTapFlags>, UnsafeMutablePointer<UInt32>,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Void,
    _ inClientData: UnsafeMutableRawPointer?, _ inFlags: AudioQueueProcessingTapFlags,
    _ outMaxFrames: UnsafeMutablePointer<UInt32>,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
    _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
    status(into: outAQTap) {
        let (frames, format) = try (nonnull(outMaxFrames), nonnull(outProcessingFormat))
        let (context, function) = (ClientContext(inClientData), try nonnull(function: inCallback))
        let made = try newTap(AudioQueue.playing(inAQ), inFlags, context, function)
        frames.pointee = UInt32(QueueTap.maximumFrames)
        format.pointee = AudioStreamBasicDescription(made.tap.format)
        return made.reference
    }
}

@c @implementation
public func AudioQueueProcessingTapDispose(_ inAQTap: AudioQueueProcessingTapRef) -> OSStatus {
    status {
        try QueueTap.handles.object(for: inAQTap).dispose()
        _ = try QueueTap.handles.remove(inAQTap)
    }
}

@c @implementation
public func AudioQueueProcessingTapGetSourceAudio(
    _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32,
    _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
    _ outFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ outNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    status {
        try QueueTap.handles.object(for: inAQTap).sourceAudio(
            inNumberFrames, nonnull(ioTimeStamp), nonnull(outFlags), nonnull(outNumberFrames), nonnull(ioData))
    }
}

@c @implementation
public func AudioQueueProcessingTapGetQueueTime(
    _ inAQTap: AudioQueueProcessingTapRef, _ outQueueSampleTime: UnsafeMutablePointer<Float64>,
    _ outQueueFrameCount: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let time = try QueueTap.handles.object(for: inAQTap).queueTime()
        try outQueueSampleTime.store(time.sampleTime)
        try outQueueFrameCount.store(UInt32(time.frames))
    }
}
