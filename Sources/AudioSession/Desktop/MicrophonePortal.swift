import Glibc
import MessageBus

/// The desktop's portal, where one runs: asks the user whether the program may use the microphone.
final class MicrophonePortal {
    typealias Answer = (SessionConsent) -> Void

    private let client: BusClient
    /// Called with whether a portal runs.
    private let changed: (Bool) -> Void
    /// The unique name of the portal.
    private var owner: String?
    /// Whether the bus has told who the portal is.
    private var isKnown = false
    /// Those that came before that.
    private var waiting: [Answer] = []
    /// Those that the user has not answered, by the paths of their requests.
    private var open: [String: Answer] = [:]
    private var number = 0

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let request = "org.freedesktop.portal.Request"

    init(_ client: BusClient, changed: @escaping (Bool) -> Void) {
        self.client = client
        self.changed = changed
    }

    func connect() {
        isKnown = false
        client.watch(Self.service) { [unowned self] owner in take(owner) }
        // Answered after the question about the owner, which is not told where there is none.
        client.call(BusCall(bus: "GetId"), returning: "s") { [unowned self] _ in take(owner) }
    }

    func disconnect() { take(nil) }

    /// Questions that are open end with the portal.
    private func take(_ new: String?) {
        if new != owner || new == nil { end(&open) }
        owner = new
        isKnown = true
        changed(new != nil)
        let questions = waiting
        waiting = []
        for answer in questions { ask(answer) }
    }

    private func end(_ questions: inout [String: Answer]) {
        let old = questions
        questions = [:]
        for (path, answer) in old {
            client.endMatch(Self.rule(path))
            answer(.open)
        }
    }

    /// Asks the user.
    ///
    /// - Parameter answer: gets what comes of it, once.
    func ask(_ answer: @escaping Answer) {
        guard isKnown else { return waiting.append(answer) }
        guard let owner, let name = client.uniqueName else { return answer(.notNeeded) }
        number += 1
        let token = "coreaudio\(number)"
        let sender = name.dropFirst().replacing(".", with: "_")
        let path = "\(Self.path)/request/\(sender)/\(token)"
        open[path] = answer
        client.match(Self.rule(path))
        let options = BusValue.dictionary(["handle_token": .text(token)])
        let call = BusCall(
            owner, Self.path, "org.freedesktop.portal.Device", "AccessDevice", .uint32(UInt32(getpid())),
            .array(of: "s", [.text("microphone")]), options)
        // The user takes as long as the user takes. A portal without this interface asks nobody.
        client.call(call, returning: "o", within: .max) { [unowned self] values in
            guard values?.first?.path == nil else { return }
            finish(path, .notNeeded)
        }
    }

    private static func rule(_ path: String) -> String {
        "type='signal',path='\(path)',interface='\(request)',member='Response'"
    }

    private func finish(_ path: String, _ result: SessionConsent) {
        guard let answer = open.removeValue(forKey: path) else { return }
        client.endMatch(Self.rule(path))
        answer(result)
    }

    /// 0 is consent. A user who closes the question has not consented.
    func receive(_ message: BusMessage) {
        guard message.kind == .signal, message.member == "Response", message.interface == Self.request,
            message.sender == owner, open[message.path] != nil, let values = message.values("ua{sv}")
        else { return }
        finish(message.path, values[0].integer(UInt32.self) == 0 ? .given : .refused)
    }
}
