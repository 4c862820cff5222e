package import Foundation
import Glibc
import NetworkTables

// What a program sets of a stream, as values that the exchange's thread can read.

/// The proxies of a stream: the property `kCFStreamPropertyHTTPProxy`.
package struct Proxies: Equatable, Sendable {
    /// The proxies of HTTP and HTTPS, each as "host:port".
    private var plain: String?, secure: String?
    /// The hosts that are asked without a proxy.
    private var exceptions: [String] = []

    /// Creates proxies from a dictionary.
    ///
    /// - Parameter dictionary: what a program sets, or what `CFNetworkCopySystemProxySettings` returns; nil for no proxy.
    package init(_ dictionary: NSDictionary?) {
        guard let dictionary else { return }
        plain = Self.proxy(dictionary, "HTTP")
        secure = Self.proxy(dictionary, "HTTPS")
        let list = dictionary.object(forKey: NSString(string: "ExceptionsList")) as? NSArray
        exceptions = (list ?? []).compactMap { ($0 as? NSString).map { String(describing: $0).trimmed.lowercased() } }
        if isTrue(dictionary, "ExcludeSimpleHostnames") == true { exceptions.append("<local>") }
    }

    private static func proxy(_ dictionary: NSDictionary, _ scheme: String) -> String? {
        // A program that sets a host alone wants it used.
        guard isTrue(dictionary, scheme + "Enable") ?? true,
            let host = dictionary.object(forKey: NSString(string: scheme + "Proxy")) as? NSString, host.length > 0
        else { return nil }
        let port = (dictionary.object(forKey: NSString(string: scheme + "Port")) as? NSNumber)?.intValue ?? 80
        let name = String(describing: host)
        return "\(name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name):\(port)"
    }

    /// Returns the proxy that a URL is asked of.
    ///
    /// - Parameter url: the URL.
    /// - Returns: the proxy as "host:port"; nil if the server itself is asked.
    package func proxy(for url: URL) -> String? {
        guard let proxy = url.scheme?.lowercased() == "https" ? secure : plain else { return nil }
        let host = (url.host ?? "").lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return exceptions.contains { Self.isExcepted(host, $0) } ? nil : proxy
    }

    /// Whether a host is one that an exception names: a host with all in its domain, a pattern with "*", a network of addresses such as
    /// "169.254/16", or "<local>" for all names without a domain.
    private static func isExcepted(_ host: String, _ exception: String) -> Bool {
        if exception == "<local>" { return !host.contains(".") && !host.contains(":") }
        let parts = exception.split(separator: "/", maxSplits: 1).map(String.init)
        if parts.count == 2, let address = IPAddress(text: host), let length = Int(parts[1]) {
            let zeros = parts[0].contains(":") ? "" : String(repeating: ".0", count: max(0, 4 - octets(parts[0])))
            guard let network = IPAddress(text: parts[0] + zeros) else { return false }
            return (0...network.bytes.count * 8).contains(length) && address.isIn(network, prefixLength: length)
        }
        if exception.contains("*") { return fnmatch(exception, host, 0) == 0 }
        let domain = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
        return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
    }

    private static func octets(_ text: String) -> Int { text.split(separator: ".").count }
}

/// How a connection is made secure: the property `kCFStreamPropertySSLSettings`.
package struct Security: Equatable, Sendable {
    /// Whether the certificate of the server is checked, and its name.
    package private(set) var checksCertificate = true, checksName = true
    /// The name that the certificate must have; nil for the URL's host.
    package private(set) var peer: String?
    /// The file of the certificate authorities that are trusted; nil for the system's. The environment's `SSL_CERT_FILE`, as for the
    /// command curl.
    package var authorities = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]

    package init() {}

    /// Takes what a program sets.
    ///
    /// - Parameter dictionary: the program's dictionary; nil for what holds without one.
    /// - Returns: false if it wants what there is not here: a server, a certificate of its own, or a version of SSL before TLS.
    package mutating func set(_ dictionary: NSDictionary?) -> Bool {
        func entry(_ key: String) -> Any? { dictionary?.object(forKey: NSString(string: key)) }
        let certificates = entry("kCFStreamSSLCertificates")
        guard dictionary.flatMap({ isTrue($0, "kCFStreamSSLIsServer") }) != true,
            certificates == nil || (certificates as? NSArray)?.count == 0,
            entry("kCFStreamSSLLevel").map({ Self.isSecureLevel($0 as AnyObject) }) ?? true
        else { return false }
        checksCertificate = dictionary.flatMap { isTrue($0, "kCFStreamSSLValidatesCertificateChain") } ?? true
        let name = entry("kCFStreamSSLPeerName")
        checksName = checksCertificate && !(name is NSNull)
        peer = (name as? NSString).map { String(describing: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        return true
    }

    /// Whether a level of security is one that a connection can have. All but the levels without TLS stand for the best version that
    /// both ends know.
    static func isSecureLevel(_ level: AnyObject) -> Bool {
        let text = (level as? NSString).map { String(describing: $0) }
        return !["None", "SSLv2", "SSLv3"].contains { text == "kCFStreamSocketSecurityLevel" + $0 }
    }

    /// Returns the address that is asked for, and where the connection goes.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - firstServer: the server that the program's own request is for: what is set holds for no other.
    /// - Returns: the URL as text, with the name that the certificate must have as its host, and "::host:port" if that is another.
    func address(of url: URL, firstServer: String?) -> (String, String) {
        let plain = String(url.absoluteString.prefix { $0 != "#" })
        guard let peer, checksName, url.scheme?.lowercased() == "https", url.server == firstServer,
            var parts = URLComponents(string: plain), let host = parts.encodedHost,
            peer.lowercased() != url.host?.lowercased()
        else { return (plain, "") }
        let place = "::\(host):\(url.port ?? 443)"
        parts.host = peer
        return parts.string.map { ($0, place) } ?? (plain, "")
    }
}

/// The traffic classes of the property `kCFStreamNetworkServiceType`, by RFC 4594.
func trafficClass(ofService service: String) -> Int32? {
    switch service {
    case "kCFStreamNetworkServiceTypeBackground": 8
    case "kCFStreamNetworkServiceTypeResponsiveData": 18
    case "kCFStreamNetworkServiceTypeAVStreaming": 26
    case "kCFStreamNetworkServiceTypeResponsiveAV": 32
    case "kCFStreamNetworkServiceTypeVideo": 34
    case "kCFStreamNetworkServiceTypeCallSignaling": 40
    case "kCFStreamNetworkServiceTypeVoice", "kCFStreamNetworkServiceTypeVoIP": 46
    default: nil
    }
}

/// Whether an entry of a dictionary is a Boolean or a number that says yes; nil if there is none.
func isTrue(_ dictionary: NSDictionary, _ key: String) -> Bool? {
    dictionary.object(forKey: NSString(string: key)).map { isTrue($0 as AnyObject) }
}

extension URLComponents {
    /// The host as it is written in a URL; nil without one. What a percent sign stands for never gets into a line of HTTP.
    var encodedHost: String? { percentEncodedHost?.withoutLineEnds }
}

extension URL {
    /// The scheme, the host and the port, in one spelling.
    var server: String {
        let scheme = scheme?.lowercased() ?? ""
        return "\(scheme)://\((host ?? "").lowercased()):\(port ?? (scheme == "https" ? 443 : 80))"
    }

    /// The host, and the port if it is not the usual one, as the field Host has them.
    var authority: String {
        let host = URLComponents(url: self, resolvingAgainstBaseURL: true)?.encodedHost ?? ""
        return host + (port.map { ":\($0)" } ?? "")
    }
}
