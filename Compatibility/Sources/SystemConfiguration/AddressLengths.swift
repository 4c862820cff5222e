// On a Mac an address of a socket begins with its length, which programs set. Linux has none: what is set is ignored.

public import Foundation

extension sockaddr {
    /// The length of the address. Setting it has no effect.
    public var sa_len: UInt8 {
        get { UInt8(MemoryLayout<Self>.size) }
        set {}
    }
}

extension sockaddr_in {
    /// The length of the address. Setting it has no effect.
    public var sin_len: UInt8 {
        get { UInt8(MemoryLayout<Self>.size) }
        set {}
    }
}

extension sockaddr_in6 {
    /// The length of the address. Setting it has no effect.
    public var sin6_len: UInt8 {
        get { UInt8(MemoryLayout<Self>.size) }
        set {}
    }
}
