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

/// The type of an input that is a socket for a line.
public var kAudioSessionInputRoute_LineIn: NSString { "LineIn" }
/// The type of an input that is the microphone of the machine.
public var kAudioSessionInputRoute_BuiltInMic: NSString { "MicrophoneBuiltIn" }
/// The type of an input that is the microphone of a headset with a wire.
public var kAudioSessionInputRoute_HeadsetMic: NSString { "MicrophoneWired" }
/// The type of an input that is a Bluetooth headset.
public var kAudioSessionInputRoute_BluetoothHFP: NSString { "MicrophoneBluetooth" }
/// The type of an input that is a device at a USB socket.
public var kAudioSessionInputRoute_USBAudio: NSString { "USBInput" }

/// The type of an output that is a socket for a line.
public var kAudioSessionOutputRoute_LineOut: NSString { "LineOut" }
/// The type of an output that is headphones with a wire.
public var kAudioSessionOutputRoute_Headphones: NSString { "Headphones" }
/// The type of an output that is a Bluetooth headset.
public var kAudioSessionOutputRoute_BluetoothHFP: NSString { "BluetoothHFPOutput" }
/// The type of an output that is Bluetooth headphones, for music.
public var kAudioSessionOutputRoute_BluetoothA2DP: NSString { "BluetoothA2DPOutput" }
/// The type of an output that is what a telephone is held to the ear with.
public var kAudioSessionOutputRoute_BuiltInReceiver: NSString { "Receiver" }
/// The type of an output that is the loudspeaker of the machine.
public var kAudioSessionOutputRoute_BuiltInSpeaker: NSString { "Speaker" }
/// The type of an output that is a device at a USB socket.
public var kAudioSessionOutputRoute_USBAudio: NSString { "USBOutput" }
/// The type of an output that is a screen at an HDMI socket.
public var kAudioSessionOutputRoute_HDMI: NSString { "HDMIOutput" }
/// The type of an output that is a loudspeaker on the network.
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
