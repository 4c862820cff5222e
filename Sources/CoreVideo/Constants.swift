public import CoreAudioTypes
public import Foundation

// The numbers and names of Apple's CVReturn.h, CVBuffer.h, CVPixelBuffer.h and CVPixelBufferPool.h.

/// What functions of Core Video return.
public typealias CVReturn = Int32
/// Success.
///
/// The value is 0.
public var kCVReturnSuccess: CVReturn { 0 }
/// It failed.
///
/// The value is -6660.
public var kCVReturnError: CVReturn { -6660 }
/// A parameter is wrong.
///
/// The value is -6661.
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// There is no memory.
///
/// The value is -6662.
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// It cannot be done here.
///
/// The value is -6663.
public var kCVReturnUnsupported: CVReturn { -6663 }
/// Buffers cannot be made in the format.
///
/// The value is -6680.
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// A width or a height is 0, or too large.
///
/// The value is -6681.
public var kCVReturnInvalidSize: CVReturn { -6681 }
/// The attributes of a buffer are wrong.
///
/// The value is -6682.
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }
/// The pool has given as many buffers as it may.
///
/// The value is -6689.
public var kCVReturnWouldExceedAllocationThreshold: CVReturn { -6689 }
/// There is no memory for a pool.
///
/// The value is -6690.
public var kCVReturnPoolAllocationFailed: CVReturn { -6690 }
/// The attributes of a pool are wrong.
///
/// The value is -6691.
public var kCVReturnInvalidPoolAttributes: CVReturn { -6691 }

/// The format of the pixels: a number, or an array of them.
///
/// The string is `PixelFormatType`.
public var kCVPixelBufferPixelFormatTypeKey: CFString { "PixelFormatType" }
/// What allocates the memory. Ignored.
///
/// The string is `MemoryAllocator`.
public var kCVPixelBufferMemoryAllocatorKey: CFString { "MemoryAllocator" }
/// The width in pixels.
///
/// The string is `Width`.
public var kCVPixelBufferWidthKey: CFString { "Width" }
/// The height in pixels.
///
/// The string is `Height`.
public var kCVPixelBufferHeightKey: CFString { "Height" }
/// How many bytes a row is a multiple of: a power of 2.
///
/// The string is `BytesPerRowAlignment`.
public var kCVPixelBufferBytesPerRowAlignmentKey: CFString { "BytesPerRowAlignment" }
/// How many bytes the start of a plane is a multiple of. Ignored: it is 64.
///
/// The string is `PlaneAlignment`.
public var kCVPixelBufferPlaneAlignmentKey: CFString { "PlaneAlignment" }
/// Whether Core Graphics can draw into the buffer. Ignored.
///
/// The string is `CGBitmapContextCompatibility`.
public var kCVPixelBufferCGBitmapContextCompatibilityKey: CFString { "CGBitmapContextCompatibility" }
/// Whether Core Graphics can make an image of the buffer. Ignored.
///
/// The string is `CGImageCompatibility`.
public var kCVPixelBufferCGImageCompatibilityKey: CFString { "CGImageCompatibility" }
/// The properties of memory that programs share. Ignored: it is not shared.
///
/// The string is `IOSurfaceProperties`.
public var kCVPixelBufferIOSurfacePropertiesKey: CFString { "IOSurfaceProperties" }
/// Whether Metal can read the buffer. Ignored.
///
/// The string is `MetalCompatibility`.
public var kCVPixelBufferMetalCompatibilityKey: CFString { "MetalCompatibility" }
/// Whether OpenGL can read the buffer. Ignored.
///
/// The string is `OpenGLCompatibility`.
public var kCVPixelBufferOpenGLCompatibilityKey: CFString { "OpenGLCompatibility" }
/// How many buffers a pool keeps, also when nobody needs them.
///
/// The string is `MinimumBufferCount`.
public var kCVPixelBufferPoolMinimumBufferCountKey: CFString { "MinimumBufferCount" }
/// After how many seconds a pool frees a buffer that nobody needs: 1 at first; 0 for never.
///
/// The string is `MaximumBufferAge`.
public var kCVPixelBufferPoolMaximumBufferAgeKey: CFString { "MaximumBufferAge" }
/// How many buffers of a pool there may be at one time.
///
/// The string is `AllocationThreshold`.
public var kCVPixelBufferPoolAllocationThresholdKey: CFString { "AllocationThreshold" }

/// Options of functions.
public typealias CVOptionFlags = UInt64

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: CVOptionFlags
    /// Makes flags of bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }
    /// The pixels are only read.
    ///
    /// A buffer must be unlocked with the flags that it was locked with.
    public static let readOnly = Self(rawValue: 1)
}

/// What a pool frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: CVOptionFlags
    /// Makes flags of bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }
    /// All buffers that nobody needs, however long ago they were needed.
    ///
    /// Without it, those go whose age is above `kCVPixelBufferPoolMaximumBufferAgeKey`.
    public static let excessBuffers = Self(rawValue: 1)
}

/// Whether what is made of a buffer gets an attachment, too.
public enum CVAttachmentMode: UInt32, Sendable {
    /// It stays with its buffer.
    case shouldNotPropagate = 0
    /// What is made of the buffer gets it, too.
    case shouldPropagate = 1
}
