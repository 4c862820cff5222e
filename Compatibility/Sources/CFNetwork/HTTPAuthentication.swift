import CCFObjects
package import Foundation
import Synchronization

/// The contents of a `CFHTTPAuthenticationRef`: what a response asks for, and the answer.
package final class HTTPAuthentication: CoreFoundationContents {
    package static let type = CFObjectRegister(name)
    nonisolated(unsafe) private static let name = UnsafePointer(strdup("CFHTTPAuthentication")!)

    /// An error of the domain of HTTP.
    package enum Failure: Int32, Error {
        case unsupported = -1000
        case badUserName = -1001
        case badPassword = -1002
    }

    /// What is answered; nil if nothing that is asked for is supported.
    package let challenge: Challenge?
    /// Whether a proxy asks.
    package let isForProxy: Bool
    /// Where the response came from, if that is known.
    private let origin: URL?
    /// How often the server's number has been used.
    private let uses = Atomic<UInt32>(0)

    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - response: a response with the status 401 or 407.
    ///   - scheme: the scheme to answer with; nil for the best.
    package init(_ response: HTTPMessage, scheme: String? = nil) {
        isForProxy = response.code == 407
        origin = response.origin
        let field = response.code == 401 || isForProxy ? isForProxy ? "Proxy-Authenticate" : "WWW-Authenticate" : nil
        challenge = Challenge.all(in: field.flatMap(response.value) ?? "")
            .filter { $0.rank != nil && (scheme.map($0.scheme.isSameField) ?? true) }
            .min { $0.rank! < $1.rank! }
    }

    /// What the server calls the place that it guards.
    package var realm: String { challenge?.parameters["realm"] ?? "" }

    /// The scheme, in its usual spelling.
    package var scheme: String { challenge?.rank == 2 ? "Basic" : challenge == nil ? "" : "Digest" }

    /// The URLs for which an answer holds: those that the scheme Digest lists, or the server.
    package var domains: [URL] {
        let listed = (challenge?.parameters["domain"] ?? "").split(separator: " ")
            .compactMap { URL(string: String($0), relativeTo: origin)?.absoluteURL }
        if !listed.isEmpty, scheme == "Digest" { return listed }
        return origin.flatMap { URL(string: scheme == "Basic" ? "." : "/", relativeTo: $0)?.absoluteURL }.map { [$0] }
            ?? []
    }

    /// Returns whether a request is one that the answer is for.
    ///
    /// - Parameter request: the request.
    /// - Returns: true also if it is not known where the response came from.
    package func applies(to request: HTTPMessage) -> Bool {
        guard challenge != nil, let url = request.url else { return false }
        if isForProxy || origin == nil { return true }
        return domains.contains { domain in
            domain.scheme == url.scheme && domain.host?.lowercased() == url.host?.lowercased()
                && domain.port == url.port
                && url.path.hasPrefix(domain.path == "/" ? "" : domain.path)
        }
    }

    /// Adds the answer to a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - user: the name.
    ///   - password: the password.
    /// - Throws: `Failure`.
    package func apply(to request: HTTPMessage, user: String?, password: String?) throws(Failure) {
        guard let challenge else { throw .unsupported }
        // The scheme Basic separates the name from the password by a colon.
        guard let user, !user.isEmpty, scheme == "Digest" || !user.contains(":") else { throw .badUserName }
        guard let password else { throw .badPassword }
        let answer: String
        if scheme == "Basic" {
            answer = Self.basic(user, password)
        } else {
            let number = uses.wrappingAdd(1, ordering: .relaxed).newValue
            answer = challenge.digest(request, user, password, use: number, nonce: Self.random)
        }
        request.set(answer, of: isForProxy ? "Proxy-Authorization" : "Authorization")
    }

    /// The answer of the scheme Basic.
    package static func basic(_ user: String, _ password: String) -> String {
        "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    private static var random: String { String(UInt64.random(in: .min ... .max), radix: 16) }
}

extension Challenge {
    /// The answer of the scheme Digest.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - user: the name.
    ///   - password: the password.
    ///   - use: how often the server's number has been used, with this time.
    ///   - nonce: the number that this machine adds.
    package func digest(_ request: HTTPMessage, _ user: String, _ password: String, use: UInt32, nonce own: String)
        -> String
    {
        guard let algorithm else { return "" }
        let hash = algorithm.digest
        let realm = parameters["realm"] ?? ""
        let nonce = parameters["nonce"] ?? ""
        let count = String(use, radix: 16)
        let use = String(repeating: "0", count: 8 - count.count) + count
        var secret = hash("\(user):\(realm):\(password)")
        if algorithm.ofSession { secret = hash("\(secret):\(nonce):\(own)") }
        var subject = "\(request.method ?? ""):\(request.requestTarget)"
        if quality == "auth-int" { subject += ":" + hash(Array(request.body ?? Data())) }
        let response = hash([secret, nonce] + (quality.map { [use, own, $0] } ?? []) + [hash(subject)])
        var parts = [
            "username=\(user.quoted)", "realm=\(realm.quoted)", "nonce=\(nonce.quoted)",
            "uri=\(request.requestTarget.quoted)", "response=\(response.quoted)",
        ]
        if let name = parameters["algorithm"] { parts.append("algorithm=\(name)") }
        if let opaque = parameters["opaque"] { parts.append("opaque=\(opaque.quoted)") }
        if let quality { parts += ["qop=\(quality)", "nc=\(use)", "cnonce=\(own.quoted)"] }
        if quality == nil, algorithm.ofSession { parts.append("cnonce=\(own.quoted)") }
        return "Digest " + parts.joined(separator: ", ")
    }
}

extension Digest {
    fileprivate func callAsFunction(_ parts: [String]) -> String { callAsFunction(parts.joined(separator: ":")) }
}

extension String {
    /// The text in quotation marks.
    fileprivate var quoted: String {
        "\"" + replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
}
