import CoreMedia
import Foundation
import Synchronization
import Testing

@Suite struct BlockBufferTests {
    /// A buffer of bytes of its own, which are copied.
    private func block(_ bytes: [UInt8]) throws -> CMBlockBuffer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
        return try CMBlockBuffer(buffer: memory, deallocator: { base, _ in base.deallocate() })
    }

    private func bytes(_ buffer: CMBlockBuffer) throws -> [UInt8] { Array(try buffer.dataBytes()) }

    @Test func memoryIsUsedInPlaceAndFreedOnce() throws {
        let freed = Atomic<Int>(0)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 16)
        memory.copyBytes(from: [0, 1, 2, 3, 4, 5, 6, 7])
        var source = CMBlockBufferCustomBlockSource()
        (source.version, source.refCon) = (kCMBlockBufferCustomBlockSourceVersion, nil)
        source.FreeBlock = { _, base, size in if size == 8 { base.deallocate() } }
        var buffer: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: memory.baseAddress, blockLength: 8, blockAllocator: nil,
                customBlockSource: &source, offsetToData: 2, dataLength: 4, flags: 0, blockBufferOut: &buffer)
                == kCMBlockBufferNoErr)
        var (start, length, total) = (UnsafeMutablePointer<CChar>?.none, 0, 0)
        #expect(
            CMBlockBufferGetDataPointer(
                try #require(buffer), atOffset: 1, lengthAtOffsetOut: &length, totalLengthOut: &total,
                dataPointerOut: &start) == 0)
        #expect(start.map { UnsafeMutableRawPointer($0) } == memory.baseAddress! + 3 && length == 3 && total == 4)
        #expect(source.AllocateBlock == nil)
        buffer = nil

        var shared: CMBlockBuffer? = try CMBlockBuffer(
            length: 16, allocator: { .allocate(byteCount: $0, alignment: 16) },
            deallocator: { base, size in
                base.deallocate()
                freed.add(size, ordering: .relaxed)
            }, range: 4..<12)
        var part: CMBlockBuffer? = try CMBlockBuffer(bufferReference: try #require(shared)[2..<6])
        #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try part?.dataBytes() }
        try shared?.assureBlockMemory()
        try shared?.fillDataBytes(with: 7)
        #expect(try bytes(try #require(part)) == [7, 7, 7, 7])
        shared = nil
        #expect(freed.load(ordering: .relaxed) == 0)
        part = nil
        #expect(freed.load(ordering: .relaxed) == 16)
    }

    @Test func severalPiecesAreOneRunOfBytes() throws {
        var made: CMBlockBuffer?
        #expect(CMBlockBufferCreateEmpty(allocator: nil, capacity: 4, flags: 0, blockBufferOut: &made) == 0)
        let buffer = try #require(made)
        #expect(CMBlockBufferIsEmpty(buffer) && buffer.isEmpty && buffer.isContiguous)
        #expect(
            CMBlockBufferAppendBufferReference(
                buffer, targetBBuf: try block([1, 2, 3]), offsetToData: 1, dataLength: 0, flags: 0) == 0)
        try buffer.append(bufferReference: block([4, 5, 6]))
        #expect(CMBlockBufferGetDataLength(buffer) == 5 && buffer.dataLength == 5)
        #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 0, length: 0))
        #expect(CMBlockBufferIsRangeContiguous(buffer, atOffset: 2, length: 3))
        #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 9, length: 1))
        var copy = [UInt8](repeating: 0, count: 3)
        #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: 3, destination: &copy) == 0)
        #expect(copy == [3, 4, 5])
        #expect(
            CMBlockBufferReplaceDataBytes(
                with: [9, 8] as [UInt8], blockBuffer: buffer, offsetIntoDestination: 1, dataLength: 2)
                == 0)
        #expect(try bytes(buffer) == [2, 9, 8, 5, 6])
        #expect(CMBlockBufferFillDataBytes(with: 1, blockBuffer: buffer, offsetIntoDestination: 3, dataLength: 0) == 0)
        #expect(try bytes(buffer) == [2, 9, 8, 1, 1])
        #expect(try buffer[1...2].dataBytes() == Data([9, 8]) && buffer[..<2].endIndex == 2)
        #expect(buffer[3...].startIndex == 3 && buffer[...1].dataLength == 2 && buffer[...].owner == buffer)
        #expect(
            buffer[7..<9].dataLength == 0 && Set([buffer]).contains(buffer)
                && buffer.hashValue == buffer.owner.hashValue)
    }

    @Test func accessGivesOnePiece() throws {
        let buffer = try block([1, 2])
        try buffer.append(bufferReference: block([3, 4]))
        var room = [UInt8](repeating: 0, count: 4)
        var start: UnsafeMutablePointer<CChar>?
        room.withUnsafeMutableBytes { room in
            #expect(
                CMBlockBufferAccessDataBytes(
                    buffer, atOffset: 1, length: 2, temporaryBlock: room.baseAddress!, returnedPointerOut: &start) == 0)
            #expect(start.map { UnsafeMutableRawPointer($0) } == room.baseAddress && start?[0] == 2 && start?[1] == 3)
            #expect(
                CMBlockBufferAccessDataBytes(
                    buffer, atOffset: 2, length: 2, temporaryBlock: room.baseAddress!, returnedPointerOut: &start) == 0)
            #expect(start.map { UnsafeMutableRawPointer($0) } != room.baseAddress && start?[0] == 3)
        }
        try buffer.withUnsafeMutableBytes(atOffset: 1) { #expect($0.count == 1 && $0[0] == 2) }
        try buffer.withContiguousStorage { #expect(Array($0) == [1, 2, 3, 4]) }
        try buffer[1..<3].withContiguousStorage { #expect(Array($0) == [2, 3]) }
        var contiguous: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateContiguous(
                allocator: nil, sourceBuffer: buffer, blockAllocator: nil, customBlockSource: nil, offsetToData: 1,
                dataLength: 0, flags: 0, blockBufferOut: &contiguous) == 0)
        #expect(try bytes(try #require(contiguous)) == [2, 3, 4] && contiguous?.isContiguous == true)
        #expect(try buffer.makeContiguous(flags: .alwaysCopyData).isContiguous)
        let own = try buffer.makeContiguous(
            allocator: { .allocate(byteCount: $0, alignment: 16) }, deallocator: { base, _ in base.deallocate() })
        try room.withUnsafeBytes { try own.replaceDataBytes(with: $0) }
        let kept = try bytes(buffer)
        #expect(own.isContiguous && kept == [1, 2, 3, 4])
        var target = [UInt8](repeating: 0, count: 4)
        try target.withUnsafeMutableBytes { try buffer.copyDataBytes(to: $0) }
        #expect(target == [1, 2, 3, 4])
        #expect(throws: CMBlockBuffer.Error.insufficientSpace) {
            try target.withUnsafeMutableBytes {
                try buffer.copyDataBytes(to: UnsafeMutableRawBufferPointer(rebasing: $0[..<3]))
            }
        }
    }

    /// Each wrong parameter has its status, and changes nothing.
    @Test func whatIsWrongIsRefused() throws {
        let buffer = try block([1, 2, 3])
        let empty = try CMBlockBuffer(capacity: 3)
        var made: CMBlockBuffer?
        func refer(_ other: CMBlockBuffer, _ offset: Int, _ length: Int, _ flags: CMBlockBufferFlags = 0) -> OSStatus {
            CMBlockBufferCreateWithBufferReference(
                allocator: nil, referenceBuffer: other, offsetToData: offset, dataLength: length, flags: flags,
                blockBufferOut: &made)
        }
        #expect(refer(buffer, 4, 0) == kCMBlockBufferBadOffsetParameterErr)
        #expect(refer(buffer, -1, 1) == kCMBlockBufferBadOffsetParameterErr)
        #expect(refer(buffer, 1, 3) == kCMBlockBufferBadLengthParameterErr)
        #expect(refer(buffer, 1, .max) == kCMBlockBufferBadLengthParameterErr)
        #expect(refer(empty, 0, 0) == kCMBlockBufferEmptyBBufErr && made == nil)
        #expect(refer(empty, 0, 0, kCMBlockBufferPermitEmptyReferenceFlag) == 0 && made?.isEmpty == true)
        func memory(_ length: Int, _ offset: Int, _ count: Int, _ source: CMBlockBufferCustomBlockSource? = nil)
            -> OSStatus
        {
            withUnsafePointer(to: source ?? CMBlockBufferCustomBlockSource()) {
                CMBlockBufferAppendMemoryBlock(
                    buffer, memoryBlock: nil, length: length, blockAllocator: nil,
                    customBlockSource: source == nil ? nil : $0,
                    offsetToData: offset, dataLength: count, flags: kCMBlockBufferAssureMemoryNowFlag)
            }
        }
        #expect(memory(-1, 0, 0) == kCMBlockBufferBadLengthParameterErr)
        #expect(memory(4, 5, 0) == kCMBlockBufferBadOffsetParameterErr)
        #expect(memory(4, 1, 4) == kCMBlockBufferBadLengthParameterErr)
        #expect(memory(4, 0, 4, CMBlockBufferCustomBlockSource()) == kCMBlockBufferBadCustomBlockSourceErr)
        let failing = CMBlockBufferCustomBlockSource(
            version: 0, AllocateBlock: { _, _ in nil }, FreeBlock: nil, refCon: nil)
        #expect(memory(4, 0, 4, failing) == kCMBlockBufferBlockAllocationFailedErr)
        #expect(buffer.dataLength == 3)
        #expect(memory(4, 0, 4) == 0 && buffer.dataLength == 7 && CMBlockBufferAssureBlockMemory(buffer) == 0)
        var length = 1
        #expect(
            CMBlockBufferGetDataPointer(
                empty, atOffset: 0, lengthAtOffsetOut: &length, totalLengthOut: nil, dataPointerOut: nil)
                == kCMBlockBufferEmptyBBufErr)
        #expect(length == 0)
        #expect(
            CMBlockBufferGetDataPointer(
                buffer, atOffset: 7, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: nil)
                == kCMBlockBufferBadOffsetParameterErr)
        #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) { try buffer.append(bufferReference: empty) }
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: -1) }
        #expect(throws: CMBlockBuffer.Error.blockAllocationFailed) {
            try CMBlockBuffer(length: 1, allocator: { _ in nil }, deallocator: { _, _ in }, flags: .assureMemoryNow)
        }
    }

    /// Memory that is only stated is not allocated for a copy of it.
    @Test func memoryThatIsNotThereIsNotCopied() throws {
        let huge = try CMBlockBuffer(length: 1 << 60)
        try huge.append(length: 1 << 60)
        #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try huge.dataBytes() }
        #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try huge.withContiguousStorage { $0.count } }
    }

    @Test func memoryWithoutBytesGoesWithItsBuffer() throws {
        let freed = Atomic<Int>(0)
        var buffer: CMBlockBuffer? = try CMBlockBuffer()
        try buffer?.append(
            length: 8, allocator: { .allocate(byteCount: $0, alignment: 16) },
            deallocator: { base, size in
                base.deallocate()
                freed.add(size, ordering: .relaxed)
            }, range: 2..<2, flags: .assureMemoryNow)
        withExtendedLifetime(buffer) { #expect(freed.load(ordering: .relaxed) == 0) }
        buffer = nil
        #expect(freed.load(ordering: .relaxed) == 8)
    }

    @Test func buffersOfAllocators() throws {
        let buffer = try CMBlockBuffer(length: 4, range: 1..<3, flags: .assureMemoryNow)
        #expect(throws: (any Error).self) { try buffer.append(length: 4, range: Int.min..<Int.max) }
        try buffer.append(length: 2)
        try buffer.assureBlockMemory()
        try buffer.fillDataBytes(with: 5)
        #expect(try bytes(buffer) == [5, 5, 5, 5])
        // The default allocator frees what malloc gave.
        let memory = UnsafeMutableRawBufferPointer(start: malloc(4), count: 4)
        memory.copyBytes(from: [1, 2, 3, 4])
        try buffer.append(buffer: memory[1..<3], allocator: nil)
        #expect(try bytes(buffer) == [5, 5, 5, 5, 2, 3])
        var kept: [UInt8] = [8, 9]
        try kept.withUnsafeMutableBytes { bytes in
            let whole = try CMBlockBuffer(buffer: bytes, allocator: kCFAllocatorNull)
            #expect(try whole.dataBytes() == Data([8, 9]))
            let part = try CMBlockBuffer(buffer: bytes[1...], deallocator: { _, _ in })
            #expect(try part.dataBytes() == Data([9]))
        }
        #expect(kept == [8, 9])
    }

    /// The numbers are those of CMBlockBuffer.h.
    @Test func numbers() {
        let statuses = [
            kCMBlockBufferStructureAllocationFailedErr, kCMBlockBufferBlockAllocationFailedErr,
            kCMBlockBufferBadCustomBlockSourceErr, kCMBlockBufferBadOffsetParameterErr,
            kCMBlockBufferBadLengthParameterErr,
            kCMBlockBufferBadPointerParameterErr, kCMBlockBufferEmptyBBufErr, kCMBlockBufferUnallocatedBlockErr,
            kCMBlockBufferInsufficientSpaceErr,
        ]
        #expect(statuses == Array((-12708 ... -12700).reversed()).map { OSStatus($0) })
        let errors = [
            CMBlockBuffer.Error.structureAllocationFailed, CMBlockBuffer.Error.badCustomBlockSource,
            CMBlockBuffer.Error.badOffsetParameter, CMBlockBuffer.Error.badPointerParameter,
        ]
        #expect(errors.map(\.code) == [-12700, -12702, -12703, -12705])
        let flags: CMBlockBuffer.Flags = [.assureMemoryNow, .alwaysCopyData, .dontOptimizeDepth, .permitEmptyReference]
        #expect(
            flags.rawValue == 15 && CMBlockBuffer.Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag) == .alwaysCopyData)
        #expect(kCMBlockBufferDontOptimizeDepthFlag == 4)
        let allocator: CMBlockBuffer.CustomBlockAllocator = { _ in nil }
        let deallocator: CMBlockBuffer.CustomBlockDeallocator = { _, _ in }
        #expect(allocator(1) == nil)
        _ = deallocator
        func generic(_ buffer: some CMBlockBufferProtocol) -> Range<Int> { buffer.startIndex..<buffer.endIndex }
        #expect((try? generic(block([1, 2])[1...])) == 1..<2)
        let slice: CMBlockBuffer.Slice? = try? block([1])[0..<1]
        #expect(slice?.owner.endIndex == 1)
    }
}
