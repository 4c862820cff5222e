import MessageBus

/// The desktop's screen saver, which is what locks where logind has no session.
final class ScreenSaver {
    private let client: BusClient
    private let changed: () -> Void
    private var services: [(service: String, path: String, value: ServiceValue?, isActive: Bool)] = [
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", nil, false),
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", nil, false),
    ]

    init(_ client: BusClient, changed: @escaping () -> Void) {
        self.client = client
        self.changed = changed
    }

    var isActive: Bool { services.contains { $0.isActive } }

    func connect() {
        for index in services.indices {
            let (service, path, _, _) = services[index]
            client.watch(service) { [unowned self] owner in
                services[index].value?.end()
                services[index].value = nil
                guard owner != nil else { return set(index, false) }
                let read = BusCall(service, path, service, "GetActive")
                let hint = "interface='\(service)',member='ActiveChanged'"
                let value = ServiceValue(client, read, returning: "b", hint: hint) { [unowned self] active in
                    set(index, active?.flag ?? false)
                }
                services[index].value = value
                value.begin()
            }
        }
    }

    func disconnect() {
        for index in services.indices {
            services[index].value = nil
            set(index, false)
        }
    }

    func receive(_ message: BusMessage) {
        for service in services { service.value?.receive(message) }
    }

    private func set(_ index: Int, _ isActive: Bool) {
        guard services[index].isActive != isActive else { return }
        services[index].isActive = isActive
        changed()
    }
}
