import AudioCore

/// An object that other programs call: what its interfaces have, and what answers.
///
/// It answers `Properties` and `Introspectable` of `org.freedesktop.DBus` by itself. One thread uses it, that of its client.
package final class BusObject {
    /// A named value in a method's or a signal's list.
    package struct Argument {
        package let name: String
        package let signature: String

        package init(_ name: String, _ signature: String) { (self.name, self.signature) = (name, signature) }
    }

    package enum Result {
        case values([BusValue])
        /// An error of D-Bus by its name, after `org.freedesktop.DBus.Error.`
        case refused(String)

        package static var done: Result { .values([]) }
    }

    package struct Method {
        package let name: String
        package let takes: [Argument]
        package let gives: [Argument]
        /// How many calls it costs as much as, by the values that it gets.
        package let cost: ([BusValue]) -> Int
        /// Gets values of the types that `takes` has.
        package let body: ([BusValue]) -> Result

        package init(
            _ name: String, _ takes: [Argument] = [], gives: [Argument] = [],
            cost: @escaping ([BusValue]) -> Int = { _ in 1 }, _ body: @escaping ([BusValue]) -> Result
        ) {
            (self.name, self.takes, self.gives, self.cost, self.body) = (name, takes, gives, cost, body)
        }
    }

    /// What `PropertiesChanged` reports of a property that changes.
    package enum News {
        case value
        /// Only that it has changed.
        case invalidation
        case nothing
    }

    package struct Property {
        package let name: String
        package let signature: String
        package let announces: News
        package let read: () -> BusValue
        /// Nil where others may not write it.
        package let write: ((BusValue) -> Result)?

        package init(
            _ name: String, _ signature: String, announces: News = .value, _ read: @escaping () -> BusValue,
            write: ((BusValue) -> Result)? = nil
        ) {
            (self.name, self.signature, self.announces) = (name, signature, announces)
            (self.read, self.write) = (read, write)
        }
    }

    package struct Signal {
        package let name: String
        package let gives: [Argument]

        package init(_ name: String, _ gives: [Argument] = []) { (self.name, self.gives) = (name, gives) }
    }

    package struct Interface {
        package let name: String
        package var methods: [Method]
        package var properties: [Property]
        package var signals: [Signal]

        package init(
            _ name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []
        ) {
            (self.name, self.methods, self.properties, self.signals) = (name, methods, properties, signals)
        }
    }

    package let path: String
    /// What it has now.
    package var interfaces: [Interface]
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let introspectable = "org.freedesktop.DBus.Introspectable"

    package init(_ path: String, _ interfaces: [Interface]) {
        self.path = path
        self.interfaces = interfaces
    }

    // MARK: Calls

    /// Answers a call of this object, or of a folder on the way to it.
    ///
    /// - Parameter pays: whether the caller may cost so many calls more. The call itself has been paid for.
    package func answer(_ call: BusMessage, of client: BusClient, pays: (Int) -> Bool = { _ in true }) {
        switch result(of: call, pays) {
        case .values(let values): client.reply(to: call, values)
        case .refused(let error): client.refuse(call, error)
        }
    }

    private func result(of call: BusMessage, _ pays: (Int) -> Bool) -> Result {
        let (interface, member) = (call.interface, call.member)
        let asksForDescription =
            member == "Introspect" && (interface == Self.introspectable || interface.isEmpty)
        guard call.path == path else {
            guard asksForDescription, let next = child(of: call.path) else { return .refused("UnknownObject") }
            return .values([.text(BusDescription.folder(next))])
        }
        if asksForDescription { return .values([.text(BusDescription.object(interfaces))]) }
        if interface == Self.properties { return property(call) }
        let own = interfaces.filter { $0.name == interface || interface.isEmpty }
        guard !own.isEmpty else { return .refused("UnknownInterface") }
        guard let method = own.lazy.flatMap(\.methods).first(where: { $0.name == member }) else {
            return .refused("UnknownMethod")
        }
        guard let values = call.values(method.takes.map(\.signature).joined(), .small) else {
            return .refused("InvalidArgs")
        }
        let more = method.cost(values) - 1
        guard more <= 0 || pays(more) else { return .refused("LimitsExceeded") }
        return method.body(values)
    }

    /// The name under a folder on the way to the object; nil for what is not on it.
    private func child(of folder: String) -> String? {
        let prefix = folder == "/" ? folder : folder + "/"
        guard path.hasPrefix(prefix) else { return nil }
        return path.dropFirst(prefix.count).prefix { $0 != "/" }.description
    }

    private func property(_ call: BusMessage) -> Result {
        switch call.member {
        case "Get":
            guard let values = call.values("ss", .small) else { return .refused("InvalidArgs") }
            return found(values) { .values([.variant($0.read())]) }
        case "GetAll":
            guard let name = call.values("s", .small)?.first?.text else { return .refused("InvalidArgs") }
            // An interface without properties has none, as those of D-Bus itself.
            guard let interface = interfaces.first(where: { $0.name == name }) else {
                return [Self.properties, Self.introspectable, ""].contains(name)
                    ? .values([.dictionary([:])]) : .refused("UnknownInterface")
            }
            return .values([.dictionary(values(of: interface))])
        case "Set":
            guard let values = call.values("ssv", .small) else { return .refused("InvalidArgs") }
            return found(values) { property in
                guard let write = property.write else { return .refused("PropertyReadOnly") }
                let value = values[2].unwrapped
                return value.signature == property.signature ? write(value) : .refused("InvalidArgs")
            }
        default: return .refused("UnknownMethod")
        }
    }

    private func found(_ names: [BusValue], _ body: (Property) -> Result) -> Result {
        guard let interface = interfaces.first(where: { $0.name == names[0].text }) else {
            return .refused("UnknownInterface")
        }
        guard let property = interface.properties.first(where: { $0.name == names[1].text }) else {
            return .refused("UnknownProperty")
        }
        return body(property)
    }

    private func values(of interface: Interface) -> [String: BusValue] {
        Dictionary(interface.properties.map { ($0.name, $0.read()) }) { first, _ in first }
    }

    // MARK: News

    /// What `PropertiesChanged` reports of an interface: the values now.
    package func announced(of interface: String) -> [String: BusValue] {
        guard let interface = interfaces.first(where: { $0.name == interface }) else { return [:] }
        return values(of: interface).filter { name, _ in
            interface.properties.contains { $0.name == name && $0.announces == .value }
        }
    }

    /// Says that properties have changed.
    ///
    /// - Parameter invalidated: those whose values whoever wants them has to ask for.
    package func announce(
        _ values: [String: BusValue], invalidated: [String] = [], of interface: String, to client: BusClient
    ) {
        guard !values.isEmpty || !invalidated.isEmpty else { return }
        client.emit(
            path, Self.properties, "PropertiesChanged",
            [.text(interface), .dictionary(values), .array(of: "s", invalidated.map(BusValue.text))])
    }
}
