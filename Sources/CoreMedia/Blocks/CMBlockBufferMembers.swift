import Foundation

/// Functions of a client's, which are called on one thread at a time.
private struct Sent<Function>: @unchecked Sendable {
    let function: Function
}

extension BlockMemory {
    convenience init(
        own given: UnsafeMutableRawPointer?, length: Int, _ allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
        _ deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator
    ) {
        let (allocate, free) = (Sent(function: allocator), Sent(function: deallocator))
        self.init(given, length: length, allocate: { allocate.function($0) }, free: { free.function($0, $1) })
    }
}

extension BlockPieces {
    /// All of a piece of memory.
    init(_ memory: BlockMemory, _ length: Int) throws(Refusal) {
        self.init()
        try append(memory, offset: 0, length: length)
    }
}

extension CMBlockBuffer {
    /// Makes a buffer without bytes, to append to.
    ///
    /// - Parameters:
    ///   - capacity: ignored.
    ///   - flags: ignored.
    /// - Throws: nothing.
    public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init(BlockPieces()) }

    /// Makes a buffer of memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the memory.
    ///   - allocator: what frees it; nil for the default one, `kCFAllocatorNull` to free nothing.
    ///   - flags: what to do with the memory.
    /// - Throws: nothing.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = nil, flags: Flags = []
    ) throws {
        try self.init()
        try append(buffer: buffer, allocator: allocator, flags: flags)
    }

    /// Makes a buffer of some of a run of memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the bytes. The memory that is freed is all of `buffer.base`.
    ///   - allocator: what frees it; nil for the default one, `kCFAllocatorNull` to free nothing.
    ///   - flags: what to do with the memory.
    /// - Throws: nothing.
    public convenience init(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = nil, flags: Flags = []
    ) throws {
        try self.init()
        try append(buffer: buffer, allocator: allocator, flags: flags)
    }

    /// Makes a buffer of memory that is allocated when it is first needed.
    ///
    /// - Parameters:
    ///   - length: the size of the memory in bytes.
    ///   - allocator: what allocates it; nil for the default one.
    ///   - range: which bytes of it are the buffer's; nil for all.
    ///   - flags: `assureMemoryNow` to allocate it now.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public convenience init(
        length: Int, allocator: CFAllocator? = nil, range: Range<Int>? = nil, flags: Flags = []
    ) throws {
        try self.init()
        try append(length: length, allocator: allocator, range: range, flags: flags)
    }

    /// Makes a buffer of memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the memory.
    ///   - deallocator: frees it.
    ///   - flags: what to do with the memory.
    /// - Throws: nothing.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
    ) throws {
        try self.init()
        try append(buffer: buffer, deallocator: deallocator, flags: flags)
    }

    /// Makes a buffer of some of a run of memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the bytes.
    ///   - deallocator: frees all of `buffer.base`.
    ///   - flags: what to do with the memory.
    /// - Throws: nothing.
    public convenience init(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        try self.init()
        try append(buffer: buffer, deallocator: deallocator, flags: flags)
    }

    /// Makes a buffer of memory that the program allocates when it is first needed.
    ///
    /// - Parameters:
    ///   - length: the size of the memory in bytes.
    ///   - allocator: allocates it.
    ///   - deallocator: frees it.
    ///   - range: which bytes of it are the buffer's; nil for all.
    ///   - flags: `assureMemoryNow` to allocate it now.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public convenience init(
        length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
        range: Range<Int>? = nil, flags: Flags = []
    ) throws {
        try self.init()
        try append(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
    }

    /// Makes a buffer of the bytes of another, which are not copied.
    ///
    /// - Parameters:
    ///   - bufferReference: the other, or a slice of it.
    ///   - flags: `permitEmptyReference` to take one without bytes.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public convenience init<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
        try self.init()
        try append(bufferReference: bufferReference, flags: flags)
    }
}

// MARK: Appending

extension CMBlockBuffer {
    private func adopt(_ memory: BlockMemory, _ range: Range<Int>?, _ flags: Flags) throws {
        try check(
            status { () throws(Refusal) in
                if flags.contains(.assureMemoryNow) { try memory.assure() }
                var pieces = BlockPieces()
                let range = range ?? 0..<memory.length
                try pieces.append(memory, offset: range.lowerBound, length: range.boundedCount)
                try append(pieces)
            })
    }

    /// Appends memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the memory.
    ///   - allocator: what frees it; nil for the default one, `kCFAllocatorNull` to free nothing.
    ///   - flags: what to do with the memory.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append(
        buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = nil, flags: Flags = []
    ) throws { try append(buffer: buffer[...], allocator: allocator, flags: flags) }

    /// Appends some of a run of memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the bytes. The memory that is freed is all of `buffer.base`.
    ///   - allocator: what frees it; nil for the default one, `kCFAllocatorNull` to free nothing.
    ///   - flags: what to do with the memory.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = nil, flags: Flags = []
    ) throws {
        guard buffer.base.baseAddress != nil else { return }
        try check(
            CMBlockBufferAppendMemoryBlock(
                self, memoryBlock: buffer.base.baseAddress, length: buffer.base.count, blockAllocator: allocator,
                customBlockSource: nil, offsetToData: buffer.startIndex, dataLength: buffer.count,
                flags: flags.rawValue))
    }

    /// Appends memory that is allocated when it is first needed.
    ///
    /// - Parameters:
    ///   - length: the size of the memory in bytes.
    ///   - allocator: what allocates it; nil for the default one.
    ///   - range: which bytes of it are the buffer's; nil for all.
    ///   - flags: `assureMemoryNow` to allocate it now.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append(
        length: Int, allocator: CFAllocator? = nil, range: Range<Int>? = nil, flags: Flags = []
    ) throws {
        let range = range ?? 0..<max(0, length)
        try check(
            CMBlockBufferAppendMemoryBlock(
                self, memoryBlock: nil, length: length, blockAllocator: allocator, customBlockSource: nil,
                offsetToData: range.lowerBound, dataLength: range.boundedCount, flags: flags.rawValue))
    }

    /// Appends memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the memory.
    ///   - deallocator: frees it.
    ///   - flags: what to do with the memory.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append(
        buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
    ) throws { try append(buffer: buffer[...], deallocator: deallocator, flags: flags) }

    /// Appends some of a run of memory, which is not copied.
    ///
    /// - Parameters:
    ///   - buffer: the bytes.
    ///   - deallocator: frees all of `buffer.base`.
    ///   - flags: what to do with the memory.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        guard let base = buffer.base.baseAddress else { return }
        let memory = BlockMemory(own: base, length: buffer.base.count, { _ in nil }, deallocator)
        try adopt(memory, buffer.startIndex..<buffer.endIndex, flags)
    }

    /// Appends memory that the program allocates when it is first needed.
    ///
    /// - Parameters:
    ///   - length: the size of the memory in bytes.
    ///   - allocator: allocates it.
    ///   - deallocator: frees it.
    ///   - range: which bytes of it are the buffer's; nil for all.
    ///   - flags: `assureMemoryNow` to allocate it now.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append(
        length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
        range: Range<Int>? = nil, flags: Flags = []
    ) throws {
        guard length >= 0 else { throw Error.badLengthParameter }
        try adopt(BlockMemory(own: nil, length: length, allocator, deallocator), range, flags)
    }

    /// Appends bytes of another buffer, which are not copied.
    ///
    /// - Parameters:
    ///   - bufferReference: the other, or a slice of it.
    ///   - flags: `permitEmptyReference` to take one without bytes.
    /// - Throws: an error of `CMBlockBuffer.Error`.
    public func append<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
        guard bufferReference.dataLength > 0 else {
            if flags.contains(.permitEmptyReference) { return }
            throw Error.emptyBlockBuffer
        }
        try check(
            CMBlockBufferAppendBufferReference(
                self, targetBBuf: bufferReference.owner, offsetToData: bufferReference.startIndex,
                dataLength: bufferReference.dataLength, flags: flags.rawValue))
    }

    // MARK: Memory

    /// Allocates the memory of the buffer where it has none so far.
    ///
    /// - Throws: `blockAllocationFailed` where there is no memory.
    public func assureBlockMemory() throws { try check(CMBlockBufferAssureBlockMemory(self)) }

    /// Whether the buffer has no bytes.
    public var isEmpty: Bool { CMBlockBufferIsEmpty(self) }

    /// Calls `body` with the bytes from an offset to the end of the piece of memory that they lie in.
    ///
    /// - Parameters:
    ///   - offset: the number of the first byte.
    ///   - body: gets the bytes, which are there until it returns.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, or an error of `CMBlockBuffer.Error`.
    public func withUnsafeMutableBytes<R>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
    ) throws -> R {
        var (start, count) = (UnsafeMutablePointer<CChar>?.none, 0)
        try check(
            CMBlockBufferGetDataPointer(
                self, atOffset: offset, lengthAtOffsetOut: &count, totalLengthOut: nil, dataPointerOut: &start))
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }
}
