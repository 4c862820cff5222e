// The numbers and the struct of Apple's CMBlockBuffer.h.

/// Success.
public var kCMBlockBufferNoErr: OSStatus { 0 }
/// There is no memory for the object.
public var kCMBlockBufferStructureAllocationFailedErr: OSStatus { -12700 }
/// There is no memory for the bytes.
public var kCMBlockBufferBlockAllocationFailedErr: OSStatus { -12701 }
/// The functions for memory are not usable.
public var kCMBlockBufferBadCustomBlockSourceErr: OSStatus { -12702 }
/// An offset is outside the bytes.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12703 }
/// A number of bytes is wrong.
public var kCMBlockBufferBadLengthParameterErr: OSStatus { -12704 }
/// A pointer is nil.
public var kCMBlockBufferBadPointerParameterErr: OSStatus { -12705 }
/// The buffer has no bytes.
public var kCMBlockBufferEmptyBBufErr: OSStatus { -12706 }
/// The bytes have no memory so far.
public var kCMBlockBufferUnallocatedBlockErr: OSStatus { -12707 }
/// There is not enough room.
public var kCMBlockBufferInsufficientSpaceErr: OSStatus { -12708 }

/// What to do with memory when a buffer is made or appended to.
public typealias CMBlockBufferFlags = UInt32
/// Allocate memory now.
public var kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags { 1 }
/// Copy even what could be shared.
public var kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags { 2 }
/// Keep references to references. Ignored.
public var kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags { 4 }
/// Take a reference to a buffer that has no bytes.
public var kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags { 8 }

/// The version of `CMBlockBufferCustomBlockSource`.
public var kCMBlockBufferCustomBlockSourceVersion: UInt32 { 0 }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A program's own functions for the memory of a block buffer.
@frozen
public struct CMBlockBufferCustomBlockSource: @unchecked Sendable {
    /// `kCMBlockBufferCustomBlockSourceVersion`.
    public var version: UInt32
    /// Allocates memory of a number of bytes; nil where the memory is given. On the thread that first needs the bytes.
    public var AllocateBlock: (@Sendable @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
    /// Frees memory, with its address and the number of bytes; nil to free nothing. On the thread that frees the last buffer.
    public var FreeBlock: (@Sendable @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
    /// What the functions get first.
    public var refCon: UnsafeMutableRawPointer?

    /// Creates the functions for memory.
    ///
    /// - Parameters:
    ///   - version: `kCMBlockBufferCustomBlockSourceVersion`.
    ///   - AllocateBlock: allocates memory; nil where the memory is given.
    ///   - FreeBlock: frees memory; nil to free nothing.
    ///   - refCon: what the functions get first.
    public init(
        version: UInt32,
        AllocateBlock: (@Sendable @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
        FreeBlock: (@Sendable @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
        refCon: UnsafeMutableRawPointer?
    ) {
        (self.version, self.AllocateBlock, self.FreeBlock) = (version, AllocateBlock, FreeBlock)
        self.refCon = refCon
    }

    /// Creates functions for memory that allocate nothing and free nothing.
    public init() { self.init(version: 0, AllocateBlock: nil, FreeBlock: nil, refCon: nil) }
}
