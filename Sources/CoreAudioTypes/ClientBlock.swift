import CSystem

/// A block of a C program, moved to the heap where it is on the caller's stack, and let go of with this object.
///
/// Functions that C programs call take blocks as plain pointers. Swift's own entry code for a closure parameter keeps the
/// pointer that it is given, which leads to nothing once the caller has returned.
package final class ClientBlock: @unchecked Sendable {
    /// The block, to be cast to its type of function.
    package let pointer: UnsafeMutableRawPointer

    package init(_ block: OpaquePointer) { pointer = system_copy_block(UnsafeRawPointer(block)) }

    deinit { system_release_block(pointer) }

    /// That of the client's block, unless that is on the stack.
    package var address: UInt { UInt(bitPattern: pointer) }
}
