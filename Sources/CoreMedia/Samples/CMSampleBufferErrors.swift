public import Foundation

// The statuses and notifications of Apple's CMSampleBuffer.h.

/// There is no memory.
public var kCMSampleBufferError_AllocationFailed: OSStatus { -12730 }
/// A parameter or the data is missing.
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
/// The buffer has data.
public var kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus { -12732 }
/// The data is not there so far.
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
/// There is no such sample.
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
/// The buffer has no sizes of samples.
public var kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus { -12735 }
/// The buffer has no times of samples.
public var kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus { -12736 }
/// There is not enough room.
public var kCMSampleBufferError_ArrayTooSmall: OSStatus { -12737 }
/// A number of entries is wrong.
public var kCMSampleBufferError_InvalidEntryCount: OSStatus { -12738 }
/// The samples cannot be told apart.
public var kCMSampleBufferError_CannotSubdivide: OSStatus { -12739 }
/// The times of the samples are not valid.
public var kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus { -12740 }
/// The samples are of another kind of media.
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
/// The data does not fit the samples.
public var kCMSampleBufferError_InvalidSampleData: OSStatus { -12742 }
/// The format does not fit.
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
/// The buffer is not valid any more.
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }
/// The data will not be there.
public var kCMSampleBufferError_DataFailed: OSStatus { -16750 }
/// The data was cancelled.
public var kCMSampleBufferError_DataCanceled: OSStatus { -16751 }

extension CMSampleBuffer {
    /// The errors of sample buffers, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// There is no memory.
        public static var allocationFailed: NSError { failure(kCMSampleBufferError_AllocationFailed) }
        /// A parameter or the data is missing.
        public static var requiredParameterMissing: NSError { failure(kCMSampleBufferError_RequiredParameterMissing) }
        /// The buffer has data.
        public static var alreadyHasDataBuffer: NSError { failure(kCMSampleBufferError_AlreadyHasDataBuffer) }
        /// The data is not there so far.
        public static var bufferNotReady: NSError { failure(kCMSampleBufferError_BufferNotReady) }
        /// There is no such sample.
        public static var sampleIndexOutOfRange: NSError { failure(kCMSampleBufferError_SampleIndexOutOfRange) }
        /// The buffer has no sizes of samples.
        public static var bufferHasNoSampleSizes: NSError { failure(kCMSampleBufferError_BufferHasNoSampleSizes) }
        /// The buffer has no times of samples.
        public static var bufferHasNoSampleTimingInfo: NSError {
            failure(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        }
        /// There is not enough room.
        public static var arrayTooSmall: NSError { failure(kCMSampleBufferError_ArrayTooSmall) }
        /// A number of entries is wrong.
        public static var invalidEntryCount: NSError { failure(kCMSampleBufferError_InvalidEntryCount) }
        /// The samples cannot be told apart.
        public static var cannotSubdivide: NSError { failure(kCMSampleBufferError_CannotSubdivide) }
        /// The times of the samples are not valid.
        public static var sampleTimingInfoInvalid: NSError { failure(kCMSampleBufferError_SampleTimingInfoInvalid) }
        /// The samples are of another kind of media.
        public static var invalidMediaTypeForOperation: NSError {
            failure(kCMSampleBufferError_InvalidMediaTypeForOperation)
        }
        /// The data does not fit the samples.
        public static var invalidSampleData: NSError { failure(kCMSampleBufferError_InvalidSampleData) }
        /// The format does not fit.
        public static var invalidMediaFormat: NSError { failure(kCMSampleBufferError_InvalidMediaFormat) }
        /// The buffer is not valid any more.
        public static var invalidated: NSError { failure(kCMSampleBufferError_Invalidated) }
        /// The data will not be there.
        public static var dataFailed: NSError { failure(kCMSampleBufferError_DataFailed) }
        /// The data was cancelled.
        public static var dataCanceled: NSError { failure(kCMSampleBufferError_DataCanceled) }
    }

    /// What to do with memory for audio buffers.
    public struct Flags: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt32

        /// Makes flags of bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The memory begins at a multiple of 16 bytes.
        public static let audioBufferListAssure16ByteAlignment = Self(
            rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
    }

    /// Posted when the data of a buffer, the object of the notification, becomes ready.
    public static let dataBecameReady = Notification.Name("DataBecameReady")
    /// Posted when it is said that the data of a buffer, the object of the notification, will not be there.
    public static let dataFailed = Notification.Name("DataFailed")
}

/// The name of the notification that data has become ready.
public var kCMSampleBufferNotification_DataBecameReady: CFString { "DataBecameReady" }
/// The name of the notification that data will not be there.
public var kCMSampleBufferNotification_DataFailed: CFString { "DataFailed" }
/// Under which the notification of failed data has the reason, a number.
public var kCMSampleBufferNotificationParameter_OSStatus: CFString { "OSStatus" }
