import AudioCore
public import Foundation

/// Bytes in one or several pieces of memory, which buffers share without copying.
///
/// It is an object of Core Foundation, too: programs in C retain and release it. Buffers may be read on any
/// thread; what changes the bytes of one must be alone with them.
public final class CMBlockBuffer: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.blockBuffer.information
    private let state: LockedValue<BlockPieces>
    let attached = AttachmentTable()

    init(_ pieces: BlockPieces) { state = LockedValue(pieces) }

    var pieces: BlockPieces { state.withLock { $0 } }

    func append(_ more: BlockPieces) throws(Refusal) {
        try state.withLock { (pieces) throws(Refusal) in
            guard pieces.length <= Int.max - more.length else {
                throw Refusal(status: kCMBlockBufferBadLengthParameterErr)
            }
            pieces.append(more)
        }
    }

    /// Allocates the memory of a piece that has none and frees it with the last buffer: called with the number of bytes.
    public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
    /// Frees the memory of a piece: called once, with its address and the number of bytes.
    public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

    /// What to do with memory when a buffer is made or appended to.
    public struct Flags: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt32

        /// Makes flags of bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Allocate memory now.
        public static let assureMemoryNow = Self(rawValue: kCMBlockBufferAssureMemoryNowFlag)
        /// Copy even what could be shared.
        public static let alwaysCopyData = Self(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
        /// Keep references to references. Ignored: a buffer refers to memory, however it came by it.
        public static let dontOptimizeDepth = Self(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
        /// Take a reference to a buffer that has no bytes.
        public static let permitEmptyReference = Self(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
    }

    /// The errors of block buffers, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// There is no memory for the object.
        public static var structureAllocationFailed: NSError { failure(kCMBlockBufferStructureAllocationFailedErr) }
        /// There is no memory for the bytes.
        public static var blockAllocationFailed: NSError { failure(kCMBlockBufferBlockAllocationFailedErr) }
        /// The functions for memory are not usable.
        public static var badCustomBlockSource: NSError { failure(kCMBlockBufferBadCustomBlockSourceErr) }
        /// An offset is outside the bytes.
        public static var badOffsetParameter: NSError { failure(kCMBlockBufferBadOffsetParameterErr) }
        /// A number of bytes is wrong.
        public static var badLengthParameter: NSError { failure(kCMBlockBufferBadLengthParameterErr) }
        /// A pointer is nil.
        public static var badPointerParameter: NSError { failure(kCMBlockBufferBadPointerParameterErr) }
        /// The buffer has no bytes.
        public static var emptyBlockBuffer: NSError { failure(kCMBlockBufferEmptyBBufErr) }
        /// The bytes have no memory so far.
        public static var unallocatedBlock: NSError { failure(kCMBlockBufferUnallocatedBlockErr) }
        /// There is not enough room.
        public static var insufficientSpace: NSError { failure(kCMBlockBufferInsufficientSpaceErr) }
    }
}

extension CMBlockBuffer: Hashable {
    /// Whether two buffers are the same object.
    ///
    /// - Parameters:
    ///   - lhs: a buffer.
    ///   - rhs: another.
    /// - Returns: true if they are one object.
    public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { lhs === rhs }

    /// Feeds the identity of the buffer to a hasher.
    ///
    /// - Parameter hasher: the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
