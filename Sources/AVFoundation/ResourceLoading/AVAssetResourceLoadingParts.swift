import AudioCore
public import Foundation

/// What an asset needs to know about a resource. A delegate fills it in. Any thread.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    private struct State {
        var type: String?
        var length: Int64 = 0
        var hasRanges = false
        var renewal: Date?
        var isOnDemand = false
    }

    private let state = LockedValue(State())

    private let allowed: [String]?

    init(allowing types: [String]?) {
        allowed = types
        super.init()
    }

    /// The kind of media: a uniform type identifier, or a MIME type; nil where that is not known.
    open var contentType: String? {
        get { state.withLock { $0.type } }
        set { state.withLock { $0.type = newValue } }
    }
    /// The kinds of media that are taken; nil for all.
    open var allowedContentTypes: [String]? { allowed }
    /// How many bytes the resource has; 0 where that is not known.
    open var contentLength: Int64 {
        get { state.withLock { $0.length } }
        set { state.withLock { $0.length = newValue } }
    }
    /// Whether any bytes may be asked for. Otherwise all are asked for at once, from the first on.
    open var isByteRangeAccessSupported: Bool {
        get { state.withLock { $0.hasRanges } }
        set { state.withLock { $0.hasRanges = newValue } }
    }
    /// When the resource must be loaded again; nil for never. Nothing is loaded again.
    open var renewalDate: Date? {
        get { state.withLock { $0.renewal } }
        set { state.withLock { $0.renewal = newValue } }
    }
    /// Whether all bytes are there at once. It changes nothing.
    open var isEntireLengthAvailableOnDemand: Bool {
        get { state.withLock { $0.isOnDemand } }
        set { state.withLock { $0.isOnDemand = newValue } }
    }
}

/// The bytes of a resource that an asset asks for. Any thread may give them.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    private let range: Range<Int64>
    private let toEnd: Bool
    private let received = LockedValue(Received())

    private struct Received {
        var bytes = Data()
        var isTooLarge = false
    }

    /// Bytes that are kept of a resource without ranges.
    static let mostBytes = 256 << 20

    init(_ range: Range<Int64>, toEnd: Bool) {
        (self.range, self.toEnd) = (range, toEnd)
        super.init()
    }

    /// The first byte that is asked for.
    open var requestedOffset: Int64 { range.lowerBound }
    /// How many bytes are asked for. If all up to the end are asked for, it is as many as there can be.
    open var requestedLength: Int { Int(clamping: range.upperBound - range.lowerBound) }
    /// Whether all bytes up to the end of the resource are asked for.
    open var requestsAllDataToEndOfResource: Bool { toEnd }
    /// The first byte that has not been given yet.
    open var currentOffset: Int64 { received.withLock { range.lowerBound + Int64($0.bytes.count) } }

    /// Gives the next bytes. What is more than was asked for is ignored.
    ///
    /// - Parameter data: the bytes, which follow those given before.
    open func respond(with data: Data) {
        received.withLock { received in
            let room = toEnd ? Self.mostBytes : requestedLength
            if toEnd, data.count > room - received.bytes.count { received.isTooLarge = true }
            received.bytes.append(data.prefix(room - received.bytes.count))
        }
    }

    /// What has been given, and whether that was more than is kept.
    var given: (bytes: Data, isTooLarge: Bool) { received.withLock { ($0.bytes, $0.isTooLarge) } }
}
