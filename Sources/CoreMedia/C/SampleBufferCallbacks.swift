import CCoreMedia
import Foundation

/// The callbacks of queues of sample buffers, for programs in C. They stay as long as the program runs.
enum SampleBufferCallbacks {
    nonisolated(unsafe) static let unsorted = made(
        CCoreMedia.CMBufferCallbacks(
            version: 1, refcon: nil,
            getDecodeTimeStamp: { buffer, _ in time(of: buffer) { $0.decodeTimeStamp } },
            getPresentationTimeStamp: { buffer, _ in time(of: buffer) { $0.presentationTimeStamp } },
            getDuration: { buffer, _ in time(of: buffer) { $0.duration } },
            isDataReady: { buffer, _ in isReady(buffer) }, compare: nil,
            dataBecameReadyNotification: notification, getSize: { buffer, _ in size(of: buffer) }))

    nonisolated(unsafe) static let sorted = made(
        CCoreMedia.CMBufferCallbacks(
            version: 1, refcon: nil,
            getDecodeTimeStamp: { buffer, _ in time(of: buffer) { $0.outputDecodeTimeStamp } },
            getPresentationTimeStamp: { buffer, _ in time(of: buffer) { $0.outputPresentationTimeStamp } },
            getDuration: { buffer, _ in time(of: buffer) { $0.outputDuration } },
            isDataReady: { buffer, _ in isReady(buffer) },
            compare: { one, other, _ in
                CMBufferQueue.Handlers.outputPTSSortedSampleBuffers.compare?(one as AnyObject, other as AnyObject)
                    ?? .compareEqualTo
            },
            dataBecameReadyNotification: notification, getSize: { buffer, _ in size(of: buffer) }))

    private static func made(
        _ callbacks: CCoreMedia.CMBufferCallbacks
    ) -> UnsafePointer<CCoreMedia.CMBufferCallbacks> {
        let made = UnsafeMutablePointer<CCoreMedia.CMBufferCallbacks>.allocate(capacity: 1)
        made.initialize(to: callbacks)
        return UnsafePointer(made)
    }

    private static var notification: Unmanaged<CoreFoundation.CFString> {
        let name = CMSampleBuffer.dataBecameReady.rawValue as NSString
        return Unmanaged.fromOpaque(Unmanaged.passRetained(name).toOpaque())
    }

    private static func time(of buffer: CFTypeRef?, _ time: (CMSampleBuffer) -> CMTime) -> CCoreMedia.CMTime {
        (buffer as? CMSampleBuffer).map(time)?.c ?? CMTime.invalid.c
    }

    private static func isReady(_ buffer: CFTypeRef?) -> Bool {
        (buffer as? CMSampleBuffer).map { CMSampleBufferDataIsReady($0) } ?? true
    }

    private static func size(of buffer: CFTypeRef?) -> Int { (buffer as? CMSampleBuffer)?.totalSampleSize ?? 0 }
}

extension CMBufferQueue.Handlers {
    /// Nil without the function that is needed, and for another version.
    init?(_ callbacks: CCoreMedia.CMBufferCallbacks) {
        guard callbacks.version <= 1 else { return nil }
        var own = CoreMedia.CMBufferCallbacks()
        own.version = callbacks.version
        own.refcon = callbacks.refcon
        if let call = callbacks.getDecodeTimeStamp { own.getDecodeTimeStamp = { CMTime(call($0, $1)) } }
        if let call = callbacks.getPresentationTimeStamp { own.getPresentationTimeStamp = { CMTime(call($0, $1)) } }
        if let call = Self.durationFunction(callbacks) { own.getDuration = { CMTime(call($0, $1)) } }
        if let call = callbacks.isDataReady { own.isDataReady = { call($0, $1) } }
        if let call = callbacks.compare { own.compare = { call($0, $1, $2) } }
        if let call = callbacks.getSize { own.getSize = { call($0, $1) } }
        own.dataBecameReadyNotification = callbacks.dataBecameReadyNotification.map {
            String(describing: $0.takeUnretainedValue())
        }
        self.init(own)
    }

    /// A program in C may leave out what must be there.
    private static func durationFunction(_ callbacks: CCoreMedia.CMBufferCallbacks) -> CMBufferGetTimeCallback? {
        callbacks.getDuration
    }
}
