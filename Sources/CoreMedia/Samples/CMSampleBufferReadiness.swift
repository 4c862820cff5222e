import Foundation

// The functions of Apple's CMSampleBuffer.h for data that comes later, and for invalidation.

/// Says that the data of a buffer is there, and posts `CMSampleBuffer.dataBecameReady`.
///
/// - Parameter sbuf: the buffer.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus { sbuf.become(.ready) }

/// Whether the data of a buffer is there.
///
/// - Parameter sbuf: the buffer.
/// - Returns: true if it is.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReadiness == .ready }

/// Says that the data of a buffer will not be there, and posts `CMSampleBuffer.dataFailed`.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - status: the reason.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
    sbuf.become(.failed(status))
}

/// Whether the data of a buffer will not be there.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - statusOut: receives the reason; nil to ignore it.
/// - Returns: true if that has been said.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
    guard case .failed(let status) = sbuf.dataReadiness else { return false }
    statusOut?.pointee = status
    return true
}

/// Has a buffer's own function make its data ready. A buffer that tracks another has the other's do it.
///
/// - Parameter sbuf: the buffer.
/// - Returns: 0; what the function returns, which then is the reason why the data has failed; `kCMSampleBufferError_BufferNotReady`
///   without a function; `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    let (isValid, handler, tracked) = sbuf.state.withLock { ($0.isValid, $0.makeReady, $0.tracked) }
    guard isValid else { return kCMSampleBufferError_Invalidated }
    guard sbuf.dataReadiness != .ready else { return 0 }
    guard let handler else {
        guard let tracked, !tracked.tracks(sbuf) else { return kCMSampleBufferError_BufferNotReady }
        return CMSampleBufferMakeDataReady(tracked)
    }
    let status = handler(sbuf)
    return sbuf.become(status == 0 ? .ready : .failed(status)) == 0 ? status : kCMSampleBufferError_Invalidated
}

/// Has a buffer be ready when another is.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sampleBufferToTrack: the other.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
    _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
    sbuf.replace(\.tracked, by: sampleBufferToTrack)
}

/// Makes a buffer invalid: its function for that is called, and its data goes away.
///
/// - Parameter sbuf: the buffer.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    var handler: CMSampleBufferInvalidateHandler?
    // What the buffer held goes away outside the lock.
    let old = sbuf.state.withLock { state -> CMSampleBuffer.State? in
        guard state.isValid else { return nil }
        let old = state
        handler = state.invalidated
        state = CMSampleBuffer.State(readiness: state.readiness, isValid: false, outputTime: state.outputTime)
        return old
    }
    guard let old else { return kCMSampleBufferError_Invalidated }
    handler?(sbuf)
    withExtendedLifetime(old) {}
    return 0
}

/// Sets what is called when a buffer is invalidated, in place of what was set before.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - invalidateCallback: called once with the buffer and `invalidateRefCon`, on the thread that invalidates it.
///   - invalidateRefCon: a number of the program's.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferSetInvalidateCallback(
    _ sbuf: CMSampleBuffer, callback invalidateCallback: @escaping CMSampleBufferInvalidateCallback,
    refcon invalidateRefCon: UInt64
) -> OSStatus {
    CMSampleBufferSetInvalidateHandler(sbuf) { invalidateCallback($0, invalidateRefCon) }
}

/// Sets what is called when a buffer is invalidated, in place of what was set before.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - invalidateHandler: called once with the buffer, on the thread that invalidates it.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
    _ sbuf: CMSampleBuffer, invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
    sbuf.replace(\.invalidated, by: invalidateHandler)
}

/// Whether a buffer has not been invalidated.
///
/// - Parameter sbuf: the buffer.
/// - Returns: true until `CMSampleBufferInvalidate`.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.state.withLock { $0.isValid } }

extension CMSampleBuffer {
    /// Sets a part of the state of a buffer that is valid. The old one goes away outside the lock: it may hold a client's objects.
    fileprivate func replace<Part>(_ part: WritableKeyPath<State, Part?>, by new: Part) -> OSStatus {
        var old: Part?
        let isSet = state.withLock { state in
            guard state.isValid else { return false }
            old = state[keyPath: part]
            state[keyPath: part] = new
            return true
        }
        withExtendedLifetime(old) {}
        return isSet ? 0 : kCMSampleBufferError_Invalidated
    }

    fileprivate func become(_ readiness: DataReadiness) -> OSStatus {
        let wasSet = state.withLock { state in
            guard state.isValid else { return false }
            state.readiness = readiness
            return true
        }
        guard wasSet else { return kCMSampleBufferError_Invalidated }
        switch readiness {
        case .ready: NotificationCenter.default.post(name: Self.dataBecameReady, object: self)
        case .failed(let status):
            let info = [String(describing: kCMSampleBufferNotificationParameter_OSStatus): NSNumber(value: status)]
            NotificationCenter.default.post(name: Self.dataFailed, object: self, userInfo: info)
        case .notReady: break
        }
        return 0
    }

    /// Whether this waits for another, perhaps through others.
    fileprivate func tracks(_ other: CMSampleBuffer) -> Bool {
        var next: CMSampleBuffer? = self
        var seen: Set<ObjectIdentifier> = []
        while let buffer = next, seen.insert(ObjectIdentifier(buffer)).inserted {
            if buffer === other { return true }
            next = buffer.state.withLock { $0.tracked }
        }
        return next != nil
    }
}
