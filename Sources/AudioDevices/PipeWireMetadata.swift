internal import CPipeWire

/// A metadata object that we listen to.
final class BoundMetadata {
    let proxy: OpaquePointer
    let name: String
    let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()

    init(_ proxy: OpaquePointer, name: String) {
        self.proxy = proxy
        self.name = name
    }

    deinit { hook.deallocate() }
}
