import AudioCore
public import AudioToolbox
import AudioUnits
public import Foundation

/// The number of an input or output of a node, from 0 on.
public typealias AVAudioNodeBus = Int

/// Gets a buffer of what a node renders, and the time of its first frame.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// A part of an engine that generates, processes or plays sound.
///
/// A node does nothing until it is attached to an engine and connected. Its functions may be called on any thread, also in blocks
/// that the engine calls.
open class AVAudioNode: NSObject, @unchecked Sendable {
    private let ownUnit: NodeUnit?
    /// The engine that the node is attached to. The nodes of the input and the output belong to theirs from the start.
    private let attachment = LockedValue(Attachment(), .state)
    /// What mixers do with what the node renders.
    let mixing = SourceMixing()
    let taps = NodeTaps()

    private struct Attachment {
        weak var engine: AVAudioEngine?
        /// The formats as they were set, with their layouts.
        var formats: [FormatPlace: AVAudioFormat] = [:]
    }

    private struct FormatPlace: Hashable {
        let isInput: Bool
        let bus: Int
    }

    /// - Parameter unit: what renders the node; nil where the engine has it.
    init(_ unit: NodeUnit?) {
        ownUnit = unit
        super.init()
    }

    deinit { taps.removeAll() }

    // MARK: For subclasses

    /// What renders the node now. A node of the input or the output has none without its engine.
    var nodeUnit: NodeUnit? { ownUnit }

    /// The elements of the unit that the node's buses are.
    func inputElement(_ bus: Int) -> UInt32 { UInt32(clamping: bus) }
    func outputElement(_ bus: Int) -> UInt32 { UInt32(clamping: bus) }

    /// Whether the output has the format of the input where a client sets no other.
    var outputFollowsInput: Bool { false }

    /// Whether a connection may use an input that the node does not have yet.
    var growsInputs: Bool { false }

    /// Whether a client may set the format of an output.
    var setsOutputFormat: Bool { true }

    /// Whether the node generates sound now. Those that do not know always may. Changes are reported by the engine's
    /// `activityDidChange`.
    var isActive: Bool { numberOfInputs == 0 && numberOfOutputs > 0 }

    /// The engine has been started, paused or stopped, or its time line begins anew.
    func engineDidChange(_ change: EngineChange) {}

    /// What the node's description says besides its buses; nil for nothing.
    var detail: String? { nil }
    /// Whether the formats are known without a unit being made.
    var hasFormats: Bool { true }

    /// The node in words, for a log: its class, its state, and the formats of its outputs.
    open override var description: String { words }

    // MARK: The engine

    /// The engine that the node is attached to; nil for none.
    open var engine: AVAudioEngine? { attachment.withLock { $0.engine } }

    /// Attaches the node to an engine where it has none, or takes it from it.
    ///
    /// - Returns: false where it has another.
    func setEngine(_ engine: AVAudioEngine?) -> Bool {
        attachment.withLock { attachment in
            guard engine == nil || attachment.engine == nil else { return false }
            attachment.engine = engine
            return true
        }
    }

    /// Discards the sound that the node holds, such as the tail of a reverb. A player node forgets what it is to play.
    open func reset() { nodeUnit?.reset() }

    // MARK: Buses

    /// How many inputs the node has. A mixer gets more as they are connected.
    open var numberOfInputs: Int { nodeUnit?.count(kAudioUnitScope_Input) ?? 0 }

    /// How many outputs the node has.
    open var numberOfOutputs: Int { nodeUnit?.count(kAudioUnitScope_Output) ?? 0 }

    /// The format of an input: that of the output that is connected to it.
    ///
    /// - Parameter bus: an input, below `numberOfInputs`.
    /// - Returns: the format. It always has a rate and channels.
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        require(bus >= 0 && bus < numberOfInputs, "bus < numberOfInputs: \(self), input \(bus)")
        return format(kAudioUnitScope_Input, bus)
    }

    /// The format of an output.
    ///
    /// - Parameter bus: an output, below `numberOfOutputs`.
    /// - Returns: the format. It always has a rate and channels.
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        require(bus >= 0 && bus < numberOfOutputs, "bus < numberOfOutputs: \(self), output \(bus)")
        return format(kAudioUnitScope_Output, bus)
    }

    /// The format of a bus, with the layout that it was set with.
    func format(_ scope: AudioUnitScope, _ bus: Int) -> AVAudioFormat {
        let isInput = scope == kAudioUnitScope_Input
        let element = isInput ? inputElement(bus) : outputElement(bus)
        let format = nodeUnit?.format(scope, element) ?? .float32(sampleRate: 0, channels: 0)
        let kept = attachment.withLock { $0.formats[FormatPlace(isInput: isInput, bus: bus)] }
        if let kept, kept.engineFormat == format { return kept }
        return AVAudioFormat(format, layout: nil)
    }

    /// Whether the unit has a format on a bus, and not only the node shows it.
    func has(_ format: AVAudioFormat, _ scope: AudioUnitScope, _ bus: Int) -> Bool { self.format(scope, bus) == format }

    /// Sets the format of a bus.
    func setFormat(_ format: AVAudioFormat, _ scope: AudioUnitScope, _ bus: Int) throws(AudioError) {
        let isInput = scope == kAudioUnitScope_Input
        let element = isInput ? inputElement(bus) : outputElement(bus)
        try nodeUnit?.setFormat(format.engineFormat, scope, element)
        keep(format, scope, bus)
    }

    /// Notes a format that a bus has, with its layout.
    func keep(_ format: AVAudioFormat, _ scope: AudioUnitScope, _ bus: Int) {
        let place = FormatPlace(isInput: scope == kAudioUnitScope_Input, bus: bus)
        let old = attachment.withLock { $0.formats.updateValue(format, forKey: place) }
        withExtendedLifetime(old) {}
    }

    /// Whether a client or a connection has set the format of an output.
    func hasFormat(ofOutput bus: Int) -> Bool {
        attachment.withLock { $0.formats[FormatPlace(isInput: false, bus: bus)] != nil }
    }

    /// The name of an input.
    ///
    /// - Parameter bus: an input, below `numberOfInputs`.
    /// - Returns: nil if the input has no name.
    open func name(forInputBus bus: AVAudioNodeBus) -> String? {
        elementName(kAudioUnitScope_Input, inputElement(bus), isThere: bus >= 0 && bus < numberOfInputs)
    }

    /// The name of an output.
    ///
    /// - Parameter bus: an output, below `numberOfOutputs`.
    /// - Returns: nil if the output has no name.
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? {
        elementName(kAudioUnitScope_Output, outputElement(bus), isThere: bus >= 0 && bus < numberOfOutputs)
    }

    private func elementName(_ scope: AudioUnitScope, _ element: UInt32, isThere: Bool) -> String? {
        guard isThere, let reference = nodeUnit?.reference else { return nil }
        var name: Unmanaged<CFString>?
        var size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
        guard AudioUnitGetProperty(reference, kAudioUnitProperty_ElementName, scope, element, &name, &size) == noErr,
            let text = name?.takeRetainedValue()
        else { return nil }
        return String(describing: text)
    }

    // MARK: Taps

    /// Adds a block that is called with what an output renders, while the engine runs.
    ///
    /// The block runs on a thread of the tap's. The buffers follow one another without a gap unless the block takes longer than they
    /// last. The last buffer before a stop of the engine may be shorter than the others.
    ///
    /// - Parameters:
    ///   - bus: an output without a tap.
    ///   - bufferSize: the frames of a buffer. It lasts from 0.1 to 0.4 s, whatever the number.
    ///   - format: nil for the format of the output; or another one of the same sample rate. An output that is not connected gets it.
    ///   - tapBlock: gets a buffer of its own and the time of its first frame.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        addTap(bus, bufferSize, format, tapBlock)
    }

    /// Removes the tap of an output. A call of its block that another thread is about to make is made.
    ///
    /// - Parameter bus: the output. It may have no tap.
    open func removeTap(onBus bus: AVAudioNodeBus) {
        taps.remove(bus)
        engine?.tapsDidChange()
    }

    // MARK: Time

    /// When the node rendered last, by its output's rate, and by the host's clock where it plays on a device; nil if its engine does not
    /// run or the node has not rendered since the start.
    open var lastRenderTime: AVAudioTime? {
        guard let engine, engine.isRunning, let unit = nodeUnit?.unit else { return nil }
        guard let stamp = unit.renderer.lastTime, stamp.mSampleTime.isFinite else { return nil }
        var copy = stamp
        copy.mFlags = stamp.mFlags.intersection(.sampleHostTimeValid)
        let rate = nodeUnit?.format(numberOfOutputs > 0 ? kAudioUnitScope_Output : kAudioUnitScope_Input, 0).sampleRate
        return AVAudioTime(audioTimeStamp: &copy, sampleRate: rate ?? 0)
    }

    /// The seconds by which the node delays sound, such as the look-ahead of a limiter.
    open var latency: TimeInterval { nodeUnit?.latency ?? 0 }

    /// The seconds from the node's output until its sound is heard: the latencies of the nodes after it and of the device.
    open var outputPresentationLatency: TimeInterval { engine?.latency(after: self) ?? 0 }

    /// The node's unit with the interface of version 3: the object of a class of the program's, or one that stands for a unit of
    /// version 2.
    ///
    /// The engine sets the formats and connections of its nodes; do not set them there.
    open var auAudioUnit: AUAudioUnit {
        require(nodeUnit != nil, "the node has a unit: \(self)")
        return nodeUnit!.object
    }
}

/// What happens to an engine, as its nodes are notified of it.
enum EngineChange {
    case started, paused, stopped, reset
}
