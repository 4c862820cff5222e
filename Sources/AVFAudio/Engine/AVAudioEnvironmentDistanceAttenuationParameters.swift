import AudioCore
public import Foundation
import Glibc

/// How the level of a source falls with its distance.
///
/// The level is full up to the reference distance, and falls no more beyond the maximum distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, @unchecked Sendable {
    /// (distance / reference) to the power of -rolloff.
    case exponential = 1
    /// reference / (reference + rolloff × (distance - reference)).
    case inverse = 2
    /// 1 - rolloff × (distance - reference) / (maximum - reference), and not below 0.
    case linear = 3
}

/// How the level of the sources of an environment falls with their distance from the listener.
///
/// Where the values make no sense together, such as a maximum distance that is not beyond the reference distance, the level is full
/// everywhere. Values below 0 become 0; what is not a number changes nothing. Any thread may make any call.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
    private struct Values {
        var model: AVAudioEnvironmentDistanceAttenuationModel
        var reference: Float = 1
        var maximum: Float = 100_000
        var rolloff: Float = 1
    }

    private let values: LockedValue<Values>
    /// Set before a client has the object.
    weak var environment: AVAudioEnvironmentNode?

    init(_ model: AVAudioEnvironmentDistanceAttenuationModel) {
        values = LockedValue(Values(model: model))
        super.init()
    }

    private func set(_ path: WritableKeyPath<Values, Float>, _ value: Float) {
        guard !value.isNaN else { return }
        // Beyond any place that a source can have.
        values.withLock { $0[keyPath: path] = min(max(value, 0), 900_000_000) }
        environment?.curveDidChange()
    }

    /// How the level falls; by the inverse model at first.
    open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
        get { values.withLock { $0.model } }
        set {
            values.withLock { $0.model = newValue }
            environment?.curveDidChange()
        }
    }

    /// The metres up to which the level is full; 1 at first.
    open var referenceDistance: Float {
        get { values.withLock { $0.reference } }
        set { set(\.reference, newValue) }
    }

    /// The metres beyond which the level falls no more; 100 000 at first.
    open var maximumDistance: Float {
        get { values.withLock { $0.maximum } }
        set { set(\.maximum, newValue) }
    }

    /// How fast the level falls; 1 at first.
    open var rolloffFactor: Float {
        get { values.withLock { $0.rolloff } }
        set { set(\.rolloff, newValue) }
    }

    /// What the spatial mixer has for it.
    var curve: DistanceCurve {
        let now = values.withLock { $0 }
        return DistanceCurve(now.model, Double(now.reference), Double(now.maximum), Double(now.rolloff))
    }
}

/// A model as the spatial mixer takes it: two distances, and the decibels at the far one.
struct DistanceCurve {
    /// `kSpatialMixerAttenuationCurve_…`
    let kind: UInt32
    private(set) var reference: Float = 1
    private(set) var maximum: Float = 100_000
    private(set) var attenuation: Float = 0

    /// Nothing is left of the level.
    private static let most = 1e8

    init(
        _ model: AVAudioEnvironmentDistanceAttenuationModel, _ reference: Double, _ maximum: Double, _ rolloff: Double
    ) {
        kind = UInt32(model.rawValue)
        guard reference > 0, maximum > reference, rolloff > 0 else { return }
        (self.reference, self.maximum) = (Float(reference), Float(maximum))
        var decibels: Double
        switch model {
        case .exponential: decibels = 20 * rolloff * log10(maximum / reference)
        case .inverse: decibels = 20 * log10(1 + rolloff * (maximum - reference) / reference)
        case .linear:
            decibels = rolloff < 1 ? -20 * log10(1 - rolloff) : Self.most
            // The level is 0 before the maximum distance.
            if rolloff > 1 {
                self.maximum = max(Float(reference + (maximum - reference) / rolloff), self.reference.nextUp)
            }
        }
        decibels = min(decibels, Self.most)
        attenuation = Float(decibels)
    }
}
