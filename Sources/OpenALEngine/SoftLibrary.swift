import AudioCore
import COpenALSoft

/// The functions of OpenAL Soft, which mixes; loaded at the first use. Nil where it is not installed.
///
/// What it points to does not change.
nonisolated(unsafe) package let soft: UnsafePointer<SoftFunctions>? = SoftLoad()

/// Constants of OpenAL and of extensions of OpenAL Soft that the engine uses.
enum SoftConstant {
    // alc.h
    static let frequency: Int32 = 0x1007
    static let monoSources: Int32 = 0x1010

    // ALC_SOFT_loopback, ALC_SOFT_HRTF
    static let formatChannels: Int32 = 0x1990
    static let formatType: Int32 = 0x1991
    static let float: Int32 = 0x1406
    static let hrtf: Int32 = 0x1992

    // alcGetString
    static let defaultDevice: Int32 = 0x1004
    static let deviceName: Int32 = 0x1005
    static let deviceExtensions: Int32 = 0x1006
    static let defaultDeviceOfAll: Int32 = 0x1012
    static let nameOfAllDevices: Int32 = 0x1013
    static let capturingDeviceName: Int32 = 0x310
    static let defaultCapturingDevice: Int32 = 0x311

    // alGetString
    static let vendor: Int32 = 0xB001
    static let version: Int32 = 0xB002
    static let renderer: Int32 = 0xB003
    static let extensions: Int32 = 0xB004

    // The formats of al.h and of AL_EXT_float32
    static let mono8: Int32 = 0x1100
    static let mono16: Int32 = 0x1101
    static let stereo8: Int32 = 0x1102
    static let stereo16: Int32 = 0x1103
    static let monoFloat: Int32 = 0x10010
    static let stereoFloat: Int32 = 0x10011

    // al.h
    static let sourceState: Int32 = 0x1010
    static let stopped: Int32 = 0x1014
    static let sourceType: Int32 = 0x1027
    static let staticSource: Int32 = 0x1028
    static let playing: Int32 = 0x1012
    static let buffersProcessed: Int32 = 0x1016
    static let sampleOffset: Int32 = 0x1025
    static let looping: Int32 = 0x1007

    // AL_SOFT_source_resampler
    static let resamplerCount: Int32 = 0x1210
    static let defaultResampler: Int32 = 0x1211
    static let resampler: Int32 = 0x1212

    // AL_EXT_EFX
    static let directFilter: Int32 = 0x20005
    static let auxiliarySendFilter: Int32 = 0x20006
    static let effectType: Int32 = 0x8001
    static let reverb: Int32 = 0x8000
    static let slotEffect: Int32 = 0x0001
    static let slotGain: Int32 = 0x0002
    static let filterType: Int32 = 0x8001
    static let lowPass: Int32 = 0x0001
    static let lowPassGain: Int32 = 0x0001
    static let lowPassGainHF: Int32 = 0x0002
}

/// The errors of OpenAL that the engine reports itself.
package enum SpaceError: Int32, Error, Sendable {
    case invalidName = 0xA001
    case invalidEnum = 0xA002
    case invalidValue = 0xA003
    case invalidOperation = 0xA004
    case outOfMemory = 0xA005
}

/// The errors of devices, which have numbers of their own.
package enum SpaceDeviceError: Int32, Error, Sendable {
    case invalidDevice = 0xA001
    case invalidContext = 0xA002
    case invalidEnum = 0xA003
    case invalidValue = 0xA004
    case outOfMemory = 0xA005
}
