package import CSystemConfiguration
package import NetworkTables

// How an address is reached, as a function of the network's state alone.

extension NetworkState {
    /// Returns how packets get to an address.
    ///
    /// - Parameter address: the address. 0.0.0.0 and :: stand for the network in general: any default route.
    /// - Returns: no flag if there is no way.
    package func reachability(of address: IPAddress) -> SCNetworkReachabilityFlags {
        if address.isAny { return reachabilityInGeneral }
        guard let route = route(to: address) else { return [] }
        if route.kind == .local { return [.reachable, .isLocalAddress, .isDirect] }
        guard let link = link(route.link) else { return [] }
        var flags = link.flags
        if route.gateway == nil, !link.isPointToPoint { flags.insert(.isDirect) }
        return flags
    }

    /// How packets get to addresses that are not near: by the preferred default route.
    package var reachabilityInGeneral: SCNetworkReachabilityFlags {
        defaultRoutes.first.flatMap { link($0.link) }?.flags ?? []
    }

    /// Returns how packets from one of this machine's addresses get to another.
    ///
    /// - Parameters:
    ///   - local: the address of this machine; nil for any.
    ///   - remote: the other; nil if the question is only whether this machine has the first.
    /// - Returns: no flag if there is no way, or if this machine does not have the first.
    package func reachability(from local: IPAddress?, to remote: IPAddress?) -> SCNetworkReachabilityFlags {
        if let local, !local.isAny {
            let own = reachability(of: local)
            guard own.contains(.isLocalAddress) else { return [] }
            guard remote != nil else { return own }
        }
        return remote.map(reachability) ?? reachabilityInGeneral
    }

    /// Returns how packets get to the nearest of several addresses.
    ///
    /// - Parameter addresses: the addresses of one host, the preferred one first.
    /// - Returns: no flag if there is a way to none.
    package func reachability(ofAnyOf addresses: [IPAddress]) -> SCNetworkReachabilityFlags {
        let all = addresses.map(reachability)
        return all.first { $0.contains(.isDirect) } ?? all.first { $0.contains(.reachable) } ?? []
    }
}

extension Link {
    /// The flags of all that this link leads to.
    fileprivate var flags: SCNetworkReachabilityFlags {
        if kind == .cellular { return [.reachable, .transientConnection, .isWWAN] }
        return isPointToPoint ? [.reachable, .transientConnection] : .reachable
    }
}
