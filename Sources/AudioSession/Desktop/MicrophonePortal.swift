import Glibc
import MessageBus

/// The desktop's portal, where one runs: asks the user whether the program may use the microphone.
final class MicrophonePortal {
    typealias Answer = (SessionConsent) -> Void

    private struct Question {
        /// Of its request: the one that was to be expected, and the one that the portal has given it.
        var paths: [String]
        let answer: Answer
    }

    private let client: BusClient
    /// Called with whether a portal runs.
    private let changed: (Bool) -> Void
    /// The unique name of the portal.
    private var owner: String?
    /// Whether the bus has told who the portal is.
    private var isKnown = false
    /// Those that came before that.
    private var waiting: [Answer] = []
    /// Those that the user has not answered.
    private var open: [Question] = []
    private var number = 0

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let request = "org.freedesktop.portal.Request"
    /// The errors that say that nobody asks users here. Others may hide an answer.
    private static let absences = [
        "UnknownMethod", "UnknownInterface", "UnknownObject", "ServiceUnknown", "NameHasNoOwner",
    ]
    .map { "org.freedesktop.DBus.Error." + $0 }

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
        if new != owner || new == nil {
            while let question = open.first { finish(question.paths[0], .open) }
        }
        owner = new
        isKnown = true
        changed(new != nil)
        let questions = waiting
        waiting = []
        for answer in questions { ask(answer) }
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
        open.append(Question(paths: [path], answer: answer))
        client.match(Self.rule(path))
        let options = BusValue.dictionary(["handle_token": .text(token)])
        let call = BusCall(
            owner, Self.path, "org.freedesktop.portal.Device", "AccessDevice", .uint32(UInt32(getpid())),
            .array(of: "s", [.text("microphone")]), options)
        // The user takes as long as the user takes.
        client.ask(call, returning: "o", within: .max) { [unowned self] answer in
            switch answer {
            case .values(let values): follow(values[0].path, besides: path)
            case .failure(let name): finish(path, Self.absences.contains(name) ? .notNeeded : .open)
            case .nothing: finish(path, .open)
            }
        }
    }

    /// Portals of old choose the paths of their requests.
    private func follow(_ handle: String?, besides path: String) {
        guard let handle, handle != path, let index = open.firstIndex(where: { $0.paths == [path] }) else { return }
        open[index].paths.append(handle)
        client.match(Self.rule(handle))
    }

    private static func rule(_ path: String) -> String {
        "type='signal',path='\(path)',interface='\(request)',member='Response'"
    }

    private func finish(_ path: String, _ result: SessionConsent) {
        guard let index = open.firstIndex(where: { $0.paths.contains(path) }) else { return }
        let question = open.remove(at: index)
        for path in question.paths { client.endMatch(Self.rule(path)) }
        question.answer(result)
    }

    /// 0 is consent. A user who closes the question has not consented. What else the portal reports is not read.
    func receive(_ message: BusMessage) {
        guard message.kind == .signal, message.member == "Response", message.interface == Self.request,
            message.sender == owner, let values = message.values("ua{sv}", first: 1)
        else { return }
        finish(message.path, values[0].integer(UInt32.self) == 0 ? .given : .refused)
    }
}
