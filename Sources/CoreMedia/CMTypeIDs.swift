import Foundation

// What `CFGetTypeID` gives for objects of Core Media.

/// The type of block buffers for Core Foundation.
///
/// - Returns: the type.
public func CMBlockBufferGetTypeID() -> CFTypeID { CMBlockBuffer.typeID }

extension CMBlockBuffer {
    /// The type of block buffers for Core Foundation.
    public class var typeID: CFTypeID { CFClass.blockBuffer.id }
}

/// The type of clocks for Core Foundation.
///
/// - Returns: the type.
public func CMClockGetTypeID() -> CFTypeID { CMClock.typeID }

extension CMClock {
    /// The type of clocks for Core Foundation.
    public class var typeID: CFTypeID { CFClass.clock.id }
}

/// The type of descriptions of formats for Core Foundation.
///
/// - Returns: the type.
public func CMFormatDescriptionGetTypeID() -> CFTypeID { CMFormatDescription.typeID }

extension CMFormatDescription {
    /// The type of descriptions of formats for Core Foundation.
    public class var typeID: CFTypeID { CFClass.formatDescription.id }
}

/// The type of sample buffers for Core Foundation.
///
/// - Returns: the type.
public func CMSampleBufferGetTypeID() -> CFTypeID { CMSampleBuffer.typeID }

extension CMSampleBuffer {
    /// The type of sample buffers for Core Foundation.
    public class var typeID: CFTypeID { CFClass.sampleBuffer.id }
}

/// The type of queues of pointers for Core Foundation.
///
/// - Returns: the type.
public func CMSimpleQueueGetTypeID() -> CFTypeID { CMSimpleQueue.typeID }

extension CMSimpleQueue {
    /// The type of queues of pointers for Core Foundation.
    public class var typeID: CFTypeID { CFClass.simpleQueue.id }
}

/// The type of timebases for Core Foundation.
///
/// - Returns: the type.
public func CMTimebaseGetTypeID() -> CFTypeID { CMTimebase.typeID }

extension CMTimebase {
    /// The type of timebases for Core Foundation.
    public class var typeID: CFTypeID { CFClass.timebase.id }
}

/// The type of queues of buffers for Core Foundation.
///
/// - Returns: the type.
public func CMBufferQueueGetTypeID() -> CFTypeID { CMBufferQueue.typeID }
