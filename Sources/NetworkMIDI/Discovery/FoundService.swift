/// A session that is announced on the network.
package struct FoundService: Hashable, Sendable {
    /// The kind of service that sessions are.
    package static let type = "_apple-midi._udp"

    package var name: String
    package var domain: String
    /// The addresses of the port of commands.
    package var addresses: [NetworkAddress]

    package init(name: String, domain: String = "local", addresses: [NetworkAddress]) {
        (self.name, self.domain, self.addresses) = (name, domain, addresses)
    }

    /// Another name where one is taken: with a number at its end, or the next one.
    package static func alternative(to name: String) -> String {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        if words.count > 1, let last = words.last, last.hasPrefix("("), last.hasSuffix(")"),
            let number = Int(last.dropFirst().dropLast()), number > 1, number < 1_000_000
        {
            return words.dropLast().joined(separator: " ") + " (\(number + 1))"
        }
        return name + " (2)"
    }
}
