import CoreFoundation

/// Core Foundation's own class, which its calls take.
typealias CoreFoundationURL = CoreFoundation.CFURL
