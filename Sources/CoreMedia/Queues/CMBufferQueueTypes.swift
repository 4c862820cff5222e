public import Foundation

// The numbers and types of Apple's CMBufferQueue.h.

/// There is no memory.
public var kCMBufferQueueError_AllocationFailed: OSStatus { -12760 }
/// A parameter is missing.
public var kCMBufferQueueError_RequiredParameterMissing: OSStatus { -12761 }
/// The callbacks are of another version, or one that is needed is missing.
public var kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus { -12762 }
/// The end of the data was marked before.
public var kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus { -12763 }
/// There is no room.
public var kCMBufferQueueError_QueueIsFull: OSStatus { -12764 }
/// The time of a trigger is not a number.
public var kCMBufferQueueError_BadTriggerDuration: OSStatus { -12765 }
/// A trigger's callback must not change the queue. No queue says so: here it may.
public var kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus { -12766 }
/// There is no such condition, or it takes another kind of threshold.
public var kCMBufferQueueError_InvalidTriggerCondition: OSStatus { -12767 }
/// The queue has no such trigger.
public var kCMBufferQueueError_InvalidTriggerToken: OSStatus { -12768 }
/// The buffer was refused.
public var kCMBufferQueueError_InvalidBuffer: OSStatus { -12769 }

/// When a trigger of a queue is pulled.
public typealias CMBufferQueueTriggerCondition = Int32
/// When the buffers become shorter than a time.
public var kCMBufferQueueTrigger_WhenDurationBecomesLessThan: CMBufferQueueTriggerCondition { 1 }
/// When the buffers become no longer than a time.
public var kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo: CMBufferQueueTriggerCondition { 2 }
/// When the buffers become longer than a time.
public var kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: CMBufferQueueTriggerCondition { 3 }
/// When the buffers become as long as a time, or longer.
public var kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo: CMBufferQueueTriggerCondition { 4 }
/// When the earliest presentation time changes.
public var kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: CMBufferQueueTriggerCondition { 5 }
/// When the latest presentation time changes.
public var kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: CMBufferQueueTriggerCondition { 6 }
/// When the data of the next buffer becomes ready.
public var kCMBufferQueueTrigger_WhenDataBecomesReady: CMBufferQueueTriggerCondition { 7 }
/// When the queue is empty, and the end of the data was marked.
public var kCMBufferQueueTrigger_WhenEndOfDataReached: CMBufferQueueTriggerCondition { 8 }
/// When the queue is reset.
public var kCMBufferQueueTrigger_WhenReset: CMBufferQueueTriggerCondition { 9 }
/// When there become fewer buffers than a number.
public var kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: CMBufferQueueTriggerCondition { 10 }
/// When there become more buffers than a number.
public var kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: CMBufferQueueTriggerCondition { 11 }

/// What a queue of buffers holds: any object.
public typealias CMBuffer = AnyObject
/// A trigger of a queue, for its removal.
public typealias CMBufferQueueTriggerToken = OpaquePointer

/// Gives a time of a buffer.
public typealias CMBufferGetTimeHandler = @Sendable (CMBuffer) -> CMTime
/// Says whether the data of a buffer is ready.
public typealias CMBufferGetBooleanHandler = @Sendable (CMBuffer) -> Bool
/// Says which of two buffers comes first.
public typealias CMBufferCompareHandler = @Sendable (CMBuffer, CMBuffer) -> CFComparisonResult
/// Gives the size of a buffer in bytes.
public typealias CMBufferGetSizeHandler = @Sendable (CMBuffer) -> Int
/// Called when a trigger is pulled, on the thread that has changed the queue.
public typealias CMBufferQueueTriggerHandler = @Sendable (CMBufferQueueTriggerToken) -> Void
/// Called when a trigger is pulled, as a function without captures: gets a pointer of the program's first.
public typealias CMBufferQueueTriggerCallback =
    @Sendable (UnsafeMutableRawPointer?, CMBufferQueueTriggerToken) -> Void
/// Judges a buffer before it is put in: 0, or why it is refused.
public typealias CMBufferValidationHandler = @Sendable (CMBufferQueue, CMBuffer) -> OSStatus
/// Judges a buffer before it is put in, as a function without captures: gets a pointer of the program's last.
public typealias CMBufferValidationCallback =
    @Sendable (CMBufferQueue, CMBuffer, UnsafeMutableRawPointer?) -> OSStatus

extension CMBufferQueue {
    /// What a queue asks of its buffers. It is asked when a buffer is put in, and of its readiness whenever that matters.
    public struct Handlers: Sendable {
        /// Gives the decoding time; nil for buffers without one.
        public fileprivate(set) var getDecodeTimeStamp: CMBufferGetTimeHandler?
        /// Gives the presentation time; nil for buffers without one.
        public fileprivate(set) var getPresentationTimeStamp: CMBufferGetTimeHandler?
        /// Gives the duration.
        public fileprivate(set) var getDuration: CMBufferGetTimeHandler = { _ in .invalid }
        /// Says whether the data is ready; nil for buffers whose data always is.
        public fileprivate(set) var isDataReady: CMBufferGetBooleanHandler?
        /// Says which of two comes first; nil for the order in which they are put in.
        public fileprivate(set) var compare: CMBufferCompareHandler?
        /// The notification that says that a buffer's data has become ready; nil for none.
        public fileprivate(set) var dataBecameReadyNotification: String?
        /// Gives the size in bytes; nil for buffers without one.
        public fileprivate(set) var getSize: CMBufferGetSizeHandler?

        /// Sets what a queue asks.
        public struct Builder {
            fileprivate var handlers = Handlers()
            /// The notification that says that a buffer's data has become ready; nil for none.
            public var dataBecameReadyNotification: String? {
                get { handlers.dataBecameReadyNotification }
                set { handlers.dataBecameReadyNotification = newValue }
            }
            /// Sets what gives the decoding time.
            ///
            /// - Parameter body: gives it.
            public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
                handlers.getDecodeTimeStamp = body
            }
            /// Sets what gives the presentation time.
            ///
            /// - Parameter body: gives it.
            public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
                handlers.getPresentationTimeStamp = body
            }
            /// Sets what gives the duration.
            ///
            /// - Parameter body: gives it.
            public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { handlers.getDuration = body }
            /// Sets what says whether the data is ready.
            ///
            /// - Parameter body: says it.
            public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) {
                handlers.isDataReady = body
            }
            /// Sets what says which of two buffers comes first.
            ///
            /// - Parameter body: says it.
            public mutating func compare(_ body: @escaping CMBufferCompareHandler) { handlers.compare = body }
            /// Sets what gives the size.
            ///
            /// - Parameter body: gives it, in bytes.
            public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { handlers.getSize = body }
        }

        fileprivate init() {}

        /// Makes handlers.
        ///
        /// - Parameter body: sets them.
        public init(withHandlers body: (inout Builder) -> Void) {
            var builder = Builder()
            body(&builder)
            self = builder.handlers
        }

        /// Makes handlers that differ from these.
        ///
        /// - Parameter body: sets those that differ.
        /// - Returns: the handlers.
        public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
            var builder = Builder(handlers: self)
            body(&builder)
            return builder.handlers
        }

        /// Those for sample buffers, which come out in the order in which they are put in.
        public static let unsortedSampleBuffers = Handlers { builder in
            builder.getDecodeTimeStamp { ($0 as? CMSampleBuffer)?.decodeTimeStamp ?? .invalid }
            builder.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.presentationTimeStamp ?? .invalid }
            builder.getDuration { ($0 as? CMSampleBuffer)?.duration ?? .invalid }
            builder.isDataReady { ($0 as? CMSampleBuffer).map { CMSampleBufferDataIsReady($0) } ?? true }
            builder.getSize { ($0 as? CMSampleBuffer)?.totalSampleSize ?? 0 }
            builder.dataBecameReadyNotification = CMSampleBuffer.dataBecameReady.rawValue
        }

        /// Those for sample buffers, which come out in the order of the times at which they are to be heard or seen.
        public static let outputPTSSortedSampleBuffers = unsortedSampleBuffers.withHandlers { builder in
            builder.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid }
            builder.getDecodeTimeStamp { ($0 as? CMSampleBuffer)?.outputDecodeTimeStamp ?? .invalid }
            builder.getDuration { ($0 as? CMSampleBuffer)?.outputDuration ?? .invalid }
            builder.compare { one, other in
                guard let one = one as? CMSampleBuffer, let other = other as? CMSampleBuffer else {
                    return .compareEqualTo
                }
                let order = CMTimeCompare(one.outputPresentationTimeStamp, other.outputPresentationTimeStamp)
                return order < 0 ? .compareLessThan : order > 0 ? .compareGreaterThan : .compareEqualTo
            }
        }
    }

    /// The errors of queues, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// There is no memory.
        public static var allocationFailed: NSError { failure(kCMBufferQueueError_AllocationFailed) }
        /// A parameter is missing.
        public static var requiredParameterMissing: NSError { failure(kCMBufferQueueError_RequiredParameterMissing) }
        /// A callback that is needed is missing.
        public static var invalidCMBufferCallbacksStruct: NSError {
            failure(kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
        }
        /// The end of the data was marked before.
        public static var enqueueAfterEndOfData: NSError { failure(kCMBufferQueueError_EnqueueAfterEndOfData) }
        /// There is no room.
        public static var queueIsFull: NSError { failure(kCMBufferQueueError_QueueIsFull) }
        /// The time of a trigger is not a number.
        public static var badTriggerDuration: NSError { failure(kCMBufferQueueError_BadTriggerDuration) }
        /// A trigger's callback must not change the queue. No queue says so: here it may.
        public static var cannotModifyQueueFromTriggerCallback: NSError {
            failure(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
        }
        /// There is no such condition.
        public static var invalidTriggerCondition: NSError { failure(kCMBufferQueueError_InvalidTriggerCondition) }
        /// The queue has no such trigger.
        public static var invalidTriggerToken: NSError { failure(kCMBufferQueueError_InvalidTriggerToken) }
        /// The buffer was refused.
        public static var invalidBuffer: NSError { failure(kCMBufferQueueError_InvalidBuffer) }
    }

    /// A trigger of a queue, for its removal.
    public typealias TriggerToken = CMBufferQueueTriggerToken

    /// When a trigger of a queue is pulled.
    public enum TriggerCondition: Sendable {
        /// When the buffers become shorter than a time.
        case whenDurationBecomesLessThan(CMTime)
        /// When the buffers become no longer than a time.
        case whenDurationBecomesLessThanOrEqualTo(CMTime)
        /// When the buffers become longer than a time.
        case whenDurationBecomesGreaterThan(CMTime)
        /// When the buffers become as long as a time, or longer.
        case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
        /// When the earliest presentation time changes.
        case whenMinPresentationTimeStampChanges
        /// When the latest presentation time changes.
        case whenMaxPresentationTimeStampChanges
        /// When the data of the next buffer becomes ready.
        case whenDataBecomesReady
        /// When the queue is empty, and the end of the data was marked.
        case whenEndOfDataReached
        /// When the queue is reset.
        case whenReset
        /// When there become fewer buffers than a number.
        case whenBufferCountBecomesLessThan(CMItemCount)
        /// When there become more buffers than a number.
        case whenBufferCountBecomesGreaterThan(CMItemCount)
    }
}
