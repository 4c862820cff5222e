import AudioToolbox
import Foundation

/// Values that cannot be right, and objects of other types than their properties have.
enum BrokenValues {
    /// Gives the value of a property that a fault replaces, and returns whether it does.
    static func give(_ fault: Fault, _ id: AudioUnitPropertyID, _ data: UnsafeMutableRawPointer) -> Bool {
        // A read into no memory asks for the size.
        guard UInt(bitPattern: data) != 0 else { return false }
        switch (fault, id) {
        case (.noFrames, kAudioUnitProperty_MaximumFramesPerSlice):
            data.storeBytes(of: 0, as: UInt32.self)
        case (.endlessFrames, kAudioUnitProperty_MaximumFramesPerSlice),
            (.endlessElements, kAudioUnitProperty_ElementCount):
            data.storeBytes(of: UInt32.max, as: UInt32.self)
        case (.listForState, kAudioUnitProperty_ClassInfo):
            data.storeBytes(of: list(), as: UnsafeMutableRawPointer.self)
        case (.textForPresets, kAudioUnitProperty_FactoryPresets):
            let text = Unmanaged.passRetained(NSString(string: "text")).toOpaque()
            data.storeBytes(of: text, as: UnsafeMutableRawPointer.self)
        case (.listForName, kAudioUnitProperty_PresentPreset):
            let preset = AUPreset(presetNumber: -1, presetName: .fromOpaque(list()))
            data.storeBytes(of: preset, as: AUPreset.self)
        default: return false
        }
        return true
    }

    /// An array with a reference for the reader.
    private static func list() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(NSArray(object: NSNumber(value: 1))).toOpaque()
    }

    /// Puts millions of channels or bytes into a format.
    static func spoil(_ fault: Fault, _ data: UnsafeMutableRawPointer) {
        var format = data.loadUnaligned(as: AudioStreamBasicDescription.self)
        switch fault {
        case .endlessChannels: format.mChannelsPerFrame = 1 << 24
        case .endlessBytes: format.mBytesPerFrame = .max
        default: return
        }
        data.storeBytes(of: format, as: AudioStreamBasicDescription.self)
    }
}
