import CSystem

/// A block of a C program: copied to the heap if it is on the caller's stack, and released with this object.
///
/// Functions that C programs call take blocks as plain pointers. Swift's entry code for a closure parameter does not
/// copy the block, and its pointer dangles once the caller has returned.
package final class ClientBlock: @unchecked Sendable {
    /// The block, to be cast to its type of function.
    package let pointer: UnsafeMutableRawPointer

    package init(_ block: OpaquePointer) { pointer = system_copy_block(UnsafeRawPointer(block)) }

    deinit { system_release_block(pointer) }

    /// The address of the client's block, unless that is on the stack.
    package var address: UInt { UInt(bitPattern: pointer) }
}
