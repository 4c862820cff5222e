import CoreFoundation
import Foundation

// Containers of a client's are read through CoreFoundation, which gives their objects as they are. Foundation would make
// Swift values of them and of all within, and not come to an end where a container holds itself.

extension NSArray {
    /// The objects, as they are.
    package var objects: [AnyObject] {
        let array = unsafeBitCast(self, to: CoreFoundation.CFArray.self)
        return (0..<CFArrayGetCount(array)).compactMap { CFArrayGetValueAtIndex(array, $0).map(borrowed) }
    }
}

extension NSDictionary {
    /// What stands under a key, as it is.
    package func object(named key: String) -> AnyObject? {
        let key = key as NSString
        return withExtendedLifetime(key) {
            CFDictionaryGetValue(
                unsafeBitCast(self, to: CoreFoundation.CFDictionary.self), Unmanaged.passUnretained(key).toOpaque()
            ).map(borrowed)
        }
    }

    /// All keys with what stands under them, as they are.
    package var pairs: [(key: AnyObject, value: AnyObject)] {
        let dictionary = unsafeBitCast(self, to: CoreFoundation.CFDictionary.self)
        let count = CFDictionaryGetCount(dictionary)
        var keys = [UnsafeRawPointer?](repeating: nil, count: count)
        var values = keys
        CFDictionaryGetKeysAndValues(dictionary, &keys, &values)
        return zip(keys, values).compactMap { key, value in
            guard let key, let value else { return nil }
            return (borrowed(key), borrowed(value))
        }
    }
}

private func borrowed(_ object: UnsafeRawPointer) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
}
