import AudioCore
import AudioFiles
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Dispatch
import Foundation
import PlaybackAndRecording

// Between the calls of AudioQueue.h and the engine: run loops, dispatch queues, packet descriptions, properties.

/// A client's pointer, handed back to its functions on other threads. What it points to is the client's business.
struct ClientContext: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    init(_ pointer: UnsafeMutableRawPointer?) { self.pointer = pointer }
}

extension QueueDelivery {
    /// Calls in a run loop, in a mode of it (null: the common modes); null: on a thread of the queue's own.
    init(runLoop: CARunLoopParameter?, mode: CAStringParameter?) throws(AudioError) {
        guard let runLoop else {
            self = .ownThread
            return
        }
        let loop = RunLoopCaller(
            Unmanaged<CFRunLoop>.fromOpaque(UnsafeRawPointer(runLoop)).takeUnretainedValue(),
            mode: mode.map {
                Unmanaged<CoreFoundation.CFRunLoopMode>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
            })
        self = .elsewhere(perform: { loop.perform($0) }, isCurrent: { loop.isCurrent })
    }

    /// Calls on a dispatch queue.
    init(_ queue: ClientQueue) {
        self = .elsewhere(perform: { queue.async($0) }, isCurrent: { false })
    }
}

typealias OutputBlock = @convention(block) (AudioQueueRef, AudioQueueBufferRef) -> Void
typealias InputBlock =
    @convention(block) (
        AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
        UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void

/// A queue that plays, and calls back on a dispatch queue.
func newOutput(
    _ format: UnsafePointer<AudioStreamBasicDescription>, _ queue: ClientQueue,
    _ callback: @escaping @Sendable (AudioQueueRef, AudioQueueBufferRef) -> Void
) throws -> AudioQueueRef {
    let format = StreamFormat(try nonnull(format).pointee)
    return try PlayingQueue(format, delivery: QueueDelivery(queue), callback: callback).register()
}

/// A queue that records, and calls back on a dispatch queue.
func newInput(
    _ format: UnsafePointer<AudioStreamBasicDescription>, _ queue: ClientQueue,
    _ callback:
        @escaping @Sendable (
            AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> Void
) throws -> AudioQueueRef {
    let format = StreamFormat(try nonnull(format).pointee)
    return try RecordingQueue(format, delivery: QueueDelivery(queue), callback: callback).register()
}

func descriptions(
    _ count: UInt32, _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
) -> UnsafeBufferPointer<AudioStreamPacketDescription> {
    UnsafeBufferPointer(start: descriptions, count: descriptions == nil ? 0 : Int(count))
}

extension AudioTimeStamp {
    /// A time of which only the sample time is known; nothing where that is not.
    init(sampleTime: Double?) {
        self.init()
        guard let sampleTime else { return }
        mSampleTime = sampleTime
        mFlags = .sampleTimeValid
    }
}

/// The size of a property's value in bytes. Creates no objects, which the caller could not release.
func queuePropertySize(_ queue: any QueueKind, _ id: UInt32) throws -> Int {
    guard let assignments = assignments(queue, id) else { return try queue.property(id).size }
    return assignments.count * MemoryLayout<AudioQueueChannelAssignment>.stride
}

/// Copies a property's value to `data` and its size to `size`. Channel assignments hold strings that the client releases.
func copyQueueProperty(
    _ queue: any QueueKind, _ id: UInt32, to data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>
) throws {
    guard let assignments = assignments(queue, id) else {
        // Programs leave the size of this one at 0, and a Mac lets them.
        if id == kAudioQueueProperty_IsRunning, try nonnull(size).pointee == 0 {
            size.pointee = UInt32(MemoryLayout<UInt32>.size)
        }
        return try queue.property(id).copy(to: data, size, tooSmall: .queuePropertySize)
    }
    // Creates the strings only once it is certain that the client receives them.
    let count = assignments.count * MemoryLayout<AudioQueueChannelAssignment>.stride
    guard try nonnull(size).pointee >= count else { throw AudioError.queuePropertySize }
    _ = try nonnull(data)
    let values = assignments.map { assignment in
        AudioQueueChannelAssignment(
            mDeviceUID: Unmanaged.passRetained(assignment.device.coreFoundation),
            mChannelNumber: UInt32(assignment.channel))
    }
    try PropertyValue.raws(values).copy(to: data, size)
}

/// A queue's channel assignments, if that is the property.
private func assignments(_ queue: any QueueKind, _ id: UInt32) -> [(device: String, channel: Int)]? {
    id == kAudioQueueProperty_ChannelAssignments ? (queue as? PlayingQueue)?.assignments : nil
}

func setQueueProperty(_ queue: any QueueKind, _ id: UInt32, _ data: UnsafeRawPointer, _ size: UInt32) throws {
    switch id {
    case kAudioQueueProperty_CurrentDevice:
        guard Int(size) == MemoryLayout<UnsafeRawPointer>.size else { throw AudioError.queuePropertySize }
        // A null reference is the default device.
        let isNull = try nonnull(data).loadUnaligned(as: UnsafeRawPointer?.self) == nil
        try queue.setProperty(id, isNull ? .text("") : PropertyInput(text: data, size: size))
    case kAudioQueueProperty_ChannelAssignments:
        guard let queue = queue as? PlayingQueue else { throw AudioError.queueType }
        let stride = MemoryLayout<AudioQueueChannelAssignment>.stride
        guard size > 0, Int(size) % stride == 0 else { throw AudioError.queuePropertySize }
        let bytes = UnsafeRawBufferPointer(start: try nonnull(data), count: Int(size))
        try queue.setAssignments(
            (0..<bytes.count / stride).map { index in
                let assignment = bytes.loadUnaligned(
                    fromByteOffset: index * stride, as: AudioQueueChannelAssignment.self)
                _ = try nonnull(assignment.mDeviceUID.toOpaque())
                let device = String(describing: assignment.mDeviceUID.takeUnretainedValue())
                return (device, Int(assignment.mChannelNumber))
            })
    case kAudioConverterPropertySettings:
        guard Int(size) == MemoryLayout<UnsafeRawPointer>.size else { throw AudioError.queuePropertySize }
        try queue.setProperty(id, PropertyInput(settings: data, size: size))
    default: try queue.setProperty(id, PropertyInput(bytes: data, size: size))
    }
}

func newTap(
    _ queue: PlayingQueue, _ flags: AudioQueueProcessingTapFlags, _ context: ClientContext,
    _ callback:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioQueueProcessingTapRef, UInt32, UnsafeMutablePointer<AudioTimeStamp>,
            UnsafeMutablePointer<AudioQueueProcessingTapFlags>, UnsafeMutablePointer<UInt32>,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Void
) throws -> (tap: QueueTap, reference: AudioQueueProcessingTapRef) {
    // The function's declaration promises a context that is not null; a client that gave none gets the tap's place.
    let place = Reference()
    let tap = try queue.addTap(flags) { frames, time, flags, delivered, data in
        guard let reference = place.value else { return }
        callback(context.pointer ?? UnsafeMutableRawPointer(reference), reference, frames, time, flags, delivered, data)
    }
    let reference = try QueueTap.handles.insert(tap)
    place.value = reference
    return (tap, reference)
}

/// A tap's own reference, which it learns only after it has been made; set before the queue can start.
private final class Reference: @unchecked Sendable {
    var value: AudioQueueProcessingTapRef?
}

// MARK: As Swift programs call it

// `@preconcurrency` lets a closure that is stored in a constant pass in Swift 6 mode, with a warning. `@Sendable` keeps a
// closure that is written in the call apart from the actor around it: it is called on other threads.

/// Makes a queue that plays, and calls back in a run loop, or with nil on a thread of its own.
@preconcurrency @discardableResult
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: NSString?,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    withExtendedLifetime((inCallbackRunLoop, inCallbackRunLoopMode)) {
        __AudioQueueNewOutput(
            inFormat, inCallbackProc, inUserData, reference(inCallbackRunLoop), reference(inCallbackRunLoopMode),
            inFlags, outAQ)
    }
}

/// The same, with a constant of CoreFoundation as the mode.
@preconcurrency @discardableResult
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?,
    _ inCallbackRunLoopMode: CoreFoundation.CFRunLoopMode, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    AudioQueueNewOutput(
        inFormat, inCallbackProc, inUserData, inCallbackRunLoop, string(inCallbackRunLoopMode), inFlags, outAQ)
}

/// Makes a queue that plays, and calls back on a dispatch queue.
@preconcurrency @discardableResult
public func AudioQueueNewOutputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping @Sendable (AudioQueueRef, AudioQueueBufferRef) -> Void
) -> OSStatus {
    status(into: outAQ) { try newOutput(inFormat, ClientQueue(inCallbackDispatchQueue), inCallbackBlock) }
}

/// Makes a queue that records, and calls back in a run loop, or with nil on a thread of its own.
@preconcurrency @discardableResult
public func AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: NSString?,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    withExtendedLifetime((inCallbackRunLoop, inCallbackRunLoopMode)) {
        __AudioQueueNewInput(
            inFormat, inCallbackProc, inUserData, reference(inCallbackRunLoop), reference(inCallbackRunLoopMode),
            inFlags, outAQ)
    }
}

/// The same, with a constant of CoreFoundation as the mode.
@preconcurrency @discardableResult
public func AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc:
        @escaping @Sendable @convention(c) (
            UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> Void,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?,
    _ inCallbackRunLoopMode: CoreFoundation.CFRunLoopMode, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    AudioQueueNewInput(
        inFormat, inCallbackProc, inUserData, inCallbackRunLoop, string(inCallbackRunLoopMode), inFlags, outAQ)
}

/// Makes a queue that records, and calls back on a dispatch queue.
@preconcurrency @discardableResult
public func AudioQueueNewInputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock:
        @escaping @Sendable (
            AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> Void
) -> OSStatus {
    status(into: outAQ) { try newInput(inFormat, ClientQueue(inCallbackDispatchQueue), inCallbackBlock) }
}
