import AudioCore
import AudioDevices
import AudioSession
import CAudioToolbox
import CoreAudioTypes
import Foundation

// Between the numbers and objects of AudioSession.h and the engine's values.

extension AudioError {
    static let sessionUninitialized = Self("!ini", "AudioSessionInitialize has not been called")
    static let sessionInitialized = Self("init", "AudioSessionInitialize has been called before")
    static let sessionIncompatible = Self("!cat", "the session's category does not take this")
    static let sessionNoCategory = Self("?cat", "the session's category has no number in C")
}

// MARK: Categories and modes

/// - Throws: `sessionNoCategory` for what only AVAudioSession has.
func code(of category: SessionCategory) throws(AudioError) -> UInt32 {
    switch category {
    case .ambient: kAudioSessionCategory_AmbientSound
    case .soloAmbient: kAudioSessionCategory_SoloAmbientSound
    case .playback: kAudioSessionCategory_MediaPlayback
    case .record: kAudioSessionCategory_RecordAudio
    case .playAndRecord: kAudioSessionCategory_PlayAndRecord
    case .audioProcessing: kAudioSessionCategory_AudioProcessing
    case .multiRoute: throw .sessionNoCategory
    }
}

/// - Throws: `unsupportedProperty` for an invalid number.
func category(_ code: UInt32) throws(AudioError) -> SessionCategory {
    switch code {
    case kAudioSessionCategory_AmbientSound, kAudioSessionCategory_UserInterfaceSoundEffects: .ambient
    case kAudioSessionCategory_SoloAmbientSound: .soloAmbient
    case kAudioSessionCategory_MediaPlayback, kAudioSessionCategory_LiveAudio: .playback
    case kAudioSessionCategory_RecordAudio: .record
    case kAudioSessionCategory_PlayAndRecord: .playAndRecord
    case kAudioSessionCategory_AudioProcessing: .audioProcessing
    default: throw .unsupportedProperty
    }
}

/// The default one for what only AVAudioSession has.
func code(of mode: SessionMode) -> UInt32 {
    switch mode {
    case .voiceChat: kAudioSessionMode_VoiceChat
    case .videoRecording: kAudioSessionMode_VideoRecording
    case .measurement: kAudioSessionMode_Measurement
    case .gameChat: kAudioSessionMode_GameChat
    default: kAudioSessionMode_Default
    }
}

/// - Throws: `unsupportedProperty` for an invalid number.
func mode(_ code: UInt32) throws(AudioError) -> SessionMode {
    switch code {
    case kAudioSessionMode_Default: .standard
    case kAudioSessionMode_VoiceChat: .voiceChat
    case kAudioSessionMode_VideoRecording: .videoRecording
    case kAudioSessionMode_Measurement: .measurement
    case kAudioSessionMode_GameChat: .gameChat
    default: throw .unsupportedProperty
    }
}

// MARK: Routes

extension SessionRoute {
    /// The value of `kAudioSessionProperty_AudioRouteDescription`.
    var dictionary: NSDictionary {
        func list(_ ports: [SessionPort], _ type: (SessionPort) -> String) -> NSArray {
            ports.map { NSDictionary(object: type($0).coreFoundation, forKey: kAudioSession_AudioRouteKey_Type) }
                as NSArray
        }
        return NSDictionary(
            objects: [list(inputs, \.inputRoute), list(outputs, \.outputRoute)],
            forKeys: [kAudioSession_AudioRouteKey_Inputs, kAudioSession_AudioRouteKey_Outputs])
    }

    /// The value of `kAudioSessionProperty_AudioRoute`: a word for the first output and what is recorded with it.
    var word: String {
        guard let output = outputs.first else { return inputs.first?.inputRoute ?? "" }
        let input = inputs.first?.type
        switch output.type {
        case .builtInSpeaker: return input == nil ? "Speaker" : "SpeakerAndMicrophone"
        case .builtInReceiver: return input == nil ? "Receiver" : "ReceiverAndMicrophone"
        case .headphones:
            guard let input else { return "Headphone" }
            return input == .headsetMic ? "HeadsetInOut" : "HeadphonesAndMicrophone"
        case .lineOut: return input == .lineIn ? "LineInOut" : "LineOut"
        case .bluetoothHFP: return "HeadsetBT"
        case .bluetoothA2DP: return "HeadphonesBT"
        case .airPlay: return "AirTunes"
        default: return output.outputRoute
        }
    }
}

extension SessionPort {
    fileprivate var inputRoute: String {
        switch type {
        case .bluetoothHFP: "MicrophoneBluetooth"
        case .usb: "USBInput"
        default: type.rawValue
        }
    }

    fileprivate var outputRoute: String {
        switch type {
        case .bluetoothHFP: "BluetoothHFPOutput"
        case .usb: "USBOutput"
        default: type.rawValue
        }
    }
}

// MARK: What can be chosen

extension [SessionDataSource] {
    /// The value of `kAudioSessionProperty_InputSources`.
    var inputs: NSArray { list(kAudioSession_InputSourceKey_ID, kAudioSession_InputSourceKey_Description) }

    /// The value of `kAudioSessionProperty_OutputDestinations`.
    var outputs: NSArray { list(kAudioSession_OutputDestinationKey_ID, kAudioSession_OutputDestinationKey_Description) }

    private func list(_ id: NSString, _ name: NSString) -> NSArray {
        map { NSDictionary(objects: [NSNumber(value: $0.id), $0.name.coreFoundation], forKeys: [id, name]) } as NSArray
    }
}

/// What is chosen of the first port.
///
/// - Throws: `unsupportedProperty` where there is no choice.
func selected(_ ports: [SessionPort]) throws(AudioError) -> NSNumber {
    guard let id = ports.first?.selectedSource else { throw .unsupportedProperty }
    return NSNumber(value: id)
}

/// The number that a client's reference stands for.
///
/// - Throws: `parameter` for a null reference and for another object.
func sourceID(_ reference: UnsafeRawPointer?) throws(AudioError) -> Int {
    guard let reference,
        let number = Unmanaged<AnyObject>.fromOpaque(reference).takeUnretainedValue() as? NSNumber
    else { throw .parameter }
    return number.intValue
}

extension SessionCenter {
    /// Chooses a source of the first port.
    ///
    /// - Throws: `parameter` for one that the port does not have.
    func select(_ id: Int, of ports: [SessionPort], _ direction: DeviceDirection) throws(AudioError) {
        guard let port = ports.first, port.sources.contains(where: { $0.id == id }) else { throw .parameter }
        try selectSource(id, of: port, direction)
    }
}
