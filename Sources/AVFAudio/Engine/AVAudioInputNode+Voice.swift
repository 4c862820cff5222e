import AudioToolbox
import Foundation

// What voice processing does. It has to be on: `AVAudioIONode.setVoiceProcessingEnabled(_:)`.
extension AVAudioInputNode {
    /// The unit with voice processing; nil where that is off, and in manual rendering.
    private var voice: NodeUnit? { io.isVoice && io.manual == nil ? io.device : nil }

    private func flag(_ id: AudioUnitPropertyID) -> Bool { voice?.value(id, of: UInt32.self) ?? 0 != 0 }

    private func setFlag(_ id: AudioUnitPropertyID, _ isOn: Bool) { try? voice?.setValue(id, to: UInt32(isOn ? 1 : 0)) }

    /// Whether what is recorded passes without voice processing; false at first.
    ///
    /// It changes nothing while voice processing is off, nor do the others here.
    public var isVoiceProcessingBypassed: Bool {
        get { flag(kAUVoiceIOProperty_BypassVoiceProcessing) }
        set { setFlag(kAUVoiceIOProperty_BypassVoiceProcessing, newValue) }
    }

    /// Whether voices are brought to one level; true at first.
    public var isVoiceProcessingAGCEnabled: Bool {
        get { flag(kAUVoiceIOProperty_VoiceProcessingEnableAGC) }
        set { setFlag(kAUVoiceIOProperty_VoiceProcessingEnableAGC, newValue) }
    }

    /// Whether what is recorded is silence; false at first.
    public var isVoiceProcessingInputMuted: Bool {
        get { flag(kAUVoiceIOProperty_MuteOutput) }
        set { setFlag(kAUVoiceIOProperty_MuteOutput, newValue) }
    }

    /// Sets a block that is called when the muted microphone hears a voice, and when it hears none any more.
    ///
    /// - Parameter listenerBlock: called on a thread of the unit's; nil for none any more.
    /// - Returns: false while voice processing is off.
    @discardableResult
    public func setMutedSpeechActivityEventListener(
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
    public var voiceProcessingOtherAudioDuckingConfiguration: AVAudioVoiceProcessingOtherAudioDuckingConfiguration {
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
