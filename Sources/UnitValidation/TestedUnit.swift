import CAudioToolbox
import CoreAudio
import CoreAudioTypes

/// Why a unit does not pass a check, in one sentence.
package struct CheckFailure: Error, Equatable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// `AudioUnitPropertyListenerProc` and `AURenderCallback` for functions that any thread may call.
typealias SendablePropertyListener =
    @convention(c) @Sendable (
        UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
    ) -> Void
typealias SendableRenderCallback =
    @convention(c) @Sendable (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
        UInt32,
        UInt32, UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus

/// Fails unless a condition holds.
func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws(CheckFailure) {
    guard condition else { throw CheckFailure(text()) }
}

/// An instance of the component that is checked, and short ways to call it.
final class TestedUnit {
    /// The most that the checks believe of what a unit says. It bounds how much memory they take, and how often they call.
    enum Most {
        static let frames: UInt32 = 1 << 20
        static let elements: UInt32 = 1024
        static let channels: UInt32 = 256
        static let bytesPerSample: UInt32 = 8
        /// The size of a property's value.
        static let bytes: UInt32 = 1 << 20
        /// The size of all buffers of a render.
        static let renderedBytes = 1 << 28
    }

    let unit: AudioUnit
    let description: AudioComponentDescription
    private var sources: [TestSource] = []

    init(_ component: AudioComponent) throws(CheckFailure) {
        var description = AudioComponentDescription()
        AudioComponentGetDescription(component, &description)
        self.description = description
        var unit: AudioUnit?
        let status = AudioComponentInstanceNew(component, &unit)
        guard status == noErr, let unit else { throw CheckFailure("AudioComponentInstanceNew returned \(status)") }
        self.unit = unit
    }

    deinit { AudioComponentInstanceDispose(unit) }

    /// Output units play on devices; all but GenericOutput cannot be rendered by hand.
    var isDevice: Bool {
        description.componentType == kAudioUnitType_Output
            && description.componentSubType != kAudioUnitSubType_GenericOutput
    }

    var isEffect: Bool { description.componentType == kAudioUnitType_Effect }

    func call(_ name: String, _ status: OSStatus) throws(CheckFailure) {
        try expect(status == noErr, "\(name) returned \(status)")
    }

    func initialize() throws(CheckFailure) { try call("AudioUnitInitialize", AudioUnitInitialize(unit)) }

    // MARK: Properties

    /// The size of a property's value and whether it can be set; nil where the unit does not have it.
    func info(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0
    ) -> (size: UInt32, isWritable: Bool)? {
        var (size, isWritable) = (UInt32(0), false)
        let status = AudioUnitGetPropertyInfo(unit, id, scope, element, &size, &isWritable)
        return status == noErr ? (size, isWritable) : nil
    }

    func bytes(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0
    ) -> [UInt8]? {
        guard let info = info(id, scope, element), info.size < Most.bytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(info.size))
        var size = info.size
        let status = bytes.withUnsafeMutableBytes { bytes -> OSStatus in
            guard let start = bytes.baseAddress else { return noErr }
            return AudioUnitGetProperty(unit, id, scope, element, start, &size)
        }
        return status == noErr ? Array(bytes.prefix(Int(size))) : nil
    }

    func value<T: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0, as: T.Type = T.self
    ) -> T? {
        guard let bytes = bytes(id, scope, element), bytes.count >= MemoryLayout<T>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
    }

    /// - Parameter bytes: how many bytes of the value are set; all where nil.
    func set<T: BitwiseCopyable>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0, to value: T,
        bytes: Int? = nil
    ) -> OSStatus {
        withUnsafeBytes(of: value) {
            AudioUnitSetProperty(unit, id, scope, element, $0.baseAddress, UInt32(bytes ?? $0.count))
        }
    }

    /// The format of an element; nil where the unit gives none, or one that cannot be right.
    func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> AudioStreamBasicDescription? {
        guard let format = statedFormat(scope, element), Self.isPossible(format) else { return nil }
        return format
    }

    /// The format that the unit gives, right or not.
    func statedFormat(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> AudioStreamBasicDescription? {
        value(kAudioUnitProperty_StreamFormat, scope, element)
    }

    /// Whether a format has a number of channels, and of bytes for them, that can be right.
    static func isPossible(_ format: AudioStreamBasicDescription) -> Bool {
        guard (1...Most.channels).contains(format.mChannelsPerFrame) else { return false }
        let channels = isPlanar(format) ? 1 : format.mChannelsPerFrame
        return (1...channels * Most.bytesPerSample).contains(format.mBytesPerFrame)
    }

    /// Whether each channel has a buffer of its own.
    static func isPlanar(_ format: AudioStreamBasicDescription) -> Bool {
        format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    }

    /// How many elements a scope has; no more than can be right.
    func count(_ scope: AudioUnitScope) -> UInt32 {
        min(value(kAudioUnitProperty_ElementCount, scope) ?? 0, Most.elements)
    }

    /// The most frames of a render; a usual number where that which the unit says cannot be right.
    var maximumFrames: UInt32 {
        guard let frames = statedFrames, (1...Most.frames).contains(frames) else { return 4096 }
        return frames
    }

    /// What the unit says, right or not.
    var statedFrames: UInt32? { value(kAudioUnitProperty_MaximumFramesPerSlice) }

    /// Why a host cannot bypass the unit; nil where it can. No unit needs a bypass: Apple recommends the property to effects.
    var noBypass: String? {
        guard let info = info(kAudioUnitProperty_BypassEffect), count(kAudioUnitScope_Input) > 0 else {
            return "the unit cannot be bypassed"
        }
        return info.isWritable ? nil : "the unit cannot be bypassed: its BypassEffect can only be read"
    }

    // MARK: Parameters

    func parameters(_ scope: AudioUnitScope) -> [AudioUnitParameterID] {
        guard let bytes = bytes(kAudioUnitProperty_ParameterList, scope) else { return [] }
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: AudioUnitParameterID.self)) }
    }

    func parameterInfo(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> AudioUnitParameterInfo? {
        var info = AudioUnitParameterInfo()
        var size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        let status = AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterInfo, scope, id, &info, &size)
        guard status == noErr else { return nil }
        if info.flags.contains(.flag_CFNameRelease) {
            info.__cfNameString?.release()
            if info.unit == .customUnit { info.__unitName?.release() }
        }
        return info
    }

    func parameter(_ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement = 0) -> Float? {
        var value: Float = 0
        return AudioUnitGetParameter(unit, id, scope, element, &value) == noErr ? value : nil
    }

    // MARK: Rendering

    /// Gives each input a source, and initializes the unit.
    func prepare(_ make: () -> TestSource = { TestSource() }) throws(CheckFailure) {
        try feed(make)
        try initialize()
    }

    /// Gives each input a source. Input 1 of an output unit is the device's.
    func feed(_ make: () -> TestSource = { TestSource() }) throws(CheckFailure) {
        for element in 0..<(isDevice ? min(1, count(kAudioUnitScope_Input)) : count(kAudioUnitScope_Input)) {
            let source = make()
            sources.append(source)
            try call(
                "setting the callback of input \(element)",
                set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, element, to: source.callback))
        }
    }

    /// A converter that gives a format, to be connected to a unit; nil where there is none.
    static func converter(giving format: AudioStreamBasicDescription) throws(CheckFailure) -> TestedUnit? {
        var wanted = AudioComponentDescription(
            componentType: kAudioUnitType_FormatConverter, componentSubType: kAudioUnitSubType_AUConverter,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        guard let component = AudioComponentFindNext(nil, &wanted) else { return nil }
        let converter = try TestedUnit(component)
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            try converter.call(
                "setting a format", converter.set(kAudioUnitProperty_StreamFormat, scope, 0, to: format))
        }
        return converter
    }

    /// Connects the first input to the first output of another unit; nil disconnects it.
    func connectInput(to source: AudioUnit?) -> OSStatus {
        let connection = AudioUnitConnection(sourceAudioUnit: source, sourceOutputNumber: 0, destInputNumber: 0)
        return set(kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, to: connection)
    }

    /// The source of the first input.
    var source: TestSource? { sources.first }

    /// Fails where an output has no format that can be right, or where its longest render is too large to be checked.
    func expectRoom() throws(CheckFailure) {
        let frames = Int(maximumFrames)
        for bus in 0..<count(kAudioUnitScope_Output) {
            guard let format = format(kAudioUnitScope_Output, bus) else {
                throw CheckFailure("output \(bus) has no format that can be right")
            }
            let buffers = Self.isPlanar(format) ? Int(format.mChannelsPerFrame) : 1
            try expect(
                frames * buffers * Int(format.mBytesPerFrame) <= Most.renderedBytes,
                "\(frames) frames of \(format.mChannelsPerFrame) channels are too many to be checked")
        }
    }

    /// Renders an output into buffers of its own.
    func render(_ frames: UInt32, at time: Double, bus: UInt32 = 0) -> Rendering {
        let format = format(kAudioUnitScope_Output, bus) ?? AudioStreamBasicDescription()
        return Rendering(unit, format, frames: frames, time: time, bus: bus)
    }

    /// The same for many frames in slices of some lengths, taken in turn; fails at the first error.
    func renderAll(_ frames: UInt32, slices: [UInt32], from start: Double = 0) throws(CheckFailure) -> [[Float]] {
        var (done, turn) = (UInt32(0), 0)
        var result: [[Float]] = []
        while done < frames {
            let count = min(slices[turn % slices.count], frames - done)
            let rendering = render(count, at: start + Double(done))
            try expect(rendering.status == noErr, "rendering \(count) frames returned \(rendering.status)")
            try expect(rendering.isWhole, "rendering \(count) frames took buffers or their memory away")
            result = result.isEmpty ? rendering.samples : zip(result, rendering.samples).map { $0 + $1 }
            done += count
            turn += 1
        }
        return result
    }
}

/// One call of `AudioUnitRender`, and what it gave.
struct Rendering {
    let status: OSStatus
    let flags: AudioUnitRenderActionFlags
    /// The samples of each buffer, as Float32.
    var samples: [[Float]] = []
    /// The sizes that the unit left in the list, and that it should have.
    var sizes: [UInt32] = []
    let expectedSize: UInt32
    /// Whether a render without an error left as many buffers as there were, each with memory.
    private(set) var isWhole = true

    /// - Parameters:
    ///   - lends: whether the unit is to lend its memory.
    ///   - buffers: how many there are; as many as the format has where nil.
    ///   - hasFlags: whether the unit is given flags.
    ///   - surplus: how many bytes each buffer has more than the frames need.
    init(
        _ unit: AudioUnit, _ format: AudioStreamBasicDescription, frames: UInt32, time: Double, bus: UInt32 = 0,
        lends: Bool = false, buffers: Int? = nil, hasFlags: Bool = true, surplus: UInt32 = 0
    ) {
        let isPlanar = TestedUnit.isPlanar(format)
        let count = buffers ?? (isPlanar ? Int(format.mChannelsPerFrame) : 1)
        let list = AudioBufferList.allocate(maximumBuffers: max(1, count))
        defer { list.unsafeMutablePointer.deallocate() }
        list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(count)
        // Neither is more than can be right: `TestedUnit` gives no other.
        let size = frames * format.mBytesPerFrame
        expectedSize = size
        let room = Int(size + surplus)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, room * max(1, count)), alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0x7F)
        for index in 0..<count {
            list[index] = AudioBuffer(
                mNumberChannels: isPlanar ? 1 : format.mChannelsPerFrame, mDataByteSize: size + surplus,
                mData: lends ? nil : memory.baseAddress.map { $0 + index * room })
        }
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        var flags = AudioUnitRenderActionFlags()
        let status =
            hasFlags
            ? AudioUnitRender(unit, &flags, &stamp, bus, frames, list.unsafeMutablePointer)
            : AudioUnitRender(unit, nil, &stamp, bus, frames, list.unsafeMutablePointer)
        (self.status, self.flags) = (status, flags)
        guard status == noErr else { return }
        isWhole = list.count == count && list.allSatisfy { $0.mData != nil }
        guard isWhole else { return }
        for index in 0..<count {
            sizes.append(list[index].mDataByteSize)
            let bytes = UnsafeRawBufferPointer(
                start: list[index].mData, count: Int(min(list[index].mDataByteSize, expectedSize)))
            samples.append((0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) })
        }
    }

    var isFinite: Bool { samples.allSatisfy { $0.allSatisfy(\.isFinite) } }
    var isZero: Bool { samples.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}
