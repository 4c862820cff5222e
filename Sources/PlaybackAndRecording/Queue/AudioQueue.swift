import AudioCore
import AudioFiles
import AudioIO
import AudioSession
import CAudioToolbox
import CRealtime

/// What playing and recording queues share: buffers, listeners, and where the client is called back.
///
/// A queue may be used from any thread. The client is never called with a lock held.
package class AudioQueue: @unchecked Sendable {
    package static let handles = HandleTable<AudioQueue>(kind: 5, wrongReference: .queueInvalidated)

    package typealias Listener = @Sendable @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UInt32) -> Void

    /// The format of the buffers.
    package let format: StreamFormat
    let caller: QueueCaller
    let registration = LockedValue(Registration())
    let deferred = DeferredWork()
    /// What interrupts the queue, and what its start activates. Set before other threads know the queue.
    package var session = SessionCenter.shared
    /// What users know the sound by; nil for nothing.
    let title = LockedValue<String?>(nil)

    /// What every kind of queue keeps.
    struct Registration {
        var reference: OpaquePointer?
        var buffers: [UnsafeMutablePointer<AudioQueueBuffer>: QueueBuffer] = [:]
        var listeners: [(property: UInt32, function: Listener, context: UnsafeMutableRawPointer?)] = []
        var isRunning = false
        var isDisposing = false
        /// Whether the queue was disposed of in a callback, which could not wait: no other begins.
        var isSilent = false
        /// The reference that callbacks get; nil where none is to begin.
        var callee: OpaquePointer? { isSilent ? nil : reference }
        /// The number of calls that are returning buffers. No buffer can be enqueued while it is not 0.
        var resets = 0
        var device: String?
        var layout: ChannelLayout?
        var isMetering = false
        var codecPolicy: UInt32 = 0
        var converterError: Int32 = 0
        /// How often the time line was interrupted.
        var discontinuities = 0
    }

    init(_ format: StreamFormat, delivery: QueueDelivery) throws(AudioError) {
        self.format = format
        caller = try QueueCaller(delivery)
    }

    /// Makes the queue known, and keeps it until it is disposed of.
    package func register() throws(AudioError) -> OpaquePointer {
        let reference = try Self.handles.insert(self)
        registration.withLock { $0.reference = reference }
        return reference
    }

    /// The queue of a reference.
    ///
    /// - Throws: `queueInvalidated`; `queueDisposalPending` where it only plays out.
    package static func live(_ reference: OpaquePointer?) throws(AudioError) -> any QueueKind {
        guard let queue = try handles.object(for: reference) as? any QueueKind else { throw .queueInvalidated }
        if queue.registration.withLock({ $0.isDisposing }) { throw .queueDisposalPending }
        return queue
    }

    /// Takes the queue's reference, which its callbacks are no longer to see; nil where that was done before.
    func forget() -> OpaquePointer? {
        registration.withLock { registration in
            defer { registration.reference = nil }
            return registration.reference
        }
    }

    /// Whether the caller is the callback thread of a queue, which waits for no other callback.
    var isCallbackThread: Bool { realtime_is_callback_thread() != 0 }

    /// Lets no callback begin from now on, where the caller is a callback: an immediate disposal there returns before
    /// the queue has ended, and the client may free what its callbacks use.
    func silenceIfInCallback() {
        guard DeferredWork.isNeeded || isCallbackThread else { return }
        registration.withLock { registration in
            registration.isDisposing = true
            registration.isSilent = true
        }
    }

    /// Invalidates a reference that `forget` returned, once no callback will be called any more.
    func remove(_ reference: OpaquePointer) {
        // It cannot fail: `forget` gives the reference to one caller only.
        _ = try? Self.handles.remove(reference)
    }

    /// Leaves a call to a thread where the caller must not wait, and keeps it after calls that were left there before.
    ///
    /// - Returns: false where the caller does it itself.
    func defers(_ call: @escaping @Sendable () -> Void) -> Bool {
        deferred.takesOverInOrder(call)
    }

    /// Gives the sound another title, by which sound servers show it to users; nil for none. Any thread. Does not wait.
    package func setTitle(_ title: String?) {
        self.title.withLock { $0 = title }
        showTitle()
    }

    /// Hands the title on, where the queue is connected to a device.
    func showTitle() {}

    // MARK: Buffers

    package func allocateBuffer(bytes: Int, descriptions: Int) throws(AudioError)
        -> UnsafeMutablePointer<AudioQueueBuffer>
    {
        // 1 GiB is more than any client means.
        guard bytes > 0, bytes <= 1 << 30, descriptions <= 1 << 24 else { throw .parameter }
        let buffer = QueueBuffer(byteCount: bytes, descriptionCount: descriptions)
        registration.withLock { $0.buffers[buffer.pointer] = buffer }
        return buffer.pointer
    }

    package func freeBuffer(_ pointer: UnsafeMutablePointer<AudioQueueBuffer>) throws(AudioError) {
        try registration.withLock { registration throws(AudioError) in
            guard let buffer = registration.buffers[pointer] else { throw .queueBuffer }
            guard !buffer.isEnqueued else { throw .queueBufferInQueue }
            registration.buffers[pointer] = nil
        }
    }

    /// Notes that a buffer is in the line from now on.
    func claim(_ pointer: UnsafeMutablePointer<AudioQueueBuffer>) throws(AudioError) -> QueueBuffer {
        try registration.withLock { registration throws(AudioError) in
            guard let buffer = registration.buffers[pointer] else { throw .queueBuffer }
            guard !buffer.isEnqueued else { throw .queueEnqueuedTwice }
            guard registration.resets == 0 else { throw .queueDuringReset }
            buffer.isEnqueued = true
            return buffer
        }
    }

    func release(_ buffer: QueueBuffer) { registration.withLock { _ in buffer.isEnqueued = false } }

    // MARK: Listeners

    package func addListener(_ property: UInt32, _ function: @escaping Listener, _ context: UnsafeMutableRawPointer?) {
        registration.withLock { $0.listeners.append((property, function, context)) }
    }

    package func removeListener(
        _ property: UInt32, _ function: @escaping Listener, _ context: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        let address = unsafeBitCast(function, to: UInt.self)
        try registration.withLock { registration throws(AudioError) in
            let place = registration.listeners.firstIndex {
                $0.property == property && unsafeBitCast($0.function, to: UInt.self) == address
                    && $0.context == context
            }
            guard let place else { throw .parameter.because("no such listener was added") }
            registration.listeners.remove(at: place)
        }
    }

    /// Notifies the listeners of a property, on the thread that calls the callbacks.
    func notify(_ property: UInt32, waiting: Bool = false) {
        let body: @Sendable () -> Void = { [self] in
            let (reference, listeners) = registration.withLock { ($0.callee, $0.listeners) }
            guard let reference else { return }
            for listener in listeners where listener.property == property {
                listener.function(listener.context, reference, property)
            }
        }
        if waiting { caller.performAndWait(body) } else { caller.perform(body) }
    }

    func setRunning(_ isRunning: Bool, waiting: Bool = false) {
        let hasChanged = registration.withLock { registration in
            defer { registration.isRunning = isRunning }
            return registration.isRunning != isRunning
        }
        guard hasChanged else { return }
        session.participantDidChange()
        notify(kAudioQueueProperty_IsRunning, waiting: waiting)
    }

    func noteConverterError(_ error: AudioError) {
        registration.withLock { $0.converterError = error.status }
        notify(kAudioQueueProperty_ConverterError)
    }
}

/// What each kind of queue does in its own way.
package protocol QueueKind: AudioQueue {
    /// Puts a buffer in the line.
    ///
    /// - Returns: the frame of the queue's time line at which it will start, as far as is known.
    func enqueue(_ request: EnqueueRequest) throws(AudioError) -> Double?

    /// Starts, or continues after a pause; at a time of the device, or as soon as possible.
    func start(at time: AudioTimeStamp?) throws(AudioError)

    /// Stops now, with all buffers given back, or once everything enqueued is done with.
    func stop(immediately: Bool) throws(AudioError)

    func pause() throws(AudioError)
    func flush() throws(AudioError)

    /// Gives all buffers back as they are.
    func reset() throws(AudioError)

    /// Ends the queue, now or once everything enqueued is done with.
    func dispose(immediately: Bool) throws(AudioError)

    /// Where the queue is on its own time line.
    func currentTime() throws(AudioError) -> AudioTimeStamp

    func property(_ id: UInt32) throws(AudioError) -> PropertyValue
    func setProperty(_ id: UInt32, _ input: PropertyInput) throws(AudioError)

    /// The device's next frame and when it is due; nil while the device does not run for this queue.
    var deviceClock: ClockAnchor? { get }
    /// The present, in the time of the device's cycles.
    var deviceNow: UInt64 { get }
    /// Frames of the device that are past for the queue before the device asks for them.
    var startDelay: Double { get }
}

extension AudioQueue {
    /// The same as a queue that plays.
    package static func playing(_ reference: OpaquePointer?) throws(AudioError) -> PlayingQueue {
        guard let queue = try live(reference) as? PlayingQueue else { throw .queueType }
        return queue
    }
}

/// What a client passes with a buffer.
package struct EnqueueRequest {
    package var buffer: UnsafeMutablePointer<AudioQueueBuffer>
    /// The client's memory, valid during the call.
    package var descriptions: UnsafeBufferPointer<AudioStreamPacketDescription>
    package var trimAtStart = 0
    package var trimAtEnd = 0
    package var events: [AudioQueueParameterEvent] = []
    package var startTime: AudioTimeStamp?

    package init(
        buffer: UnsafeMutablePointer<AudioQueueBuffer>,
        descriptions: UnsafeBufferPointer<AudioStreamPacketDescription> = .init(start: nil, count: 0)
    ) {
        self.buffer = buffer
        self.descriptions = descriptions
    }
}
