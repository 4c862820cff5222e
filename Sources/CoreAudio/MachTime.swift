public import CoreAudioTypes

// What CoreAudioTypes cannot declare: it has the type of this name.

/// Gets the fraction that converts ticks of the host's clock to nanoseconds: 1/1.
///
/// - Parameter info: on return, the fraction.
/// - Returns: `KERN_SUCCESS`.
@discardableResult
public func mach_timebase_info(_ info: mach_timebase_info_t) -> kern_return_t {
    info.pointee = CoreAudioTypes.mach_timebase_info(numer: 1, denom: 1)
    return KERN_SUCCESS
}
