public import CAudioToolbox

// The blocks of AUAudioUnit.h, AUParameters.h and AUAudioUnitImplementation.h as closures.

/// Gives a unit the frames of an input: fills the buffers of the list, or has them point at its own.
///
/// Called on the audio thread: it must not block, allocate memory or take a lock.
public typealias AURenderPullInputBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus

/// Renders an output of a unit: flags, the time of the first frame, the number of frames, the output, the buffers, and what
/// gives the inputs.
public typealias AURenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Renders an output of a unit, with the events of the cycle.
///
/// Called on the audio thread: it must not block, allocate memory or take a lock.
public typealias AUInternalRenderBlock = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
    UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// Is called before and after a render, on the audio thread: flags, time, frames, output.
public typealias AURenderObserver = (
    AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

/// Sets a parameter at a frame: the frame, the length of a ramp in frames, the address, the value. Real-time safe.
public typealias AUScheduleParameterBlock = (
    AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue
) -> Void

/// Sends a MIDI message to a unit at a frame: the frame, the virtual cable, the number of bytes, the bytes. Real-time safe.
public typealias AUScheduleMIDIEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> Void

/// Receives a MIDI message of a unit, on its audio thread: the frame, the virtual cable, the number of bytes, the bytes.
public typealias AUMIDIOutputEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> OSStatus

/// Takes MIDI messages as Universal MIDI Packets: the frame, the virtual cable, the messages. Real-time safe.
public typealias AUMIDIEventListBlock = (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus

/// Supplies a host's tempo, time signature (two numbers), beat, frames until the next beat, and first beat of the measure.
///
/// A unit calls it while it renders, and passes nil for what it does not want. False where the host does not know.
public typealias AUHostMusicalContextBlock = (
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?,
    UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Double>?
) -> Bool

/// Supplies the state of a host's transport, its position in frames, and the beats at which it loops.
///
/// A unit calls it while it renders, and passes nil for what it does not want. False where the host does not know.
public typealias AUHostTransportStateBlock = (
    UnsafeMutablePointer<AUHostTransportStateFlags>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
    UnsafeMutablePointer<Double>?
) -> Bool

/// Hears that an output unit has input: flags, time, frames, input. The handler gets the frames with the unit's `renderBlock`.
public typealias AUInputHandler = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

/// Is called with a parameter's new value. Where values follow each other fast, it gets the last one.
public typealias AUParameterObserver = (AUParameterAddress, AUValue) -> Void

/// Is called with all changes of parameters in their order: how many there are, and the events.
public typealias AUParameterRecordingObserver = (Int, UnsafePointer<AURecordedParameterEvent>) -> Void

/// Is called with all changes of parameters, and with controls that are touched or released: how many there are, and the events.
public typealias AUParameterAutomationObserver = (Int, UnsafePointer<AUParameterAutomationEvent>) -> Void

/// Takes a parameter's new value into the code that renders. Called on the thread that sets the value.
public typealias AUImplementorValueObserver = (AUParameter, AUValue) -> Void

/// Reads a parameter's value from the code that renders.
public typealias AUImplementorValueProvider = (AUParameter) -> AUValue

/// Makes a text of a parameter's value; of its present one for nil.
public typealias AUImplementorStringFromValueCallback = (AUParameter, UnsafePointer<AUValue>?) -> String

/// Makes a parameter's value of a text.
public typealias AUImplementorValueFromStringCallback = (AUParameter, String) -> AUValue

/// Makes a name of at most so many characters, where it can.
public typealias AUImplementorDisplayNameWithLengthCallback = (AUParameterNode, Int) -> String

/// Answers a unit's message to its host.
public typealias CallHostBlock = ([AnyHashable: Any]) -> [AnyHashable: Any]
