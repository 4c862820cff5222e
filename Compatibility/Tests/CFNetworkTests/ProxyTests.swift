import Foundation
import Synchronization
import Testing

@testable import CFNetwork

/// Proxies, and what they and servers get to see.
@Suite struct ProxyTests {
    static func request(_ url: String, _ fields: [String: String] = [:]) -> HTTPMessage {
        let request = HTTPMessage(.request(method: "GET", url: URL(string: url)!, version: "HTTP/1.1"))
        for (name, value) in fields { request.set(value, of: name) }
        return request
    }

    @Test func asksAProxy() {
        let proxy = Server { $1.send(StreamTests.ok + "\r\nby proxy") }
        let answer = StreamTests.read(
            Self.request("http://host.invalid/page", ["Proxy-Authorization": "for the proxy"]),
            [(kCFStreamPropertyHTTPProxy, proxy.asProxy())])
        #expect(answer.text == "by proxy")
        #expect(
            proxy.requests.first?.hasPrefix("GET http://host.invalid/page HTTP/1.1\r\nHost: host.invalid\r\n") == true)
        #expect(proxy.requests.first?.contains("\r\nProxy-Authorization: for the proxy\r\n") == true)
    }

    /// A server gets neither what is meant for a proxy nor the name and the password of a URL.
    @Test func keepsPasswordsFromServers() {
        let server = Server { $1.send(StreamTests.ok + "\r\nhello") }
        let url = "http://me:secret@127.0.0.1:\(server.port)/"
        #expect(StreamTests.read(Self.request(url, ["Proxy-Authorization": "for the proxy"])).text == "hello")
        #expect(server.requests.first?.lowercased().contains("authorization") == false)
    }

    /// A proxy that is switched off, and hosts that need none.
    @Test func asksServersThemselves() {
        let proxy = Server { $1.send(StreamTests.ok + "\r\nby proxy") }
        let server = Server { $1.send(StreamTests.ok + "\r\ndirectly") }
        for more in [
            [(kCFNetworkProxiesHTTPEnable, NSNumber(value: 0))], [(kCFNetworkProxiesHTTPEnable, kCFBooleanFalse)],
            [(kCFNetworkProxiesExceptionsList, NSArray(array: ["127/8" as CFString]))],
        ] as [[(CFString, AnyObject)]] {
            let answer = StreamTests.read(
                Self.request(server.url("/").absoluteString), [(kCFStreamPropertyHTTPProxy, proxy.asProxy(more))])
            #expect(answer.text == "directly")
        }
        #expect(proxy.requests.isEmpty)
    }

    @Test(arguments: [
        ("example.org", "http://example.org/", true), ("example.org", "http://www.EXAMPLE.org/", true),
        (".example.org", "http://www.example.org/", true), ("example.org", "http://anexample.org/", false),
        ("*.example.org", "http://www.example.org/", true), ("*.example.org", "http://example.org/", false),
        ("*", "http://example.org/", true), ("<local>", "http://printer/", true),
        ("<local>", "http://example.org/", false), ("169.254/16", "http://169.254.3.4/", true),
        ("169.254/16", "http://169.255.3.4/", false), ("10.0.0.0/8", "http://10.1.2.3/", true),
        ("fe80::/10", "http://[fe80::1]/", true), ("fe80::/10", "http://[fd00::1]/", false),
        ("10.0.0.0/99", "http://10.1.2.3/", false), ("nothing/8", "http://10.1.2.3/", false),
        ("", "http://example.org/", false), (".", "http://example.org/", false), ("/", "http://example.org/", false),
    ])
    func knowsExceptions(exception: String, url: String, isExcepted: Bool) throws {
        let proxies = Proxies(
            NSDictionary(
                objects: ["proxy" as CFString, NSArray(array: [NSString(string: exception)])],
                forKeys: [kCFNetworkProxiesHTTPProxy, kCFNetworkProxiesExceptionsList]))
        #expect(proxies.proxy(for: try #require(URL(string: url))) == (isExcepted ? nil : "proxy:80"))
    }

    @Test func readsSettings() {
        let url = URL(string: "https://printer/")!
        func proxy(_ settings: [(CFString, AnyObject)]) -> String? {
            Proxies(NSDictionary(objects: settings.map(\.1), forKeys: settings.map(\.0))).proxy(for: url)
        }
        let host = (kCFNetworkProxiesHTTPSProxy, "::1" as CFString)
        #expect(proxy([host, (kCFNetworkProxiesHTTPSPort, NSNumber(value: 3128))]) == "[::1]:3128")
        #expect(proxy([host, (kCFNetworkProxiesHTTPSEnable, NSNumber(value: 1))]) == "[::1]:80")
        #expect(proxy([host, (kCFNetworkProxiesHTTPSEnable, NSNumber(value: 0))]) == nil)
        #expect(proxy([host, (kCFNetworkProxiesExcludeSimpleHostnames, NSNumber(value: 1))]) == nil)
        #expect(proxy([(kCFNetworkProxiesHTTPProxy, "plain" as CFString)]) == nil)
        #expect(proxy([(kCFNetworkProxiesHTTPSProxy, NSNumber(value: 1))]) == nil)
    }

    /// A program answers a proxy's 407 as it answers a server's 401.
    @Test(arguments: ["Basic realm=\"p\"", "Digest realm=\"p\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"])
    func answersAProxy(challenge: String) throws {
        let proxy = Server { request, connection in
            connection.send(
                request.contains("\r\nProxy-Authorization: \(challenge.prefix(5))")
                    ? StreamTests.ok + "\r\nin"
                    : "HTTP/1.1 407 No\r\nProxy-Authenticate: \(challenge)\r\nContent-Length: 3\r\n\r\nout")
        }
        let properties: [(CFString, AnyObject)] = [(kCFStreamPropertyHTTPProxy, proxy.asProxy())]
        let request = Self.request("http://host.invalid/page?query#fragment")
        let first = StreamTests.read(request, properties)
        #expect(first.text == "out")
        let auth = HTTPAuthentication(contents(try #require(first.header)))
        #expect(auth.isForProxy && auth.applies(to: request))
        try auth.apply(to: request, user: "me", password: "secret")
        #expect(StreamTests.read(request, properties).text == "in")
        let answer = try #require(Challenge.all(in: request.value(of: "Proxy-Authorization") ?? "").first)
        // Digest is of what the first line of the request has.
        if answer.scheme == "Digest" { #expect(answer.parameters["uri"] == "http://host.invalid/page?query") }
        #expect(!proxy.requests[1].contains("\r\nAuthorization"))
    }

    /// A program that this one starts inherits no connection; packets have the class that the program sets.
    @Test func keepsItsSockets() {
        let found = Mutex<[(flags: Int32, service: Int32)]>([])
        let port = Mutex<UInt16>(0)
        let server = Server { _, connection in
            let sockets = Self.sockets(to: port.withLock { $0 })
            found.withLock { $0 = sockets }
            connection.send(StreamTests.ok + "\r\nhello")
        }
        port.withLock { $0 = server.port }
        let properties: [(CFString, AnyObject)] = [
            (kCFStreamNetworkServiceType, kCFStreamNetworkServiceTypeAVStreaming),
            (kCFStreamPropertySocketSecurityLevel, kCFStreamSocketSecurityLevelNegotiatedSSL),
        ]
        #expect(StreamTests.read(Self.request(server.url("/").absoluteString), properties).text == "hello")
        let sockets = found.withLock { $0 }
        #expect(sockets.count == 1 && sockets[0].flags & FD_CLOEXEC != 0 && sockets[0].service == 26 << 2)
        let stream = StreamTests.stream(server.url("/"))
        for (name, value) in [
            (kCFStreamNetworkServiceType, "unknown" as CFString),
            (kCFStreamPropertySocketSecurityLevel, kCFStreamSocketSecurityLevelNone),
            (kCFStreamPropertySocketSecurityLevel, kCFStreamSocketSecurityLevelSSLv3),
        ] {
            #expect(!CFReadStreamSetProperty(stream, CFStreamPropertyKey(rawValue: name), value), "\(value)")
        }
    }

    /// The sockets of this process that are connected to a port.
    private static func sockets(to port: UInt16) -> [(flags: Int32, service: Int32)] {
        (Int32(0)..<4096).compactMap { descriptor in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let named = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
            }
            guard named == 0, address.sin_family == sa_family_t(AF_INET), UInt16(bigEndian: address.sin_port) == port
            else { return nil }
            var service: Int32 = 0
            length = 4
            getsockopt(descriptor, Int32(IPPROTO_IP), Int32(IP_TOS), &service, &length)
            return (fcntl(descriptor, F_GETFD), service)
        }
    }
}
