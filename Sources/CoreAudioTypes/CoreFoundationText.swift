import CoreFoundation
import Foundation

extension String {
    /// The text as a string of CoreFoundation's own making.
    ///
    /// A Swift string that is bridged keeps its characters where C cannot reach them: `CFStringGetCStringPtr` then has no
    /// pointer to give, and programs that rely on one for plain ASCII fail.
    package var coreFoundation: NSString {
        var text = self
        let made = text.withUTF8 {
            CFStringCreateWithBytes(nil, $0.baseAddress, $0.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
        }
        guard let made else { return self as NSString }
        return unsafeDowncast(made as AnyObject, to: NSString.self)
    }
}
