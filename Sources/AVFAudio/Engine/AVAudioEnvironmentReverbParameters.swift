import AudioToolbox
public import Foundation

/// The room that the sources of an environment are heard in, each by its reverb blend.
///
/// Any thread may make any call.
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
    private let unit: NodeUnit
    private let filter: AVAudioUnitEQFilterParameters

    init(_ unit: NodeUnit) {
        self.unit = unit
        filter = AVAudioUnitEQFilterParameters(unit, .reverb)
        super.init()
    }

    /// Whether there is a room; false at first. It fades in and out.
    open var enable: Bool {
        get { unit.value(kAudioUnitProperty_UsesInternalReverb, of: UInt32.self) == 1 }
        set { try? unit.setValue(kAudioUnitProperty_UsesInternalReverb, to: UInt32(newValue ? 1 : 0)) }
    }

    /// The level of the reverb in decibels, from -40 to 40; 0 at first.
    ///
    /// Values out of the range become the nearest one in it; what is not a number changes nothing.
    open var level: Float {
        get { unit.parameter(kSpatialMixerParam_GlobalReverbGain) }
        set { unit.setParameter(kSpatialMixerParam_GlobalReverbGain, to: newValue) }
    }

    /// The filter after the reverb.
    open var filterParameters: AVAudioUnitEQFilterParameters { filter }

    /// Changes the room.
    ///
    /// - Parameter preset: the room. At first there is a small one.
    open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {
        try? unit.setValue(kAudioUnitProperty_ReverbRoomType, to: UInt32(preset.rawValue))
    }
}
