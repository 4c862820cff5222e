import AudioCore
import MessageBus

/// Keeps up with one value of a service: reads it again, a few times a second at most, whenever a signal hints at a change.
final class ServiceValue {
    private let client: BusClient
    private let service: String
    private let call: BusCall
    private let signature: String
    private let rule: String
    /// Gets the value, nil where the service has none or is not there.
    private let didRead: (BusValue?) -> Void
    private var isReading = false
    private var isStale = false
    private var budget = BusBudget()

    /// - Parameters:
    ///   - call: what gives the value, of type `signature`.
    ///   - hint: what signals that hint at a change have, as D-Bus writes rules, besides their sender and path.
    init(
        _ client: BusClient, _ call: BusCall, returning signature: String = "v", hint: String,
        didRead: @escaping (BusValue?) -> Void
    ) {
        self.client = client
        service = call.destination
        self.call = call
        self.signature = signature
        rule = "type='signal',sender='\(call.destination)',path='\(call.path)',\(hint)"
        self.didRead = didRead
    }

    /// Changes of an object's properties.
    static let properties = "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'"

    /// To be called once the bus is connected, and the service's owner is known.
    func begin() {
        client.match(rule)
        read()
    }

    func end() { client.endMatch(rule) }

    /// A signal that may be a hint.
    func receive(_ message: BusMessage) {
        guard message.kind == .signal, message.path == call.path, message.sender == client.owner(of: service) else {
            return
        }
        read()
    }

    /// Reads the value, now or as soon as that is paid for.
    func read() {
        guard !isReading else {
            isStale = true
            return
        }
        isReading = true
        guard budget.take(at: HostTime.now()) else {
            return client.after(budget.nextTime) { [weak self] in
                self?.isReading = false
                self?.read()
            }
        }
        client.call(call, returning: signature) { [weak self] answer in self?.finish(answer?.first?.unwrapped) }
    }

    private func finish(_ value: BusValue?) {
        isReading = false
        didRead(value)
        guard isStale else { return }
        isStale = false
        read()
    }
}
