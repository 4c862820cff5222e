import CoreFoundation

/// The addresses in an array of presets, which `kAudioUnitProperty_FactoryPresets` gives.
///
/// - Parameter array: a `CFArrayRef`, whose reference is taken over.
func addresses(inArray array: UnsafeRawPointer) -> [UnsafeRawPointer] {
    let array = Unmanaged<CoreFoundation.CFArray>.fromOpaque(array).takeRetainedValue()
    return (0..<CFArrayGetCount(array)).compactMap { CFArrayGetValueAtIndex(array, $0).map { UnsafeRawPointer($0) } }
}
