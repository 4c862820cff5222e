public import AudioToolbox
public import Foundation

/// What a call that renders an engine by hand returns.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// Nothing was rendered, for a reason that the error states.
    case error = -1
    /// All frames were rendered.
    case success = 0
    /// The input's block had no data. Sound of other sources was rendered.
    case insufficientDataFromInputNode = 1
    /// Nothing can be rendered at the moment, as another thread changes or renders the engine. Call again.
    case cannotDoInCurrentContext = 2
}

/// How a program renders an engine by hand.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// As fast as the program calls. Rendering may wait, for files and for blocks.
    case offline = 0
    /// In a real-time context. Rendering neither waits nor allocates.
    case realtime = 1
}

/// Errors of rendering by hand, as codes of the domain `com.apple.coreaudio.avfaudio`.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
    /// The engine is not in the mode that the call is for.
    case invalidMode = -80800
    /// The engine has to be stopped.
    case initialized = -80801
    /// The engine has to run.
    case notRunning = -80802
}

/// Renders an engine in real time: frames, the buffers that they go to, and a status that is set for an error.
public typealias AVAudioEngineManualRenderingBlock = (
    AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// Gives an engine that is rendered by hand its input: so many frames, or nil for none.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

extension NSNotification.Name {
    /// The format of the input or output device has changed, and the engine has stopped.
    ///
    /// Posted on a queue of the engine's. Its object is the engine, whose nodes and connections stay. Connect what depends on the
    /// device's format again, and start the engine.
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}

/// Whether nodes have an `AUAudioUnit`: 1.
public var AVAUDIONODE_HAVE_AUAUDIOUNIT: Int32 { 1 }
/// Whether engines connect MIDI by the blocks of `AUAudioUnit`: 1.
public var AVAUDIOENGINE_HAVE_AUAUDIOUNIT: Int32 { 1 }
/// Whether formats have a Core Media description: 1.
public var AVAUDIOFORMAT_HAVE_CMFORMATDESCRIPTION: Int32 { 1 }
