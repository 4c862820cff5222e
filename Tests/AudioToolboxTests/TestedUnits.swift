import AudioToolbox
import Foundation
import Synchronization

/// What a tested unit's code shares with its test.
final class TestedCode: @unchecked Sendable {
    /// The values of the parameters on the audio thread.
    var gain: Float = 1
    var offset: Float = 0
    /// Where the gain moves to, and in how many frames.
    private var target: Float = 1
    private var rest = 0
    /// The events that came: their kinds, frames and first bytes or values.
    var events: [(type: AURenderEventType, time: Int64, bytes: [UInt8], value: Float)] = []
    var starts: [Double] = []
    let calls = Atomic<Int>(0)

    /// Renders a mono or stereo signal: input times gain plus offset, or the offset alone without an input.
    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: AUAudioFrameCount, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ events: UnsafePointer<AURenderEvent>?, _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        calls.wrappingAdd(1, ordering: .relaxed)
        let start = time.pointee.mSampleTime
        starts.append(start)
        if let pull {
            let status = pull(flags, time, frames, 0, list)
            guard status == noErr else { return status }
        }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        var (next, frame) = (events, 0)
        while frame <= Int(frames) {
            let due = next.map { Int($0.pointee.head.eventSampleTime - Int64(start)) } ?? Int(frames)
            process(buffers, from: frame, to: min(max(due, frame), Int(frames)), hasInput: pull != nil)
            frame = max(due, frame)
            guard let event = next else { break }
            take(event)
            next = UnsafePointer(event.pointee.head.next)
        }
        return noErr
    }

    private func process(_ buffers: UnsafeMutableAudioBufferListPointer, from: Int, to: Int, hasInput: Bool) {
        guard from < to else { return }
        for frame in from..<to {
            if rest > 0 {
                gain += (target - gain) / Float(rest)
                rest -= 1
            }
            for buffer in buffers {
                let data = buffer.mData!.assumingMemoryBound(to: Float.self)
                data[frame] = (hasInput ? data[frame] * gain : 0) + offset
            }
        }
    }

    private func take(_ event: UnsafePointer<AURenderEvent>) {
        let head = event.pointee.head
        switch head.eventType {
        case .parameter, .parameterRamp:
            let parameter = event.pointee.parameter
            events.append((head.eventType, head.eventSampleTime, [], parameter.value))
            if parameter.parameterAddress == 1 { offset = parameter.value }
            guard parameter.parameterAddress == 0 else { return }
            (target, rest) = (parameter.value, Int(parameter.rampDurationSampleFrames))
            if rest == 0 { gain = parameter.value }
        case .MIDI, .midiSysEx:
            let bytes = UnsafeRawBufferPointer(
                start: UnsafeRawPointer(event) + 21, count: Int(event.pointee.MIDI.length))
            events.append((head.eventType, head.eventSampleTime, Array(bytes), Float(event.pointee.MIDI.cable)))
            // A note sounds as a constant from its frame on.
            if bytes[0] & 0xF0 == 0x90 { offset = Float(bytes[2]) / 128 }
            if bytes[0] & 0xF0 == 0x80 { offset = 0 }
        case .midiEventList:
            let list = event.pointee.MIDIEventsList.eventList
            events.append((head.eventType, head.eventSampleTime, [], Float(list.packet.words.0 & 0x7F)))
        default: break
        }
    }
}

/// A unit of a program's own: a gain (address 0) and an offset (address 1).
class TestedUnit: AUAudioUnit {
    let code = TestedCode()
    private var inputs: AUAudioUnitBusArray!
    private var outputs: AUAudioUnitBusArray!
    private var tree: AUParameterTree?
    var presets: [AUAudioUnitPreset] = []
    private var chosen: AUAudioUnitPreset?
    /// What `allocateRenderResources` throws.
    var failure: OSStatus = noErr

    static let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1)!

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        let buses = try (0..<2).map { _ in try AUAudioUnitBus(format: Self.format) }
        let isInstrument = componentDescription.componentType == kAudioUnitType_MusicDevice
        inputs = AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: isInstrument ? [] : [buses[0]])
        outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [buses[1]])
        let gain = AUParameterTree.createParameter(
            withIdentifier: "gain", name: "Gain", address: 0, min: 0, max: 4, unit: .linearGain, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp], valueStrings: nil, dependentParameters: nil)
        let offset = AUParameterTree.createParameter(
            withIdentifier: "offset", name: "Offset", address: 1, min: -1, max: 1, unit: .generic, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
        gain.value = 1
        let made = AUParameterTree.createTree(withChildren: [
            gain, AUParameterTree.createGroup(withIdentifier: "more", name: "More", children: [offset]),
        ])
        let code = code
        made.implementorValueObserver = { parameter, value in
            if parameter.address == 0 { code.gain = value } else { code.offset = value }
        }
        made.implementorValueProvider = { $0.address == 0 ? code.gain : code.offset }
        tree = made
    }

    override var inputBusses: AUAudioUnitBusArray { inputs }
    override var outputBusses: AUAudioUnitBusArray { outputs }
    override var parameterTree: AUParameterTree? {
        get { tree }
        set { tree = newValue }
    }
    override var latency: TimeInterval { 0.25 }
    override var tailTime: TimeInterval { 0.5 }
    override var factoryPresets: [AUAudioUnitPreset]? { presets }
    override var supportsUserPresets: Bool { true }

    override var currentPreset: AUAudioUnitPreset? {
        get { chosen }
        set {
            chosen = newValue
            if let newValue, newValue.number >= 0 { parameterTree?.parameter(withAddress: 0)?.value = 2 }
            if let newValue, newValue.number < 0, let state = try? presetState(for: newValue) { fullState = state }
            didChangeValue(forKey: "currentPreset")
        }
    }

    override func allocateRenderResources() throws {
        try super.allocateRenderResources()
        guard failure != noErr else { return }
        setRenderResourcesAllocated(false)
        throw NSError(domain: NSOSStatusErrorDomain, code: Int(failure))
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        let code = code
        return { flags, time, frames, _, list, events, pull in code.render(flags, time, frames, list, events, pull) }
    }

    // MARK: Registering

    static func description(_ type: UInt32 = kAudioUnitType_Effect) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: 0x7465_7374, componentManufacturer: 0x4F75_7273, componentFlags: 0,
            componentFlagsMask: 0)
    }

    /// Registers the class as an effect, an instrument and a music effect, once.
    static let registered: Void = {
        for type in [kAudioUnitType_Effect, kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect] {
            AUAudioUnit.registerSubclass(
                TestedUnit.self, as: description(type), name: "Ours: Tested Unit", version: 0x0001_0203)
        }
    }()

    static func make(_ type: UInt32 = kAudioUnitType_Effect) throws -> TestedUnit {
        _ = registered
        return try AUAudioUnit(componentDescription: description(type)) as! TestedUnit
    }

    /// An instance by the C API, and the object that does its work.
    static func hosted(_ type: UInt32 = kAudioUnitType_Effect) throws -> (reference: AudioUnit, object: TestedUnit) {
        _ = registered
        var (wanted, unit): (AudioComponentDescription, AudioUnit?) = (description(type), nil)
        guard let component = AudioComponentFindNext(nil, &wanted) else { throw CancellationError() }
        guard AudioComponentInstanceNew(component, &unit) == noErr, let unit else { throw CancellationError() }
        return (unit, try AUAudioUnit.bridging(unit) as! TestedUnit)
    }
}

/// Buffers for a block that renders.
final class RenderBuffers: @unchecked Sendable {
    let list: UnsafeMutableAudioBufferListPointer
    private let memory: [UnsafeMutablePointer<Float>]

    init(channels: Int, capacity: Int) {
        list = AudioBufferList.allocate(maximumBuffers: channels)
        memory = (0..<channels).map { _ in .allocate(capacity: capacity) }
    }

    deinit {
        free(list.unsafeMutablePointer)
        for buffer in memory { buffer.deallocate() }
    }

    func prepare(_ frames: Int, withMemory: Bool = true) {
        for index in 0..<list.count {
            memory[index].update(repeating: 0, count: frames)
            list[index] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(4 * frames), mData: withMemory ? memory[index] : nil)
        }
    }

    func samples(_ channel: Int, _ frames: Int) -> [Float] {
        Array(UnsafeBufferPointer(start: list[channel].mData!.assumingMemoryBound(to: Float.self), count: frames))
    }
}

extension AUAudioUnit {
    /// Renders frames of a channel with inputs that a function gives by bus and frame.
    func rendered(
        _ frames: Int, at time: Double = 0, bus: Int = 0, channels: Int = 1,
        input: ((Int, Int) -> Float)? = { _, _ in 1 }
    ) throws -> [Float] {
        let buffers = RenderBuffers(channels: channels, capacity: frames)
        buffers.prepare(frames)
        var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        let pull: AURenderPullInputBlock? = input.map { input in
            { _, time, count, bus, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let data = buffer.mData!.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(count) { data[frame] = input(bus, Int(time.pointee.mSampleTime) + frame) }
                }
                return noErr
            }
        }
        let status = renderBlock(&flags, &stamp, UInt32(frames), bus, buffers.list.unsafeMutablePointer, pull)
        guard status == noErr else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        return buffers.samples(0, frames)
    }
}

/// The status of the error that a body throws; 0 for none, 1 for another domain.
func unitStatus(_ body: () throws -> Void) -> OSStatus {
    do { try body() } catch {
        let error = error as NSError
        return error.domain == NSOSStatusErrorDomain ? OSStatus(error.code) : 1
    }
    return noErr
}
