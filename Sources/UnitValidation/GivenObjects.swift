import CoreFoundation

// Objects that a unit gives. A reference to one is taken over, and may be to an object of another type than its property has.

/// The addresses in an array of presets, which `kAudioUnitProperty_FactoryPresets` gives; nil for what is no `CFArrayRef`.
func addresses(inArray reference: UnsafeRawPointer) -> [UnsafeRawPointer]? {
    let array = Unmanaged<CoreFoundation.CFArray>.fromOpaque(reference).takeRetainedValue()
    guard CFGetTypeID(array) == CFArrayGetTypeID() else { return nil }
    return (0..<CFArrayGetCount(array)).compactMap { CFArrayGetValueAtIndex(array, $0).map { UnsafeRawPointer($0) } }
}

/// The dictionary of a reference; nil for what is no `CFDictionaryRef`.
func takeDictionary(_ reference: UnsafeRawPointer) -> AnyObject? {
    let object = Unmanaged<AnyObject>.fromOpaque(reference).takeRetainedValue()
    return CFGetTypeID(object) == CFDictionaryGetTypeID() ? object : nil
}

/// The string of a reference; nil for what is no `CFStringRef`.
func takeString(_ reference: UnsafeRawPointer) -> AnyObject? {
    let object = Unmanaged<AnyObject>.fromOpaque(reference).takeRetainedValue()
    return CFGetTypeID(object) == CFStringGetTypeID() ? object : nil
}
