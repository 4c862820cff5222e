import AudioCore
import Foundation

/// The extensions of a format as an object of Core Foundation, which stays for as long as the format does.
final class KeptExtensions: Sendable {
    private let made = LockedValue<Sent?>(nil)

    private struct Sent: @unchecked Sendable {
        let extensions: NSDictionary
    }

    func extensions(of format: CMFormatDescription) -> NSDictionary? {
        guard let new = CMFormatDescriptionGetExtensions(format) else { return nil }
        return made.withLock { made in
            if made == nil { made = Sent(extensions: new as AnyObject as? NSDictionary ?? [:]) }
            return made?.extensions
        }
    }
}

extension CMFormatDescription {
    var keptExtensions: NSDictionary? { kept.extensions(of: self) }
}
