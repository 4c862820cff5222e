import CoreFoundation
package import Foundation

extension String {
    /// The text as a string that CoreFoundation created.
    ///
    /// `CFStringGetCStringPtr` returns null for a bridged Swift string, and programs that rely on a pointer for plain
    /// ASCII fail.
    package var coreFoundation: NSString {
        var text = self
        let made = text.withUTF8 {
            CFStringCreateWithBytes(nil, $0.baseAddress, $0.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
        }
        guard let made else { return self as NSString }
        return unsafeDowncast(made as AnyObject, to: NSString.self)
    }
}
