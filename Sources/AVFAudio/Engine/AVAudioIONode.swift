import AudioCore
public import AudioToolbox
import AudioUnits
public import Foundation

/// The input or the output of an engine.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    let io: EngineIO

    init(_ io: EngineIO) {
        self.io = io
        super.init(nil)
    }

    override var hasFormats: Bool { io.manual != nil || io.madeDevice != nil }

    /// The seconds between the engine and the device: from the render of a frame until it is heard, or from its capture until it is
    /// rendered; 0 in manual rendering.
    ///
    /// It is measured while the engine runs, with the buffers of the sound server. Before that it is what the device reports, which is
    /// 0 for many.
    open var presentationLatency: TimeInterval {
        guard io.manual == nil, let device = io.device else { return 0 }
        return device.latency + ((device.unit as? DeviceUnit)?.deviceLatency(isInput: self is AVAudioInputNode) ?? 0)
    }

    /// The unit that plays and records: a RemoteIO or VoiceProcessingIO; nil in manual rendering.
    ///
    /// The input and the output of an engine share it. Set `kAudioOutputUnitProperty_CurrentDevice` to choose the device of each
    /// direction that this device has; element 1 chooses the input's alone. 0 goes back to the default device.
    open var audioUnit: AudioUnit? { io.manual == nil ? io.device?.reference : nil }

    /// Whether what is recorded is without the echo of what the program plays, and without noise.
    open var isVoiceProcessingEnabled: Bool { io.isVoice }

    /// Turns voice processing on or off, for the input and the output of the engine.
    ///
    /// - Parameter enabled: whether there is voice processing.
    /// - Throws: `AVAudioEngineManualRenderingError.initialized` while the engine runs; `invalidMode` in manual rendering.
    open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        try throwingErrors(call: "setVoiceProcessingEnabled") {
            guard let engine else { return io.setVoice(enabled) }
            try engine.setVoice(enabled)
        }
    }
}

extension AudioError {
    static var engineMode: AudioError {
        AudioError(
            status: AVAudioEngineManualRenderingError.invalidMode.rawValue,
            reason: "the engine is not in the rendering mode that the call is for")
    }
    static var engineMustBeStopped: AudioError {
        AudioError(
            status: AVAudioEngineManualRenderingError.initialized.rawValue, reason: "the engine has to be stopped")
    }
    static var engineMustRun: AudioError {
        AudioError(
            status: AVAudioEngineManualRenderingError.notRunning.rawValue, reason: "the engine does not run")
    }
}

/// The output of an engine: plays on the default device, or gives what is rendered by hand.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    override var nodeUnit: NodeUnit? { io.manual?.output ?? io.device }
    override var setsOutputFormat: Bool { false }
    open override var numberOfInputs: Int { 1 }
    open override var numberOfOutputs: Int { 1 }

    override func has(_ format: AVAudioFormat, _ scope: AudioUnitScope, _ bus: Int) -> Bool {
        scope == kAudioUnitScope_Input
            ? nodeUnit?.format(scope, 0) == format.engineFormat : super.has(format, scope, bus)
    }

    override func format(_ scope: AudioUnitScope, _ bus: Int) -> AVAudioFormat {
        // An input without a source has the format that the output would take as it is.
        let isConnected = engine?.inputConnectionPoint(for: self, inputBus: 0) != nil
        guard scope == kAudioUnitScope_Output || !isConnected else { return super.format(scope, bus) }
        if let manual = io.manual { return manual.format }
        return AVAudioFormat(io.hardwareFormat(isInput: false), layout: nil)
    }
}
