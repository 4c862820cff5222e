// From Swift's values to Core Foundation's objects, and back.

import CCFNetwork
import CoreFoundationNames
import Foundation

func made(_ message: HTTPMessage) -> Unmanaged<CFHTTPMessage> { .fromOpaque(message.object()) }

func contents(_ message: CFHTTPMessage) -> HTTPMessage {
    HTTPMessage.of(UnsafeRawPointer(Unmanaged.passUnretained(message).toOpaque()))
}

func contents(_ authentication: CFHTTPAuthentication) -> HTTPAuthentication {
    HTTPAuthentication.of(UnsafeRawPointer(Unmanaged.passUnretained(authentication).toOpaque()))
}

func text(_ string: CFString) -> String { String(describing: string) }

func copied(_ text: String) -> Unmanaged<CFString> { .passRetained(NSString(string: text)) }

/// A dictionary of Core Foundation's strings.
func dictionary(_ texts: [String: String]) -> CFDictionary {
    let all = Array(texts)
    return NSDictionary(objects: all.map { NSString(string: $0.value) }, forKeys: all.map { NSString(string: $0.key) })
}

extension HTTPMessage {
    /// A request from Core Foundation's objects.
    static func request(_ method: CFString, _ url: CFURL, _ version: CFString) -> HTTPMessage {
        let method = text(method)
        return HTTPMessage(
            .request(
                method: method.isToken ? method : "GET", url: (url as URL).absoluteURL,
                version: text(version).withoutLineEnds))
    }

    /// Adds a name and a password.
    func authenticate(
        _ failure: HTTPMessage?, _ user: String, _ password: String, _ scheme: String?, _ isForProxy: Bool
    ) -> Bool {
        if let failure {
            let authentication = HTTPAuthentication(failure, scheme: scheme)
            guard authentication.isForProxy == isForProxy else { return false }
            return (try? authentication.apply(to: self, user: user, password: password)) != nil
        }
        // Without a challenge no other scheme has an answer.
        guard scheme?.isSameField("Basic") ?? true, !user.contains(":") else { return false }
        set(HTTPAuthentication.basic(user, password), of: isForProxy ? "Proxy-Authorization" : "Authorization")
        return true
    }
}

extension HTTPAuthentication.Failure {
    /// The error of a stream.
    var streamError: CFStreamError { CFStreamError(domain: 4, error: rawValue) }
}
