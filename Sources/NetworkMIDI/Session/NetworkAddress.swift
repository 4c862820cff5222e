/// The address of a socket. Addresses of IPv4 are those of IPv6 that stand for them.
package struct NetworkAddress: Hashable, Sendable {
    /// The address of a machine.
    package struct Host: Hashable, Sendable {
        /// The first and the last eight bytes.
        package var high: UInt64
        package var low: UInt64
        /// The number of the network interface, for addresses that are those of a link.
        package var scope: UInt32

        package init(high: UInt64, low: UInt64, scope: UInt32 = 0) {
            (self.high, self.low, self.scope) = (high, low, scope)
        }

        /// That of an address of IPv4.
        package init(version4 address: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address)) }

        /// The address of IPv4 that it stands for.
        package var version4: UInt32? {
            high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
        }

        /// Whether it is one of IPv6 that is valid on its link alone.
        package var isOfLink: Bool { high >> 54 == 0x3FA }

        /// The less, the sooner it is tried: those of IPv4 first, which all peers have, and those of links last.
        var preference: Int { version4 != nil ? 0 : isOfLink ? 2 : 1 }
    }

    package var host: Host
    package var port: UInt16

    package init(host: Host, port: UInt16) { (self.host, self.port) = (host, port) }

    /// The address of the same machine's next port, which is that of commands of MIDI.
    package var next: NetworkAddress { NetworkAddress(host: host, port: port &+ 1) }
}
