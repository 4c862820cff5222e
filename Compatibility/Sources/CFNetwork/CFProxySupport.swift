// CFProxySupport.h: the proxies that the user has set.

public import CoreFoundationNames
public import Foundation

/// Returns the proxies that the environment names: `http_proxy`, `https_proxy` and `no_proxy`, as for the command curl.
///
/// The dictionary has the keys that the property `kCFStreamPropertyHTTPProxy` of a stream takes.
///
/// - Returns: the settings.
public func CFNetworkCopySystemProxySettings() -> Unmanaged<CFDictionary>? {
    .passRetained(proxySettings(ProcessInfo.processInfo.environment))
}

/// The settings of an environment.
func proxySettings(_ environment: [String: String]) -> CFDictionary {
    let settings = NSMutableDictionary()
    func set(_ value: Any, _ key: CFString) { settings.setObject(value, forKey: key) }
    // Under a web server, HTTP_PROXY is a field that a client sends.
    let plain = environment["http_proxy"]
    let secure = environment["https_proxy"] ?? environment["HTTPS_PROXY"]
    for (text, enable, host, port) in [
        (plain, kCFNetworkProxiesHTTPEnable, kCFNetworkProxiesHTTPProxy, kCFNetworkProxiesHTTPPort),
        (secure, kCFNetworkProxiesHTTPSEnable, kCFNetworkProxiesHTTPSProxy, kCFNetworkProxiesHTTPSPort),
    ] {
        let address = text.flatMap { URL(string: $0.contains("://") ? $0 : "http://\($0)") }
        guard let name = address?.host, !name.isEmpty else { continue }
        set(NSNumber(value: 1), enable)
        set(NSString(string: name), host)
        set(NSNumber(value: address?.port ?? 1080), port)
    }
    let exceptions = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split(separator: ",").map {
        String($0).trimmed
    }
    if !exceptions.isEmpty {
        set(NSArray(array: exceptions.map { NSString(string: $0) }), kCFNetworkProxiesExceptionsList)
    }
    return settings
}
