import CSystem

/// A block of a C program: copied to the heap if it is on the caller's stack, and released with this object.
///
/// Functions that C programs call take blocks as plain pointers. Swift's entry code for a closure parameter does not
/// copy the block, and its pointer dangles once the caller has returned.
package final class ClientBlock: @unchecked Sendable {
    /// The block, to be cast to its type of function.
    package let pointer: UnsafeMutableRawPointer

    /// The address of the client's block, which may be on the stack.
    package let given: UInt

    package init(_ block: OpaquePointer) {
        pointer = system_copy_block(UnsafeRawPointer(block))
        given = UInt(bitPattern: block)
    }

    deinit { system_release_block(pointer) }

    /// The address of the block on the heap: the client's own address for a block that was there already.
    package var address: UInt { UInt(bitPattern: pointer) }
}
