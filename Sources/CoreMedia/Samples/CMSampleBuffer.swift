import AudioCore
import Foundation

/// Makes the data of a sample buffer ready, and returns 0 or why it cannot. Called on the thread that asks for it.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus
/// Makes the data of a sample buffer ready, as a function without captures: gets the buffer and a pointer of the program's.
public typealias CMSampleBufferMakeDataReadyCallback = @Sendable (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// Called once when a sample buffer is invalidated, on the thread that does it.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void
/// Called once when a sample buffer is invalidated, as a function without captures: gets the buffer and a number of the program's.
public typealias CMSampleBufferInvalidateCallback = @Sendable (CMSampleBuffer, UInt64) -> Void

/// Samples of one format, such as frames of sound, with their times, their sizes and attachments.
///
/// It is an object of Core Foundation, too: programs in C retain and release it. Any thread may use it.
/// Its data is bytes, in a block buffer, or a picture in memory.
public final class CMSampleBuffer: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.sampleBuffer.information
    /// What changes after a buffer is made.
    struct State: @unchecked Sendable {
        var data: CMBlockBuffer?
        var image: CVImageBuffer?
        var readiness: DataReadiness
        var isValid = true
        var outputTime = CMTime.invalid
        var makeReady: CMSampleBufferMakeDataReadyHandler?
        var invalidated: CMSampleBufferInvalidateHandler?
        var tracked: CMSampleBuffer?
        var perSample: [NSMutableDictionary]?
    }

    let format: CMFormatDescription?
    let timing: SampleTiming
    let packets: SamplePackets?
    let attached = AttachmentTable()
    let state: LockedValue<State>

    init(
        _ data: CMBlockBuffer?, isReady: Bool, _ format: CMFormatDescription?, _ timing: SampleTiming,
        _ packets: SamplePackets? = nil, makeReady: CMSampleBufferMakeDataReadyHandler? = nil
    ) throws(Refusal) {
        // A buffer may have more bytes than its samples, but not fewer.
        if let data, isReady, !timing.sizes.isEmpty, timing.totalSize > data.pieces.length {
            throw Refusal(status: kCMSampleBufferError_InvalidSampleData)
        }
        (self.format, self.timing, self.packets) = (format, timing, packets)
        state = LockedValue(State(data: data, readiness: isReady ? .ready : .notReady, makeReady: makeReady))
    }

    /// The data of a buffer that is valid and ready.
    var readyData: CMBlockBuffer {
        get throws(Refusal) {
            let state = self.state.withLock { $0 }
            guard state.isValid else { throw Refusal(status: kCMSampleBufferError_Invalidated) }
            try require(ready: dataReadiness)
            guard let data = state.data else { throw Refusal(status: kCMSampleBufferError_RequiredParameterMissing) }
            return data
        }
    }

    private func require(ready readiness: DataReadiness) throws(Refusal) {
        switch readiness {
        case .ready: return
        case .notReady: throw Refusal(status: kCMSampleBufferError_BufferNotReady)
        case .failed: throw Refusal(status: kCMSampleBufferError_DataFailed)
        }
    }

    /// Whether the data of a sample buffer is there.
    public enum DataReadiness: Hashable, Sendable {
        /// It is not there so far.
        case notReady
        /// It is there.
        case ready
        /// It will not be there, for a reason.
        case failed(OSStatus)
    }

    /// Whether the data is there. A buffer that tracks another is ready when that one is.
    public var dataReadiness: DataReadiness {
        var buffer = self
        var seen: Set<ObjectIdentifier> = []
        while seen.insert(ObjectIdentifier(buffer)).inserted {
            let (own, other) = buffer.state.withLock { ($0.readiness, $0.tracked) }
            guard own == .notReady, let other else { return own }
            buffer = other
        }
        return .notReady
    }
}

extension CMSampleBuffer: Hashable {
    /// Whether two buffers are the same object.
    ///
    /// - Parameters:
    ///   - lhs: a buffer.
    ///   - rhs: another.
    /// - Returns: true if they are one object.
    public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { lhs === rhs }

    /// Feeds the identity of the buffer to a hasher.
    ///
    /// - Parameter hasher: the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
