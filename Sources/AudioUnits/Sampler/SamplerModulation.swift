import AudioCore
import Glibc

extension SamplerModulator {
    /// One of SoundFont 2's default modulators: the velocity closes the filter.
    ///
    /// Neither the sound cards that banks were made for nor the synthesizers in use have it. Banks sound too dull with it.
    static let velocityToCutoff = SamplerModulator(
        source: 0x0102, destination: 8, amount: -2400, amountSource: 0, transform: 0)
}

/// A modulator on the audio thread.
struct SamplerModulation: BitwiseCopyable {
    let source: SamplerSource
    let amountSource: SamplerSource
    let destination: Int
    let amount: Float
    let isAbsolute: Bool

    /// nil for one without an effect, and for one that changes another modulator: players in use have none of those.
    init?(_ modulator: SamplerModulator) {
        guard modulator.destination < SamplerGenerator.count, modulator.amount != 0 else { return nil }
        (source, amountSource) = (SamplerSource(modulator.source), SamplerSource(modulator.amountSource))
        (destination, amount) = (Int(modulator.destination), Float(modulator.amount))
        isAbsolute = modulator.transform == 2
        // Without a source there is nothing to change by.
        guard !source.isNone, !source.isLink, !amountSource.isLink else { return nil }
    }

    /// What is added to the generator. Real-time safe.
    @_noLocks func value(_ channel: UnsafeMutablePointer<SamplerChannel>, key: Float, velocity: Float) -> Float {
        var value = source.value(channel, key: key, velocity: velocity)
        if !amountSource.isNone { value *= amountSource.value(channel, key: key, velocity: velocity) }
        value *= amount
        return isAbsolute ? value.magnitude : value
    }
}

/// What a modulator reads, and the curve that it gets: the 16 bits of SoundFont 2.
struct SamplerSource: BitwiseCopyable {
    let bits: UInt16

    init(_ bits: UInt16) { self.bits = bits }

    var isController: Bool { @_noLocks get { bits & 0x80 != 0 } }
    var index: Int { @_noLocks get { Int(bits & 0x7F) } }
    var isNone: Bool { @_noLocks get { bits & 0xFF == 0 } }
    var isLink: Bool { !isController && index == 127 }

    /// From 0 to 1, or from -1 to 1.
    @_noLocks func value(_ channel: UnsafeMutablePointer<SamplerChannel>, key: Float, velocity: Float) -> Float {
        let isBipolar = bits & 0x200 != 0
        var (raw, most): (Float, Float) = (0, 127)
        if isController {
            raw = channel.pointee.controls[index]
        } else {
            switch index {
            case 0: return 1
            case 2: raw = velocity
            case 3: raw = key
            case 10: raw = channel.pointee.pressures[min(max(Int(key), 0), 127)]
            case 13: raw = channel.pointee.pressure
            case 14: (raw, most) = (channel.pointee.bend, 16_383)
            case 16: raw = channel.pointee.bendRange
            default: return 0
            }
        }
        // The middle of a wheel or a knob is 64, or 8192. Both ends are as far from it.
        let middle = (most + 1) / 2
        if isBipolar {
            let place = raw < middle ? (raw - middle) / middle : (raw - middle) / (middle - 1)
            let turned = bits & 0x100 != 0 ? -place : place
            return turned < 0 ? -curved(-turned) : curved(turned)
        }
        let place = raw / most
        return curved(bits & 0x100 != 0 ? 1 - place : place)
    }

    /// A place from 0 to 1 on the curve.
    @_noLocks private func curved(_ place: Float) -> Float {
        switch bits >> 10 {
        case 1: SamplerCurve.concave(place)
        case 2: SamplerCurve.convex(place)
        case 3: place >= 0.5 ? 1 : 0
        default: place
        }
    }
}

/// The curves of SoundFont 2, whose units are 96 dB: half a place is 12 dB from the end.
enum SamplerCurve {
    @_noLocks static func concave(_ place: Float) -> Float { 1 - convex(1 - place) }

    @_noLocks static func convex(_ place: Float) -> Float {
        guard place > 0 else { return 0 }
        var logarithm: Float = 0
        // A logarithm of a number: nothing is allocated, nothing locks.
        realtimeTrusted { logarithm = log10f(place) }
        return min(1, max(0, 1 + 40 * logarithm / 96))
    }
}

/// Numbers of SoundFont 2 as those that sound is made of. Powers of numbers: nothing is allocated, nothing locks.
enum SamplerUnits {
    /// The seconds of timecents.
    @_noLocks static func seconds(_ timecents: Float) -> Float { ratio(timecents) }

    /// The ratio of cents.
    @_noLocks static func ratio(_ cents: Float) -> Float {
        var ratio: Float = 1
        // As above.
        realtimeTrusted { ratio = exp2f(cents / 1200) }
        return ratio
    }

    /// The same, for the pitch.
    @_noLocks static func exactRatio(_ cents: Double) -> Double {
        var ratio = 1.0
        // As above.
        realtimeTrusted { ratio = exp2(cents / 1200) }
        return ratio
    }

    /// The hertz of cents above the note 0.
    @_noLocks static func hertz(_ cents: Float) -> Float { 8.175_799 * ratio(cents) }

    /// The factor of decibels.
    @_noLocks static func gain(_ decibels: Float) -> Float {
        var gain: Float = 1
        // As above.
        realtimeTrusted { gain = powf(10, decibels / 20) }
        return gain
    }

    /// The decibels of a factor above 0.
    @_noLocks static func decibels(_ gain: Float) -> Float {
        var logarithm: Float = 0
        // As above.
        realtimeTrusted { logarithm = log10f(gain) }
        return 20 * logarithm
    }
}
