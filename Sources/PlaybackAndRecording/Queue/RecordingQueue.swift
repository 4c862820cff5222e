import AudioCodecs
import AudioCore
import AudioFiles
import AudioIO
import CAudioToolbox

/// A queue that records, which `AudioQueueNewInput` makes.
///
/// The audio thread fills a ring (`QueueCapture`) as a sink of the process's one input; a thread of the queue's converts
/// and encodes from there into the client's buffers, and gives each back when it is full.
package final class RecordingQueue: AudioQueue, QueueKind, @unchecked Sendable {
    package typealias InputProvider = @Sendable (_ device: String?) throws(AudioError) -> Input
    /// Gets the number of packets, and their descriptions where they vary in size.
    package typealias Callback =
        @Sendable (
            OpaquePointer, UnsafeMutablePointer<AudioQueueBuffer>, UnsafePointer<AudioTimeStamp>, UInt32,
            UnsafePointer<AudioStreamPacketDescription>?
        ) -> Void

    /// Changes under the pipeline's lock only.
    enum RunState { case stopped, running, paused }

    struct State {
        /// Empty buffers, the next to be filled first.
        var line: [QueueBuffer] = []
        var run = RunState.stopped
        /// A stop that lets the worker take in what has been recorded.
        var isStopping = false
        var disposesAtEnd = false
        var isEnding = false
        var wakes = 0
        var worker: Thread?
        /// Properties of the converter that the client has set: each converter that is made gets them.
        var converterSettings: [(id: UInt32, bytes: [UInt8])] = []
        /// For each channel one of the device's, from 1 on; empty: the usual ones.
        var assignments: [Int] = []
        /// Frames of the shortest buffer enqueued so far, in the device's rate.
        var shortest = Int.max
    }

    /// A buffer on its way: what has been put in so far, and the time of its first frame.
    struct Filling {
        let buffer: QueueBuffer
        var time = AudioTimeStamp()
        var byteCount = 0
        var packets: [PacketDescription] = []
    }

    /// What is made for one device. Used under its lock.
    struct PipelineState {
        /// Nil while the queue is stopped, so that the stream ends, unless a property was asked for before the start.
        var input: Input?
        var sink: InputSink?
        var capture: QueueCapture?
        var packing: QueuePacking?
        var filling: Filling?

        mutating func takeFilling() -> Filling? {
            defer { filling = nil }
            return filling
        }

        /// Takes out the input, which is to be released without the lock. The encoder stays.
        mutating func takeInput() -> Input? {
            defer { (input, sink) = (nil, nil) }
            return input
        }
    }

    /// The capture and the input, for calls that read state. These calls do not wait for encoding nor for a cycle, and a
    /// callback in a cycle may make them.
    struct Sound {
        var capture: QueueCapture?
        var input: Input?
        var sink: InputSink?
    }

    let state = WaitableValue(State(), .state)
    let pipelineState = LockedValue(PipelineState(), .pipeline)
    let sound = LockedValue(Sound())
    private let openInput: InputProvider
    private let callback: Callback

    /// - Throws: `queueCodec` where the format cannot be encoded; `converterFormat` for impossible formats.
    package init(
        _ format: StreamFormat, delivery: QueueDelivery = .ownThread,
        input: @escaping InputProvider = { (device) throws(AudioError) in try Input.shared(device: device) },
        callback: @escaping Callback
    ) throws(AudioError) {
        let complete = try QueueFormats.recordable(format)
        openInput = input
        self.callback = callback
        try super.init(complete, delivery: delivery)
    }

    // MARK: The line

    package func enqueue(_ request: EnqueueRequest) throws(AudioError) -> Double? {
        guard request.descriptions.isEmpty else {
            throw .parameter.because("a recording queue writes the packet descriptions itself")
        }
        let buffer = try claim(request.buffer)
        guard buffer.capacity >= format.bytesPerPacket else {
            release(buffer)
            throw .parameter.because("the buffer has less room than one packet takes")
        }
        let frames = format.bytesPerPacket > 0 ? buffer.capacity / format.bytesPerPacket * format.framesPerPacket : 4096
        buffer.setContent(byteCount: 0, packets: [])
        let hasEnded = state.withLock { state in
            guard !state.isEnding else { return true }
            state.line.append(buffer)
            state.shortest = min(state.shortest, max(frames, 1))
            state.wakes += 1
            return false
        }
        guard !hasEnded else {
            release(buffer)
            throw .queueDisposalPending
        }
        return nil
    }

    /// Delivers a filled buffer to the client, with the time of its first frame.
    func deliver(_ filling: Filling) {
        let buffer = filling.buffer
        buffer.setContent(byteCount: filling.byteCount, packets: filling.packets)
        let descriptions = filling.packets.map { AudioStreamPacketDescription($0) }
        let isConstant = format.bytesPerPacket > 0
        let count = isConstant ? filling.byteCount / format.bytesPerPacket : descriptions.count
        caller.perform { [self] in
            release(buffer)
            guard let reference = registration.withLock({ $0.callee }) else { return }
            var time = filling.time
            descriptions.withUnsafeBufferPointer {
                callback(reference, buffer.pointer, &time, UInt32(count), $0.isEmpty ? nil : $0.baseAddress)
            }
        }
    }

    // MARK: Pipeline

    /// Opens the input, as the device is now, and makes the encoder for it unless there is one for such a device. Only while
    /// stopped.
    ///
    /// - Returns: an input that was opened before, to be released without the lock.
    func connect(_ pipelineState: inout PipelineState) throws(AudioError) -> Input? {
        guard !state.withLock({ $0.isEnding }) else { throw .queueInvalidated }
        let device = registration.withLock { $0.device }
        let old = pipelineState.input
        let input: Input
        do throws(AudioError) { input = try openInput(device) } catch {
            // A server that is gone for a moment does not end what was opened before.
            if old != nil { return nil }
            throw device == nil ? .queueCannotStart.because(error.reason) : .queueDevice.because(error.reason)
        }
        guard input !== old else { return nil }
        if pipelineState.packing?.deviceFormat != input.format { try makePacking(&pipelineState, for: input.format) }
        guard let capture = pipelineState.capture else { return old }
        pipelineState.input = input
        let sink = InputSink(context: Unmanaged.passUnretained(capture).toOpaque(), owner: capture) {
            context, cycle in
            Unmanaged<QueueCapture>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.take(cycle.pointee) }
            return 0
        }
        pipelineState.sink = sink
        sound.withLock { $0 = Sound(capture: capture, input: input, sink: sink) }
        showTitle()
        return old
    }

    override func showTitle() {
        let (input, sink) = sound.withLock { ($0.input, $0.sink) }
        if let sink { input?.setTitle(title.withLock { $0 }, of: sink) }
    }

    private func makePacking(_ pipelineState: inout PipelineState, for shape: StreamFormat) throws(AudioError) {
        // A second of sound: the disk may take that long.
        let capture = QueueCapture(
            channels: shape.channels, sampleRate: shape.sampleRate, frames: Int(shape.sampleRate))
        capture.isMetering.store(registration.withLock { $0.isMetering }, ordering: .relaxed)
        let packing = try QueuePacking(from: shape, to: format, capture)
        for setting in state.withLock({ $0.converterSettings }) {
            // Skips settings that do not fit this device, such as a channel map.
            try? setting.bytes.withUnsafeBytes { try packing.converter.setProperty(setting.id, .bytes($0)) }
        }
        let assignments = state.withLock { $0.assignments }
        if !assignments.isEmpty { packing.assign(assignments) }
        (pipelineState.packing, pipelineState.capture) = (packing, capture)
    }

    /// Records each channel from one of the device's, from 1 on; empty: as usual. Only while stopped.
    ///
    /// - Parameter channels: as many as the format has, or none. One that the device does not have is silent.
    func setAssignments(_ channels: [Int]) {
        let isNew = state.withLock { state in
            defer { state.assignments = channels }
            return state.assignments != channels
        }
        if isNew { discardPipeline() }
    }

    /// Discards the converter, so that the next start makes one with the changed settings. Only while stopped.
    func discardPipeline() {
        guard !defers({ [self] in discardPipeline() }) else { return }
        let input = pipelineState.withLock { pipelineState in
            guard state.withLock({ $0.run }) == .stopped else { return nil as Input? }
            defer { pipelineState = PipelineState() }
            sound.withLock { $0 = Sound() }
            if let sink = pipelineState.sink { pipelineState.input?.remove(sink) }
            return pipelineState.input
        }
        withExtendedLifetime(input) {}
    }

    // MARK: Properties

    package func property(_ id: UInt32) throws(AudioError) -> PropertyValue {
        switch id {
        case kAudioQueueProperty_StreamDescription:
            return .raw(AudioStreamBasicDescription(try packing { $0.format }))
        case kAudioQueueProperty_MagicCookie:
            return .bytes(try packing { (packing) throws(AudioError) in try packing.magicCookie() })
        case kAudioQueueProperty_MaximumOutputPacketSize:
            let size = try packing { (packing) throws(AudioError) in try packing.maximumPacketSize() }
            return .uint32(UInt32(clamping: size))
        case kAudioQueueDeviceProperty_SampleRate: return .raw(try packing { $0.deviceFormat.sampleRate })
        case kAudioQueueDeviceProperty_NumberChannels:
            return .uint32(UInt32(try packing { $0.deviceFormat.channels }))
        case kAudioQueueProperty_CurrentLevelMeter: return .raws(levels())
        case kAudioQueueProperty_CurrentLevelMeterDB: return .raws(levels().map(\.inDecibels))
        default: break
        }
        if let shared = sharedProperty(id) { return shared }
        guard Converter.queueProperties.contains(id) else { throw .queueProperty }
        return try packing { (packing) throws(AudioError) in try packing.converter.propertyOfQueue(id) }
    }

    /// Asks the encoder, which is made where it is not there yet. A callback in a cycle cannot wait for it.
    private func packing<Value>(
        _ ask: (QueuePacking) throws(AudioError) -> Value
    ) throws(AudioError) -> Value {
        guard !DeferredWork.isNeeded else { throw .queueRunState }
        return try pipelineState.withLock { pipelineState throws(AudioError) in
            // Nothing was opened before.
            if pipelineState.packing == nil { _ = try connect(&pipelineState) }
            guard let packing = pipelineState.packing else { throw .queueDevice }
            return try ask(packing)
        }
    }

    private func levels() -> [AudioQueueLevelMeterState] {
        let isMetering = registration.withLock { $0.isMetering }
        let capture = sound.withLock { $0.capture }
        return (0..<format.channels).map { channel in
            guard isMetering, let capture else { return AudioQueueLevelMeterState() }
            let (average, peak) = capture.meters.level(min(channel, capture.channels - 1))
            return AudioQueueLevelMeterState(mAveragePower: average, mPeakPower: peak)
        }
    }

    package func setProperty(_ id: UInt32, _ input: PropertyInput) throws(AudioError) {
        guard try setSharedProperty(id, input, isStopped: state.withLock { $0.run } == .stopped) else {
            return try setConverterProperty(id, input)
        }
        guard id == kAudioQueueProperty_EnableLevelMetering else { return discardPipeline() }
        let isMetering = registration.withLock { $0.isMetering }
        sound.withLock { $0.capture?.isMetering.store(isMetering, ordering: .relaxed) }
    }

    /// Sets a property of the encoder, or of the conversion before it. Only while stopped.
    private func setConverterProperty(_ id: UInt32, _ input: PropertyInput) throws(AudioError) {
        guard Converter.queueProperties.contains(id) else { throw .queueProperty }
        var set: [(id: UInt32, bytes: [UInt8])] = []
        if case .settings(let settings) = input {
            set = settings.map { ($0.property.rawValue, withUnsafeBytes(of: $0.value) { Array($0) }) }
        } else {
            set = [(id, try input.bytes())]
        }
        try packing { (packing) throws(AudioError) in
            // The settings of a running recording cannot change.
            guard state.withLock({ $0.run }) == .stopped else { throw .queueRunState }
            try packing.converter.setPropertyOfQueue(id, input)
        }
        state.withLock { state in
            state.converterSettings.removeAll { old in set.contains { $0.id == old.id } }
            state.converterSettings += set
        }
    }
}
