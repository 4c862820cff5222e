// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// Types of <mach/mach_time.h>, which programs have with every framework on Apple's systems. The functions are in CoreAudio: a
// module cannot declare a type and a function of one name.

/// What the calls of the host's clock return: 0 for success.
public typealias kern_return_t = Int32

/// The status of a call that succeeded.
public var KERN_SUCCESS: kern_return_t { 0 }

/// The fraction that converts ticks of the host's clock to nanoseconds.
@frozen
public struct mach_timebase_info: BitwiseCopyable, Sendable {
    /// The numerator.
    public var numer: UInt32
    /// The denominator.
    public var denom: UInt32

    /// Creates a fraction whose parts are 0, which `mach_timebase_info(_:)` fills.
    public init() { (numer, denom) = (0, 0) }

    /// Creates a fraction.
    ///
    /// - Parameters:
    ///   - numer: the numerator.
    ///   - denom: the denominator.
    public init(numer: UInt32, denom: UInt32) { (self.numer, self.denom) = (numer, denom) }
}

/// The same type.
public typealias mach_timebase_info_data_t = mach_timebase_info
/// Where a fraction is stored.
public typealias mach_timebase_info_t = UnsafeMutablePointer<mach_timebase_info>
