public import Foundation

/// A block buffer or a slice of one.
public protocol CMBlockBufferProtocol {
    /// The buffer that has the bytes.
    var owner: CMBlockBuffer { get }
    /// Where in the buffer the bytes begin.
    var startIndex: Int { get }
    /// Where in the buffer they end.
    var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
    /// The buffer itself.
    public var owner: CMBlockBuffer { self }
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { pieces.length }

    /// Some of the bytes of a buffer, by the numbers that they have there.
    public struct Slice: CMBlockBufferProtocol {
        /// The buffer that has the bytes.
        public let owner: CMBlockBuffer
        /// Where in the buffer the bytes begin.
        public let startIndex: Int
        /// Where in the buffer they end.
        public let endIndex: Int
    }
}

extension CMBlockBufferProtocol {
    /// How many bytes there are.
    public var dataLength: Int { max(0, endIndex - startIndex) }

    /// Whether the bytes lie in one piece of memory.
    public var isContiguous: Bool { (try? found.isContiguous) ?? false }

    private var found: BlockPieces {
        get throws { try owner.pieces.range(startIndex, dataLength) }
    }

    private func refusing<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch let refusal as Refusal { throw failure(refusal.status) }
    }

    /// The bytes, in memory of their own.
    ///
    /// - Returns: a copy of the bytes.
    /// - Throws: an error of `CMBlockBuffer.Error` where they have no memory so far.
    public func dataBytes() throws -> Data {
        try refusing { try found.requireMemory() }
        var data = Data(count: dataLength)
        try data.withUnsafeMutableBytes { try copyDataBytes(to: $0) }
        return data
    }

    /// Copies the bytes.
    ///
    /// - Parameter destination: where to; it has room for all of them.
    /// - Throws: an error of `CMBlockBuffer.Error`: `insufficientSpace` where there is less room, `unallocatedBlock` where the bytes
    ///   have no memory so far.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        guard destination.count >= dataLength else { throw CMBlockBuffer.Error.insufficientSpace }
        guard let start = destination.baseAddress else { return }
        try refusing { try found.copy(to: start) }
    }

    /// Puts bytes in the place of the first ones.
    ///
    /// - Parameter sourceBytes: the bytes, at most as many as there are.
    /// - Throws: an error of `CMBlockBuffer.Error`: `insufficientSpace` for more.
    public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
        guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.insufficientSpace }
        guard let start = sourceBytes.baseAddress else { return }
        try check(
            CMBlockBufferReplaceDataBytes(
                with: start, blockBuffer: owner, offsetIntoDestination: startIndex, dataLength: sourceBytes.count))
    }

    /// Sets each byte to one value.
    ///
    /// - Parameter fillByte: the value.
    /// - Throws: an error of `CMBlockBuffer.Error` where there is no memory.
    public func fillDataBytes(with fillByte: UInt8) throws {
        guard dataLength > 0 else { return }
        try check(
            CMBlockBufferFillDataBytes(
                with: CChar(bitPattern: fillByte), blockBuffer: owner, offsetIntoDestination: startIndex,
                dataLength: dataLength))
    }

    /// Calls `body` with the bytes, which are copied for it where they lie in several pieces of memory.
    ///
    /// - Parameter body: gets the bytes, which are there until it returns.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, or an error of `CMBlockBuffer.Error`.
    public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        let whole = try refusing { try found.isContiguous ? found : found.copied() }
        guard whole.length > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let head = try refusing { try whole.head() }
        defer { withExtendedLifetime(whole) {} }
        return try body(UnsafeRawBufferPointer(head))
    }

    /// Makes a buffer whose bytes lie in one piece of memory.
    ///
    /// - Parameters:
    ///   - allocator: what allocates the memory of a copy; nil for the default one.
    ///   - flags: `alwaysCopyData` to copy in any case.
    /// - Returns: the buffer.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func makeContiguous(allocator: CFAllocator? = nil, flags: CMBlockBuffer.Flags = []) throws -> CMBlockBuffer {
        var made: CMBlockBuffer?
        try check(
            CMBlockBufferCreateContiguous(
                allocator: nil, sourceBuffer: owner, blockAllocator: allocator, customBlockSource: nil,
                offsetToData: startIndex, dataLength: dataLength, flags: flags.rawValue, blockBufferOut: &made))
        return made!
    }

    /// Makes a buffer whose bytes lie in one piece of memory of the program's own.
    ///
    /// - Parameters:
    ///   - allocator: allocates the memory of a copy.
    ///   - deallocator: frees it.
    ///   - flags: `alwaysCopyData` to copy in any case.
    /// - Returns: the buffer.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func makeContiguous(
        allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
        deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, flags: CMBlockBuffer.Flags = []
    ) throws -> CMBlockBuffer {
        try refusing {
            let found = try found
            if found.isContiguous, !flags.contains(.alwaysCopyData) { return CMBlockBuffer(found) }
            let memory = BlockMemory(own: nil, length: found.length, allocator, deallocator)
            try memory.assure()
            try found.copy(to: memory.base!)
            return CMBlockBuffer(try BlockPieces(memory, found.length))
        }
    }
}

// MARK: Slices

extension CMBlockBufferProtocol {
    /// Some of the bytes, by the numbers that they have in the buffer.
    ///
    /// - Parameter bounds: the numbers. Those that are not there are left out.
    public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
        let start = min(max(bounds.lowerBound, startIndex), max(startIndex, endIndex))
        return CMBlockBuffer.Slice(
            owner: owner, startIndex: start, endIndex: max(start, min(bounds.upperBound, endIndex)))
    }
    /// Some of the bytes, by the numbers that they have in the buffer.
    ///
    /// - Parameter bounds: the numbers. Those that are not there are left out.
    public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice {
        self[bounds.lowerBound..<(bounds.upperBound == .max ? .max : bounds.upperBound + 1)]
    }
    /// The bytes from a number on.
    ///
    /// - Parameter bounds: the numbers.
    public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice {
        self[bounds.lowerBound..<max(bounds.lowerBound, endIndex)]
    }
    /// The bytes up to a number.
    ///
    /// - Parameter bounds: the numbers.
    public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice {
        self[min(startIndex, bounds.upperBound)..<bounds.upperBound]
    }
    /// The bytes up to a number, and that one.
    ///
    /// - Parameter bounds: the numbers.
    public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice {
        self[min(startIndex, bounds.upperBound)...bounds.upperBound]
    }
    /// All of the bytes.
    ///
    /// - Parameter bounds: `...`.
    public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice {
        CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: max(startIndex, endIndex))
    }
}
