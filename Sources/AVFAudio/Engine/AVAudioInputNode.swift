import AudioCore
public import AudioToolbox
import AudioUnits
import Foundation

/// The input of an engine: records from the default device, or takes what a program gives an engine that it renders by hand.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    override var nodeUnit: NodeUnit? { io.manual?.input ?? io.device }
    open override var numberOfInputs: Int { 1 }
    open override var numberOfOutputs: Int { 1 }

    override func inputElement(_ bus: Int) -> UInt32 { io.manual == nil ? 1 : 0 }
    override func outputElement(_ bus: Int) -> UInt32 { io.manual == nil ? 1 : 0 }

    override func format(_ scope: AudioUnitScope, _ bus: Int) -> AVAudioFormat {
        if io.manual == nil, scope == kAudioUnitScope_Input {
            return AVAudioFormat(io.hardwareFormat(isInput: true), layout: nil)
        }
        let known = super.format(scope, bus)
        // As the device brings it, until a connection asks for another format.
        guard io.manual == nil, !isOutputFormatSet else { return known }
        return AVAudioFormat(io.hardwareFormat(isInput: true), layout: nil)
    }

    /// Whether a client has set what the device's frames are converted to.
    private var isOutputFormatSet: Bool {
        guard let unit = io.madeDevice?.unit else { return false }
        return unit.state.withLock { $0.outputs.count > 1 && $0.outputs[1].isFormatSet }
    }

    /// Gives the unit of the device the device's own format, where no connection has set another.
    func followDevice() throws(AudioError) {
        guard io.manual == nil, !isOutputFormatSet else { return }
        try io.device?.setFormat(io.hardwareFormat(isInput: true), kAudioUnitScope_Output, 1)
    }

    /// Sets the block that gives an engine in manual rendering its input.
    ///
    /// In the mode `realtime` it runs on the audio thread, and has to be as fast as that.
    ///
    /// - Parameters:
    ///   - format: linear PCM that the block gives.
    ///   - block: gets a number of frames. It returns that many, or nil for no data: the engine then renders silence for them, and
    ///     says so with its status. The buffers have to stay until the next call.
    /// - Returns: false if the engine is not in manual rendering or runs, or the format cannot be taken.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard let manual = io.manual, engine?.isRunning != true, format.engineFormat.isPCM,
            (try? manual.setInput(format)) != nil
        else { return false }
        keep(format, kAudioUnitScope_Input, 0)
        keep(format, kAudioUnitScope_Output, 0)
        // A render that began before the engine was stopped may be calling the block.
        if let engine, !engine.hook.isInCycle {
            engine.manualClock.between { manual.source.set(block) }
        } else {
            manual.source.set(block)
        }
        return true
    }

    // MARK: Voice processing

    // What it does. It has to be on: `setVoiceProcessingEnabled(_:)`.

    /// The unit with voice processing; nil where that is off, and in manual rendering.
    private var voice: NodeUnit? { io.isVoice && io.manual == nil ? io.device : nil }

    private func flag(_ id: AudioUnitPropertyID) -> Bool { voice?.value(id, of: UInt32.self) ?? 0 != 0 }

    private func setFlag(_ id: AudioUnitPropertyID, _ isOn: Bool) { try? voice?.setValue(id, to: UInt32(isOn ? 1 : 0)) }

    /// Whether what is recorded passes without voice processing; false at first.
    ///
    /// It changes nothing while voice processing is off, nor do the others here.
    open var isVoiceProcessingBypassed: Bool {
        get { flag(kAUVoiceIOProperty_BypassVoiceProcessing) }
        set { setFlag(kAUVoiceIOProperty_BypassVoiceProcessing, newValue) }
    }

    /// Whether voices are brought to one level; true at first.
    open var isVoiceProcessingAGCEnabled: Bool {
        get { flag(kAUVoiceIOProperty_VoiceProcessingEnableAGC) }
        set { setFlag(kAUVoiceIOProperty_VoiceProcessingEnableAGC, newValue) }
    }

    /// Whether what is recorded is silence; false at first.
    open var isVoiceProcessingInputMuted: Bool {
        get { flag(kAUVoiceIOProperty_MuteOutput) }
        set { setFlag(kAUVoiceIOProperty_MuteOutput, newValue) }
    }

    /// Sets a block that is called when the muted microphone hears a voice, and when it hears none any more.
    ///
    /// - Parameter listenerBlock: called on a thread of the unit's; nil for none any more.
    /// - Returns: false while voice processing is off.
    @discardableResult
    open func setMutedSpeechActivityEventListener(
        _ listenerBlock: ((AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool {
        guard let voice else { return false }
        let id = AudioUnitPropertyID(kAUVoiceIOProperty_MutedSpeechActivityEventListener)
        guard let listenerBlock else {
            return AudioUnitSetProperty(voice.reference, id, kAudioUnitScope_Global, 0, nil, 0) == noErr
        }
        var listener: AUVoiceIOMutedSpeechActivityEventListener = { event in
            listenerBlock(event == .hasStarted ? .started : .ended)
        }
        let size = UInt32(MemoryLayout<AUVoiceIOMutedSpeechActivityEventListener>.size)
        return withUnsafePointer(to: &listener) {
            AudioUnitSetProperty(voice.reference, id, kAudioUnitScope_Global, 0, UnsafeRawPointer($0), size)
        } == noErr
    }

    /// How voice processing lowers other sound.
    open var voiceProcessingOtherAudioDuckingConfiguration: AVAudioVoiceProcessingOtherAudioDuckingConfiguration {
        get {
            let id = AudioUnitPropertyID(kAUVoiceIOProperty_OtherAudioDuckingConfiguration)
            let known = voice?.value(id, of: AUVoiceIOOtherAudioDuckingConfiguration.self)
            guard let known else { return AVAudioVoiceProcessingOtherAudioDuckingConfiguration() }
            return AVAudioVoiceProcessingOtherAudioDuckingConfiguration(
                enableAdvancedDucking: ObjCBool(known.mEnableAdvancedDucking.boolValue),
                duckingLevel: .init(rawValue: Int(known.mDuckingLevel.rawValue)) ?? .default)
        }
        set {
            var wanted = AUVoiceIOOtherAudioDuckingConfiguration()
            wanted.mEnableAdvancedDucking = .init(newValue.enableAdvancedDucking.boolValue)
            wanted.mDuckingLevel = .init(rawValue: UInt32(newValue.duckingLevel.rawValue)) ?? wanted.mDuckingLevel
            try? voice?.setValue(kAUVoiceIOProperty_OtherAudioDuckingConfiguration, to: wanted)
        }
    }
}
