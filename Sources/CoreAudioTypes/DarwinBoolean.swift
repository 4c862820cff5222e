/// A Boolean by pointer: C's `Boolean` is `bool` here, and Swift sees `Bool` itself.
public typealias DarwinBoolean = Bool

extension Bool {
    /// The value; what programs ask a `DarwinBoolean` for.
    public var boolValue: Bool { self }
}
