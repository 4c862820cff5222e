import CoreAudioTypes
public import CoreFoundation
public import Foundation

// AudioSession.h as Swift programs call it: run loops, and the keys that are strings.

/// Lets the program use its session; listeners are called in a run loop, nil for the main one, in a mode of it, nil for the
/// default one.
@preconcurrency @discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: NSString?,
    _ inInterruptionListener: (@Sendable @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void)?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    withExtendedLifetime((inRunLoop, inRunLoopMode)) {
        __AudioSessionInitialize(
            reference(inRunLoop), reference(inRunLoopMode), inInterruptionListener, inClientData)
    }
}

/// The same, with a constant of CoreFoundation as the mode.
@preconcurrency @discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CoreFoundation.CFRunLoopMode,
    _ inInterruptionListener: (@Sendable @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void)?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioSessionInitialize(inRunLoop, string(inRunLoopMode), inInterruptionListener, inClientData)
}

// MARK: Keys of a route's change

/// A number, one of `kAudioSessionRouteChangeReason_…`.
public var kAudioSession_RouteChangeKey_Reason: NSString { "OutputDeviceDidChange_Reason" }
/// A dictionary: the route before.
public var kAudioSession_AudioRouteChangeKey_PreviousRouteDescription: NSString {
    "ActiveAudioRouteDidChange_OldDetailedRoute"
}
/// A dictionary: the route as it is.
public var kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: NSString {
    "ActiveAudioRouteDidChange_NewDetailedRoute"
}

// MARK: Keys of a route

/// An array of dictionaries, one for each input.
public var kAudioSession_AudioRouteKey_Inputs: NSString { "RouteDetailedDescription_Inputs" }
/// An array of dictionaries, one for each output.
public var kAudioSession_AudioRouteKey_Outputs: NSString { "RouteDetailedDescription_Outputs" }
/// A string, a port's type: one of those below, or the string of AVAudioSession.Port for others.
public var kAudioSession_AudioRouteKey_Type: NSString { "RouteDetailedDescription_PortType" }

public var kAudioSessionInputRoute_LineIn: NSString { "LineIn" }
public var kAudioSessionInputRoute_BuiltInMic: NSString { "MicrophoneBuiltIn" }
public var kAudioSessionInputRoute_HeadsetMic: NSString { "MicrophoneWired" }
public var kAudioSessionInputRoute_BluetoothHFP: NSString { "MicrophoneBluetooth" }
public var kAudioSessionInputRoute_USBAudio: NSString { "USBInput" }

public var kAudioSessionOutputRoute_LineOut: NSString { "LineOut" }
public var kAudioSessionOutputRoute_Headphones: NSString { "Headphones" }
public var kAudioSessionOutputRoute_BluetoothHFP: NSString { "BluetoothHFPOutput" }
public var kAudioSessionOutputRoute_BluetoothA2DP: NSString { "BluetoothA2DPOutput" }
public var kAudioSessionOutputRoute_BuiltInReceiver: NSString { "Receiver" }
public var kAudioSessionOutputRoute_BuiltInSpeaker: NSString { "Speaker" }
public var kAudioSessionOutputRoute_USBAudio: NSString { "USBOutput" }
public var kAudioSessionOutputRoute_HDMI: NSString { "HDMIOutput" }
public var kAudioSessionOutputRoute_AirPlay: NSString { "AirPlay" }

// MARK: Keys of what can be chosen

/// A number: an input source.
public var kAudioSession_InputSourceKey_ID: NSString { "input source ID" }
/// What the user knows an input source by.
public var kAudioSession_InputSourceKey_Description: NSString { "input source name" }
/// A number: an output destination.
public var kAudioSession_OutputDestinationKey_ID: NSString { "output destination ID" }
/// What the user knows an output destination by.
public var kAudioSession_OutputDestinationKey_Description: NSString { "output destination name" }
