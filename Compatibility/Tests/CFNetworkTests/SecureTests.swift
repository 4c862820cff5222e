import Foundation
import NetworkNamespace
import Testing

@testable import CFNetwork

/// HTTPS, with a certificate authority of the tests' own.
@Suite(.enabled(if: Authority.shared != nil, "this needs the command openssl"))
struct SecureTests {
    let authority: Authority
    let server: Authority.SecureServer

    init() throws {
        authority = try #require(Authority.shared)
        server = try authority.server()
    }

    private func read(_ host: String, _ settings: [(CFString, AnyObject)] = [], trusts: Bool = true) -> (
        text: String, error: CFStreamError
    ) {
        let security = NSDictionary(objects: settings.map(\.1), forKeys: settings.map(\.0))
        let answer = StreamTests.read(
            ProxyTests.request("https://\(host):\(server.port)/page"),
            settings.isEmpty ? [] : [(kCFStreamPropertySSLSettings, security)],
            authorities: trusts ? authority.certificate : nil)
        return (answer.text, answer.error)
    }

    @Test func checksTheCertificateAndTheName() {
        #expect(read("localhost").text == "secure")
        let unknown = read("localhost", trusts: false)
        #expect(unknown.text.isEmpty && unknown.error.domain == 3 && unknown.error.error == -9807)
        let misnamed = read("127.0.0.1")
        #expect(misnamed.text.isEmpty && misnamed.error.domain == 3 && misnamed.error.error == -9807)
    }

    /// What a program sets of a connection's security.
    @Test func takesSettings() {
        let unchecked: (CFString, AnyObject) = (kCFStreamSSLValidatesCertificateChain, kCFBooleanFalse)
        #expect(read("127.0.0.1", [unchecked], trusts: false).text == "secure")
        #expect(read("127.0.0.1", [(kCFStreamSSLPeerName, kCFNull)]).text == "secure")
        #expect(read("127.0.0.1", [(kCFStreamSSLPeerName, kCFNull)], trusts: false).error.error == -9807)
        for name in ["localhost", "radio.test"] {
            #expect(read("127.0.0.1", [(kCFStreamSSLPeerName, NSString(string: name))]).text == "secure", "\(name)")
        }
        #expect(read("localhost", [(kCFStreamSSLPeerName, "other.test" as CFString)]).error.error == -9807)
        // As programs write it: with a dictionary of Swift's, and a level that is none.
        let written: [String: Any] = [
            kCFStreamSocketSecurityLevelNegotiatedSSL as String: false,
            kCFStreamSSLLevel as String: kCFStreamSSLValidatesCertificateChain,
            kCFStreamSSLPeerName as String: NSNull(),
        ]
        let answer = StreamTests.read(
            ProxyTests.request("https://127.0.0.1:\(server.port)/page"),
            [(kCFStreamPropertySSLSettings, written as CFTypeRef)], authorities: authority.certificate)
        #expect(answer.text == "secure")
        #expect(
            read("127.0.0.1", [(kCFStreamSSLValidatesCertificateChain, false as CFTypeRef)], trusts: false).text
                == "secure")
        for level in [kCFStreamSocketSecurityLevelNegotiatedSSL, kCFStreamSocketSecurityLevelTLSv1] {
            #expect(read("localhost", [(kCFStreamSSLLevel, level)]).text == "secure")
        }
        #expect(
            read("localhost", [(kCFStreamSSLIsServer, kCFBooleanFalse), (kCFStreamSSLCertificates, NSArray())]).text
                == "secure")
    }

    /// What there is not on Linux is refused, and not left out.
    @Test func refusesWhatItCannotDo() {
        let stream = StreamTests.stream(URL(string: "https://localhost:\(server.port)/page")!)
        for (key, value) in [
            (kCFStreamSSLIsServer, kCFBooleanTrue), (kCFStreamSSLIsServer, NSNumber(value: 1)),
            (kCFStreamSSLCertificates, NSArray(array: [NSObject()])),
            (kCFStreamSSLLevel, kCFStreamSocketSecurityLevelSSLv3),
            (kCFStreamSSLLevel, kCFStreamSocketSecurityLevelSSLv2),
            (kCFStreamSSLLevel, kCFStreamSocketSecurityLevelNone),
        ] as [(CFString, AnyObject)] {
            let settings = NSDictionary(object: value, forKey: key)
            #expect(
                !CFReadStreamSetProperty(
                    stream, CFStreamPropertyKey(rawValue: kCFStreamPropertySSLSettings), settings), "\(key) \(value)")
        }
        #expect(StreamTests.property(stream, kCFStreamPropertySSLPeerTrust) == nil)
    }

    /// A proxy asks for a password before it connects to a server of HTTPS. The server does not see it, nor the proxy the server's.
    @Test(arguments: ["Basic realm=\"p\"", "Digest realm=\"p\", nonce=\"n\", qop=\"auth-int\""])
    func goesThroughAProxy(challenge: String) throws {
        let origin = try authority.server(answer: "HTTP/1.1 200 OK\nContent-Length: 6\n\nhidden")
        let proxy = Server { request, connection in
            guard request.contains("\r\nProxy-Authorization: \(challenge.prefix(5))") else {
                connection.send(
                    "HTTP/1.1 407 No\r\nProxy-Authenticate: \(challenge)\r\nContent-Length: 1000000\r\n\r\nout")
                return
            }
            connection.send("HTTP/1.1 200 Connected\r\nProxy-Field: 1\r\n\r\n")
            connection.passOn(toPort: origin.port)
        }
        let properties: [(CFString, AnyObject)] = [(kCFStreamPropertyHTTPProxy, proxy.asProxy())]
        let request = ProxyTests.request(
            "https://localhost:\(origin.port)/page", ["Authorization": "for the server", "X": "y"])
        let refused = StreamTests.read(request, properties, authorities: authority.certificate)
        #expect(refused.text.isEmpty && refused.error.error == 0)
        let auth = HTTPAuthentication(contents(try #require(refused.header)))
        #expect(auth.isForProxy)
        try auth.apply(to: request, user: "me", password: "secret")
        let answer = StreamTests.read(request, properties, authorities: authority.certificate)
        #expect(answer.text == "hidden" && answer.error.error == 0)
        #expect(try MessageTests.field(#require(answer.header), "Proxy-Field") == nil)
        #expect(proxy.requests.count == 2)
        #expect(
            proxy.requests.allSatisfy {
                $0.hasPrefix("CONNECT localhost:\(origin.port) HTTP/1.1\r\n") && !$0.contains("for the server")
                    && !$0.contains("X: y")
            })
        #expect(origin.text.contains("Authorization: for the server\n"))
        #expect(!origin.text.contains("Proxy-Authorization"))
        let field = try #require(Challenge.all(in: request.value(of: "Proxy-Authorization") ?? "").first)
        if field.scheme == "Digest" { #expect(field.parameters["uri"] == "localhost:\(origin.port)") }
    }

    /// A proxy that sends a request for a secure server elsewhere is not followed.
    @Test func followsNoRedirectionOfAProxy() throws {
        let other = Server { $1.send(StreamTests.ok + "\r\nelsewhere") }
        let proxy = Server { $1.send("HTTP/1.1 302 Away\r\nLocation: \(other.url("/"))\r\n\r\nelsewhere") }
        let answer = StreamTests.read(
            ProxyTests.request("https://localhost:\(server.port)/page"),
            StreamTests.redirects + [(kCFStreamPropertyHTTPProxy, proxy.asProxy())])
        #expect(answer.text.isEmpty && other.requests.isEmpty)
        #expect(CFHTTPMessageGetResponseStatusCode(try #require(answer.header)) == 302)
    }

    /// Redirections lead to a secure server, and what is set for the first server does not hold for the second.
    @Test func isRedirected() throws {
        let first = Server { [port = server.port] in
            $1.send("HTTP/1.1 301 Moved\r\nLocation: https://localhost:\(port)/page\r\n\r\n")
        }
        let name = NSDictionary(object: "127.0.0.1" as CFString, forKey: kCFStreamSSLPeerName)
        let answer = StreamTests.read(
            ProxyTests.request(first.url("/").absoluteString),
            StreamTests.redirects + [(kCFStreamPropertySSLSettings, name)], authorities: authority.certificate)
        #expect(answer.text == "secure")
    }
}
