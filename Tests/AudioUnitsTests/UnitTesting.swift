import AudioCore
import AudioFiles
import AudioUnits
import CAudioToolbox
import Glibc
import TestSupport
import Testing

/// An instance of a unit as a client has it, with short ways to ask and set.
final class Client: @unchecked Sendable {
    /// What the unit calls, which has to live as long as it.
    private var kept: [AnyObject] = []
    let reference: ReferenceBox
    let unit: Unit
    let instance: ComponentInstance

    init(_ blueprint: UnitBlueprint) throws {
        let registry = ComponentRegistry([blueprint])
        let component = try registry.component(registry.next(after: nil, AudioComponentDescription()))
        let pointer = try ComponentInstance.make(component)
        reference = ReferenceBox(pointer: pointer)
        instance = try ComponentInstance.handles.object(for: pointer)
        unit = try #require(instance.unit)
        Sanitizer.prepare()
    }

    deinit { try? ComponentInstance.dispose(reference.pointer) }

    func set<T: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0, to value: T
    ) throws {
        try withUnsafeBytes(of: value) { try unit.set(UnitRequest(id, scope, element, input: $0)) }
    }

    func get<T: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0, as: T.Type = T.self
    ) throws -> T {
        guard case .bytes(let bytes) = try unit.value(UnitRequest(id, scope, element)) else {
            throw AudioError.unspecified
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
    }

    func setFormat(_ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement = 0) throws {
        try set(kAudioUnitProperty_StreamFormat, scope, element, to: AudioStreamBasicDescription(format))
    }

    /// Float32 without interleaving on all sides.
    func setFormats(rate: Double = 48_000, channels: Int) throws {
        let format = StreamFormat.float32(sampleRate: rate, channels: channels, interleaved: false)
        let counts = unit.state.withLock { ($0.inputs.count, $0.outputs.count) }
        for index in 0..<counts.0 { try setFormat(format, kAudioUnitScope_Input, UInt32(index)) }
        for index in 0..<counts.1 { try setFormat(format, kAudioUnitScope_Output, UInt32(index)) }
    }

    func feed(_ source: Feed, _ element: AudioUnitElement = 0) throws {
        kept.append(source)
        try set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, element, to: source.callback)
    }

    func connect(_ element: AudioUnitElement = 0, to other: Client, output: UInt32 = 0) throws {
        try set(
            kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, element,
            to: (UInt(bitPattern: other.reference.pointer), output, element))
    }

    func setParameter(
        _ id: UInt32, _ value: Float, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0
    ) throws {
        try unit.setParameter(id, scope, element, value)
    }

    /// Renders frames without interleaving, channel by channel.
    func render(_ frames: Int, at time: Double = 0, bus: Int = 0) throws -> [[Float]] {
        let channels = try unit.format(kAudioUnitScope_Output, UInt32(bus)).channels
        let list = BufferList.allocate(count: channels)
        defer { list.deallocate() }
        var flags: UInt32 = 0
        let status = render(&flags, time, bus, frames, list)
        guard status == 0 else { throw AudioError(status: status, reason: "rendering failed") }
        return (0..<channels).map { channel in
            Array(UnsafeBufferPointer(start: list.samples(channel), count: frames))
        }
    }

    func render(_ flags: inout UInt32, _ time: Double, _ bus: Int, _ frames: Int, _ list: BufferList) -> Int32 {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time
        stamp.mFlags = .sampleTimeValid
        return Sanitizer.watch { instance.render(&flags, &stamp, bus: UInt32(bus), frames: UInt32(frames), list.list) }
    }

    /// The same for many frames, in cycles of a length.
    func renderAll(_ frames: Int, cycle: Int = 512, from start: Double = 0) throws -> [[Float]] {
        var result: [[Float]] = []
        var done = 0
        while done < frames {
            let part = try render(min(cycle, frames - done), at: start + Double(done))
            result = result.isEmpty ? part : zip(result, part).map { $0 + $1 }
            done += cycle
        }
        return result
    }
}

struct ReferenceBox: @unchecked Sendable { let pointer: AudioComponentInstance }

/// A source of samples for an input, which counts what is asked of it.
final class Feed: @unchecked Sendable {
    struct Call: Equatable { var time: Double, frames: Int, bus: Int, flags: UInt32 }

    /// The sample of a channel and a frame.
    private let sample: (Int, Int) -> Float
    var calls: [Call] = []
    var status: Int32 = 0
    var next = 0
    var body: ((Feed) -> Void)?

    init(_ sample: @escaping (_ channel: Int, _ frame: Int) -> Float) { self.sample = sample }

    /// A constant for each channel.
    convenience init(constants: [Float]) { self.init { channel, _ in constants[channel % constants.count] } }

    private static let function: RenderCallback = { context, flags, time, bus, frames, list in
        let feed = Unmanaged<Feed>.fromOpaque(context!).takeUnretainedValue()
        let call = Call(time: time.pointee.mSampleTime, frames: Int(frames), bus: Int(bus), flags: flags.pointee)
        return Sanitizer.ignore { feed.give(call, BufferList(list!)) }
    }

    private func give(_ call: Call, _ buffers: BufferList) -> Int32 {
        calls.append(call)
        body?(self)
        guard status == 0 else { return status }
        var channel = 0
        for index in 0..<buffers.count {
            let width = Int(buffers.buffers[index].mNumberChannels)
            for frame in 0..<call.frames {
                for place in 0..<width {
                    buffers.samples(index)?[frame * width + place] = sample(channel + place, next + frame)
                }
            }
            channel += width
        }
        next += call.frames
        return 0
    }

    /// `AURenderCallbackStruct` as bytes.
    var callback: (UInt, UInt) {
        (unsafeBitCast(Self.function, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }
}

/// What a sound is like.
enum Measure {
    /// The frequency of a sound by where it crosses zero upwards.
    static func frequency(of samples: ArraySlice<Float>, rate: Double = 48_000) -> Double {
        var crossings: [Double] = []
        for frame in samples.indices.dropFirst() where samples[frame - 1] < 0 && samples[frame] >= 0 {
            let part = Double(samples[frame - 1] / (samples[frame - 1] - samples[frame]))
            crossings.append(Double(frame - 1) + part)
        }
        guard crossings.count > 1 else { return 0 }
        return rate * Double(crossings.count - 1) / (crossings[crossings.count - 1] - crossings[0])
    }

    /// The sine of a frequency in a sound of whole periods: its amplitude, by how many frames it is later than one that begins with
    /// frame 0, and the largest sample of the rest.
    static func sine(
        _ frequency: Double, in samples: ArraySlice<Float>, rate: Double = 48_000
    ) -> (amplitude: Double, delay: Double, rest: Double) {
        let step = 2 * Double.pi * frequency / rate
        let scale = 2 / Double(samples.count)
        let real = samples.indices.reduce(0) { $0 + Double(samples[$1]) * sin(step * Double($1)) } * scale
        let imaginary = samples.indices.reduce(0) { $0 + Double(samples[$1]) * cos(step * Double($1)) } * scale
        let rest = samples.indices.map { frame -> Double in
            let angle = step * Double(frame)
            return abs(Double(samples[frame]) - real * sin(angle) - imaginary * cos(angle))
        }
        return (hypot(real, imaginary), atan2(-imaginary, real) / step, rest.max() ?? 0)
    }

    /// How much the slope changes from frame to frame, at most.
    static func mostBend(_ samples: ArraySlice<Float>) -> Float {
        samples.indices.dropFirst().dropLast().reduce(0) {
            max($0, abs(samples[$1 + 1] - 2 * samples[$1] + samples[$1 - 1]))
        }
    }

    /// The mean of the squares.
    static func power(of samples: ArraySlice<Float>) -> Float {
        samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
    }
}

/// Notes what a unit's render notifications and property listeners are told.
final class Notes: @unchecked Sendable {
    struct Render: Equatable { var flags: UInt32, bus: UInt32, frames: UInt32 }
    struct Property: Equatable { var id: UInt32, scope: UInt32, element: UInt32 }

    var renders: [Render] = []
    /// Listeners may be called on a thread of the hardware layer.
    private let heard = LockedValue<[Property]>([])
    var properties: [Property] {
        get { heard.withLock { $0 } }
        set { heard.withLock { $0 = newValue } }
    }
    var onProperty: (() -> Void)?

    static let onRender: RenderCallback = { context, flags, _, bus, frames, _ in
        let notes = Unmanaged<Notes>.fromOpaque(context!).takeUnretainedValue()
        Sanitizer.ignore { notes.renders.append(Render(flags: flags.pointee, bus: bus, frames: frames)) }
        flags.pointee = 0xFFFF
        return 0
    }

    static let onProperty: PropertyListenerFunction = { context, _, id, scope, element in
        let notes = Unmanaged<Notes>.fromOpaque(context!).takeUnretainedValue()
        Sanitizer.ignore {
            notes.heard.withLock { $0.append(Property(id: id, scope: scope, element: element)) }
            notes.onProperty?()
        }
    }

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func listen(to unit: Unit, _ ids: AudioUnitPropertyID...) {
        for id in ids { unit.addListener(id, Self.onProperty, context) }
    }
}

/// The status that a body throws; 0 where it throws none.
func status(_ body: () throws -> Void) -> Int32 {
    do {
        try body()
        return 0
    } catch { return (error as? AudioError)?.status ?? -1 }
}

/// Runs two operations at the same time, and waits for both.
func atOnce(
    _ one: @escaping @Sendable () throws -> Void, _ other: @escaping @Sendable () throws -> Void
) throws {
    let ready = WaitableValue(0)
    let threads = try [one, other].map { body in
        try Thread(name: "test-race") {
            ready.withLock { $0 += 1 }
            _ = ready.wait { $0 == 2 ? true : nil }
            try? body()
        }
    }
    for thread in threads { thread.join() }
}
