// What the functions of this module take for vectors, and how they reach the memory of vectors.

import CAccelerate

/// A vector: elements side by side in memory.
public protocol AccelerateBuffer {
    /// The type of elements.
    associatedtype Element
    /// The number of elements.
    var count: Int { get }
    /// Calls a closure with the elements, which it must not keep.
    func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R
}

/// A vector whose elements can change.
public protocol AccelerateMutableBuffer: AccelerateBuffer {
    /// Calls a closure with the elements, which it must not keep.
    mutating func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
    ) rethrows -> R
}

extension AccelerateBuffer where Self: Collection {
    /// Calls a closure with the elements. A collection whose elements do not stand side by side ends the program.
    public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R {
        try withContiguousStorageIfAvailable(body)!
    }
}

extension AccelerateMutableBuffer where Self: MutableCollection {
    /// Calls a closure with the elements. A collection whose elements do not stand side by side ends the program.
    public mutating func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
    ) rethrows -> R {
        try withContiguousMutableStorageIfAvailable(body)!
    }
}

extension Array: AccelerateMutableBuffer {}
extension ArraySlice: AccelerateMutableBuffer {}
extension ContiguousArray: AccelerateMutableBuffer {}
extension UnsafeBufferPointer: AccelerateBuffer {}
extension UnsafeMutableBufferPointer: AccelerateMutableBuffer {}
extension Slice: AccelerateBuffer where Base: AccelerateBuffer {
    /// Calls a closure with the elements.
    public func withUnsafeBufferPointer<R>(_ body: (UnsafeBufferPointer<Element>) throws -> R) rethrows -> R {
        try withContiguousStorageIfAvailable(body)!
    }
}
extension Slice: AccelerateMutableBuffer where Base: AccelerateMutableBuffer & MutableCollection {
    /// Calls a closure with the elements.
    public mutating func withUnsafeMutableBufferPointer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
    ) rethrows -> R {
        try withContiguousMutableStorageIfAvailable(body)!
    }
}

// MARK: - Reaching the memory

/// Calls a closure with the address of the elements, and their number.
func read<A: AccelerateBuffer, R>(_ vector: A, _ body: (UnsafePointer<A.Element>, vDSP_Length) throws -> R) rethrows
    -> R
{
    try vector.withUnsafeBufferPointer { elements in
        // An empty vector may have no address. No element is read then.
        try body(elements.baseAddress ?? nowhere(), vDSP_Length(elements.count))
    }
}

/// Calls a closure with the address of elements that it changes.
func write<A: AccelerateMutableBuffer, R>(
    _ vector: inout A, _ body: (UnsafeMutablePointer<A.Element>) throws -> R
) rethrows -> R {
    try vector.withUnsafeMutableBufferPointer { try body(address(of: $0)) }
}

/// The address of elements, or one that is never used if there are none.
func address<T>(of elements: UnsafeMutableBufferPointer<T>) -> UnsafeMutablePointer<T> {
    elements.baseAddress ?? UnsafeMutablePointer(mutating: nowhere())
}

/// An aligned address that is never used.
private func nowhere<T>() -> UnsafePointer<T> { UnsafePointer(bitPattern: MemoryLayout<T>.alignment)! }

/// Makes an array of which a closure fills all elements.
func made<T>(_ count: Int, _ body: (inout UnsafeMutableBufferPointer<T>) throws -> Void) rethrows -> [T] {
    try [T](unsafeUninitializedCapacity: count) { buffer, initialized in
        var elements = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
        try body(&elements)
        initialized = count
    }
}

/// Calls a function of vForce, which takes the address of the number of elements.
func each(_ count: vDSP_Length, _ body: (UnsafePointer<Int32>) -> Void) {
    var count = Int32(count)
    body(&count)
}

/// Calls a closure with the addresses of an operand and of a result of as many elements, and their number.
func store<A: AccelerateBuffer, Result: AccelerateMutableBuffer>(
    _ vector: A, into result: inout Result,
    _ body: (UnsafePointer<A.Element>, UnsafeMutablePointer<Result.Element>, vDSP_Length) -> Void
) {
    precondition(vector.count == result.count, "operand and result have different counts")
    write(&result) { r in read(vector) { a, n in body(a, r, n) } }
}

/// The same for two operands.
func store<A: AccelerateBuffer, B: AccelerateBuffer, Result: AccelerateMutableBuffer>(
    _ first: A, _ second: B, into result: inout Result,
    _ body: (
        UnsafePointer<A.Element>, UnsafePointer<B.Element>, UnsafeMutablePointer<Result.Element>, vDSP_Length
    ) -> Void
) {
    precondition(first.count == second.count, "the operands have different counts")
    store(first, into: &result) { a, r, n in read(second) { b, _ in body(a, b, r, n) } }
}

/// The same for three operands.
func store<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, Result: AccelerateMutableBuffer>(
    _ first: A, _ second: B, _ third: C, into result: inout Result,
    _ body: (
        UnsafePointer<A.Element>, UnsafePointer<B.Element>, UnsafePointer<C.Element>,
        UnsafeMutablePointer<Result.Element>, vDSP_Length
    ) -> Void
) {
    precondition(first.count == third.count, "the operands have different counts")
    store(first, second, into: &result) { a, b, r, n in read(third) { c, _ in body(a, b, c, r, n) } }
}

/// The same for four operands.
func store<
    A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, D: AccelerateBuffer, Result: AccelerateMutableBuffer
>(
    _ first: A, _ second: B, _ third: C, _ fourth: D, into result: inout Result,
    _ body: (
        UnsafePointer<A.Element>, UnsafePointer<B.Element>, UnsafePointer<C.Element>, UnsafePointer<D.Element>,
        UnsafeMutablePointer<Result.Element>, vDSP_Length
    ) -> Void
) {
    precondition(first.count == fourth.count, "the operands have different counts")
    store(first, second, third, into: &result) { a, b, c, r, n in read(fourth) { d, _ in body(a, b, c, d, r, n) } }
}
