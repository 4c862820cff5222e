import CCFObjects
package import CoreFoundation
import Foundation

/// The contents of a `CFReadStreamRef` of HTTP.
///
/// Core Foundation keeps the stream's state and calls the program's function. Events are reported to it on the run loops that the stream
/// is scheduled with, as Core Foundation's own streams do: the exchange's thread only signals their source.
package final class HTTPStream: @unchecked Sendable {
    private let request: HTTPMessage
    private let source: CFReadStream?
    /// The stream that owns this object; nil when its last reference is gone. A run loop of another thread may be at work then.
    private weak var stream: AnyObject?

    private let lock = NSLock()
    private var settings = HTTPExchange.Settings()
    private var stored: [String: AnyObject] = [:]
    private var exchange: HTTPExchange?
    private var schedules: [(loop: CFRunLoop, mode: CoreFoundation.CFString)] = []
    private var runLoopSource: CFRunLoopSource?
    /// Whether the program's function has been called for the bytes that wait, and for the end.
    private var hasReportedBytes = false, hasReportedEnd = false

    private init(_ request: HTTPMessage, _ source: CFReadStream?, authorities: String?) {
        self.request = HTTPMessage(copying: request)
        self.source = source
        if let authorities { settings.security.authorities = authorities }
    }

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - request: the request, of which the stream makes a copy.
    ///   - source: the stream of the request's body; nil to send the request's own.
    ///   - authorities: the file of the certificate authorities that are trusted; nil for the usual ones.
    /// - Returns: the stream, with one reference.
    package static func make(
        _ request: HTTPMessage, source: CFReadStream? = nil, authorities: String? = nil
    ) -> UnsafeMutableRawPointer {
        let made = HTTPStream(request, source, authorities: authorities)
        let stream = withUnsafePointer(to: functions) {
            CFObjectStreamCreate($0, Unmanaged.passRetained(made).toOpaque())
        }
        made.stream = Unmanaged<AnyObject>.fromOpaque(stream).takeUnretainedValue()
        return stream
    }

    private static let functions = CFObjectStreamFunctions(
        version: 1, create: nil,
        finalize: {
            // A stream that was never opened is not closed, either, and run loops may have its source.
            HTTPStream.of($1).close()
            Unmanaged<HTTPStream>.fromOpaque($1).release()
        }, copyDescription: nil,
        open: { _, _, isComplete, info in
            isComplete.pointee = true
            HTTPStream.of(info).open()
            return true
        },
        openCompleted: nil,
        read: { _, buffer, length, error, isEnd, info in
            HTTPStream.of(info).read(UnsafeMutableBufferPointer(start: buffer, count: length), error, isEnd)
        },
        getBuffer: nil, canRead: { HTTPStream.of($1).canRead }, close: { HTTPStream.of($1).close() },
        copyProperty: { HTTPStream.of($2).copyProperty(text($1)) },
        setProperty: { _, name, value, info in HTTPStream.of(info).setProperty(text(name), value) },
        requestEvents: { HTTPStream.of($2).reportAgain() },
        schedule: { _, loop, mode, info in HTTPStream.of(info).schedule(runLoop(loop), string(mode)) },
        unschedule: { _, loop, mode, info in HTTPStream.of(info).unschedule(runLoop(loop), string(mode)) })

    private static func of(_ info: UnsafeMutableRawPointer) -> HTTPStream {
        Unmanaged<HTTPStream>.fromOpaque(info).takeUnretainedValue()
    }

    // MARK: Reading

    private func open() {
        let exchange = lock.withLock {
            let exchange = HTTPExchange(request, settings, source: source.map(Self.reader)) { [weak self] in
                self?.wake()
            }
            self.exchange = exchange
            return exchange
        }
        exchange.start()
    }

    /// A function that reads a stream, which it opens first.
    private static func reader(_ source: CFReadStream) -> @Sendable (UnsafeMutableBufferPointer<UInt8>) -> Int {
        nonisolated(unsafe) let source = source
        return { buffer in
            if CFReadStreamGetStatus(source) == .notOpen { CFReadStreamOpen(source) }
            return CFReadStreamRead(source, buffer.baseAddress, buffer.count)
        }
    }

    private func read(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, _ error: UnsafeMutablePointer<CFObjectStreamError>,
        _ isEnd: UnsafeMutablePointer<Bool>
    ) -> Int {
        isEnd.pointee = false
        guard let exchange = lock.withLock({ exchange }) else { return -1 }
        do {
            let result = try exchange.read(buffer)
            isEnd.pointee = result.isEnd
            lock.withLock { hasReportedBytes = false }
            if !result.isEnd { wake() }
            return result.count
        } catch let failure {
            error.pointee = Self.error(failure as? HTTPExchange.Failure ?? .notHTTP)
            // Core Foundation calls the program's function for an error of a read.
            lock.withLock { hasReportedEnd = true }
            return -1
        }
    }

    private static func error(_ failure: HTTPExchange.Failure) -> CFObjectStreamError {
        CFObjectStreamError(domain: failure.domain, error: failure.number)
    }

    private var canRead: Bool {
        guard let status = lock.withLock({ exchange })?.status else { return false }
        return status.waiting > 0 || status.hasEnded
    }

    private func close() {
        let (exchange, source) = lock.withLock { () -> (HTTPExchange?, CFRunLoopSource?) in
            defer {
                runLoopSource = nil
                schedules = []
            }
            return (self.exchange, runLoopSource)
        }
        exchange?.cancel()
        if let source { CFRunLoopSourceInvalidate(source) }
    }

    // MARK: Properties

    private func copyProperty(_ name: String) -> UnsafeRawPointer? {
        let (exchange, stored) = lock.withLock { (self.exchange, self.stored[name]) }
        switch name {
        case Property.responseHeader: return exchange?.answer?.object()
        case Property.finalRequest: return exchange?.finalRequest.object()
        case Property.finalURL:
            return exchange?.finalRequest.url.map { UnsafeRawPointer(Unmanaged.passRetained($0 as NSURL).toOpaque()) }
        case Property.bytesWritten:
            return UnsafeRawPointer(Unmanaged.passRetained(NSNumber(value: exchange?.bytesWritten ?? 0)).toOpaque())
        default: return stored.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
        }
    }

    /// Takes a property, which must come before the stream is opened.
    private func setProperty(_ name: String, _ value: UnsafeRawPointer?) -> Bool {
        let value = value.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
        return lock.withLock {
            guard exchange == nil else { return false }
            switch name {
            case Property.redirects: settings.followsRedirections = value.map(isTrue) ?? false
            case Property.persists: break
            case Property.proxy: settings.proxies = Proxies(value as? NSDictionary)
            case Property.security:
                guard settings.security.set(value as? NSDictionary) else { return false }
            case Property.level:
                guard value.map(Security.isSecureLevel) ?? true else { return false }
            case Property.service:
                guard let service = value as? NSString, let known = trafficClass(ofService: String(describing: service))
                else { return false }
                settings.trafficClass = known
            default: return false
            }
            stored[name] = value
            return true
        }
    }

    /// The names of properties.
    private enum Property {
        static let responseHeader = "kCFStreamPropertyHTTPResponseHeader"
        static let finalURL = "kCFStreamPropertyHTTPFinalURL"
        static let finalRequest = "kCFStreamPropertyHTTPFinalRequest"
        static let bytesWritten = "kCFStreamPropertyHTTPRequestBytesWrittenCount"
        static let redirects = "kCFStreamPropertyHTTPShouldAutoredirect"
        static let persists = "kCFStreamPropertyHTTPAttemptPersistentConnection"
        static let proxy = "kCFStreamPropertyHTTPProxy"
        static let security = "kCFStreamPropertySSLSettings"
        static let level = "kCFStreamPropertySocketSecurityLevel"
        static let service = "kCFStreamNetworkServiceType"
    }

    // MARK: Events

    private func schedule(_ loop: CFRunLoop, _ mode: CoreFoundation.CFString) {
        let source = lock.withLock { () -> CFRunLoopSource in
            schedules.append((loop, mode))
            if runLoopSource == nil { runLoopSource = makeSource() }
            return runLoopSource!
        }
        CFRunLoopAddSource(loop, source, mode)
        wake()
    }

    private func unschedule(_ loop: CFRunLoop, _ mode: CoreFoundation.CFString) {
        let source = lock.withLock { () -> CFRunLoopSource? in
            schedules.removeAll { CFEqual($0.loop, loop) && CFEqual($0.mode, mode) }
            return runLoopSource
        }
        if let source { CFRunLoopRemoveSource(loop, source, mode) }
    }

    private func makeSource() -> CFRunLoopSource {
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        // The source may be at work while another thread closes the stream.
        context.retain = { UnsafeRawPointer(Unmanaged<HTTPStream>.fromOpaque($0!).retain().toOpaque()) }
        context.release = { Unmanaged<HTTPStream>.fromOpaque($0!).release() }
        context.perform = { Unmanaged<HTTPStream>.fromOpaque($0!).takeUnretainedValue().report() }
        return CFRunLoopSourceCreate(nil, 0, &context)
    }

    /// Has the run loops call `report`.
    private func wake() {
        let (source, schedules) = lock.withLock { (runLoopSource, self.schedules) }
        guard let source else { return }
        CFRunLoopSourceSignal(source)
        for schedule in schedules { CFRunLoopWakeUp(schedule.loop) }
    }

    /// Reports bytes that wait once more: the program has set another function.
    private func reportAgain() {
        lock.withLock { hasReportedBytes = false }
        wake()
    }

    /// Calls the program's function for bytes or an end that it has not been called for. On a run loop of the stream.
    private func report() {
        // Whatever the program's function does, the stream lives until it has returned.
        guard let status = lock.withLock({ exchange })?.status, let stream else { return }
        let event: CFStreamEventType? = lock.withLock {
            if status.waiting > 0 {
                defer { hasReportedBytes = true }
                return hasReportedBytes ? nil : .hasBytesAvailable
            }
            guard status.hasEnded, !hasReportedEnd else { return nil }
            hasReportedEnd = true
            return status.failure == nil ? .endEncountered : .errorOccurred
        }
        guard let event else { return }
        let pointer = Unmanaged.passUnretained(stream).toOpaque()
        if let failure = status.failure, event == .errorOccurred {
            var error = Self.error(failure)
            CFObjectStreamSignal(pointer, event.rawValue, &error)
        } else {
            CFObjectStreamSignal(pointer, event.rawValue, nil)
        }
        withExtendedLifetime(stream) {}
    }
}

// MARK: - What C passes

private func text(_ string: UnsafeRawPointer) -> String {
    String(describing: Unmanaged<NSString>.fromOpaque(string).takeUnretainedValue())
}

private func string(_ string: UnsafeRawPointer) -> CoreFoundation.CFString {
    Unmanaged<CoreFoundation.CFString>.fromOpaque(string).takeUnretainedValue()
}

private func runLoop(_ loop: UnsafeMutableRawPointer) -> CFRunLoop {
    Unmanaged<CFRunLoop>.fromOpaque(loop).takeUnretainedValue()
}

/// Whether an object is a Boolean or a number that says yes.
func isTrue(_ object: AnyObject) -> Bool {
    guard CFGetTypeID(object) == CFBooleanGetTypeID() else { return (object as? NSNumber)?.boolValue ?? false }
    // Casts to classes of Core Foundation fail.
    return CFBooleanGetValue(Unmanaged.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue())
}
