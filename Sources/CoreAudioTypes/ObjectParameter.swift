/// Calls a C function with the object as a parameter. The object lives until the call returns.
package func withReference<Result>(to object: some AnyObject, _ call: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(object) { call(OpaquePointer(Unmanaged.passUnretained(object).toOpaque())) }
}
