import AudioCore
import CAudioToolbox

/// The properties of an input of a spatial mixer, which clients set and the audio thread reads. Small numbers, as floating point.
final class SpatialSettings: Sendable {
    // `AU3DMixerRenderingFlags` as bits.
    static var delayFlag: UInt32 {
        @_noLocks get { AU3DMixerRenderingFlags.k3DMixerRenderingFlags_InterAuralDelay.rawValue }
    }
    static var dopplerFlag: UInt32 {
        @_noLocks get { AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DopplerShift.rawValue }
    }
    static var distanceFlag: UInt32 {
        @_noLocks get { AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DistanceAttenuation.rawValue }
    }
    static let knownFlags = delayFlag | dopplerFlag | distanceFlag
    /// `kSpatialMixerSourceMode_PointSource`.
    static let pointSource: UInt32 = 2
    /// `kSpatialMixerSourceMode_AmbienceBed`.
    static let ambienceBed: UInt32 = 3
    /// `kSpatialMixerPointSourceInHeadMode_Bypass`.
    static let bypassInHead: UInt32 = 1

    let algorithm = Latest(0)
    let flags = Latest(0)
    /// `kAudioUnitProperty_DopplerShift`.
    let doppler = Latest(0)
    let mode = Latest(0)
    let inHead = Latest(0)
    let curve = Latest(2)
    let reference = Latest(1)
    let maximum = Latest(100_000)
    let attenuation = Latest(100)

    /// Those that the next kernel needs, which take long to read.
    let responses = LockedValue<HeadResponses?>(nil)
    /// A head for the kernel that renders, where that was made without one: as clients know it, and as the audio thread finds it.
    let stage = LockedValue<HeadStage?>(nil)
    let head = Published()

    var model: DistanceModel {
        DistanceModel(
            curve: DistanceModel.Curve(rawValue: UInt32(curve.read())) ?? .inverse, reference: reference.read(),
            maximum: maximum.read(), attenuation: attenuation.read())
    }

    /// Whether a motion of the source is heard: by the property or by the flag.
    var hasDoppler: Bool {
        let isFlagSet = UInt32(flags.read()) & Self.dopplerFlag != 0
        return isFlagSet ? true : doppler.read() != 0
    }

    /// Whether the input is one source, which has a distance.
    ///
    /// - Parameter channels: those of the input.
    func hasDistance(channels: Int) -> Bool {
        let mode = UInt32(mode.read())
        let isPlaced = mode == 0 ? channels == 1 : mode == Self.pointSource
        return isPlaced ? UInt32(algorithm.read()) != SpatialAlgorithm.passThrough.rawValue : false
    }

    /// Whether the input needs a measured head.
    func usesResponses(_ mixer: SpatialMixerSettings) -> Bool {
        let algorithm = SpatialAlgorithm(rawValue: UInt32(algorithm.read()))
        return algorithm?.usesResponses == true || algorithm == .byOutputType && mixer.isForHeadphones
    }
}

/// The properties of a spatial mixer, likewise.
final class SpatialMixerSettings: Sendable {
    /// `kSpatialMixerOutputType_…`
    static let headphones: UInt32 = 1
    static let builtInSpeakers: UInt32 = 2
    static let externalSpeakers: UInt32 = 3
    /// `kSpatialMixerPersonalizedHRTFMode_Auto`, the last one.
    static let automaticHead: UInt32 = 2

    let usesReverb = Latest(0)
    /// `kReverbRoomType_…`
    let room = Latest(0)
    /// What a client wishes for. No headphones report how the head is turned here, and there is one head for all.
    let tracksHead = Latest(0)
    let personalMode = Latest(0)
    let outputType = Latest(Float(SpatialMixerSettings.externalSpeakers))

    var isForHeadphones: Bool { UInt32(outputType.read()) == Self.headphones }

    /// What `kSpatializationAlgorithm_UseOutputType` stands for.
    func algorithm(outputs: Int) -> SpatialAlgorithm {
        guard !isForHeadphones else { return .bestMeasuredHead }
        return outputs > 2 ? .soundField : .equalPower
    }
}
