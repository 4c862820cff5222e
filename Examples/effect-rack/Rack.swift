import AudioToolbox
import Foundation

/// A graph: a player of a file, effects, and an output.
final class Rack {
    struct Effect {
        let name: String
        let description: AudioComponentDescription
    }

    /// An effect, and the value of its first parameter; nil for the effect's own.
    typealias Slot = (effect: Effect, value: Float?)

    /// All effects are units that a description finds, the program's own too once it is registered.
    static let effects = [
        Effect(name: "crusher", description: Crusher.description),
        Effect(name: "lowpass", description: system(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)),
        Effect(name: "delay", description: system(kAudioUnitType_Effect, kAudioUnitSubType_Delay)),
        Effect(name: "reverb", description: system(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)),
    ]

    /// The slot that a word `EFFECT` or `EFFECT=VALUE` describes.
    static func slot(_ word: String) -> Slot? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let effect = effects.first(where: { $0.name == parts[0] }) else { return nil }
        guard parts.count == 2 else { return (effect, nil) }
        return Float(parts[1]).map { (effect, $0) }
    }

    private static func system(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
    }

    private let graph: AUGraph
    private let player: AudioUnit
    private let effects: [AudioUnit]
    private let output: AudioUnit
    private let format: AudioStreamBasicDescription
    /// The frames of the file, and those for which the effects sound on.
    private var frames: Int64
    /// What is written: the same samples, with the channels in turn.
    var fileFormat: AudioStreamBasicDescription

    private static let framesPerRender: UInt32 = 1024

    init(file: ExtAudioFileRef, slots: [Slot], plays: Bool) {
        Crusher.register()
        let source: AudioStreamBasicDescription = read(file, kExtAudioFileProperty_FileDataFormat)
        frames = read(file, kExtAudioFileProperty_FileLengthFrames)
        // Everything runs at the file's rate, which the output converts to the device's. The player plays mono on both sides.
        format = Self.stereo(source.mSampleRate, kAudioFormatFlagIsNonInterleaved)
        fileFormat = Self.stereo(source.mSampleRate, 0)

        var made: AUGraph?
        check("making the graph", NewAUGraph(&made))
        graph = made!
        let first = Self.system(kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer)
        // The generic output is a unit that the program renders itself.
        let last = Self.system(
            kAudioUnitType_Output, plays ? kAudioUnitSubType_DefaultOutput : kAudioUnitSubType_GenericOutput)
        var nodes: [AUNode] = []
        for var description in [first] + slots.map(\.effect.description) + [last] {
            var node: AUNode = 0
            check("adding a node", AUGraphAddNode(graph, &description, &node))
            nodes.append(node)
        }
        // Units exist from here on.
        check("opening the graph", AUGraphOpen(graph))
        let units = nodes.map { [graph] node in
            var unit: AudioUnit?
            check("finding a unit", AUGraphNodeInfo(graph, node, nil, &unit))
            return unit!
        }
        (player, effects, output) = (units.first!, Array(units.dropFirst().dropLast()), units.last!)
        connect(nodes, plays: plays)
        for (unit, slot) in zip(effects, slots) { setFirst(unit, slot.value) }
        for unit in effects {
            let tail: Float64 = get(unit, kAudioUnitProperty_TailTime)
            frames += Int64(min(tail, 60) * format.mSampleRate)
        }
        schedule(file)
    }

    private static func stereo(_ rate: Double, _ flags: AudioFormatFlags) -> AudioStreamBasicDescription {
        let size: UInt32 = flags & kAudioFormatFlagIsNonInterleaved == 0 ? 8 : 4
        return AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | flags, mBytesPerPacket: size, mFramesPerPacket: 1,
            mBytesPerFrame: size, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
    }

    /// Sets the format of each unit, and connects each node to the next.
    private func connect(_ nodes: [AUNode], plays: Bool) {
        set(player, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, format)
        for unit in effects {
            set(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, format)
            set(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, format)
        }
        if !plays {
            set(output, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, format)
            // The player then waits for its file, instead of being silent where a disk is late.
            set(player, kAudioUnitProperty_OfflineRender, kAudioUnitScope_Global, UInt32(1))
        }
        for (node, next) in zip(nodes, nodes.dropFirst()) {
            check("connecting", AUGraphConnectNodeInput(graph, node, 0, next, 0))
        }
        check("initializing", AUGraphInitialize(graph))
    }

    /// Has the player play the whole file, from its first render on.
    private func schedule(_ file: ExtAudioFileRef) {
        let source: AudioFileID = read(file, kExtAudioFileProperty_AudioFile)
        set(player, kAudioUnitProperty_ScheduledFileIDs, kAudioUnitScope_Global, source)
        var region = ScheduledAudioFileRegion(
            mTimeStamp: AudioTimeStamp(), mCompletionProc: nil, mCompletionProcUserData: nil, mAudioFile: source,
            mLoopCount: 0, mStartFrame: 0, mFramesToPlay: .max)
        region.mTimeStamp.mFlags = .sampleTimeValid
        set(player, kAudioUnitProperty_ScheduledFileRegion, kAudioUnitScope_Global, region)
        set(player, kAudioUnitProperty_ScheduledFilePrime, kAudioUnitScope_Global, UInt32(0))
        var start = AudioTimeStamp()
        (start.mSampleTime, start.mFlags) = (-1, .sampleTimeValid)
        set(player, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, start)
    }

    // MARK: Parameters

    private func firstParameter(of unit: AudioUnit) -> (id: AudioUnitParameterID, info: AudioUnitParameterInfo)? {
        var size: UInt32 = 0
        let list = kAudioUnitProperty_ParameterList
        check("listing", AudioUnitGetPropertyInfo(unit, list, kAudioUnitScope_Global, 0, &size, nil))
        var ids = [AudioUnitParameterID](repeating: 0, count: Int(size) / 4)
        check("listing", AudioUnitGetProperty(unit, list, kAudioUnitScope_Global, 0, &ids, &size))
        return ids.first.map { ($0, get(unit, kAudioUnitProperty_ParameterInfo, element: $0)) }
    }

    private func setFirst(_ unit: AudioUnit, _ value: Float?) {
        guard let value, let (id, info) = firstParameter(of: unit) else { return }
        let inRange = max(info.minValue, min(info.maxValue, value))
        check("setting a parameter", AudioUnitSetParameter(unit, id, kAudioUnitScope_Global, 0, inRange, 0))
    }

    /// The first parameter of each effect, with its value and its range.
    var parameters: [String] {
        effects.compactMap { unit in
            guard let (id, info) = firstParameter(of: unit) else { return nil }
            var value: Float = 0
            check("reading a parameter", AudioUnitGetParameter(unit, id, kAudioUnitScope_Global, 0, &value))
            let name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            // The name is the caller's.
            info.cfNameString?.release()
            return "\(name) \(value), of \(info.minValue) to \(info.maxValue)"
        }
    }

    // MARK: Playing and rendering

    /// Plays to the end of what sounds.
    func play() {
        check("starting", AUGraphStart(graph))
        // What is rendered last is heard a few cycles later.
        let end = Double(frames) + 0.2 * format.mSampleRate
        var now: AudioTimeStamp
        repeat {
            Thread.sleep(forTimeInterval: 0.05)
            now = get(player, kAudioUnitProperty_CurrentPlayTime)
        } while now.mSampleTime < end
        check("stopping", AUGraphStop(graph))
    }

    /// Renders as fast as it can, as the output's device would at its own pace.
    func render(into file: ExtAudioFileRef) {
        let client = kExtAudioFileProperty_ClientDataFormat
        var format = self.format
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        check("setting the format", ExtAudioFileSetProperty(file, client, size, &format))
        let list = AudioBufferList.allocate(maximumBuffers: Int(format.mChannelsPerFrame))
        defer { free(list.unsafeMutablePointer) }
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        while Int64(time.mSampleTime) < frames {
            let count = UInt32(min(Int64(Self.framesPerRender), frames - Int64(time.mSampleTime)))
            // Without memory of the caller's, a unit lends its own.
            for index in list.indices {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: count * 4, mData: nil)
            }
            check("rendering", AudioUnitRender(output, nil, &time, 0, count, list.unsafeMutablePointer))
            check("writing", ExtAudioFileWrite(file, count, list.unsafePointer))
            time.mSampleTime += Double(count)
        }
    }

    func close() { check("closing the graph", DisposeAUGraph(graph)) }
}

// MARK: Properties

private func set<Value: BitwiseCopyable>(
    _ unit: AudioUnit, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ value: Value
) {
    var value = value
    let status = AudioUnitSetProperty(unit, id, scope, 0, &value, UInt32(MemoryLayout<Value>.size))
    check("setting property \(id)", status)
}

private func get<Value: BitwiseCopyable>(
    _ unit: AudioUnit, _ id: AudioUnitPropertyID, element: AudioUnitElement = 0
) -> Value {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    var size = UInt32(MemoryLayout<Value>.size)
    check("reading property \(id)", AudioUnitGetProperty(unit, id, kAudioUnitScope_Global, element, memory, &size))
    return memory.pointee
}

private func read<Value: BitwiseCopyable>(_ file: ExtAudioFileRef, _ id: ExtAudioFilePropertyID) -> Value {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    var size = UInt32(MemoryLayout<Value>.size)
    check("reading the file", ExtAudioFileGetProperty(file, id, &size, memory))
    return memory.pointee
}
