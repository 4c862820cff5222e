import MessageBus

/// The silent profile of the desktop's feedback service, feedbackd.
final class SilentSwitch {
    private let client: BusClient
    private let news: (SessionNews) -> Void
    private var value: ServiceValue?
    private var isOn = false

    private static let service = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"

    init(_ client: BusClient, news: @escaping (SessionNews) -> Void) {
        self.client = client
        self.news = news
    }

    func connect() {
        client.watch(Self.service) { [unowned self] owner in
            value?.end()
            value = nil
            guard owner != nil else { return move(false) }
            let read = BusCall(property: "Profile", of: Self.service, Self.service, Self.path)
            value = ServiceValue(client, read, hint: ServiceValue.properties) { [unowned self] profile in
                move(profile?.text == "silent")
            }
            value?.begin()
        }
    }

    func disconnect() {
        value = nil
        move(false)
    }

    func receive(_ message: BusMessage) { value?.receive(message) }

    private func move(_ on: Bool) {
        guard on != isOn else { return }
        isOn = on
        news(.silentSwitch(on))
    }
}
