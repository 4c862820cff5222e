import AudioCore
public import Dispatch
public import Foundation

/// Asks a program for what is at URLs of schemes that the system does not load itself.
///
/// Set its delegate before the asset is asked for a property. Files, and addresses of http and https, are loaded without a delegate.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    private struct State: @unchecked Sendable {
        weak var delegate: (any AVAssetResourceLoaderDelegate)?
        var queue: DispatchQueue?
        var preloadsKeys = false
        /// The request that is waited for.
        var pending: [ObjectIdentifier: AVAssetResourceLoadingRequest] = [:]
        var isCancelled = false
    }

    private let state = LockedValue(State())
    /// Where the asset is.
    let url: URL
    private static let queueKey = Sent(value: DispatchSpecificKey<ObjectIdentifier>())

    /// Loaders are assets': programs make none.
    init(_ url: URL) {
        self.url = url
        super.init()
    }

    /// Sets who loads, and where it is called.
    ///
    /// - Parameters:
    ///   - delegate: who loads; nil for nobody. It is not kept alive.
    ///   - delegateQueue: the queue on which the delegate is called; nil for the main queue.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        let queue = delegate == nil ? nil : delegateQueue ?? .main
        if let queue { queue.setSpecific(key: Self.queueKey.value, value: ObjectIdentifier(queue)) }
        state.withLock { ($0.delegate, $0.queue) = (delegate, queue) }
    }

    /// Who loads; nil for nobody.
    open var delegate: (any AVAssetResourceLoaderDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called; nil without a delegate.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }
    /// Whether keys are requested before they are needed. There are no protected sounds, so it changes nothing.
    open var preloadsEligibleContentKeys: Bool {
        get { state.withLock { $0.preloadsKeys } }
        set { state.withLock { $0.preloadsKeys = newValue } }
    }

    // MARK: Loading

    /// Whether this runs on the delegate's queue, which cannot load while it waits.
    private var isOnQueue: Bool {
        delegateQueue.map { DispatchQueue.getSpecific(key: Self.queueKey.value) == ObjectIdentifier($0) } ?? false
    }

    private static var isOnQueueError: AVError {
        AVError(
            .operationNotAllowed,
            userInfo: [
                NSLocalizedFailureReasonErrorKey:
                    "a property was asked for on the delegate's own queue, which cannot load it meanwhile"
            ])
    }

    /// Takes a lock that is held while the delegate loads.
    ///
    /// - Throws: `operationNotAllowed` on the delegate's queue if the lock is held. Its owner may wait for that queue.
    func take(_ lock: NSLock) throws {
        guard isOnQueue else { return lock.lock() }
        guard lock.try() else { throw Self.isOnQueueError }
    }

    /// Asks the delegate what is at the URL.
    ///
    /// - Throws: the delegate's error, and `operationNotSupportedForAsset` where nobody loads.
    func open() throws -> LoadedResource {
        let request = AVAssetResourceLoadingRequest(url, range: 0..<2, toEnd: false, wantsInformation: true)
        try load(request)
        return LoadedResource(self, request)
    }

    /// Has the delegate load, and waits until it has finished.
    func load(_ request: AVAssetResourceLoadingRequest) throws {
        // A cancellation either comes before this, or finds the request.
        let (delegate, queue, isCancelled) = state.withLock { state in
            if !state.isCancelled { state.pending[ObjectIdentifier(request)] = request }
            return (state.delegate, state.queue, state.isCancelled)
        }
        guard !isCancelled else { throw AVError(.operationCancelled) }
        defer { state.withLock { _ = $0.pending.removeValue(forKey: ObjectIdentifier(request)) } }
        guard let delegate, let queue else { throw Inspection.notReadable }
        let receiver = Sent(value: delegate)
        let ask: @Sendable () -> Void = { [self] in
            guard request.begin() else { return }
            if !receiver.value.resourceLoader(self, shouldWaitForLoadingOfRequestedResource: request) {
                request.finishLoading(with: Inspection.notReadable)
            }
        }
        if isOnQueue {
            // The queue would wait for itself.
            ask()
            if !request.isFinished { request.finishLoading(with: Self.isOnQueueError) }
        } else {
            queue.async(execute: ask)
        }
        try request.wait()
    }

    /// Gives up all that is waited for, and what follows.
    func cancel() {
        let pending = state.withLock { state in
            state.isCancelled = true
            return Array(state.pending.values)
        }
        for request in pending { cancel(request) }
    }

    /// Gives up a request, and notifies the delegate if it has been asked.
    func cancel(_ request: AVAssetResourceLoadingRequest) {
        guard request.cancel() else { return }
        let (delegate, queue) = state.withLock { ($0.delegate, $0.queue) }
        guard let delegate, let queue else { return }
        let receiver = Sent(value: delegate)
        queue.async { receiver.value.resourceLoader(self, didCancel: request) }
    }
}

/// Loads what an asset asks for.
///
/// The loader's queue calls all of it.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
    /// Asks for what is at a URL.
    ///
    /// - Parameters:
    ///   - resourceLoader: who asks.
    ///   - loadingRequest: what is asked for. It may be answered later, on any thread.
    /// - Returns: whether it will be answered. If it is not, the asset fails to load.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool

    /// Asks for a renewal of what was loaded. Nothing expires, so it is not called.
    ///
    /// - Parameters:
    ///   - resourceLoader: who asks.
    ///   - renewalRequest: what is asked for.
    /// - Returns: whether it will be answered.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool

    /// A request is no longer of use.
    ///
    /// - Parameters:
    ///   - resourceLoader: who asked.
    ///   - loadingRequest: the request.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
    /// Answers that nothing is loaded.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool { false }

    /// Answers that nothing is renewed.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool { false }

    /// Does nothing.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}
