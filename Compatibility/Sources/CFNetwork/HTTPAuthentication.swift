import CCFObjects
package import Foundation
import Synchronization

/// The contents of a `CFHTTPAuthenticationRef`: what a response asks for, and the answer.
package final class HTTPAuthentication: CoreFoundationContents {
    package static let type = register("CFHTTPAuthentication", CFHTTPAuthentication.self)

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
    /// How many answers have used the server's nonce.
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

    /// The realm: the name that the server has for what it protects.
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
        let path = url.encodedPath
        return domains.contains { $0.server == url.server && path.hasPrefix($0.encodedPath) }
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
            answer = challenge.digest(request, user, password, use: number, nonce: Self.random, isForProxy: isForProxy)
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
    ///   - use: how many answers have used the server's nonce, this one included.
    ///   - nonce: the client's nonce.
    ///   - isForProxy: whether a proxy asks: it sees the whole URL, and of a secure one the method CONNECT.
    package func digest(
        _ request: HTTPMessage, _ user: String, _ password: String, use: UInt32, nonce own: String,
        isForProxy: Bool = false
    ) -> String {
        guard let algorithm else { return "" }
        let hash = algorithm.digest
        let realm = parameters["realm"] ?? ""
        let nonce = parameters["nonce"] ?? ""
        let count = String(use, radix: 16)
        let use = String(repeating: "0", count: 8 - count.count) + count
        var secret = hash("\(user):\(realm):\(password)")
        if algorithm.ofSession { secret = hash("\(secret):\(nonce):\(own)") }
        let (method, target, body) = isForProxy ? request.forProxy : request.forServer
        var subject = "\(method):\(target)"
        if quality == "auth-int" { subject += ":" + hash(Array(body)) }
        let response = hash([secret, nonce] + (quality.map { [use, own, $0] } ?? []) + [hash(subject)])
        var parts = [
            "username=\(user.quoted)", "realm=\(realm.quoted)", "nonce=\(nonce.quoted)",
            "uri=\(target.quoted)", "response=\(response.quoted)",
        ]
        if let name = parameters["algorithm"] { parts.append("algorithm=\(name)") }
        if let opaque = parameters["opaque"] { parts.append("opaque=\(opaque.quoted)") }
        if let quality { parts += ["qop=\(quality)", "nc=\(use)", "cnonce=\(own.quoted)"] }
        if quality == nil, algorithm.ofSession { parts.append("cnonce=\(own.quoted)") }
        return "Digest " + parts.joined(separator: ", ")
    }
}

extension HTTPMessage {
    /// The method, the target and the body of a request as its server sees them.
    fileprivate var forServer: (String, String, Data) { (method ?? "", requestTarget, body ?? Data()) }

    /// The method, the target and the body of a request as a proxy sees them.
    fileprivate var forProxy: (String, String, Data) {
        guard let url, method != "CONNECT" else { return forServer }
        guard url.scheme?.lowercased() == "https" else {
            return (method ?? "", String(url.absoluteString.prefix { $0 != "#" }).withoutLineEnds, body ?? Data())
        }
        let tunnel = HTTPMessage(.request(method: "CONNECT", url: url, version: version))
        return ("CONNECT", tunnel.requestTarget, Data())
    }
}

extension URL {
    /// The path as it is written, with a slash at its end if it has one.
    fileprivate var encodedPath: String {
        let path = URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
        return path.isEmpty ? "/" : path
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
