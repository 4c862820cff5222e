import Glibc

/// Why a call has no answer that can be used.
package enum BusFailure: Error, Equatable, Sendable {
    /// There is no bus, no library for it, or the bus does not answer.
    case noBus
    /// Nobody has the name that is called.
    case noService
    /// No answer came in time.
    case noAnswer
    /// The answer has other types than those that were expected, or is too large.
    case wrongTypes
    /// The service or the bus answered with an error, which is one of the system's numbers (`errno`).
    case refused(Int32)

    init(errno code: Int32) {
        switch code {
        case ENOTCONN, ECONNRESET, EPIPE: self = .noBus
        case EHOSTUNREACH, ENXIO: self = .noService
        case ETIMEDOUT: self = .noAnswer
        default: self = .refused(code)
        }
    }

    /// For people.
    package var reason: String {
        switch self {
        case .noBus: "there is no bus that answers"
        case .noService: "it is not on the bus"
        case .noAnswer: "it does not answer"
        case .wrongTypes: "its answer has wrong types"
        case .refused(let code): String(cString: strerror(code))
        }
    }
}
