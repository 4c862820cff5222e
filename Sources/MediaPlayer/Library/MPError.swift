// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioCore
public import Foundation

/// The domain of ``MPError`` as an `NSError`.
public let MPErrorDomain = "MPErrorDomain"

/// What goes wrong with the library.
public struct MPError: CustomNSError, Hashable, Error, Sendable {
    /// What went wrong.
    public enum Code: Int, @unchecked Sendable, Equatable {
        /// The reason has no code of its own.
        case unknown = 0
        /// The user may not do this.
        case permissionDenied = 1
        /// The service for music in the network is missing.
        case cloudServiceCapabilityMissing = 2
        /// The network failed.
        case networkConnectionFailed = 3
        /// There is no such item.
        case notFound = 4
        /// This cannot be done.
        case notSupported = 5
        /// The user does not want it any more.
        case cancelled = 6
        /// The answer took too long.
        case requestTimedOut = 7

        /// Whether an error has a code.
        ///
        /// - Parameters:
        ///   - code: the code.
        ///   - error: any error.
        /// - Returns: true for an ``MPError`` of the code.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? MPError)?.code == code }
    }

    /// What went wrong.
    public let code: Code
    private let reason: String

    /// Creates an error.
    ///
    /// - Parameter code: what went wrong.
    public init(_ code: Code) { self.init(code, reason: "") }

    init(_ code: Code, reason: String) { (self.code, self.reason) = (code, reason) }

    init(_ error: any Error) {
        guard let error = error as? AudioError else {
            self.init(.unknown, reason: "\(error)")
            return
        }
        let code: Code =
            switch error.status {
            case AudioError.noPermission.status: .permissionDenied
            case AudioError.fileNotFound.status: .notFound
            case AudioError.operationNotSupported.status: .notSupported
            default: .unknown
            }
        self.init(code, reason: error.reason)
    }

    /// The domain, ``MPErrorDomain``.
    public static var errorDomain: String { MPErrorDomain }
    /// The code as a number.
    public var errorCode: Int { code.rawValue }
    /// A sentence for people, where there is one.
    public var errorUserInfo: [String: Any] { reason.isEmpty ? [:] : [NSLocalizedDescriptionKey: reason] }

    /// The reason has no code of its own.
    public static var unknown: MPError.Code { .unknown }
    /// The user may not do this.
    public static var permissionDenied: MPError.Code { .permissionDenied }
    /// The service for music in the network is missing.
    public static var cloudServiceCapabilityMissing: MPError.Code { .cloudServiceCapabilityMissing }
    /// The network failed.
    public static var networkConnectionFailed: MPError.Code { .networkConnectionFailed }
    /// There is no such item.
    public static var notFound: MPError.Code { .notFound }
    /// This cannot be done.
    public static var notSupported: MPError.Code { .notSupported }
    /// The user does not want it any more.
    public static var cancelled: MPError.Code { .cancelled }
    /// The answer took too long.
    public static var requestTimedOut: MPError.Code { .requestTimedOut }
}
