public import Foundation

/// What chooses among the options of an item: languages and characteristics.
///
/// Items of sound have no options.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
    private let languages: [String]?
    private let preferred: [AVMediaCharacteristic]?
    private let principal: [AVMediaCharacteristic]?

    /// Makes criteria.
    ///
    /// - Parameters:
    ///   - preferredLanguages: languages, the best first; nil for any.
    ///   - preferredMediaCharacteristics: characteristics, the best first; nil for any.
    public convenience init(preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?) {
        self.init(
            principalMediaCharacteristics: nil, preferredLanguages: preferredLanguages,
            preferredMediaCharacteristics: preferredMediaCharacteristics)
    }

    /// Makes criteria.
    ///
    /// - Parameters:
    ///   - principalMediaCharacteristics: characteristics that an option must have; nil for none.
    ///   - preferredLanguages: languages, the best first; nil for any.
    ///   - preferredMediaCharacteristics: characteristics, the best first; nil for any.
    public init(
        principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
        preferredMediaCharacteristics: [AVMediaCharacteristic]?
    ) {
        (principal, languages, preferred) = (
            principalMediaCharacteristics, preferredLanguages, preferredMediaCharacteristics
        )
        super.init()
    }

    /// The languages, the best first.
    open var preferredLanguages: [String]? { languages }
    /// The characteristics, the best first.
    open var preferredMediaCharacteristics: [AVMediaCharacteristic]? { preferred }
    /// The characteristics that an option must have.
    open var principalMediaCharacteristics: [AVMediaCharacteristic]? { principal }
}
