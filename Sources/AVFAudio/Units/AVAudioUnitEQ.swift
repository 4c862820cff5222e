import AudioToolbox

/// An equaliser of several bands. Each is a filter of its own, and is bypassed at first.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
    private let filters: [AVAudioUnitEQFilterParameters]

    /// The bands, in the order in which the sound passes them.
    open var bands: [AVAudioUnitEQFilterParameters] { filters }

    /// Creates an equaliser.
    ///
    /// - Parameter numberOfBands: from 1 to 16.
    public init(numberOfBands: Int) {
        let unit = Self.unit(numberOfBands)
        filters = (0..<numberOfBands).map { AVAudioUnitEQFilterParameters(unit, .band($0)) }
        super.init(unit)
    }

    /// Creates an equaliser of one band.
    ///
    /// A subclass can override it, and call the initializer with another number of bands.
    public init() {
        let unit = Self.unit(1)
        filters = [AVAudioUnitEQFilterParameters(unit, .band(0))]
        super.init(unit)
    }

    private static func unit(_ numberOfBands: Int) -> NodeUnit {
        guard let unit = try? NodeUnit(.system(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ)) else {
            fatalError("there is no room for another audio unit")
        }
        let isTaken =
            numberOfBands >= 1 && numberOfBands <= 1000
            && (try? unit.setValue(kAUNBandEQProperty_NumberOfBands, to: UInt32(numberOfBands))) != nil
        require(isTaken, "numberOfBands >= 1 && numberOfBands <= maxNumberOfBands: \(numberOfBands)")
        return unit
    }

    /// The gain after all bands in decibels, from -96 to 24; 0 at first.
    ///
    /// Values out of the range become the nearest one in it; what is not a number changes nothing.
    open var globalGain: Float {
        get { parameter(kAUNBandEQParam_GlobalGain) }
        set { setParameter(kAUNBandEQParam_GlobalGain, newValue) }
    }
}
