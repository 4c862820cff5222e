public import Foundation

/// A preset of a unit: its number and its name.
open class AUAudioUnitPreset: NSObject, NSSecureCoding {
    /// The number: 0 or more for a factory preset, less than 0 for one that the user has saved.
    open var number = 0
    /// The name for people.
    open var name = ""

    /// Makes a preset with the number 0 and no name.
    public override init() { super.init() }

    package convenience init(number: Int, name: String) {
        self.init()
        (self.number, self.name) = (number, name)
    }

    /// Whether another preset has the same number and name.
    ///
    /// - Parameter object: a preset to compare with; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AUAudioUnitPreset else { return false }
        return other.number == number && other.name == name
    }

    /// Equal presets have equal hashes.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(number)
        hasher.combine(name)
        return hasher.finalize()
    }

    // MARK: Archiving

    /// Presets can be archived: true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an archived preset; nil if a part is missing.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedUnarchiver`.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
        super.init()
        (number, self.name) = (coder.decodeInteger(forKey: "number"), name.description)
    }

    /// Archives the number and the name.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedArchiver`.
    open func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        coder.encode(NSString(string: name), forKey: "name")
    }
}
