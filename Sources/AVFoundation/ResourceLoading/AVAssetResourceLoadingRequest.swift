import AudioCore
public import Foundation

/// What an asset asks a loader's delegate for: what a resource is, bytes of it, or both. Any thread may answer.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    /// The address that is asked for.
    ///
    /// It has the members of Foundation's `URLRequest` that are of use for it. That type itself belongs to FoundationNetworking, which
    /// this module does not load.
    public struct AddressRequest: Sendable {
        /// The address.
        public let url: URL?
        /// The method: GET.
        public let httpMethod: String?
        /// Headers to send: none.
        public let allHTTPHeaderFields: [String: String]?

        /// The value of a header.
        ///
        /// - Parameter field: its name.
        /// - Returns: the value; nil for none.
        public func value(forHTTPHeaderField field: String) -> String? { allHTTPHeaderFields?[field] }
    }

    private struct State: @unchecked Sendable {
        var outcome: Result<Void, any Error>?
        var isCancelled = false
        /// Whether the delegate has been asked.
        var isAsked = false
        var response: Any?
        var redirect: Any?
    }

    private let address: URL
    private let state = WaitableValue(State())
    private let information: AVAssetResourceLoadingContentInformationRequest?
    private let data: AVAssetResourceLoadingDataRequest
    private let asker = AVAssetResourceLoadingRequestor(givesReports: false)

    init(_ url: URL, range: Range<Int64>, toEnd: Bool, wantsInformation: Bool) {
        address = url
        information = wantsInformation ? AVAssetResourceLoadingContentInformationRequest(allowing: nil) : nil
        data = AVAssetResourceLoadingDataRequest(range, toEnd: toEnd)
        super.init()
    }

    /// The address.
    open var request: AddressRequest { AddressRequest(url: address, httpMethod: "GET", allHTTPHeaderFields: nil) }
    /// Whether the delegate has finished loading.
    open var isFinished: Bool { state.withLockQuietly { $0.outcome != nil && !$0.isCancelled } }
    /// Whether the asset does not need this any more.
    open var isCancelled: Bool { state.withLockQuietly { $0.isCancelled } }
    /// What is asked about the resource; nil where that is known.
    open var contentInformationRequest: AVAssetResourceLoadingContentInformationRequest? { information }
    /// Which bytes are asked for.
    open var dataRequest: AVAssetResourceLoadingDataRequest? { data }
    /// Who asks.
    open var requestor: AVAssetResourceLoadingRequestor { asker }

    /// The server's response, a `URLResponse`. Redirects are taken from `redirect`, so it changes nothing.
    open var response: Any? {
        get { state.withLockQuietly { $0.response } }
        set { state.set(\.response, to: newValue) }
    }

    /// Where the resource is instead: a `URLRequest` of an address of http or https, or its URL. Set it before the request is
    /// finished.
    open var redirect: Any? {
        get { state.withLockQuietly { $0.redirect } }
        set { state.set(\.redirect, to: newValue) }
    }

    /// Says that all that was asked for is there.
    open func finishLoading() { end(.success(())) }

    /// Says that no more comes.
    ///
    /// - Parameter error: why; nil for a success.
    open func finishLoading(with error: (any Error)?) { end(error.map { .failure($0) } ?? .success(())) }

    // MARK: The asset's part

    private func end(_ outcome: Result<Void, any Error>) {
        state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
        }
    }

    /// Notes that the delegate is asked.
    ///
    /// - Returns: whether it still has to be.
    func begin() -> Bool {
        state.withLockQuietly { state in
            guard state.outcome == nil else { return false }
            state.isAsked = true
            return true
        }
    }

    /// - Returns: whether the delegate was loading it.
    func cancel() -> Bool {
        state.withLock { state in
            guard state.outcome == nil else { return false }
            state.isCancelled = true
            state.outcome = .failure(AVError(.operationCancelled))
            return state.isAsked
        }
    }

    /// Waits until the delegate has finished.
    func wait() throws {
        LockOrder.willWait(under: .scan)
        let outcome = state.wait { state in state.outcome }
        try outcome?.get()
    }

    /// The address that the delegate redirects to. A request of FoundationNetworking describes itself by its URL.
    var redirection: String? {
        guard let redirect else { return nil }
        return (redirect as? URL)?.absoluteString ?? (redirect as? AddressRequest)?.url?.absoluteString
            ?? String(describing: redirect)
    }
}

extension WaitableValue {
    /// Sets a part of the value. The old one goes away outside the lock: it may be a client's object, with code of its own.
    fileprivate func set<Part>(_ part: WritableKeyPath<Value, Part>, to new: Part) {
        let old = withLockQuietly { value in
            defer { value[keyPath: part] = new }
            return value[keyPath: part]
        }
        withExtendedLifetime(old) {}
    }
}

/// Asks a delegate to load something again before it expires. Nothing expires.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {}

/// Who asks for a resource.
open class AVAssetResourceLoadingRequestor: NSObject, @unchecked Sendable {
    private let givesReports: Bool

    init(givesReports: Bool) {
        self.givesReports = givesReports
        super.init()
    }

    /// Whether reports of sessions of keys that have expired are given: false, as there are none.
    open var providesExpiredSessionReports: Bool { givesReports }
}
