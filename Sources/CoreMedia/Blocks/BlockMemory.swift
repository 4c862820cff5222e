import AudioCore
import CoreFoundation
import Foundation

/// A run of memory that block buffers share. It is allocated when it is first needed, and freed with the last buffer.
final class BlockMemory: @unchecked Sendable {
    typealias Allocate = @Sendable (Int) -> UnsafeMutableRawPointer?
    typealias Free = @Sendable (UnsafeMutableRawPointer, Int) -> Void

    let length: Int
    private let allocate: Allocate
    private let free: Free
    private let memory: LockedValue<SentPointer>

    /// - Parameters:
    ///   - given: memory that is there already, of `length` bytes.
    ///   - allocate: called once where none is given.
    ///   - free: called once, with what was given or allocated.
    init(
        _ given: UnsafeMutableRawPointer?, length: Int, allocate: @escaping Allocate = { _ in nil },
        free: @escaping Free
    ) {
        (self.length, self.allocate, self.free) = (length, allocate, free)
        memory = LockedValue(SentPointer(given))
    }

    /// Memory of our own, aligned to `alignment` bytes.
    static func own(length: Int, alignment: Int = 64) -> BlockMemory {
        BlockMemory(
            .allocate(byteCount: max(length, 1), alignment: alignment), length: length,
            free: { base, _ in base.deallocate() })
    }

    deinit {
        if let base { free(base, length) }
    }

    /// Where the memory is; nil until it is needed.
    var base: UnsafeMutableRawPointer? { memory.withLock { $0.value } }

    /// Allocates the memory unless it is there.
    func assure() throws(Refusal) {
        if base != nil { return }
        // The client's function, so not under the lock.
        guard let made = allocate(length) else { throw Refusal(status: kCMBlockBufferBlockAllocationFailedErr) }
        let kept = memory.withLock { memory in
            if memory.value == nil { memory = SentPointer(made) }
            return memory.value
        }
        if kept != made { free(made, length) }
    }
}

extension BlockMemory {
    /// Memory that a client describes by an allocator of Core Foundation or by functions of its own.
    static func client(
        _ given: UnsafeMutableRawPointer?, length: Int, allocator: CFAllocator?,
        source: UnsafePointer<CMBlockBufferCustomBlockSource>?
    ) throws(Refusal) -> BlockMemory {
        guard length >= 0 else { throw Refusal(status: kCMBlockBufferBadLengthParameterErr) }
        if let source = source?.pointee {
            guard source.version == kCMBlockBufferCustomBlockSourceVersion, given != nil || source.AllocateBlock != nil
            else { throw Refusal(status: kCMBlockBufferBadCustomBlockSourceErr) }
            let refCon = SentPointer(source.refCon)
            let (allocate, free) = (source.AllocateBlock, source.FreeBlock)
            return BlockMemory(
                given, length: length, allocate: { allocate?(refCon.value, $0) },
                free: { base, size in free?(refCon.value, base, size) })
        }
        let holder = AllocatorHolder(allocator)
        return BlockMemory(
            given, length: length, allocate: { holder.allocate($0) }, free: { base, _ in holder.free(base) })
    }
}

/// A pointer of a client's that functions on any thread get.
struct SentPointer: @unchecked Sendable {
    let value: UnsafeMutableRawPointer?
    init(_ value: UnsafeMutableRawPointer?) { self.value = value }
}

/// An allocator of Core Foundation: nil is the default one, and kCFAllocatorNull frees nothing.
private struct AllocatorHolder: @unchecked Sendable {
    let allocator: CFAllocator?
    init(_ allocator: CFAllocator?) { self.allocator = allocator }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer? { CFAllocatorAllocate(allocator, max(size, 1), 0) }
    func free(_ base: UnsafeMutableRawPointer) { CFAllocatorDeallocate(allocator, base) }
}
