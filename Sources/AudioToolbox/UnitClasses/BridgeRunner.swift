import AudioCore
import AudioUnits
import CAudioToolbox

/// The audio half of a bridge: gives a unit of version 2 its events and its inputs, and renders it.
///
/// One thread at a time renders. The functions that the unit calls have this object as their context.
final class BridgeRunner: @unchecked Sendable {
    private let instance: ComponentInstance
    private let ramps = BridgeRamps()
    /// What gives the inputs in the cycle.
    private var pull: AURenderPullInputBlock?
    /// What an output unit plays, and who is notified of its input.
    private let provided = Handed<AURenderPullInputBlock>()
    private let handled = Handed<AUInputHandler>()
    private let musical = Handed<AUHostMusicalContextBlock>()
    private let transport = Handed<AUHostTransportStateBlock>()

    init(_ instance: ComponentInstance) { self.instance = instance }

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func of(_ context: UnsafeMutableRawPointer) -> BridgeRunner {
        Unmanaged<BridgeRunner>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: Rendering

    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
    ) -> OSStatus {
        guard let bus = UInt32(exactly: bus) else { return kAudioUnitErr_InvalidElement }
        self.pull = pull
        defer { self.pull = nil }
        let bits = UnsafeMutableRawPointer(flags).assumingMemoryBound(to: UInt32.self)
        return instance.render(bits, time, bus: bus, frames: frames, list)
    }

    /// Gives the unit the events of a cycle that begins now, and the parts of its ramps.
    func deliver(_ events: UnsafePointer<AURenderEvent>?, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32) {
        let start = time.pointee.mSampleTime
        var next = events
        while let event = next {
            deliver(event, start.magnitude < 9e15 ? Int64(start) : 0)
            next = UnsafePointer(event.pointee.head.next)
        }
        ramps.send(to: instance, frames: frames)
    }

    private func deliver(_ event: UnsafePointer<AURenderEvent>, _ start: Int64) {
        let offset = UInt32(clamping: event.pointee.head.eventSampleTime - start)
        switch event.pointee.head.eventType {
        case .parameter:
            let place = ParameterAddress(event.pointee.parameter.parameterAddress)
            ramps.end(place.number)
            BridgeRamps.set(instance, place, event.pointee.parameter.value, at: offset)
        case .parameterRamp:
            let ramp = event.pointee.parameter
            ramps.begin(
                instance, ramp.parameterAddress, to: ramp.value, at: Int(offset),
                over: Int(ramp.rampDurationSampleFrames))
        case .MIDI, .midiSysEx:
            let bytes = UnsafeRawPointer(event).assumingMemoryBound(to: UInt8.self) + 21
            send(bytes, Int(event.pointee.MIDI.length), offset)
        case .midiEventList:
            MIDIWords.forEachMessage((UnsafeRawPointer(event) + 20).assumingMemoryBound(to: MIDIEventList.self)) {
                _ = instance.midiEvent($0, $1, $2, at: offset)
            }
        default: break
        }
    }

    /// Sends all messages of an event, of which a block of a host may bring several.
    private func send(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ offset: UInt32) {
        var first = 0
        while first < length {
            // What is no status has been cut off from its own, and says nothing.
            guard bytes[first] & 0x80 != 0 else { return }
            var end = first + 1
            while end < length, bytes[end] & 0x80 == 0 { end += 1 }
            if bytes[first] == 0xF0 {
                if end < length { end += 1 }
                _ = instance.sysEx(bytes + first, UInt32(end - first))
            } else {
                let second = end - first > 1 ? UInt32(bytes[first + 1]) : 0
                let third = end - first > 2 ? UInt32(bytes[first + 2]) : 0
                _ = instance.midiEvent(UInt32(bytes[first]), second, third, at: offset)
            }
            first = end
        }
    }

    // MARK: What the unit calls

    /// `AURenderCallback`.
    typealias Function =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
            UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus

    static let input: Function = { context, flags, time, element, frames, list in
        guard let list, let pull = BridgeRunner.of(context).pull else { return kAudioUnitErr_NoConnection }
        return pull(flags, time, frames, Int(element), list)
    }

    static let output: Function = { context, flags, time, element, frames, list in
        guard let list else { return kAudioUnitErr_NoConnection }
        return BridgeRunner.of(context).provided.use { $0(flags, time, frames, Int(element), list) }
            ?? kAudioUnitErr_NoConnection
    }

    static let recorded: Function = { context, flags, time, element, frames, _ in
        BridgeRunner.of(context).handled.use { $0(flags, time, frames, Int(element)) }
        return 0
    }

    func setProvider(_ block: AURenderPullInputBlock?) { provided.set(block) }
    func setHandler(_ block: AUInputHandler?) { handled.set(block) }

    // MARK: Host

    func setHost(_ musical: AUHostMusicalContextBlock?, _ transport: AUHostTransportStateBlock?) {
        self.musical.set(musical)
        self.transport.set(transport)
    }

    /// The host's blocks as functions. One that is missing says so when it is called.
    var hostCallbacks: HostCallbackInfo {
        var info = HostCallbackInfo()
        info.hostUserData = address
        info.beatAndTempoProc = { context, beat, tempo in
            let isKnown = context.flatMap { BridgeRunner.of($0).musical.use { $0(tempo, nil, nil, beat, nil, nil) } }
            return isKnown == true ? 0 : kAudio_ParamError
        }
        info.musicalTimeLocationProc = { context, delta, numerator, denominator, downBeat in
            var (upper, lower, offset) = (Double(0), 0, 0)
            let isKnown = context.flatMap {
                BridgeRunner.of($0).musical.use { $0(nil, &upper, &lower, nil, &offset, downBeat) }
            }
            guard isKnown == true else { return kAudio_ParamError }
            delta?.pointee = UInt32(clamping: offset)
            numerator?.pointee = Float(upper)
            denominator?.pointee = UInt32(clamping: lower)
            return 0
        }
        info.transportStateProc = { context, isPlaying, hasChanged, sample, isCycling, start, end in
            BridgeRunner.state(context, isPlaying, nil, hasChanged, sample, isCycling, start, end)
        }
        info.transportStateProc2 = { context, isPlaying, isRecording, hasChanged, sample, isCycling, start, end in
            BridgeRunner.state(context, isPlaying, isRecording, hasChanged, sample, isCycling, start, end)
        }
        return info
    }

    private static func state(
        _ context: UnsafeMutableRawPointer?, _ isPlaying: UnsafeMutablePointer<DarwinBoolean>?,
        _ isRecording: UnsafeMutablePointer<DarwinBoolean>?, _ hasChanged: UnsafeMutablePointer<DarwinBoolean>?,
        _ sample: UnsafeMutablePointer<Double>?, _ isCycling: UnsafeMutablePointer<DarwinBoolean>?,
        _ start: UnsafeMutablePointer<Double>?, _ end: UnsafeMutablePointer<Double>?
    ) -> OSStatus {
        var flags = AUHostTransportStateFlags()
        let isKnown = context.flatMap { of($0).transport.use { $0(&flags, sample, start, end) } }
        guard isKnown == true else { return kAudio_ParamError }
        isPlaying?.pointee = DarwinBoolean(flags.contains(.moving))
        isRecording?.pointee = DarwinBoolean(flags.contains(.recording))
        hasChanged?.pointee = DarwinBoolean(flags.contains(.changed))
        isCycling?.pointee = DarwinBoolean(flags.contains(.cycling))
        return 0
    }
}

/// A value that the audio thread uses while other threads replace it.
final class Handed<Value>: @unchecked Sendable {
    private final class Box {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box = Published()
    private let gate = RenderGate()

    /// Puts another value in its place, or none. The old one is freed when no call uses it.
    func set(_ value: Value?) { box.publish(value.map { Box($0) }, gate) }

    /// Gives a body the value, which lives as long as it runs. Takes no lock.
    ///
    /// - Returns: nil where there is none.
    @discardableResult func use<Result>(_ body: (Value) -> Result) -> Result? {
        gate.enter()
        defer { gate.leave() }
        guard let raw = box.raw else { return nil }
        return Unmanaged<Box>.fromOpaque(raw)._withUnsafeGuaranteedRef { body($0.value) }
    }
}

/// Ramps of parameters of a unit of version 2, which are sent again in each cycle. Audio thread.
private final class BridgeRamps: @unchecked Sendable {
    private struct Ramp: BitwiseCopyable {
        var address: UInt64
        var start: Float
        var end: Float
        var first: Int
        var duration: Int
    }

    private static let most = 64
    private let ramps = UnsafeMutablePointer<Ramp>.allocate(capacity: most)
    private var count = 0

    deinit { ramps.deallocate() }

    static func set(_ instance: ComponentInstance, _ place: ParameterAddress, _ value: Float, at offset: UInt32) {
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (place.scope, place.element, place.id)
        event.eventType = .parameterEvent_Immediate
        event.eventValues.immediate.bufferOffset = offset
        event.eventValues.immediate.value = value
        instance.scheduleExactly(event)
    }

    func end(_ address: UInt64) {
        guard let place = (0..<count).first(where: { ramps[$0].address == address }) else { return }
        count -= 1
        ramps[place] = ramps[count]
    }

    /// Begins a ramp where the parameter is.
    func begin(_ instance: ComponentInstance, _ address: UInt64, to value: Float, at first: Int, over frames: Int) {
        let place = ParameterAddress(address)
        var start: Float = 0
        // Without a lock where the audio thread uses the parameter.
        if let value = instance.unit?.renderedValue(place.id, place.scope, place.element) {
            start = value
        } else {
            do throws(AudioError) {
                try instance.parameter(place.id, place.scope, place.element, &start)
            } catch { return }
        }
        end(address)
        guard count < Self.most else { return }
        (ramps + count).initialize(
            to: Ramp(address: address, start: start, end: value, first: first, duration: frames))
        count += 1
    }

    /// Sends the ramps for a cycle, and prepares those of the next one.
    func send(to instance: ComponentInstance, frames: UInt32) {
        var index = 0
        while index < count {
            let (ramp, place) = (ramps[index], ParameterAddress(ramps[index].address))
            var event = AudioUnitParameterEvent()
            (event.scope, event.element, event.parameter) = (place.scope, place.element, place.id)
            event.eventType = .parameterEvent_Ramped
            event.eventValues.ramp.startBufferOffset = Int32(clamping: ramp.first)
            event.eventValues.ramp.durationInFrames = UInt32(clamping: ramp.duration)
            event.eventValues.ramp.startValue = ramp.start
            event.eventValues.ramp.endValue = ramp.end
            try? instance.schedule(&event, 1)
            ramps[index].first -= Int(frames)
            if ramps[index].first + ramp.duration <= 0 {
                count -= 1
                ramps[index] = ramps[count]
            } else {
                index += 1
            }
        }
    }
}

/// Follows the renders of a unit of version 2, whoever asks for them: calls the observers of its `AUAudioUnit`, and gives it the
/// events that were scheduled there.
final class BridgeFollower: @unchecked Sendable {
    private let renderer: ObjectRenderer
    private let runner: BridgeRunner

    init(_ renderer: ObjectRenderer, _ runner: BridgeRunner) {
        (self.renderer, self.runner) = (renderer, runner)
        renderer.followUnit()
    }

    /// A render notification, whose context is a follower.
    static let function: RenderCallback = { context, flags, time, bus, frames, _ in
        guard let context else { return kAudio_ParamError }
        let (flags, follower) = (flags.pointee, Unmanaged<BridgeFollower>.fromOpaque(context))
        follower._withUnsafeGuaranteedRef { follower in
            follower.renderer.follow(flags, time, frames, Int(bus)) { events, isTaken in
                if !isTaken { follower.runner.deliver(events, time, frames) }
            }
        }
        return 0
    }
}

extension MIDIWords {
    /// Calls a function for each message of MIDI 1.0's kinds, with its status and data bytes. Those of MIDI 2.0 lose resolution.
    package static func forEachMessage(_ list: UnsafePointer<MIDIEventList>, _ body: (UInt32, UInt32, UInt32) -> Void) {
        var place = UnsafeRawPointer(list) + 8
        for _ in 0..<list.pointee.numPackets {
            let count = Int(min(place.loadUnaligned(fromByteOffset: 8, as: UInt32.self), 64))
            var index = 0
            func word(_ index: Int) -> UInt32 { place.loadUnaligned(fromByteOffset: 12 + 4 * index, as: UInt32.self) }
            while index < count {
                let first = word(index)
                let size = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4][Int(first >> 28)]
                guard index + size <= count else { break }
                let (status, one, two) = (first >> 16 & 0xFF, first >> 8 & 0x7F, first & 0x7F)
                if first >> 28 == 2 || first >> 28 == 1 {
                    body(status, one, two)
                } else if first >> 28 == 4 {
                    let data = word(index + 1)
                    switch status & 0xF0 {
                    // A velocity of 0 would end the note that it begins.
                    case 0x90: body(status, one, max(1, data >> 25))
                    case 0x80, 0xA0, 0xB0: body(status, one, data >> 25)
                    case 0xC0: body(status, data >> 24 & 0x7F, 0)
                    case 0xD0: body(status, data >> 25, 0)
                    case 0xE0: body(status, data >> 18 & 0x7F, data >> 25)
                    default: break
                    }
                }
                index += size
            }
            place += 12 + 4 * count
        }
    }
}
